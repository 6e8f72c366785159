"""The lists that a club's menu leads to: players, evenings and seasons."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Count, Max, Q, Sum
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubscore.club import methods
from clubscore.club.access import get_club_for, may_administer
from clubscore.club.models import Club, Player
from clubscore.club.names import folded
from clubscore.evening.overview import evenings_of, planned_of
from clubscore.partie.answers import Answer, answered, kept, page_unchanged
from clubscore.partie.evenings import day_of_tonight, is_over
from clubscore.partie.models import Evening, PartieResult
from clubscore.partie.versions import version_of
from clubscore.season.statistics import ClubPlayers
from clubscore.season.views.clubs import season_on_top, seasons_of
from clubscore.season.views.list_columns import Columns, list_columns, sort_asked

LONG = 12
"""A list of more players than this has a search above it."""
EVENINGS_ON_A_PAGE = 40
SHOWN_AHEAD = 6
"""How many planned evenings stand above those that were played."""


def _list_page(
    request: HttpRequest, club: Club, text: Answer, of: Any, name: str, *rights: bool
) -> HttpResponse:
    """Return one of the lists: kept, unless something is asked of it."""
    tag = text.tag(club, *rights)
    same = page_unchanged(request, tag)
    if same is not None:
        return same
    if request.GET:
        shown = of(club, request.GET, *rights)
    else:
        shown = text(club, *rights, tag=tag)
    return answered(request, f"season/{name}.html", {"club": club, "shown": shown}, tag)


# Players ----------------------------------------------------------------------------


@dataclass(slots=True)
class PlayerListed:
    """A player in the list."""

    player: Player
    parties: int = 0
    firsts: int = 0
    last: date | None = None
    """The day of the last evening; None before the first one."""


PLAYERS_COLUMNS: Columns = {
    "name": (_("Player"), False),
    "parties": (_("Parties"), True),
    "firsts": (_("First places"), True),
    "last": (_("Last played"), True),
}


@require_safe
def players_page(request: HttpRequest, club: str) -> HttpResponse:
    """List a club's players by name, or as it is asked for."""
    found = get_club_for(request, club)
    return _list_page(request, found, players_text, _players_text, "players")


@kept(version_of)
def players_text(club: Club) -> str:
    """Return what the page shows to everybody."""
    return _players_text(club, QueryDict())


def _players_text(club: Club, asked: QueryDict) -> str:
    lines = _lines_of(club)
    sought = " ".join(asked.get("q", "").split())
    sort = sort_asked(asked, PLAYERS_COLUMNS)
    shown = [one for one in lines if folded(sought) in one.player.key]
    shown.sort(key=lambda one: one.player.key)
    if sort != "name":
        shown.sort(key=lambda one: _rank(one, sort), reverse=True)
    context = {
        "club": club,
        "lines": shown,
        "many": len(lines),
        "is_long": len(lines) > LONG,
        "sought": sought,
        "sort": sort,
        "columns": list_columns(
            PLAYERS_COLUMNS,
            sort,
            lambda key: urlencode({"sort": key} | ({"q": sought} if sought else {})),
        ),
    }
    return render_to_string("season/_players.html", context)


def _rank(line: PlayerListed, sort: str) -> int:
    if sort == "last":
        return line.last.toordinal() if line.last is not None else 0
    return line.parties if sort == "parties" else line.firsts


def _lines_of(club: Club) -> list[PlayerListed]:
    """Return everybody of a club, with what counts of them, in two queries."""
    people = ClubPlayers(club)
    lines = {one.pk: PlayerListed(one) for one in people.everybody}
    rows = (
        PartieResult.objects.filter(
            is_over(club, "partie__"), partie__club=club, partie__is_void=False
        )
        .order_by()
        .values("player")
        .annotate(
            parties=Count("pk"),
            firsts=Count("pk", filter=Q(place=1)),
            last=Max("partie__evening__date"),
        )
    )
    for row in rows:
        line = lines[people.who(row["player"]).pk]
        line.parties += row["parties"]
        line.firsts += row["firsts"]
        line.last = max(line.last or row["last"], row["last"])
    return list(lines.values())


# Evenings ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EveningListed:
    """An evening in the list."""

    evening: Evening
    winners: tuple[Player, ...]
    """Who has the highest score of it; nobody before a partie is over."""
    score: int


@require_safe
def evenings_page(request: HttpRequest, club: str) -> HttpResponse:
    """List a club's evenings, the last one first."""
    found = get_club_for(request, club)
    return _list_page(request, found, evenings_text, _evenings_text, "evenings")


@kept(version_of)
def evenings_text(club: Club) -> str:
    """Return what the page shows to everybody."""
    return _evenings_text(club, QueryDict())


EVENINGS_COLUMNS: Columns = {
    "evening": (_("Evening"), True),
    "score": (_("Highest score"), True),
    "parties": (_("Parties"), True),
}


def _evenings_text(club: Club, asked: QueryDict) -> str:
    sort = sort_asked(asked, EVENINGS_COLUMNS)
    evenings = evenings_of(club)
    if sort == "parties":
        evenings = evenings.order_by("-many", "-date", "-pk")
    # Who won is looked up for a page, or for all where it says which stand on one.
    listed = _highest_first(club, list(evenings)) if sort == "score" else None
    pages = Paginator(listed or evenings, EVENINGS_ON_A_PAGE)
    page = pages.get_page(asked.get("page"))
    shown: list[Any] = list(page.object_list)
    tonight = day_of_tonight(club)
    context = {
        "club": club,
        "tonight": tonight,
        "planned": list(planned_of(club).filter(date__gte=tonight)[:SHOWN_AHEAD]),
        "lines": shown if listed else with_winners(club, shown),
        "page": page,
        "columns": list_columns(
            EVENINGS_COLUMNS, sort, lambda key: urlencode({"sort": key})
        ),
        "query": urlencode({"sort": sort}) if sort != "evening" else "",
    }
    return render_to_string("season/_evenings.html", context)


def _highest_first(club: Club, evenings: list[Evening]) -> list[EveningListed]:
    """Return evenings by their highest score, those that are played now at the end."""
    listed = with_winners(club, evenings)
    return sorted(listed, key=lambda one: (bool(one.winners), one.score), reverse=True)


def with_winners(club: Club, evenings: list[Evening]) -> list[EveningListed]:
    """Return evenings with who won each, in two queries."""
    people = ClubPlayers(club)
    scores: dict[int, dict[Player, int]] = {one.pk: {} for one in evenings}
    rows = (
        PartieResult.objects.filter(
            is_over(club, "partie__"),
            partie__evening__in=list(scores),
            partie__is_void=False,
        )
        .order_by()
        .values_list("partie__evening", "player")
        .annotate(total=Sum("score"))
    )
    for evening, player, total in rows:
        of_evening, who = scores[evening], people.who(player)
        of_evening[who] = of_evening.get(who, 0) + total
    return [_evening_listed(one, scores[one.pk]) for one in evenings]


def _evening_listed(evening: Evening, scores: dict[Player, int]) -> EveningListed:
    best = max(scores.values(), default=0)
    winners = [who for who, score in scores.items() if score == best]
    return EveningListed(evening, tuple(sorted(winners, key=lambda one: one.key)), best)


# Seasons ----------------------------------------------------------------------------


@require_safe
def seasons_page(request: HttpRequest, club: str) -> HttpResponse:
    """List a club's seasons, the last one first."""
    found = get_club_for(request, club)
    administers = may_administer(request, found)
    return _list_page(
        request, found, seasons_text, _seasons_text, "seasons", administers
    )


@kept(version_of)
def seasons_text(club: Club, administers: bool) -> str:
    """Return what the page shows to all who may do the same."""
    return _seasons_text(club, QueryDict(), administers)


def _seasons_text(club: Club, _asked: QueryDict, administers: bool) -> str:
    seasons = [
        {"season": one, "method": methods.name_of(methods.method_of(one.method))}
        for one in seasons_of(club)
    ]
    context = {"club": club, "seasons": seasons, "may_administer": administers}
    return render_to_string("season/_seasons.html", context)


@require_safe
def leaderboard(request: HttpRequest, club: str) -> HttpResponse:
    """Lead to the leaderboard of the season that is on, or to all seasons."""
    found = get_club_for(request, club)
    season = season_on_top(list(seasons_of(found)), day_of_tonight(found))
    if season is None:
        return redirect("season:seasons", found.slug)
    return redirect("season:season", found.slug, season.slug)
