"""The command of an installation: what its timers run waits for updates."""

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

pytestmark = pytest.mark.same_on_every_database("no database is asked")

STAND_IN = """#!{python}
import fcntl, sys
from pathlib import Path

with open({lock!r}) as lock:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        held = "alone"
    except BlockingIOError:
        held = "under the lock"
with open({told!r}, "a") as told:
    print(Path.cwd().name, *sys.argv[2:], held, file=told)
"""
"""What stands in for the Python of a release: it tells what it is asked to run."""


class Installed:
    """An installation of two releases that do nothing, the older of which runs."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder = folder
        self.script = root / "docs" / "hosting" / "command.py"
        self.home = folder / "srv" / "clubscore"
        self.lock = self.home / ".lock"
        self.told = folder / "told"
        for name in ("old", "new"):
            python = self.home / "releases" / name / ".venv" / "bin" / "python"
            python.parent.mkdir(parents=True)
            python.write_text(
                STAND_IN.format(
                    python=sys.executable, lock=str(self.lock), told=str(self.told)
                )
            )
            python.chmod(0o755)
        self.lock.touch()
        self.let_run("old")
        settings = folder / "etc" / "clubscore" / "clubscore.env"
        settings.parent.mkdir(parents=True)
        settings.write_text("SECRET_KEY=x\n")
        systemctl = folder / "bin" / "systemctl"
        systemctl.parent.mkdir()
        systemctl.write_text("#!/bin/sh\n")
        systemctl.chmod(0o755)

    def let_run(self, name: str) -> None:
        """Let a release be the one that runs."""
        current = self.home / "current"
        current.unlink(missing_ok=True)
        current.symlink_to(self.home / "releases" / name)

    def begin(self, word: str) -> subprocess.Popen[str]:
        """Begin the command."""
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.Popen(  # noqa: S603 (our own words)
            [sys.executable, str(self.script), word],
            env={"PATH": path, "CLUBSCORE_PREFIX": str(self.folder)},
            stdout=subprocess.PIPE,
            text=True,
        )

    def lines(self) -> list[str]:
        """Return what was run by which release, and whether the lock was held."""
        return self.told.read_text().splitlines() if self.told.exists() else []


@pytest.fixture
def installed(tmp_path: Path, root: Path) -> Installed:
    return Installed(tmp_path, root)


def first_line(of: IO[str] | None) -> str:
    """Return the first line that a program prints; empty if it ends without one."""
    assert of is not None
    return of.readline()


@pytest.mark.parametrize("word", ["mail", "forget"])
def test_what_a_timer_runs_waits_for_an_update_and_is_of_its_version(
    installed: Installed, word: str
) -> None:
    with installed.lock.open("w") as update:
        fcntl.flock(update, fcntl.LOCK_EX)
        process = installed.begin(word)
        assert "waiting for its end" in first_line(process.stdout)
        assert installed.lines() == []
        installed.let_run("new")
    process.communicate()
    assert process.returncode == 0
    assert installed.lines() == [f"new {word} under the lock"]


@pytest.mark.parametrize("word", ["mail", "forget"])
def test_it_sees_an_update_through_first_that_was_killed(
    installed: Installed, word: str
) -> None:
    old, new = (installed.home / "releases" / name for name in ("old", "new"))
    step = {"reached": "backed up", "old": str(old), "new": str(new), "backup": "file"}
    journal = installed.home / "update.json"
    journal.write_text(json.dumps(step))
    process = installed.begin(word)
    process.communicate()
    assert process.returncode == 0
    assert installed.lines() == [
        "old restore --yes file --skip-checks under the lock",
        f"old {word} under the lock",
    ]
    assert not journal.exists()


def test_any_other_command_of_the_site_waits_for_nobody(installed: Installed) -> None:
    with installed.lock.open("w") as update:
        fcntl.flock(update, fcntl.LOCK_EX)
        process = installed.begin("audit")
        process.communicate()
    assert installed.lines() == ["old audit under the lock"]
