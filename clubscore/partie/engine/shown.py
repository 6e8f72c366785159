"""
Who sat where by the screen on which a game was entered.

A game that waits for a signal is entered on winds that rest on the games before it. If
one of those goes or changes, the rules would seat the players otherwise than the screen
did; nobody is to pay as East who did not see it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from clubscore.partie.engine.chronicles import Chronicle, table_said
from clubscore.partie.engine.progress import table_played
from clubscore.partie.engine.tables import PlayerKey, Said, Table
from clubscore.rules import RulesError


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


def where_shown(chronicle: Chronicle, shown: Shown) -> dict[str, Any] | None:
    """
    Return what a game has to say so that everybody sits in it as the screen showed.

    It says who sat East and, where the rules would have another by now, its round. None
    if no game can say it: the players sat down anew since, or others play.
    """
    where: dict[str, Any] = {"east": shown.dealer}
    state = chronicle.state
    if (shown.round, shown.round_wind) != (state.round, state.round_letter):
        where |= {"round": shown.round, "round_wind": shown.round_wind}
    return where if _seats(chronicle, where) == shown else None


def where_ruled(
    chronicle: Chronicle, shown: Shown | None, east: PlayerKey | None
) -> dict[str, Any] | None:
    """
    Return what a game has to say by the rules, *east* being who really sat East.

    None if somebody would sit otherwise in it than the screen showed. Without *shown*
    raise RulesError as `table_played` does.
    """
    try:
        table = table_played(chronicle, east)
    except RulesError:
        if shown is None:
            raise
        return None
    is_other = shown is not None and Shown.of(table) != shown
    return None if is_other else {"east": table.dealer}


def _seats(chronicle: Chronicle, where: Said) -> Shown | None:
    try:
        return Shown.of(table_said(chronicle, where))
    except RulesError:
        return None
