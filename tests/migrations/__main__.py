"""
Dump today's version, to be migrated by every later one.

Run for each release, with a PostgreSQL: `python -m tests.migrations`.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from clubscore.version import VERSION
from tests.storm.__main__ import ROOT, own_database, postgresql_server, say

HERE = Path(__file__).parent


def main() -> int:
    """Write both dumps; return the exit status."""
    server = postgresql_server()
    if not server:
        say("No PostgreSQL answers.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dump.sqlite3"
        fill(f"sqlite:///{file}")
        with closing(sqlite3.connect(file)) as source:
            keep("sqlite", "\n".join(source.iterdump()))
    with own_database(server) as url:
        fill(url)
        command = [tool("pg_dump"), "--no-owner", "--no-privileges", url]
        dumped = subprocess.run(  # noqa: S603 (our own words)
            command, capture_output=True, check=True, text=True
        )
        keep("postgresql", dumped.stdout)
    return 0


def fill(url: str) -> None:
    """Make a small club with everything that the demo has."""
    for words in (["migrate", "--verbosity", "0"], ["demo", "--parties", "5"]):
        manage(url, *words)


def manage(url: str, *words: str) -> str:
    """Run a command of today's version on a database; return what it says."""
    environment = os.environ | {
        "DATABASE_URL": url,
        "SECRET_KEY": "for-migrations",
        "DEBUG": "false",
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }
    answer = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "manage.py", *words],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=environment,
        text=True,
    )
    if answer.returncode:
        raise RuntimeError(answer.stdout + answer.stderr)
    return answer.stdout


def tool(name: str) -> str:
    """Return where one of PostgreSQL's programs is."""
    found = shutil.which(name)
    assert found, f"apt-get install postgresql-client: there is no {name}"
    return found


def keep(vendor: str, text: str) -> None:
    """Write a dump beside this file."""
    file = HERE / f"{VERSION}.{vendor}.sql.gz"
    file.write_bytes(gzip.compress(text.encode(), mtime=0))
    say(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())
