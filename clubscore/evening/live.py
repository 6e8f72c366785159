"""The big screen: every table of tonight's evening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for, may_start_parties
from clubscore.club.models import Club
from clubscore.club.requests import HtmxHttpRequest
from clubscore.evening.best_hand import best_hand
from clubscore.evening.overview import (
    TableNow,
    newest_at_each_table,
    parties_of,
    tables_of,
)
from clubscore.partie.answers import for_polling, kept, part, tag_of, unchanged
from clubscore.partie.club_plans import tournament_on
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.short_names import CUT, short_names
from clubscore.partie.versions import about

TABLES_AT_ONCE = 8
"""More could not be read from afar: the screen shows them in turns."""
ROWS = 2
"""How many tables stand one below the other, where more than two are shown."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many letters of a name fit beside the chips."""

    large: int
    small: int
    """In the smallest letters that are read from afar."""


ROOMS = {1: Room(12, 17), 2: Room(12, 17), 3: Room(10, 14), 4: Room(6, 11)}
"""By how many tables stand side by side."""


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
        "day": day,
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
    all_tables = tables_of(parties_of(club, day))
    tables = newest_at_each_table(all_tables)
    pages = -(-len(tables) // TABLES_AT_ONCE)
    at_once = -(-len(tables) // pages) if pages else 1
    rows = ROWS if at_once > ROWS else 1
    columns = -(-at_once // rows)
    names, is_small = _names(tables, ROOMS[columns])
    return {
        "club": club,
        "day": day,
        "tag": tag,
        "tables": [
            part("evening/_live_table.html", table=one.shown(called))
            for one, called in zip(tables, names, strict=True)
        ],
        "columns": columns,
        "rows": rows,
        "is_small": is_small,
        "at_once": at_once,
        "best": best_hand(one.partie for one in all_tables),
        "games": sum(one.games for one in all_tables if not one.partie.is_void),
        "tournament": tournament_on(club, day),
        "may_start_parties": may_start,
    }


def _names(tables: Sequence[TableNow], room: Room) -> tuple[list[dict[str, str]], bool]:
    """
    Return how the players of each table are called, and whether in smaller letters.

    A short name stands where the whole one has no room; the letters of all get smaller
    before one of them is cut.
    """
    for letters in (room.large, room.small):
        called = [
            short_names(one.names, whole=letters, shortened=letters) for one in tables
        ]
        if not any(CUT in name for names in called for name in names.values()):
            break
    return called, letters == room.small
