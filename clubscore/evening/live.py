"""The big screen: every table of tonight's evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for, may_start_parties
from clubscore.evening.overview import (
    newest_at_each_table,
    parties_of,
    tables_of,
)
from clubscore.evening.polling import (
    polled,
    tag_of,
    unchanged,
)
from clubscore.partie.evenings import day_of_tonight

if TYPE_CHECKING:
    from django.http import HttpResponse

    from clubscore.partie.pages import HtmxHttpRequest

TABLES_AT_ONCE = 4
"""More could not be read from five metres: the screen shows them in turns."""
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
    return polled(request, "evening/live.html", "evening/_live.html", context)
