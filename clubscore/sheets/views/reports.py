"""The report of a partie."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.requests import HtmxHttpRequest
from clubscore.partie.access import get_partie_for
from clubscore.sheets import report, round_sheet
from clubscore.sheets.models import Document
from clubscore.sheets.round_sheet import Paper
from clubscore.sheets.views import document

KIND = Document.Content.REPORT


@require_safe
def partie_report(request: HtmxHttpRequest, club: str, number: int) -> HttpResponse:
    """Print a partie's sheet, chart, every game explained and all that was written."""
    partie = get_partie_for(request, club, number)
    with document.in_language_of(request):
        name = f"{partie.club.name} " + _("Report of partie %(number)d") % {
            "number": number
        }
        waiting = document.being_made(request, partie.club, KIND, name)
        if waiting is not None:
            return waiting
        context = report.context_of(
            round_sheet.told(partie),
            address=request.build_absolute_uri(partie.get_absolute_url()),
            paper=Paper.named(request.GET.get("paper", "")),
        )
        job = report.job_of(partie, context)
        return document.long(request, partie.club, KIND, job, name)
