"""A club's own front page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubscore.club.access import (
    get_club_for,
    may_administer,
    may_make_clubs,
    may_start_parties,
)
from clubscore.club.models import Club, Season
from clubscore.evening.overview import (
    TableNow,
    evenings_of,
    tables_of,
)
from clubscore.partie.access import looks_on, may_record
from clubscore.partie.answers import answered, kept, page_unchanged, stranger
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import Partie, PartieQuerySet
from clubscore.partie.versions import counted_version, version_of
from clubscore.season.standings import Row, leaderboard_of
from clubscore.season.views.listing import with_results

LAST_RESULTS = 6
"""How many finished parties a club's front page shows."""
LAST_EVENINGS = 4
"""How many evenings it names."""


TOP = 5
"""How many lines of the leaderboard it shows."""


@dataclass(frozen=True, slots=True)
class Top:
    """The head of a season's leaderboard."""

    season: Season
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A partie that is being played, or was left open."""

    now: TableNow
    last_game_on: date | None
    """The day of the last game; None before one was recorded."""
    may_end: bool
    """Whether the reader may end it."""

    @property
    def is_tonights(self) -> bool:
        """Whether it was begun or played since yesterday."""
        begun = self.now.partie.evening.date
        return max(begun, self.last_game_on or begun) >= _yesterday()


def _yesterday() -> date:
    """Return the day before: an evening goes on after midnight."""
    return timezone.localdate() - timedelta(days=1)


def _open_tables(request: HttpRequest, parties: PartieQuerySet) -> list[OpenTable]:
    """Return what is going on at each table."""
    return [
        OpenTable(
            now,
            timezone.localtime(now.last_at).date() if now.last_at else None,
            may_record(request, now.partie, sitting=now.sitting),
        )
        for now in tables_of(parties)
    ]


@require_safe
def club_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show what is on in a club: open tables, last results, seasons."""
    found = get_club_for(request, club)
    context: dict[str, Any] = {"club": found}
    if not looks_on(request):
        context["shown"] = _text(request, found)
        return render(request, "season/club.html", context)
    tag = club_text.tag(found)
    same = page_unchanged(request, tag)
    if same is not None:
        return same
    context["shown"] = club_text(found, tag=tag)
    return answered(request, "season/club.html", context, tag)


@kept(version_of)
def club_text(club: Club) -> str:
    """Return what the page shows to all who look on."""
    return _text(stranger(), club)


def _text(request: HttpRequest, club: Club) -> str:
    """Return what the page shows to who asks."""
    parties = with_results(Partie.objects.filter(club=club))
    finished = parties.counted().filter(is_finished=True)
    tables = _open_tables(request, parties.open())
    seasons = list(_seasons_of(club))
    tonight = day_of_tonight(club)
    top = _season_on_top(seasons, tonight)
    context = {
        "club": club,
        "tables": [one for one in tables if one.is_tonights],
        "left_open": [one for one in tables if not one.is_tonights],
        "finished": finished.order_by("-evening__date", "-number")[:LAST_RESULTS],
        "seasons": seasons,
        "top": top_text(club, top.pk) if top is not None else "",
        "tonight": tonight,
        "evenings": evenings_of(club)[:LAST_EVENINGS],
        "may_administer": may_administer(request, club),
        "may_start_parties": may_start_parties(request, club),
        "may_make_clubs": may_make_clubs(request),
    }
    return render_to_string("season/_club.html", context)


def _season_on_top(seasons: Sequence[Season], today: date) -> Season | None:
    """Return the season that is on, or was last, if anything was played in it."""
    begun = (one for one in seasons if one.starts_on <= today and vars(one)["many"])
    return next(begun, None)


@kept(counted_version)
def top_text(club: Club, season: int) -> str:
    """Return the head of a season's leaderboard."""
    of_club = club.seasons.get(pk=season)
    of_club.club = club
    top = Top(of_club, leaderboard_of(of_club).placed[:TOP])
    return render_to_string("season/_top.html", {"club": club, "top": top})


def _seasons_of(club: Club) -> QuerySet[Season]:
    """Return the club's seasons with how many parties each has, the last first."""
    return club.seasons.annotate(many=Count("parties")).order_by("-starts_on", "-pk")
