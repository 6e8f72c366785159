"""The big screen: every table of tonight's evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.cache import cache
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for, may_start_parties
from clubscore.evening.overview import (
    newest_at_each_table,
    parties_of,
    tables_of,
)
from clubscore.evening.polling import (
    for_polling,
    polled,
    tag_of,
    unchanged,
)
from clubscore.partie.evenings import day_of_tonight

if TYPE_CHECKING:
    from clubscore.partie.pages import HtmxHttpRequest

TABLES_AT_ONCE = 4
"""More could not be read from five metres: the screen shows them in turns."""
SHARED_SECONDS = 60
"""For how long a process keeps what it showed to those who are not logged in."""
MOST_COLUMNS = 2
"""How many tables stand side by side on a wide screen."""


@require_safe
def live(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Show every table of tonight's evening, to be read from afar."""
    found = get_club_for(request, club)
    day = day_of_tonight(found)
    tag = tag_of(found, day, request.user.pk)
    same = unchanged(request, tag)
    if same is not None:
        return same
    # A hundred who look on ask within seconds of each game, for the same.
    is_shared = bool(request.htmx) and request.user.is_anonymous
    key = f"live:{found.pk}:{tag}"
    if is_shared and (kept := cache.get(key)):
        return for_polling(request, HttpResponse(kept), tag)
    tables = newest_at_each_table(tables_of(parties_of(found, day)))
    fitted = min(len(tables), TABLES_AT_ONCE)
    columns = min(max(fitted, 1), MOST_COLUMNS)
    context = {
        "club": found,
        "day": day,
        "tag": tag,
        "tables": tables,
        "columns": columns,
        "rows": -(-fitted // columns),
        "at_once": TABLES_AT_ONCE,
        "may_start_parties": may_start_parties(request, found),
    }
    answer = polled(request, "evening/live.html", "evening/_live.html", context)
    if is_shared:
        cache.set(key, answer.content, SHARED_SECONDS)
    return answer
