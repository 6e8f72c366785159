"""The engine and the naive scorer of `schmale` agree on seeded games."""

import json
from collections import Counter
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from clubscore.rules import RulesError, score_record
from tests.rules.completed_cases import CASES, case_of
from tests.rules.dealing_schmale import OPTIONS, PAO_REASONS, Record, deal_record
from tests.rules.naive_schmale import (
    KINDS,
    LIMIT_HANDS,
    NaiveRefusal,
    arrangements,
    naive_score,
    pao_fits,
    total_faan,
)

RECORDS = 4500
FEW = 3
"""How often a thing must turn up before it counts as reached."""

EVERYBODYS_ITEMS = [
    "own_flower",
    "own_season",
    "all_flowers",
    "all_seasons",
    "all_bonus_tiles",
    "set_of_dragons",
    "set_of_round_wind",
    "set_of_own_wind",
]
WINNERS_ITEMS = [
    "self_drawn",
    "last_tile",
    "robbed_kong",
    "replacement_tile",
    "kong_on_kong",
    "all_chows",
    "all_pungs",
    "no_honour",
    "half_flush",
    "full_flush",
]
SOURCES = [
    "wall",
    "replacement",
    "replacement_bonus",
    "discard",
    "robbed_kong",
    "deal",
]


class Played(NamedTuple):
    """A dealt record, what the engine answered and what the naive scorer did."""

    seed: int
    record: Record
    result: Any
    code: str | None
    answer: Any
    naive: Any


def holds_jokers(record: Record, seat: str) -> bool:
    """Say whether a joker lies in this hand."""
    return "j" in json.dumps(record["hands"].get(seat, {}))


def comparable_hand(record: Record, seat: str, hand: Any) -> Any:
    """
    Return what must be equal in a hand.

    With jokers several readings may be worth the same, so all that they are worth
    together is compared, not their items.
    """
    names = ["points", "limit", "dead"]
    if not holds_jokers(record, seat) or hand["faan"] is None:
        return {name: hand[name] for name in [*names, "faan", "laak", "items"]}
    table = record["options"].get("table", "base")
    total = total_faan(hand["faan"], hand["laak"], table)
    return {name: hand[name] for name in names} | {"total": total}


def comparable(record: Record, result: Any) -> Any:
    """Return what must be equal in an answer."""
    debts = [
        (debt["from"], debt["to"], debt["amount"], debt["reason"])
        for debt in result["payments"]
    ]
    hands = {
        seat: comparable_hand(record, seat, hand)
        for seat, hand in result["hands"].items()
    }
    return {"hands": hands, "payments": Counter(debts), "scores": result["scores"]}


def with_triples(result: Any) -> Any:
    """Return the engine's result with its items as the naive scorer writes them."""
    hands = {
        seat: hand
        | {
            "items": sorted(
                (item["rule"], item["faan"], item["laak"]) for item in hand["items"]
            )
        }
        for seat, hand in result["hands"].items()
    }
    return result | {"hands": hands}


def play(seed: int) -> Played:
    """Deal a record and return both answers."""
    record = deal_record(Random(seed))
    result, code, seat = None, None, None
    try:
        result = score_record(record)
        answer = comparable(record, with_triples(result))
    except RulesError as error:
        code, seat = str(error.code), error.seat
        answer = code, seat
    try:
        naive = comparable(record, naive_score(record))
    except NaiveRefusal as refusal:
        # Where the contract does not say which seat is named, any will do.
        naive = refusal.code, refusal.seat or seat
    return Played(seed, record, result, code, answer, naive)


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """All dealt records, scored once."""
    return [play(seed) for seed in range(RECORDS)]


def assert_reached(seen: Counter[str], wanted: list[str]) -> None:
    """Fail with what turned up too seldom."""
    assert not {name: seen[name] for name in wanted if seen[name] < FEW}


def test_the_engine_agrees_with_the_naive_scorer(games: list[Played]) -> None:
    for played in games:
        told = f"seed {played.seed}: {json.dumps(played.record)}"
        assert played.answer == played.naive, told


def test_scores_are_the_sums_of_the_payments(games: list[Played]) -> None:
    for played in games:
        if played.result is not None:
            sums = dict.fromkeys(played.result["scores"], 0)
            for debt in played.result["payments"]:
                sums[debt["from"]] -= debt["amount"]
                sums[debt["to"]] += debt["amount"]
            assert played.result["scores"] == sums


def test_a_pao_that_does_not_fit_brings_a_warning(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        pao = played.record["outcome"].get("pao")
        if played.result is None or pao is None:
            continue
        fits = pao_fits(played.record)
        if fits is not None:
            codes = [str(one["code"]) for one in played.result["warnings"]]
            warned = any("pao" in code for code in codes)
            told = f"seed {played.seed}: {json.dumps(played.record)}"
            assert warned is not fits, told
            seen[f"{pao['reason']} {fits}"] += 1
    assert_reached(
        seen, [f"{one} {yes}" for one in PAO_REASONS for yes in [True, False]]
    )


def test_dealt_games_earn_every_item(games: list[Played]) -> None:
    winners, losers = Counter[str](), Counter[str]()
    for played in games:
        for seat, hand in (played.result or {"hands": {}})["hands"].items():
            won = seat == played.record["outcome"]["winner"]
            (winners if won else losers).update(item["rule"] for item in hand["items"])
    assert_reached(winners, EVERYBODYS_ITEMS + WINNERS_ITEMS + LIMIT_HANDS)
    assert_reached(losers, EVERYBODYS_ITEMS)
    assert set(winners) <= {*EVERYBODYS_ITEMS, *WINNERS_ITEMS, *LIMIT_HANDS}
    assert set(losers) <= set(EVERYBODYS_ITEMS)


def test_dealt_games_end_in_every_way(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        outcome = played.record["outcome"]
        if played.result is None:
            continue
        seen[outcome["kind"]] += 1
        seen[f"{played.record['players']} players"] += 1
        seen[f"round {played.record['round_wind']}"] += 1
        if outcome["kind"] == "penalty":
            seen[outcome["offence"]] += 1
            seen["claimed from"] += outcome.get("from") is not None
            seen["excluded"] += bool(outcome.get("excluded"))
        elif outcome["kind"] == "win":
            hand = played.record["hands"][outcome["winner"]]
            seen[outcome["source"]] += 1
            seen.update(outcome.get("circumstances") or [])
            seen["completes named"] += outcome.get("completes") is not None
            seen["own points"] += hand.get("points") is not None
            seen["winning joker"] += outcome["winning_tile"] == "0j"
            pao = outcome.get("pao")
            seen[pao["reason"] if pao else "no pao"] += 1
    ways = ["win", "draw", "penalty", "3 players", "4 players", "5 players"]
    ways += ["round E", "round S", "round W", "round N"]
    ways += ["false_mahjong", "spoiled_game", "claimed from", "excluded"]
    ways += ["last_tile", "kong_on_kong", "first_turn"]
    ways += ["completes named", "own points", "winning joker", "no pao"]
    assert_reached(seen, [*ways, *SOURCES, *PAO_REASONS])


def test_dealt_losers_who_settle_are_of_every_kind(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        options, outcome = played.record["options"], played.record["outcome"]
        settles = options.get("losers_settle") == "yes" and outcome["kind"] == "win"
        if played.result is None or not settles:
            continue
        for seat in played.result["scores"]:
            hand = played.record["hands"].get(seat)
            if seat == outcome["winner"]:
                continue
            if hand is None:
                seen["left out"] += 1
                continue
            seen[str(hand.get("dead"))] += 1
            seen["own points"] += hand.get("points") is not None
            seen["incomplete"] += hand.get("complete") is False
            seen["jokers"] += holds_jokers(played.record, seat)
            seen["unarranged"] += hand.get("tiles", "") != ""
            seen["written"] += hand.get("sets", []) != []
    kinds = ["tile_count", "faulty_set", "false_mahjong", "other", "own points"]
    kinds += ["left out", "incomplete", "jokers", "unarranged", "written"]
    assert_reached(seen, kinds)


def test_dealt_games_use_every_house_rule(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        if played.result is not None:
            for name, value in played.record["options"].items():
                seen[f"{name} {value}"] += 1
    values = [f"{name} {value}" for name, values in OPTIONS.items() for value in values]
    assert_reached(seen, values)


def test_dealt_games_are_refused_for_every_reason(games: list[Played]) -> None:
    seen = Counter(str(played.code) for played in games)
    reasons = ["bad_record", "unknown_option", "bad_tile", "tile_count", "bad_set"]
    reasons += ["too_many_of_a_tile", "impossible"]
    reasons += ["not_a_winning_hand", "below_minimum"]
    assert_reached(seen, reasons)
    assert set(seen) == {"None", *reasons}


def test_the_naive_way_with_jokers_is_to_name_each_of_them() -> None:
    rng = Random(0)
    for _ in range(12):
        first, second = rng.choice([0, 0, 9, 18]), rng.choice([9, 18, 24])
        pool = KINDS[first : first + 7] + KINDS[second : second + 4]
        tiles = sorted(rng.choices(pool, k=6), key=KINDS.index)
        named = [
            sorted([*tiles, *kinds], key=KINDS.index)
            for kinds in product(KINDS, repeat=2)
        ]
        plainly = {way for hand in named for way in arrangements(hand, 0, 2, 1)}
        assert arrangements(tiles, 2, 2, 1) == plainly


def test_dealt_games_put_the_winning_tile_wherever_it_can_lie(
    games: list[Played],
) -> None:
    assert_reached(Counter(case_of(one.record) for one in games), CASES)
