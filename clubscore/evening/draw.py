"""
How many tables of how many, and who sits down with whom.

Plain values come in and go out; the chance comes from whoever draws. A table of four
is what the rule books are made for, so there are as few others as can be: fives, of
whom one rests, and threes only where fives do not come out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random

Met = Mapping[frozenset[int], int]
"""How often two have sat at one table, by the pair's ids."""

TRIES = 4
"""How many draws are made, of which the best is taken."""


def table_sizes(people: int, known: Collection[int] = (3, 4, 5)) -> tuple[int, ...]:
    """
    Return how many sit at each table, the largest first.

    *known* are the numbers of players that the rule book has rules for. As many as
    can be play; then as few tables as can be are not of four; then as few as can be
    are of three.

    >>> table_sizes(9), table_sizes(10), table_sizes(11), table_sizes(6)
    ((5, 4), (5, 5), (4, 4, 3), (3, 3))
    >>> table_sizes(9, known=[4])
    (4, 4)
    >>> table_sizes(2)
    ()
    """
    best: tuple[int, int, int] = (people, 0, 0)
    sizes: tuple[int, ...] = ()
    for threes in range(people // 3 + 1 if 3 in known else 1):
        for fives in range((people - 3 * threes) // 5 + 1 if 5 in known else 1):
            rest = people - 3 * threes - 5 * fives
            fours = rest // 4 if 4 in known else 0
            cost = (rest - 4 * fours, threes + fives, threes)
            if cost < best:
                best = cost
                sizes = (5,) * fives + (4,) * fours + (3,) * threes
    return sizes


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
