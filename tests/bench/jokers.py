"""
How long the hardest records with twelve jokers take.

A joker can be any tile, so there is more to try than anybody can look through; these
are the hands that leave the most of it. Each starts with empty caches.
"""

from contextlib import suppress
from time import perf_counter_ns
from typing import Any

from clubscore.rules import RulesError, score_record
from tests.bench.measure import Measured, clear_rules_caches

MOST_MILLISECONDS = 1000
"""No record with jokers is to take longer."""

ORDINARY = {"tiles": "123456789m11122p"}
HANDS: dict[str, dict[str, Any]] = {
    "unarranged": {"S": {"tiles": "000000000000j1m5p"}},
    "unarranged, alike": {"S": {"tiles": "000000000000j11m"}},
    "written": {"S": {"sets": ["(000j)"] * 4 + ["(11m)"]}},
    "written, open and shut": {
        "S": {"sets": ["000j", "000j", "(000j)", "(000j)", "(55m)"]}
    },
    "written as pairs": {"S": {"sets": ["(00j)"] * 3 + ["00j"] * 3 + ["(11m)"]}},
    "mixed": {"S": {"sets": ["000j", "(000j)"], "tiles": "5p1s000000j"}},
    "mixed with tiles": {
        "S": {"sets": ["000j", "(000j)", "(5m00j)"], "tiles": "5s0000j"}
    },
    "a loser's, unarranged": {"S": ORDINARY, "E": {"tiles": "000000000000j5z"}},
    "a loser's, written": {
        "S": ORDINARY,
        "E": {"complete": False, "sets": ["(00j)"] * 3 + ["00j"] * 3},
    },
}
"""All twelve jokers in the hands of one player."""


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    measured = [
        Measured(f"12 jokers, {name}", milliseconds(hands), MOST_MILLISECONDS, "ms")
        for name, hands in HANDS.items()
    ]
    for one in measured:
        print(one)
    return all(one.passes for one in measured)


def milliseconds(hands: dict[str, Any]) -> float:
    """Return the ms that South's win, or its refusal, takes; the better of two."""
    record = {
        "ruleset": "schmale",
        "options": {"jokers": 12, "losers_settle": "yes"},
        "round_wind": "E",
        "hands": hands,
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": "2p" if hands["S"] is ORDINARY else "0j",
            "source": "wall",
        },
    }
    taken = []
    for _ in range(2):
        clear_rules_caches()
        before = perf_counter_ns()
        with suppress(RulesError):
            score_record(record)
        taken.append((perf_counter_ns() - before) / 1e6)
    return min(taken)
