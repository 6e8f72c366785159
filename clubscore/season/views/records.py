"""The record book of a club."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import get_club_for
from clubscore.club.models import Club
from clubscore.club.vocabulary import speak_as
from clubscore.partie.answers import answered, kept, page_unchanged, part
from clubscore.partie.evenings import is_over
from clubscore.partie.models import Partie
from clubscore.partie.versions import counted_version
from clubscore.season import record_book
from clubscore.season.engine import limit_hands_of
from clubscore.season.record_book import Holder, LimitHandLine, Record
from clubscore.season.statistics import ClubPlayers, Scope
from clubscore.season.views.filters import Asked, asked_of

LAST_LIMIT_HANDS = 20
"""How many limit hands stand on the page at once; the others are a tap away."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A part of what was played, of which there is a book."""

    name: str
    query: str
    is_shown: bool


@require_safe
def records_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show the records of a club, of a year or of a season, by one ruleset."""
    found = get_club_for(request, club)
    tag = records_text.tag(found)
    same = page_unchanged(request, tag)
    if same is not None:
        return same
    shown = _text(found, request.GET) if request.GET else records_text(found, tag=tag)
    context = {"club": found, "shown": shown}
    return answered(request, "season/records.html", context, tag)


@kept(counted_version)
def records_text(club: Club) -> str:
    """Return what the page shows to everybody."""
    return _text(club, QueryDict())


def _text(found: Club, parameters: QueryDict) -> str:
    asked, years = book_asked(parameters, found)
    people, scope, ruleset = ClubPlayers(found), asked.scope, asked.scope.ruleset
    limit_hands = record_book.limit_hands_in(scope, people)
    shown = limit_hands_shown(found, limit_hands)
    made = {one.name for one in limit_hands}
    context = {
        "club": found,
        "asked": asked,
        "ruleset": rule_books.ruleset_called(ruleset) if ruleset else None,
        "periods": _periods(asked, years) if years else {},
        "rulesets": _rulesets(asked),
        "records": records_shown(asked, record_book.records_of(scope, people)),
        "limit_hands": shown,
        "last_limit_hands": shown[:LAST_LIMIT_HANDS],
        "earlier_limit_hands": shown[LAST_LIMIT_HANDS:],
        "unmade": [
            name
            for name in (limit_hands_of(ruleset).values() if ruleset else ())
            if name not in made
        ],
    }
    return render_to_string("season/_record_book.html", context)


def records_shown(
    asked: Asked, records: Iterable[Record], *, is_own: bool = False
) -> list[SafeString]:
    """Return each record as the book shows it; *is_own* in that of one player."""
    return [
        part(
            "season/_record.html",
            club={"slug": asked.scope.club.slug},
            one={
                "kind": {
                    "key": one.kind.key,
                    "title": str(one.kind.title),
                    "unit": one.kind.unit,
                },
                "value": one.value,
                "first_holders": list(map(_holder, one.first_holders)),
                "other_holders": list(map(_holder, one.other_holders)),
                "is_clubs": one.is_clubs,
            },
            query=asked.query(),
            hides_names=is_own,
        )
        for one in records
    ]


def limit_hands_shown(
    club: Club, made: Iterable[LimitHandLine], *, is_own: bool = False
) -> list[SafeString]:
    """Return each limit hand as the book shows it; *is_own* in that of one player."""
    return [
        part(
            "season/_limit_hand.html",
            club={"slug": club.slug},
            one={
                **_holder(one),
                "title": one.title,
                "is_first": one.is_first,
                "points": one.points,
            },
            hides_names=is_own,
        )
        for one in made
    ]


def _holder(one: Holder | LimitHandLine) -> dict[str, Any]:
    return {
        "player": {"name": one.player.name, "slug": one.player.slug},
        "day": one.day,
        "partie": one.partie,
        "game": one.game,
    }


def book_asked(parameters: QueryDict, club: Club) -> tuple[Asked, list[int]]:
    """
    Return of what the address asks for the book, and the years of which parties count.

    Points of different rule books do not compare: unless one is asked for it is the
    one played most. Raise Http404 for what the club has never had.
    """
    asked = asked_of(parameters, club)
    days = (
        Partie.objects.counted()
        .filter(is_over(club), club=club)
        .dates("evening__date", "year", order="DESC")
    )
    years = [one.year for one in days]
    year = parameters.get("year", "")
    if year and (asked.scope.season or year not in map(str, years)):
        raise Http404
    ruleset = asked.scope.ruleset or next(iter(asked.played), "")
    speak_as(ruleset)
    scope = replace(asked.scope, year=int(year) if year else None, ruleset=ruleset)
    return replace(asked, scope=scope), years


def _periods(asked: Asked, years: list[int]) -> dict[str, list[Tab]]:
    """Return the whole time, the years and the seasons, each a book of its own."""
    whole = replace(asked.scope, season=None, year=None)

    def tab(name: str, scope: Scope) -> Tab:
        query = replace(asked, scope=scope).query()
        return Tab(name, query, scope == asked.scope)

    return {
        gettext("Club"): [tab(gettext("All time"), whole)],
        gettext("Years"): [tab(str(year), replace(whole, year=year)) for year in years],
        gettext("Seasons"): [
            tab(one.name, replace(whole, season=one)) for one in asked.seasons
        ],
    }


def _rulesets(asked: Asked) -> list[Tab]:
    """Return the rulesets that were played, each a book of its own; or no choice."""
    if len(asked.played) < 2:
        return []
    return [
        Tab(
            one.name,
            replace(asked, scope=replace(asked.scope, ruleset=one.value)).query(),
            one.is_chosen,
        )
        for one in asked.ruleset_choices
    ]
