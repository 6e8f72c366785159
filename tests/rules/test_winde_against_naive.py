"""The engine and the naive scorer of `spiel-der-winde` agree on seeded games."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.rules.completed_cases import CASES, case_of
from tests.rules.dealing_winde import OPTIONS, deal_record
from tests.rules.naive import NaiveRefusal, Record
from tests.rules.naive_winde import SPECIAL_VALUES, naive_score
from tests.rules.test_against_naive import Played, assert_reached, play

RECORDS = 2500

COMPARED = ("points", "base", "doubles", "limit", "dead")

EVERYBODYS_ITEMS = [
    "exposed_pung_of_simples",
    "concealed_pung_of_simples",
    "exposed_pung_of_terminals_or_honours",
    "concealed_pung_of_terminals_or_honours",
    "exposed_kong_of_simples",
    "concealed_kong_of_simples",
    "exposed_kong_of_terminals_or_honours",
    "concealed_kong_of_terminals_or_honours",
    "own_bonus_tile",
    "other_bonus_tile",
    "pair_of_own_wind",
    "pair_of_dragons",
    "set_of_dragons",
    "set_of_own_wind",
    "owner",
    "half_flush",
    "full_flush",
    "all_honours",
]
WINNERS_ITEMS = ["mahjong", "self_drawn", "from_heaven"]
CLAIMS = [
    "half_flush",
    "half_flush_terminals",
    "terminals_and_honours",
    "full_flush",
    "all_honours",
]


def naive_answer(record: Record) -> Any:
    """Return the naive scorer's result, or the code of its refusal."""
    try:
        return naive_score(record)
    except NaiveRefusal as refusal:
        return refusal.code


def summed(items: list[Any]) -> list[tuple[str, int, int]]:
    """Return the engine's items sorted, those of one rule added up."""
    points, doubles = Counter[str](), Counter[str]()
    for item in items:
        points[item["rule"]] += item["points"]
        doubles[item["rule"]] += item["doubles"]
    return sorted((rule, points[rule], doubles[rule]) for rule in points)


def assert_agreement(played: Played) -> None:
    """Fail with the record where the two scorers differ."""
    expected = naive_answer(played.record)
    what = f"seed {played.seed}: {json.dumps(played.record)}"
    if played.result is None or isinstance(expected, str):
        assert played.code == expected, what
        return
    assert set(played.result["hands"]) == set(expected["hands"]), what
    for seat, hand in played.result["hands"].items():
        naive = expected["hands"][seat]
        got = {name: hand[name] for name in COMPARED}
        assert got == {name: naive[name] for name in COMPARED}, f"{seat}, {what}"
        # Of several ways to count that are worth the same, any may be named.
        assert summed(hand["items"]) in naive["items"], f"{seat}, {what}"
    payments = sorted(
        (debt["from"], debt["to"], debt["amount"], debt["reason"])
        for debt in played.result["payments"]
    )
    assert payments == expected["payments"], what
    assert played.result["scores"] == expected["scores"], what


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """All dealt records, scored by the engine once."""
    return [play(seed, deal_record(Random(seed))) for seed in range(RECORDS)]


def test_the_engine_agrees_with_the_naive_scorer(games: list[Played]) -> None:
    for played in games:
        assert_agreement(played)


def test_dealt_games_earn_every_item(games: list[Played]) -> None:
    winners, losers = Counter[str](), Counter[str]()
    for played in games:
        for seat, hand in (played.result or {"hands": {}})["hands"].items():
            won = seat == played.record["outcome"]["winner"]
            (winners if won else losers).update(item["rule"] for item in hand["items"])
    assert_reached(winners, EVERYBODYS_ITEMS + WINNERS_ITEMS + list(SPECIAL_VALUES))
    assert_reached(losers, EVERYBODYS_ITEMS)
    assert set(losers) == set(EVERYBODYS_ITEMS)
    assert set(winners) == {*EVERYBODYS_ITEMS, *WINNERS_ITEMS, *SPECIAL_VALUES}


def test_dealt_special_hands_are_worth_more_and_less_than_the_count(
    games: list[Played],
) -> None:
    seen = Counter[str]()
    for played in games:
        if played.result and played.record["outcome"]["kind"] == "win":
            winner = played.record["outcome"]["winner"]
            hand = naive_score(played.record)["hands"][winner]
            seen["special hand"] += hand["limit"] is not None
            seen["ordinary count above it"] += hand["beaten"] != []
    assert_reached(seen, ["special hand", "ordinary count above it"])


def test_dealt_games_are_won_in_every_way(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        outcome = played.record["outcome"]
        if played.result and outcome["kind"] == "win":
            winner = outcome["winner"]
            hand = played.record["hands"][winner]
            seen[outcome["source"]] += 1
            seen.update(outcome["circumstances"])
            seen["completes named"] += outcome.get("completes") is not None
            seen["own points"] += "points" in hand
            seen["owner"] += winner == played.record["owner"]
            tiles = hand.get("tiles", "").replace(" ", "")
            orphans = tiles == "19m19p19s1234567z"
            seen["thirteen tiles"] += orphans and not hand.get("sets")
    ways = ["wall", "replacement", "replacement_bonus", "discard", "robbed_kong"]
    ways += ["deal", "first_turn", "completes named", "own points", "owner"]
    assert_reached(seen, [*ways, "thirteen tiles"])


def test_dealt_losers_are_of_every_kind(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        outcome, owner = played.record["outcome"], played.record.get("owner")
        if played.result is None or outcome["kind"] != "win":
            continue
        hands = played.record["hands"]
        for seat, hand in hands.items():
            if seat != outcome["winner"]:
                seen[str(hand.get("dead"))] += 1
                seen["own points"] += hand.get("points") is not None
                seen["unarranged"] += hand.get("tiles", "") != ""
                seen["written"] += hand.get("sets", []) != []
                seen.update(hand.get("claims", []))
        seen["left out"] += len(hands) < 4
        seen["owner left out"] += owner not in hands
    kinds = ["tile_count", "faulty_set", "false_mahjong", "other", "own points"]
    kinds += ["unarranged", "written", "left out", "owner left out"]
    assert_reached(seen, kinds + CLAIMS)


def test_dealt_games_use_every_house_rule(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        if played.result:
            for name, value in played.record["options"].items():
                seen[f"{name} {value}"] += 1
    assert_reached(
        seen,
        [f"{name} {value}" for name, values in OPTIONS.items() for value in values],
    )


def test_dealt_games_are_refused_for_every_reason(games: list[Played]) -> None:
    seen = Counter(str(played.code) for played in games)
    reasons = ["bad_record", "tile_count", "impossible", "not_a_winning_hand"]
    assert_reached(seen, reasons)
    assert set(seen) <= {"None", "too_many_of_a_tile", *reasons}


def test_dealt_games_put_the_winning_tile_wherever_it_can_lie(
    games: list[Played],
) -> None:
    assert_reached(Counter(case_of(one.record) for one in games), CASES)
