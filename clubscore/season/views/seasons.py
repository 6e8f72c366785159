"""A season: its leaderboard, its parties and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import get_club_for, may_administer, may_start_parties
from clubscore.club.models import Club, Season
from clubscore.club.vocabulary import speak_as
from clubscore.partie.chain import published
from clubscore.partie.models import Partie
from clubscore.season.standings import leaderboard_of
from clubscore.season.views.boards import BoardForm, board_of
from clubscore.season.views.listing import page_of, with_results

if TYPE_CHECKING:
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
    form = BoardForm(request.GET)
    board = board_of(leaderboard_of(of_club), form)
    context = {
        "club": found,
        "season": of_club,
        "board": board,
        "form": form,
        "may_administer": may_administer(request, found),
        "asked_place": form.asked("place"),
        "as_of_query": form.only("as_of"),
    }
    if request.htmx and request.htmx.target == "leaderboard":
        return render(request, "season/_leaderboard.html", context)
    ruleset = rule_books.ruleset_called(of_club.ruleset)
    context |= {
        "ruleset": ruleset,
        "house_rules": rule_books.differing(ruleset.key, of_club.options),
        "page": page_of(request, with_results(Partie.objects.filter(season=of_club))),
        "may_start_parties": may_start_parties(request, found),
        "published": published(found),
    }
    return render(request, "season/season.html", context)
