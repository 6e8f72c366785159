"""Clubs made by the laws of chance, whose players' true strengths are known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from clubscore.ranking.rating import Rated

FIRST = date(2024, 1, 2)
PLAYERS = 24
PARTIES = 300
STEPS = 2
"""Scores are rounded to whole numbers of so many to one standard deviation of luck."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a club is made by; 3 to 5 players sit at each of its tables."""

    luck: float
    """The spread of chance in one score, as a multiple of the spread of skill."""
    has_ties: bool = False
    drifts: bool = False
    """Whether skill changes within the year and a half that the parties take."""
    seed: int = 1
    players: int = PLAYERS
    parties: int = PARTIES


def parties_of(made: Made) -> list[Rated]:
    """Return what was played in a club, in order; the same for the same values."""
    chance = Random(made.seed)
    skill = [chance.gauss(0, 1) for _ in range(made.players)]
    comes = [chance.uniform(0.1, 1) for _ in range(made.players)]
    found = []
    for number in range(made.parties):
        if made.drifts:
            skill = [one + chance.gauss(0, 0.05) for one in skill]
        many = chance.choice((3, 4, 4, 4, 5))
        order = sorted(
            range(made.players), key=lambda one: chance.random() ** (1 / comes[one])
        )
        scores = []
        for player in sorted(order[-many:]):
            score = skill[player] + made.luck * chance.gauss(0, 1)
            if made.has_ties:
                scores.append((player, round(score / made.luck * STEPS)))
            else:
                scores.append((player, round(1_000_000 * score)))
        # An evening a week, four tables on each.
        day = FIRST + timedelta(weeks=number // 4)
        found.append(Rated(number, day, tuple(scores)))
    return found
