"""The round sheet of a partie, and the one that lies ready for any."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club
from clubscore.partie.access import get_partie_for
from clubscore.sheets import round_sheet
from clubscore.sheets.models import Document
from clubscore.sheets.round_sheet import Paper
from clubscore.sheets.views import document

KIND = Document.Content.ROUND_SHEET


@require_safe
def partie_sheet(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Print the sheet of a partie: as far as it was played, or `?blank=1` empty."""
    partie = get_partie_for(request, club, number)
    with document.in_language_of(request):
        context = round_sheet.context_of(
            round_sheet.told(partie),
            address=request.build_absolute_uri(partie.get_absolute_url()),
            paper=Paper.named(request.GET.get("paper", "")),
            is_blank=is_blank(request),
        )
        name = _("Partie %(number)d") % {"number": number}
        return _printed(request, partie.club, context, name)


@require_safe
def sheet(request: HttpRequest, club: str) -> HttpResponse:
    """Print an empty sheet for any partie of the club, `?players=5` for five."""
    found = get_club_for(request, club)
    players = document.number_asked(request, "players", range(3, 6), 4)
    season = found.seasons.holding(timezone.localdate()).first()
    with document.in_language_of(request):
        context = round_sheet.context_without(
            found,
            players=players,
            season=season,
            address=request.build_absolute_uri(found.get_absolute_url()),
            paper=Paper.named(request.GET.get("paper", "")),
        )
        return _printed(request, found, context, _("Round sheet"))


def is_blank(request: HttpRequest) -> bool:
    """Tell whether the address asks for an empty sheet."""
    return request.GET.get("blank", "") not in ("", "0")


def _printed(
    request: HttpRequest, club: Club, context: dict[str, object], name: str
) -> HttpResponse:
    job = round_sheet.job_of(club, context)
    return document.short(request, club, KIND, job, f"{club.name} {name}")
