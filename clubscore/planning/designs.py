"""
Designs: rounds without a repeated meeting, for the numbers that have one.

Players are 0 to their number, without it. A round is a list of tables.
"""

from __future__ import annotations

from typing import TypeAlias

from clubscore.planning import stored
from clubscore.planning.fields import finite_field

Tables: TypeAlias = list[list[int]]
"""Who sits at each table of one round."""


def design(players: int) -> list[Tables]:
    """
    Return as many rounds as are known in which no two of *players* meet twice.

    >>> [len(design(players)) for players in (4, 8, 16, 20, 24, 40)]
    [1, 1, 5, 5, 7, 13]
    """
    if players % 4:
        return []
    ways = [transversal(players // 4)]
    starter = stored.STARTERS.get(players)
    if starter is not None:
        ways.append(starter.developed())
    one = list(range(players))
    ways.append([[one[at : at + 4] for at in range(0, players, 4)]])
    return max(ways, key=len)


def transversal(order: int) -> list[Tables]:
    """
    Return the rounds of a transversal design: four groups of *order*, all lines.

    A table has one of each group, y = m x + b at four places x; each slope m makes a
    round. There is one for each prime power of 4 or more. Those of one group have not
    met then, so the groups play among themselves afterwards; with four groups of four
    this is the affine plane.
    """
    field = finite_field(order) if order >= 4 else None
    if field is None:
        return []
    rounds = [
        [
            [x * order + field.sums[field.products[slope][x]][b] for x in range(4)]
            for b in range(order)
        ]
        for slope in range(order)
    ]
    within = [
        [
            [group * order + player for player in table]
            for group in range(4)
            for table in tables
        ]
        for tables in design(order)
    ]
    return rounds + within
