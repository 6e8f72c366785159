"""What a phone without signal knows of the next games is what the rules would say."""

import json
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, Happened, Terms
from clubscore.partie.entries import End, RecordedGame
from clubscore.partie.offline_state import ahead_of
from clubscore.rules.hands import Offence

State = dict[str, Any]

TERMS = {
    "nts, three": Terms("nts", {}, 0, 3),
    "nts, three, dice at the end": Terms(
        "nts", {"green_dragon_games": "once_at_end"}, 0, 3
    ),
    "nts, four": Terms("nts", {}, 0, 4),
    "nts, five": Terms("nts", {}, 0, 5),
    "nts, five, green round": Terms(
        "nts", {"fifth_round": "yes", "five_player_east_stays": "yes"}, 0, 5
    ),
    "schmale, three": Terms("schmale", {}, 0, 3),
    "schmale, four": Terms("schmale", {}, 0, 4),
    "dmjl": Terms("dmjl", {"rounds": 2}, 0, 4),
    "spiel der winde": Terms("spiel-der-winde", {"settlement": "differences"}, 0, 4),
}

every_table = pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS.keys())


def begun(terms: Terms) -> Chronicle:
    """Return a partie that has just begun."""
    return engine.chronicle_of(terms, "12345"[: terms.players], [])


def some_outcome(rng: Random, players: list[str]) -> dict[str, Any]:
    """Return how a game may have ended, as far as the deal asks."""
    first, second = rng.sample(players, 2)
    return rng.choice(
        [
            {"kind": "win", "winner": first, "source": "wall"},
            {"kind": "win", "winner": first, "source": "discard", "from": second},
            {"kind": "draw"},
            {"kind": "penalty", "offender": first, "offence": "false_mahjong"},
        ]
    )


def some_outcome_of(rng: Random, terms: Terms, players: list[str]) -> dict[str, Any]:
    """Return how a game may have ended where a row of wins or several faults can be."""
    outcome = some_outcome(rng, players)
    if outcome["kind"] == "win" and outcome["winner"] == players[0]:
        longest = terms.rules.dealing.longest_row
        if longest is not None and rng.random() < 0.3:
            outcome["circumstances"] = ["ninth_win"]
    elif outcome["kind"] == "penalty":
        most = terms.rules.paying.most_offenders(Offence.FALSE_MAHJONG)
        if most > 1 and rng.random() < 0.5:
            outcome["offender"] = rng.sample(players, rng.randint(2, most))
    return outcome


def play(chronicle: Chronicle, outcome: dict[str, Any], east: str | None) -> None:
    """Add a game that nobody paid for."""
    result: Any = {"scores": {}, "payments": [], "hands": {}}
    game = RecordedGame.from_json({"outcome": outcome, "hands": {}, "east": east})
    key = len(chronicle.games) + 1
    engine.add(chronicle, Happened(key, game, result))


def follow(
    states: list[State], place: int, outcome: dict[str, Any], east: str | None
) -> int:
    """Return the place of the state after a game, as the phone looks it up."""
    if east is not None and east != states[place]["east"]:
        place = states[place]["seated"][east]
    then = states[place]["then"]
    match outcome["kind"]:
        case "win" if "ninth_win" in outcome.get("circumstances", []):
            return int(then["ninth_win"])
        case "win":
            return int(then["win"][outcome["winner"]])
        case "penalty" if isinstance(outcome["offender"], list):
            now = states[place]["east"]
            named = outcome["offender"]
            return int(then["penalty"][now if now in named else named[0]])
        case "penalty":
            return int(then["penalty"][outcome["offender"]])
    return int(then["draw"])


def seen(chronicle: Chronicle) -> State:
    """Return what the rules say of the next game, in the foresight's words."""
    if chronicle.is_finished:
        return {"finished": True}
    table = engine.next_table(chronicle, None)
    return {
        "round": table.round,
        "round_wind": table.round_wind,
        "winds": table.winds,
        "owner": table.owner,
        "resting": table.resting,
        "dice_choose": table.dice_choose,
        "east": engine.expected_dealer(chronicle),
        "finished": False,
    }


def assert_foreseen(chronicle: Chronicle, state: State) -> None:
    """Assert that a state is the one that the partie is in."""
    assert seen(chronicle).items() <= state.items()


def east_of(rng: Random, chronicle: Chronicle, chance: float) -> str | None:
    """Return who really sat East, now and then another than the rules say."""
    places = list(chronicle.state.places)
    if engine.expected_dealer(chronicle) is None or rng.random() < chance:
        return rng.choice(places)
    return None


@every_table
@pytest.mark.parametrize("chance", [0, 0.2], ids=["by the rules", "wrong seats"])
def test_the_next_games_are_foreseen(terms: Terms, chance: float) -> None:
    rng = Random(f"{terms} {chance}")
    for _ in range(25):
        chronicle = begun(terms)
        while not chronicle.is_finished:
            states, place = ahead_of(chronicle), 0
            for _ in range(rng.randint(1, 30)):
                assert_foreseen(chronicle, states[place])
                if states[place]["finished"]:
                    break
                east = east_of(rng, chronicle, chance)
                table = engine.next_table(chronicle, east)
                outcome = some_outcome_of(rng, terms, list(table.winds.values()))
                play(chronicle, outcome, east)
                place = follow(states, place, outcome, east)


@every_table
def test_what_is_foreseen_is_small_and_plain_json(terms: Terms) -> None:
    states = ahead_of(begun(terms))
    assert json.loads(json.dumps(states)) == states
    assert len(states) <= 40
    assert len(json.dumps(states)) < 20_000


def test_a_finished_partie_has_nothing_ahead() -> None:
    chronicle = begun(TERMS["nts, four"])
    engine.add(chronicle, Happened(1, End("the last tram")))
    (state,) = ahead_of(chronicle)
    assert (state["finished"], state["then"], state["seated"]) == (True, {}, {})


def test_dice_choose_and_a_draw_is_played_again() -> None:
    chronicle = begun(TERMS["nts, three"])
    for winner in "231":
        play(chronicle, {"kind": "win", "winner": winner, "source": "wall"}, None)
    states = ahead_of(chronicle)
    assert states[0]["dice_choose"]
    assert states[0]["east"] is None
    assert states[0]["then"] == {}
    chosen = states[0]["seated"]["2"]
    assert states[chosen]["east"] == states[chosen]["winds"]["E"] == "2"
    assert states[chosen]["then"]["draw"] == chosen
    after = states[states[chosen]["then"]["win"]["1"]]
    assert (after["round"], after["round_wind"], after["east"]) == (2, "S", "1")


def test_rounds_are_called_in_the_readers_language() -> None:
    chronicle = begun(TERMS["nts, four"])
    with override("en"):
        assert ahead_of(chronicle)[0]["round_name"] == "Round of East"
    with override("nl"):
        assert ahead_of(chronicle)[0]["round_name"] != "Round of East"
