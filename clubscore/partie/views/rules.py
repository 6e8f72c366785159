"""The reference cards: what the rule books say, with a club's house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubscore.club import engine
from clubscore.club.access import get_club_for
from clubscore.partie.engine import reference as cards

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from clubscore.club.models import Club


@require_safe
def rule_books(request: HttpRequest, club: str) -> HttpResponse:
    """Show which rule books there are, those of the club's seasons first."""
    found = get_club_for(request, club)
    played = set(found.seasons.values_list("ruleset", flat=True))
    books = sorted(engine.rulesets(), key=lambda one: one.key not in played)
    context = {"club": found, "books": books, "played": played}
    return render(request, "partie/rule_books.html", context)


@require_safe
def reference(request: HttpRequest, club: str, ruleset: str) -> HttpResponse:
    """
    Show a rule book: values, limit hands, payment, rounds, sources.

    The house rules are those of the season that is asked for, else of the club's
    latest one with this rule book.
    """
    found = get_club_for(request, club)
    return render(request, "partie/reference.html", card_asked(request, found, ruleset))


def card_asked(request: HttpRequest, club: Club, ruleset: str) -> dict[str, Any]:
    """
    Return the card that an address asks for, as pages and paper show it.

    Raise Http404 if there is no such rule book.
    """
    seasons = club.seasons.filter(ruleset=ruleset).order_by("-starts_on")
    asked = request.GET.get("season", "")
    today = timezone.localdate()
    season = seasons.filter(slug=asked).first() if asked else None
    season = season or seasons.holding(today).first() or seasons.first()
    players = request.GET.get("players", "")
    try:
        card = cards.card_of(
            ruleset,
            season.options if season is not None else {},
            int(players) if players in ("3", "4", "5") else 4,
        )
    except cards.RulesError:
        raise Http404 from None
    return {
        "club": club,
        "season": season,
        "seasons": seasons,
        "card": card,
        "reference": card.reference,
        "rules": card.reference.ruleset,
        "numbers": sorted(card.reference.ruleset.players),
    }
