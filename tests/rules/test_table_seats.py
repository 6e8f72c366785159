"""Seats at a table: a game by its players, and as the rules read it by seats."""

from typing import Any

import pytest

from clubscore.rules import score_record
from clubscore.rules.hands import (
    Circumstance,
    Draw,
    Ending,
    Offence,
    Pao,
    PaoReason,
    Penalty,
    Source,
    TableWinds,
    TypedEnding,
    Win,
)
from clubscore.rules.partie import PartieState
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.seats import Wind
from clubscore.rules.table.progress import table_of
from clubscore.rules.table.table_seats import (
    Said,
    Table,
    Terms,
    is_recorded_dead,
    named_in,
    outcome_of,
    record_of,
    rules_table,
    winner_of,
)

PLAYERS = ("Anna", "Ben", "Cleo", "Dirk")
WON = {"kind": "win", "winner": "Cleo", "source": "discard", "from": "Dirk"}


def table_by(ruleset: str, *players: str) -> Table:
    """Return the table of a partie that begins."""
    return table_of(PartieState(RULESETS[ruleset].dealing, players or PLAYERS), 1)


TABLE = table_by("nts")


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ({"kind": "draw"}, Draw()),
        (WON, Win(Wind.WEST, None, Source.DISCARD, Wind.NORTH)),
        (
            {"kind": "win", "winner": "Anna", "source": "wall", "pao": None},
            Win(Wind.EAST, None, Source.WALL),
        ),
        (
            WON | {"circumstances": ["last_tile", "ninth_win", "of_a_later_book"]},
            Win(
                Wind.WEST,
                None,
                Source.DISCARD,
                Wind.NORTH,
                frozenset((Circumstance.LAST_TILE, Circumstance.NINTH_WIN)),
            ),
        ),
        (
            WON | {"pao": {"player": "Ben", "reason": "big_three_dragons"}},
            Win(
                Wind.WEST,
                None,
                Source.DISCARD,
                Wind.NORTH,
                pao=Pao(Wind.SOUTH, PaoReason("big_three_dragons")),
            ),
        ),
        # Who made it sure has left since.
        (
            WON | {"pao": {"player": "Eva", "reason": "big_three_dragons"}},
            Win(Wind.WEST, None, Source.DISCARD, Wind.NORTH),
        ),
        (WON | {"from": "Eva"}, TypedEnding(Ending.WIN, Wind.WEST)),
        (WON | {"from": None}, TypedEnding(Ending.WIN, Wind.WEST)),
        (WON | {"source": "wall"}, TypedEnding(Ending.WIN, Wind.WEST)),
        (WON | {"source": None}, TypedEnding(Ending.WIN, Wind.WEST)),
        (WON | {"winner": "Eva"}, TypedEnding(Ending.WIN)),
        ({"kind": "penalty"}, TypedEnding(Ending.PENALTY)),
        (
            {"kind": "penalty", "offender": "Ben", "offence": "spoiled_game"},
            Penalty((Wind.SOUTH,), Offence.SPOILED_GAME),
        ),
        (
            {
                "kind": "penalty",
                "offender": ["Dirk", "Eva", "Anna"],
                "offence": "false_mahjong",
                "from": "Ben",
                "excluded": ["Cleo", "Eva"],
            },
            Penalty(
                (Wind.EAST, Wind.NORTH),
                Offence.FALSE_MAHJONG,
                Wind.SOUTH,
                frozenset((Wind.WEST,)),
            ),
        ),
    ],
)
def test_an_outcome_is_told_by_seats(outcome: dict[str, Any], told: Any) -> None:
    assert outcome_of(TABLE, outcome) == told


def test_an_end_that_is_not_known_is_no_draw() -> None:
    unknown = {"kind": "charleston"}
    with pytest.raises(ValueError, match="cannot have ended as 'charleston'"):
        outcome_of(TABLE, unknown)


def test_who_won_is_who_is_said_to_have_won() -> None:
    assert winner_of(Said({}, WON)) == "Cleo"
    for outcome in ({"kind": "draw"}, {"kind": "penalty", "winner": "Ben"}, None, 5):
        assert winner_of(Said({}, outcome)) is None


def test_a_hand_is_recorded_dead_where_it_says_why() -> None:
    hands: Any = {"Anna": {"dead": "other"}, "Ben": {"dead": None}, "Cleo": "dead"}
    game = Said(hands, WON)
    dead = [one for one in PLAYERS if is_recorded_dead(game, one)]
    assert dead == ["Anna"]


def test_a_game_names_whoever_stands_in_any_field_of_it() -> None:
    assert named_in(Said({}, {"kind": "draw"})) == set()
    game = Said(
        {"a": {}},
        {
            "kind": "penalty",
            "offender": ["b", "c"],
            "from": "d",
            "excluded": ["e"],
            "pao": {"player": "f"},
        },
        {"g": 0},
        east="h",
    )
    assert named_in(game) == {*"abcdefgh"}
    assert named_in(Said({}, {"winner": 5, "from": None}, None)) == set()


def test_what_a_screen_says_of_a_game_has_all_its_fields() -> None:
    assert Said.from_json({}) == Said({}, None)
    written = {
        "hands": {"Anna": {}},
        "outcome": WON,
        "scores": {"Anna": 1},
        "limit": "heaven",
        "remark": "late",
        "east": "Ben",
    }
    said = Said.from_json(written)
    assert {name: getattr(said, name) for name in written} == written
    empty = Said.from_json({"limit": "", "remark": None})
    assert (empty.limit, empty.remark) == (None, "")


# The record ------------------------------------------------------------------------


def test_a_record_has_what_was_entered_by_seats() -> None:
    terms = Terms("nts", {"minimum_doubles": 0}, 2000, 4)
    game = Said({"Ben": {"points": 8}, "nobody": {"points": 4}}, WON)
    assert record_of(terms, TABLE, game) == {
        "ruleset": "nts",
        "options": {"minimum_doubles": 0},
        "players": 4,
        "round_wind": "E",
        "owner": None,
        "hands": {"S": {"points": 8}, "nobody": {"points": 4}},
        "outcome": WON | {"winner": "W", "from": "N"},
    }
    typed = Said({}, WON, {"Anna": 8, "Ben": -8}, "heaven", "late")
    record = record_of(terms, TABLE, typed)
    assert record["scores"] == {"E": 8, "S": -8}
    assert (record["limit"], record["remark"]) == ("heaven", "late")


def test_a_record_of_a_table_where_winds_stay_has_the_owner() -> None:
    terms = Terms("spiel-der-winde", {}, 0, 4)
    table = table_by("spiel-der-winde")
    game = Said({"Cleo": {"points": 20}}, {"kind": "draw"})
    record = record_of(terms, table, game)
    assert (record["owner"], record["round_wind"]) == ("E", None)
    assert record["hands"] == {"W": {"points": 20}}
    score_record(record)
    assert rules_table(table) == TableWinds(tuple(Wind), None, Wind.EAST)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rules_know_a_table_as_its_partie_does(ruleset: str) -> None:
    state = PartieState(RULESETS[ruleset].dealing, PLAYERS)
    assert rules_table(table_of(state, 1)) == state.table


def test_a_book_takes_tiles_or_a_value_or_scores_that_must_add_up() -> None:
    terms = [Terms(key, {}, 0, 4) for key in RULESETS]
    assert [one.ruleset for one in terms if one.takes_value] == ["american"]
    assert [one.ruleset for one in terms if one.takes_scores] == ["free"]
    assert all(one.must_balance for one in terms)
    assert not Terms("free", {"zero_sum": "no"}, 0, 4).must_balance
