"""The page of all revisions of a partie."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.partie.access import may_correct_earlier
from clubscore.partie.entries import TAKEN_OUT_ALONE
from clubscore.partie.history import history_of, names_in
from clubscore.partie.models import Revision
from clubscore.partie.pages import see


@require_safe
def revisions(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """List every revision of a partie, the newest first."""
    seen = see(request, club, number)
    found = list(
        Revision.objects.filter(entry__partie=seen.partie)
        .select_related("entry")
        .order_by("-made_at", "-pk")
    )
    names = names_in(seen.partie.club, found, seen.names)
    in_force = Revision.objects.in_force(seen.partie)
    may_go = (
        set(
            in_force.filter(entry__kind__in=TAKEN_OUT_ALONE).values_list(
                "pk", flat=True
            )
        )
        if may_correct_earlier(request, seen.partie) and not seen.partie.is_void
        else set()
    )
    context = {
        **seen.context,
        "history": history_of(seen.partie, found, names, seen.numbers),
        "may_go": may_go,
    }
    return render(request, "corrections/revisions.html", context)
