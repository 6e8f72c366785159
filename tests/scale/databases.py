"""The databases of two installations, and whether they are filled already."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.storm.__main__ import ROOT, postgresql_server

CODE = ("clubscore/demo/*.py", "clubscore/*/migrations/*.py")
"""What says how an installation is filled; if it changes, they are filled anew."""
NAMES = ("alone", "among")


@contextmanager
def databases(
    vendor: str, folder: Path, size: str, *, keep: bool
) -> Iterator[tuple[str, str] | None]:
    """
    Give the addresses of two databases, empty or filled before with the same *size*.

    None where no PostgreSQL answers. Without *keep* they are gone afterwards.
    """
    key = f"{size}_{_digest()}"
    if vendor == "sqlite":
        yield from _files(folder, key, keep=keep)
    elif server := postgresql_server():
        yield from _on_server(server, key, keep=keep)
    else:
        yield None


def _digest() -> str:
    digest = hashlib.sha256()
    for pattern in CODE:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def _files(folder: Path, key: str, *, keep: bool) -> Iterator[tuple[str, str]]:
    folder.mkdir(parents=True, exist_ok=True)
    one, other = (folder / f"{name}_{key}.sqlite3" for name in NAMES)
    try:
        yield f"sqlite:///{one}", f"sqlite:///{other}"
    finally:
        if not keep:
            for path in (one, other):
                for file in folder.glob(f"{path.name}*"):
                    file.unlink()


def _on_server(server: str, key: str, *, keep: bool) -> Iterator[tuple[str, str]]:
    import psycopg
    from psycopg.sql import SQL, Identifier

    one, other = (f"clubscore_scale_{name}_{key}" for name in NAMES)
    with psycopg.connect(server, autocommit=True) as connection:
        for name in (one, other):
            known = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [name]
            )
            if known.fetchone() is None:
                connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        address = urlsplit(server)
        try:
            yield (
                urlunsplit(address._replace(path=f"/{one}")),
                urlunsplit(address._replace(path=f"/{other}")),
            )
        finally:
            if not keep:
                for name in (one, other):
                    connection.execute(
                        SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name))
                    )
