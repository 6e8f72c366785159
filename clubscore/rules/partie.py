"""
How a partie runs: the deal passes, rounds follow each other, it ends.

A state is folded from what happened, one game after the other; nothing is kept
that could not be worked out again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from clubscore.rules.hands import Outcome, Table, Win
from clubscore.rules.items import Ruleset
from clubscore.rules.seats import Wind


@dataclass(frozen=True, slots=True)
class PartieState:
    """Where a partie stands before its next game."""

    places: tuple[str, ...]
    """The players around the table, the first East of the round first."""
    round: int = 1
    """The number of the round, from 1."""
    passes: int = 0
    """How often the deal has passed in this round."""
    is_finished: bool = False

    @property
    def winds(self) -> dict[Wind, str]:
        """Who sits on which seat."""
        many = len(self.places)
        return {wind: self.places[(wind + self.passes) % many] for wind in Wind}

    @property
    def dealer(self) -> str:
        """The player who is East."""
        return self.places[self.passes]

    @property
    def round_wind(self) -> Wind:
        """The wind of the round."""
        return Wind((self.round - 1) % len(Wind))

    @property
    def table(self) -> Table:
        """What holds for the next game before a tile is drawn."""
        return Table(tuple(Wind), self.round_wind)


def after_game(rules: Ruleset, state: PartieState, outcome: Outcome) -> PartieState:
    """
    Return the state after a game.

    NTS, Algemene gang van het spel and Begrippen (Remise): the winds pass on
    after every game that East did not win; on a draw they stay. The round ends
    when everybody has been East.
    """
    if not isinstance(outcome, Win) or outcome.winner is Wind.EAST:
        return state
    passes = state.passes + 1
    if passes < len(state.places):
        return replace(state, passes=passes)
    is_last = state.round == rules.dealing.rounds
    return replace(
        state,
        round=state.round if is_last else state.round + 1,
        passes=state.passes if is_last else 0,
        is_finished=is_last,
    )


def with_east(state: PartieState, name: str) -> PartieState:
    """Return the state in which *name*, a player at the table, sits East."""
    return replace(state, passes=state.places.index(name))


def with_seating(state: PartieState, names: tuple[str, ...]) -> PartieState:
    """Return the state in which the players sit anew, East first."""
    many = len(names)
    return replace(
        state,
        places=tuple(names[(place - state.passes) % many] for place in range(many)),
    )


def with_substitute(state: PartieState, leaving: str, coming: str) -> PartieState:
    """Return the state in which *coming* sits where *leaving* sat."""
    return replace(
        state,
        places=tuple(coming if name == leaving else name for name in state.places),
    )


def ended(state: PartieState) -> PartieState:
    """Return the state in which no game follows."""
    return replace(state, is_finished=True)
