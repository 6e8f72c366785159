"""A club's own front page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubscore.club.access import (
    get_club_for,
    may_administer,
    may_make_clubs,
    may_start_parties,
    own_player,
    role_of,
)
from clubscore.club.models import Club, Season
from clubscore.evening.best_hand import best_hand_text
from clubscore.evening.overview import (
    TableNow,
    open_parties_of,
    planned_of,
    tables_of,
    with_results,
)
from clubscore.partie.access import looks_on, may_record
from clubscore.partie.answers import (
    answered,
    kept,
    page_unchanged,
    part,
    stranger,
    with_own_lines,
)
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import Evening, Partie, PartieQuerySet
from clubscore.partie.versions import counted_version, version_of
from clubscore.season.course import KeptLeaderboard
from clubscore.season.first_steps import first_steps
from clubscore.season.places import Spark, sparks_of
from clubscore.season.standings import LeaderboardRow

LAST_RESULTS = 12
"""How many parties of the last evening a club's front page shows."""
TOP = 8
"""How many lines of the leaderboard it shows, on a phone five of them."""


@dataclass(frozen=True, slots=True)
class Top:
    """The head of a season's leaderboard."""

    season: Season
    lines: list[tuple[LeaderboardRow, Spark | None]]
    """With how the place ran; without, where there was one evening alone."""
    many: int
    """How many there are on the whole leaderboard."""

    @property
    def has_sparks(self) -> bool:
        """Whether places ran over more evenings than one."""
        return any(spark for _, spark in self.lines)


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
        with club_text.lent(found):
            shown = _text(request, found)
        context["shown"] = with_own_lines(shown, own_player(request, found))
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
    tables = _open_tables(request, open_parties_of(club))
    tonights = [one for one in tables if one.is_tonights]
    seasons = list(seasons_of(club))
    tonight = day_of_tonight(club)
    top = season_on_top(seasons, tonight)
    rights = may_administer(request, club), may_start_parties(request, club)
    context = {
        "club": club,
        "tables": [_table_text(one) for one in tonights],
        "left_open": [_table_text(one) for one in tables if not one.is_tonights],
        "last_evening": _last_evening(club) if not tonights else None,
        "results": results_text(club, bool(tables), bool(tonights), *rights),
        "seasons": seasons,
        "top": top_text(club, top.pk) if top is not None else "",
        "first_steps": _first_steps_text(request, club, tonight),
        "next": _next_text(request, club, tonight, is_playing=bool(tonights)),
        "best": _best_text(club, tonight) if tonights else "",
        "tonight": tonight,
        "may_start_parties": rights[1],
        "may_make_clubs": may_make_clubs(request),
    }
    return render_to_string("season/_club.html", context)


def _best_text(club: Club, tonight: date) -> str:
    """Return the best hand of tonight, also at tables that are done."""
    parties = club.parties.filter(evening__date=tonight)
    return best_hand_text(parties, is_tonight=True)


def _first_steps_text(request: HttpRequest, club: Club, tonight: date) -> str:
    """Return the checklist for a first evening, for those who run the club."""
    steps = first_steps(club, tonight) if may_administer(request, club) else []
    if not steps:
        return ""
    context = {"club": club, "first_steps": steps}
    return render_to_string("season/_first_steps.html", context, request)


def _next_text(
    request: HttpRequest, club: Club, tonight: date, *, is_playing: bool
) -> str:
    """Return the next planned evening, and what the reader can answer to it."""
    shows_people = role_of(request, club) is not None
    me = own_player(request, club)
    # Who comes is told to members alone; to ask it costs several times as much.
    listed = planned_of(club, me) if shows_people else club.planned_evenings.all()
    planned = listed.filter(date__gte=tonight).order_by("date")
    if is_playing:  # the tables say more of tonight
        planned = planned.exclude(date=tonight)
    found = planned.first()
    if found is None:
        return ""
    context = {
        "club": club,
        "planned": found,
        "me": me,
        "back": "club",
        "shows_people": shows_people,
        "is_tonight": found.date == tonight,
    }
    return render_to_string("season/_next_evening.html", context, request)


def _table_text(table: OpenTable) -> SafeString:
    partie = table.now.partie
    return part(
        "season/_table.html",
        club={"slug": partie.club.slug},
        table=table.now.shown(),
        is_left_open=not table.is_tonights,
        last_game_on=table.last_game_on,
        may_end=table.may_end,
    )


def _finished(club: Club) -> PartieQuerySet:
    return club.parties.counted().filter(is_finished=True)


def _last_evening(club: Club) -> Evening | None:
    """Return the last evening on which a partie was played to its end."""
    finished = _finished(club).select_related("evening")
    last = finished.order_by("-evening__date").first()
    return last.evening if last is not None else None


@kept(counted_version)
def results_text(
    club: Club, has_begun: bool, is_playing: bool, administers: bool, starts: bool
) -> str:
    """Return who has won at the tables of the last evening."""
    last = _last_evening(club)
    finished: list[Partie] = []
    if last is not None:
        of_evening = with_results(_finished(club).filter(evening=last))
        finished = list(of_evening.order_by("number"))
    context = {
        "club": club,
        "has_begun": has_begun,
        "last_evening": last,
        "finished": finished[:LAST_RESULTS],
        # While it is played, that of tonight is shown.
        "best": "" if is_playing else best_hand_text(finished, is_tonight=False),
        "seasons": club.seasons.exists(),
        "may_administer": administers,
        "may_start_parties": starts,
    }
    return render_to_string("season/_last_evening.html", context)


def season_on_top(seasons: Sequence[Season], today: date) -> Season | None:
    """
    Return the season that is on, or was last, if anything was played in it.

    Of several that are on, it is the first of *seasons*: the one that began last.
    """
    begun = (one for one in seasons if one.starts_on <= today and vars(one)["many"])
    return max(begun, key=lambda one: min(one.ends_on or today, today), default=None)


@kept(counted_version)
def top_text(club: Club, season: int) -> str:
    """Return the head of a season's leaderboard."""
    of_club = club.seasons.get(pk=season)
    of_club.club = club
    board = KeptLeaderboard(of_club)
    sparks = sparks_of(board)
    lines = [(row, sparks.get(row.line.player)) for row in board.placed[:TOP]]
    top = Top(of_club, lines, len(board.rows))
    return render_to_string("season/_top.html", {"club": club, "top": top})


def seasons_of(club: Club) -> QuerySet[Season]:
    """Return the club's seasons, each with how many parties count, the last first."""
    many = Count("parties", Q(parties__is_void=False))
    return club.seasons.annotate(many=many).order_by("-starts_on", "-pk")
