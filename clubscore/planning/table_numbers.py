"""Table numbers: players come back to the same number seldom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from clubscore.planning.problem import Problem, Sitting

MOST_LOOKS = 60_000
"""How many swaps of two numbers are looked at."""


def number_tables(problem: Problem, sittings: Sequence[Sitting]) -> None:
    """Swap tables of one size within their rounds; those with fixed players stay."""
    here = [[0] * len(problem.sizes) for _ in range(problem.players)]
    for sitting in sittings:
        for number, table in enumerate(sitting.tables):
            for player in table:
                here[player][number] += 1
    bound = set(problem.fixed.values())
    swaps = [
        (one, other)
        for one, other in combinations(range(len(problem.sizes)), 2)
        if problem.sizes[one] == problem.sizes[other] and not {one, other} & bound
    ]
    looks = 0
    has_swapped = True
    while has_swapped and looks < MOST_LOOKS:
        has_swapped = False
        for sitting in sittings:
            for one, other in swaps:
                looks += 1
                if looks >= MOST_LOOKS:
                    return
                if _saves(here, sitting, one, other) > 0:
                    for at, to in ((one, other), (other, one)):
                        for player in sitting.tables[at]:
                            here[player][at] -= 1
                            here[player][to] += 1
                    tables = sitting.tables
                    tables[one], tables[other] = tables[other], tables[one]
                    has_swapped = True


def _saves(here: list[list[int]], sitting: Sitting, one: int, other: int) -> int:
    """Return how many returns to a number fewer there are if two tables swap theirs."""
    saved = 0
    for at, to in ((one, other), (other, one)):
        for player in sitting.tables[at]:
            own = here[player]
            saved += (own[at] > 1) - (own[to] > 0)
    return saved
