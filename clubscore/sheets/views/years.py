"""A player's year or season on paper."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club
from clubscore.season.statistics import ClubPlayers, Scope
from clubscore.season.views.seasons import season_called
from clubscore.sheets import year as years
from clubscore.sheets.models import Document
from clubscore.sheets.round_sheet import Paper
from clubscore.sheets.views import document


@require_safe
def players_year(
    request: HttpRequest, club: str, player: str, year: int
) -> HttpResponse:
    """Print a player's calendar year."""
    found = get_club_for(request, club)
    return _printed(request, player, Scope(found, year=year), str(year))


@require_safe
def players_season(
    request: HttpRequest, club: str, player: str, season: str
) -> HttpResponse:
    """Print a player's season."""
    found = get_club_for(request, club)
    of_club = season_called(found, season)
    return _printed(request, player, Scope(found, season=of_club), of_club.name)


def _printed(
    request: HttpRequest, player: str, scope: Scope, period: str
) -> HttpResponse:
    club: Club = scope.club
    players = club.players.select_related("merged_into")
    who = get_object_or_404(players, slug=player)
    people = ClubPlayers(club)
    who = people.who(who.pk)
    with document.in_language_of(request):
        context = years.context_of(
            who,
            people,
            scope,
            absolute=request.build_absolute_uri,
            paper=Paper.named(request.GET.get("paper", "")),
        )
        if context is None:
            words = {"name": who.name, "period": period}
            told = _("There is nothing to print: %(name)s did not play in %(period)s.")
            messages.info(request, told % words)
            return redirect("season:player", club.slug, who.slug)
        job = years.job_of(who, context)
        name = f"{club.name} {who.name} {period}"
        return document.short(request, club, Document.Content.YEAR, job, name)
