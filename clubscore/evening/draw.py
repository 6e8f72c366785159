"""
The draw of tables for one round, in a club that does not plan its rounds.

Plain values come in and go out; the chance comes from whoever draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

Met = Mapping[frozenset[int], int]
"""How often two have sat at one table, by the pair's ids."""

TRIES = 4
"""How many draws are made, of which the best is taken."""


def draw_tables(
    people: Sequence[int], sizes: Sequence[int], met: Met, rng: Random
) -> list[list[int]]:
    """
    Draw who sits at each table, everybody in the order of the seats.

    Those who have met least sit together: of several draws, each bettered by swaps
    between tables until none helps, the best is taken. Where there are fewer seats
    than people, lots decide who waits.
    """
    weights = {pair: many * many for pair, many in met.items()}
    best: list[list[int]] = []
    least: int | None = None
    for _try in range(TRIES):
        lots = list(people)
        rng.shuffle(lots)
        tables = [[lots.pop() for _seat in range(size)] for size in sizes]
        while _better(tables, weights):
            pass
        cost = sum(_cost(table, weights) for table in tables)
        if least is None or cost < least:
            best, least = tables, cost
    for table in best:
        rng.shuffle(table)
    return best


def _cost(table: Sequence[int], weights: Met) -> int:
    """Return how well a table knows itself; 0 if nobody has met anybody."""
    return sum(weights.get(frozenset(pair), 0) for pair in combinations(table, 2))


def _ties(player: int, table: Sequence[int], weights: Met, without: int) -> int:
    """Return what *player* adds to the cost of a table that somebody leaves."""
    return sum(
        weights.get(frozenset((player, other)), 0)
        for other in table
        if other != without
    )


def _better(tables: list[list[int]], weights: Met) -> bool:
    """Swap players between tables where that helps; tell whether it ever did."""
    has_swapped = False
    for one, other in combinations(tables, 2):
        for place, here in enumerate(one):
            for opposite, there in enumerate(other):
                before = _ties(here, one, weights, here)
                before += _ties(there, other, weights, there)
                after = _ties(there, one, weights, here)
                after += _ties(here, other, weights, there)
                if after < before:
                    one[place], other[opposite] = there, here
                    here = there  # noqa: PLW2901 (the seat has a new player)
                    has_swapped = True
    return has_swapped
