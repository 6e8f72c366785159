"""
The planned evenings of a club as an iCalendar file, which calendars subscribe to.

The form is that of RFC 5545: lines of 75 bytes at most, and times as UTC, so that no
calendar needs to be told about our time zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time, timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club
from clubscore.partie.models import PlannedEvening

MOST_BYTES = 75
"""Of a line, its end apart."""
PAST = timedelta(days=60)
"""How long a calendar is told of evenings that are over."""


@require_safe
def calendar(request: HttpRequest, club: str) -> HttpResponse:
    """Return the planned evenings of a club; of a private one for its members."""
    found = get_club_for(request, club)
    since = timezone.localdate() - PAST
    planned = found.planned_evenings.filter(date__gte=since).order_by("date")
    lines = _calendar(request, found, planned)
    text = "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    name = found.slug.encode("ascii", "ignore").decode() or "evenings"
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _calendar(
    request: HttpRequest, club: Club, planned: Iterable[PlannedEvening]
) -> Iterator[str]:
    yield "BEGIN:VCALENDAR"
    yield "VERSION:2.0"
    yield "PRODID:-//Clubscore//Evenings//EN"
    yield f"X-WR-CALNAME:{_escaped(club.name)}"
    for one in planned:
        page = reverse("evening:evening", args=[club.slug, one.date])
        yield "BEGIN:VEVENT"
        yield f"UID:evening-{one.pk}@{request.get_host()}"
        yield f"SEQUENCE:{one.version}"
        yield f"DTSTAMP:{_utc(timezone.now())}"
        yield from _times(one)
        yield f"SUMMARY:{_escaped(club.name)}"
        if one.place:
            yield f"LOCATION:{_escaped(one.place)}"
        yield f"URL:{request.build_absolute_uri(page)}"
        yield "END:VEVENT"
    yield "END:VCALENDAR"


def _times(planned: PlannedEvening) -> Iterator[str]:
    """Yield when an evening is: the whole day where nobody has said."""
    if planned.starts_at is None:
        yield f"DTSTART;VALUE=DATE:{planned.date:%Y%m%d}"
        return
    yield f"DTSTART:{_utc(_moment(planned, planned.starts_at))}"
    if planned.ends_at is not None:
        end = _moment(planned, planned.ends_at)
        if planned.ends_at <= planned.starts_at:  # after midnight
            end += timedelta(days=1)
        yield f"DTEND:{_utc(end)}"


def _moment(planned: PlannedEvening, at: time) -> datetime:
    return timezone.make_aware(datetime.combine(planned.date, at))


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    r"""
    Return a text as it stands in a value.

    >>> _escaped("Hall 3; left, upstairs")
    'Hall 3\\; left\\, upstairs'
    """
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _folded(line: str) -> Iterator[str]:
    """
    Yield a line in parts that are short enough; those after the first are indented.

    >>> [len(one.encode()) for one in _folded("é" * 80)]
    [74, 75, 13]
    """
    part = ""
    for sign in line:
        if len((part + sign).encode()) > MOST_BYTES:
            yield part
            part = " "
        part += sign
    yield part
