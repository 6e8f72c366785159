"""
How long a whole game takes under the other rule books and with others at the table.

The games are those of the first benchmark, four hands that nobody arranged, and the
yardstick is the same.
"""

from random import Random

from tests.bench.games import (
    GAMES,
    HARD_HANDS,
    MOST_MILLISECONDS,
    MOST_YARDSTICKS,
    PASSES,
    SEED,
    hard_record,
    interleaved,
    milliseconds,
    yardstick_of,
)
from tests.bench.measure import Measured, clear_rules_caches
from tests.rules.dealing import deal_bench_game
from tests.rules.dealt_tiles import Record

RULES: dict[str, Record] = {
    "nts, five players": {"players": 5},
    "schmale": {"ruleset": "schmale", "options": {"minimum_points": 0}},
    "schmale, losers settle": {
        "ruleset": "schmale",
        "options": {"minimum_points": 0, "losers_settle": "yes"},
    },
    "spiel-der-winde": {"ruleset": "spiel-der-winde", "options": {}, "owner": "E"},
    "bmja": {"ruleset": "bmja", "options": {"chows": 4}},
    "dmjl": {"ruleset": "dmjl", "options": {}},
    "hkos": {"ruleset": "hkos", "options": {"minimum_faan": 0}},
    "mcr": {"ruleset": "mcr", "options": {"minimum_points": 0}},
}
"""What is said of the same game under other rules."""

LONG_HANDS: tuple[Record, ...] = (
    {"complete": False, "sets": ["(111m)", "222m", "99s"] * 1000},
    {"complete": False, "tiles": "123456789m123456789p123456789s1234567z" * 99},
    {"complete": False, "bonus": "1234f1234y" * 500},
)
"""What no hand holds: still refused in no time."""


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    rng = Random(SEED)
    dealt = [deal_bench_game(rng) for _ in range(GAMES)]
    hands = [yardstick_of(record) for record in dealt]
    measured = []
    for name, said in RULES.items():
        records = [record | said for record in dealt]
        clear_rules_caches()
        for pass_name in PASSES:
            game, hand, _ = interleaved(records, hands)
            measured.append(
                Measured(
                    f"{name}: game to hand, {pass_name}",
                    game / hand,
                    MOST_YARDSTICKS,
                    "times",
                )
            )
        hard = [hard_record(tiles) | said for tiles in HARD_HANDS]
        hard += [
            record | {"hands": record["hands"] | {"E": hand}}
            for record in hard[:1]
            for hand in LONG_HANDS
        ]
        measured.append(
            Measured(
                f"{name}: slowest record",
                max(map(milliseconds, hard)),
                MOST_MILLISECONDS,
                "ms",
            )
        )
    for one in measured:
        print(one)
    return all(one.passes for one in measured)
