"""
The time that a worker takes for a club's file, to be charged and limited.

What comes before the parties, each partie, and what follows from all of them is a
transaction of its own each, for which others wait where one alone can write.
"""

from __future__ import annotations

from collections.abc import Iterator

from clubscore.archive.transfer.rows import FileError
from clubscore.archive.transfer.shapes import ClubFile, PartieShape
from clubscore.club import limits

AT_ONCE = 10
"""Seconds that one transaction may take; whoever waits for SQLite does so for 20."""
PLAYERS_A_SECOND = 200
REVISIONS_A_SECOND = 120
"""How many games, or corrections of them, are recorded anew."""
ROWS_A_SECOND = 800
"""How many of whatever else there is are written; or parties are rated."""


def refuse_much(found: ClubFile) -> None:
    """Raise FileError for a file that would keep others waiting for long."""
    for what, seconds in _transactions(found):
        if seconds > AT_ONCE:
            fault = f"{what}: more than is read at once"
            raise FileError(fault, reason=FileError.Wrong.MUCH)


def seconds_for(found: ClubFile) -> float:
    """Return how many seconds of a processor it takes to make the club of a file."""
    return sum(seconds for _what, seconds in _transactions(found))


def _transactions(found: ClubFile) -> Iterator[tuple[str, float]]:
    """Yield what is written in one transaction, and how many seconds that takes."""
    rows = (
        len(found.seasons)
        + len(found.former_authors)
        + sum(1 + len(one.editions) for one in found.books)
        + sum(1 + len(one.presences) for one in found.evenings)
        + sum(1 + len(one.sign_ons) for one in found.planned_evenings)
    )
    players = len(found.players) / PLAYERS_A_SECOND
    yield "what comes before the parties", players + rows / ROWS_A_SECOND
    for partie in found.parties:
        yield f"partie {partie.number}", _seconds_of(partie)
    rows = len(found.parties) + sum(
        1 + len(one.versions) + len(one.sittings) for one in found.plans
    )
    yield "parties and plans", rows / ROWS_A_SECOND


def _seconds_of(partie: PartieShape) -> float:
    rows = len(partie.links) + len(partie.entries)
    games = 0.0
    for one in partie.revisions:
        rows += len(one.agreements)
        games += 1 / REVISIONS_A_SECOND
        games += (limits.cost_of(one.said) - 1) * limits.GAME
    return games + rows / ROWS_A_SECOND
