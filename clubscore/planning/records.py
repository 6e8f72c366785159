"""Plans as JSON: what `manage.py plan` prints, and reads back as a history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from clubscore.planning.errors import PlanningCode, PlanningError
from clubscore.planning.values import WINDS, Plan, PlannedTable, Round, Wanted
from clubscore.planning.wishes import check_history, is_whole

Json: TypeAlias = Any
"""What `json.loads` returns."""


def plan_to_json(wanted: Wanted, plan: Plan, seconds: float) -> dict[str, Json]:
    """Return a plan that took *seconds* as JSON."""
    measures = plan.measures
    return {
        "players": list(wanted.players),
        "rounds": [round_to_json(one) for one in plan.rounds],
        "measures": {
            "repeats": measures.repeats,
            "most_meetings": measures.most_meetings,
            "least_indirect": measures.least_indirect,
            "table_repeats": measures.table_repeats,
            "wind_spread": measures.wind_spread,
            "wait_spread": measures.wait_spread,
            "bound": measures.bound,
            "proven": measures.proven,
        },
        "seed": wanted.seed,
        "seconds": round(seconds, 2),
        "warnings": list(plan.warnings),
    }


def error_to_json(error: PlanningError) -> dict[str, Json]:
    """Return why there is no plan as JSON."""
    return {
        "error": {"code": error.code, "message": error.message, "field": error.field}
    }


def round_to_json(one: Round) -> dict[str, Json]:
    """Return a round as JSON, its players by their keys."""
    return {
        "round": one.number,
        "waiting": list(one.waiting),
        "tables": [
            {
                "table": table.number,
                "E": table.east,
                "S": table.south,
                "W": table.west,
                "N": table.north,
                "fifth": table.fifth,
            }
            for table in one.tables
        ],
    }


def history_from_json(value: Json) -> tuple[Round, ...]:
    """
    Return the rounds of a plan in JSON, whole or its `rounds` alone.

    Raise PlanningError (bad_history) if it is not of that shape.
    """
    rounds = value.get("rounds") if isinstance(value, Mapping) else value
    history = tuple(_round(one) for one in _listed(rounds, "the rounds"))
    check_history(history)
    return history


def _bad(message: str) -> PlanningError:
    return PlanningError(PlanningCode.BAD_HISTORY, message, "history")


def _listed(value: Json, what: str) -> list[Json]:
    if not isinstance(value, list):
        raise _bad(f"In the history {what} are no list.")
    return value


def _number(value: Json, field: str) -> int:
    number = value.get(field, 0) if isinstance(value, Mapping) else 0
    if not is_whole(number) or number < 1:
        raise _bad(f"In the history a “{field}” is no whole number from 1.")
    return int(number)


def _round(value: Json) -> Round:
    number = _number(value, "round")
    return Round(
        number,
        tuple(_table(one) for one in _listed(value.get("tables"), "the tables")),
        tuple(
            _name(one, number)
            for one in _listed(value.get("waiting", []), "those who wait")
        ),
    )


def _table(value: Json) -> PlannedTable:
    number = _number(value, "table")
    east, south, west = (_name(value.get(wind), number) for wind in WINDS[:3])
    north, fifth = value.get("N"), value.get("fifth")
    if north is None and fifth is not None:
        raise _bad(f"In the history table {number} has a fifth player, but no North.")
    return PlannedTable(
        number,
        east,
        south,
        west,
        None if north is None else _name(north, number),
        None if fifth is None else _name(fifth, number),
    )


def _name(value: Json, number: int) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _bad(f"In the history a player at {number} has no name.")
    return value
