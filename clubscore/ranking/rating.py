"""
Ratings: how strong players are, over all seasons and rulesets.

They are kept apart from points. What a partie changes depends only on the ratings
before it, so that a replay from a corrected partie on gives the same as one from the
start.

There are two. The skill rating (`skill`) looks at places only, and says how sure it is.
The classical list is whole points: everybody gains an eighth of actual minus expected
score, and what a table gains adds up to 0, so that a club can check it with a pencil.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias

from clubscore.ranking.played import FEWEST_PLAYERS, PlayedPartie
from clubscore.ranking.texts import Key, Parameter, Statement, gettext_noop, order_of

NOBODY: Mapping[Key, Any] = MappingProxyType({})
"""Ratings before anybody has one."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A partie as ratings see it: who sat on one chair to its end, and their scores."""

    key: Key
    date: date
    scores: tuple[tuple[Key, int | Fraction], ...]
    """By the players' keys; three to five of them."""

    def places(self) -> dict[Key, int]:
        """Return everybody's place, from 1; who ties shares the better one."""
        return {
            player: 1 + sum(other > score for _, other in self.scores)
            for player, score in self.scores
        }


def rated(parties: Iterable[PlayedPartie]) -> tuple[Rated, ...]:
    """
    Return the parties that are rated, in the order in which they were played.

    Void and open ones are not. A rating is of persons, whoever's result it is: a
    substitute for a whole partie is rated, and a chair that two shared is left out,
    with the whole partie if fewer than three chairs remain.
    """
    found = []
    for partie in sorted(parties, key=lambda one: (one.date, order_of(one.key))):
        chairs = [one.chair for one in partie.results]
        scores = sorted(
            (
                (one.player, one.score)
                for one in partie.results
                if chairs.count(one.chair) == 1
            ),
            key=lambda one: order_of(one[0]),
        )
        if partie.state.counts and len(scores) >= FEWEST_PLAYERS:
            found.append(Rated(partie.key, partie.date, tuple(scores)))
    return tuple(found)


# The classical list ---------------------------------------------------------------

START = 0
"""What a newcomer has on the list."""
SHARE = 8
"""Everybody gains one part in so many of actual minus expected score."""

Ratings: TypeAlias = Mapping[int, int] | Mapping[str, int] | Mapping[Key, int]


@dataclass(frozen=True, slots=True)
class ListChange:
    """What a partie changed in a player's rating on the classical list."""

    partie: Key
    date: date
    player: Key
    place: int
    """Who ties shares the better place."""
    before: int
    expected: Fraction
    """The score that was to be expected: the own rating less the table's mean."""
    actual: Fraction
    """The score; less the table's mean, where the scores do not add up to 0."""
    rounded: int
    """An eighth of actual minus expected, in whole points."""
    remainder: int
    """What is added so that the changes of the table add up to 0."""

    @property
    def change(self) -> int:
        """By how many points the rating moved."""
        return self.rounded + self.remainder

    @property
    def after(self) -> int:
        """The rating after the partie."""
        return self.before + self.change

    @property
    def reason(self) -> Statement:
        """Why it moved."""
        about: dict[str, Parameter] = {
            "actual": self.actual,
            "expected": self.expected,
            "rounded": Fraction(self.rounded),
            "remainder": Fraction(self.remainder),
            "before": Fraction(self.before),
            "after": Fraction(self.after),
        }
        if self.remainder:
            return Statement(
                gettext_noop(
                    "Score %(actual)s, where %(expected)s was to be expected: an"
                    " eighth of the difference is %(rounded)s, and"
                    " %(remainder)s evens out the rounding; from %(before)s to"
                    " %(after)s."
                ),
                about,
            )
        return Statement(
            gettext_noop(
                "Score %(actual)s, where %(expected)s was to be expected: an"
                " eighth of the difference is %(rounded)s; from %(before)s to"
                " %(after)s."
            ),
            about,
        )


@dataclass(frozen=True, slots=True)
class ListReplay:
    """What parties change, one after the other."""

    changes: tuple[ListChange, ...]
    after: Mapping[Key, int]
    """Everybody's rating after the last of them."""


def list_replay(
    parties: Iterable[Rated],
    before: Ratings = NOBODY,
) -> ListReplay:
    """
    Return what *parties*, in their order, change in the ratings *before*.

    A player who is not among them begins as a newcomer.
    """
    ratings: dict[Key, int] = dict(before.items())
    changes: list[ListChange] = []
    for partie in parties:
        found = _list_changes(partie, ratings)
        changes += found
        ratings.update({one.player: one.after for one in found})
    return ListReplay(tuple(changes), ratings)


def nearest(exact: Fraction) -> int:
    """
    Return the nearest whole number, halves away from 0.

    >>> [nearest(Fraction(one, 2)) for one in (-3, -1, 0, 1, 3)]
    [-2, -1, 0, 1, 2]
    """
    size = (2 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator)
    return -size if exact < 0 else size


def _list_changes(partie: Rated, ratings: Mapping[Key, int]) -> tuple[ListChange, ...]:
    places = partie.places()
    many = len(partie.scores)
    own = {player: ratings.get(player, START) for player in places}
    mean = Fraction(sum(own.values()), many)
    mean_score = Fraction(sum(score for _, score in partie.scores), many)
    expected = {player: own[player] - mean for player in places}
    actual = {player: score - mean_score for player, score in partie.scores}
    rounded = {
        player: nearest((actual[player] - expected[player]) / SHARE)
        for player in places
    }
    # Of several on the lowest place the one with the highest rating evens it out.
    last = max(places, key=lambda one: (places[one], own[one], order_of(one)))
    return tuple(
        ListChange(
            partie.key,
            partie.date,
            player,
            places[player],
            own[player],
            expected[player],
            actual[player],
            rounded[player],
            -sum(rounded.values()) if player == last else 0,
        )
        for player in sorted(places, key=lambda one: (places[one], order_of(one)))
    )
