"""
The states that a partie can go on to, worked out beforehand.

A phone without signal looks up who is East next; no rule is written in its own
language. What a game came to does not matter for that, only how it ended: so a partie
has a few dozen states, and all of them are foreseen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from clubscore.partie.engine.chronicles import Chronicle
from clubscore.partie.entries import PlayerKey
from clubscore.rules.hands import (
    Circumstance,
    Draw,
    Ending,
    Offence,
    Penalty,
    Source,
    TypedEnding,
    Win,
)
from clubscore.rules.partie import PartieState, after_game, with_east
from clubscore.rules.table.progress import expected_of, table_of
from clubscore.rules.table.table_seats import Table


@dataclass(slots=True)
class Foreseen:
    """A state that a partie can come to, and what can follow."""

    table: Table
    """Who sits where; its number says nothing."""
    east: PlayerKey | None
    """Who is East or owner by the rules; None where dice have to say."""
    finished: bool
    then: dict[str, Any] = field(default_factory=dict)
    """The states after a draw, and after each player's win or penalty."""
    seated: dict[PlayerKey, int] = field(default_factory=dict)
    """The states in which another really sits East."""

    @property
    def as_json(self) -> dict[str, Any]:
        """The state as plain JSON; other states are named by their place."""
        return {
            "round": self.table.round,
            "round_wind": self.table.round_wind,
            "winds": dict(self.table.winds),
            "owner": self.table.owner,
            "resting": self.table.resting,
            "dice_choose": self.table.dice_choose,
            "east": self.east,
            "finished": self.finished,
            "then": self.then,
            "seated": self.seated,
        }


def foresight(partie: Chronicle) -> list[Foreseen]:
    """
    Return the states that a partie can come to by games, the present first.

    States that are alike are one. Where dice have yet to choose the East there is
    nothing in `then`: `seated` leads on.
    """
    search = _Search(may_be_nobodys=partie.terms.takes_scores)
    search.place_of(partie.state)
    # What is found on the way is appended, and looked at in its turn.
    for state, foreseen in zip(search.states, search.found, strict=True):
        if not foreseen.finished:
            search.look_on(state, foreseen)
    return search.found


NOBODY = ""
"""Stands for the winner where several won, or nobody says who."""
NINTH = frozenset({Circumstance.NINTH_WIN})


class _Search:
    """A search through the states of a partie."""

    def __init__(self, *, may_be_nobodys: bool) -> None:
        self._may_be_nobodys = may_be_nobodys
        """Whether a game can be won without anybody saying who won."""
        self.found: list[Foreseen] = []
        self.states: list[PartieState] = []
        self._places: dict[tuple[object, ...], int] = {}

    def place_of(self, state: PartieState) -> int:
        """Return the place of a state among those found."""
        if state.now.dice_choose or state.is_finished:
            state = replace(state, passes=0)  # it makes no difference to what follows
        key = (state.stretch, state.passes, state.is_finished, state.dice_chose)
        if key not in self._places:
            self._places[key] = len(self.found)
            east = expected_of(state)
            seated = with_east(state, east) if east is not None else state
            self.states.append(state)
            self.found.append(Foreseen(table_of(seated, 0), east, state.is_finished))
        return self._places[key]

    def look_on(self, state: PartieState, foreseen: Foreseen) -> None:
        """Add what can follow a state."""
        if foreseen.east is not None:
            foreseen.then = self._after(with_east(state, foreseen.east))
        for player in state.places:
            if player != foreseen.east:
                foreseen.seated[player] = self.place_of(_seated(state, player))

    def _after(self, state: PartieState) -> dict[str, Any]:
        """Return the places of the states after a game, for every way it can end."""
        won: dict[PlayerKey, int] = {}
        fined: dict[PlayerKey, int] = {}
        if self._may_be_nobodys:
            unsaid = TypedEnding(Ending.WIN)
            won[NOBODY] = self.place_of(after_game(state, unsaid))
        for wind, player in state.winds.items():
            win = Win(wind, None, Source.WALL)
            won[player] = self.place_of(after_game(state, win))
            fault = Penalty((wind,), Offence.FALSE_MAHJONG)
            fined[player] = self.place_of(after_game(state, fault))
        draw = self.place_of(after_game(state, Draw()))
        found = {"draw": draw, "win": won, "penalty": fined}
        if state.dealing.longest_row is not None:
            last = Win(state.dealers_seat, None, Source.WALL, None, NINTH)
            found["ninth_win"] = self.place_of(after_game(state, last))
        return found


def _seated(state: PartieState, player: PlayerKey) -> PartieState:
    """Return the state in which *player* is East, as the dice or the people chose."""
    if state.now.dice_choose:
        return replace(state, dice_chose=player)
    return with_east(state, player)
