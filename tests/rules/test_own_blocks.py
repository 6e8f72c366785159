"""Our own rule books, said again in the blocks of a club's: the same hands count."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from clubscore.rules import RulesError, score_record
from clubscore.rules.hand_points import FaanAndLaak, PointsAndDoubles, Taken
from clubscore.rules.items import (
    BonusItem,
    LimitHand,
    OccasionLimit,
    ScoringItem,
    SetItem,
)
from clubscore.rules.rulesets import RULESETS, find_ruleset
from tests.rules import (
    dealing_bmja,
    dealing_dmjl,
    dealing_hkos,
    dealing_schmale,
    dealing_winde,
)
from tests.rules.dealing import deal_record
from tests.rules.dealt_tiles import Record
from tests.rules.own_blocks import IN_BLOCKS, OF_LOSERS
from tests.rules.own_book import book

CLASSICAL = [
    one.key
    for one in RULESETS.values()
    if isinstance(one.counting, PointsAndDoubles | FaanAndLaak)
    and one.counting.takes is Taken.TILES
]
"""The books that count in points and doubles or in faan, each said again in blocks."""
DEALT: dict[str, tuple[int, Callable[[Random], Record]]] = {
    "nts": (1200, lambda rng: deal_record(rng, options={}, faults=0)),
    "spiel-der-winde": (900, dealing_winde.deal_record),
    "bmja": (900, dealing_bmja.deal_record),
    "dmjl": (900, dealing_dmjl.deal_record),
    "schmale": (900, lambda rng: dealing_schmale.deal_record(rng, faults=0)),
    "hkos": (900, lambda rng: dealing_hkos.deal_record(rng, faults=0)),
}
"""How many games of each are dealt, of up to four hands, and how."""


@pytest.mark.parametrize("key", CLASSICAL)
def test_what_is_not_said_in_blocks_is_listed(key: str) -> None:
    ours, said = RULESETS[key], IN_BLOCKS[key]
    single = {one.key for one in ours.items if isinstance(one, SetItem | BonusItem)}
    bonus = {one.key for one in ours.items if one.is_bonus}
    items = {one.key for one in ours.items} - single - bonus
    assert items == {*said.items} | ({*said.items_not_said} & items)
    assert not {*said.items} & {*said.items_not_said}
    limits = {one.key for one in ours.limit_hands}
    assert limits == {*said.limit_hands} | {*said.limit_hands_not_said}
    assert not {*said.limit_hands} & {*said.limit_hands_not_said}
    occasions = {one.key for one in ours.limit_hands if isinstance(one, OccasionLimit)}
    assert occasions <= {*said.limit_hands_not_said}


def in_blocks(key: str, *, are_limits: bool) -> list[Record]:
    """Return the items of a book as some of one's own, worth 0, or its limit hands."""
    ours, said = RULESETS[key], IN_BLOCKS[key]
    in_faan = isinstance(ours.counting, FaanAndLaak)
    items = {one.key: one for one in ours.items}
    limits = {one.key: one for one in ours.limit_hands}
    if are_limits:
        return [
            {
                **of_own(limits[one]),
                **pattern,
                "faan" if limits[one].faan else "points": limits[one].worth,
                "limit_hand": True,
            }
            for one, pattern in said.limit_hands.items()
        ]
    return [
        {
            **of_own(items[one]),
            "fits": pattern,
            "faan" if in_faan else "points": 0,
            "who": "winner" if items[one].is_winners else "everybody",
            "replaces": said.replaces.get(one, []),
        }
        for one, pattern in said.items.items()
    ]


def of_own(ours: ScoringItem | LimitHand) -> Record:
    """Return its key and name, the book's own example, and a hand that does not fit."""
    example = ours.examples[0]
    yes: Record = {
        "hand": OF_LOSERS.get(ours.key, example.tiles),
        "source": str(example.source),
        "circumstances": sorted(example.circumstances),
    }
    no = {"hand": "(123m)(234p)(345s)777s(22z)", "source": "discard"}
    return {"key": f"said_{ours.key}", "name": ours.key, "yes": [yes], "no": [no]}


@pytest.fixture(scope="module")
def dealt() -> dict[str, list[Record]]:
    """Return games of each book dealt from one wall, by its usual house rules."""
    return {
        key: [deal(Random(f"2027/{place}")) | {"options": {}} for place in range(many)]
        for key, (many, deal) in DEALT.items()
    }


def answer(record: Record) -> Any:
    """Return what a game comes to, or why it cannot be."""
    try:
        return score_record(record)
    except RulesError as error:
        return error.code


@pytest.mark.parametrize("key", CLASSICAL)
def test_our_items_in_blocks_are_earned_by_the_same_hands(
    key: str, dealt: dict[str, list[Record]]
) -> None:
    said = IN_BLOCKS[key].items
    own = book(key, add=in_blocks(key, are_limits=False))
    find_ruleset(own)
    seen: Counter[str] = Counter()
    for record in dealt[key]:
        result = answer(record | {"ruleset": own})
        if isinstance(result, str):
            continue
        for seat, hand in result["hands"].items():
            # What is claimed of a hand that was not entered is no tile of it.
            if record["hands"].get(seat, {}).get("claims") or hand["limit"]:
                continue
            rules = {one["rule"] for one in hand["items"]}
            assert {one[5:] for one in rules if one.startswith("said_")} == (
                rules & {*said}
            ), (record, seat)
            seen.update(rules & {*said})
    assert {*said} == {*seen}


@pytest.mark.parametrize("key", CLASSICAL)
def test_our_limit_hands_in_blocks_are_worth_the_same(
    key: str, dealt: dict[str, list[Record]]
) -> None:
    said = IN_BLOCKS[key].limit_hands
    # In their own order, since the first of equals is named.
    own = book(
        key,
        limit_hands={one: {"off": True} for one in said},
        add=in_blocks(key, are_limits=True),
    )
    find_ruleset(own)
    seen: Counter[str] = Counter()
    for record in dealt[key]:
        # What a hand waits for is called by its own name.
        text = json.dumps(record | {"ruleset": own})
        for one in said:
            text = text.replace(f'"waiting:{one}"', f'"waiting:said_{one}"')
        named = json.loads(text)
        expected, got = answer(record), answer(named)
        if isinstance(expected, str):
            assert got == expected
            continue
        assert got["scores"] == expected["scores"], record
        for seat, hand in expected["hands"].items():
            assert got["hands"][seat]["points"] == hand["points"], (record, seat)
            seen.update([hand["limit"]])
    assert {*said} <= {*seen}
