"""The planner: `plan` makes a plan of what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import monotonic
from typing import TypeAlias

from clubscore.planning.measures import measure
from clubscore.planning.problem import Problem, Sitting
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
SEARCHING = 0.95
"""The share of the rest in which fewer repeats are searched for."""


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
    late = begin + SEARCHING * (end - begin)
    found = search(
        problem,
        rng,
        wanted.seconds,
        is_late=lambda: clock() >= late,
        # A plan with more indirect meetings is finished beside the one of before.
        is_over=lambda: clock() >= end - kept,
    )
    warnings = (STOPPED,) if found.is_stopped else ()
    plans = [
        _finished(wanted, problem, sittings, warnings)
        for sittings in (found.sittings, found.spread)
        if sittings is not None
    ]
    # Even winds come before indirect meetings.
    return min(plans, key=_wind_spread_and_indirect)


def _finished(
    wanted: Wanted, problem: Problem, sittings: list[Sitting], warnings: tuple[str, ...]
) -> Plan:
    """Return a plan with its table numbers and winds, and how good it is."""
    number_tables(problem, sittings)
    seat(problem, sittings)
    rounds = _rounds(wanted, sittings)
    fixed = tables_of_fixed(wanted.fixed, groups_of(wanted.together))
    return Plan(rounds, measure(rounds, wanted.history, fixed), warnings)


def _wind_spread_and_indirect(made: Plan) -> tuple[int, float]:
    least = made.measures.least_indirect
    return made.measures.wind_spread, -inf if least is None else -least


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
