"""A player: results, ratings, statistics, head to head, records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for, may_administer, may_withhold_name
from clubscore.club.models import Club, Player
from clubscore.partie.models import Partie
from clubscore.season import record_book, statistics
from clubscore.season.career import bests_of, career_of
from clubscore.season.statistics import Opponent, People, Scope
from clubscore.season.views.asking import Asked, Choice, asked_of
from clubscore.season.views.listing import page_of, with_results
from clubscore.season.views.ratings import course_of


@require_safe
def player_page(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Show what a player has played, and all that it comes to."""
    found = get_club_for(request, club)
    who = get_object_or_404(found.players.select_related("merged_into"), slug=player)
    if who.merged_into is not None:
        return redirect("season:player", found.slug, who.merged_into.slug)
    who.club = found  # known already, with who asks
    asked, people = asked_of(request, found), People(found)
    ids = people.ids_of(who)
    heads = statistics.heads_of(asked.scope, ids, people)
    opponent = _opponent(request, heads, found)
    tallies = asked.scope.tallies.of(ids)
    parties = Partie.objects.filter(asked.scope.parties, results__player__in=ids)
    if opponent is not None:
        met = statistics.met(asked.scope, ids, people.ids_of(opponent))
        tallies = tallies.filter(partie__in=met.values("partie"))
        parties = parties.filter(pk__in=met.values("partie"))
    sums = statistics.sums_of(tallies)
    context = {
        "club": found,
        "player": who,
        "asked": asked,
        "opponent": opponent,
        "opponents": _choices(heads, opponent),
        "query": asked.query(opponent=opponent.slug if opponent is not None else ""),
        "is_asked": bool(asked.query()) or opponent is not None,
        "sums": sums,
        "course": course_of(request, people, who),
        "page": page_of(request.GET, with_results(parties.distinct())),
        "may_administer": may_administer(request, found),
        "may_withhold_name": may_withhold_name(request, who),
    }
    if sums.parties:
        career = career_of(who, tallies, sums)
        context |= {
            "career": career,
            "years": sorted({one.day.year for one in career.evenings}, reverse=True),
            "heads": [one for one in heads if opponent in (None, one.player)],
            **_records(asked, people, ids, is_whole=opponent is None),
        }
    return render(request, "season/player.html", context)


def _opponent(
    request: HttpRequest, heads: Sequence[Opponent], club: Club
) -> Player | None:
    """Return whom the address asks about beside the player; None for everybody."""
    slug = request.GET.get("opponent", "")
    if not slug:
        return None
    for one in heads:
        if one.player.slug == slug:
            return one.player
    # In another season the two may have met.
    known = club.players.filter(slug=slug).first()
    if known is None:
        raise Http404
    return known


def _choices(heads: Sequence[Opponent], chosen: Player | None) -> list[Choice]:
    """Return the opponents who can be asked for, by name."""
    players = {one.player for one in heads} | ({chosen} - {None})
    known = [one for one in players if one is not None]
    return [
        Choice(one.slug, one.name, one == chosen)
        for one in sorted(known, key=lambda one: one.key)
    ]


def _records(
    asked: Asked, people: People, ids: Sequence[int], *, is_whole: bool
) -> dict[str, Any]:
    """Return the player's limit hands and personal bests, and which are the club's."""
    if not is_whole:
        return {}
    scope: Scope = asked.scope
    context: dict[str, Any] = {
        "limit_hands": record_book.limit_hands_in(scope, people, ids)
    }
    if asked.compares:
        context["records"] = bests_of(scope, people, ids)
    return context
