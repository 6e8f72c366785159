"""The reference card of a rule book, and the card for a table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.sheets import card as cards
from clubscore.sheets import table_card as table_cards
from clubscore.sheets.models import Document
from clubscore.sheets.views import document
from clubscore.table.views.rules import card_asked


@require_safe
def card(request: HttpRequest, club: str, ruleset: str) -> HttpResponse:
    """Print a rule book with the club's house rules: values, limit hands, payment."""
    found = get_club_for(request, club)
    with document.in_language_of(request):
        context = card_asked(request, found, ruleset)
        job = cards.job_of(found, context)
        name = f"{found.name} {context['rules'].name}"
        return document.short(request, found, Document.Content.CARD, job, name)


@require_safe
def table_card(request: HttpRequest) -> HttpResponse:
    """Print how to record a game, to lie on a table."""
    with document.in_language_of(request):
        job = table_cards.job_of()
        name = gettext("How to record a game")
        return document.short(request, None, Document.Content.TABLE_CARD, job, name)
