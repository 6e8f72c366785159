"""
How few repeats plans have, and how long they take.

Repeats are counted, and a plan that reaches its bound is the same on every machine:
there is no tolerance for them. Time has the usual one.
"""

from __future__ import annotations

from time import perf_counter

from clubscore.planning import Wanted, plan
from tests.bench.measure import Measured

MOST_SECONDS = 10
MOST_REPEATS = {
    **dict.fromkeys(((16, 5), (24, 6), (28, 8), (36, 5), (40, 6), (44, 9), (48, 8)), 0),
    (16, 15): 240,  # everybody meets everybody three times
    (20, 8): 51,
    (24, 10): 85,
    (32, 10): 26,
    (36, 10): 0,
    (40, 12): 0,
    (48, 15): 0,
}
"""By players and rounds. For 32 × 10 print has plans without a repeat; ours has 16."""


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    measured = []
    for (players, rounds), limit in MOST_REPEATS.items():
        name = f"plan for {players} players, {rounds} rounds"
        begin = perf_counter()
        made = plan(Wanted(tuple(range(players)), rounds, seconds=MOST_SECONDS))
        seconds = perf_counter() - begin
        repeats, spread = made.measures.repeats, made.measures.wind_spread
        measured += [
            Measured(name, repeats, limit, "repeats", tolerance=1),
            Measured(f"{name}, winds", spread, 1 if rounds % 4 else 0, "apart", 1),
            Measured(name, seconds, MOST_SECONDS, "s"),
        ]
    for one in measured:
        print(one)
    return all(one.passes for one in measured)
