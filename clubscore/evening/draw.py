"""The draw of tables for one sitting, and what of the season it considered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from random import Random

from clubscore.planning import Round, Wanted, plan, table_sizes

SECONDS = 2
"""A draw takes as many at most; a tenth of one is usual."""
FEWEST, MOST = 4, 400
"""
So many the planner seats at once.

Three are one table, or none; of more than four hundred lots decide who else waits.
"""


@dataclass(frozen=True, slots=True)
class Considered:
    """How well those who sit at tables know each other from the season so far."""

    sittings: int
    """How many have been played."""
    pairs: int
    """How many two sit at one table now."""
    first: int
    """How many of them have not met yet."""
    often: tuple[int, int] | None
    """The ids of those two who have met most; None where nobody has met."""
    times: int
    """How often those two have met."""


def draw_tables(
    people: Sequence[int],
    known: Collection[int],
    history: Sequence[Round],
    rng: Random,
) -> list[list[int]]:
    """
    Draw who sits at each table, in the order of the seats, as a plan of one sitting.

    *known* are the numbers of players that may sit at a table. Those who have met least
    in the history sit together, whoever has waited least waits, and winds are evened
    out; lots decide what is equal.
    """
    lots = list(people)
    rng.shuffle(lots)
    sizes = table_sizes(len(lots), known)
    if not sizes or len(lots) < FEWEST:
        return [lots] if sizes else []
    wanted = Wanted(
        players=lots[:MOST],
        rounds=1,
        seed=rng.randrange(1_000_000),
        seconds=SECONDS,
        sizes=tuple(known),
        history=history,
    )
    return [list(map(int, table.players)) for table in plan(wanted).rounds[0].tables]


def considered(tables: Sequence[Sequence[int]], history: Sequence[Round]) -> Considered:
    """Return how well the players at *tables* know each other from the history."""
    seated = set(chain(*tables))
    met: Counter[frozenset[int]] = Counter(
        frozenset(pair)
        for sitting in history
        for table in sitting.tables
        for pair in combinations(seated.intersection(map(int, table.players)), 2)
    )
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    often = max(pairs, key=lambda pair: met[frozenset(pair)], default=None)
    times = met[frozenset(often)] if often is not None else 0
    return Considered(
        len(history),
        len(pairs),
        sum(not met[frozenset(pair)] for pair in pairs),
        often if times else None,
        times,
    )
