"""``make evening``: an evening on SQLite and on PostgreSQL, on databases of its own."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.storm.__main__ import ROOT, own_database, postgresql_server, say


def main() -> int:
    """Play the evening on each database; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="default 10")
    parser.add_argument("--tables", type=int, default=40, help="default 40")
    parser.add_argument("--readers", type=int, default=200, help="default 200")
    parser.add_argument(
        "--database", choices=("both", "sqlite", "postgresql"), default="both"
    )
    asked = parser.parse_args()
    wanted = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    status = 0
    for name in wanted:
        say(
            f"\n=== {name}: {asked.tables} tables and {asked.readers} readers for"
            f" {asked.minutes:g} minutes"
        )
        with tempfile.TemporaryDirectory(prefix="clubscore-evening-") as folder:
            if name == "sqlite":
                status |= evening(f"sqlite:///{folder}/evening.sqlite3", folder, asked)
            elif server := postgresql_server():
                with own_database(server) as url:
                    status |= evening(url, folder, asked)
            else:
                say("Not run: no PostgreSQL answers.")
                status |= int(os.environ.get("REQUIRE_POSTGRES") == "1")
    return status


def evening(url: str, folder: str, asked: argparse.Namespace) -> int:
    """Play on one database in a process of its own; return its exit status."""
    return subprocess.run(  # noqa: S603 (our own words)
        [
            *(sys.executable, "-m", "tests.load.one", "--folder", str(Path(folder))),
            *("--minutes", str(asked.minutes), "--tables", str(asked.tables)),
            *("--readers", str(asked.readers)),
        ],
        env=os.environ
        | {
            "DATABASE_URL": url,
            "SECRET_KEY": "for-the-evening-" * 4,
            "DEBUG": "false",
            "HTTPS": "false",
        },
        cwd=ROOT,
        check=False,
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
