"""The rating list of a club, and the course of a player's rating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Player
from clubscore.ranking import Strength, Strengths
from clubscore.season.models import RatingChange
from clubscore.season.ratings import latest, strengths_until
from clubscore.season.statistics import ClubPlayers

RESTING_AFTER = timedelta(days=365)


class RatingOrder(TextChoices):
    """What a rating list can be in the order of."""

    SKILL = "skill", _("Skill rating")
    LISTED = "list", _("Classical list")
    PARTIES = "parties", _("Parties")
    NAME = "name", _("Player")


@dataclass(frozen=True, slots=True)
class RatingNow:
    """Both ratings of a player, and how they came about last."""

    last: RatingChange
    strength: Strength
    """As all parties of the club till then tell, also those of others."""
    fewest: int
    """How many rated parties the club asks for a place on the list by strength."""
    is_resting: bool = False
    """Whether the player has not been rated for a year."""

    @property
    def skill(self) -> int:
        """The skill rating, as pages show it."""
        return self.strength.shown

    @property
    def listed(self) -> int:
        """The rating on the classical list."""
        return self.last.listed.after

    @property
    def parties(self) -> int:
        """How many parties have been rated."""
        return self.last.parties

    @property
    def missing(self) -> int:
        """How many rated parties are missing before the player is placed."""
        return max(self.fewest - self.parties, 0)

    @property
    def is_placed(self) -> bool:
        """Whether the player has a place on the list by strength."""
        return not self.missing and not self.is_resting


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of a club's rating list."""

    player: Player
    now: RatingNow
    place: int | None
    """By the rating that the list is in the order of; None in another order."""


BEST_FIRST: dict[RatingOrder, Callable[[RatingNow], int]] = {
    RatingOrder.SKILL: lambda one: one.skill,
    RatingOrder.LISTED: lambda one: one.listed,
    RatingOrder.PARTIES: lambda one: one.parties,
}


def rating_list(
    people: ClubPlayers,
    order: RatingOrder = RatingOrder.SKILL,
    until: date | None = None,
) -> list[RatingLine]:
    """
    Return the ratings of all who have one, as they stood at the end of a day.

    Who ties shares the better place, and stands there by name. By strength those who
    have been rated too seldom, or not for a year, stand below without a place.
    """
    strengths = strengths_until(people.club, until) or Strengths()
    day = until or timezone.localdate()
    found = sorted(
        (
            (
                people.who(pk),
                RatingNow(
                    last,
                    strengths.strength(pk),
                    people.club.fewest_parties,
                    day - last.day >= RESTING_AFTER,
                ),
            )
            for pk, last in latest(people, until=until).items()
            if not people.who(pk).is_guest
        ),
        key=lambda one: one[0].key,
    )
    value = BEST_FIRST.get(order)
    if value is None:
        return [RatingLine(player, now, None) for player, now in found]
    found.sort(key=lambda one: -value(one[1]))
    if order is RatingOrder.PARTIES:
        return [RatingLine(player, now, None) for player, now in found]
    if order is RatingOrder.SKILL:
        found.sort(key=lambda one: not one[1].is_placed)
    placed = [
        one for one in found if order is not RatingOrder.SKILL or one[1].is_placed
    ]
    values = [value(now) for _player, now in placed]
    return [
        RatingLine(
            player,
            now,
            1 + values.index(value(now)) if at < len(placed) else None,
        )
        for at, (player, now) in enumerate(found)
    ]


def changes_of(players: Sequence[int]) -> list[RatingChange]:
    """Return all changes of one person, known by several ids perhaps, in order."""
    return list(RatingChange.objects.filter(player__in=players).in_order())
