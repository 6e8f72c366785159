"""
The sizes of tables for so many players.

A table of four is what the rule books are made for, so there are as few others as can
be: fives, of whom one rests, and threes only where fives do not come out.
"""

from __future__ import annotations

from collections.abc import Collection


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
