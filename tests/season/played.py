"""Parties that were played, for pages that show results."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import transaction

from clubscore.archive.earlier.writer import results_import
from clubscore.club.models import Account, Club, Player, Season
from clubscore.partie import services
from clubscore.partie.derive import CHAINED, derive
from clubscore.partie.engine import Chronicle
from clubscore.partie.models import Partie
from clubscore.partie.services import Author, Write
from tests.rules.golden import WORKED_EXAMPLE

GAME: dict[str, Any] = {name: WORKED_EXAMPLE[name] for name in ("hands", "outcome")}
DRAW: dict[str, Any] = {"outcome": {"kind": "draw"}}
"""Scores of GAME by seat: +24, +384, −244, −164; the deal passes to South."""


def write(partie: Partie) -> Write:
    """Return a write that has seen the partie as it is."""
    return _write(Partie.objects.get(pk=partie.pk).version)


def _write(version: int) -> Write:
    return Write(Author(name="Anna"), version, f"write {version}")


def play(
    season: Season,
    players: list[Player],
    games: list[dict[str, Any]],
    *,
    ends: bool = True,
    day: dt.date = dt.date(2026, 11, 17),
    table: str = "",
) -> Partie:
    """Play a partie of *games*."""
    with derived_once():
        partie = services.partie_start(
            season=season, players=players, day=day, table=table
        )
        for version, game in enumerate(games):
            services.game_record(partie=partie, write=_write(version), record=game)
        if ends:
            services.partie_end(partie=partie, write=_write(len(games)), why="time")
    return partie


@contextmanager
def derived_once() -> Iterator[None]:
    """
    Let what follows from a partie that is played inside be worked out at its end.

    It comes to the same rows as after every write, for derive makes all of them of
    entries alone, and costs a fraction.
    """
    last: tuple[Partie, Chronicle] | None = None

    def put_off(partie: Partie, chronicle: Chronicle, **_more: object) -> None:
        nonlocal last
        last = partie, chronicle
        partie.save(update_fields=["version", *CHAINED])

    with transaction.atomic():
        with patch.object(services, "derive", put_off):
            yield
        assert last is not None
        derive(*last, from_place=1)


def import_old(club: Club, account: Account, *lines: str) -> str:
    """Import old results of players that the club knows; return the import's key."""
    return results_import(
        club=club,
        text="\n".join(lines),
        adding=(),
        author=Author(account),
        key="old results",
    )
