"""
The points of a hand: the three ways in which rule books turn sums into them.

Items add up in two columns, points and doubles or faan and laak. A way of
counting says what the two sums are worth, which of two counts is more, and what
is too little to win with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from clubscore.rules.errors import Code, RulesError, Sentence, gettext_noop
from clubscore.rules.figures import figure
from clubscore.rules.items import Earned, LimitHand, Sums
from clubscore.rules.seats import Wind


class Taken(StrEnum):
    """What is entered of a game."""

    TILES = "tiles"
    """The hands; a player's own count can stand for one."""
    VALUE = "value"
    """What the winner's hand is worth."""
    SCORES = "scores"
    """What each player gained or lost."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a loser is paid who is one tile short of a limit hand: a share of it."""

    share: tuple[int, int]
    """The share as a fraction."""
    includes_sets: bool = False
    """Whether it is paid for limit hands of four sets and a pair too."""
    prevails: bool = False
    """Whether it stands in place of an ordinary count that is worth as much."""

    def of(self, points: int) -> int:
        """Return the share of *points*, the rest dropped."""
        part, whole = self.share
        return points * part // whole

    def says(self) -> Sentence:
        """Return what is paid, in a sentence."""
        if self.includes_sets:
            return Sentence(
                gettext_noop(
                    "A loser who is one tile short of a limit hand, with or without"
                    " sets, gets %(part)d/%(whole)d of its value, or the ordinary"
                    " count if that is more. The missing tile counts as drawn; a tile"
                    " of which the player holds four is not missing."
                ),
                {"part": self.share[0], "whole": self.share[1]},
            )
        return Sentence(
            gettext_noop(
                "A loser who is one tile short of a limit hand without sets, all"
                " concealed, gets its value divided by %(divisor)d, if that is more"
                " than the ordinary count."
            ),
            {"divisor": self.share[1]},
        )


@dataclass(frozen=True, slots=True)
class PointsAndDoubles:
    """A hand's worth is the sum of its points, doubled and doubled again."""

    takes: ClassVar = Taken.TILES
    columns: ClassVar = ("points", "doubles")
    """How the columns of an item are called."""
    has_doubles: ClassVar = True
    """Whether items can be worth doubles beside points."""
    sums: ClassVar = ("base", "doubles")
    """How the sums of a hand are called."""

    limit: int | None = None
    """No hand is worth more points."""
    caps_counts: bool = True
    """Whether the limit holds for ordinary counts too, not for limit hands alone."""
    rounding: int = 1
    """Points are rounded to the nearest multiple of this, halves up."""
    minimum_doubles: int = 0
    """How many doubles a winner needs who has no limit hand."""
    minimum_points: int = 0
    """How many points a winner needs who has no limit hand."""
    minimum_counts_bonus: bool = True
    """Whether the doubles of flowers and seasons count towards the minimum."""
    always_legal_group: str | None = None
    """A hand with an item of this group wins whatever its doubles."""
    limit_hand_may_be_counted: bool = False
    """Whether a limit hand takes its ordinary count where that is higher."""
    waiting: Waiting | None = None
    """What a loser is paid who is one tile short of a limit hand."""
    counts_bonus_beside_limits: bool = False
    """Whether flowers and seasons are counted and added to a limit hand."""
    owner_limit_factor: int = 1
    """The owner's limit hand is worth so many times its points."""

    @property
    def most(self) -> int | None:
        """The most that a count can be worth; None where there is no limit."""
        return self.limit if self.caps_counts else None

    @property
    def accepts_waiting(self) -> bool:
        """Whether it can be claimed that a hand waits: it pays something then."""
        return self.waiting is not None

    def points(self, sums: Sums) -> int:
        """Return what a hand of so many points and doubles is worth."""
        base, doubles = sums
        most = self.most
        if most is None:
            return self.round(base << doubles)
        # So many doubles take any point past the limit; more would only be slow.
        doubles = min(doubles, most.bit_length())
        return self.round(min(base << doubles, most))

    def round(self, points: int) -> int:
        """Return *points* rounded as the ruleset says."""
        step = self.rounding
        return (2 * points + step) // (2 * step) * step

    def of_limit(self, limit: LimitHand, *, is_owner: bool) -> int:
        """Return what a limit hand is worth to a winner."""
        return self.round(limit.points * (self.owner_limit_factor if is_owner else 1))

    def with_bonus(self, points: int, bonus: Sums) -> int:
        """Return a limit hand's *points* with what flowers and seasons come to."""
        base, doubles = bonus
        if not base:
            return points
        added = points + (base << doubles)
        return self.round(added if self.limit is None else min(added, self.limit))

    def of_counted(self, points: int, doubles: int, bonus: Sums) -> int:
        """Return what a limit hand is worth whose own *points* are doubled."""
        base, more_doubles = bonus
        own = (points << doubles) + (base << more_doubles)
        return self.round(own if self.limit is None else min(own, self.limit))

    def own_count(self, points: int) -> int:
        """Return what a player's own count of *points* is worth."""
        most = self.most
        return self.round(points if most is None else min(points, most))

    def rank(self, sums: Sums) -> Sums:
        """Return what decides between counts of equal points."""
        base, doubles = sums
        return doubles, base

    def says(self) -> Iterator[Sentence]:
        """Yield how a hand is counted, in sentences."""
        yield Sentence(
            gettext_noop(
                "The points of a hand are added up, then doubled once for every double."
            )
        )
        if self.most is not None:
            yield Sentence(
                gettext_noop("No hand is worth more than %(limit)s points."),
                {"limit": figure(self.most)},
            )
        elif self.limit is not None:
            yield Sentence(
                gettext_noop(
                    "An ordinary count has no highest; no limit hand is worth more"
                    " than %(limit)s points."
                ),
                {"limit": figure(self.limit)},
            )
        else:
            yield Sentence(gettext_noop("There is no highest count."))
        if self.rounding != 1:
            yield Sentence(
                gettext_noop(
                    "Points are rounded to the nearest multiple of %(step)d, halves up."
                ),
                {"step": self.rounding},
            )
        if self.minimum_points:
            yield Sentence(
                gettext_noop("Points a winner needs at least: %(minimum)d."),
                {"minimum": self.minimum_points},
            )
        if self.minimum_doubles:
            yield Sentence(
                gettext_noop(
                    "Doubles a winner needs at least: %(minimum)d. A limit hand wins"
                    " with any number."
                ),
                {"minimum": self.minimum_doubles},
            )
            if not self.minimum_counts_bonus:
                yield Sentence(
                    gettext_noop("Doubles of flowers and seasons do not count for it.")
                )
            if self.always_legal_group is not None:
                yield Sentence(
                    gettext_noop(
                        "A hand of one suit or of honours and terminals wins with any"
                        " number of doubles."
                    )
                )
        if self.owner_limit_factor > 1:
            yield Sentence(gettext_noop("The owner’s limit hand is worth double."))
        if self.waiting is not None:
            yield self.waiting.says()

    def says_of_limits(self) -> Iterator[Sentence]:
        """Yield what a limit hand is worth beside its ordinary count, in sentences."""
        yield Sentence(
            gettext_noop(
                "A limit hand has a fixed value: nothing doubles it. What flowers and"
                " seasons score, doubled by their own doubles and once more on the"
                " last discard, is added, up to the limit."
            )
            if self.counts_bonus_beside_limits
            else gettext_noop(
                "A limit hand has a fixed value: nothing is added and nothing doubles"
                " it."
            )
        )
        if self.limit_hand_may_be_counted:
            yield Sentence(
                gettext_noop(
                    "The ordinary count of a limit hand counts instead if it is higher."
                )
            )
        else:
            yield Sentence(
                gettext_noop(
                    "A limit hand with sets counts its value even if its ordinary"
                    " count were higher. One without sets that can also be read as"
                    " four sets and a pair counts as whichever is worth more."
                )
            )

    def is_enough(self, points: int, sums: Sums, earned: Sequence[Earned]) -> bool:
        """Tell whether a winner's ordinary count reaches the minimum."""
        if points < self.minimum_points:
            return False
        doubles = sums[1]
        if not self.minimum_counts_bonus:
            doubles -= sum(one.item.doubles for one in earned if one.item.is_bonus)
        if doubles >= self.minimum_doubles:
            return True
        group = self.always_legal_group
        return group is not None and any(one.item.group == group for one in earned)

    def is_enough_without_items(self, points: int) -> bool:
        """Tell whether a limit hand or an own count reaches the minimum."""
        return True

    def without_minimum(self) -> PointsAndDoubles:
        """Return the same by which every count is enough to win."""
        return replace(self, minimum_doubles=0, minimum_points=0)

    def for_limit_hands_alone(self) -> PointsAndDoubles:
        """Return the same by which no ordinary count is enough to win."""
        return replace(
            self,
            minimum_doubles=MORE_THAN_ANY,
            always_legal_group=None,
            limit_hand_may_be_counted=False,
        )

    def below_minimum(self, seat: Wind, points: int) -> RulesError:
        """Return the refusal of a hand that is worth too little to win."""
        template = gettext_noop(
            "%(seat)s’s hand has too few doubles: a winner needs %(minimum)d."
            " Check the tiles and how the game was won."
        )
        # Beyond what any hand can have the number says no more.
        minimum = min(self.minimum_doubles, 10**9)
        parameters: dict[str, str | int] = {"seat": seat.term, "minimum": minimum}
        if self.minimum_points:
            parameters["points"] = figure(self.minimum_points)
            template = gettext_noop(
                "%(seat)s’s hand is worth too little: a winner needs %(points)s points"
                " and %(minimum)d doubles. Check the tiles and how the game was won."
            )
        return RulesError(
            Code.BELOW_MINIMUM,
            template,
            parameters,
            seat=seat.letter,
            field="outcome.winner",
        )


@dataclass(frozen=True, slots=True)
class FaanAndLaak:
    """
    A hand's faan, with those its laak stand for, are looked up in a table.

    Limit hands are worth points, or faan where *limits_in_faan* says so.
    """

    takes: ClassVar = Taken.TILES
    has_doubles: ClassVar = False
    columns: ClassVar = ("faan", "laak")
    """How the columns of an item are called."""
    sums: ClassVar = ("faan", "laak")
    """How the sums of a hand are called."""
    limit_hand_may_be_counted: ClassVar = False
    accepts_waiting: ClassVar = True
    """No claim about a loser's hand counts here, and none is refused."""
    waiting: ClassVar[Waiting | None] = None
    counts_bonus_beside_limits: ClassVar = False

    table: tuple[int, ...]
    """The points of 0, 1, 2 … faan; more than the table has are worth the last."""
    laak: tuple[int, ...]
    """How many faan 0, 1, 2 … laak stand for."""
    minimum_points: int = 0
    """How many points a winner needs."""
    limit: int | None = None
    """No hand counts more faan; None where the table alone ends them."""
    limits_in_faan: bool = False
    """Whether a limit hand is worth faan, and what a winner needs are faan too."""
    minimum_faan: int = 0
    """How many faan a winner needs who has no limit hand."""
    minimum_counts_bonus: bool = True
    """Whether the faan of flowers and seasons, or of none, count towards them."""

    @property
    def most(self) -> int:
        """The most that a count can be worth."""
        return self.points((self.most_faan, 0))

    @property
    def has_laak(self) -> bool:
        """Whether laak are counted beside faan."""
        return len(self.laak) > 1

    @property
    def most_faan(self) -> int:
        """How many faan count at most: more are worth no more points."""
        last = len(self.table) - 1
        return last if self.limit is None else min(self.limit, last)

    def points(self, sums: Sums) -> int:
        """Return what a hand of so many faan and laak is worth."""
        return self.table[min(self._faan(sums), self.most_faan)]

    def _faan(self, sums: Sums) -> int:
        """Return the faan together with those that the laak stand for."""
        faan, laak = sums
        return faan + self.laak[min(laak, len(self.laak) - 1)]

    def of_limit(self, limit: LimitHand, *, is_owner: bool) -> int:
        """Return what a limit hand is worth to a winner."""
        return self.points((limit.faan, 0)) if self.limits_in_faan else limit.points

    def with_bonus(self, points: int, bonus: Sums) -> int:
        """Return *points*: flowers and seasons add nothing to a limit hand here."""
        return points

    def own_count(self, points: int) -> int:
        """Return what a player's own count of *points* is worth."""
        return points

    def rank(self, sums: Sums) -> Sums:
        """Return what decides between counts of equal points."""
        return self._faan(sums), sums[0]

    def says(self) -> Iterator[Sentence]:
        """Yield how a hand is counted, in sentences."""
        yield Sentence(
            gettext_noop(
                "The faan of a hand are added up, with those that its laak stand for,"
                " and the table gives the points."
            )
            if self.has_laak
            else gettext_noop(
                "The faan of a hand are added up, and the table gives the points."
            )
        )
        if self.limit is not None:
            yield Sentence(
                gettext_noop("The limit is %(limit)d faan: more count as so many."),
                {"limit": self.limit},
            )
        if self.minimum_points > self.table[0]:
            yield Sentence(
                gettext_noop("Points a winner needs at least: %(minimum)d."),
                {"minimum": self.minimum_points},
            )
        if self.minimum_faan:
            yield Sentence(
                gettext_noop(
                    "Faan a winner needs at least: %(minimum)d. A limit hand wins with"
                    " any number."
                ),
                {"minimum": self.minimum_faan},
            )
            if not self.minimum_counts_bonus:
                yield Sentence(
                    gettext_noop(
                        "Faan of flowers and seasons, or of having none, do not count"
                        " for it."
                    )
                )

    def says_of_limits(self) -> Iterator[Sentence]:
        """Yield what a limit hand is worth beside its ordinary count, in sentences."""
        yield Sentence(
            gettext_noop(
                "A limit hand is worth the most points of the table; no count is more."
            )
            if not self.limits_in_faan
            else gettext_noop(
                "A limit hand is worth its faan, no more than the limit, and nothing is"
                " added. One without sets that can also be read as four sets and a pair"
                " counts as whichever is worth more."
            )
        )

    def is_enough(self, points: int, sums: Sums, earned: Sequence[Earned]) -> bool:
        """Tell whether a winner's ordinary count reaches the minimum."""
        faan = self._faan(sums)
        if not self.minimum_counts_bonus:
            faan -= sum(one.item.faan for one in earned if one.item.is_bonus)
        return faan >= self.minimum_faan and points >= self.minimum_points

    def is_enough_without_items(self, points: int) -> bool:
        """Tell whether a limit hand or an own count reaches the minimum."""
        return points >= self.minimum_points

    def without_minimum(self) -> FaanAndLaak:
        """Return the same by which every count is enough to win."""
        return replace(self, minimum_points=0, minimum_faan=0)

    def for_limit_hands_alone(self) -> FaanAndLaak:
        """Return the same by which no ordinary count is enough to win."""
        return replace(self, minimum_faan=MORE_THAN_ANY)

    def below_minimum(self, seat: Wind, points: int) -> RulesError:
        """Return the refusal of a hand that is worth too little to win."""
        template, minimum = (
            gettext_noop(
                "%(seat)s’s hand is worth too little: a winner needs %(minimum)d"
                " points. Check the tiles and how the game was won."
            ),
            self.minimum_points,
        )
        if self.minimum_faan:
            template, minimum = self._too_few_faan(), self.minimum_faan
        return RulesError(
            Code.BELOW_MINIMUM,
            template,
            # Beyond what any hand can have the number says no more.
            {"seat": seat.term, "minimum": min(minimum, 10**9)},
            seat=seat.letter,
            field="outcome.winner",
        )

    def _too_few_faan(self) -> str:
        if self.minimum_counts_bonus:
            return gettext_noop(
                "%(seat)s’s hand has too few faan: a winner needs %(minimum)d. Check"
                " the tiles and how the game was won."
            )
        return gettext_noop(
            "%(seat)s’s hand has too few faan: a winner needs %(minimum)d, not counting"
            " those of flowers and seasons, or of having none. Check the tiles and how"
            " the game was won."
        )


MORE_THAN_ANY = 10**6
"""A minimum that no hand reaches by its count."""


@dataclass(frozen=True, slots=True)
class FanPoints:
    """
    A hand's worth is the sum of its fan, each of which has its points.

    What a fan contains is not counted beside it, and a set is joined with others
    once: of all choices the one that is worth most counts.
    """

    takes: ClassVar = Taken.TILES
    columns: ClassVar = ("points", "doubles")
    """How the columns of an item are called; no item doubles."""
    has_doubles: ClassVar = False
    sums: ClassVar = ("base", "doubles", "faan", "laak")
    """What a hand has none of: its points are all there is to say."""
    accepts_waiting: ClassVar = False
    waiting: ClassVar[Waiting | None] = None
    most: ClassVar[int | None] = None

    minimum_points: int = 0
    """How many points a winner needs, flowers and seasons not counted."""

    def own_count(self, points: int) -> int:
        """Return what a player's own count of *points* is worth."""
        return points

    def says(self) -> Iterator[Sentence]:
        """Yield how a hand is counted, in sentences."""
        yield Sentence(
            gettext_noop(
                "The points of all fan that a hand has are added up; nothing doubles"
                " them, and there is no highest count."
            )
        )
        if self.minimum_points:
            yield Sentence(
                gettext_noop(
                    "Points a winner needs at least, without flowers and seasons:"
                    " %(minimum)d."
                ),
                {"minimum": self.minimum_points},
            )

    def says_of_choice(self) -> Iterator[Sentence]:
        """Yield which fan count together, by the principles of the book."""
        yield Sentence(
            gettext_noop(
                "Non-repeat: what a fan contains of itself is not counted beside it;"
                " with each fan stands what that is."
            )
        )
        yield Sentence(
            gettext_noop(
                "Non-separation: all fan are counted on one division of the hand; no"
                " set is taken apart and put together otherwise for another fan."
            )
        )
        yield Sentence(
            gettext_noop(
                "Non-identical: a set that made a fan with others makes the same fan"
                " with no other set."
            )
        )
        yield Sentence(
            gettext_noop(
                "High versus low: where a hand can be divided or counted in several"
                " ways, the one worth most counts."
            )
        )
        yield Sentence(
            gettext_noop(
                "Account once: a set not used yet is joined once with one already used."
                " So of four chows count a fan of four and nothing else, or a fan of"
                " three and one of two with the fourth, or three fan of two. With pungs"
                " it is the same, but that every pair of equal number counts where no"
                " three or four make a fan."
            )
        )

    def is_enough(self, points: int, earned: Sequence[Earned]) -> bool:
        """Tell whether a winner's count reaches the minimum."""
        bonus = sum(one.item.points for one in earned if one.item.is_bonus)
        return points - bonus >= self.minimum_points

    def is_enough_without_items(self, points: int) -> bool:
        """Tell whether an own count reaches the minimum."""
        return points >= self.minimum_points

    def without_minimum(self) -> FanPoints:
        """Return the same by which every count is enough to win."""
        return replace(self, minimum_points=0)

    def below_minimum(self, seat: Wind, points: int) -> RulesError:
        """Return the refusal of a hand that is worth too little to win."""
        return RulesError(
            Code.BELOW_MINIMUM,
            gettext_noop(
                "%(seat)s’s hand is worth %(points)s without flowers and seasons, and a"
                " winner needs %(minimum)d. Check the tiles and how the game was won."
            ),
            # Beyond what any hand can have the number says no more.
            {
                "seat": seat.term,
                "points": figure(points),
                "minimum": min(self.minimum_points, 10**9),
            },
            seat=seat.letter,
            field="outcome.winner",
        )


@dataclass(frozen=True, slots=True)
class TypedValue(PointsAndDoubles):
    """The value of the winner's hand is typed, and nothing is counted."""

    takes: ClassVar = Taken.VALUE
    has_doubles: ClassVar = False

    usual: tuple[int, ...] = ()
    """The values that most hands have, to be chosen by one tap."""

    def says(self) -> Iterator[Sentence]:
        """Yield where the value comes from, in sentences."""
        yield Sentence(
            gettext_noop(
                "Somebody types what the winner’s hand is worth; its tiles are not"
                " looked at."
            )
        )


@dataclass(frozen=True, slots=True)
class TypedScores(PointsAndDoubles):
    """What everybody gained or lost is typed, by whatever rules the table has."""

    takes: ClassVar = Taken.SCORES

    zero_sum: bool = True
    """Whether what was gained and lost must add to 0."""

    def says(self) -> Iterator[Sentence]:
        """Yield what is typed, in sentences."""
        yield Sentence(
            gettext_noop(
                "The table plays and reckons by its own rules. After each game somebody"
                " types what every player won or lost."
            )
        )
        yield Sentence(
            gettext_noop("What was won and lost in a game must add to 0.")
            if self.zero_sum
            else gettext_noop("What was won and lost in a game need not add to 0.")
        )


Counting = PointsAndDoubles | FaanAndLaak | FanPoints
