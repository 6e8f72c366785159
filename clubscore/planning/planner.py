"""The planner: `plan` makes a plan of what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import TypeAlias

from clubscore.planning.measures import measure
from clubscore.planning.problem import Sitting
from clubscore.planning.search import search
from clubscore.planning.table_numbers import number_tables
from clubscore.planning.values import Key, Plan, PlannedTable, Round, Wanted
from clubscore.planning.winds import seat
from clubscore.planning.wishes import check, groups_of, problem_of, tables_of_fixed

Clock: TypeAlias = Callable[[], float]
"""Tells seconds from any beginning."""

STOPPED = (
    "The time was over before the search was: the same seed may give another plan."
)
FINISHING = 60e-6
"""Seconds kept for each player in each round, to seat and measure what was found."""


def plan(wanted: Wanted, clock: Clock = monotonic) -> Plan:
    """
    Return the best plan that is found for what is wanted.

    Raise PlanningError if it cannot be, or if wishes cannot hold together.
    """
    begin = clock()
    check(wanted)
    problem = problem_of(wanted)
    kept = FINISHING * problem.players * problem.rounds
    end = begin + max(0.9 * wanted.seconds - kept, wanted.seconds / 4)
    rng = Random(wanted.seed)  # noqa: S311 (a plan is no secret)
    found = search(problem, rng, wanted.seconds, lambda: clock() >= end)
    number_tables(problem, found.sittings)
    seat(problem, found.sittings)
    rounds = _rounds(wanted, found.sittings)
    fixed = tables_of_fixed(wanted.fixed, groups_of(wanted.together))
    return Plan(
        rounds,
        measure(rounds, wanted.history, fixed),
        (STOPPED,) if found.is_stopped else (),
    )


def _rounds(wanted: Wanted, sittings: Sequence[Sitting]) -> tuple[Round, ...]:
    """Return the rounds with the caller's keys; their numbers go on."""
    first = wanted.history[-1].number + 1 if wanted.history else 1
    keys = wanted.players
    return tuple(
        Round(
            number,
            tuple(
                _table(at, [keys[one] for one in table])
                for at, table in enumerate(sitting.tables, 1)
            ),
            tuple(keys[one] for one in sitting.waiting),
        )
        for number, sitting in enumerate(sittings, first)
    )


def _table(number: int, players: Sequence[Key]) -> PlannedTable:
    east, south, west, *others = players
    return PlannedTable(number, east, south, west, *others)
