"""What the screen of a table asks its phone: games that wait, and one half entered."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.answers import Phone, replay, score
from clubscore.rules.own_books import own_book
from clubscore.rules.partie import PartieState, ended, in_stretch
from clubscore.rules.people import outcome_with, with_keys
from clubscore.rules.record_writer import write_error, write_game_error
from clubscore.rules.rulesets import (
    RULESETS,
    find_ruleset,
    option_problems,
    with_options,
)
from clubscore.rules.seats import USUAL_PLAYERS
from clubscore.rules.table.progress import Progress
from clubscore.rules.table.table_seats import Terms
from tests.rules.golden import Block, blocks
from tests.rules.mutating import deal_game, mutated
from tests.rules.own_book import book
from tests.rules.spoilt_books import THREE_SISTERS
from tests.rules.test_table import player_on

PARTIES = [one for one in blocks() if one.is_replay and not one.is_of_own_book]
ODD_GAMES = 400


def test_a_phone_knows_the_own_books_of_its_page_in_their_language() -> None:
    words = {"de": {"name": "Drei Schwestern"}}
    own = book(name="On a phone alone", add=[THREE_SISTERS | {"words": words}])
    Phone(json.dumps({"books": [own], "language": "de"}))
    ruleset = with_options(find_ruleset(own_book(own, RULESETS).key), {})
    assert "Drei Schwestern" in [str(one.name) for one in ruleset.items]


# A partie as its page tells it -------------------------------------------------------


def sitting(winds: dict[str, str]) -> Callable[[Any], Any]:
    """Return what names the player on a seat."""
    return lambda seat: winds.get(seat, seat)


def page_of(terms: Terms, record: Any, state: PartieState | None = None) -> str:
    """Return what a page tells its phone of a partie, which has just begun."""
    players = dict.fromkeys(record["players"], 0)
    state = state or PartieState(terms.rules.dealing, tuple(players))
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
            assert {*after[-1]["places"]} == {*block.record["players"]}
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


# Whatever was entered ---------------------------------------------------------------


def odd_games() -> Iterator[tuple[Terms, dict[str, Any]]]:
    """Yield games that were dealt and then changed, as a screen sends them."""
    for seed in range(ODD_GAMES):
        rng = Random(seed)
        dealt = deal_game(rng)
        rules, options = RULESETS[dealt["ruleset"]], dealt.get("options", {})
        is_of_four = dealt.get("players", USUAL_PLAYERS) == USUAL_PLAYERS
        if not is_of_four or option_problems(rules, options):
            continue
        odd = mutated(rng, dealt)
        hands, outcome = odd.get("hands"), odd.get("outcome")
        # What is no game by players at all, a page does not hand on.
        if isinstance(hands, dict) and isinstance(outcome, dict):
            said = {
                "hands": {player_on(key): hand for key, hand in hands.items()},
                "outcome": {key: player_on(value) for key, value in outcome.items()},
            }
            yield Terms(rules.key, options, 0, USUAL_PLAYERS), {"said": said}


def test_whatever_is_entered_is_answered() -> None:
    answered = 0
    phone = Phone("")
    for terms, game in odd_games():
        page = page_of(terms, {"players": [*"eswn"]})
        asked = {"partie": page, "waiting": "[]", "game": game, "explain": True}
        foreseen = json.loads(phone.preview(json.dumps(asked)))
        assert {"error", "errors"} & foreseen.keys(), game
        waits = {"partie": page, "waiting": json.dumps([game])}
        [line] = json.loads(phone.waiting(json.dumps(waits)))["games"]
        is_whole = foreseen.get("errors") == []
        assert is_whole is (line["error"] is None), game
        answered += is_whole
    assert ODD_GAMES / 10 < answered < ODD_GAMES


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


@pytest.mark.parametrize(("winner", "stays"), [("E", True), ("S", False)])
def test_a_game_that_must_be_put_right_passes_the_winds_on(
    winner: str, *, stays: bool
) -> None:
    block, terms = next(
        (block, terms)
        for block, terms, _replayed in parties("nts")
        if terms.players == USUAL_PLAYERS
    )
    page = page_of(terms, block.record)

    def told(*waiting: Any) -> Any:
        asked = json.dumps({"partie": page, "waiting": json.dumps(waiting)})
        return json.loads(Phone("").waiting(asked))

    seats = told()["next"]["winds"]
    won_by = seats[winner]
    outcome = {"kind": "win", "winner": won_by, "source": "wall"}
    nexts = []
    for points in (64, "many"):
        answer = told(
            {"said": {"hands": {won_by: {"points": points}}, "outcome": outcome}}
        )
        assert bool(answer["games"][0]["error"]) is (points == "many")
        assert (answer["next"]["winds"] == seats) is stays
        nexts.append(answer["next"])
    assert nexts[0] == nexts[1]


DRAWN = {"said": {"outcome": {"kind": "draw"}}}
WON_SOMEHOW = {"kind": "win", "winner": "b", "source": "sky"}


def told_of(
    terms: Terms, state: PartieState, *waiting: Any, words: str = ""
) -> tuple[Any, Any]:
    """Return what a phone says of the last game while it is entered, and of all."""
    page, phone = page_of(terms, {"players": state.places}, state), Phone(words)
    *before, last = waiting
    asked = {"partie": page, "waiting": json.dumps(before), "game": last}
    foreseen = json.loads(phone.preview(json.dumps(asked)))
    asked = {"partie": page, "waiting": json.dumps(waiting)}
    return foreseen, json.loads(phone.waiting(json.dumps(asked)))


def test_a_game_whose_east_the_dice_chose_waits_until_somebody_says_whom() -> None:
    terms = Terms("nts", {}, 0, 3)
    state = in_stretch(PartieState(terms.rules.dealing, (*"abc",)), 1)
    assert state.now.dice_choose
    foreseen, after = told_of(terms, state, DRAWN, DRAWN | {"east": "c"}, DRAWN)
    first, second, third = after["games"]
    assert (first["error"]["code"], first["error"]["field"]) == ("bad_record", "east")
    assert (second["error"], second["dealer"]) == (None, "c")
    # In the next game dice choose again.
    assert foreseen == {"error": third["error"]} == {"error": first["error"]}
    assert [one["number"] for one in after["games"]] == [1, 2, 3]
    assert after["next"]["number"] == 4
    # What it came to passes no wind on as long as nobody knows who sat where.
    won = {"said": {"outcome": {"kind": "win", "winner": "b", "source": "wall"}}}
    _foreseen, after = told_of(terms, state, won)
    assert after["games"][0]["error"]["field"] == "east"
    assert after["next"]["number"] == 2
    assert after["next"]["winds"] == dict(zip("ESW", "abc", strict=True))


def test_no_game_waits_after_the_last() -> None:
    terms = Terms("nts", {}, 0, USUAL_PLAYERS)
    state = ended(PartieState(terms.rules.dealing, (*"abcd",)))
    foreseen, after = told_of(terms, state, DRAWN, DRAWN)
    assert foreseen["errors"] == []
    for number, line in enumerate(after["games"], start=1):
        assert (line["number"], line["error"]["code"]) == (number, "finished")
        assert line["error"]["message"] == "The partie has ended; no game can follow."
        assert (line["payments"], line["scores"]) == ([], {})
    assert after["next"]["finished"]


def test_a_phone_speaks_by_the_catalogue_of_its_page() -> None:
    terms = Terms("nts", {}, 0, USUAL_PLAYERS)
    state = ended(PartieState(terms.rules.dealing, (*"abcd",)))
    german = "Die Partie ist zu Ende; es kann kein Spiel folgen."
    words = {"messages": {"The partie has ended; no game can follow.": german}}
    _foreseen, after = told_of(terms, state, DRAWN, words=json.dumps(words))
    assert after["games"][0]["error"]["message"] == german


@pytest.mark.parametrize(
    "outcome", [{}, {"kind": "won"}, {"kind": ["draw"]}, WON_SOMEHOW]
)
def test_a_game_that_ended_nobody_knows_how_leaves_the_winds(outcome: Any) -> None:
    terms = Terms("nts", {}, 0, USUAL_PLAYERS)
    state = PartieState(terms.rules.dealing, (*"abcd",))
    _foreseen, after = told_of(terms, state, {"said": {"outcome": outcome}})
    [line] = after["games"]
    assert line["error"]["code"] == "bad_record"
    assert after["next"]["number"] == 2
    assert after["next"]["winds"] == dict(zip("ESWN", "abcd", strict=True))


def test_a_phone_that_is_asked_for_another_partie_counts_that() -> None:
    terms = Terms("nts", {}, 0, USUAL_PLAYERS)
    phone = Phone("")
    for names in ("abcd", "efgh"):
        state = PartieState(terms.rules.dealing, (*names,))
        asked = {
            "partie": page_of(terms, {"players": [*names]}, state),
            "waiting": "[]",
        }
        after = json.loads(phone.waiting(json.dumps(asked)))
        assert [*after["next"]["winds"].values()] == [*names]
