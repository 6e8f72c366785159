"""Games at a table, by player: each golden one comes to there what it does by seat."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from clubscore.rules import RulesError, score_record
from clubscore.rules.errors import Code, Term
from clubscore.rules.figures import figure
from clubscore.rules.items import RegularLimit
from clubscore.rules.people import outcome_with, with_keys
from clubscore.rules.rulesets import RULESETS, option_problems, with_options
from clubscore.rules.seats import USUAL_PLAYERS, Wind
from clubscore.rules.sentences import Catalogue, sentence
from clubscore.rules.table.counted_game import counted as count
from clubscore.rules.table.counted_game import (
    gives_for_all,
    is_half_paid,
    owed_in_full,
    passed_over,
)
from clubscore.rules.table.game_text import holders_of, holders_of_too_many, with_wind
from clubscore.rules.table.half_entered import Foretold, contradicted, foretold
from clubscore.rules.table.preview import answer_of, why_of
from clubscore.rules.table.scores import MOST_SCORE, refuse_scores, result_of_scores
from clubscore.rules.table.table_seats import Said, Table, Terms
from clubscore.rules.tiles import format_tiles, parse_tiles
from tests.rules.golden import Block, blocks

ENGLISH = Catalogue({}, {})
RICH = dict.fromkeys("eswn", 10_000)
"""Nobody has lost so much before that a game costs less."""
NAMES = {"e": "Anna", "s": "Ben", "w": "Cleo", "n": "Dirk"}
GAMES = [one for one in blocks() if not one.is_replay and not one.is_of_own_book]


def player_on(seat: Any) -> Any:
    """Return the player on a seat; what is no seat stays as it is."""
    return seat.lower() if seat in ("E", "S", "W", "N") else seat


def entered(record: Any) -> tuple[Terms, Table, Said]:
    """Return a game as it is entered at a table by *player_on* each seat."""
    players = record.get("players", USUAL_PLAYERS)
    terms = Terms(record["ruleset"], record.get("options", {}), 0, players)
    table = Table(
        number=1,
        round=1,
        round_wind=record.get("round_wind"),
        winds={one: one.lower() for one in "ESWN"},
        owner=record.get("owner"),
        resting=None,
        dice_choose=False,
        knows_dealer=True,
        ends_row="ninth_win" in record["outcome"].get("circumstances", ()),
    )
    said = Said(
        with_keys(record.get("hands", {}), player_on),
        outcome_with(record["outcome"], player_on),
        with_keys(record.get("scores"), player_on),
    )
    return terms, table, said


def is_of_four(block: Block) -> bool:
    """Tell whether four play."""
    return bool(block.record.get("players", USUAL_PLAYERS) == USUAL_PLAYERS)


def counted(block: Block) -> dict[str, Any] | None:
    """Return what a game of four comes to by seat; None if it is refused."""
    if not is_of_four(block) or block.expected[0].startswith("error "):
        return None
    try:
        return dict(score_record(block.record))
    except RulesError:
        return None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_comes_to_the_same_by_player(ruleset: str) -> None:
    tried = 0
    for block in GAMES:
        expected = counted(block) if block.ruleset == ruleset else None
        if expected is None:
            continue
        tried += 1
        terms, table, game = entered(block.record)
        found = foretold(terms, table, game, RICH)
        assert found.is_whole, block
        answer = answer_of(ENGLISH, terms, table, game, found, NAMES)
        assert answer["errors"] == [], block
        assert answer["scores"] == with_keys(expected["scores"], player_on), block
        assert answer["payments"] == [
            {
                "from": player_on(one["from"]),
                "to": player_on(one["to"]),
                "amount": one["amount"],
            }
            for one in expected["payments"]
        ], block
        hands = with_keys(expected["hands"], player_on)
        assert {key: one["points"] for key, one in answer["hands"].items()} == {
            key: one["points"] for key, one in hands.items()
        }, block
        for key, one in answer["hands"].items():
            assert bool(one["limit"]) == bool(hands[key]["limit"]), block
            assert one["dead"] == (hands[key]["dead"] is not False), block
        assert answer["credited"] is terms.rules.paying.is_credit, block
        warned = [(one["code"], one["player"]) for one in answer["warnings"]]
        assert warned == [
            (one["code"], player_on(one["seat"])) for one in expected["warnings"]
        ], block
        assert all(is_sentence(one["message"]) for one in answer["warnings"]), block
        assert_explained(block, found, hands, len(answer["payments"]))
    assert tried


def is_sentence(message: str) -> bool:
    """Tell whether a message is whole, with names where seats stood."""
    return message.endswith((".", "?")) and "%(" not in message


def test_a_warning_names_everybody_whom_it_is_about() -> None:
    names_of_pao = set()
    for block in GAMES:
        pao = block.record.get("outcome", {}).get("pao")
        if counted(block) is None or not any(
            one.startswith("warnings pao_hand") for one in block.expected
        ):
            continue
        terms, table, game = entered(block.record)
        found = foretold(terms, table, game, RICH)
        told = answer_of(ENGLISH, terms, table, game, found, NAMES)["warnings"]
        [message] = [one["message"] for one in told if one["code"] == "pao_hand"]
        winner, payer = block.record["outcome"]["winner"], pao["player"]
        assert message == (
            f"{NAMES[player_on(winner)]}’s hand does not fit the reason for which"
            f" {NAMES[player_on(payer)]} pays for all. Check the reason and the sets"
            " that lay open."
        )
        names_of_pao.add(payer)
    assert len(names_of_pao) > 1


WORTHS = ("points", "doubles", "faan", "laak", "fan")
WHY_PAID = {"payer", "payee", "amount", "why"}
WHY_HAND = {"key", "player", "points", "note", "limit", "kind", "items", "sum"}
WHY_ITEM = {"name", "by", "definition", "section", "worth"}
"""What the table's screen reads of who pays whom, of a hand and of an item of it."""


def assert_explained(
    block: Block, found: Foretold, hands: dict[str, Any], payments: int
) -> None:
    """Assert that every item of every hand is told, and who pays whom."""
    terms, table, game = entered(block.record)
    why = why_of(ENGLISH, terms, table, game, found, NAMES)
    assert why["heading"] == "Who pays whom"
    debts = [(one["payer"], one["payee"]) for one in why["payments"]]
    assert len(debts) == payments, block
    assert all(payer != payee for payer, payee in debts), block
    assert all(one["why"] for one in why["payments"]), block
    assert all({*one} == WHY_PAID for one in why["payments"]), block
    assert {one["key"] for one in why["hands"]} == {*hands}, block
    for one in why["hands"]:
        hand = hands[one["key"]]
        assert {*one} == WHY_HAND, block
        assert one["player"].endswith(NAMES[one["key"]]), block
        assert one["points"] == hand["points"], block
        assert one["note"].startswith(note_of(hand, game.hands.get(one["key"]))), block
        if one["note"]:
            said_of_items = one["items"], one["sum"], one["limit"], one["kind"]
            assert said_of_items == ([], [], "", ""), block
            continue
        waits = hand["items"][0]["rule"].startswith("waiting:")
        kind = "one tile short" if waits else "limit hand" if hand["limit"] else ""
        assert one["kind"] == kind, block
        is_limit_beside_items = bool(hand["limit"]) and len(hand["items"]) > 1
        if is_limit_beside_items or hand.get("base") is not None:
            assert one["sum"], block
        if hand.get("base") is not None and not hand["limit"]:
            product, *notes = one["sum"]
            assert product.startswith(f"{figure(hand['base'])} × "), block
            assert notes or product.endswith(f" = {figure(hand['points'])}"), block
        assert len(one["items"]) == len(hand["items"]), block
        for told, item in zip(one["items"], hand["items"], strict=True):
            assert {*told} == WHY_ITEM, block
            assert told["name"], block
            assert told["worth"], block
            if hand["limit"]:
                continue  # told in points, whatever the book counts in
            worths = [item[key] for key in WORTHS if item.get(key)]
            assert all(figure(many) in told["worth"] for many in worths), block
        assert bool(one["limit"]) == bool(hand["limit"]), block


def note_of(hand: dict[str, Any], entered_hand: Any) -> str:
    """Return how begins what is said of a hand in place of its items."""
    if hand["dead"] is not False:
        return "A dead hand ("
    if hand["items"] or hand["limit"]:
        return ""
    is_own_count = isinstance(entered_hand, dict) and "points" in entered_hand
    return "The player’s own count." if is_own_count else "Nothing in this hand scores."


def refused() -> Iterator[tuple[Block, str]]:
    """Yield the games that cannot be scored, of those that can be entered, and why."""
    for block in GAMES:
        kind, code, *_seat = block.expected[0].split()
        rules = RULESETS.get(block.ruleset)
        options = block.record.get("options", {})
        # A partie has rules that there are, with options that they offer.
        if kind != "error" or rules is None or option_problems(rules, options):
            continue
        if is_of_four(block) and isinstance(block.record.get("outcome"), dict):
            yield block, code


def test_what_cannot_be_scored_is_refused_for_the_same_reason() -> None:
    said = set()
    for block, code in refused():
        terms, table, game = entered(block.record)
        found = foretold(terms, table, game, RICH)
        if found.is_whole:
            # What is wrong is of the record alone: its seats, or fields of it.
            continue
        assert found.problems[0].code == code, block
        answer = answer_of(ENGLISH, terms, table, game, found, NAMES)
        assert answer["payments"] is None
        assert answer["scores"] is None
        for told, problem in zip(answer["errors"], found.problems, strict=True):
            assert told["code"] == problem.code, block
            assert told["seat"] == problem.seat, block
            assert told["player"] == player_on(problem.seat), block
            assert told["field"] == problem.field, block
            assert is_sentence(told["message"]), block
            if told["code"] == Code.TOO_MANY_OF_A_TILE and told["seat"] is None:
                is_of_jokers = "jokers" in told["message"]
                assert is_of_jokers or " has " in told["message"], block
        assert not {player_on(one) for one in found.left_out} & {*answer["hands"]}
        said.add(code)
    assert said >= {
        *("bad_record", "bad_set", "bad_tile", "below_minimum", "impossible"),
        *("not_a_winning_hand", "tile_count"),
    }


@pytest.mark.parametrize(
    ("ruleset", "tiles"),
    [("nts", "123m456m789p11122z"), ("bmja", "123m456m789p111z99s")],
)
def test_a_hand_that_did_not_win_counts_nothing_while_others_do(
    ruleset: str, tiles: str
) -> None:
    outcome = {"kind": "win", "winner": "e", "source": "discard", "from": "n"}
    terms, table, _game = entered(
        {"ruleset": ruleset, "outcome": outcome, "round_wind": "E"}
    )
    hands: Any = {"e": {"tiles": tiles}, "s": {"points": 8}}
    found = foretold(terms, table, Said(hands, outcome), RICH)
    assert found.left_out == {"E"}
    assert found.result is not None
    assert found.result["hands"]["E"]["points"] == 0
    assert found.result["hands"]["S"]["points"] == 8
    paid = [(one["from"], one["to"]) for one in found.result["payments"]]
    assert ("S", "N") not in paid


def refused_while_rita_rests(game: Said) -> Any:
    """Return what is told first of a game that Rita does not play."""
    terms, table, _game = entered(
        {"ruleset": "nts", "players": 5, "outcome": {"kind": "draw"}, "round_wind": "E"}
    )
    table = replace(table, resting="r")
    found = foretold(terms, table, game, RICH | {"r": 10_000})
    names = NAMES | {"r": "Rita"}
    answer = answer_of(ENGLISH, terms, table, game, found, names)
    assert answer["scores"] is None
    first, *_others = answer["errors"]
    return first


def test_whoever_rests_is_named_if_something_was_entered_for_them() -> None:
    won = {"kind": "win", "winner": "r", "source": "wall"}
    told = refused_while_rita_rests(Said({}, won))
    assert (told["seat"], told["player"]) == (None, "r")
    assert told["message"] == (
        "Rita rests in this game, but something was entered for this player."
        " Look at it: who sat East?"
    )


def test_whoever_rests_is_named_before_what_others_have() -> None:
    won = {"kind": "win", "winner": "e", "source": "wall", "winning_tile": "1m"}
    told = refused_while_rita_rests(Said({"e": {"tiles": 1}, "r": {}}, won))
    assert (told["seat"], told["player"], told["field"]) == (None, "r", "hands.E.tiles")
    assert told["message"].startswith("Rita rests in this game")


def test_whoever_rests_is_not_named_for_what_others_have() -> None:
    won = {"kind": "win", "winner": "e", "source": "wall", "winning_tile": "1m"}
    told = refused_while_rita_rests(Said({"e": {"tiles": "1q"}}, won))
    assert (told["seat"], told["player"], told["code"]) == ("E", "e", "bad_tile")


@pytest.mark.parametrize(
    ("hands", "held"),
    [
        ([{"bonus": "1f"}, {"bonus": "1f2f"}], [("e", 1), ("s", 1)]),
        ([{"bonus": "1y"}, {"bonus": "1y"}], [("e", 1), ("s", 1)]),
        ([{"tiles": "33s"}, {"sets": ["33s"]}], []),
        ([{"tiles": "33s"}, {"sets": ["333s"]}, {}], [("e", 2), ("s", 3)]),
        ([{"tiles": "333s", "points": 8}, {"sets": ["333s"]}], []),
        ([{"tiles": "3333s"}, {"tiles": "3q"}, {"sets": "333s"}], []),
        ([{"tiles": "0j0j0j"}, {"tiles": "0j0j0j"}], []),
        ([None, {"sets": ["3333s"]}, {"tiles": "3s"}], [("s", 4), ("w", 1)]),
        ([{"tiles": 3}, {"sets": [3]}, {"sets": 3}, {"bonus": 1}], []),
    ],
)
def test_who_holds_the_tiles_of_which_there_are_too_many(
    hands: list[Any], held: list[tuple[str, int]]
) -> None:
    assert holders_of_too_many(dict(zip("eswn", hands, strict=False))) == held


def test_of_other_problems_nobody_holds_too_many_tiles() -> None:
    hands = {"Anna": {"sets": ["333s"]}, "Ben": {"sets": ["333s"]}}

    def held(code: Code, seat: str | None = None) -> str:
        return holders_of(ENGLISH, RulesError(code, "No.", seat=seat), hands)

    assert held(Code.TOO_MANY_OF_A_TILE) == "Anna has 3, Ben has 3."
    assert held(Code.TOO_MANY_OF_A_TILE, "E") == ""
    assert held(Code.BAD_RECORD) == ""


def test_while_nothing_can_be_counted_there_is_nothing_to_explain() -> None:
    terms, table, _game = entered(
        {"ruleset": "nts", "outcome": {"kind": "win", "winner": "E"}, "round_wind": "E"}
    )
    game = Said({}, {"kind": "win", "winner": "e"})
    found = foretold(terms, table, game, RICH)
    assert found.result is None
    why = why_of(ENGLISH, terms, table, game, found, NAMES)
    assert why == {"heading": "", "payments": [], "hands": []}


def test_only_the_dutch_book_pays_half_for_a_hand_one_tile_short() -> None:
    half = [key for key in RULESETS if is_half_paid(Terms(key, {}, 0, 4))]
    assert half == ["nts"]


def test_a_sentence_calls_those_at_the_table_as_it_is_told_to() -> None:
    parameters = {"seat": Wind.SOUTH.term, "tile": Term("Red")}
    problem = RulesError(Code.BAD_RECORD, "%(seat)s, %(tile)s", parameters)
    assert sentence(ENGLISH, problem) == "South, Red"
    assert sentence(ENGLISH, problem, {"South": "Ben", "Red": "Ro"}) == "Ben, Red"


def test_whatever_is_counted_again_is_charged_for() -> None:
    outcome = {"kind": "win", "winner": "S", "winning_tile": None, "source": "wall"}
    terms, table, game = entered(
        {
            "ruleset": "american",
            "options": {"limit_of_loss": 500},
            "hands": {"S": {"points": 25}},
            "outcome": outcome,
        }
    )
    charged: list[Any] = []
    assert len(owed_in_full(terms, table, game, charged.append)) == 3
    assert len(charged) == 1
    assert passed_over(terms, table, game, charged.append) is None
    assert len(charged) == 2


# Scores alone ------------------------------------------------------------------------

WON = {"kind": "win", "winner": "e", "source": "wall"}


def scores_refused(
    scores: Any, ruleset: str = "nts", **options: Any
) -> tuple[str, str | None, str | None, str]:
    """Return what is said of the scores of a game that East won."""
    winds = {"owner": "E"} if ruleset == "spiel-der-winde" else {"round_wind": "E"}
    terms, table, _game = entered(
        {"ruleset": ruleset, "options": options, "outcome": WON} | winds
    )
    with pytest.raises(RulesError) as refused:
        result_of_scores(terms, table, Said({}, WON, scores))
    problem = refused.value
    return str(problem.code), problem.seat, problem.field, problem.message


@pytest.mark.parametrize(
    "scores",
    [
        None,
        [10, 0, -10, 0],
        {"e": 10, "s": -10, "w": 0},
        {"e": 10, "s": -10, "w": 0, "n": 0, "x": 0},
        {"e": 10, "s": -10, "w": 0, "n": "0"},
        {"e": True, "s": -1, "w": 0, "n": 0},
        {"e": MOST_SCORE + 1, "s": -MOST_SCORE - 1, "w": 0, "n": 0},
    ],
)
def test_scores_that_are_not_one_for_each_are_refused(scores: Any) -> None:
    message = "The field “scores” must have a whole number for each who plays."
    assert scores_refused(scores) == ("bad_record", None, "scores", message)


def test_the_remark_of_a_game_of_scores_alone_is_looked_at_too() -> None:
    terms, table, _game = entered({"ruleset": "nts", "outcome": WON, "round_wind": "E"})
    game = Said({}, WON, dict.fromkeys("eswn", 0), remark="x" * 201)
    with pytest.raises(RulesError) as refused:
        result_of_scores(terms, table, game)
    assert refused.value.field == "remark"


def test_whoever_wins_may_win_nothing() -> None:
    terms, table, _game = entered({"ruleset": "nts", "outcome": WON, "round_wind": "E"})
    game = Said({}, WON, dict.fromkeys("eswn", 0))
    assert result_of_scores(terms, table, game)["scores"] == dict.fromkeys("ESWN", 0)


def test_the_most_that_a_game_can_move_is_taken() -> None:
    scores = {"e": MOST_SCORE, "s": -MOST_SCORE, "w": 0, "n": 0}
    terms, table, _game = entered({"ruleset": "nts", "outcome": WON, "round_wind": "E"})
    result = result_of_scores(terms, table, Said({}, WON, scores))
    assert result["scores"] == {seat: scores[seat.lower()] for seat in "ESWN"}
    assert (result["hands"], result["payments"], result["warnings"]) == ({}, [], [])


def test_of_a_sheet_kept_by_hand_the_scores_are_all_that_counts() -> None:
    terms, table, _game = entered({"ruleset": "nts", "outcome": WON, "round_wind": "E"})
    scores = {"e": 30, "s": -10, "w": -10, "n": -10}
    game, charged = Said({}, WON, scores), list[Any]()
    told = count(terms, table, game, RICH, charged.append)
    assert told.result == result_of_scores(terms, table, game)
    assert (told.notices, charged) == ((), [])
    assert passed_over(terms, table, game, charged.append) is None
    drawn = Said({}, {"kind": "draw"}, scores)
    with pytest.raises(RulesError) as refused:
        count(terms, table, drawn, RICH)
    assert refused.value.field == "outcome.kind"
    assert passed_over(terms, table, replace(drawn, scores=None)) is None


def test_scores_that_cannot_be_are_refused_with_their_seat() -> None:
    assert scores_refused({"e": -10, "s": 10, "w": 0, "n": 0}) == (
        *("impossible", "E", "scores.E"),
        "East won, and whoever wins does not lose points.",
    )
    assert scores_refused({"e": 10, "s": -9, "w": 0, "n": 0}) == (
        *("impossible", None, "scores"),
        "The scores add to +1, and must add to 0.",
    )
    credit = {"settlement": "credit"}
    scores = {"e": 10, "s": -10, "w": 0, "n": 0}
    assert scores_refused(scores, "spiel-der-winde", **credit) == (
        *("impossible", "S", "scores.S"),
        "South is credited points, which are not below 0.",
    )


@pytest.mark.parametrize(
    ("fields", "named"), [(("limit", "scores"), "limit"), (("scores",), "scores")]
)
def test_typed_scores_are_refused_where_tiles_are_counted(
    fields: tuple[str, ...], named: str
) -> None:
    refuse_scores({"hands": {}, "outcome": WON, "remark": ""})
    with pytest.raises(RulesError) as refused:
        refuse_scores(dict.fromkeys(("hands", *fields), 8))
    assert refused.value.code == Code.BAD_RECORD
    assert refused.value.field == named
    assert refused.value.message == (
        f"The field “{named}” is unknown here. Known are: hands, outcome, remark."
    )


# Who pays, before a hand is entered ---------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_gives_pays_for_all_where_the_book_says_so(ruleset: str) -> None:
    terms = Terms(ruleset, {}, 0, 4)
    pays = terms.rules.paying.giver_pays_all
    assert gives_for_all(terms, {"kind": "win", "winner": "e", "from": "s"}) is pays
    assert not gives_for_all(terms, {"kind": "win", "winner": "e", "from": None})


# What can hold for the rest of a hand ------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_hand_came_to_was_not_ruled_out_while_it_was_entered(
    ruleset: str,
) -> None:
    tried = 0
    for block in GAMES:
        expected = counted(block) if block.ruleset == ruleset else None
        if expected is None:
            continue
        record = block.record
        rules = with_options(RULESETS[ruleset], record.get("options", {}), 4)
        awaited = {one.key for one in rules.awaited_limits}
        for seat, hand in expected["hands"].items():
            lies = record["hands"].get(seat)
            if hand["limit"] not in awaited or {*lies} - {"bonus"} != {"tiles"}:
                continue
            tiles = [*parse_tiles(lies["tiles"])]
            if record["outcome"].get("winner") == seat:
                last = record["outcome"].get("winning_tile")
                if last is None or parse_tiles(last)[0] not in tiles:
                    continue
                tiles.remove(parse_tiles(last)[0])
            tried += 1
            for many in range(len(tiles) + 1):
                part = {"tiles": format_tiles(tuple(tiles[:many]))}
                ruled_out = contradicted(rules, part)
                assert f"waiting:{hand['limit']}" not in ruled_out, block
    assert tried or not RULESETS[ruleset].awaited_limits


@pytest.mark.parametrize(
    ("hand", "claims", "awaited"),
    [
        # A chow that lies open: every hand that is waited for is concealed.
        (
            {"sets": ["123m"]},
            {"half_flush_terminals", "terminals_and_honours", "all_honours"},
            set(),
        ),
        (
            {"sets": ["(222z)"]},
            {"full_flush"},
            {"honour_pairs", "very_clean_pairs", "clean_pairs", "seven_pairs"},
        ),
        ({"sets": ["222z"]}, {"full_flush"}, set()),
        # Four equal tiles are two pairs, but not when they are declared.
        ({"sets": ["(2222z)"]}, {"full_flush"}, set()),
        (
            {"tiles": "2222z"},
            {"full_flush"},
            {"honour_pairs", "very_clean_pairs", "clean_pairs", "seven_pairs"},
        ),
        (
            {"tiles": "223344s"},
            {"half_flush_terminals", "terminals_and_honours", "all_honours"},
            {"pure_pairs", "clean_pairs", "seven_pairs"},
        ),
        (
            {"tiles": "1112345678999m"},
            {"half_flush_terminals", "terminals_and_honours", "all_honours"},
            {"nine_gates"},
        ),
        (
            {"tiles": "19m19p"},
            {"half_flush", "half_flush_terminals", "full_flush", "all_honours"},
            {"thirteen_orphans", "seven_pairs"},
        ),
        # What cannot be read rules nothing out.
        ({"tiles": "19q"}, set(), None),
        ({"tiles": 19}, set(), None),
        ({"sets": "123m"}, set(), None),
        ({"sets": [123]}, set(), None),
    ],
)
def test_what_tiles_rule_out_of_the_rest_of_a_hand(
    hand: dict[str, Any], claims: set[str], awaited: set[str] | None
) -> None:
    rules = with_options(RULESETS["nts"], {}, 4)
    every = {one.key for one in rules.awaited_limits}
    left = every if awaited is None else awaited
    assert left <= every
    assert {*contradicted(rules, hand)} == claims | {
        f"waiting:{key}" for key in every - left
    }


@pytest.mark.parametrize(
    ("sets", "tiles", "left"),
    [
        # A set that lies open or is a kong stays as it is; others can be taken apart.
        (["222s"], "", "imperial_jade purity three_great_scholars"),
        (
            ["(222s)"],
            "",
            "buried_treasure four_blessings imperial_jade purity three_great_scholars",
        ),
        (
            ["(2222s)"],
            "",
            "fourfold_plenty imperial_jade purity three_great_scholars",
        ),
        (["2222s"], "", "fourfold_plenty imperial_jade purity three_great_scholars"),
        (["234s"], "", ""),
        (["111z", "222z"], "", "all_winds_and_dragons four_blessings"),
        (["555z", "222z"], "", "all_winds_and_dragons three_great_scholars"),
        (["555z", "222z", "333z"], "", "all_winds_and_dragons"),
        (["111m", "999p"], "", "heads_and_tails"),
        (["111m", "999m"], "", "heads_and_tails purity"),
        # One tile alone is no kong, and waits to be a pair.
        (["2222s", "(5555p)"], "3m", "fourfold_plenty"),
        (["2222s", "(5555p)"], "33m", ""),
        (["2222s", "(5555p)", "6666p", "(8888p)"], "3m", "fourfold_plenty"),
    ],
)
def test_what_sets_rule_out_of_a_limit_hand_with_sets(
    sets: list[str], tiles: str, left: str
) -> None:
    rules = with_options(RULESETS["bmja"], {}, 4)
    of_sets = {one.key for one in rules.awaited_limits if isinstance(one, RegularLimit)}
    ruled_out = contradicted(rules, {"sets": sets, "tiles": tiles})
    assert of_sets - {one.removeprefix("waiting:") for one in ruled_out} == {
        *left.split()
    }


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("sets", [[""], ["()"], ["111z", ""]])
def test_a_set_without_tiles_rules_nothing_out(ruleset: str, sets: list[str]) -> None:
    rules = with_options(RULESETS[ruleset], {}, 4)
    assert contradicted(rules, {"sets": sets}) == []


def test_a_plural_is_that_of_any_number_but_one() -> None:
    german = Catalogue({"tile": "Stein"}, {"%d tile": ("%d Stein", "%d Steine")})
    assert german.gettext("tile") == "Stein"
    assert german.gettext("wall") == "wall"
    for words, one, more in (
        (german, "%d Stein", "%d Steine"),
        (ENGLISH, "%d tile", "%d tiles"),
    ):
        told = [words.ngettext("%d tile", "%d tiles", many) for many in (0, 1, 2)]
        assert told == [more, one, more]


def test_sets_can_come_as_any_row() -> None:
    hands = {"Anna": {"sets": ("333s",)}, "Ben": {"sets": ["(33s)"]}}
    assert holders_of_too_many(hands) == [("Anna", 3), ("Ben", 2)]
    assert holders_of_too_many({"Anna": {"sets": "33333s"}}) == []


def test_a_player_is_called_with_the_wind_in_the_order_of_the_language() -> None:
    turned = Catalogue({"%(wind)s (%(name)s)": "%(name)s, %(wind)s"}, {})
    assert with_wind(ENGLISH, "East", "Anna") == "East (Anna)"
    assert with_wind(turned, "East", "Anna") == "Anna, East"
