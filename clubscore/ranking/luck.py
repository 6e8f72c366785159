"""
Luck at the table: what hands and tiles a player had, against an equal share of them.

Nothing here knows of strengths or ratings, nor they of it. Three figures are told
apart, each by the same question: had chance alone shared out what the table had, how
far from an equal share would anybody come?

- Bonus tiles. Each of the T tiles of a game lies with any of the n players alike: an
  equal share is T / n, its variance T (n − 1) / n². That holds if tiles are drawn one
  by one from a wall without end; from a real wall it is a little less, so that the
  range of chance is rather too wide than too narrow.
- Worth of the hands. Each of the n hands of a game might as well have been any
  player's: an equal share is the mean of their points, its variance the mean of the
  squared differences from it. Nothing is supposed about what hands are worth, and no
  single hand, however high, is beyond chance by itself.
- Winning tiles drawn. Of the W wins of the table K were self-drawn, and any of them
  might have been: of a player's w wins an equal share is w K / W, its variance the
  hypergeometric one. How often somebody wins is none of it.

Games are taken as independent, and a sum of many as normal. Over the players of a
table the differences add to 0, whoever is called what. What is told is a fact of the
games played; that it will go on is not in it. Nor can the last two figures part luck
from skill: good play makes good hands too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from clubscore.ranking.calibration import NORMAL_95

FEWEST_GAMES = 40
"""Of fewer games no figure is told."""
FEWEST_WINS = 20
"""Of fewer wins nothing is told of the winning tiles."""
FEWEST_EXPECTED = 5
"""Where an equal share is less, a sum is not yet normal enough."""


class EqualShare(NamedTuple):
    """What a player is to have if chance alone shares out, and how far it strays."""

    mean: Fraction
    variance: Fraction


def share_of_tiles(tiles: int, players: int) -> EqualShare:
    """
    Return an equal share of the bonus tiles of a game.

    >>> share_of_tiles(4, 4)
    EqualShare(mean=Fraction(1, 1), variance=Fraction(3, 4))
    """
    return EqualShare(
        Fraction(tiles, players), Fraction(tiles * (players - 1), players**2)
    )


def share_of_hands(points: Sequence[int]) -> EqualShare:
    """
    Return an equal share of what the hands of a game are worth.

    >>> share_of_hands([20, 4, 0, 0])
    EqualShare(mean=Fraction(6, 1), variance=Fraction(68, 1))
    """
    many, together = len(points), sum(points)
    squares = sum(one * one for one in points)
    return EqualShare(
        Fraction(together, many),
        Fraction(many * squares - together * together, many * many),
    )


def share_of_drawn(wins: int, drawn: int, games: int) -> EqualShare:
    """
    Return an equal share of the self-drawn wins for a player with so many *wins*.

    *drawn* of the table's *games* that were won were self-drawn.

    >>> share_of_drawn(2, 1, 5)
    EqualShare(mean=Fraction(2, 5), variance=Fraction(6, 25))
    """
    if games < 2:
        return EqualShare(Fraction(wins * drawn, max(games, 1)), Fraction(0))
    return EqualShare(
        Fraction(wins * drawn, games),
        Fraction(
            wins * drawn * (games - drawn) * (games - wins), games**2 * (games - 1)
        ),
    )


class LuckKind(Enum):
    """What is shared out."""

    TILES = "tiles"
    """Flowers and seasons."""
    HANDS = "hands"
    """The points that hands are worth."""
    DRAWN = "drawn"
    """Wins whose last tile was drawn and not given."""


@dataclass(frozen=True, slots=True)
class LuckFigure:
    """What a player had, against an equal share."""

    kind: LuckKind
    had: int
    share: EqualShare
    rests_on: int
    """How many games it rests on; of winning tiles, how many own wins."""

    @property
    def is_told(self) -> bool:
        """Whether it rests on enough to be told."""
        is_drawn = self.kind is LuckKind.DRAWN
        least = FEWEST_WINS if is_drawn else FEWEST_GAMES
        mean, variance = self.share
        others = self.rests_on - mean if is_drawn else mean
        return (
            self.rests_on >= least
            and min(mean, others) >= FEWEST_EXPECTED
            and variance > 0
        )

    @property
    def more(self) -> Fraction:
        """What the player had beyond an equal share; below 0 what was missing."""
        return self.had - self.share.mean

    @property
    def chance(self) -> float:
        """How far beyond or below chance alone brings 19 players in 20."""
        return NORMAL_95 * sqrt(self.share.variance)

    @property
    def is_beyond(self) -> bool:
        """Whether it is further from an equal share than that."""
        return abs(self.more) > self.chance

    @property
    def percent(self) -> tuple[float, float]:
        """`more` and `chance`, in percent of an equal share."""
        scale = 100 / float(self.share.mean)
        return float(self.more) * scale, self.chance * scale
