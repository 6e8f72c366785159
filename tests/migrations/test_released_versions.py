"""The database of every released version becomes today's, and nothing is lost."""

import gzip
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.migrations.__main__ import HERE, manage, tool
from tests.storm.__main__ import own_database, postgresql_server

RELEASED = sorted(
    file.name[: -len(".sqlite.sql.gz")] for file in HERE.glob("*.sqlite.*")
)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """Return the address of an empty database of the kind that the tests use."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path}/old.sqlite3"
    else:
        with own_database(postgresql_server()) as address:
            yield address


def load(url: str, version: str) -> None:
    """Fill a database with the dump of a version."""
    text = gzip.decompress(
        (HERE / f"{version}.{connection.vendor}.sql.gz").read_bytes()
    )
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as target:
            target.executescript(text.decode())
    else:
        command = [tool("psql"), "--quiet", "--set=ON_ERROR_STOP=1", url]
        subprocess.run(command, input=text, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


@pytest.mark.database_of_its_own
@pytest.mark.parametrize("version", RELEASED)
def test_a_released_version_becomes_todays(url: str, version: str) -> None:
    load(url, version)
    manage(url, "migrate", "--no-input", "--verbosity", "0")
    said = manage(url, "audit").splitlines()[-1]
    assert re.fullmatch(r"5 parties, 1\d\d games: no differences", said)


def test_every_version_in_the_changelog_has_a_dump() -> None:
    lines = (settings.BASE_DIR / "CHANGELOG.md").read_text().splitlines()
    versions = {line.split()[1].strip("[]") for line in lines if line.startswith("## ")}
    for vendor in ("sqlite", "postgresql"):
        there = {file.name for file in HERE.glob(f"*.{vendor}.sql.gz")}
        for version in versions - {"Unreleased"}:
            assert f"{version}.{vendor}.sql.gz" in there
        assert len(there) == len(RELEASED)
