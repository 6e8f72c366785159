"""
A copy of the whole database in one file, and back.

Copying disturbs nobody, and shows one moment. Putting back is one transaction: whatever
happens, the database holds all that was there before or all of the copy.
"""

from __future__ import annotations

import getpass
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import Error, connection
from django.db.backends.postgresql.client import DatabaseClient

from clubscore.upkeep.progress import Stream, megabytes, telling

PAGES_AT_ONCE = 5000
CHUNK = 1_000_000


class UpkeepError(Exception):
    """What cannot be done, in a sentence for whoever asked for it."""


# A copy ---------------------------------------------------------------------------


def copy_to(file: Path, told: Stream) -> None:
    """Write the database as it is now to a file."""
    if connection.vendor == "sqlite":
        with _opened(Path(connection.settings_dict["NAME"])) as source:
            # One snapshot, whoever records meanwhile.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            _copy(source, file, told, "Copying the database")
    else:
        where, environment = _server(connection.settings_dict)
        command = [*_tool("pg_dump"), "--format=custom", "--compress=0"]
        command += ["--no-owner", "--no-privileges", f"--schema={_schema()}"]
        with telling(told, "Copying the database", lambda: _size_of(file)):
            _run([*command, f"--file={file}", *where], environment)


def put_back(file: Path, told: Stream) -> None:
    """Replace the database by the copy in a file, all at once."""
    if connection.vendor == "sqlite":
        connection.close()
        with _opened(file) as source:
            target = Path(connection.settings_dict["NAME"])
            _copy(source, target, told, "Putting the copy back")
    else:
        connection.close()
        schema = _schema()
        before = f"SET lock_timeout = '20s';DROP SCHEMA \"{schema}\" CASCADE;\n"
        with telling(told, "Putting the copy back", str):
            _into_postgresql(file, before, connection.settings_dict)
    connection.close()


# Looking at a copy ----------------------------------------------------------------


@contextmanager
def opened_as_database(file: Path, told: Stream) -> Iterator[str]:
    """Open a copy beside the real database; return its address for DATABASE_URL."""
    if connection.vendor == "sqlite":
        with _opened(file) as copy, telling(told, "Reading the copy", str):
            (answer,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if answer != "ok":
            raise UpkeepError(f"The copy is damaged: {answer}")
        yield f"sqlite:///{quote(str(file))}"
        return
    name = f"{connection.settings_dict['NAME']}_check"
    _make_beside(name)
    try:
        beside = {**connection.settings_dict, "NAME": name}
        before = "DROP SCHEMA public CASCADE;\n" if _schema() == "public" else ""
        with telling(told, "Reading the copy", str):
            _into_postgresql(file, before, beside)
        yield address_of(beside)
    finally:
        _drop_beside(name)


def audit(url: str, told: Stream) -> tuple[bool, str]:
    """Run ``audit`` on another database; return whether all is well, and its words."""
    # What it audits is data: the checks of the code would take as long again.
    command = [sys.executable, str(settings.BASE_DIR / "manage.py")]
    command += ["audit", "--skip-checks"]
    environment = os.environ | {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }
    # It would be read instead, and the live database audited.
    environment.pop("DATABASE_URL_FILE", None)
    with telling(told, "Auditing the copy", str):
        answer = subprocess.run(  # noqa: S603 (our own command)
            command, env=environment, capture_output=True, check=False, text=True
        )
    return answer.returncode == 0, (answer.stdout + answer.stderr).strip()


# SQLite ---------------------------------------------------------------------------


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a file of SQLite to read from it."""
    if not file.is_file():
        raise UpkeepError(f"There is no database {file}.")
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=20)) as source:
            yield source
    except sqlite3.Error as error:
        raise UpkeepError(f"SQLite cannot read {file}: {error}.") from error


def _copy(source: sqlite3.Connection, file: Path, told: Stream, what: str) -> None:
    """Copy a database over a file, in one transaction of that file."""
    far = "0 %"

    def note(_status: int, left: int, pages: int) -> None:
        nonlocal far
        far = f"{100 * (pages - left) // max(1, pages)} %"

    try:
        with (
            closing(sqlite3.connect(file, timeout=20)) as target,
            telling(told, what, lambda: far),
        ):
            target.execute("PRAGMA synchronous=FULL")
            source.backup(target, pages=PAGES_AT_ONCE, progress=note)
    except sqlite3.Error as error:
        raise UpkeepError(
            f"SQLite cannot write {file}: {error}. If that file is damaged, move it"
            " away, with those of the same name that end in -wal and -shm, and try"
            " again; if it is in use, stop the site first."
        ) from error


# PostgreSQL -----------------------------------------------------------------------


def _into_postgresql(file: Path, before: str, server: Mapping[str, Any]) -> None:
    """
    Run a copy's statements in one transaction, after some others.

    Not psql's own `--single-transaction`: that commits at the end of its input, also of
    an input that was cut off.
    """
    where, environment = _server(server)
    psql = [*_tool("psql"), "--quiet", "--no-psqlrc"]
    psql += ["--set=ON_ERROR_STOP=1", "--output=/dev/null", "--file=-"]
    reading = [*_tool("pg_restore"), "--no-owner", "--no-privileges", "--file=-"]
    with (
        subprocess.Popen([*reading, str(file)], stdout=subprocess.PIPE) as source,  # noqa: S603 (our own words)
        subprocess.Popen(  # noqa: S603 (our own words)
            [*psql, *where],
            env=environment,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as target,
    ):
        assert source.stdout
        assert target.stdin
        assert target.stderr
        with suppress(BrokenPipeError):
            target.stdin.write(f"BEGIN;\n{before}".encode())
            shutil.copyfileobj(source.stdout, target.stdin, CHUNK)
        source.stdout.close()
        is_whole = source.wait() == 0
        with suppress(BrokenPipeError):
            # Said by nobody if this process dies: then nothing has happened.
            if is_whole:
                target.stdin.write(b"\nCOMMIT;\n")
            target.stdin.close()
        why = target.stderr.read().decode().strip()
        if target.wait() != 0 or not is_whole:
            raise UpkeepError(f"PostgreSQL did not take the copy. {why}")


def _server(server: Mapping[str, Any]) -> tuple[list[str], dict[str, str]]:
    """Return what tells PostgreSQL's programs where the database is."""
    dictionary = {**server, "OPTIONS": {**server.get("OPTIONS", {})}}
    arguments, environment = DatabaseClient.settings_to_cmd_args_env(dictionary, [])
    return arguments[1:], os.environ | (environment or {})


def address_of(server: Mapping[str, Any]) -> str:
    """Return the address of a database on the same server, for DATABASE_URL."""
    user = quote(server["USER"] or "", safe="")
    if server["PASSWORD"]:
        user += f":{quote(server['PASSWORD'], safe='')}"
    host = server["HOST"] or ""
    # A folder of sockets is written as a host, encoded.
    host = quote(host, safe="") if host.startswith("/") else host
    port = f":{server['PORT']}" if server["PORT"] else ""
    place = f"{user}@{host}{port}" if user or host else ""
    address = f"postgres://{place}/{quote(server['NAME'], safe='')}"
    # Such as sslmode; the pool is what clubscore/settings.py adds to any address.
    options = {
        name: value
        for name, value in server.get("OPTIONS", {}).items()
        if isinstance(value, str | int)
    }
    return f"{address}?{urlencode(options)}" if options else address


def _make_beside(name: str) -> None:
    """Make an empty database on the same server."""
    quoted = connection.ops.quote_name(name)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {quoted} WITH (FORCE)")
            cursor.execute(f"CREATE DATABASE {quoted} TEMPLATE template0")
    except Error as error:
        user = connection.settings_dict["USER"] or getpass.getuser()
        raise UpkeepError(
            f"A copy is checked in a database of its own, and none can be made: {error}"
            f" As the user postgres: psql -c 'ALTER ROLE {user} CREATEDB'"
        ) from error


def _drop_beside(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"DROP DATABASE IF EXISTS {connection.ops.quote_name(name)} WITH (FORCE)"
        )


def _schema() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        return str(cursor.fetchone()[0])


def _tool(name: str) -> list[str]:
    """Return where one of PostgreSQL's programs is."""
    found = shutil.which(name)
    if not found:
        raise UpkeepError(
            f"{name} is missing. Install it: apt-get install postgresql-client"
        )
    return [found]


def _run(command: list[str], environment: dict[str, str]) -> None:
    """Run one of PostgreSQL's programs."""
    answer = subprocess.run(  # noqa: S603 (our own words)
        command, env=environment, capture_output=True, check=False, text=True
    )
    if answer.returncode:
        raise UpkeepError(answer.stderr.strip())


def _size_of(file: Path) -> str:
    return megabytes(file.stat().st_size) if file.exists() else ""
