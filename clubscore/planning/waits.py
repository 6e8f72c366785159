"""The waits of a plan: who waits in which round, and who sits out at tables of five."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from clubscore.planning.problem import Problem

TRIES = 40
"""How many lots are drawn for those who wait to be whole groups."""


class Turns:
    """Whose turn it is to wait or to sit out: always those who have done so least."""

    def __init__(self, problem: Problem, rng: Random) -> None:
        self._problem = problem
        self._rng = rng
        self._counts = list(problem.waits)

    def draw(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """Return who waits in the next round, and who sits out first in it."""
        waiting = self._waiting(self._problem.waiting)
        fifths = self._fifths(set(waiting))
        return tuple(sorted(waiting)), frozenset(fifths)

    def take(self, waiting: Iterable[int], fifths: Iterable[int]) -> None:
        """Note who had their turn."""
        for player in (*waiting, *fifths):
            self._counts[player] += 1

    def fifths_at(self, fives: Iterable[list[int]]) -> frozenset[int]:
        """Return whose turn it is at each table of five."""
        return frozenset(self._in_turn(table)[0] for table in fives)

    def _in_turn(self, among: list[int]) -> list[int]:
        """Return players in the order of their turns, equals by lot."""
        lots = {player: self._rng.random() for player in among}
        return sorted(among, key=lambda one: (self._counts[one], lots[one]))

    def _waiting(self, many: int) -> list[int]:
        """Return who waits; a group waits as one where the turns allow it."""
        best: list[int] = []
        fewest: int | None = None
        everybody = list(range(self._problem.players))
        for _try in range(TRIES if self._problem.groups and many else 1):
            chosen = self._in_turn(everybody)[:many]
            if self._problem.groups and many:
                chosen = self._whole(chosen, many)
            taken = set(chosen)
            split = sum(
                0 < len(taken.intersection(group)) < len(group)
                for group in self._problem.groups
            )
            if fewest is None or split < fewest:
                best, fewest = chosen, split
            if not fewest:
                break
        return best

    def _whole(self, chosen: list[int], many: int) -> list[int]:
        """Return as many others in the same turns, with groups taken whole."""
        level = max((self._counts[one] for one in chosen), default=0)
        must = [one for one in chosen if self._counts[one] < level]
        pool = [
            one for one in range(self._problem.players) if self._counts[one] == level
        ]
        self._rng.shuffle(pool)
        group_of = self._problem.group_of
        taken = set(must)
        # First the rest of those groups that wait in part already.
        pool.sort(key=lambda one: taken.isdisjoint(group_of.get(one, ())))
        for one in pool:
            rest = [two for two in group_of.get(one, (one,)) if two not in taken]
            if (
                one not in taken
                and len(taken) + len(rest) <= many
                and all(self._counts[two] == level for two in rest)
            ):
                taken.update(rest)
        return [*taken, *(one for one in pool if one not in taken)][:many]

    def _fifths(self, waiting: set[int]) -> list[int]:
        """Return one player for each table of five, of each group one at most."""
        problem = self._problem
        fives = {at for at, size in enumerate(problem.sizes) if size == 5}
        if not fives:
            return []
        free = [one for one in range(problem.players) if one not in waiting]
        # A group of five sits at a five in every round, and one of it sits out.
        big = [
            self._in_turn([one for one in group if one not in waiting])[0]
            for group in problem.groups
            if sum(one not in waiting for one in group) == 5
        ]
        fifths: list[int] = []
        taken: set[int] = set()
        at_tables: set[int] = set()
        for one in (*big, *self._in_turn(free)):
            at = problem.fixed.get(one)
            may = at is None or (at in fives and at not in at_tables)
            if len(fifths) < len(fives) and one not in taken and may:
                fifths.append(one)
                taken.update(problem.group_of.get(one, (one,)))
                if at is not None:
                    at_tables.add(at)
        return fifths
