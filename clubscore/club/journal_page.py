"""The settings page on which administrators read the journal of their club."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club.access import administers_club
from clubscore.club.initials import withheld_in
from clubscore.club.journal import ADDRESS_KEPT, Subject, entries_of, names_told
from clubscore.club.models import Club

ENTRIES_ON_A_PAGE = 50


@require_safe
@administers_club
@never_cache
def journal(request: HttpRequest, club: Club) -> HttpResponse:
    """List who did what in the club, all of it or of one kind."""
    asked = request.GET.get("kind", "")
    kind = asked if asked in Subject.values else ""
    found = entries_of(club)
    if kind:
        found = found.filter(deed__startswith=f"{kind}.")
    page = Paginator(found, ENTRIES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "page": page,
        "entries": names_told(page, withheld_in(club)),
        "kinds": Subject.choices,
        "kind": kind,
        "query": f"kind={kind}" if kind else "",
        "days": ADDRESS_KEPT.days,
    }
    return render(request, "club/journal.html", context)
