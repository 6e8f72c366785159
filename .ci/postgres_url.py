"""Print the address of a PostgreSQL to run the tests on; exit with 1 where none is."""

import os
import sys

import psycopg

LOCAL = "postgres://postgres@127.0.0.1:5432/postgres"


def postgres_url() -> str | None:
    """Return TEST_DATABASE_URL, unasked, or the local server's if that answers."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        return url
    try:
        psycopg.connect(LOCAL, connect_timeout=3).close()
    except psycopg.OperationalError:
        return None
    return LOCAL


if __name__ == "__main__":
    found = postgres_url()
    if found is None:
        sys.exit(1)
    print(found)
