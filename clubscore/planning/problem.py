"""
The problem of a plan in numbers: players, tables and rounds from 0.

`Sitting` is one round while it is made. Tables keep their places, so that a fixed
player has one; how big each table is is the same in every round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""Two players, the smaller number first."""


@dataclass(slots=True)
class Sitting:
    """Who sits at which table in one round, and who waits."""

    tables: list[list[int]]
    waiting: tuple[int, ...] = ()
    fifths: frozenset[int] = frozenset()
    """Who sits out first, one at each table of five."""

    def copy(self) -> Sitting:
        """Return one that can be changed without this."""
        return Sitting([list(t) for t in self.tables], self.waiting, self.fifths)


@dataclass(frozen=True)
class Problem:
    """What is to be planned."""

    players: int
    sizes: tuple[int, ...]
    rounds: int
    met: Mapping[Pair, int]
    """How often two of the players met before."""
    winds: tuple[tuple[int, ...], ...]
    """How often each was East, South, West and North before."""
    waits: tuple[int, ...]
    """By how many waits and sits-out each is ahead of his share so far."""
    apart: frozenset[Pair]
    groups: tuple[tuple[int, ...], ...]
    """Those who stay together, two or more each; no two groups share a player."""
    fixed: Mapping[int, int]
    """The table of those who always sit there, and of who stays together with them."""

    @cached_property
    def waiting(self) -> int:
        """How many wait in each round."""
        return self.players - sum(self.sizes)

    @cached_property
    def is_plain(self) -> bool:
        """Whether nobody waits, all tables have four and there are no wishes."""
        return (
            self.waiting == 0
            and set(self.sizes) == {4}
            and not (self.met or self.apart or self.groups or self.fixed)
        )

    @cached_property
    def group_of(self) -> Mapping[int, tuple[int, ...]]:
        """The group of each player who has one."""
        return {player: group for group in self.groups for player in group}

    def counted(self, sittings: Sequence[Sitting]) -> dict[Pair, int]:
        """Return how often each pair has met after *sittings*."""
        met = dict(self.met)
        for sitting in sittings:
            for table in sitting.tables:
                for pair in combinations(sorted(table), 2):
                    met[pair] = met.get(pair, 0) + 1
        return met

    def fewest_repeats(self, sittings: Sequence[Sitting]) -> int:
        """
        Return the fewest repeats with the same players at tables as in *sittings*.

        Those who stay together repeat what they repeat; the others meet as often as
        they meet, and those who are apart do not.
        """
        forced = {
            pair: self.met.get(pair, 0)
            for group in self.groups
            for pair in combinations(sorted(group), 2)
        }
        before = sum(forced.values())
        for sitting in sittings:
            waiting = set(sitting.waiting)
            for pair in forced:
                forced[pair] += waiting.isdisjoint(pair)
        meetings = (
            sum(self.met.values())
            - before
            + sum(size * (size - 1) // 2 for size in self.sizes) * len(sittings)
            - (sum(forced.values()) - before)
        )
        never = sum(pair not in self.met for pair in self.apart)
        pairs = self.players * (self.players - 1) // 2 - len(forced) - never
        so_far = sum(
            many - 1 for pair, many in self.met.items() if pair not in forced and many
        )
        return sum(max(0, many - 1) for many in forced.values()) + max(
            0, so_far, meetings - pairs
        )


def met_by(problem: Problem, sittings: Sequence[Sitting]) -> list[int]:
    """Return a number for each player whose bits are those met after *sittings*."""
    met = [0] * problem.players
    for (one, other), times in problem.counted(sittings).items():
        if times:
            met[one] |= 1 << other
            met[other] |= 1 << one
    return met
