"""Parties that were played, for pages that show results."""

import datetime as dt
from typing import Any

from clubscore.archive.earlier.writer import results_import
from clubscore.club.models import Account, Club, Player, Season
from clubscore.partie import services
from clubscore.partie.models import Partie
from clubscore.partie.services import Author, Write
from tests.rules.golden import WORKED_EXAMPLE

GAME: dict[str, Any] = {name: WORKED_EXAMPLE[name] for name in ("hands", "outcome")}
DRAW: dict[str, Any] = {"outcome": {"kind": "draw"}}
"""Scores of GAME by seat: +24, +384, −244, −164; the deal passes to South."""


def write(partie: Partie) -> Write:
    """Return a write that has seen the partie as it is."""
    version = Partie.objects.get(pk=partie.pk).version
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
    partie = services.partie_start(season=season, players=players, day=day, table=table)
    for game in games:
        services.game_record(partie=partie, write=write(partie), record=game)
    if ends:
        services.partie_end(partie=partie, write=write(partie), why="time")
    return partie


def import_old(club: Club, account: Account, *lines: str) -> str:
    """Import old results of players that the club knows; return the import's key."""
    return results_import(
        club=club,
        text="\n".join(lines),
        adding=(),
        author=Author(account),
        key="old results",
    )
