"""
Simulated annealing of whole plans: players swap tables in one round.

Swaps that make a plan worse are taken too, with a chance that falls as the search
cools. History and wishes to be apart are offsets in the table of meetings; who stays
together moves together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import log
from random import Random
from typing import TypeAlias

from clubscore.planning.problem import Problem, Sitting

REPEAT = 60
"""What a repeat costs."""
AGAIN = 10
"""How much more each further one costs between the same two."""
APART = 3_000
"""What it costs that two meet who are to be apart."""
BLOCK = 400
"""After so many moves it is a little cooler, and somebody looks at the clock."""
HOT, WARM, COOL, COLD = (heat * REPEAT for heat in (0.7, 0.35, 0.2, 0.12))

IsOver: TypeAlias = Callable[[], bool]
"""Tells whether the time is over."""


class Annealing:
    """A plan that is being bettered, and the best it has been."""

    def __init__(
        self,
        problem: Problem,
        sittings: Sequence[Sitting],
        rng: Random,
        reach: int,
        kept: int = 0,
    ) -> None:
        self.problem = problem
        self.sittings = [sitting.copy() for sitting in sittings]
        self.rng = rng
        self.reach = reach
        """The fewest repeats that there can be."""
        self.kept = kept
        """How many of the first rounds stay as they are."""
        many = problem.players
        self._met = [[0] * many for _ in range(many)]
        self._offset: dict[tuple[int, int], int] = {}
        for one, other in problem.apart:
            self._offset[one, other] = self._offset[other, one] = APART
        # What one meeting more costs, and what one fewer saves.
        self._more = [[0] * many for _ in range(many)]
        self._less = [[0] * many for _ in range(many)]
        for (one, other), offset in self._offset.items():
            self._more[one][other] = offset
        self.cost = 0
        for (one, other), times in problem.counted(self.sittings).items():
            self.cost += sum(price(count) for count in range(times))
            self._set(one, other, times)
        for sitting in self.sittings:
            for table in sitting.tables:
                for pair in combinations(table, 2):
                    self.cost += self._offset.get(pair, 0)
        self.best_cost = self.cost
        self.best = [sitting.copy() for sitting in self.sittings]
        self.is_stopped = False
        """Whether time was over before the moves were."""

    @property
    def breaks_wishes(self) -> bool:
        """Whether in the best plan two share a table who are to be apart."""
        return any(
            pair in self._offset
            for sitting in self.best
            for table in sitting.tables
            for pair in combinations(table, 2)
        )

    @property
    def repeats(self) -> int:
        """The repeats of the best plan."""
        return sum(many - 1 for many in self.problem.counted(self.best).values())

    @property
    def has_reached(self) -> bool:
        """Whether the best plan has the fewest repeats that there can be."""
        # A cheap look first: repeats alone would cost that much.
        if self.best_cost // REPEAT > 2 * self.reach:
            return False
        return self.repeats <= self.reach and not self.breaks_wishes

    def anneal(self, hot: float, cold: float, blocks: int, is_over: IsOver) -> None:
        """Cool from *hot* to *cold*; stop where the best there can be is reached."""
        if self._is_settled():
            return
        factor = (cold / hot) ** (1 / blocks)
        heat = hot
        for _block in range(blocks):
            if is_over():
                self.is_stopped = True
                return
            self._moves(heat)
            heat *= factor
            if self.cost < self.best_cost:
                self.best_cost = self.cost
                self.best = [sitting.copy() for sitting in self.sittings]
                if self._is_settled():
                    return

    def _is_settled(self) -> bool:
        return self.best_cost == 0 or self.has_reached

    def _moves(self, heat: float) -> None:  # noqa: C901 (calls would take most of its time)
        """Try a block of moves."""
        random = self.rng.random
        more, less = self._more, self._less
        sittings = self.sittings[self.kept :]
        many, tables = len(sittings), len(self.problem.sizes)
        sizes = self.problem.sizes
        fixed, group_of = self.problem.fixed, self.problem.group_of
        if tables < 2:
            return
        for _move in range(BLOCK):
            sitting = sittings[int(random() * many)]
            here = int(random() * tables)
            there = int(random() * (tables - 1))
            there += there >= here
            one_table, other_table = sitting.tables[here], sitting.tables[there]
            place = int(random() * sizes[here])
            one = one_table[place]
            less_one = less[one]
            known = 0
            for x in one_table:
                known += less_one[x]
            # Who meets nobody again has no reason to leave.
            if not known and random() < 0.9:
                continue
            if one in fixed:
                continue
            opposite = int(random() * sizes[there])
            other = other_table[opposite]
            if one in group_of or other in group_of:
                self._move_group(sitting, here, there, one, heat)
                continue
            fifths = sitting.fifths
            if other in fixed or (fifths and (one in fifths) != (other in fifths)):
                continue
            more_one, more_other = more[one], more[other]
            less_other = less[other]
            delta = -known - more_other[one] - more_one[other]
            for x in one_table:
                delta += more_other[x]
            for x in other_table:
                delta += more_one[x] - less_other[x]
            if delta <= 0 or delta < -heat * log(1.0 - random()):
                self.cost += delta
                one_table[place], other_table[opposite] = other, one
                for x in one_table:
                    if x != other:
                        self._set(one, x, self._met[one][x] - 1)
                        self._set(other, x, self._met[other][x] + 1)
                for x in other_table:
                    if x != one:
                        self._set(other, x, self._met[other][x] - 1)
                        self._set(one, x, self._met[one][x] + 1)

    def _move_group(
        self, sitting: Sitting, here: int, there: int, one: int, heat: float
    ) -> None:
        """Try to swap the group of *one*, or *one*, with as many at another table."""
        group_of, fixed = self.problem.group_of, self.problem.fixed
        one_table, other_table = sitting.tables[here], sitting.tables[there]
        going = [x for x in one_table if x in group_of.get(one, (one,))]
        coming = self._as_many(other_table, len(going))
        if coming is None or any(x in fixed for x in (*going, *coming)):
            return
        fifths = sitting.fifths
        if fifths and fifths.isdisjoint(going) != fifths.isdisjoint(coming):
            return
        new_one = [x for x in one_table if x not in going] + coming
        new_other = [x for x in other_table if x not in coming] + going
        before = self.cost
        self._count(one_table, -1)
        self._count(other_table, -1)
        self._count(new_one, 1)
        self._count(new_other, 1)
        delta = self.cost - before
        if delta <= 0 or delta < -heat * log(1.0 - self.rng.random()):
            one_table[:], other_table[:] = new_one, new_other
            return
        self._count(new_one, -1)
        self._count(new_other, -1)
        self._count(one_table, 1)
        self._count(other_table, 1)

    def _as_many(self, table: Sequence[int], many: int) -> list[int] | None:
        """Return *many* of a table by lot, whole groups; None if they do not fit."""
        group_of = self.problem.group_of
        coming: list[int] = []
        lots = list(table)
        self.rng.shuffle(lots)
        for one in lots:
            if one in coming:
                continue
            unit = [x for x in table if x in group_of.get(one, (one,))]
            if len(coming) + len(unit) <= many:
                coming += unit
        return coming if len(coming) == many else None

    def _count(self, table: Sequence[int], step: int) -> None:
        """Add the meetings of a table, or take them away."""
        for one, other in combinations(table, 2):
            if step > 0:
                self.cost += self._more[one][other]
            else:
                self.cost -= self._less[one][other]
            self._set(one, other, self._met[one][other] + step)

    def _set(self, one: int, other: int, times: int) -> None:
        """Note how often two have met."""
        offset = self._offset.get((one, other), 0) if self._offset else 0
        self._met[one][other] = self._met[other][one] = times
        self._more[one][other] = self._more[other][one] = price(times) + offset
        saves = price(times - 1) + offset if times else 0
        self._less[one][other] = self._less[other][one] = saves


def price(times: int) -> int:
    """
    Return what a meeting costs between two who have met *times* times.

    >>> price(0), price(1), price(2)
    (0, 60, 70)
    """
    return REPEAT + AGAIN * (times - 1) if times else 0
