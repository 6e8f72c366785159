"""Certificates of records and of limit hands."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club, Player
from clubscore.club.vocabulary import speak_as
from clubscore.season import record_book
from clubscore.season.statistics import ClubPlayers, Scope
from clubscore.season.views.records import book_asked
from clubscore.sheets import certificate
from clubscore.sheets.models import Document
from clubscore.sheets.round_sheet import Paper
from clubscore.sheets.views import document

KINDS = frozenset(kind.key for kind in record_book.KINDS)


@require_safe
def record(request: HttpRequest, club: str, kind: str, player: str) -> HttpResponse:
    """Print who holds a record, of the book that the address asks for."""
    found = get_club_for(request, club)
    asked, _years = book_asked(request.GET, found)
    if kind not in KINDS:
        raise Http404
    people = ClubPlayers(found)
    who = _who(found, people, player)
    with document.in_language_of(request):
        context = certificate.of_record(
            asked.scope,
            people,
            kind,
            who,
            absolute=request.build_absolute_uri,
            paper=Paper.named(request.GET.get("paper", "")),
        )
        return _printed(request, found, who, context)


@require_safe
def limit_hand(
    request: HttpRequest, club: str, number: int, game: int, player: str
) -> HttpResponse:
    """Print that somebody made a limit hand, with its tiles."""
    found = get_club_for(request, club)
    people = ClubPlayers(found)
    who = _who(found, people, player)
    listed = record_book.limit_hands_in(Scope(found), people, people.ids_of(who))
    made = next(
        (one for one in listed if (one.partie, one.game) == (number, game)), None
    )
    if made is not None:
        speak_as(made.ruleset)
    with document.in_language_of(request):
        context = None
        if made is not None:
            context = certificate.of_limit_hand(
                found,
                made,
                absolute=request.build_absolute_uri,
                paper=Paper.named(request.GET.get("paper", "")),
            )
        return _printed(request, found, who, context)


def _who(club: Club, people: ClubPlayers, slug: str) -> Player:
    """Return the player of that address, or who that turned out to be."""
    return people.who(get_object_or_404(club.players, slug=slug).pk)


def _printed(
    request: HttpRequest, club: Club, who: Player, context: dict[str, Any] | None
) -> HttpResponse:
    if context is None:
        told = _(
            "There is no certificate for that: %(name)s does not hold this record."
        )
        messages.info(request, told % {"name": who.name})
        return redirect("season:records", club.slug)
    job = certificate.job_of(club, context)
    name = f"{club.name} {who.name}"
    return document.short(request, club, Document.Content.CERTIFICATE, job, name)
