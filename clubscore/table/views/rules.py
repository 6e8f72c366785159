"""The reference cards: a rule book with a club's house rules."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubscore.club import own_books
from clubscore.club.access import get_club_for
from clubscore.club.models import Club
from clubscore.club.vocabulary import speak_as
from clubscore.partie.engine import reference as cards


@require_safe
def rule_books(request: HttpRequest, club: str) -> HttpResponse:
    """Show which rule books there are, those of the club's seasons first."""
    found = get_club_for(request, club)
    played = set(found.seasons.values_list("ruleset", flat=True))
    books = sorted(
        own_books.offered(found, *played), key=lambda one: one.key not in played
    )
    context = {"club": found, "books": books, "played": played}
    return render(request, "table/rule_books.html", context)


@require_safe
def reference(request: HttpRequest, club: str, ruleset: str) -> HttpResponse:
    """
    Show a rule book: values, limit hands, payment, rounds, sources.

    The house rules are those of the season that is asked for, else of the club's
    latest one with this rule book.
    """
    found = get_club_for(request, club)
    return render(request, "table/reference.html", card_asked(request, found, ruleset))


def card_asked(request: HttpRequest, club: Club, ruleset: str) -> dict[str, Any]:
    """
    Return the card that an address asks for, in the words of its book.

    Raise Http404 if there is no such rule book.
    """
    if not own_books.is_of(club, ruleset):
        raise Http404
    speak_as(ruleset)
    return card_in(
        club,
        ruleset,
        season=request.GET.get("season", ""),
        players=request.GET.get("players", ""),
    )


def card_in(
    club: Club, ruleset: str, *, season: str = "", players: str = ""
) -> dict[str, Any]:
    """
    Return the card of a rule book as a club plays it.

    What makes no sense of *season*, an address, and of *players* is passed over. Raise
    Http404 if there is no such rule book.
    """
    seasons = club.seasons.filter(ruleset=ruleset).order_by("-starts_on")
    today = timezone.localdate()
    played = seasons.filter(slug=season).first() if season else None
    played = played or seasons.usual_on(today)
    try:
        card = cards.card_of(
            ruleset,
            played.options if played is not None else {},
            int(players) if players in ("3", "4", "5") else 4,
        )
    except cards.RulesError:
        raise Http404 from None
    return {
        "club": club,
        "season": played,
        "seasons": seasons,
        "card": card,
        "reference": card.reference,
        "rules": card.reference.ruleset,
        "numbers": sorted(card.reference.ruleset.players),
    }
