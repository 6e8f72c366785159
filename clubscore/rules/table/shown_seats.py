"""
The seats that the screen showed while a game was entered.

A game that waits for a signal is entered on winds that rest on the games before it. If
one of those goes or changes, the rules would seat the players otherwise than the screen
did; nobody is to pay as East who did not see it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from clubscore.rules.errors import RulesError
from clubscore.rules.table.progress import Underway, Where, table_at, table_played
from clubscore.rules.table.table_seats import PlayerKey, Table


@dataclass(frozen=True, slots=True)
class Shown:
    """The seats and the round that a screen showed."""

    round: int
    round_wind: str | None
    winds: Mapping[str, PlayerKey]
    """The player on each seat, by the seat's letter."""
    owner: str | None
    """The seat whose game it was, where seat winds stay."""
    resting: PlayerKey | None

    @classmethod
    def of(cls, table: Table) -> Self:
        """Return what a screen shows of a table."""
        return cls(
            table.round,
            table.round_wind,
            dict(table.winds),
            table.owner,
            table.resting,
        )

    @property
    def dealer(self) -> PlayerKey | None:
        """Who was East, or owned the game."""
        return self.winds.get(self.owner or "E")


def where_shown(partie: Underway, shown: Shown) -> Where | None:
    """
    Return where a game has to be so that everybody sits in it as the screen showed.

    It says who sat East and, where the rules would have another by now, its round. None
    if no game can say it: the players sat down anew since, or others play.
    """
    where, state = Where(shown.dealer), partie.state
    if (shown.round, shown.round_wind) != (state.round, state.round_letter):
        where = Where(shown.dealer, shown.round, shown.round_wind)
    return where if _seats(partie, where) == shown else None


def where_ruled(
    partie: Underway, shown: Shown | None, east: PlayerKey | None
) -> Where | None:
    """
    Return where a game is by the rules, *east* being who really sat East.

    None if somebody would sit otherwise in it than the screen showed. Without *shown*
    raise RulesError as `table_played` does.
    """
    try:
        table = table_played(partie, east)
    except RulesError:
        if shown is None:
            raise
        return None
    is_other = shown is not None and Shown.of(table) != shown
    return None if is_other else Where(table.dealer)


def _seats(partie: Underway, where: Where) -> Shown | None:
    try:
        return Shown.of(table_at(partie, where))
    except RulesError:
        return None
