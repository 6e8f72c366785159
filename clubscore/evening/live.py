"""The big screen: every table of tonight's evening."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for, may_start_parties
from clubscore.evening.overview import (
    newest_at_each_table,
    parties_of,
    tables_of,
)
from clubscore.partie.answers import (
    for_polling,
    kept,
    part,
    tag_of,
    unchanged,
)
from clubscore.partie.club_plans import tournament_on
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.versions import about

if TYPE_CHECKING:
    from typing import Any

    from clubscore.club.models import Club
    from clubscore.club.requests import HtmxHttpRequest

TABLES_AT_ONCE = 4
"""More could not be read from five metres: the screen shows them in turns."""
MOST_COLUMNS = 2
"""How many tables stand side by side on a wide screen."""


@require_safe
def live(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Show every table of tonight's evening, to be read from afar."""
    found = get_club_for(request, club)
    day = day_of_tonight(found)
    may_start = may_start_parties(request, found)
    tag = big_screen.tag(found, str(day), may_start)
    same = unchanged(request, tag)
    if same is not None:
        return same
    fragment = big_screen(found, str(day), may_start, tag=tag)
    if request.htmx:
        return for_polling(request, HttpResponse(fragment), tag)
    context = {
        "club": found,
        "fragment": fragment,
        "tournament": tournament_on(found, day),
    }
    return for_polling(request, render(request, "evening/live.html", context), tag)


def _version(club: Club, day: str, _may_start: bool) -> object:
    return tag_of(club, date.fromisoformat(day)), *about(club)


@kept(_version)
def big_screen(club: Club, day: str, may_start: bool) -> str:
    """Return what happens at the tables, and the tag that it has."""
    tag = big_screen.tag(club, day, may_start)
    return render_to_string(
        "evening/_live.html", _now(club, date.fromisoformat(day), tag, may_start)
    )


def _now(club: Club, day: date, tag: str, may_start: bool) -> dict[str, Any]:
    tables = newest_at_each_table(tables_of(parties_of(club, day)))
    fitted = min(len(tables), TABLES_AT_ONCE)
    columns = min(max(fitted, 1), MOST_COLUMNS)
    return {
        "club": club,
        "day": day,
        "tag": tag,
        "tables": [part("evening/_live_table.html", table=one.shown) for one in tables],
        "columns": columns,
        "rows": -(-fitted // columns),
        "at_once": TABLES_AT_ONCE,
        "tournament": tournament_on(club, day),
        "may_start_parties": may_start,
    }
