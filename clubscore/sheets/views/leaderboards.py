"""The leaderboard of a season."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.season.views.leaderboard import BoardForm
from clubscore.season.views.seasons import season_called
from clubscore.sheets import leaderboard as leaderboards
from clubscore.sheets.models import Document
from clubscore.sheets.round_sheet import Paper
from clubscore.sheets.views import document


@require_safe
def leaderboard(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Print a season's leaderboard, `?as_of=` as it stood on a day."""
    found = get_club_for(request, club)
    of_club = season_called(found, season)
    with document.in_language_of(request):
        context = leaderboards.context_of(
            of_club,
            as_of=BoardForm(request.GET).asked("as_of"),
            address=request.build_absolute_uri(of_club.get_absolute_url()),
            paper=Paper.named(request.GET.get("paper", "")),
        )
        job = leaderboards.job_of(of_club, context)
        name = f"{found.name} {_('Leaderboard')} {of_club.name}"
        return document.short(request, found, Document.Content.LEADERBOARD, job, name)
