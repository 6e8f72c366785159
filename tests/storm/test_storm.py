"""A short storm: three kills, on the kind of database that the tests run on."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection


@pytest.mark.database_of_its_own
def test_no_acknowledged_game_is_lost_or_doubled_when_the_server_dies(
    root: Path,
) -> None:
    storm = subprocess.run(  # noqa: S603 (our own words)
        [
            *(sys.executable, "-m", "tests.storm"),
            *("--count", "3", "--database", connection.vendor),
        ],
        capture_output=True,
        check=False,
        cwd=root,
        text=True,
        timeout=300,
    )
    assert storm.returncode == 0, storm.stdout + storm.stderr
    assert "3 kills" in storm.stdout
    assert "audit clean after every kill" in storm.stdout
