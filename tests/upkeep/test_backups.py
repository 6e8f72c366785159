"""Backups: made while the site runs, read back, put back all or not at all."""

import gzip
import io
import json
import os
import sqlite3
import stat
import tarfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from clubscore.partie.models import Game, GameScore, Partie
from clubscore.partie.services import Author, Write, game_record
from clubscore.settings import database
from clubscore.upkeep import backups, databases
from clubscore.upkeep.backups import ABOUT, about_of, superfluous
from clubscore.upkeep.progress import telling
from tests.season.played import DRAW

IS_SQLITE = "sqlite" in os.environ["DATABASE_URL"]


@pytest.fixture
def recorded(transactional_db: None, partie: Partie) -> Partie:
    """Return a partie of one game, in a database that others can see."""
    return record(partie)


def record(partie: Partie) -> Partie:
    """Record one more game."""
    partie.refresh_from_db()
    version = partie.version
    write = Write(Author(name="Anna"), version, f"game {version}")
    game_record(partie=partie, write=write, record=DRAW)
    return partie


def ran(*command: Any, **more: Any) -> str:
    """Run a command; return what it said."""
    said = io.StringIO()
    call_command(*command, stdout=said, stderr=said, **more)
    return said.getvalue()


@pytest.fixture
def backup(recorded: Partie, tmp_path: Path) -> Path:
    """Return a backup of one game; another was recorded since."""
    said = ran("backup", tmp_path / "kept")
    (file,) = (tmp_path / "kept").glob("*.tar.gz")
    assert "1 parties, 1 games: no differences" in said
    assert str(file) in said
    record(recorded)
    return file


def changed(file: Path, **about: Any) -> Path:
    """Return a copy of a backup that says something else of itself."""
    copy = file.with_name("clubscore-20200101T000000Z.tar.gz")
    with tarfile.open(file) as source, tarfile.open(copy, "w:gz") as target:
        for entry in source:
            held = source.extractfile(entry)
            assert held
            data = held.read()
            if entry.name == ABOUT:
                data = json.dumps(json.loads(data) | about).encode()
            entry.size = len(data)
            target.addfile(entry, io.BytesIO(data))
    return copy


# There and back -------------------------------------------------------------------


def test_a_backup_put_back_is_all_there_was(backup: Path) -> None:
    assert Game.objects.count() == 2
    said = ran("restore", backup, yes=True)
    assert "1 parties, 1 games: no differences" in said
    assert Game.objects.count() == 1
    record(Partie.objects.get())
    assert "2 games: no differences" in ran("audit")


def test_a_backup_is_for_its_owner_alone_and_nothing_else_is_left(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert {one.name for one in backup.parent.iterdir()} == {backup.name, ".lock"}
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(r"SELECT 1 FROM pg_database WHERE datname LIKE '%\_check'")
            assert cursor.fetchone() is None


def test_what_a_killed_backup_left_goes_with_the_next(
    recorded: Partie, tmp_path: Path
) -> None:
    (tmp_path / f"{backups.WORKING}x").mkdir()
    (tmp_path / f"{backups.WORKING}x" / "packed").touch()
    ran("backup", tmp_path)
    assert not list(tmp_path.glob(f"{backups.WORKING}*"))


def test_the_settings_go_along(
    recorded: Partie, tmp_path: Path, settings: Settings
) -> None:
    settings.SETTINGS_GIVEN = {"SECRET_KEY": "a $ecret", "ALLOWED_HOSTS": "a.b,c.d\n"}
    ran("backup", tmp_path)
    (file,) = tmp_path.glob("*.tar.gz")
    out = tmp_path / "settings.env"
    ran("restore", file, settings_to=out)
    assert out.read_text() == 'ALLOWED_HOSTS=a.b,c.d\nSECRET_KEY="a \\$ecret"\n'
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    with pytest.raises(CommandError, match="cannot be written"):
        ran("restore", file, settings_to=out)


def test_the_copy_is_audited_also_where_a_file_names_the_database(
    recorded: Partie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "address"
    other.write_text(f"sqlite:///{tmp_path}/another.sqlite3")
    monkeypatch.setenv("DATABASE_URL_FILE", str(other))
    ran("backup", tmp_path)
    assert len([*tmp_path.glob("*.tar.gz")]) == 1


def test_two_backups_at_once_do_not_meet(recorded: Partie, tmp_path: Path) -> None:
    with (
        backups._alone_in(tmp_path),
        pytest.raises(CommandError, match="wait for its end"),
    ):
        ran("backup", tmp_path)


@pytest.mark.skipif(IS_SQLITE, reason="SQLite has no settings that rest in a database")
def test_what_turns_the_triggers_off_beside_the_copy_is_told_too(
    recorded: Partie, tmp_path: Path
) -> None:
    said = io.StringIO()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
    with pytest.raises(SystemExit):
        call_command("backup", tmp_path, stderr=said)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = origin")
    assert "turned off" in said.getvalue()
    assert len(list(tmp_path.glob("*.tar.gz"))) == 1


def test_what_the_audit_finds_is_told_and_nothing_older_goes(
    recorded: Partie, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_DAYS = settings.BACKUP_WEEKS = settings.BACKUP_MONTHS = 0
    old = tmp_path / "clubscore-20200101T000000Z.tar.gz"
    old.touch()
    GameScore.objects.filter(total=0).update(total=5)
    with pytest.raises(SystemExit):
        ran("backup", tmp_path)
    assert len(list(tmp_path.glob("*.tar.gz"))) == 2
    GameScore.objects.update(total=0)
    assert f"{old.name} is old and was deleted" in ran("backup", tmp_path)
    assert not old.exists()


# What is refused ------------------------------------------------------------------


def test_the_wrong_version_is_refused_and_what_to_do_is_said(backup: Path) -> None:
    for about, words in (
        ({"migrations": ["club.0001_initial"]}, "by an older version, 0.0.9; this is"),
        ({"migrations": ["club.0099_later"]}, "by another version, 0.0.9; this is"),
        ({"vendor": "oracle"}, "export_club"),
    ):
        wrong = changed(backup, **{"version": "0.0.9", **about})
        with pytest.raises(CommandError, match=words):
            ran("restore", wrong, yes=True)
    assert Game.objects.count() == 2


def test_nothing_is_replaced_without_a_yes(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match=r"1 parties with 2 games.* --yes"):
        ran("restore", backup)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        ran("restore", backup)
    assert Game.objects.count() == 2
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    ran("restore", backup)
    assert Game.objects.count() == 1


def test_a_damaged_file_changes_nothing(backup: Path, tmp_path: Path) -> None:
    data = backup.read_bytes()
    half = len(data) // 2
    damaged = data[:half] + bytes([data[half] ^ 255]) + data[half + 1 :]
    for content in (data[:half], damaged, gzip.compress(b"no backup"), b""):
        file = tmp_path / "damaged"
        file.write_bytes(content)
        with pytest.raises(CommandError, match="damaged"):
            ran("restore", file, yes=True)
    with pytest.raises(CommandError, match="There is no file"):
        ran("restore", tmp_path / "missing", yes=True)
    assert Game.objects.count() == 2


def test_a_copy_that_fails_half_way_changes_nothing(
    backup: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if IS_SQLITE:
        monkeypatch.setattr(databases, "PAGES_AT_ONCE", 20)
        steps = iter(range(5))
        monkeypatch.setattr(databases, "max", lambda *_: next(steps) - 4, raising=False)
        with pytest.raises(ZeroDivisionError):
            ran("restore", backup, yes=True)
    else:
        with backups.unpacked(backup) as database:
            data = database.read_bytes()
            half = tmp_path / "half"
            half.write_bytes(data[: len(data) - 2000])
        with pytest.raises(databases.UpkeepError):
            databases.put_back(half, io.StringIO())
    assert Game.objects.count() == 2
    assert "2 games: no differences" in ran("audit")


def test_a_folder_that_cannot_be_written_is_told(
    recorded: Partie, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="Nothing can be written to"):
        ran("backup", tmp_path / "file")


@pytest.mark.skipif(IS_SQLITE, reason="SQLite needs no program")
def test_a_missing_program_is_named(
    recorded: Partie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CommandError, match="apt-get install postgresql-client"):
        ran("backup", tmp_path)


@pytest.mark.skipif(not IS_SQLITE, reason="a file of SQLite")
def test_a_backup_shows_one_moment_whoever_writes_meanwhile(
    recorded: Partie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = telling

    def record_meanwhile(*args: Any) -> Any:
        record(recorded)
        return copied(*args)

    monkeypatch.setattr(databases, "telling", record_meanwhile)
    databases.copy_to(tmp_path / "copy", io.StringIO())
    with sqlite3.connect(tmp_path / "copy") as copy:
        assert copy.execute("SELECT count(*) FROM partie_game").fetchone() == (1,)
    copy.close()
    assert Game.objects.count() == 2


def test_a_backup_that_lies_where_nobody_may_write_leaves_no_copy(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    asked = os.access
    monkeypatch.setattr(  # root may write anywhere
        "os.access", lambda path, mode: path != backup.parent and asked(path, mode)
    )
    ran("restore", backup, yes=True)
    assert Game.objects.count() == 1
    assert list(room.iterdir()) == []


@pytest.mark.same_on_every_database("no database is asked")
def test_an_address_made_of_settings_says_all_that_was_in_the_address() -> None:
    address = (
        "postgres://me:p%2Fw%401@db.example:5433/club"
        "?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&connect_timeout=5"
    )
    settings = database(address)
    assert databases.address_of(settings) == address
    assert database(databases.address_of(settings)) == settings


# Which are kept -------------------------------------------------------------------

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def test_the_last_of_so_many_days_weeks_and_months_is_kept() -> None:
    times = [NOON - timedelta(hours=12 * number) for number in range(800)]
    gone = superfluous(times, days=7, weeks=4, months=12)
    kept = [time for time in times if time not in gone]
    assert kept[:7] == [NOON - timedelta(days=number) for number in range(7)]
    assert [f"{time:%m-%d}" for time in kept[7:]] == [
        *("11-15", "11-08", "11-01", "10-31", "09-30", "08-31", "07-31"),
        *("06-30", "05-31", "04-30", "03-31", "02-28", "01-31", "12-31"),
    ]


def test_the_last_backup_is_always_kept() -> None:
    times = [NOON, NOON - timedelta(days=400)]
    assert superfluous(times, days=0, weeks=0, months=0) == times[1:]
    assert superfluous([], days=7, weeks=4, months=12) == []
    old = [NOON - timedelta(days=900)]
    assert superfluous(old, days=7, weeks=0, months=0) == []


# How far it is --------------------------------------------------------------------


def test_what_takes_over_a_second_says_how_far_it_is() -> None:
    told = io.StringIO()
    with telling(told, "Copying", lambda: "40 %"):
        time.sleep(1.2)
    assert told.getvalue() == "Copying: 40 %"


def test_what_is_quick_says_nothing() -> None:
    told = io.StringIO()
    with telling(told, "Copying", lambda: "40 %"):
        pass
    assert told.getvalue() == ""


def test_a_backup_says_which_version_it_is_of(backup: Path) -> None:
    about = about_of(backup)
    assert about.vendor == connection.vendor
    assert backups.why_not(about) == ""
