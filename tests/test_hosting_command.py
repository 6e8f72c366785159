"""The command `clubscore`: which libraries a release gets."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def command(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the command's module, below a folder instead of the whole machine."""
    monkeypatch.setenv("CLUBSCORE_PREFIX", str(tmp_path))
    file = root / "docs" / "hosting" / "command.py"
    spec = importlib.util.spec_from_file_location("hosting_command", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("database", "listed"),
    [
        ("sqlite:////var/lib/clubscore/clubscore.sqlite3", "requirements.txt"),
        ("postgres:///clubscore", "requirements-postgres.txt"),
    ],
)
def test_a_version_in_any_list_makes_new_libraries(
    command: ModuleType, monkeypatch: pytest.MonkeyPatch, database: str, listed: str
) -> None:
    installed: list[str] = []

    def install(*words: object, **_more: object) -> str:
        if "venv" in words:
            Path(str(words[-1])).mkdir(parents=True)
        else:
            installed.append(Path(str(words[-1])).name)
        return ""

    monkeypatch.setattr(command, "run", install)
    monkeypatch.setattr(command, "database", lambda: database)

    def libraries(number: int, own: str, more: str) -> str:
        release = command.RELEASES / str(number)
        release.mkdir(parents=True)
        (release / "requirements.txt").write_text(own)
        (release / "requirements-postgres.txt").write_text(more)
        command.link_environment(release)
        place: Path = release / ".venv"
        return place.resolve().name

    first = libraries(1, "django==5.2.18", "--requirement requirements.txt")
    assert installed == [listed]
    assert libraries(2, "django==5.2.18", "--requirement requirements.txt") == first
    assert installed == [listed]
    assert libraries(3, "django==5.2.19", "--requirement requirements.txt") != first
    assert installed == [listed, listed]
