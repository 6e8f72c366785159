"""A season: its leaderboard, its parties and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import get_club_for, may_administer, may_start_parties
from clubscore.club.models import Club, Season
from clubscore.club.vocabulary import speak_as
from clubscore.evening.polling import (
    for_asking_again,
    page_unchanged,
    shared,
    tag_for,
)
from clubscore.partie.chain import published
from clubscore.partie.models import Partie
from clubscore.season.standings import leaderboard_of
from clubscore.season.versions import version_of
from clubscore.season.views.boards import BoardForm, board_of
from clubscore.season.views.listing import page_of, with_results

if TYPE_CHECKING:
    from typing import Any

    from django.http import QueryDict

    from clubscore.partie.pages import HtmxHttpRequest


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
    rights = {
        "may_administer": may_administer(request, found),
        "may_start_parties": may_start_parties(request, found),
    }
    is_part = bool(request.htmx) and request.htmx.target == "leaderboard"
    tag = tag_for(version_of(found), request.get_full_path(), is_part, rights)
    same = page_unchanged(request, tag)
    if same is not None:
        return same

    def make() -> str:
        template = "_leaderboard" if is_part else "_season"
        context = rights | _shown(of_club, request.GET, is_part=is_part)
        return render_to_string(f"season/{template}.html", context)

    # Many look at the leaderboard; what else may be asked of it is one reader's.
    text = make() if request.GET else shared(f"season:{of_club.pk}:{tag}", make)
    if is_part:
        return for_asking_again(request, HttpResponse(text), tag)
    context = {"club": found, "season": of_club, "shown": text}
    return for_asking_again(
        request, render(request, "season/season.html", context), tag
    )


def _shown(season: Season, asked: QueryDict, *, is_part: bool) -> dict[str, Any]:
    """Return what the page shows to everybody: the leaderboard, and what is around."""
    form = BoardForm(asked)
    context = {
        "club": season.club,
        "season": season,
        "board": board_of(leaderboard_of(season), form),
        "form": form,
        "asked_place": form.asked("place"),
        "as_of_query": form.only("as_of"),
    }
    if is_part:
        return context
    ruleset = rule_books.ruleset_called(season.ruleset)
    parties = with_results(Partie.objects.filter(season=season))
    return context | {
        "ruleset": ruleset,
        "house_rules": rule_books.differing(ruleset.key, season.options),
        "page": page_of(asked, parties),
        "published": published(season.club),
    }
