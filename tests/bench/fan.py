"""
How long counting fan takes, and how often it comes to what a library says.

The yardstick is the same hand in PyMahjongGB, which is written in C++. Both take turns,
so that a busy machine slows both.
"""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from random import Random
from time import perf_counter_ns

from clubscore.rules.record_reader import read_record
from clubscore.rules.settlement import result_of
from tests.bench.measure import Measured, clear_rules_caches
from tests.rules.dealing_mcr import deal_won
from tests.rules.test_mcr_against_library import (
    WITHOUT_LIBRARY,
    difference,
    library,
    their_arguments,
)

HANDS = 2000
COMPARED = 100_000
MOST_YARDSTICKS = 50
"""Counting a hand is to take no longer than so many of the library's."""


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    if find_spec("MahjongGB") is None:
        print(f"Fan: SKIPPED, {WITHOUT_LIBRARY}")
        return True
    calculate = library()
    dealt = [deal_won(Random(seed)) for seed in range(HANDS)]
    games = [(read_record(won.record), their_arguments(won)) for won in dealt]
    measured = []
    clear_rules_caches()
    for pass_name in ("cold", "warm"):
        mine = others = 0
        for (rules, game), arguments in games:
            begin = perf_counter_ns()
            result_of(rules, game)
            between = perf_counter_ns()
            calculate(*arguments)
            mine += between - begin
            others += perf_counter_ns() - between
        measured.append(
            Measured(
                f"mcr: hand to the library's, {pass_name}",
                mine / others,
                MOST_YARDSTICKS,
                "times",
            )
        )
    for one in measured:
        print(one)
    counted = Counter(
        difference(calculate, deal_won(Random(seed))) for seed in range(COMPARED)
    )
    agreed = counted.pop(None)
    print(f"mcr: {agreed} of {COMPARED} hands agree; explained: {dict(counted)}")
    return all(one.passes for one in measured)
