"""The first seating of a round, by lot: every wish holds but those to be apart."""

from __future__ import annotations

from random import Random

from clubscore.planning.problem import Problem, Sitting

MOST_TRIES = 5_000
"""After so many tables tried for groups it is given up."""


def place(
    problem: Problem,
    waiting: tuple[int, ...],
    fifths: frozenset[int],
    rng: Random,
) -> Sitting | None:
    """
    Return a round with groups together, fixed players at their tables, fifths at fives.

    None if none was found.
    """
    tables: list[list[int]] = [[] for _size in problem.sizes]
    absent = set(waiting)
    units = [
        unit
        for group in problem.groups
        if (unit := [one for one in group if one not in absent])
    ]
    units += [
        [one]
        for one in range(problem.players)
        if one not in absent
        and one not in problem.group_of
        and (one in problem.fixed or one in fifths)
    ]
    rng.shuffle(units)
    units.sort(
        key=lambda unit: (
            unit[0] not in problem.fixed,
            fifths.isdisjoint(unit),
            -len(unit),
        )
    )
    if not _Placing(problem, fifths, units, tables, rng).can_place(0):
        return None
    seated = absent.union(*tables)
    singles = [one for one in range(problem.players) if one not in seated]
    rng.shuffle(singles)
    opponents: dict[int, set[int]] = {}
    for one, other in problem.apart:
        opponents.setdefault(one, set()).add(other)
        opponents.setdefault(other, set()).add(one)
    singles.sort(key=lambda one: -len(opponents.get(one, ())))
    order = list(range(len(tables)))
    rng.shuffle(order)
    at = 0
    for one in singles:
        free = [t for t in order if len(tables[t]) < problem.sizes[t]]
        if one in opponents:
            free.sort(key=lambda t: len(opponents[one].intersection(tables[t])))
            tables[free[0]].append(one)
        else:
            tables[free[at % len(free)]].append(one)
            at += 1
    return Sitting(tables, waiting, fifths)


class _Placing:
    """Puts groups, fixed players and fifths on tables one after the other."""

    def __init__(
        self,
        problem: Problem,
        fifths: frozenset[int],
        units: list[list[int]],
        tables: list[list[int]],
        rng: Random,
    ) -> None:
        self.problem = problem
        self.fifths = fifths
        self.units = units
        self.tables = tables
        self.rng = rng
        self.tries = 0

    def can_place(self, number: int) -> bool:
        """Place the units from *number* on; tell whether that can be."""
        if number == len(self.units):
            return True
        unit = self.units[number]
        fixed = self.problem.fixed.get(unit[0])
        places = list(range(len(self.tables))) if fixed is None else [fixed]
        self.rng.shuffle(places)
        places.sort(key=lambda at: self._clashes(unit, at))
        for at in places:
            self.tries += 1
            if self.tries > MOST_TRIES:
                return False
            if self._fits(unit, at):
                self.tables[at] += unit
                if self.can_place(number + 1):
                    return True
                del self.tables[at][-len(unit) :]
        return False

    def _clashes(self, unit: list[int], at: int) -> int:
        return sum(
            (min(one, other), max(one, other)) in self.problem.apart
            for one in unit
            for other in self.tables[at]
        )

    def _fits(self, unit: list[int], at: int) -> bool:
        size, table = self.problem.sizes[at], self.tables[at]
        room = size - len(table) - len(unit)
        if not self.fifths:
            return room >= 0
        has_fifth = not self.fifths.isdisjoint(table)
        brings = not self.fifths.isdisjoint(unit)
        if brings:
            return size == 5 and not has_fifth and room >= 0
        return room >= (1 if size == 5 and not has_fifth else 0)
