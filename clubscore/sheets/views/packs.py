"""The evening pack: everything on paper that an evening needs."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.models import Club
from clubscore.club.requests import HtmxHttpRequest
from clubscore.evening.views import for_hosts
from clubscore.sheets import pack
from clubscore.sheets.models import Document
from clubscore.sheets.round_sheet import Paper
from clubscore.sheets.views import document
from clubscore.sheets.views.round_sheets import is_blank

KIND = Document.Content.PACK


@require_safe
@for_hosts
def evening_pack(request: HtmxHttpRequest, found: Club, day: date) -> HttpResponse:
    """Print the card and the round sheet of every table of an evening."""
    with document.in_language_of(request):
        name = f"{found.name} {day.isoformat()}"
        waiting = document.being_made(request, found, KIND, name)
        if waiting is not None:
            return waiting
        job = pack.job_of(
            found,
            day,
            absolute=request.build_absolute_uri,
            paper=Paper.named(request.GET.get("paper", "")),
            is_blank=is_blank(request),
        )
        if job is None:
            messages.info(request, _("No table has started on this day yet."))
            return redirect("evening:evening", found.slug, day)
        return document.long(request, found, KIND, job, name)
