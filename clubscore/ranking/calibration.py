"""
Calibration: chances forecast before parties, held against the places that came.

Each pair of a table is asked once, by the chance of the one who was told more likely
to be ahead; pairs that tied are none of it. A pair of equals counts for the one whose
key comes first. Rows are steps of five percent, and those of few pairs are put
together with their neighbours: see `FEWEST_PAIRS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

from clubscore.ranking.skill import log_loss
from clubscore.ranking.texts import Key

STEP = 5
"""How many percent a row spans, if it has pairs enough."""
EVEN = 50
CERTAIN = 100
FEWEST_PAIRS = 30
"""A row of fewer is put together with its neighbour."""
NORMAL_95 = 1.959964
"""How many standard deviations hold 95 of 100."""
COIN = log(2)
"""The log loss of a coin."""


class ToldPair(NamedTuple):
    """A pair that did not tie, by the one who was told more likely to be ahead."""

    partie: Key
    chance: float
    """At least a half."""
    came: bool


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """The pairs to which about the same chance was given."""

    low: int
    high: int
    """The chances told, in percent, from *low* up to *high*."""
    pairs: int
    came: int
    told: float
    """The mean of the chances, in percent."""

    @property
    def share(self) -> float:
        """How many of 100 came so."""
        return CERTAIN * self.came / self.pairs

    @property
    def interval(self) -> tuple[float, float]:
        """
        Wilson's interval, in percent: it holds the true share 95 times in 100.

        It always holds the share seen, which rounding may put just beside it.

        >>> [round(end, 1) for end in CalibrationRow(50, 55, 40, 22, 52.0).interval]
        [39.8, 69.3]
        """
        z, n, p = NORMAL_95, self.pairs, self.came / self.pairs
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        low, high = CERTAIN * (middle - half), CERTAIN * (middle + half)
        return max(min(low, self.share), 0.0), min(max(high, self.share), 100.0)


class AgainstCoin(Enum):
    """What a calibration comes to, held against a coin's chances."""

    NOTHING = "nothing"
    """No pair was told of."""
    BETTER = "better"
    EVEN = "even"
    """No better so far: the difference may be chance."""
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well the chances told before parties agree with what came."""

    rows: tuple[CalibrationRow, ...]
    pairs: int
    parties: int
    loss: float
    """The mean log loss of a pair; a coin has 0.6931."""
    gain: float
    """By how much the loss is below a coin's."""
    unsure: float
    """The standard error of the gain; the pairs of a partie count as one."""

    @property
    def against_coin(self) -> AgainstCoin:
        """Whether it is better than a coin, beyond chance: two standard errors."""
        if not self.pairs:
            return AgainstCoin.NOTHING
        if abs(self.gain) <= 2 * self.unsure or self.parties == 1:
            return AgainstCoin.EVEN
        return AgainstCoin.BETTER if self.gain > 0 else AgainstCoin.WORSE


def calibrated(told: Iterable[ToldPair]) -> Calibration:
    """Return how well chances that were told agree with what came."""
    pairs = sorted(told, key=lambda one: one.chance)
    gains: dict[Key, list[float]] = {}
    for one in pairs:
        gain = COIN - log_loss(one.chance, float(one.came))
        gains.setdefault(one.partie, []).append(gain)
    sums = [sum(found) for found in gains.values()]
    many = len(pairs)
    mean = sum(sums) / many if many else 0.0
    apart = sum((sum(found) - len(found) * mean) ** 2 for found in gains.values())
    return Calibration(
        tuple(_rows(pairs)),
        many,
        len(gains),
        COIN - mean,
        mean,
        sqrt(apart) / many if many else 0.0,
    )


def _rows(pairs: list[ToldPair]) -> Iterator[CalibrationRow]:
    """Yield the rows of *pairs*, which are in the order of their chances."""
    by_step: dict[int, list[ToldPair]] = {}
    for one in pairs:
        low = min(int(CERTAIN * one.chance) // STEP * STEP, CERTAIN - STEP)
        by_step.setdefault(low, []).append(one)
    if not by_step:
        return
    bounds = [EVEN]
    found: list[list[ToldPair]] = [[]]
    for low, those in sorted(by_step.items()):
        if len(found[-1]) >= FEWEST_PAIRS:
            bounds.append(low)
            found.append([])
        found[-1] += those
    bounds.append(max(by_step) + STEP)
    if len(found) > 1 and len(found[-1]) < FEWEST_PAIRS:
        few = found.pop()
        found[-1] += few
        del bounds[-2]
    for (low, high), those in zip(pairwise(bounds), found, strict=True):
        told = CERTAIN * sum(one.chance for one in those) / len(those)
        came = sum(one.came for one in those)
        yield CalibrationRow(low, high, len(those), came, told)
