"""A plan on paper: its sittings, its players, and a slip for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clubscore.evening.club_plan_text import (
    PlannedPlayer,
    SittingShown,
    measures_of,
    player_lines,
    seat_name,
    sittings_of,
)
from clubscore.partie.models import PlanVersion
from clubscore.sheets import pdf
from clubscore.sheets.press import Job

STYLE = "css/sheets/plan.css"
SITTINGS_OF_A_HALF = 20
"""With more sittings than these a slip is as wide as the page."""
IN_A_MATRIX = 12
"""So many sittings stand side by side on a page; more go on below."""


def plan_job(version: PlanVersion, only: int | None) -> Job | None:
    """Return what prints a plan, or *only* one sitting; None if there is no such."""
    sittings = chosen(sittings_of(version), only)
    if not sittings:
        return None
    context = {
        **_head(version),
        "sittings": sittings,
        "winds": [seat_name(place) for place in range(4)],
        "has_fifth": any(
            len(table.seats) > 4 for one in sittings for table in one.tables
        ),
        "measures": measures_of(version) if only is None else [],
        "matrices": matrices_of(sittings) if len(sittings) > 1 else [],
    }
    page = pdf.page_of("sheets/plan.html", context)
    return pdf.job_of([page], STYLE, scope=version.plan.club_id)


def slips_job(version: PlanVersion, only: int | None) -> Job | None:
    """Return what prints a slip for each player; None if there is nothing on them."""
    sittings = chosen(sittings_of(version), only)
    if not sittings:
        return None
    lines = player_lines(sittings)
    side_by_side = 2 if len(sittings) <= SITTINGS_OF_A_HALF else 1
    rows = [lines[at : at + side_by_side] for at in range(0, len(lines), side_by_side)]
    context = {**_head(version), "rows": rows}
    page = pdf.page_of("sheets/slips.html", context)
    return pdf.job_of([page], STYLE, scope=version.plan.club_id)


def chosen(sittings: Sequence[SittingShown], only: int | None) -> list[SittingShown]:
    """Return the sittings, or *only* the one of that number."""
    return [one for one in sittings if only in (None, one.number)]


def matrices_of(
    sittings: Sequence[SittingShown],
) -> list[tuple[Sequence[SittingShown], list[PlannedPlayer]]]:
    """Return the players with where they sit, so many sittings at a time."""
    parts = [
        sittings[at : at + IN_A_MATRIX] for at in range(0, len(sittings), IN_A_MATRIX)
    ]
    return [(part, player_lines(part)) for part in parts]


def _head(version: PlanVersion) -> dict[str, Any]:
    plan = version.plan
    return {"club": plan.club, "plan": plan, "version": version}
