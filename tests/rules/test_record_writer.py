"""The answers, field by field, as the contract has them."""

from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.errors import Code
from clubscore.rules.record_writer import write_error, write_game_error
from clubscore.rules.reference import reference_of
from clubscore.rules.rulesets import RULESETS
from tests.rules.test_mutants_found import played

SOUTH = played()["hands"]["S"]
NAMES = ["Anna", "Ben", "Cleo", "Dirk"]


def item(rule: str, source: str, by: str | None, **worth: int) -> dict[str, Any]:
    """Return an item of an answer."""
    return {"rule": rule, **worth, "source": source, "by": by}


def test_the_answer_of_a_game() -> None:
    north = {"sets": ["555s", "(222z)"], "complete": False}
    answer = score_record(
        played(hands={"S": SOUTH, "N": north, "E": {"points": 5}, "W": {"points": 5}})
    )
    assert set(answer) == {"hands", "payments", "scores", "warnings"}
    assert answer["hands"]["N"] == {
        "points": 10,
        "base": 10,
        "doubles": 0,
        "limit": None,
        "dead": False,
        "arrangement": ["555s", "(222z)"],
        "items": [
            item(
                "exposed_pung_of_simples",
                "nts: Combinaties van stenen",
                "555s",
                points=2,
                doubles=0,
            ),
            item(
                "concealed_pung_of_terminals_or_honours",
                "nts: Combinaties van stenen",
                "(222z)",
                points=8,
                doubles=0,
            ),
        ],
    }
    assert answer["hands"]["E"] == {
        "points": 5,
        "base": None,
        "doubles": None,
        "limit": None,
        "dead": False,
        "arrangement": [],
        "items": [],
    }
    assert answer["payments"] == [
        {"from": "E", "to": "S", "amount": 192, "reason": "win"},
        {"from": "W", "to": "S", "amount": 96, "reason": "win"},
        {"from": "N", "to": "S", "amount": 96, "reason": "win"},
        {"from": "E", "to": "N", "amount": 10, "reason": "difference"},
        {"from": "W", "to": "N", "amount": 5, "reason": "difference"},
    ]
    assert answer["scores"] == {"E": -202, "S": 384, "W": -101, "N": -81}
    assert answer["warnings"] == []


def test_a_limit_hand_is_an_item_of_points() -> None:
    hand = {"tiles": "1122334455667m", "complete": True}
    answer = score_record(played(hands={"S": SOUTH, "N": hand}))["hands"]["N"]
    assert answer["limit"] == "pure_pairs"
    assert (answer["points"], answer["base"], answer["doubles"]) == (500, None, None)
    [found] = answer["items"]
    assert found["rule"] == "waiting:pure_pairs"
    assert found["source"].startswith("nts: ")
    assert (found["points"], found["doubles"], found["by"]) == (500, 0, None)


def test_a_limit_hand_is_worth_no_faan() -> None:
    south = {"tiles": "19m19p19s12345677z"}
    outcome = {"kind": "win", "winner": "S", "winning_tile": "7z", "source": "wall"}
    answer = score_record(
        played(ruleset="schmale", hands={"S": south}, outcome=outcome)
    )["hands"]["S"]
    assert answer == {
        "points": 64,
        "faan": None,
        "laak": None,
        "limit": "thirteen_orphans",
        "dead": False,
        "arrangement": [
            "(77z)",
            *("(1m)", "(9m)", "(1p)", "(9p)", "(1s)", "(9s)"),
            *("(1z)", "(2z)", "(3z)", "(4z)", "(5z)", "(6z)"),
        ],
        "items": [item("thirteen_orphans", "schmale: 6.1.2", None, faan=0, laak=0)],
    }


def test_a_flower_that_earned_an_item_is_named() -> None:
    south = SOUTH | {"bonus": "2f"}
    answer = score_record(played(ruleset="schmale", hands={"S": south}))
    by = {one["rule"]: one["by"] for one in answer["hands"]["S"]["items"]}
    assert by == {"own_flower": "2f", "all_chows": None}


def test_a_warning_says_what_would_be_worth_more() -> None:
    lying = {"sets": ["(123m)", "(123m)", "(123m)"], "complete": False}
    # Pungs of 8 + 4 + 4, three of them concealed: 16 x 2.
    [warning] = score_record(played(hands={"S": SOUTH, "N": lying}))["warnings"]
    assert warning == {
        "code": "regrouping",
        "seat": "N",
        "message": (
            "North’s concealed tiles would be worth 32 points instead of 0 if they were"
            " grouped as (111m) (222m) (333m)."
        ),
    }


@pytest.mark.parametrize(
    "sets",
    [["123m", "123m", "123m"], ["(111m)", "(222m)", "(333m)"], ["(2222m)", "(33m)"]],
)
def test_sets_that_lie_open_or_well_bring_no_warning(sets: list[str]) -> None:
    lying = {"sets": sets, "complete": False}
    assert score_record(played(hands={"S": SOUTH, "N": lying}))["warnings"] == []


def test_too_many_tiles_of_an_incomplete_hand_bring_a_warning() -> None:
    most = {"tiles": "1234567m123456p", "complete": False}
    assert score_record(played(hands={"S": SOUTH, "E": most}))["warnings"] == []
    [warning] = score_record(
        played(hands={"S": SOUTH, "E": most | {"tiles": "1234567m1234567p"}})
    )["warnings"]
    assert (warning["code"], warning["seat"]) == ("too_many_tiles", "E")
    assert warning["message"].startswith("East has 14 tiles, more than a hand can have")
    kong = most | {"sets": ["1111z"], "tiles": "1234567m123p"}
    assert score_record(played(hands={"S": SOUTH, "E": kong}))["warnings"] == []


def test_a_warning_in_a_partie_names_its_game() -> None:
    draw = {"outcome": {"kind": "draw"}}
    answer = replay_record(
        {"ruleset": "nts", "players": NAMES, "games": [draw, draw | {"east": "Cleo"}]}
    )
    assert answer["warnings"] == [
        {
            "code": "other_east",
            "seat": None,
            "message": (
                "Game 2 was played with Cleo as East; by the rules it was Anna’s turn."
            ),
            "game": 2,
        }
    ]


def test_an_error_is_written_with_code_seat_and_message() -> None:
    error = RulesError(
        Code.BAD_SET, "%(what)s is no set.", {"what": "This"}, seat="W", game=3
    )
    wanted = {"code": "bad_set", "seat": "W", "message": "This is no set."}
    assert write_error(error) == {"error": wanted}
    assert write_game_error(error) == {"error": wanted | {"game": 3}}


def test_of_equals_in_a_group_the_first_of_the_book_counts() -> None:
    # Three concealed kongs and four concealed pungs are 2 doubles both.
    north = {"sets": ["(1111m)", "(2222p)", "(3333s)", "(111z)"], "complete": False}
    south = {"sets": ["(456p)", "(567m)", "(345m)", "(678s)", "(88s)"]}
    outcome = {"kind": "win", "winner": "S", "winning_tile": "8s", "source": "wall"}
    answer = score_record(played(hands={"S": south, "N": north}, outcome=outcome))
    rules = {one["rule"] for one in answer["hands"]["N"]["items"]}
    assert "three_concealed_kongs" in rules
    assert not {"four_concealed_pungs", "three_concealed_pungs"} & rules


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {"fifth_round": "yes", "three_player_rounds": 1}),
        (3, {"flowers": "no"}),
        (3, {"fifth_round": "yes", "rounds": 2}),
        (4, {"flowers": "yes"}),
    ],
)
def test_a_house_rule_that_means_nothing_here_is_accepted(
    players: int, options: dict[str, str | int]
) -> None:
    record = {
        "ruleset": "nts",
        "players": players,
        "options": options,
        "round_wind": "E",
        "outcome": {"kind": "draw"},
    }
    assert set(score_record(record)["scores"].values()) == {0}


# What is owed, to the point --------------------------------------------------------


@pytest.mark.parametrize("east", [0, 4, 5, 6, 7])
def test_losers_owe_each_other_the_difference_to_the_point(east: int) -> None:
    hands = {"S": SOUTH, "E": {"points": east}, "W": {"points": 5}}
    answer = score_record(played(hands=hands))
    owed = [
        (one["from"], one["to"], one["amount"])
        for one in answer["payments"]
        if one["reason"] == "difference" and "N" not in (one["from"], one["to"])
    ]
    if east < 5:
        assert owed == [("E", "W", 2 * (5 - east))]
    else:
        assert owed == ([("W", "E", 2 * (east - 5))] if east > 5 else [])


@pytest.mark.parametrize("pao", [None, {"player": "W", "reason": "nine_tiles"}])
def test_a_winner_of_nothing_is_owed_nothing(pao: object) -> None:
    outcome = played()["outcome"] | {"pao": pao}
    hands = {"S": {"points": 0}}
    options = {"minimum_points": 0}
    record = played(ruleset="schmale", options=options, hands=hands, outcome=outcome)
    assert score_record(record)["payments"] == []
    assert score_record(played(hands=hands))["payments"] == []


@pytest.mark.parametrize(
    ("hand", "points", "doubles"),
    [
        ({"complete": False, "claims": ["half_flush"]}, 0, 1),
        ({"complete": False, "claims": ["waiting:pure_pairs"]}, 500, None),
        ({"complete": False, "tiles": "77z"}, 2, 0),
        ({"complete": False}, 0, 0),
    ],
)
def test_a_hand_of_which_little_was_said(
    hand: dict[str, Any], points: int, doubles: int | None
) -> None:
    found = score_record(played(hands={"S": SOUTH, "N": hand}))["hands"]["N"]
    assert (found["points"], found["doubles"]) == (points, doubles)


def test_an_owner_left_out_scores_nothing_and_a_flower_alone_does() -> None:
    # Das Spiel der Winde, Die Abrechnung: the owner doubles, a flower counts.
    hands = {"S": SOUTH, "N": {"complete": False, "bonus": "4f"}}
    record = played(ruleset="spiel-der-winde", owner="E", hands=hands)
    answer = score_record(record)["hands"]
    assert (answer["E"]["points"], answer["E"]["doubles"]) == (0, 0)
    assert answer["N"]["points"] == 8


def test_a_sentence_is_its_template_filled() -> None:
    card = reference_of(RULESETS["nts"], {})
    for sentence in (*card.counting, *card.paying, *card.dealing):
        assert sentence.text == sentence.template % sentence.parameters
        assert "%(" not in sentence.text
