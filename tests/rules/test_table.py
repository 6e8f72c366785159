"""Games at a table, by player: each golden one comes to there what it does by seat."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.answers import Phone, replay, score
from clubscore.rules.errors import Code
from clubscore.rules.figures import figure
from clubscore.rules.partie import PartieState
from clubscore.rules.people import outcome_with, with_keys
from clubscore.rules.record_writer import write_error, write_game_error
from clubscore.rules.rulesets import RULESETS, option_problems, with_options
from clubscore.rules.seats import USUAL_PLAYERS
from clubscore.rules.sentences import Catalogue
from clubscore.rules.table.game_text import holders_of_too_many
from clubscore.rules.table.half_entered import Foretold, contradicted, foretold
from clubscore.rules.table.preview import answer_of, why_of
from clubscore.rules.table.progress import Progress
from clubscore.rules.table.table_seats import Said, Table, Terms
from clubscore.rules.tiles import format_tiles, parse_tiles
from tests.rules.golden import Block, blocks

ENGLISH = Catalogue({}, {})
RICH = dict.fromkeys("eswn", 10_000)
"""Nobody has lost so much before that a game costs less."""
NAMES = {"e": "Anna", "s": "Ben", "w": "Cleo", "n": "Dirk"}
GAMES = [one for one in blocks() if not one.is_replay and not one.is_of_own_book]
PARTIES = [one for one in blocks() if one.is_replay and not one.is_of_own_book]


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


WORTHS = ("points", "doubles", "faan", "laak", "fan")


def assert_explained(
    block: Block, found: Foretold, hands: dict[str, Any], payments: int
) -> None:
    """Assert that every item of every hand is told, and who pays whom."""
    terms, table, game = entered(block.record)
    why = why_of(ENGLISH, terms, table, game, found, NAMES)
    assert why["heading"] == "Who pays whom"
    assert len(why["payments"]) == payments, block
    assert all(one["why"] for one in why["payments"]), block
    assert {one["key"] for one in why["hands"]} == {*hands}, block
    for one in why["hands"]:
        hand = hands[one["key"]]
        assert one["player"].endswith(NAMES[one["key"]]), block
        assert one["points"] == hand["points"], block
        assert one["note"].startswith(note_of(hand, game.hands.get(one["key"]))), block
        if one["note"]:
            assert not one["items"], block
            continue
        assert len(one["items"]) == len(hand["items"]), block
        for told, item in zip(one["items"], hand["items"], strict=True):
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


def test_whoever_rests_is_named_if_something_was_entered_for_them() -> None:
    terms, table, _game = entered(
        {"ruleset": "nts", "players": 5, "outcome": {"kind": "draw"}, "round_wind": "E"}
    )
    table = replace(table, resting="r")
    names = NAMES | {"r": "Rita"}
    game = Said({}, {"kind": "win", "winner": "r", "source": "wall"})
    found = foretold(terms, table, game, RICH | {"r": 10_000})
    answer = answer_of(ENGLISH, terms, table, game, found, names)
    assert answer["scores"] is None
    [told] = answer["errors"]
    assert (told["seat"], told["player"]) == (None, "r")
    assert told["message"] == (
        "Rita rests in this game, but something was entered for this player."
        " Look at it: who sat East?"
    )


def sitting(winds: dict[str, str]) -> Callable[[Any], Any]:
    """Return what names the player on a seat."""
    return lambda seat: winds.get(seat, seat)


def page_of(terms: Terms, record: Any) -> str:
    """Return what a page tells its phone of a partie that has just begun."""
    players = dict.fromkeys(record["players"], 0)
    state = PartieState(terms.rules.dealing, tuple(players))
    told = {
        "terms": asdict(terms),
        "names": {name: name for name in players},
        "uses_chips": True,
        "progress": Progress.of(terms, state, 1, players).as_json,
        "totals": players,
        "chips": dict.fromkeys(players, terms.start_chips),
    }
    return json.dumps(told)


def parties(ruleset: str) -> Iterator[tuple[Block, Terms, Any]]:
    """Yield the golden parties that are nothing but games, and what they come to."""
    for block in PARTIES:
        record = block.record
        games = record.get("games", [])
        is_of_games = all({*one} <= {"hands", "outcome"} for one in games)
        if block.ruleset != ruleset or not games or not is_of_games:
            continue
        terms = Terms(
            record["ruleset"],
            record.get("options", {}),
            record.get("start_chips", 0),
            len(record["players"]),
        )
        with suppress(RulesError):
            if not terms.takes_scores:
                yield block, terms, replay_record(record)


def sent(game: Any, expected: dict[str, Any]) -> dict[str, Any]:
    """Return a game of a replay as a phone sends it, every other with what it saw."""
    by_player = sitting(expected["winds"])
    hands = with_keys(game.get("hands", {}), by_player)
    said = {"hands": hands, "outcome": outcome_with(game["outcome"], by_player)}
    # As the screen showed it, as long as it showed what the rules say.
    seen = ("round", "round_wind", "winds", "owner", "resting")
    shown = {"shown": {key: expected[key] for key in seen}}
    return {"said": said} | (shown if expected["number"] % 2 == 0 else {})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_games_that_wait_bring_a_partie_as_far_as_its_replay(ruleset: str) -> None:
    tried = 0
    for block, terms, replayed in parties(ruleset):
        tried += 1
        page, phone = page_of(terms, block.record), Phone("")
        waiting: list[dict[str, Any]] = []

        def asked(games: list[dict[str, Any]], page: str = page, **more: Any) -> str:
            return json.dumps({"partie": page, "waiting": json.dumps(games), **more})

        after = [json.loads(phone.waiting(asked([])))]
        for game, told in zip(block.record["games"], replayed["games"], strict=True):
            expected: dict[str, Any] = dict(told)
            coming = after[-1]["next"]
            for key in ("number", "round", "round_wind", "winds", "owner", "resting"):
                assert coming[key] == expected[key], (block, key)
            assert coming["east"] in {None, expected["dealer"]}, block
            assert not coming["finished"], block
            now = sent(game, expected)
            foreseen = json.loads(phone.preview(asked(waiting, game=now, explain=True)))
            assert foreseen["errors"] == [], block
            assert expected["scores"].items() >= foreseen["scores"].items(), block
            assert foreseen["why"]["heading"] == "Who pays whom", block
            waiting.append(now)
            after.append(json.loads(phone.waiting(asked(waiting))))
            line = after[-1]["games"][-1]
            assert line["error"] is None, (block, line)
            for key in ("number", "totals", "scores", "dealer"):
                assert line[key] == expected[key], (block, key)
            for key, many in line["chips"].items():
                assert many == line["totals"][key] + terms.start_chips, block
            if terms.rules.paying.is_credit:
                continue  # nobody pays
            brought = dict.fromkeys(line["scores"], 0)
            for one in line["payments"]:
                brought[one["from"]] -= one["amount"]
                brought[one["to"]] += one["amount"]
            assert brought == line["scores"], block
        assert after[-1]["next"]["finished"] == replayed["finished"], block
        # What was counted before is the same for whoever asks for all of it at once,
        # for fewer games, or for other ones.
        for many, told in enumerate(after):
            assert json.loads(phone.waiting(asked(waiting[:many]))) == told, block
        assert json.loads(Phone("").waiting(asked(waiting))) == after[-1], block
        drawn = [{"said": {"outcome": {"kind": "draw"}}}, *waiting[1:]]
        assert phone.waiting(asked(drawn)) == Phone("").waiting(asked(drawn)), block
    assert tried or terms_take_scores(ruleset)


def terms_take_scores(ruleset: str) -> bool:
    """Tell whether what everybody won is typed, so that nothing waits to be counted."""
    return Terms(ruleset, {}, 0, USUAL_PLAYERS).takes_scores


def test_a_judgement_as_text_is_the_judgement_or_why_there_is_none() -> None:
    for block in [*blocks()][::7]:
        expected: Any
        is_replay = block.is_replay
        try:
            judge = replay_record if is_replay else score_record
            expected = judge(block.record)
        except RulesError as error:
            expected = (write_game_error if is_replay else write_error)(error)
        told = (replay if is_replay else score)(json.dumps(block.record))
        assert json.loads(told) == json.loads(json.dumps(expected)), block


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


@pytest.mark.parametrize(
    "hand", [{"tiles": 3}, {"sets": [3]}, {"sets": 3}, {"bonus": 1}, 5, "333s"]
)
def test_a_hand_that_is_none_beside_too_many_tiles_is_told_and_breaks_nothing(
    hand: Any,
) -> None:
    terms = Terms("nts", {"minimum_doubles": 0}, 0, 4)
    page = page_of(terms, {"players": ["Anna", "Ben", "Cleo", "Dirk"]})
    whole = {"sets": ["333s", "(123p)", "(456p)", "(789p)", "(11m)"]}
    three = {"sets": ["333s"], "complete": False}
    hands = {"Anna": whole, "Ben": three, "Cleo": hand}
    won = {"kind": "win", "winner": "Anna", "winning_tile": "1m", "source": "wall"}
    game = {"said": {"hands": hands, "outcome": won}}
    asked = json.dumps({"partie": page, "waiting": "[]", "game": game})
    told = json.loads(Phone("").preview(asked))["errors"]
    assert ("bad_record", "Cleo") in [(one["code"], one["player"]) for one in told]
    [many] = [one for one in told if one["code"] == "too_many_of_a_tile"]
    assert many["message"].endswith("Anna has 3, Ben has 3.")


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
