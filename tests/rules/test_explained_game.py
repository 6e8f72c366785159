"""Games explained: what a sheet says of a game adds up to what the game came to."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from clubscore.rules import RulesError, score_record
from clubscore.rules.figures import figure
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.table import counted_game
from clubscore.rules.table.counted_game import most_faan, rule_called, whole_faan
from clubscore.rules.table.explained_game import (
    ExplainedGame,
    HandLine,
    ScoreLine,
    chips_for,
    sheet_of,
)
from tests.rules.golden import Block
from tests.rules.test_table import ENGLISH, GAMES, NAMES, counted, entered

SIGNS = str.maketrans({"\N{NARROW NO-BREAK SPACE}": None, "\N{MINUS SIGN}": "-"})
TWICE = re.compile(r"× 2 (for|self-drawn|without)[^×]*")
BESIDE = re.compile(
    r"[\d\u202f]+ \+ [\d\u202f]+ × \d+ = [\d\u202f]+"
    r"(\. No hand counts more than [\d\u202f]+\.)?"
)
NUMBER = re.compile(r"-?\d+")
SUMS = {"base", "doubles", "faan", "laak"}


def sheet(record: Any, result: Any, **more: Any) -> ExplainedGame:
    """Return a game explained."""
    terms, table, game = entered(record)
    usual = {"notices": (), "uses_chips": True, "expected": table.dealer}
    return sheet_of(ENGLISH, terms, table, game, result, NAMES, **{**usual, **more})


@cache
def explained(ruleset: str) -> list[tuple[Block, dict[str, Any], ExplainedGame]]:
    """Return the golden games of four that a book counts, with their sheets."""
    found = [(one, counted(one)) for one in GAMES if one.ruleset == ruleset]
    return [(one, told, sheet(one.record, told)) for one, told in found if told]


def sum_of(why: str) -> int:
    """Return what the sum comes to that a debt is explained by."""
    text = why.translate(SIGNS)
    factors = len(TWICE.findall(text))
    terms = [int(one) for one in NUMBER.findall(TWICE.sub("", text))]
    if text.startswith("difference"):
        most, less = terms[0], abs(terms[1])
        return (most - less) << factors
    return sum(terms) << factors


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_sum_of_every_debt_is_its_amount(ruleset: str) -> None:
    dealing = RULESETS[ruleset].dealing
    worths = [worth for worth, _ in dealing.chips] or dealing.chip_values
    for block, result, told in explained(ruleset):
        debts = [(one["from"], one["to"], one["amount"]) for one in result["payments"]]
        names = {seat: NAMES[seat.lower()] for seat in "ESWN"}
        lines = [(one.payer, one.payee, one.amount) for one in told.payments]
        assert lines == [(names[a], names[b], amount) for a, b, amount in debts], block
        for one in told.payments:
            assert sum_of(one.why) == one.amount, (block, one.why)
            if one.why.startswith("difference"):
                assert ("(" in one.why) == ("×" in one.why), (block, one.why)
            assert one.chips == chips_for(one.amount, worths), block


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_said_of_a_hand_leads_to_its_points(ruleset: str) -> None:
    sums_of_book = {"base", "doubles"}
    if ruleset in ("schmale", "hkos"):
        sums_of_book = {"faan", "laak"}
    elif ruleset == "mcr":
        sums_of_book = SUMS
    for block, result, told in explained(ruleset):
        assert [one.seat for one in told.hands] == [*result["hands"]], block
        outcome = block.record["outcome"]
        for one in told.hands:
            hand = result["hands"][one.seat]
            assert one.is_winners == (one.seat == outcome.get("winner")), block
            assert (one.player, one.points) == (NAMES[one.key], hand["points"]), block
            assert len(one.items) == len(hand["items"]), block
            assert bool(one.limit) == bool(hand["limit"]), block
            assert bool(one.dead) == (hand["dead"] is not False), block
            said = block.record["hands"].get(one.seat, {}).get("points")
            is_typed = said is not None and ruleset != "american"
            assert one.is_own_count == (is_typed and not one.dead), block
            assert SUMS & hand.keys() == sums_of_book, block
            for name in SUMS:
                assert getattr(one, name) == hand.get(name), block
            # MCR's hands have points alone.
            is_bare = ruleset == "mcr" or hand["limit"] or one.is_own_count
            assert not is_bare or all(hand[name] is None for name in sums_of_book)
            is_waiting = bool(hand["limit"]) and not one.is_winners
            assert one.is_waiting == is_waiting, block
            assert points_said(one) in (None, one.points), (block, one)
            if one.looked_up:
                terms = entered(block.record)[0]
                whole = whole_faan(terms, one.faan or 0, one.laak or 0)
                counts_most = whole <= most_faan(terms)
                assert counts_most is not ("of which" in one.looked_up), block
            for line, item in zip(one.items, hand["items"], strict=True):
                assert line.worth == worth_said(item, hand), block
                assert line.by == item["by"], block
                assert item["source"].endswith(": " + line.section), block
                columns = RULESETS[ruleset].counting.columns
                worths = [item[column] for column in columns if column in item]
                assert [line.first, line.second][: len(worths)] == worths, block
                rule: Any = rule_called(entered(block.record)[0], item["rule"])
                assert rule is not None
                assert rule.name in line.name, block
                is_defined = ruleset == "mcr"
                defined = (rule.key, rule.definition) if is_defined else ("", "")
                assert (line.key, line.definition) == defined, block


def worth_said(item: dict[str, Any], hand: dict[str, Any]) -> str:
    """Return how is told what an item is worth."""
    if "faan" in item and hand["limit"]:
        return figure(hand["points"])
    doubles = item.get("doubles", 0)
    parts = [
        (item.get("points", 0), figure(item.get("points", 0))),
        (doubles, f"{doubles} double" + "s" * (doubles != 1)),
        (item.get("faan", 0), f"{item.get('faan')} faan"),
        (item.get("laak", 0), f"{item.get('laak')} laak"),
    ]
    return " ".join(text for many, text in parts if many)


def points_said(hand: HandLine) -> int | None:
    """Return the points to which what is said of a hand leads; None if nothing is."""
    if hand.looked_up:
        return numbers_in(hand.looked_up)[-1]
    if hand.beside:
        assert BESIDE.fullmatch(hand.beside), hand.beside
        # With the limit behind it, where no hand counts as much.
        limit, base, factor, together, *most = numbers_in(hand.beside)
        assert limit + base * factor == together
        assert all(one < together for one in most)
        return [together, *most][-1]
    if hand.base is None:
        assert hand.notes == ()
        return None
    points = hand.product
    for note in hand.notes:
        (said,) = numbers_in(note)
        is_cap = note.startswith("No hand")
        # To tens, where a book rounds at all.
        assert said < points if is_cap else 0 < abs(said - points) <= 5
        points = said
    return points


def numbers_in(text: str) -> list[int]:
    """Return the whole numbers of a text."""
    return [int(one) for one in NUMBER.findall(text.translate(SIGNS))]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everybody_at_the_table_has_a_line_with_the_score(ruleset: str) -> None:
    for block, result, told in explained(ruleset):
        winds = {"E": "East", "S": "South", "W": "West", "N": "North"}
        for seat, one in zip("ESWN", told.scores, strict=True):
            hand = result["hands"].get(seat, {})
            score = result["scores"][seat]
            assert (one.player, one.wind) == (NAMES[seat.lower()], winds[seat]), block
            assert (one.points, one.score) == (hand.get("points"), score), block
            assert one.owns == (seat == block.record.get("owner")), block
            assert not one.rests, block


COLUMNS = {
    "nts": "doubles",
    "schmale": "faan laak",
    "spiel-der-winde": "doubles",
    "bmja": "doubles",
    "dmjl": "doubles",
    "hkos": "faan",
    "mcr": "",
    "american": "",
    "free": "",
}
"""In what the items of a rule book are worth beside points."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sheet_has_the_columns_of_its_rule_book(ruleset: str) -> None:
    for block, _result, told in explained(ruleset):
        columns = [("faan", told.is_in_faan), ("laak", told.has_laak)]
        columns.append(("doubles", told.has_doubles))
        named = " ".join(name for name, has in columns if has)
        assert named == COLUMNS[ruleset] or not told.hands, block
        assert told.takes_scores == (ruleset == "free"), block
        assert told.has_scores_only == told.takes_scores, block
        is_credit = block.record.get("options", {}).get("settlement") == "credit"
        is_won = block.record["outcome"]["kind"] == "win"
        assert told.is_credit == (is_credit and is_won), block


def test_whoever_rests_has_a_line_without_a_wind() -> None:
    block, result, _told = explained("spiel-der-winde")[0]
    terms, table, game = entered(block.record)
    told = sheet_of(
        ENGLISH,
        terms,
        replace(table, resting="r"),
        game,
        result,
        NAMES | {"r": "Rita"},
        notices=(),
        uses_chips=True,
        expected=table.dealer,
    )
    *playing, resting = told.scores
    assert not any(one.rests for one in playing)
    assert resting == ScoreLine("Rita", "", None, 0, owns=False, rests=True)


# What gave way ------------------------------------------------------------------------


def counted_as(record: dict[str, Any], **said: Any) -> Any:
    """Return the winner's hand by a book that says something of every limit hand."""
    rules = RULESETS[record["ruleset"]]
    options = record.get("options", {})
    own = {
        "base": rules.key,
        "name": "Ours",
        "options": options,
        "limit_hands": dict.fromkeys(rules.limits_by_key, said),
    }
    if "minimum_doubles" in (one.key for one in rules.options):
        own["options"] = options | {"minimum_doubles": 0}
    else:
        own["minimum"] = 0
    try:
        result = score_record(record | {"ruleset": own, "options": {}})
    except RulesError:
        return None
    return result["hands"][record["outcome"]["winner"]]


@pytest.mark.parametrize(
    "ruleset", [one.key for one in RULESETS.values() if one.limit_hands]
)
def test_what_gave_way_is_what_counts_without_limit_hands(ruleset: str) -> None:
    found = set()
    for block, _result, told in explained(ruleset):
        for one in told.hands:
            if not one.is_winners or one.is_own_count:
                assert one.passed_over == "", block
            elif one.limit:
                count = counted_as(block.record, off=True)
                said = f"would be {figure(count['points'])}." if count else ""
                assert one.passed_over.endswith(said), block
                assert bool(one.passed_over) == bool(count), block
                found.add(bool(count))
            elif one.passed_over:
                assert one.passed_over.startswith("The ordinary count is higher")
            else:
                dear = "faan" if ruleset == "hkos" else "points"
                most = counted_as(block.record, **{dear: 100})
                assert not most or not most["limit"], block
    assert found == {True, False}


def test_winds_and_names_say_whose_hand_is_warned_of() -> None:
    # A pair cannot lie open where the book counts none.
    hands = {"E": {"points": 100}, "S": {"sets": ["55m"], "complete": False}}
    ending = {"kind": "win", "winner": "E", "winning_tile": None, "source": "wall"}
    record: dict[str, Any] = {"ruleset": "spiel-der-winde", "owner": "E"}
    record |= {"round_wind": "E", "hands": hands, "outcome": ending}
    terms, table, game = entered(record)
    told = sheet(
        record,
        score_record(record),
        notices=counted_game.counted(terms, table, game, {}).notices,
        expected="s",
    )
    remark, warning = told.warnings
    assert remark.startswith("By the rules it was Ben’s game, but Anna owned it.")
    assert warning.startswith("South (Ben): the pair “55m” cannot lie open")


@pytest.mark.parametrize(
    ("lost", "paid", "said"),
    [
        (30, 50, "Ben’s hand, 25 × 2 for giving the tile"),
        (60, 40, " = 50, and no more was left of the pie"),
        (100, 0, " = 50, and nothing was left of the pie"),
    ],
)
def test_less_of_a_debt_where_a_pie_is_eaten_up_is_explained(
    lost: int, paid: int, said: str
) -> None:
    ending = {"kind": "win", "winner": "S", "winning_tile": None, "source": "discard"}
    record = {
        "ruleset": "american",
        "options": {"limit_of_loss": 100},
        "hands": {"S": {"points": 25}},
        "outcome": ending | {"from": "E"},
    }
    terms, table, game = entered(record)
    result = counted_game.counted(terms, table, game, {"e": -lost}).result
    payers = {one.payer: one for one in sheet(record, result).payments}
    assert payers["Anna"].amount == paid
    assert payers["Anna"].why.endswith(said)
    assert payers["Cleo"].why == "Ben’s hand, 25"


def explained_debts(source: str) -> list[tuple[int, str]]:
    """Return the debts of a game that the rules would not let count any more."""
    amount, reason = 50, "win"
    won = {"kind": "win", "winner": "S", "winning_tile": None, "source": source}
    record = {"ruleset": "american", "options": {"limit_of_loss": 500}, "outcome": won}
    debt = {"from": "E", "to": "S", "amount": amount, "reason": reason}
    scores = {"E": -amount, "S": amount, "W": 0, "N": 0}
    result = {"hands": {}, "payments": [debt], "scores": scores}
    return [(one.amount, one.why) for one in sheet(record, result).payments]


def test_what_the_rules_would_not_let_count_any_more_is_told_as_it_was_paid() -> None:
    assert explained_debts("wall") == [(50, "Ben’s hand, 0 × 2 self-drawn")]
    # Who gave the tile nobody can say any more.
    assert explained_debts("discard") == [(50, "Ben’s hand, 0")]


def test_whoever_was_east_against_the_rules_is_named() -> None:
    draw = {"outcome": {"kind": "draw"}}
    result = {"hands": {}, "payments": [], "scores": dict.fromkeys("ESWN", 0)}
    nts = {"ruleset": "nts", "round_wind": "E"} | draw
    assert sheet(nts, result, expected="e").warnings == ()
    [said] = sheet(nts, result, expected="s").warnings
    assert said.startswith("By the rules Ben was East, but Anna sat there. The winds")
    winde = {"ruleset": "spiel-der-winde", "owner": "W"} | draw
    assert sheet(winde, result, expected="w").warnings == ()
    [said] = sheet(winde, result, expected="n").warnings
    assert said.startswith("By the rules it was Dirk’s game, but Cleo owned it. The")
