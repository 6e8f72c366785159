"""Which version of a club's results a page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Count, Max, Sum
from django.utils import timezone

from clubscore.partie.chain import day_published
from clubscore.partie.evenings import day_of_tonight

if TYPE_CHECKING:
    from clubscore.club.models import Club


def version_of(club: Club) -> tuple[object, ...]:
    """
    Return what changes with every write that results of *club* follow from.

    That is its own row, which is read already, its seasons, who plays, who was there,
    and its parties, of which every write is counted; and the day by which evenings are
    over. Four queries, however long the club has played.
    """
    parties = club.parties.aggregate(Count("pk"), Sum("version"), Max("head_at"))
    evenings = club.evenings.aggregate(Count("pk"), Sum("version"))
    players = club.players.order_by("pk").values_list(
        "pk", "name", "slug", "is_guest", "merged_into"
    )
    return (
        *(getattr(club, field.attname) for field in club._meta.concrete_fields),
        *club.seasons.order_by("pk").values_list(),
        *players,
        *parties.values(),
        *evenings.values(),
        timezone.localdate(),
        day_of_tonight(club),
        day_published(),
    )
