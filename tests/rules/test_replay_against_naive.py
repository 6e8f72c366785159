"""The engine and the naive replay agree on who sits where, up to and past the end."""

import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest

from clubscore.rules import RulesError, replay_record
from tests.rules import dealing_dmjl
from tests.rules.dealt_tiles import chance
from tests.rules.naive import SEATS, Record
from tests.rules.naive_replay import OPTIONS, ReplayRefusal, naive_replay
from tests.rules.test_against_naive import assert_reached

PARTIES = 80
"""So many of each ruleset and number of players."""
MOST_ENTRIES = 60

TABLES = [
    ("nts", 3),
    ("nts", 4),
    ("nts", 5),
    ("schmale", 3),
    ("schmale", 4),
    ("schmale", 5),
    ("spiel-der-winde", 4),
    ("bmja", 4),
    ("dmjl", 4),
    ("hkos", 4),
]
WITH_PENALTIES = ("schmale", "dmjl", "hkos")
NAMES = ["Anna", "Ben", "Cleo", "Dirk", "Eva"]
SUBSTITUTES = ["Finn", "Gita", "Hugo"]


class Replayed(NamedTuple):
    """A partie and what the engine answered: a result or why and where it stopped."""

    seed: int
    partie: Record
    result: Any
    refusal: tuple[str, int | None] | None


# Dealing


def deal_partie(rng: Random, ruleset: str, many: int) -> Record:
    """Deal a partie, entry by entry; the naive replay tells where it stands."""
    options = {
        name: rng.choice(values)
        for name, values in OPTIONS[ruleset].items()
        if chance(rng, 0.6)
    }
    players = rng.sample(NAMES, many)
    partie: Record = {"ruleset": ruleset, "options": options, "players": players}
    if chance(rng, 0.2):
        partie["start_chips"] = rng.choice([0, 500])
    partie["games"] = []
    at_table = list(players)
    busy = rng.choice([0.0, 0.1, 0.3])
    length = rng.choice([rng.randint(0, 12), MOST_ENTRIES, MOST_ENTRIES])
    for _ in range(length):
        now = naive_replay(partie)
        if now["finished"]:
            break
        is_green = now["next"]["winds"] is None
        if chance(rng, busy):
            event = deal_event(rng, at_table, seated=is_green)
            partie["games"].append(event)
        else:
            game = deal_game(rng, ruleset, many)
            add_east(rng, game, now, at_table)
            partie["games"].append(game)
            if "east" not in game and is_green:
                break
    if chance(rng, 0.3):
        booking = {"from": players[0], "to": players[1], "amount": 5, "reason": "tea"}
        partie["games"].append({"booking": booking})
    if stands(partie) == "finished" and chance(rng, 0.3):
        partie["games"].append(deal_game(rng, ruleset, many))
    return partie


def stands(partie: Record) -> str:
    """Say whether a partie is finished, still open, or refused."""
    try:
        return "finished" if naive_replay(partie)["finished"] else "open"
    except ReplayRefusal:
        return "refused"


def deal_game(rng: Random, ruleset: str, many: int) -> Record:
    """Deal a game whose hands are own points, dead or left out."""
    seats = SEATS[:3] if many == 3 else SEATS
    kinds = ["win"] * 8 + ["draw"] + ["penalty"] * (ruleset in WITH_PENALTIES)
    kind = rng.choice(kinds)
    if kind == "penalty" and ruleset == "dmjl":
        return {"outcome": dealing_dmjl.deal_penalty(rng)}
    if kind == "draw":
        return {"outcome": {"kind": "draw"}}
    first = rng.choice(seats)
    others = [seat for seat in seats if seat != first]
    if kind == "penalty":
        outcome: Record = {"kind": kind, "offender": first}
        outcome["offence"] = "spoiled_game" if ruleset == "schmale" else "false_mahjong"
        if ruleset == "schmale" and chance(rng, 0.5):
            giver = rng.choice(others)
            outcome |= {"offence": "false_mahjong", "from": giver}
        if chance(rng, 0.3):
            outcome["excluded"] = [rng.choice(others)]
        return {"outcome": outcome}
    hands: dict[str, Record] = {}
    for seat in [first, *others]:
        if seat == first or chance(rng, 0.7):
            hands[seat] = {"points": rng.choice([rng.randint(1, 99), 64, 2400])}
        elif chance(rng, 0.3):
            hands[seat] = {"dead": "other"}
    outcome = {"kind": kind, "winner": first, "source": "wall"}
    if chance(rng, 0.6):
        outcome |= {"source": "discard", "from": rng.choice(others)}
    if ruleset == "dmjl" and first == "E" and chance(rng, 0.05):
        outcome["circumstances"] = ["ninth_win"]
    return {"hands": hands, "outcome": outcome | {"winning_tile": None}}


def add_east(rng: Random, game: Record, now: Record, at_table: list[str]) -> None:
    """Say who sat East: by the dice, by the rules, or now and then somebody else."""
    if now["next"]["winds"] is not None:
        if chance(rng, 0.08):
            game["east"] = rng.choice([*at_table, now["next"]["dealer"]])
        return
    before = now["games"][-1]
    again = before["round_wind"] == "G" and before["dealer"] in at_table
    if not chance(rng, 0.05):
        game["east"] = rng.choice([*at_table, *[before["dealer"]] * 3 * again])


def deal_event(rng: Random, at_table: list[str], *, seated: bool) -> Record:
    """Deal a booking, a substitute, an early end or, unless *seated*, a new seating."""
    payer, payee = rng.sample(at_table, 2)
    kinds = ["booking", "booking", "booking" if seated else "seating"]
    match rng.choice([*kinds, "substitute", "end"]):
        case "booking":
            amount = rng.randint(1, 100)
            said = {"from": payer, "to": payee, "amount": amount, "reason": "late"}
            return {"booking": said}
        case "seating":
            return {"seating": rng.sample(at_table, len(at_table))}
        case "substitute":
            waiting = [one for one in NAMES + SUBSTITUTES if one not in at_table]
            coming = rng.choice(waiting)
            at_table[at_table.index(payer)] = coming
            return {"substitute": {"out": payer, "in": coming}}
    if chance(rng, 0.7):
        return deal_event(rng, at_table, seated=seated)
    return {"end": "late"}


# Comparing


def replay(seed: int, partie: Record) -> Replayed:
    """Return the engine's answer."""
    try:
        return Replayed(seed, partie, replay_record(partie), None)
    except RulesError as error:
        return Replayed(seed, partie, None, (str(error.code), error.game))


def naive_answer(partie: Record) -> object:
    """Return the naive answer, or why and where it stopped."""
    try:
        return naive_replay(partie)
    except ReplayRefusal as refusal:
        return (refusal.code, refusal.game)


def comparable(played: Replayed) -> object:
    """Return the engine's answer without what warnings say."""
    if played.result is None:
        return played.refusal
    warnings = [
        {"code": one["code"], "game": one["game"]}
        for one in played.result["warnings"]
        if one["code"] in ("other_east", "ninth_win")
    ]
    return played.result | {"warnings": warnings}


def assert_agreement(played: Replayed) -> None:
    """Fail with the partie where the two differ."""
    what = f"seed {played.seed}: {json.dumps(played.partie)}"
    assert comparable(played) == naive_answer(played.partie), what


@pytest.fixture(scope="module")
def parties() -> list[Replayed]:
    """All dealt parties, replayed by the engine once."""
    return [
        replay(seed, deal_partie(Random(f"{ruleset} {many} {seed}"), ruleset, many))
        for ruleset, many in TABLES
        for seed in range(PARTIES)
    ]


def test_the_engine_agrees_with_the_naive_replay(parties: list[Replayed]) -> None:
    for played in parties:
        assert_agreement(played)


@pytest.mark.parametrize(("ruleset", "many"), TABLES)
def test_dealt_parties_end_in_every_way(
    parties: list[Replayed], ruleset: str, many: int
) -> None:
    seen = Counter[str]()
    for played in parties:
        partie = played.partie
        if (partie["ruleset"], len(partie["players"])) != (ruleset, many):
            continue
        if played.result is None:
            assert played.refusal
            seen[played.refusal[0]] += 1
            continue
        ended = any("end" in entry for entry in partie["games"])
        open_or_over = "over" if played.result["finished"] else "open"
        seen["ended early" if ended else open_or_over] += 1
        for entry in partie["games"]:
            seen.update(list(entry))
            seen[entry.get("outcome", {}).get("kind", "event")] += 1
        seen.update(one["code"] for one in played.result["warnings"])
    wanted = ["open", "over", "ended early", "finished", "win", "draw", "other_east"]
    wanted += ["booking", "seating", "substitute", "east"]
    wanted += ["penalty"] * (ruleset in WITH_PENALTIES)
    assert_reached(seen, wanted)


@pytest.mark.parametrize(("ruleset", "many"), TABLES)
def test_dealt_parties_use_every_house_rule(
    parties: list[Replayed], ruleset: str, many: int
) -> None:
    seen = Counter[str]()
    for played in parties:
        partie = played.partie
        if (partie["ruleset"], len(partie["players"])) == (ruleset, many):
            seen.update(f"{name} {value}" for name, value in partie["options"].items())
    options = OPTIONS[ruleset].items()
    assert_reached(
        seen, [f"{name} {value}" for name, each in options for value in each]
    )


def test_dealt_green_dragon_games_are_of_every_kind(parties: list[Replayed]) -> None:
    seen = Counter[str]()
    for played in parties:
        many = len(played.partie["players"])
        games = (played.result or {"games": []})["games"]
        for before, game in pairwise(games):
            if game["round_wind"] == "G":
                again = before["round_wind"] == "G" and before["round"] == game["round"]
                seen[f"{many} players {'again' if again else 'first'}"] += 1
        seen["no east"] += many == 3 and played.refusal is not None
    assert_reached(seen, ["3 players first", "3 players again", "no east"])
    assert_reached(seen, ["5 players first", "5 players again"])
