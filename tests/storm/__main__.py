"""``make storm``: the storm on SQLite and on PostgreSQL, on databases of its own."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).parent.parent.parent


def main(module: str = "tests.storm.one") -> int:
    """Storm by a module on each database; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50, help="kills, default 50")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument(
        "--database", choices=("both", "sqlite", "postgresql"), default="both"
    )
    asked = parser.parse_args()
    wanted = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    status = 0
    what = module.split(".")[1]
    for name in wanted:
        with tempfile.TemporaryDirectory(prefix="clubscore-storm-") as folder:
            say(f"\n=== {what} on {name}: {asked.count} kills, seed {asked.seed}")
            if name == "sqlite":
                url = f"sqlite:///{folder}/storm.sqlite3"
                status |= storm(module, url, Path(folder), asked)
            elif server := postgresql_server():
                with own_database(server) as url:
                    status |= storm(module, url, Path(folder), asked)
            elif os.environ.get("REQUIRE_POSTGRES") == "1":
                say("No PostgreSQL answers, and REQUIRE_POSTGRES=1 asks for one.")
                status = 1
            else:
                say("Not run: TEST_DATABASE_URL is not set and no PostgreSQL answers.")
    return status


def say(sentence: str) -> None:
    """Print a line now."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def storm(module: str, url: str, folder: Path, asked: argparse.Namespace) -> int:
    """Storm on one database in a process of its own; return its exit status."""
    command = [
        *(sys.executable, "-m", module, "--folder", str(folder)),
        *("--count", str(asked.count), "--seed", str(asked.seed)),
    ]
    environment = os.environ | {
        "DATABASE_URL": url,
        "SECRET_KEY": "for-the-storm",
        "DEBUG": "false",
        "HTTPS": "false",
    }
    return subprocess.run(  # noqa: S603 (our own words)
        command, env=environment, cwd=ROOT, check=False
    ).returncode


def postgresql_server() -> str:
    """Return the address of a PostgreSQL, empty where there is none."""
    found = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, str(ROOT / ".ci" / "postgres_url.py")],
        capture_output=True,
        check=False,
        text=True,
    )
    return found.stdout.strip()


@contextmanager
def own_database(server: str) -> Iterator[str]:
    """Make a database for the storm alone, and drop it afterwards."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    name = f"clubscore_storm_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(
                SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name))
            )


if __name__ == "__main__":
    sys.exit(main())
