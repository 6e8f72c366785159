"""Records as nobody writes them: each gets its code and a sentence."""

from copy import deepcopy
from typing import Any

import pytest

from clubscore.rules import RulesError, score_record
from tests.rules.golden import WORKED_EXAMPLE


def with_hand(seat: str, hand: Any) -> dict[str, Any]:
    """Return the worked example with another hand on a seat."""
    record = deepcopy(WORKED_EXAMPLE)
    record["hands"][seat] = hand
    return dict(record)


def with_fields(**fields: Any) -> dict[str, Any]:
    """Return the worked example with other fields."""
    return {**deepcopy(WORKED_EXAMPLE), **fields}


def with_outcome(**fields: Any) -> dict[str, Any]:
    """Return the worked example with other fields of its outcome."""
    record = deepcopy(WORKED_EXAMPLE)
    record["outcome"] |= fields
    return dict(record)


TOO_MANY = "1" * 500 + "m"
WAITING = {"complete": False, "claims": ["waiting:seven_pairs"]}


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ([], "bad_record"),
        (with_fields(**{"x" * 200: 1}), "bad_record"),
        (with_fields() | {10**5000: 1}, "bad_record"),
        (with_fields(options=None), "bad_record"),
        (with_fields(options={1: 2, None: 3}), "unknown_option"),
        (with_fields(options={"x" * 101: []}), "unknown_option"),
        (with_fields(options={"rounding": ["tens"]}), "unknown_option"),
        (with_fields(options={"minimum_doubles": 10**5000}), "below_minimum"),
        (with_fields(options={"minimum_doubles": True}), "unknown_option"),
        (with_fields(options={"rounds": 4.0}), "unknown_option"),
        (with_fields(players=4.0), "bad_record"),
        (with_fields(ruleset="x" * 1000), "unknown_ruleset"),
        (with_hand("E", WAITING | {"tiles": "1f"}), "bad_tile"),
        (with_hand("E", WAITING | {"tiles": "0j"}), "bad_tile"),
        (with_hand("E", WAITING | {"sets": ["1m"]}), "bad_record"),
        (with_hand("E", WAITING | {"tiles": "1m" * 300}), "bad_record"),
        (with_hand("S", {"tiles": "9q", "complete": False}), "bad_record"),
        (with_hand("E", {"tiles": TOO_MANY}), "tile_count"),
        (
            with_hand("E", {"tiles": TOO_MANY, "dead": "other"}),
            "too_many_of_a_tile",
        ),
        (with_hand("E", {"points": 10**5000}), "bad_record"),
        (with_outcome(completes="nonsense"), "bad_tile"),
        (with_outcome(completes=""), "impossible"),
        (with_outcome(winning_tile=""), "bad_tile"),
        (with_outcome(winning_tile="1f"), "bad_tile"),
    ],
)
def test_what_nobody_writes_gets_its_code(record: Any, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        score_record(record)
    assert caught.value.code == code
    assert caught.value.message
    assert len(caught.value.message) < 700


def test_a_circumstance_said_twice_counts_once() -> None:
    once = with_outcome(circumstances=["last_tile"])
    twice = with_outcome(circumstances=["last_tile", "last_tile"])
    assert score_record(twice) == score_record(once)


def test_the_hands_of_a_draw_are_ignored() -> None:
    record = with_hand("E", {"tiles": "no tiles"}) | {"outcome": {"kind": "draw"}}
    result = score_record(record)
    assert result["hands"] == {}
    assert set(result["scores"].values()) == {0}


def test_naming_the_completed_set_brings_no_warning() -> None:
    assert score_record(with_outcome(completes="(234s)"))["warnings"] == []
