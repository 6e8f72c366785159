"""The page of calibration: chances that ratings gave, and how often they came true."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club
from clubscore.partie.answers import answered, kept, page_unchanged
from clubscore.partie.charts import Tick
from clubscore.partie.versions import counted_version
from clubscore.ranking import Calibration, CalibrationRow, StrongerAhead
from clubscore.season.calibration import calibration_of
from clubscore.season.models import RatingChange
from clubscore.season.ratings import strengths_until
from clubscore.season.views.exports import Value, csv_of, named
from clubscore.season.views.filters import asked_of

ENOUGH_PARTIES = 30
"""So many are rated before a page tells how much is luck."""
SIZE, LEFT, TOP, RIGHT, BOTTOM = 340, 46, 12, 12, 32
"""Of the chart, in pixels."""
STEP = 10
"""Percent between two lines of the grid."""


@require_safe
def calibration_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show how well the chances told before parties agree with what came."""
    found = _club_for(request, club)
    tag = calibration_text.tag(found)
    same = page_unchanged(request, tag)
    if same is not None:
        return same
    shown = (
        _text(found, request.GET) if request.GET else calibration_text(found, tag=tag)
    )
    context = {"club": found, "shown": shown}
    return answered(request, "season/calibration.html", context, tag)


def _club_for(request: HttpRequest, slug: str) -> Club:
    """Return a club that has a skill rating; raise Http404 if it wants none."""
    found = get_club_for(request, slug)
    if found.hides_skill_rating:
        raise Http404
    return found


@kept(counted_version)
def calibration_text(club: Club) -> str:
    """Return what the page shows to everybody."""
    return _text(club, QueryDict())


def _text(found: Club, parameters: QueryDict) -> str:
    asked = asked_of(parameters, found)
    calibration = calibration_of(asked.scope)
    context: dict[str, Any] = {
        "club": found,
        "asked": asked,
        "query": asked.query(),
        "is_asked": bool(asked.query()),
        "calibration": calibration,
        "verdict": calibration.against_coin.value,
        "chart": drawn(calibration) if calibration.rows else None,
        "luck": luck_in(found),
        "enough": ENOUGH_PARTIES,
    }
    return render_to_string("season/_calibration.html", context)


@require_safe
def calibration_csv(request: HttpRequest, club: str) -> HttpResponse:
    """Return the rows of the page as comma-separated values."""
    found = _club_for(request, club)
    asked = asked_of(request.GET, found)
    headings = [
        gettext("From %"),
        gettext("To %"),
        gettext("Pairs"),
        gettext("Expected %"),
        gettext("Came so"),
        gettext("Came so %"),
        gettext("At least %"),
        gettext("At most %"),
    ]
    rows = map(_values, calibration_of(asked.scope).rows)
    season = asked.scope.season
    name = f"{found.slug}-calibration{f'-{season.slug}' if season else ''}"
    return named(csv_of(request, headings, rows), name, None, "csv")


def _values(row: CalibrationRow) -> list[Value]:
    low, high = row.interval
    ends = (row.told, row.share, low, high)
    told, share, least, most = (Decimal(f"{one:.1f}") for one in ends)
    return [row.low, row.high, row.pairs, told, row.came, share, least, most]


def luck_in(club: Club) -> StrongerAhead | None:
    """Return how often the stronger of two is ahead; None until enough is rated."""
    rated = RatingChange.objects.filter(partie__evening__club=club)
    if rated.order_by().values("partie").distinct().count() < ENOUGH_PARTIES:
        return None
    strengths = strengths_until(club, None)
    return strengths.stronger_ahead() if strengths is not None else None


# The chart --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CalibrationMark:
    """A row in the chart: a dot, and the interval about it."""

    row: CalibrationRow
    x: float
    y: float
    low_y: float
    high_y: float


@dataclass(frozen=True, slots=True)
class CalibrationChart:
    """What was expected from left to right, what came from the bottom up."""

    marks: tuple[CalibrationMark, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    diagonal: tuple[float, float, float, float]
    width: int = SIZE
    height: int = SIZE
    left: int = LEFT
    right: int = SIZE - RIGHT
    top: int = TOP
    bottom: int = SIZE - BOTTOM


def drawn(calibration: Calibration) -> CalibrationChart:
    """Return the chart of a calibration that has rows."""
    least = min(50.0, *(row.interval[0] for row in calibration.rows))
    floor = int(least // STEP) * STEP

    def across(percent: float) -> float:
        return round(LEFT + (SIZE - LEFT - RIGHT) * (percent - 50) / 50, 1)

    def down(percent: float) -> float:
        share = (100 - percent) / (100 - floor)
        return round(TOP + (SIZE - TOP - BOTTOM) * share, 1)

    marks = []
    for row in calibration.rows:
        low, high = row.interval
        marks.append(
            CalibrationMark(
                row, across(row.told), down(row.share), down(low), down(high)
            )
        )
    return CalibrationChart(
        tuple(marks),
        tuple(Tick(down(one), str(one)) for one in range(floor, 101, STEP)),
        tuple(Tick(across(one), str(one)) for one in range(50, 101, STEP)),
        (across(50), down(50), across(100), down(100)),
    )
