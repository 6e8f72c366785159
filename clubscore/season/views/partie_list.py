"""Lists of parties, as several pages show them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.safestring import SafeString

from clubscore.club.models import Player
from clubscore.partie.answers import part
from clubscore.partie.models import Partie, PartieResult

PARTIES_ON_A_PAGE = 8


@dataclass(frozen=True, slots=True)
class ListedResult:
    """What a partie in a list came to for one player."""

    place: int
    name: str
    slug: str
    score: int
    is_own: bool
    """Whether the list is of this player's parties."""


@dataclass(frozen=True, slots=True)
class ListedPartie:
    """A partie as lists show it."""

    number: int
    day: date
    table: str
    is_void: bool
    is_finished: bool
    is_result_only: bool
    results: tuple[ListedResult, ...]


LISTED = (
    *("number", "evening__date", "table"),
    *("is_void", "is_finished", "is_result_only"),
)
"""The columns of a partie that a list shows."""
OF_PLAYERS = ("player__name", "player__slug", "score")
"""Those of a result, beside its place."""


def page_of(
    asked: QueryDict,
    club: str,
    parties: QuerySet[Partie],
    player: Player | None = None,
) -> Page[SafeString]:
    """
    Return the page of *parties* that an address asks for, the last first.

    *club* is in their addresses; in a *player*'s list the own results stand out.
    """
    ordered = parties.order_by("-evening__date", "-number")
    paginator: Paginator[Any] = Paginator(ordered, PARTIES_ON_A_PAGE)
    page = paginator.get_page(asked.get("page"))
    shown: Any = page.object_list
    return Page(listed(club, shown, player), page.number, paginator)


def listed(
    club: str, parties: QuerySet[Partie], player: Player | None = None
) -> list[SafeString]:
    """Return each of *parties* as a list shows it, in two queries."""
    rows: list[Any] = list(parties.values_list("pk", *LISTED))
    results: dict[int, list[ListedResult]] = defaultdict(list)
    own = player.pk if player is not None else None
    of_parties: Any = (
        PartieResult.objects.filter(partie__in=[row[0] for row in rows])
        .order_by("partie", "place", "player__key")
        .values_list(*("partie", "player", "place"), *OF_PLAYERS)
    )
    for partie, who, place, name, slug, score in of_parties:
        results[partie].append(ListedResult(place, name, slug, score, who == own))
    shown = [
        ListedPartie(*told, results=tuple(results[pk]))  # type: ignore[misc]
        for pk, *told in rows
    ]
    return [part("season/_partie.html", club=club, partie=one) for one in shown]
