"""The command of an installation: what writes waits for updates."""

import fcntl
import importlib.util
import json
import os
import stat
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
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


@pytest.mark.parametrize("word", ["mail", "forget", "import_club"])
def test_what_writes_waits_for_an_update_and_is_of_its_version(
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


@pytest.mark.parametrize("word", ["mail", "forget", "rebuild"])
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


# Its steps, by themselves ----------------------------------------------------------


@pytest.fixture
def command(installed: Installed, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the command as a module, which looks after that installation."""
    monkeypatch.setenv("CLUBSCORE_PREFIX", str(installed.folder))
    monkeypatch.setenv("PATH", f"{installed.folder / 'bin'}:{os.environ['PATH']}")
    spec = importlib.util.spec_from_file_location("command", installed.script)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    # Its dataclasses look for their module there.
    monkeypatch.setitem(sys.modules, "command", found)
    spec.loader.exec_module(found)
    return found


def test_who_breaks_a_restoring_off_has_the_site_again(
    command: ModuleType, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*_words: object) -> int:
        # Should the machine die here, the timer starts the site.
        assert json.loads(command.JOURNAL.read_text())["reached"] == "starting"
        raise KeyboardInterrupt

    done: list[tuple[str, ...]] = []
    monkeypatch.setattr(command, "service", lambda *words: done.append(words))
    monkeypatch.setattr(command, "hands_over", broken_off)
    kept = installed.folder / "backups"
    kept.mkdir()
    monkeypatch.setattr(command, "settings", lambda: {"BACKUP_DIR": str(kept)})
    with pytest.raises(KeyboardInterrupt):
        command.restore(kept / "clubscore-1.tar.gz")
    assert done == [("stop", command.SERVICE), ("start", command.SERVICE)]
    assert not command.JOURNAL.exists()


@pytest.mark.parametrize("fails", [False, True])
def test_a_backup_from_elsewhere_leaves_no_copy(
    command: ModuleType,
    installed: Installed,
    monkeypatch: pytest.MonkeyPatch,
    fails: bool,
) -> None:
    kept = installed.folder / "backups"
    kept.mkdir()
    name = "clubscore-20261122T030000Z.tar.gz"
    (kept / name).write_text("another")
    brought = installed.folder / name
    brought.write_text("all there was")

    def put_back(_release: Path, _word: str, file: str) -> int:
        assert Path(file).name == name
        assert Path(file).read_text() == "all there was"
        # Where nobody but root and the site's user comes to it.
        (room,) = command.HOME.glob(".restored-*")
        assert Path(file).parent == room
        assert stat.S_IMODE(room.stat().st_mode) == 0o700
        if fails:
            raise KeyboardInterrupt
        return 0

    monkeypatch.setattr(command, "service", lambda *_words: None)
    monkeypatch.setattr(command, "hands_over", put_back)
    monkeypatch.setattr(command, "settings", lambda: {"BACKUP_DIR": str(kept)})
    with pytest.raises(KeyboardInterrupt) if fails else nullcontext():
        command.restore(brought)
    assert list(command.HOME.glob(".restored-*")) == []
    assert [one.name for one in kept.iterdir()] == [name]
    assert (kept / name).read_text() == "another"


def test_a_backup_from_elsewhere_goes_past_what_the_site_may_write(
    command: ModuleType, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    (command.HOME / ".restored-x").mkdir()  # left by one that was killed
    (installed.folder / "elsewhere").mkdir()
    kept = installed.folder / "backups"
    kept.symlink_to("elsewhere")  # as the site's user might have it
    brought = installed.folder / "clubscore-20261122T030000Z.tar.gz"
    brought.write_text("all there was")
    monkeypatch.setattr(command, "settings", lambda: {"BACKUP_DIR": str(kept)})
    with command.readable_by_the_site(brought) as readable:
        assert list((installed.folder / "elsewhere").iterdir()) == []
        assert list(command.HOME.glob(".restored-*")) == [readable.parent]


@pytest.fixture
def ran(
    command: ModuleType, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Let an update find a version, and an audit by it differences until a rebuild."""
    words: list[str] = []

    def managed(release: Path, *told: str) -> str:
        words.append(f"{release.name} {told[0]}")
        if told[0] == "audit" and "new rebuild" not in words:
            raise command.Stopped("This failed: audit")
        return "no differences"

    releases = installed.home / "releases"
    monkeypatch.setattr(command, "settings", lambda: {"UPDATES_FROM": "somewhere"})
    monkeypatch.setattr(command, "fetched", lambda *_asked: ("new", "commit"))
    monkeypatch.setattr(command, "release_made", lambda *_asked: releases / "new")
    monkeypatch.setattr(command, "backed_up", lambda _old: Path("backup"))
    monkeypatch.setattr(command, "manage", managed)
    for name in ("refuse_older", "service", "tried", "refresh_by", "tidy"):
        monkeypatch.setattr(command, name, lambda *_asked: None)
    return words


def test_a_version_that_counts_otherwise_is_taken_when_it_may_count_anew(
    command: ModuleType,
    installed: Installed,
    ran: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(command.Stopped, match="Nothing has changed; old runs"):
        command.update("")
    assert "clubscore update --rebuild" in capsys.readouterr().out
    assert command.CURRENT.resolve().name == "old"
    assert ran == ["new migrate", "new audit", "old restore"]
    ran.clear()
    command.update("", rebuilds=True)
    assert command.CURRENT.resolve().name == "new"
    assert ran == ["new migrate", "new rebuild", "new audit"]


def test_what_a_killed_fetch_has_locked_is_fetched_all_the_same(
    command: ModuleType, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    git(source, "init", "--quiet")
    for tag in ("1.1.0", "1.2.0-rc1"):
        publish(source, tag)
    # No candidate is taken for a version.
    assert command.fetched("", str(source))[0] == "1.1.0"
    for lock in ("packed-refs.lock", "refs/tags/1.3.0.lock", "shallow.lock"):
        (command.SOURCE / lock).parent.mkdir(parents=True, exist_ok=True)
        (command.SOURCE / lock).touch()
    publish(source, "1.3.0")
    assert command.fetched("", str(source))[0] == "1.3.0"


def publish(source: Path, tag: str) -> None:
    """Let a repository have one version more."""
    git(source, "commit", "--quiet", "--allow-empty", "--message", tag)
    git(source, "tag", tag)


def git(folder: Path, *words: str) -> None:
    """Run git in a repository, as nobody in particular."""
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    command = ("git", "-C", str(folder), *who, *words)
    subprocess.run(command, check=True)  # noqa: S603 (our own words)


def test_libraries_are_those_of_the_database_that_a_file_names(
    command: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "address"
    file.write_text("postgres://db/clubscore\n")
    monkeypatch.setattr(command, "settings", lambda: {"DATABASE_URL_FILE": str(file)})
    assert command.database() == "postgres://db/clubscore"
