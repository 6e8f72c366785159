"""Which version of a club's results a page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Count, Max, Sum
from django.utils import timezone

from clubscore.partie.access import is_final
from clubscore.partie.chain import day_published
from clubscore.partie.evenings import day_of_tonight, is_over
from clubscore.partie.models import Agreement

if TYPE_CHECKING:
    from clubscore.club.models import Club


def version_of(club: Club, *_asked: object) -> tuple[object, ...]:
    """
    Return what changes with every write that a club's pages follow from.

    That is its own row, which is read already, its seasons, who plays, who was there,
    and its parties, of which every write is counted; and the day by which evenings are
    over. Four queries, however long the club has played.
    """
    parties = club.parties.aggregate(**WRITTEN)
    return (*_around(club), *parties.values(), day_published())


def counted_version(club: Club, *_asked: object) -> tuple[object, ...]:
    """
    Return what changes with every write that standings and statistics follow from.

    A game at a table that still plays is none: only who sits there matters. Five
    queries.
    """
    tonight = day_of_tonight(club)
    over = club.parties.filter(is_over(club)).aggregate(**WRITTEN)
    being_played = club.parties.filter(is_finished=False, evening__date__gte=tonight)
    sitting = being_played.order_by("pk", "results__player").values_list(
        *("pk", "is_void", "season", "evening", "players"),
        *("results__player", "results__stands_for"),
    )
    return (*_around(club), *over.values(), *sitting)


WRITTEN: dict[str, Any] = {
    "many": Count("pk"),
    "writes": Sum("version"),
    # Parties that have come and gone can be as many with as many writes.
    "last": Max("head_at"),
}
"""What tells of parties whether one of them was written in."""


def about(club: Club) -> tuple[object, ...]:
    """Return a club's own row, which is read already, and the day that it is."""
    return (
        *(getattr(club, field.attname) for field in club._meta.concrete_fields),
        timezone.localtime().date(),
        day_of_tonight(club),
    )


def _around(club: Club) -> tuple[object, ...]:
    """Return what changes with everything of a club but its parties."""
    evenings = club.evenings.aggregate(Count("pk"), Sum("version"))
    players = club.players.order_by("pk").values_list(
        "pk", "name", "slug", "is_guest", "merged_into", "withheld_name"
    )
    return (
        *about(club),
        *club.seasons.order_by("pk").values_list(),
        *players,
        *evenings.values(),
    )


def partie_version(club: Club, number: int, *_asked: object) -> tuple[object, ...]:
    """
    Return what changes with every write that the pages of one partie follow from.

    Who wrote is told by the name of their player, where that is withheld. Four queries.
    """
    partie = club.parties.select_related("season", "evening").get(number=number)
    partie.club = club
    agreed = Agreement.objects.filter(revision__entry__partie=partie)
    return (
        *about(club),
        *(getattr(partie, field.attname) for field in partie._meta.concrete_fields),
        partie.season.slug,
        partie.evening.date,
        is_final(partie),
        *agreed.aggregate(Count("pk"), Max("pk")).values(),
        *club.players.order_by("pk", "member").values_list(
            "pk", "name", "slug", "withheld_key", "member__account"
        ),
    )
