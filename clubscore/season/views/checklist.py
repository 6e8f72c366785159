"""The request by which a club's checklist for its first evening is put away."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from clubscore.club.access import administers_club
from clubscore.club.models import Club
from clubscore.club.services import checklist_put_away


@require_POST
@administers_club
def put_away(request: HttpRequest, club: Club) -> HttpResponse:
    """Put the checklist away, for all who run the club."""
    checklist_put_away(club=club)
    messages.success(
        request,
        gettext("The checklist is put away. In Settings you can show it again."),
    )
    return redirect(club)
