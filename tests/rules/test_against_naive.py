"""The engine and the naive scorer agree on seeded games dealt from one wall."""

import json
from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest

from clubscore.rules import score_record
from clubscore.rules.errors import RulesError
from tests.rules.completed_cases import CASES, case_of
from tests.rules.dealing import (
    MORE_OPTIONS,
    OPTIONS,
    ROUND_WINDS,
    deal_bench_game,
    deal_record,
    misplace,
)
from tests.rules.dealt_tiles import IRREGULAR_OF_THREE, Record, chance
from tests.rules.naive import LIMIT_VALUES, NaiveRefusal, naive_score

RECORDS = 2500
OTHER_RECORDS = 1500
"""So many with three players and with five."""
BENCH_GAMES = 200
FEW = 3
"""How often a thing must turn up before it counts as reached."""

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
    "pair_of_dragons",
    "pair_of_own_wind",
    "pair_of_round_wind",
    "bonus_tile",
    "set_of_dragons",
    "set_of_own_wind",
    "set_of_round_wind",
    "three_concealed_pungs",
    "three_concealed_kongs",
    "four_concealed_pungs",
    "four_kongs",
    "clean",
    "very_clean",
    "pure",
    "own_bonus_tile",
    "all_flowers",
    "all_seasons",
]
WINNERS_ITEMS = [
    "mahjong",
    "completes_pair",
    "only_possible_tile",
    "self_drawn",
    "bird_eats_cake",
    "fully_concealed",
    "small_four_winds",
    "small_three_dragons",
    "four_chows",
    "all_pungs",
    "only_simples",
    "last_tile",
    "last_tile_circle_1",
    "replacement_tile",
    "replacement_tile_circle_5",
    "robbed_kong",
    "kong_on_kong",
]
IRREGULAR_HANDS = list(LIMIT_VALUES)[:10]


class Played(NamedTuple):
    """A dealt record and what the engine answered: a result or an error's code."""

    seed: int
    record: Record
    result: Any
    code: str | None


def play(seed: int, record: Record) -> Played:
    """Return the engine's answer."""
    try:
        return Played(seed, record, score_record(record), None)
    except RulesError as error:
        return Played(seed, record, None, str(error.code))


def naive_answer(record: Record) -> object:
    """Return the naive scorer's result, or the code of its refusal."""
    try:
        return naive_score(record)
    except NaiveRefusal as refusal:
        return refusal.code


def comparable(played: Played) -> object:
    """Return the part of the engine's answer that the naive scorer gives too."""
    if played.result is None:
        return played.code
    hands = {
        seat: {name: hand[name] for name in COMPARED}
        for seat, hand in played.result["hands"].items()
    }
    return {"hands": hands, "scores": played.result["scores"]}


def assert_agreement(played: Played) -> None:
    """Fail with the record where the two scorers differ."""
    expected, got = naive_answer(played.record), comparable(played)
    assert got == expected, f"seed {played.seed}: {json.dumps(played.record)}"


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """All dealt records, scored by the engine once."""
    return [play(seed, deal_record(Random(seed))) for seed in range(RECORDS)]


def test_the_engine_agrees_with_the_naive_scorer(games: list[Played]) -> None:
    for played in games:
        assert_agreement(played)


def test_the_engine_agrees_on_games_of_the_benchmark() -> None:
    for seed in range(BENCH_GAMES):
        played = play(seed, deal_bench_game(Random(seed)))
        assert played.code is None
        assert_agreement(played)


def assert_reached(seen: Counter[str], wanted: list[str]) -> None:
    """Fail with what turned up too seldom."""
    assert not {name: seen[name] for name in wanted if seen[name] < FEW}


def test_dealt_games_earn_every_item(games: list[Played]) -> None:
    winners, losers = Counter[str](), Counter[str]()
    for played in games:
        for seat, hand in (played.result or {"hands": {}})["hands"].items():
            won = seat == played.record["outcome"]["winner"]
            (winners if won else losers).update(item["rule"] for item in hand["items"])
    assert_reached(winners, EVERYBODYS_ITEMS + WINNERS_ITEMS + list(LIMIT_VALUES))
    halves = [f"waiting:{name}" for name in IRREGULAR_HANDS]
    assert_reached(losers, EVERYBODYS_ITEMS + halves)
    known = [*EVERYBODYS_ITEMS, *WINNERS_ITEMS, *LIMIT_VALUES, *halves]
    assert set(winners + losers) <= set(known)


def test_dealt_games_are_won_in_every_way(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        outcome = played.record["outcome"]
        if played.result and outcome["kind"] == "win":
            seen[outcome["source"]] += 1
            seen.update(outcome["circumstances"])
            seen["completes named"] += outcome.get("completes") is not None
            seen["own points"] += "points" in played.record["hands"][outcome["winner"]]
    ways = [
        "wall",
        "replacement",
        "replacement_bonus",
        "discard",
        "robbed_kong",
        "deal",
    ]
    ways += ["last_tile", "kong_on_kong", "first_turn", "bird_eats_cake"]
    assert_reached(seen, [*ways, "completes named", "own points"])


def test_dealt_losers_are_of_every_kind(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        outcome = played.record["outcome"]
        for seat, hand in played.record["hands"].items():
            if played.result and seat != outcome["winner"]:
                seen[str(hand.get("dead"))] += 1
                seen["own points"] += hand.get("points") is not None
                seen["unarranged"] += hand.get("tiles", "") != ""
                seen["written"] += hand.get("sets", []) != []
                seen.update(hand.get("claims", []))
        seen["left out"] += len(played.record["hands"]) < 4
    kinds = ["tile_count", "faulty_set", "false_mahjong", "other", "own points"]
    kinds += ["unarranged", "written", "left out", "half_flush", "full_flush"]
    kinds += ["half_flush_terminals", "terminals_and_honours", "all_honours"]
    assert_reached(seen, kinds + [f"waiting:{name}" for name in IRREGULAR_HANDS])


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
    reasons = ["impossible", "not_a_winning_hand", "below_minimum"]
    assert_reached(seen, reasons)
    assert set(seen) == {"None", *reasons}


# Three and five players


NOT_WITH_THREE = [
    # "bamboos and circles, three winds, dragons", no flowers
    "bonus_tile",
    "own_bonus_tile",
    "all_flowers",
    "all_seasons",
    "small_four_winds",
    "thirteen_orphans",
    "wind_snake",
    "peking_court",
    "four_winds",
]


def deal_other(seed: int, players: int) -> Record:
    """Deal a record, now and then one that does not go with so many players."""
    rng = Random(f"{players} players {seed}")
    record = deal_record(rng, players=players)
    return misplace(rng, record) if chance(rng, 0.15) else record


@pytest.fixture(scope="module")
def games_of_three() -> list[Played]:
    """All records of three players, scored by the engine once."""
    return [play(seed, deal_other(seed, 3)) for seed in range(OTHER_RECORDS)]


@pytest.fixture(scope="module")
def games_of_five() -> list[Played]:
    """All records of five players, scored by the engine once."""
    return [play(seed, deal_other(seed, 5)) for seed in range(OTHER_RECORDS)]


def test_the_engine_agrees_on_games_of_three(games_of_three: list[Played]) -> None:
    for played in games_of_three:
        assert_agreement(played)


def test_the_engine_agrees_on_games_of_five(games_of_five: list[Played]) -> None:
    for played in games_of_five:
        assert_agreement(played)


def rules_earned(games: list[Played]) -> Counter[str]:
    """Return how often each item was earned."""
    return Counter(
        item["rule"]
        for played in games
        if played.result
        for hand in played.result["hands"].values()
        for item in hand["items"]
    )


def test_games_of_three_earn_every_item(games_of_three: list[Played]) -> None:
    wanted = {*EVERYBODYS_ITEMS, *WINNERS_ITEMS, *LIMIT_VALUES} - {*NOT_WITH_THREE}
    wanted |= {"set_of_green_dragons"}
    wanted |= {f"waiting:{name}" for name in IRREGULAR_OF_THREE}
    seen = rules_earned(games_of_three)
    assert_reached(seen, sorted(wanted))
    assert set(seen) <= wanted


def test_games_of_five_earn_every_item(games_of_five: list[Played]) -> None:
    wanted = [*EVERYBODYS_ITEMS, *WINNERS_ITEMS, *LIMIT_VALUES, "set_of_green_dragons"]
    assert_reached(rules_earned(games_of_five), wanted)


def test_a_set_of_green_dragons_counts_once_more_in_green_games_only(
    games_of_three: list[Played], games_of_five: list[Played]
) -> None:
    seen = Counter[str]()
    for played in games_of_three + games_of_five:
        is_green = played.record["round_wind"] == "G"
        for hand in (played.result or {"hands": {}})["hands"].values():
            rules = {item["rule"] for item in hand["items"]}
            seen["green game"] += is_green and "set_of_green_dragons" in rules
            assert is_green or "set_of_green_dragons" not in rules
            assert not is_green or "set_of_round_wind" not in rules
            assert not is_green or "pair_of_round_wind" not in rules
    assert_reached(seen, ["green game"])


@pytest.mark.parametrize("players", [3, 5])
def test_games_of_others_use_every_house_rule_and_round_wind(
    players: int, games_of_three: list[Played], games_of_five: list[Played]
) -> None:
    seen = Counter[str]()
    for played in games_of_three if players == 3 else games_of_five:
        if played.result:
            seen[f"round {played.record['round_wind']}"] += 1
            for name, value in played.record["options"].items():
                seen[f"{name} {value}"] += 1
    options = OPTIONS | MORE_OPTIONS[players]
    assert_reached(
        seen, [f"{name} {v}" for name, each in options.items() for v in each]
    )
    assert_reached(seen, [f"round {wind}" for wind in ROUND_WINDS[players]])


def test_games_of_three_are_won_with_an_exposed_chow(
    games_of_three: list[Played],
) -> None:
    seen = Counter[str]()
    for played in games_of_three:
        outcome = played.record["outcome"]
        if played.result and outcome["kind"] == "win":
            sets = played.record["hands"][outcome["winner"]].get("sets", [])
            chows = [one for one in sets if len(one) == 4 and len(set(one)) == 4]
            seen["exposed chow"] += bool(chows)
    assert_reached(seen, ["exposed chow"])


def test_games_of_three_are_refused_for_every_reason(
    games_of_three: list[Played],
) -> None:
    seen = Counter(str(played.code) for played in games_of_three)
    reasons = ["bad_record", "unknown_option", "bad_tile", "bad_set", "impossible"]
    assert_reached(seen, [*reasons, "not_a_winning_hand", "below_minimum"])


def test_dealt_games_put_the_winning_tile_wherever_it_can_lie(
    games: list[Played],
) -> None:
    assert_reached(Counter(case_of(one.record) for one in games), CASES)
