"""Replaying a partie: events, chips, seats and warnings."""

from copy import deepcopy
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record
from clubscore.rules.partie import PartieState, with_substitute
from clubscore.rules.rulesets import RULESETS
from tests.rules.golden import WORKED_EXAMPLE

PLAYERS = ["Anna", "Ben", "Cleo", "Dirk"]
DRAW: dict[str, Any] = {"outcome": {"kind": "draw"}}


def won_by(seat: str, giver: str = "") -> dict[str, Any]:
    """Return a game that *seat* won with the hand of the worked example, 96."""
    outcome = deepcopy(WORKED_EXAMPLE["outcome"])
    outcome |= {"winner": seat, "from": giver or ("E" if seat != "E" else "S")}
    return {"hands": {seat: WORKED_EXAMPLE["hands"]["S"]}, "outcome": outcome}


def replay(*entries: dict[str, Any], **more: Any) -> Any:
    """Return what a partie of four comes to."""
    return replay_record(
        {"ruleset": "nts", "players": PLAYERS, "games": list(entries), **more}
    )


def refused(*entries: dict[str, Any]) -> RulesError:
    """Return why a partie is refused."""
    with pytest.raises(RulesError) as caught:
        replay(*entries)
    return caught.value


def test_a_round_ends_when_everybody_has_been_east() -> None:
    result = replay(*[won_by("S")] * 4)
    assert [game["dealer"] for game in result["games"]] == PLAYERS
    assert result["next"]["round"] == 2
    assert result["next"]["round_wind"] == "S"
    assert result["next"]["dealer"] == "Anna"


def test_a_partie_ends_after_four_rounds() -> None:
    result = replay(*[won_by("S")] * 16)
    assert result["finished"]
    assert [game["round_wind"] for game in result["games"]] == list("EEEESSSSWWWWNNNN")
    assert refused(*[won_by("S")] * 16, DRAW).code == "finished"


def test_a_draw_pays_nothing_and_counts_as_a_game() -> None:
    result = replay(DRAW, won_by("E"))
    assert set(result["games"][0]["scores"].values()) == {0}
    assert [game["number"] for game in result["games"]] == [1, 2]
    assert result["games"][1]["dealer"] == "Anna"


def test_bookings_move_chips_but_not_scores() -> None:
    fine = {"booking": {"from": "Ben", "to": "Anna", "amount": 10, "reason": "late"}}
    result = replay(fine, DRAW)
    assert result["games"][0]["chips"] == {
        "Anna": 3010,
        "Ben": 2990,
        "Cleo": 3000,
        "Dirk": 3000,
    }
    assert set(result["totals"].values()) == {0}
    assert result["ranking"] == [PLAYERS]


def test_start_chips_can_be_given() -> None:
    assert set(replay(DRAW, start_chips=0)["games"][0]["chips"].values()) == {0}


def test_a_new_seating_holds_from_the_next_game_on() -> None:
    seats = ["Dirk", "Cleo", "Ben", "Anna"]
    result = replay(won_by("S"), {"seating": seats}, won_by("S"))
    assert list(result["games"][1]["winds"].values()) == seats
    # The deal passes on from there, and has three passes left in the round.
    assert result["next"]["dealer"] == "Cleo"
    assert result["next"]["round"] == 1
    assert replay(*result_entries(seats))["next"]["round"] == 2


def result_entries(seats: list[str]) -> list[dict[str, Any]]:
    """Return a round in which the players changed places after the first game."""
    return [won_by("S"), {"seating": seats}, *[won_by("S")] * 3]


def test_a_substitute_takes_the_seat_and_both_keep_their_scores() -> None:
    result = replay(won_by("S"), {"substitute": {"out": "Ben", "in": "Eva"}}, DRAW)
    assert result["games"][1]["winds"]["E"] == "Eva"
    assert result["totals"]["Ben"] == 384
    assert result["totals"]["Eva"] == 0
    assert result["ranking"][0] == ["Ben"]


def test_who_really_sat_east_is_believed_with_a_warning() -> None:
    result = replay(won_by("S"), won_by("S") | {"east": "Dirk"})
    assert result["games"][1]["dealer"] == "Dirk"
    assert [one["code"] for one in result["warnings"]] == ["other_east"]
    assert result["warnings"][0]["game"] == 2
    # Dirk is the last of the round: it ends with him.
    assert result["next"]["round"] == 2


def test_the_east_that_the_rules_expect_needs_no_warning() -> None:
    assert replay(won_by("S") | {"east": "Anna"})["warnings"] == []


def test_an_end_finishes_the_partie_early() -> None:
    result = replay(won_by("S"), {"end": "time"})
    assert result["finished"]
    assert result["next"] is None
    assert refused({"end": "time"}, DRAW).code == "finished"


@pytest.mark.parametrize(
    "event",
    [
        {"booking": {"from": "Ben", "to": "Ben", "amount": 10, "reason": "x"}},
        {"booking": {"from": "Ben", "to": "Eva", "amount": 10, "reason": "x"}},
        {"booking": {"from": "Ben", "to": "Anna", "amount": 0, "reason": "x"}},
        {"booking": {"from": "Ben", "to": "Anna", "amount": True, "reason": "x"}},
        {"booking": {"from": "Ben", "to": "Anna", "amount": 10}},
        {"booking": {"from": "Ben", "to": "Anna", "reason": "x"}},
        {"booking": [], "end": "time"},
        {"seating": ["Anna", "Ben", "Cleo"]},
        {"seating": ["Anna", "Ben", "Cleo", "Eva"]},
        {"seating": "Anna"},
        {"substitute": {"out": "Eva", "in": "Finn"}},
        {"substitute": {"out": "Ben", "in": "Anna"}},
        {"substitute": {"out": "Ben", "in": " "}},
        {"end": ""},
        {"end": 5},
        {"east": "Eva", "outcome": {"kind": "draw"}},
        {"east": ["Anna"], "outcome": {"kind": "draw"}},
        {"round_wind": "E", "outcome": {"kind": "draw"}},
        {},
        [],
    ],
)
def test_an_entry_that_is_none_is_refused_with_its_game(event: Any) -> None:
    error = refused(DRAW, event)
    assert error.code == "bad_record"
    assert error.game == 2


@pytest.mark.parametrize(
    "players",
    [
        PLAYERS[:2],
        [*PLAYERS[:3], "Anna"],
        [*PLAYERS[:3], ""],
        "Anna",
        None,
        [1, 2, 3, 4],
    ],
)
def test_players_are_three_to_five_different_names(players: Any) -> None:
    with pytest.raises(RulesError) as caught:
        replay_record({"ruleset": "nts", "players": players, "games": []})
    assert caught.value.code == "bad_record"
    assert caught.value.field == "players"


def test_scores_and_chips_follow_from_the_games() -> None:
    result = replay(won_by("S"), won_by("E"), DRAW, won_by("N", "S"))
    totals = dict.fromkeys(PLAYERS, 0)
    for game in result["games"]:
        assert sum(game["scores"].values()) == 0
        for name, score in game["scores"].items():
            totals[name] += score
        assert game["totals"] == totals
        assert game["chips"] == {name: 3000 + totals[name] for name in PLAYERS}
    assert result["totals"] == totals


@pytest.mark.parametrize("pivot", [None, "a", "b"])
def test_whoever_takes_the_place_of_the_first_east_is_that_then(
    pivot: str | None,
) -> None:
    state = PartieState(RULESETS["american"].dealing, (*"abcd",), pivot=pivot)
    after = with_substitute(state, "a", "e")
    assert after.places == (*"ebcd",)
    assert after.pivot == ("e" if pivot == "a" else pivot)


def test_a_partie_of_too_many_is_told_how_many_play() -> None:
    with pytest.raises(RulesError) as refused:
        replay_record({"ruleset": "nts", "players": [*"abcdef"]})
    assert refused.value.message == (
        "The field “players” must have as many names as play: 3, 4, 5."
    )
