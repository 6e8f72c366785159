"""What holds for every game, whatever the tiles."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.sets import parse_set
from clubscore.rules.tiles import (
    JOKER,
    KINDS,
    format_tiles,
    kinds_of,
    pack,
    parse_tiles,
    tiles_of,
    unpack,
)
from tests.rules.dealing import deal_record

SEATS = "ESWN"

seeds = st.integers(min_value=0, max_value=2**48)
dealt = seeds.map(lambda seed: deal_record(Random(seed)))
games = settings(max_examples=300, deadline=None)
"""Dealing takes longer than scoring; time is measured by the benchmark alone."""

Result = Any
Record = dict[str, Any]


def scored(record: Record) -> Result:
    """Return what a game comes to; records that cannot be scored do not count."""
    try:
        return score_record(record)
    except RulesError:
        assume(False)


@games
@given(dealt)
def test_scores_are_the_payments_and_add_to_0(record: Record) -> None:
    result = scored(record)
    sums = dict.fromkeys(SEATS, 0)
    for payment in result["payments"]:
        assert payment["amount"] > 0
        sums[payment["from"]] -= payment["amount"]
        sums[payment["to"]] += payment["amount"]
    assert result["scores"] == sums
    assert sum(sums.values()) == 0


@games
@given(dealt)
def test_no_hand_exceeds_its_limit(record: Record) -> None:
    result = scored(record)
    assert all(0 <= hand["points"] <= 2000 for hand in result["hands"].values())
    for seat, score in result["scores"].items():
        assert score <= (12000 if seat == "E" else 8000)


@games
@given(dealt)
def test_base_and_doubles_are_the_sums_of_the_items(record: Record) -> None:
    for hand in scored(record)["hands"].values():
        if hand["base"] is not None:
            assert hand["base"] == sum(item["points"] for item in hand["items"])
            assert hand["doubles"] == sum(item["doubles"] for item in hand["items"])


@games
@given(dealt)
def test_an_arrangement_uses_each_tile_once(record: Record) -> None:
    for seat, scored_hand in scored(record)["hands"].items():
        hand = record["hands"].get(seat, {})
        if hand.get("dead") or hand.get("points") is not None:
            assert scored_hand["arrangement"] == []
            continue
        entered = list(parse_tiles(hand.get("tiles", "")))
        for one in hand.get("sets", []):
            entered += parse_set(one).tiles
        arranged = [
            tile for one in scored_hand["arrangement"] for tile in parse_set(one).tiles
        ]
        assert sorted(arranged) == sorted(entered)


def shuffled(text: str, rng: Random) -> str:
    """Return the same tiles in another order."""
    tiles = [format_tiles((tile,)) for tile in parse_tiles(text)]
    rng.shuffle(tiles)
    return "".join(tiles)


@games
@given(dealt, seeds)
def test_the_order_of_tiles_and_sets_never_matters(record: Record, seed: int) -> None:
    rng = Random(seed)
    other = deepcopy(record)
    for hand in other["hands"].values():
        rng.shuffle(hand.get("sets", []))
        hand["tiles"] = shuffled(hand.get("tiles", ""), rng)
        hand["bonus"] = shuffled(hand.get("bonus", ""), rng)
    result, again = scored(record), scored(other)
    assert again["scores"] == result["scores"]
    assert again["payments"] == result["payments"]
    for seat, hand in result["hands"].items():
        for name in ("points", "base", "doubles", "limit", "dead"):
            assert again["hands"][seat][name] == hand[name]


@games
@given(dealt)
def test_arranging_by_hand_never_beats_leaving_it_to_the_engine(
    record: Record,
) -> None:
    record["outcome"]["completes"] = None
    loose = deepcopy(record)
    written = deepcopy(record)
    changed = []
    for seat, hand in record["hands"].items():
        sets = [parse_set(one) for one in hand.get("sets", [])]
        if sets and all(one.is_concealed and len(one.tiles) < 4 for one in sets):
            tiles = [tile for one in sets for tile in one.tiles]
            loose["hands"][seat]["sets"] = []
            tiles += parse_tiles(hand.get("tiles", ""))
            loose["hands"][seat]["tiles"] = format_tiles(tuple(tiles))
            changed.append(seat)
    assume(changed)
    by_hand, by_engine = scored(written), score_record(loose)
    for seat in changed:
        points = by_engine["hands"][seat]["points"]
        assert by_hand["hands"][seat]["points"] <= points
        is_warned = any(
            one["code"] == "regrouping" and one["seat"] == seat
            for one in by_hand["warnings"]
        )
        assert is_warned == (by_hand["hands"][seat]["points"] < points)


@games
@given(dealt)
def test_a_result_is_plain_json(record: Record) -> None:
    result = scored(record)
    assert json.loads(json.dumps(result)) == result


# Notation


@given(st.lists(st.integers(0, JOKER)))
def test_parsing_undoes_formatting(tiles: list[int]) -> None:
    assert parse_tiles(format_tiles(tuple(tiles))) == tuple(sorted(tiles))


@given(st.lists(st.integers(0, JOKER), max_size=100))
def test_unpacking_undoes_packing(tiles: list[int]) -> None:
    assert unpack(pack(tiles)) == sorted(tiles)


@given(st.lists(st.integers(0, KINDS - 1), max_size=100))
def test_kinds_are_those_of_the_tiles(tiles: list[int]) -> None:
    assert tiles_of(kinds_of(pack(tiles))) == sorted(set(tiles))


# Whatever comes in

words = st.sampled_from(
    [
        *"ESWNG",
        *("nts", "win", "draw", "penalty", "wall", "discard", "robbed_kong", "deal"),
        *("replacement", "first_turn", "last_tile", "kong_on_kong", "bird_eats_cake"),
        *("tile_count", "half_flush", "waiting:nine_gates", "waiting:jade", "yes"),
        *("1p", "3s", "(1p1s)", "123m", "(555z)", "1111p", "0j", "1f", "19m19p19s"),
        *("", "(", ")", "m", "99", "5z5", "\uff11m", "\u0663m", "\ud800", "\0"),
    ]
)
numbers = st.sampled_from([0, 1, 2, 3, 4, 5, -1, 10**6, 10**7, 10**4000, 0.5, 4.0])
leaves = st.one_of(words, numbers, st.none(), st.booleans(), st.text(max_size=5))
names = st.sampled_from(
    [
        *("ruleset", "options", "players", "round_wind", "hands", "outcome", "remark"),
        *("sets", "tiles", "bonus", "complete", "claims", "dead", "points", "owner"),
        *("kind", "winner", "winning_tile", "source", "from", "circumstances", "pao"),
        *("completes", "player", "reason", "minimum_doubles", "rounding", "games"),
        *("start_chips", "east", "booking", "seating", "substitute", "end", "to"),
        *("E", "S", "W", "N", "G", ""),
    ]
)
json_values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(names, inner, max_size=6)
    ),
    max_leaves=20,
)


def refuses_or_scores(judge: Any, record: object) -> None:
    """Fail if anything but an answer or a RulesError with its sentence comes."""
    try:
        json.dumps(judge(record))
    except RulesError as error:
        message = error.message
        if not message or "%(" in message:
            pytest.fail(f"no sentence: {message!r}")


@settings(max_examples=500, deadline=None)
@given(json_values)
def test_no_input_raises_anything_but_rules_errors(record: object) -> None:
    refuses_or_scores(score_record, record)
    refuses_or_scores(replay_record, record)


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Return every place of a JSON value, as its container and its key."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = list(enumerate(value))
    else:
        return found
    for key, inner in entries:
        found.append((value, key))
        found += places_in(inner)
    return found


@games
@given(dealt, st.data())
def test_no_change_to_a_game_raises_anything_but_rules_errors(
    record: Record, data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(places_in(record)))
        if isinstance(container, dict) and data.draw(st.booleans()):
            del container[key]
            container[data.draw(names)] = data.draw(json_values)
        else:
            container[key] = data.draw(json_values)
        if not record:
            return
    refuses_or_scores(score_record, record)


@games
@given(dealt, st.data())
def test_no_change_to_a_partie_raises_anything_but_rules_errors(
    record: Record, data: st.DataObject
) -> None:
    game = {name: record[name] for name in ("hands", "outcome")}
    partie = {
        "ruleset": "nts",
        "options": record["options"],
        "players": ["Anna", "Ben", "Cleo", "Dirk"],
        "games": [
            game,
            {"booking": {"from": "Ben", "to": "Anna", "amount": 10, "reason": "fine"}},
            {"seating": ["Dirk", "Cleo", "Ben", "Anna"]},
            {"substitute": {"out": "Ben", "in": "Eva"}},
            {**deepcopy(game), "east": "Eva"},
            {"end": "late"},
        ],
    }
    container, key = data.draw(st.sampled_from(places_in(partie)))
    container[key] = data.draw(json_values)
    refuses_or_scores(replay_record, partie)
