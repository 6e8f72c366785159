"""Two small installations, on the kind of database that the tests run on."""

import subprocess
import sys
from pathlib import Path

from django.db import connection

from tests.scale import CORRECTING, FRONT_PAGE, PAGES, RECORDING


def test_a_club_costs_as_many_queries_among_others_as_alone(
    root: Path, tmp_path: Path
) -> None:
    done = subprocess.run(  # noqa: S603 (our own words)
        [
            *(sys.executable, "-m", "tests.scale", "--folder", str(tmp_path)),
            *("--clubs", "2", "--games", "90", "--rounds", "3"),
            *("--database", connection.vendor),
        ],
        capture_output=True,
        check=False,
        cwd=root,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 clubs, " in done.stdout
    lines = done.stdout.splitlines()
    for name in (*PAGES, RECORDING, CORRECTING, FRONT_PAGE):
        assert sum(line.startswith(f"{name}") for line in lines) == 1, done.stdout
    assert list(tmp_path.iterdir()) == []
