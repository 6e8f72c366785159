"""The ratings as pages ask for them: a club's list, and a player's course."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Player
from clubscore.season.models import RatingChange
from clubscore.season.ratings import latest
from clubscore.season.statistics import People

FEW_PARTIES = 10
"""Who has been rated less often may stand anywhere."""


class Order(TextChoices):
    """What a rating list can be in the order of."""

    SKILL = "skill", _("Skill rating")
    LISTED = "list", _("Classical list")
    PARTIES = "parties", _("Parties")
    NAME = "name", _("Player")


@dataclass(frozen=True, slots=True)
class RatingNow:
    """Both ratings of a player, and how they came about last."""

    last: RatingChange

    @property
    def skill(self) -> int:
        """The rating after Weng and Lin, as pages show it."""
        return self.last.skill.after.shown

    @property
    def listed(self) -> int:
        """The rating on the classical list."""
        return self.last.listed.after

    @property
    def parties(self) -> int:
        """How many parties have been rated."""
        return self.last.parties

    @property
    def is_unsure(self) -> bool:
        """Whether too few parties have been rated to rely on it."""
        return self.parties < FEW_PARTIES


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of a club's rating list."""

    player: Player
    now: RatingNow
    place: int | None
    """By the rating that the list is in the order of; None in another order."""


BEST_FIRST: dict[Order, Callable[[RatingNow], int]] = {
    Order.SKILL: lambda one: one.skill,
    Order.LISTED: lambda one: one.listed,
    Order.PARTIES: lambda one: one.parties,
}


def rating_list(
    people: People, order: Order = Order.SKILL, until: date | None = None
) -> list[RatingLine]:
    """
    Return the ratings of all who have one, as they stood at the end of a day.

    Who ties shares the better place, and stands there by name.
    """
    found = sorted(
        (
            (people.who(pk), RatingNow(last))
            for pk, last in latest(people, until=until).items()
        ),
        key=lambda one: one[0].key,
    )
    value = BEST_FIRST.get(order)
    if value is None:
        return [RatingLine(player, now, None) for player, now in found]
    found.sort(key=lambda one: -value(one[1]))
    if order is Order.PARTIES:
        return [RatingLine(player, now, None) for player, now in found]
    values = [value(now) for _player, now in found]
    return [
        RatingLine(player, now, 1 + values.index(value(now))) for player, now in found
    ]


def changes_of(players: Sequence[int]) -> list[RatingChange]:
    """Return all changes of one person, known by several ids perhaps, in order."""
    return list(RatingChange.objects.filter(player__in=players).in_order())
