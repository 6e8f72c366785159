"""
The engine and the library PyMahjongGB agree on dealt hands of `mcr`.

The library counts as is done in China today, so hands are scored with that `practice`.
Every hand on which the two differ must be explained by one of the differences below.
`make bench` deals 100,000 of them.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from clubscore.rules import score_record
from clubscore.rules.analysis import regular_waits
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.tiles import pack, parse_tiles, tiles_of
from tests.rules.dealing_mcr import Won, deal_won

HANDS = int(os.environ.get("MCR_HANDS", "3000"))
"""More of them are dealt where the environment says so."""
WITHOUT_LIBRARY = (
    "PyMahjongGB is not installed: it needs a C++ compiler (g++ on Debian), and then"
    " `pip install -r requirements-compiled.txt`"
)

LETTERS = {"m": "W", "p": "B", "s": "T"}
HONOURS = dict(zip("1234567", ("F1", "F2", "F3", "F4", "J3", "J2", "J1"), strict=True))
OTHER_NAMES = {
    "all_five": "all_fives",
    "two_dragons_pungs": "two_dragon_pungs",
    "concealed_kong_and_melded_kong": "concealed_and_melded_kong",
}
WAITS = frozenset({"edge_wait", "closed_wait", "single_wait"})


def library() -> Any:
    """Return the library's function; skip, or say so, where there is none."""
    return pytest.importorskip("MahjongGB", reason=WITHOUT_LIBRARY).MahjongFanCalculator


def their_tile(tile: str) -> str:
    return HONOURS[tile[0]] if tile[1] == "z" else LETTERS[tile[1]] + tile[0]


def their_arguments(won: Won) -> tuple[Any, ...]:
    """Return the hand as the library takes it."""
    packs = [
        (
            "GANG" if len(one) == 4 else "PENG" if one[0] == one[1] else "CHI",
            their_tile(one[1]),
            1,
        )
        for one in won.melds
    ]
    packs += [("GANG", their_tile(one[0]), 0) for one in won.kongs]
    shown = sum(one.count(won.last) for one in won.melds)
    return (
        tuple(packs),
        tuple(map(their_tile, won.tiles)),
        their_tile(won.last),
        won.flowers,
        won.source not in ("discard", "robbed_kong"),
        "last_of_its_kind" in won.circumstances or shown == 3,
        won.source in ("replacement", "robbed_kong"),
        "last_tile" in won.circumstances,
        "ESWN".index(won.seat),
        "ESWN".index(won.round_wind),
        True,
    )


def theirs(calculate: Any, won: Won) -> Counter[str]:
    """Return the fan that the library counts, each as often as it does."""
    found: Counter[str] = Counter()
    for _points, times, _chinese, name in calculate(*their_arguments(won)):
        key = name.lower().replace("honors", "honours")
        key = key.replace("-", "_").replace(" ", "_")
        found[OTHER_NAMES.get(key, key)] += times
    return found


def ours(won: Won) -> Counter[str]:
    """Return the fan that the engine counts."""
    hand = score_record(won.record)["hands"][won.seat]
    assert hand["points"] == sum(one["points"] for one in hand["items"])
    return Counter(one["rule"] for one in hand["items"])


WORTH = {one.key: one.points for one in RULESETS["mcr"].items} | {
    "two_concealed_kongs": 6,
    "concealed_and_melded_kong": 5,
}


def worth(found: Counter[str]) -> int:
    return sum(WORTH[key] * times for key, times in found.items())


# The differences, each explained from the rules -----------------------------------


def holds_all_of_another(won: Won, mine: Counter[str], other: Counter[str]) -> bool:
    """
    Tell whether a wait counts for us alone, with a kind of which all four are held.

    Nobody can wait for a tile that he holds four times. The specification's decision
    for waits leaves such a kind out; the library takes it for possible.
    """
    held = Counter([*won.tiles, *(tile for one in won.melds for tile in one)])
    held.update(tile for one in won.kongs for tile in one)
    waited = pack(parse_tiles("".join(won.tiles)))
    fours = [tile for tile, many in held.items() if many == 4]
    kinds = set(tiles_of(regular_waits(waited)))
    full = {parse_tiles(tile)[0] for tile in fours}
    return (
        worth(mine) == worth(other) + 1
        and sum(mine[key] for key in WAITS) > sum(other[key] for key in WAITS)
        and len(kinds - full) == 1
    )


DIFFERENCES = (holds_all_of_another,)


def difference(calculate: Any, won: Won) -> str | None:
    """Return why the two differ on a hand, None where they agree; fail unexplained."""
    mine, other = ours(won), theirs(calculate, won)
    if worth(mine) == worth(other):
        return None
    for one in DIFFERENCES:
        if one(won, mine, other):
            return one.__name__
    raise AssertionError(
        f"{json.dumps(won.record)}: only ours {dict(mine - other)}, only the library's"
        f" {dict(other - mine)}"
    )


def test_the_engine_agrees_with_the_library() -> None:
    calculate = library()
    for seed in range(HANDS):
        difference(calculate, deal_won(Random(seed)))


RARE = {
    "pure_terminal_chows",
    "three_suited_terminal_chows",
    "four_pure_shifted_pungs",
    "chicken_hand",
}
"""The fan that are not among so few hands."""


def test_dealt_hands_have_every_fan() -> None:
    seen: Counter[str] = Counter()
    for seed in range(HANDS):
        seen += ours(deal_won(Random(seed)))
    assert WORTH.keys() - seen.keys() <= RARE
