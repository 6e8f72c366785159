"""How well chances that were told before parties came true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from clubscore.ranking.rating import Rated
from clubscore.ranking.skill import SPREADS, Strengths, log_loss

COIN = log_loss(0.5, 1.0)


class Told(NamedTuple):
    """A pair of a partie, from the side of the one who was more likely ahead."""

    chance: float
    """That he places before the other."""
    came: bool
    """Whether he did."""


def told_of(parties: Iterable[Rated], spread: float | None = None) -> list[Told]:
    """
    Return the pairs of *parties* that did not tie, as they were foretold.

    With a *spread* the model knows no other; without one it learns which.
    """
    strengths = Strengths()
    if spread is not None:
        strengths.weights = [0.0 if one == spread else None for one in SPREADS]
    found = []
    for partie in parties:
        forecast = strengths.forecast([who for who, _ in partie.scores], partie.date)
        scores = [score for _, score in partie.scores]
        for one, other in combinations(range(len(scores)), 2):
            chance = forecast.win[one][other]
            assert chance is not None
            if scores[one] != scores[other]:
                came = scores[one] > scores[other]
                found.append(
                    Told(chance, came) if chance >= 0.5 else Told(1 - chance, not came)
                )
        strengths.add(partie)
    return found


def mean_loss(told: Sequence[Told]) -> float:
    """Return the mean log loss."""
    return sum(log_loss(one.chance, one.came) for one in told) / len(told)
