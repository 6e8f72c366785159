"""A season: its leaderboard, its parties and its rules."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import (
    get_club_for,
    may_administer,
    may_start_parties,
    own_player,
)
from clubscore.club.models import Club, Season
from clubscore.club.requests import HtmxHttpRequest
from clubscore.club.vocabulary import speak_as
from clubscore.partie.answers import (
    answered,
    for_asking_again,
    kept,
    page_unchanged,
    part,
    tag_for,
    with_own_lines,
)
from clubscore.partie.chain import published
from clubscore.partie.club_plans import tournaments_of
from clubscore.partie.models import Partie
from clubscore.partie.versions import counted_version, settled_version, version_of
from clubscore.season.course import KeptLeaderboard
from clubscore.season.standings import leaderboard_of
from clubscore.season.views.leaderboard import SORTS, Board, BoardForm, board_of
from clubscore.season.views.partie_list import page_of

ROW = "season/_board_row.html"


def season_called(club: Club, slug: str) -> Season:
    """Return the club's season of that address; raise Http404 if there is none."""
    season: Season = get_object_or_404(club.seasons, slug=slug)
    speak_as(season.ruleset)
    season.club = club
    return season


@require_safe
def season_page(request: HtmxHttpRequest, club: str, season: str) -> HttpResponse:
    """Show a season: the leaderboard as asked for, its parties, its rules."""
    found = get_club_for(request, club)
    of_club = season_called(found, season)
    rights = (may_administer(request, found), may_start_parties(request, found))
    is_part = bool(request.htmx) and request.htmx.target == "leaderboard"
    tag = season_text.tag(found, of_club.pk, *rights)
    own = own_player(request, found)
    whole = tag_for(tag, is_part, own.pk if own is not None else 0)
    same = page_unchanged(request, whole)
    if same is not None:
        return same
    if is_part:
        context = _board(of_club, request.GET, may_administer=rights[0])
        drawn = render_to_string("season/_leaderboard.html", context, request)
        answer = HttpResponse(with_own_lines(drawn, own))
        return for_asking_again(request, answer, whole)
    if request.GET:
        text = _text(of_club, request.GET, *rights)
    else:
        text = season_text(found, of_club.pk, *rights, tag=tag)
    shown = with_own_lines(text, own)
    context = {"club": found, "season": of_club, "shown": shown}
    return answered(request, "season/season.html", context, whole)


def _found(club: Club, pk: int) -> Season:
    """Return a season by its id; what follows is in the words of its rule book."""
    season = club.seasons.get(pk=pk)
    speak_as(season.ruleset)
    season.club = club
    return season


@kept(version_of)
def season_text(club: Club, season: int, administers: bool, starts: bool) -> str:
    """Return what the page shows to all who may do the same."""
    return _text(_found(club, season), QueryDict(), administers, starts)


def _text(season: Season, asked: QueryDict, administers: bool, starts: bool) -> str:
    parties = Partie.objects.filter(season=season)
    before, after = _beside(season)
    context = {
        "before": before,
        "after": after,
        "club": season.club,
        "season": season,
        "may_administer": administers,
        "may_start_parties": starts,
        "board": (
            _board_text(season, asked, administers)
            if asked
            else board_text(season.club, season.pk, administers)
        ),
        "page": page_of(asked, season.club.slug, parties),
        "rules": rules_text(season.club, season.pk),
        "tournament": tournaments_of(season.club.seasons.filter(pk=season.pk)).first(),
    }
    return render_to_string("season/_season.html", context)


def _beside(season: Season) -> tuple[Season | None, Season | None]:
    """Return the seasons that began before and after, as the list has them; a query."""
    seasons = list(season.club.seasons.order_by("starts_on", "pk"))
    place = seasons.index(season)
    for one in seasons:
        one.club = season.club
    return (
        seasons[place - 1] if place else None,
        seasons[place + 1] if place + 1 < len(seasons) else None,
    )


@kept(settled_version)
def rules_text(club: Club, season: int) -> str:
    """Return by which rules a season is played, and the proof of what was recorded."""
    of_club = _found(club, season)
    ruleset = rule_books.ruleset_called(of_club.ruleset)
    context = {
        "ruleset": ruleset,
        "house_rules": rule_books.differing(ruleset.key, of_club.options),
        "published": published(club),
    }
    return render_to_string("season/_rules.html", context)


@kept(counted_version)
def board_text(club: Club, season: int, administers: bool) -> str:
    """Return the leaderboard, and all around it that counts."""
    return _board_text(_found(club, season), QueryDict(), administers)


def _board_text(season: Season, asked: QueryDict, administers: bool) -> str:
    context = _board(season, asked, may_administer=administers)
    return render_to_string("season/_board.html", context)


def _board(season: Season, asked: QueryDict, *, may_administer: bool) -> dict[str, Any]:
    """Return what the leaderboard shows."""
    form = BoardForm(asked)
    leaderboard = leaderboard_of(season) if asked else KeptLeaderboard(season)
    board = board_of(leaderboard, form)
    return {
        "club": season.club,
        "season": season,
        "board": board,
        **_parts_of(board, season.club),
        "form": form,
        "asked_place": form.asked("place"),
        "as_of_query": form.only("as_of"),
        "asks_all_winners": bool(form.asked("winners")),
        "all_winners_query": form.query(winners="all"),
        "sorts": {
            key: form.query(sort="" if key == "place" else key, why="")
            for key in ("place", *SORTS)
        },
        "may_administer": may_administer,
    }


def _parts_of(board: Board, club: Club) -> dict[str, list[SafeString]]:
    """Return what of a leaderboard is mostly the same after another partie."""
    about: dict[str, Any] = {
        "club": {"slug": club.slug},
        "board": {
            "has_sparks": board.has_sparks,
            "tried_name": board.tried_name,
            "columns": board.columns,
        },
    }
    return {
        "placed": [part(ROW, one=one, **about) for one in board.placed],
        "unplaced": [part(ROW, one=one, **about) for one in board.unplaced],
        "days": [
            part(
                "season/_board_days.html",
                days=list(days),
                as_of=board.leaderboard.as_of,
            )
            for _year, days in groupby(board.days, key=lambda day: day.year)
        ],
        "titles": [
            part(
                "season/_board_titles.html",
                day=day,
                won=list(won),
                club=about["club"],
            )
            for day, won in groupby(board.titles, key=lambda one: one.day)
        ],
    }
