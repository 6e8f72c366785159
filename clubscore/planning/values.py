"""The values of a plan: players, tables, rounds, measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import TypeAlias

Key: TypeAlias = int | str
"""What the caller knows a player by."""

WINDS = "ESWN"
"""The winds in the order of the seats."""


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """One table in one round; with three players nobody is North."""

    number: int
    east: Key
    south: Key
    west: Key
    north: Key | None = None
    fifth: Key | None = None
    """Who sits out first at a table of five."""

    @property
    def seats(self) -> tuple[Key, ...]:
        """Those who have a wind, East first."""
        three = (self.east, self.south, self.west)
        return three if self.north is None else (*three, self.north)

    @property
    def players(self) -> tuple[Key, ...]:
        """Everybody at the table."""
        return self.seats if self.fifth is None else (*self.seats, self.fifth)


@dataclass(frozen=True, slots=True)
class Round:
    """One sitting of everybody who is there."""

    number: int
    tables: tuple[PlannedTable, ...]
    waiting: tuple[Key, ...] = ()

    @property
    def players(self) -> Iterable[Key]:
        """Everybody who is there, at a table or waiting."""
        return chain(*(table.players for table in self.tables), self.waiting)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for."""

    players: Sequence[Key]
    rounds: int
    seed: int = 1
    seconds: float = 10.0
    sizes: Sequence[int] = (3, 4, 5)
    """How many may sit at one table."""
    apart: Sequence[Sequence[Key]] = ()
    """Groups of players of whom no two ever share a table."""
    together: Sequence[Sequence[Key]] = ()
    """Groups of players who share a table in every round in which they play."""
    fixed: Mapping[Key, int] = field(default_factory=dict)
    """The table number at which a player always sits."""
    history: Sequence[Round] = ()
    """What was played before, the first round first."""


class Compared(StrEnum):
    """Between whom waits are compared."""

    ALL = "all"
    """All players of the plan."""
    THROUGHOUT = "throughout"
    """Those who were there in every round of the history too."""
    PLAN = "plan"
    """All of them, in the rounds of the plan alone."""


@dataclass(frozen=True, slots=True)
class Measures:
    """How good a plan is; the field's words are those of the command's answer."""

    repeats: int
    """All meetings less the different pairs that have met."""
    most_meetings: int
    """How often one pair meets at most."""
    least_indirect: int | None
    """Of pairs that never meet: how many others both have met at least."""
    table_repeats: int
    """Over the players: rounds played less different table numbers."""
    wind_spread: int
    """The largest difference between one player's four counts of winds."""
    wait_spread: int
    """The largest difference between two players' waits and sits-out together."""
    waits_compared: Compared
    """Between which players that is."""
    bound: int
    """The fewest repeats that counting allows."""

    @property
    def proven(self) -> bool:
        """Whether no plan can have fewer repeats."""
        return self.repeats == self.bound


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds still to come, and how good they are together with the history."""

    rounds: tuple[Round, ...]
    measures: Measures
    warnings: tuple[str, ...] = ()
    """English sentences."""
