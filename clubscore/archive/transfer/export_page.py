"""The settings pages on which a club is exported."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.archive.transfer.download import file_response
from clubscore.club import journal
from clubscore.club.access import administers_club
from clubscore.club.journal import Deed
from clubscore.club.models import Club


@require_safe
@administers_club
def export(request: HttpRequest, club: Club) -> HttpResponse:
    """Say what the file of the club holds, and offer it."""
    return render(request, "archive/export.html", {"club": club})


@require_safe
@administers_club
def export_file(request: HttpRequest, club: Club) -> StreamingHttpResponse:
    """Send the file of the club."""
    journal.write(request, Deed.EXPORTED, club=club)
    return file_response(club)


@require_safe
@administers_club
def export_packed(request: HttpRequest, club: Club) -> StreamingHttpResponse:
    """Send the file of the club, packed."""
    journal.write(request, Deed.EXPORTED, club=club)
    return file_response(club, is_packed=True)
