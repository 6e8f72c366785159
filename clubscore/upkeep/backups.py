"""
A backup: one file with the database, the settings, and what they belong to.

It is written beside its place, read back, opened and audited, and only then gets its
name; so whatever has the name of a backup is one.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
import re
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubscore.partie.maintenance import guard_faults
from clubscore.upkeep.databases import UpkeepError, audit, copy_to, opened_as_database
from clubscore.upkeep.progress import Stream
from clubscore.version import VERSION

WORKING = ".working-"
NAME = re.compile(r"clubscore-(\d{8}T\d{6})Z\.tar\.gz")
TIME = "%Y%m%dT%H%M%S"
ABOUT, SETTINGS, DATABASE = "backup.json", "settings.env", "database"
LEVEL = 3
"""Of compression: more takes much longer for little."""


@dataclass(frozen=True)
class About:
    """What a backup is of."""

    version: str
    vendor: str
    migrations: list[str]
    made_at: str
    sha256: str
    """Of the database's copy."""


@dataclass(frozen=True)
class Made:
    """A backup that was made."""

    file: Path
    is_sound: bool
    """Whether ``audit`` found nothing; what it found is in the original too."""
    audit: str


# Making one -----------------------------------------------------------------------


def backup_make(folder: Path, told: Stream) -> Made:
    """Make a backup in a folder, and check it."""
    with _alone_in(folder) as here:
        migrations, made_at = sorted(_applied()), datetime.now(UTC).strftime(TIME)
        copy_to(here / DATABASE, told)
        with (here / DATABASE).open("rb") as copy:
            sha256 = hashlib.file_digest(copy, "sha256").hexdigest()
        about = About(VERSION, connection.vendor, migrations, made_at, sha256)
        _pack(here / "packed", about, here / DATABASE)
        (here / DATABASE).unlink()
        _unpack(here / "packed", here / DATABASE)
        with opened_as_database(here / DATABASE, told) as url:
            is_sound, words = audit(url, told)
        # A copy has nothing of the database's standing settings.
        live = [fault for fault in guard_faults() if fault not in words]
        file = folder / f"clubscore-{made_at}Z.tar.gz"
        (here / "packed").rename(file)
        _sync(folder)
    return Made(file, is_sound and not live, "\n".join([words, *live]))


@contextmanager
def _alone_in(folder: Path) -> Iterator[Path]:
    """
    Return a folder to work in, beside the backups; it goes again.

    Nobody else works there meanwhile, and nobody else may read what is made.
    """
    before = os.umask(0o077)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UpkeepError(
                    f"Another backup or restore uses {folder}; wait for its end."
                ) from error
            for left in folder.glob(f"{WORKING}*"):
                shutil.rmtree(left)  # of one that was killed
            with tempfile.TemporaryDirectory(prefix=WORKING, dir=folder) as here:
                yield Path(here)
    except OSError as error:
        raise UpkeepError(f"Nothing can be written to {folder}: {error}") from error
    finally:
        os.umask(before)


def _pack(file: Path, about: About, database: Path) -> None:
    """Write a backup's file, to the disk."""
    with tarfile.open(file, "w:gz", compresslevel=LEVEL) as packed:
        for name, text in (
            (ABOUT, json.dumps(asdict(about), indent=1)),
            (SETTINGS, settings_as_text()),
        ):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(text.encode()), 0o600
            packed.addfile(entry, io.BytesIO(text.encode()))
        packed.add(database, DATABASE)
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _sync(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def settings_as_text() -> str:
    """Return every setting that the environment gave, as lines of a settings file."""
    given = sorted(settings.SETTINGS_GIVEN.items())
    return "".join(f"{name}={_in_a_line(value)}\n" for name, value in given)


def _in_a_line(value: str) -> str:
    r"""
    Return a value as both systemd and a shell read it.

    >>> _in_a_line("clubscore.example"), _in_a_line('a "b" c')
    ('clubscore.example', '"a \\"b\\" c"')
    """
    line = value.strip().replace("\n", " ")
    if re.fullmatch(r"[\w@%+=:,./-]*", line, re.ASCII):
        return line
    escaped = re.sub(r'(["\\$`])', r"\\\1", line)
    return f'"{escaped}"'


# Reading one ----------------------------------------------------------------------


def about_of(file: Path) -> About:
    """Return what a backup is of."""
    with _opened(file) as packed:
        text = packed.extractfile(ABOUT)
        assert text is not None
        return About(**json.load(text))


def settings_of(file: Path) -> str:
    """Return the settings that a backup holds."""
    with _opened(file) as packed:
        text = packed.extractfile(SETTINGS)
        assert text is not None
        return text.read().decode()


def _unpack(file: Path, database: Path) -> None:
    """Write the database that a backup holds to a file; refuse a damaged one."""
    digest = hashlib.sha256()
    with _opened(file) as packed, database.open("wb") as written:
        held = packed.extractfile(DATABASE)
        assert held is not None
        while data := held.read(1_000_000):
            digest.update(data)
            written.write(data)
    # gzip looks at its own sum only at the end of all.
    if digest.hexdigest() != about_of(file).sha256:
        raise UpkeepError(f"{file} is damaged: its database is not as it was written.")


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, "r:gz") as packed:
            yield packed
    except FileNotFoundError as error:
        raise UpkeepError(f"There is no file {file}.") from error
    except (tarfile.TarError, EOFError, zlib.error, KeyError, TypeError) as error:
        raise UpkeepError(f"{file} is no backup, or damaged: {error}") from error
    except OSError as error:
        raise UpkeepError(f"{file} cannot be read: {error}") from error


@contextmanager
def unpacked(file: Path) -> Iterator[Path]:
    """Unpack the database that a backup holds, for as long as it is needed."""
    with _room_beside(file) as here:
        _unpack(file, here / DATABASE)
        yield here / DATABASE


@contextmanager
def _room_beside(file: Path) -> Iterator[Path]:
    """Return a folder to work in beside a backup, or in /tmp; it goes again."""
    # Beside it there is room for such files; /tmp may be small.
    if os.access(file.parent, os.W_OK):
        with _alone_in(file.parent) as here:
            yield here
    else:
        with tempfile.TemporaryDirectory(prefix="clubscore-") as own:
            yield Path(own)


def why_not(about: About) -> str:
    """Return why this installation cannot take a backup, and what to do; else ""."""
    if about.vendor != connection.vendor:
        return (
            f"This backup is of {about.vendor}, and DATABASE_URL names a database of"
            f" {connection.vendor}. Put it back where {about.vendor} is used, then move"
            " each club: manage.py export_club and import_club."
        )
    ours = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    theirs = set(about.migrations)
    if theirs == ours:
        return ""
    is_older = theirs < ours
    what = "an older" if is_older else "another"
    then = ", and then update: clubscore update" if is_older else ""
    return (
        f"This backup was made by {what} version, {about.version}; this is {VERSION}."
        f" Install version {about.version}, put the backup back with it{then}."
    )


def _applied() -> Iterable[str]:
    found = MigrationRecorder(connection).applied_migrations()
    return (f"{app}.{name}" for app, name in found)


# Keeping some ---------------------------------------------------------------------


def superfluous(
    times: Iterable[datetime], *, days: int, weeks: int, months: int
) -> list[datetime]:
    """
    Return which backups need not be kept.

    The last one of each of so many days, weeks and months with a backup is kept, and
    always the last of all.
    """
    found = sorted(times, reverse=True)
    kept = set(found[:1])
    for many, period in ((days, _day), (weeks, _week), (months, _month)):
        seen: dict[object, datetime] = {}
        for time in found:
            seen.setdefault(period(time), time)
        kept |= set(list(seen.values())[:many])
    return [time for time in found if time not in kept]


def _day(time: datetime) -> object:
    return time.date()


def _week(time: datetime) -> object:
    return time.date() - timedelta(days=time.weekday())


def _month(time: datetime) -> object:
    return time.year, time.month


def backups_in(folder: Path) -> dict[datetime, Path]:
    """Return the backups of a folder by their time."""
    found = {}
    for file in folder.glob("clubscore-*.tar.gz"):
        if match := NAME.fullmatch(file.name):
            time = datetime.strptime(match[1], TIME).replace(tzinfo=UTC)
            found[time] = file
    return found


def backups_prune(folder: Path) -> list[Path]:
    """Delete the backups of a folder that need not be kept; return them."""
    files = backups_in(folder)
    gone = [
        files[time]
        for time in superfluous(
            files,
            days=settings.BACKUP_DAYS,
            weeks=settings.BACKUP_WEEKS,
            months=settings.BACKUP_MONTHS,
        )
    ]
    for file in gone:
        file.unlink()
    return gone
