"""The engine for phones: what it is made of, and how it is served."""

import hashlib
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.http import HttpResponseNotFound
from django.test import RequestFactory
from pytest_django import Settings
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware

from clubscore.partie.phone_engine import engine_files
from clubscore.rules import answers
from clubscore.static_files import RULES, packed_rules
from tests.test_pages import policy

GAME = '{"ruleset": "hkos", "round_wind": "E", "outcome": {"kind": "draw"}}'


def found(address: str) -> Path:
    """Return the file that is served at an address."""
    file = finders.find(address.removeprefix("/static/"))
    assert isinstance(file, str), address
    return Path(file)


def test_every_file_of_the_engine_is_there() -> None:
    files = engine_files()["files"]
    assert all(found(one).is_file() for one in files)
    assert len(set(files)) == len(files)


def test_the_vendored_files_are_those_that_were_fetched(root: Path) -> None:
    folder = root / "static" / "vendor" / "pyodide"
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    said = {name: digest for digest, name in (line.split("  ") for line in lines)}
    served = {found(one) for one in engine_files()["files"]}
    assert {one.name for one in served if one.parent == folder} == set(said)
    for name, digest in said.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name


def test_the_packed_rules_judge_alone(root: Path) -> None:
    archive = found(f"/static/{RULES}")
    assert archive.read_bytes() == packed_rules()
    with ZipFile(archive) as pack:
        modules = {name for name in pack.namelist() if name != "clubscore/__init__.py"}
    here = (root / "clubscore" / "rules").rglob("*.py")
    assert modules == {one.relative_to(root).as_posix() for one in here}
    program = f"from clubscore.rules import answers; print(answers.score({GAME!r}))"
    alone = [sys.executable, "-S", "-c", program]
    told = subprocess.run(  # noqa: S603
        alone,
        env={"PYTHONPATH": str(archive)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == answers.score(GAME) + "\n"


def test_refusals_are_answers() -> None:
    assert answers.score('{"ruleset": "nts", "outcome": 1}').startswith('{"error": ')
    assert answers.replay('{"ruleset": "nts"}').startswith('{"error": ')


# As an installation serves it --------------------------------------------------------

KINDS = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}


@pytest.fixture
def whitenoise(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> WhiteNoiseMiddleware:
    """Return what serves files that were collected, and nothing else."""
    # To pack them takes long, and changes no name.
    monkeypatch.setattr(Compressor, "should_compress", lambda *_: False)
    backend = "clubscore.static_files.NamedByContent"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    return WhiteNoiseMiddleware(lambda _: HttpResponseNotFound())


@pytest.mark.django_db  # an answer that is closed looks after connections
def test_a_server_serves_its_files_as_what_they_are(
    whitenoise: WhiteNoiseMiddleware, rf: RequestFactory, tmp_path: Path
) -> None:
    files = [Path(one) for one in engine_files()["files"]]
    for file in files:
        with closing(whitenoise(rf.get(str(file)))) as answer:
            headers = answer.headers
        assert answer.status_code == 200, file
        assert headers["Content-Type"].split(";")[0] == KINDS[file.suffix]
        # WebAssembly runs in the worker alone.
        if file.name.startswith("engine-worker"):
            assert policy(headers["Content-Security-Policy"]) == {
                "default-src": ["'none'"],
                "script-src": ["'self'", "'wasm-unsafe-eval'"],
                "connect-src": ["'self'"],
            }
        else:
            assert "Content-Security-Policy" not in headers
    # What the worker imports is named by content, as the page knows it.
    _, worker, *modules = [
        one for one in files if KINDS[one.suffix] == "text/javascript"
    ]
    code = (tmp_path / worker.relative_to("/static")).read_text()
    assert len(modules) == 2
    for module in modules:
        assert f'from "../../vendor/pyodide/{module.name}"' in code
