"""Containerfile and compose.yaml, as far as they can be held without an image."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.bare_root.containerfile import instructions
from tests.bare_root.document import blocks

PRINTING = {
    *("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"),
    "fonts-droid-fallback",
}


def steps(root: Path, name: str) -> list[str]:
    """Return what comes after an instruction, each time."""
    found = instructions(root / "Containerfile")
    return [one.rest for one in found if one.name == name]


def installed(script: str) -> set[str]:
    """Return the packages that a script installs with apt."""
    (words,) = re.findall(r"apt-get install ([^&\n]*)", script.replace("\\\n", ""))
    return {word for word in words.split() if word[0] != "-"}


@pytest.fixture
def compose(root: Path) -> dict[str, Any]:
    """Return what compose.yaml says."""
    said: dict[str, Any] = yaml.safe_load((root / "compose.yaml").read_text())
    return said


@pytest.mark.parametrize(
    "words",
    [
        ("hadolint", "--no-color", "Containerfile"),
        ("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"),
    ],
    ids=lambda words: words[0],
)
def test_others_find_nothing_wrong(root: Path, words: tuple[str, ...]) -> None:
    program, *more = words
    command = [str(Path(sys.executable).with_name(program)), *more]
    done = subprocess.run(  # noqa: S603 (our own words)
        command, cwd=root, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_that_is_copied_is_there_and_not_left_out(root: Path) -> None:
    left_out = (root / ".containerignore").read_text().split()
    for copied in steps(root, "COPY"):
        *sources, _target = copied.split()
        for source in sources:
            assert (root / source).exists(), source
            assert source.split("/")[0] not in left_out


def test_nobody_in_the_container_is_root_and_one_volume_is_written(root: Path) -> None:
    assert steps(root, "USER") == ["10001"]
    assert "--uid 10001" in steps(root, "RUN")[1]
    assert steps(root, "VOLUME") == ["/data"]
    assert steps(root, "HEALTHCHECK")[0].endswith('CMD ["clubscore", "healthy"]')
    names = [one.name for one in instructions(root / "Containerfile")]
    assert names[0] == "FROM"
    assert names.index("USER") > max(i for i, n in enumerate(names) if n == "RUN")


def test_the_container_has_the_packages_of_the_debian_way(root: Path) -> None:
    of_container = installed(steps(root, "RUN")[0])
    install = blocks(root / "docs" / "hosting.md")[1]
    of_debian = installed(install.commands)
    assert of_debian - of_container == {"git", "make", "caddy", "ca-certificates"}
    assert of_container - of_debian == {"postgresql-client"}
    assert of_container > PRINTING


@pytest.mark.parametrize("profile", ["sqlite", "postgres"])
def test_each_profile_is_a_site_that_holds_together(
    compose: dict[str, Any], profile: str
) -> None:
    services = {
        name: one
        for name, one in compose["services"].items()
        if profile in one["profiles"]
    }
    (site,) = [one for one in services.values() if one.get("build") == "."]
    assert site["read_only"] is True
    assert site["cap_drop"] == ["ALL"]
    assert site["volumes"] == ["data:/data"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= services.keys()
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert source.startswith("./") or source in compose["volumes"]
        assert set(service.get("networks", [])) <= {*compose["networks"], "default"}
    assert ("database" in services) == ("caddy" in services) == (profile == "postgres")


def test_compose_names_settings_that_there_are_and_files_too(
    root: Path, compose: dict[str, Any]
) -> None:
    settings = (root / "docs" / "settings.md").read_text()
    for name in ("site", "site-sqlite"):
        for setting in compose["services"][name]["environment"]:
            assert f"`{setting}`" in settings, setting
    for volume in compose["services"]["caddy"]["volumes"]:
        source = volume.split(":")[0]
        assert not source.startswith("./") or (root / source).is_file()
    caddyfile = (root / "docs" / "hosting" / "Caddyfile").read_text()
    for name in compose["services"]["caddy"]["environment"]:
        assert f"{{${name}:" in caddyfile


def test_a_password_of_the_database_may_have_any_signs(compose: dict[str, Any]) -> None:
    site, database = (
        compose["services"][name]["environment"] for name in ("site", "database")
    )
    # In an address `/` would end the host, and `%` stand for another sign.
    assert "$" not in site["DATABASE_URL"]
    assert site["PGPASSWORD"] == database["POSTGRES_PASSWORD"]
    assert "DATABASE_PASSWORD" in site["PGPASSWORD"]


def test_the_containers_command_can_be_read(root: Path) -> None:
    script = root / "docs" / "hosting" / "container.sh"
    shell = shutil.which("sh")
    assert shell
    subprocess.run([shell, "-n", script], check=True)  # noqa: S603 (our own words)
    for health in steps(root, "CMD"):
        (command, word) = shlex.split(health.strip("[]").replace(",", ""))
        assert (command, word) == ("clubscore", "serve")
        assert f"{word})" in script.read_text()


@pytest.mark.parametrize("name", ["site", "site-sqlite"])
def test_a_site_has_every_setting_of_the_file_and_reaches_a_mail_server(
    compose: dict[str, Any], name: str
) -> None:
    site = compose["services"][name]
    assert site["env_file"] == [{"path": ".env", "required": False}]
    networks = site.get("networks", ["default"])
    assert any(
        not compose["networks"].get(network, {}).get("internal") for network in networks
    )


def test_the_file_with_the_key_goes_into_no_image_and_no_commit(root: Path) -> None:
    assert ".env" in (root / ".containerignore").read_text().split()
    assert "/.env" in (root / ".gitignore").read_text().split()
