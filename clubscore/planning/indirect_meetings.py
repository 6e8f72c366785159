"""
Swaps of players for more indirect meetings in a plan.

Players swap tables in one round where that costs nothing, and the swap stays unless
two who never meet then share fewer others, or more such pairs share the fewest.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from clubscore.planning.annealing import BLOCK, IsOver, price
from clubscore.planning.measures import fewest_indirect
from clubscore.planning.problem import Problem, Sitting

BLOCKS = 60
"""How many blocks of swaps are looked at."""
PATIENCE = 12
"""After so many blocks without a gain there are no more."""
LOOKS = 600_000
"""After so many pairs have been looked at it is enough, however many players."""
AT_ONCE = 50_000
"""After so many of them the clock is looked at."""


class Spreading:
    """A plan whose players meet indirectly more and more."""

    def __init__(
        self, problem: Problem, sittings: Sequence[Sitting], rng: Random
    ) -> None:
        self.problem = problem
        self.sittings = [sitting.copy() for sitting in sittings]
        self.rng = rng
        self.is_stopped = False
        """Whether time was over before the swaps were."""
        many = problem.players
        self._met = [[0] * many for _ in range(many)]
        self._met_by = [0] * many
        for (one, other), times in problem.counted(sittings).items():
            self._meet(one, other, times)
        self._apart = problem.apart | {(other, one) for one, other in problem.apart}
        self._bound = {*problem.fixed, *problem.group_of}
        self._fewest = fewest_indirect(self._met_by)
        self._fewest_before = self._fewest
        self._looks = 0

    @property
    def has_gained(self) -> bool:
        """Whether it is any better than it was."""
        return self._fewest != self._fewest_before

    def spread(self, is_over: IsOver) -> None:
        """Swap until there is no more to do."""
        if len(self.problem.sizes) < 2:
            return
        patience = PATIENCE
        for _block in range(BLOCKS):
            if self._fewest is None or self._looks > LOOKS or not patience:
                return
            if is_over():
                self.is_stopped = True
                return
            before, looks = self._fewest, self._looks
            for _swap in range(BLOCK):
                if self._looks <= LOOKS:
                    self._try()
                if self._looks - looks > AT_ONCE:
                    looks = self._looks
                    if is_over():
                        self.is_stopped = True
                        return
            patience = PATIENCE if self._fewest != before else patience - 1

    def _try(self) -> None:
        """Try to swap two by lot."""
        random = self.rng.random
        sitting = self.sittings[int(random() * len(self.sittings))]
        here = int(random() * len(sitting.tables))
        there = int(random() * (len(sitting.tables) - 1))
        there += there >= here
        one_table, other_table = sitting.tables[here], sitting.tables[there]
        place = int(random() * len(one_table))
        opposite = int(random() * len(other_table))
        one, other = one_table[place], other_table[opposite]
        if one in self._bound or other in self._bound:
            return
        if (one in sitting.fifths) != (other in sitting.fifths):
            return
        stay = [x for x in one_table if x != one]
        opposed = [x for x in other_table if x != other]
        met_one, met_other = self._met[one], self._met[other]
        costs = repeats = 0
        for x in stay:
            costs += price(met_other[x]) - price(met_one[x] - 1)
            repeats += (met_other[x] > 0) - (met_one[x] > 1)
        for x in opposed:
            costs += price(met_one[x]) - price(met_other[x] - 1)
            repeats += (met_one[x] > 0) - (met_other[x] > 1)
        # Many fifth meetings that go may cost more than one repeat that comes.
        if max(costs, repeats) > 0 or (
            self._apart
            and any(
                pair in self._apart
                for pair in (*((other, x) for x in stay), *((one, x) for x in opposed))
            )
        ):
            return
        self._swap(one, other, stay, opposed)
        fewest = fewest_indirect(self._met_by)
        self._looks += self.problem.players**2 // 2
        if fewest is not None and (self._fewest is None or fewest < self._fewest):
            self._swap(other, one, stay, opposed)
            return
        self._fewest = fewest
        one_table[place], other_table[opposite] = other, one

    def _swap(
        self, one: int, other: int, stay: Sequence[int], opposed: Sequence[int]
    ) -> None:
        """Note the meetings when *one* leaves *stay*, and *other* leaves *opposed*."""
        for x in stay:
            self._meet(one, x, -1)
            self._meet(other, x, 1)
        for x in opposed:
            self._meet(other, x, -1)
            self._meet(one, x, 1)

    def _meet(self, one: int, other: int, times: int) -> None:
        met = self._met[one][other] + times
        self._met[one][other] = self._met[other][one] = met
        for player, bit in ((one, 1 << other), (other, 1 << one)):
            if met:
                self._met_by[player] |= bit
            else:
                self._met_by[player] &= ~bit
