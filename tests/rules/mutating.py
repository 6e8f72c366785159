"""
Records and parties as they should not be, made from dealt ones that are right.

A mutation changes one thing: a value's type, a tile, how a set lies, who won, how,
with whom, under which house rules. Whatever it meets it leaves a JSON value; whether
that value is still a record is for the engine to say. Everything follows from the
generator handed in.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from clubscore.rules import RulesError
from clubscore.rules.options import ListOption, NumberOption
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.tiles import format_tiles, parse_tiles
from tests.rules import (
    dealing,
    dealing_bmja,
    dealing_dmjl,
    dealing_hkos,
    dealing_schmale,
    dealing_winde,
)
from tests.rules.dealt_tiles import BONUS, KINDS, SEATS, chance, weighted

if TYPE_CHECKING:
    from random import Random

Json = Any
Record = dict[str, Any]
Mutation = Callable[["Random", Record], None]

NAMES = ["Anna", "Ben", "Cleo", "Dirk", "Eva"]
PLAYERS = {
    "nts": [3, 4, 4, 5],
    "schmale": [3, 4, 4, 5],
    "spiel-der-winde": [4],
    "bmja": [4],
    "dmjl": [4],
    "hkos": [4],
}
EVERY_TILE = [*KINDS, *BONUS, "0j"]
SOURCES = ["wall", "replacement", "replacement_bonus", "discard", "robbed_kong", "deal"]
CIRCUMSTANCES = ["last_tile", "kong_on_kong", "first_turn", "bird_eats_cake"]
CIRCUMSTANCES += ["ninth_win"]
CLAIMS = [
    *("half_flush", "half_flush_terminals", "terminals_and_honours", "full_flush"),
    *("all_honours", "waiting:nine_gates", "waiting:thirteen_orphans"),
    *("waiting:purity", "waiting:knitting", "waiting:four_blessings"),
    *("waiting:nine_sons", "waiting:seven_pairs", "waiting:jade", "waiting:"),
]
FIELDS = [
    *("ruleset", "options", "players", "round_wind", "owner", "hands", "outcome"),
    *("remark", "sets", "tiles", "bonus", "complete", "claims", "dead", "points"),
    "original_call",
    *("kind", "winner", "winning_tile", "source", "from", "circumstances", "pao"),
    *("completes", "player", "reason", "offender", "offence", "excluded", "games"),
    *("start_chips", "east", "booking", "seating", "substitute", "end", "to", "in"),
    *("E", "S", "W", "N", "G", "", "x" * 300),
]
ODD_SETS = [
    *("124m", "12p", "1m", "", "()", "(", "1p1s", "(1p1s)", "11223m", "11111s"),
    *("000j", "(00j)", "0000j", "(0000j)", "00000j", "0j5m", "(0j12z)", "1f2f3f"),
]
ODD_TEXTS = [
    *("", " ", "m", "99", "5z5", "8z", "0m", "5f", "9y", "1j", "nts", "yes", "E", "G"),
    *("\uff11m", "\u0663m", "\ud800", "\0", "Ä", "%(seat)s", "{}", "<b>", "x" * 5000),
]
ODD_NUMBERS: list[Json] = [
    *(0, 1, -1, 3, 5, 10**6, 10**6 + 1, 10**12, 10**4000, -(10**30)),
    *(0.5, 4.0, 1e308, float("nan"), float("inf")),
]

ODD_SHAPES: list[Json] = [None, True, False, [], {}, [[]], [None], {"": 0}]


# Dealt records and parties --------------------------------------------------------


def deal_game(rng: Random, ruleset: str | None = None) -> Record:
    """Deal a record of any ruleset for any number of players."""
    ruleset = ruleset or rng.choice(list(PLAYERS))
    if ruleset == "schmale":
        return dealing_schmale.deal_record(rng)
    if ruleset == "spiel-der-winde":
        return dealing_winde.deal_record(rng)
    if ruleset == "bmja":
        return dealing_bmja.deal_record(rng)
    if ruleset == "dmjl":
        return dealing_dmjl.deal_record(rng)
    if ruleset == "hkos":
        return dealing_hkos.deal_record(rng)
    return dealing.deal_record(rng, players=rng.choice(PLAYERS["nts"]))


def deal_partie(rng: Random, ruleset: str | None = None) -> Record:
    """Deal a partie of any ruleset, at times with games after its end."""
    ruleset = ruleset or rng.choice(list(PLAYERS))
    many = rng.choice(PLAYERS[ruleset])
    names = NAMES[:many]
    options = some_options(rng, ruleset, many)
    options["rounds"] = rng.choice([1, 1, 1, 2, 4])
    if ruleset == "nts" and many == 3:
        options["three_player_rounds"] = rng.choice([1, 1, 2, 3])
    partie: Record = {
        "ruleset": ruleset,
        "options": options,
        "players": list(names),
        "games": [],
    }
    if chance(rng, 0.3):
        partie["start_chips"] = rng.choice([0, 3000, -5])
    for _ in range(rng.randint(0, 16)):
        entry = deal_entry(rng, ruleset, many, names)
        partie["games"].append(entry)
        if "substitute" in entry:
            change = entry["substitute"]
            names = [change["in"] if one == change["out"] else one for one in names]
    return partie


def some_options(rng: Random, ruleset: str, players: int) -> Record:
    """Choose house rules among those that are offered."""
    options = {
        key: option_value(rng, ruleset, key)
        for key in RULESETS[ruleset].options_by_key
        if chance(rng, 0.2)
    }
    if players == 3:
        options.pop("flowers", None)
    return options


def option_value(rng: Random, ruleset: str, key: str) -> Json:
    """Choose a value that the option offers."""
    option = RULESETS[ruleset].options_by_key[key]
    if isinstance(option, NumberOption):
        return rng.choice([0, 0, 1, 2, 3, 64, 10**9])
    if isinstance(option, ListOption):
        return rng.choice([[0], [1, 2, 4, 8], [5] * 14, [0, 10**6]])
    return rng.choice([choice.value for choice in option.choices])


def deal_entry(rng: Random, ruleset: str, many: int, names: list[str]) -> Record:
    """Deal what follows in a partie: mostly games whose winner says his points."""
    kind = weighted(
        rng, {"win": 60, "dealt": 6, "draw": 8, "penalty": 4, "event": 12, "end": 1}
    )
    seats = SEATS[: min(many, 4)]
    if kind == "event":
        return deal_event(rng, names)
    if kind == "end":
        return {"end": "late"}
    if kind == "dealt":
        dealt = deal_game(rng, ruleset)
        return {name: dealt[name] for name in ("hands", "outcome")}
    game: Record = {"outcome": {"kind": "draw"}}
    if kind == "penalty" and ruleset == "schmale":
        game["outcome"] = {"kind": kind} | dealing_schmale.deal_penalty(rng, seats)
    elif kind == "penalty" and ruleset == "hkos":
        game["outcome"] = {"kind": kind} | dealing_hkos.deal_penalty(rng)
    elif kind != "draw":
        winner = rng.choice(seats)
        game["hands"] = {
            seat: {"points": rng.randint(0, 400)}
            for seat in seats
            if seat == winner or chance(rng, 0.7)
        }
        game["outcome"] = {"kind": "win", "winner": winner, "source": "wall"}
    if (ruleset, many) == ("nts", 3) or chance(rng, 0.1):
        game["east"] = rng.choice(names[:4])
    return game


def deal_event(rng: Random, names: list[str]) -> Record:
    """Deal a booking, a new seating or a substitute."""
    one, other = rng.sample(names, 2)
    return rng.choice(
        [
            {
                "booking": {
                    "from": one,
                    "to": other,
                    "amount": rng.randint(1, 9),
                    "reason": "fine",
                }
            },
            {"seating": rng.sample(names, len(names))},
            {"substitute": {"out": one, "in": f"Guest {rng.randint(1, 99)}"}},
        ]
    )


# Places in a JSON value -----------------------------------------------------------


def places_in(value: Json) -> list[tuple[Json, Json]]:
    """Return every place of a JSON value, as its container and its key."""
    found: list[tuple[Json, Json]] = []
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = list(enumerate(value))
    else:
        return found
    for key, inner in entries:
        found.append((value, key))
        found += places_in(inner)
    return found


def a_place(rng: Random, record: Record) -> tuple[Json, Json]:
    """Return a place of the record; of an empty one the place of a remark."""
    return rng.choice(places_in(record) or [(record, "remark")])


def a_dict(value: Json, name: str) -> Record:
    """Return the object in a field, a new one where there is none."""
    inner = value.get(name) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def a_hand(rng: Random, record: Record) -> Record:
    """Return one of the hands, the winner's rather than another."""
    hands = a_dict(record, "hands")
    winner = a_dict(record, "outcome").get("winner")
    if isinstance(winner, str) and winner in hands and chance(rng, 0.5):
        return a_dict(hands, winner)
    return a_dict(hands, rng.choice(list(hands))) if hands else {}


def texts_in(hand: Record) -> list[tuple[Json, Json]]:
    """Return the places of a hand that hold tiles as text."""
    sets = hand.get("sets")
    places: list[tuple[Json, Json]] = [(hand, "tiles"), (hand, "bonus")]
    if isinstance(sets, list):
        places += [(sets, place) for place in range(len(sets))]
    return [
        (container, key)
        for container, key in places
        if isinstance(container, list) or key in container
        if isinstance(container[key], str)
    ]


def tiles_in(text: str) -> list[str] | None:
    """Return the tiles of a text in its order, None where it is no tiles."""
    try:
        return [format_tiles((tile,)) for tile in parse_tiles(text.strip("()"))]
    except RulesError:
        return None


def seat_letters(record: Record) -> list[str]:
    """Return the seats that play, as far as the record tells."""
    return SEATS[:3] if record.get("players") == 3 else SEATS


# Mutations of any JSON value ------------------------------------------------------


def odd_value(rng: Random) -> Json:
    """Return a value that few fields can have."""
    return deepcopy(
        rng.choice(
            [
                rng.choice(ODD_TEXTS),
                rng.choice(ODD_NUMBERS),
                rng.choice(FIELDS),
                rng.choice(ODD_SETS),
                rng.choice(ODD_SHAPES),
            ]
        )
    )


def replace_value(rng: Random, record: Record) -> None:
    """Write an odd value somewhere."""
    container, key = a_place(rng, record)
    container[key] = odd_value(rng)


def remove_value(rng: Random, record: Record) -> None:
    """Take a field or an entry away."""
    container, key = a_place(rng, record)
    if key != "remark" or key in container:
        del container[key]


def add_field(rng: Random, record: Record) -> None:
    """Write a field where it may not be known, or an entry into a list."""
    container, _ = a_place(rng, record)
    if isinstance(container, dict):
        container[rng.choice(FIELDS)] = odd_value(rng)
    else:
        container.append(odd_value(rng))


def rename_field(rng: Random, record: Record) -> None:
    """Call a field by another name."""
    container, key = a_place(rng, record)
    if isinstance(container, dict) and key in container:
        container[rng.choice(FIELDS)] = container.pop(key)


def nest_value(rng: Random, record: Record) -> None:
    """Put a value inside a list or an object, at times very deep."""
    container, key = a_place(rng, record)
    inner = container[key] if isinstance(container, list) else container.get(key)
    for _ in range(rng.choice([1, 1, 2, 80])):
        inner = [inner] if chance(rng, 0.6) else {rng.choice(FIELDS[:-1]): inner}
    container[key] = inner


def enlarge_value(rng: Random, record: Record) -> None:
    """Say the same very often."""
    container, key = a_place(rng, record)
    value = container[key] if isinstance(container, list) else container.get(key)
    times = rng.choice([2, 5, 40, 600])
    if isinstance(value, str):
        container[key] = value * times
    elif isinstance(value, list):
        container[key] = [deepcopy(one) for _ in range(times) for one in value][:3000]
    elif isinstance(value, dict):
        for number in range(times):
            value[f"{rng.choice(FIELDS[:-1])}{number}"] = odd_value(rng)
    elif isinstance(value, int) and abs(value) < 10**30:
        container[key] = value * 10**times + 1


def swap_values(rng: Random, record: Record) -> None:
    """Write one value where another stands."""
    source, name = a_place(rng, record)
    container, key = a_place(rng, record)
    value = source[name] if isinstance(source, list) else source.get(name)
    container[key] = deepcopy(value)


# Mutations of tiles and sets ------------------------------------------------------


def change_tiles(rng: Random, record: Record) -> None:
    """Take a tile away, add one, or make another of it."""
    places = texts_in(a_hand(rng, record))
    if not places:
        return
    container, key = rng.choice(places)
    tiles = tiles_in(container[key])
    if tiles is None:
        return
    pool = rng.choice([KINDS, KINDS, EVERY_TILE, tiles or ["0j"]])
    new = rng.choice(pool)
    way = rng.choice(["other", "other", "less", "more", "many"])
    if way == "many":
        tiles += [new] * rng.choice([2, 4, 130])
    elif way == "more" or not tiles:
        tiles.insert(rng.randint(0, len(tiles)), new)
    else:
        place = rng.randrange(len(tiles))
        tiles[place : place + 1] = [new] if way == "other" else []
    text = "".join(tiles)
    container[key] = f"({text})" if container[key].startswith("(") else text


def put_jokers(rng: Random, record: Record) -> None:
    """Play with jokers, and put some in the place of tiles."""
    if record.get("ruleset") == "schmale":
        a_dict(record, "options")["jokers"] = rng.choice([4, 8, 12, 12])
    for _ in range(rng.choice([1, 2, 3, 3, 6])):
        places = texts_in(a_hand(rng, record))
        if not places:
            return
        container, key = rng.choice(places)
        tiles = tiles_in(container[key])
        if not tiles or key == "bonus":
            continue
        tiles[rng.randrange(len(tiles))] = "0j"
        text = "".join(tiles)
        container[key] = f"({text})" if container[key].startswith("(") else text


def lay_otherwise(rng: Random, record: Record) -> None:
    """Lay a set open or shut it, spread its tiles, or gather tiles to a set."""
    hand = a_hand(rng, record)
    sets, loose = hand.get("sets", []), hand.get("tiles", "")
    if not isinstance(sets, list) or not isinstance(loose, str):
        return
    place = rng.randrange(len(sets)) if sets else 0
    way = rng.choice(["turn", "turn", "spread", "gather", "twice", "odd", "move"])
    text = sets[place] if sets else ""
    if way == "odd" or not isinstance(text, str):
        hand["sets"] = [*sets, rng.choice(ODD_SETS)]
    elif way == "gather":
        tiles = tiles_in(loose) or []
        taken = rng.choice([2, 3, 3, 4])
        hand["tiles"] = "".join(tiles[taken:])
        group = "".join(tiles[:taken])
        hand["sets"] = [*sets, rng.choice([group, f"({group})"])]
    elif sets and way == "turn":
        sets[place] = text.strip("()") if text.startswith("(") else f"({text})"
    elif sets and way == "spread":
        hand["tiles"] = loose + sets.pop(place).strip("()")
    elif sets and way == "twice":
        sets.append(text)
    elif sets:
        other = a_hand(rng, record)
        if isinstance(other.get("sets"), list):
            other["sets"].append(sets.pop(place))


# Mutations of hands ---------------------------------------------------------------


def change_hand(rng: Random, record: Record) -> None:
    """Say another thing of a hand."""
    hand = a_hand(rng, record)
    match rng.choice(["complete", "claims", "dead", "points", "own", "bonus"]):
        case "complete":
            hand["complete"] = rng.choice([True, False, False, None, 1])
        case "claims":
            hand["complete"] = chance(rng, 0.1)
            hand["claims"] = rng.sample(CLAIMS, rng.choice([0, 1, 1, 2]))
        case "dead":
            hand["dead"] = rng.choice([*dealing_schmale.DEAD, "tired", False, None])
        case "points":
            hand["points"] = rng.choice(ODD_NUMBERS)
        case "own":
            hand.clear()
            hand["points"] = rng.choice([0, 8, 64, 2000, 10**6, 10**6 + 1])
        case "bonus":
            tiles = rng.choice([*BONUS, "1f1f", "5z", "12341234f"])
            hand["bonus"] = tiles


def move_hands(rng: Random, record: Record) -> None:
    """Leave a hand out, or put it on another seat."""
    hands = record.get("hands")
    if not isinstance(hands, dict) or not hands:
        return
    seat = rng.choice(list(hands))
    other = rng.choice([*SEATS, "G"])
    match rng.choice(["out", "move", "swap", "copy"]):
        case "out":
            del hands[seat]
        case "move":
            hands[other] = hands.pop(seat)
        case "swap" if other in hands:
            hands[seat], hands[other] = hands[other], hands[seat]
        case "copy":
            hands[other] = deepcopy(hands[seat])


# Mutations of the table and the outcome -------------------------------------------


def change_table(rng: Random, record: Record) -> None:
    """Play with others, under another wind, in another game, by other rules."""
    match rng.choice(["players", "wind", "owner", "ruleset", "remark"]):
        case "players":
            record["players"] = rng.choice([2, 3, 4, 5, 6, "4", 4.0])
        case "wind":
            record["round_wind"] = rng.choice([*SEATS, "G", "e", None])
        case "owner":
            record["owner"] = rng.choice([*SEATS, "G", None])
        case "ruleset":
            record["ruleset"] = rng.choice([*RULESETS, "mauer", "riichi", ""])
            if chance(rng, 0.6):
                record["options"] = {}
            if record["ruleset"] == "spiel-der-winde":
                record["owner"] = rng.choice(SEATS)
            elif chance(rng, 0.8):
                record.pop("owner", None)
        case "remark":
            record["remark"] = rng.choice(["late", "x" * 200, "x" * 201, 5])


def change_options(rng: Random, record: Record) -> None:
    """Choose another house rule, or one that is not offered."""
    options = record.setdefault("options", {})
    ruleset = record.get("ruleset")
    if not isinstance(options, dict) or ruleset not in list(RULESETS):
        return
    key = rng.choice(list(RULESETS[ruleset].options_by_key))
    options[key] = option_value(rng, ruleset, key)
    if chance(rng, 0.2):
        options[rng.choice([key, rng.choice(FIELDS)])] = odd_value(rng)


def change_win(rng: Random, record: Record) -> None:
    """Let the game have been won in another way."""
    outcome = a_dict(record, "outcome")
    seats = [*seat_letters(record), "N"]
    hand = a_hand(rng, record)
    match rng.choice(
        ["winner", "source", "giver", "luck", "tile", "tile", "completes", "pao"]
    ):
        case "winner":
            outcome["winner"] = rng.choice(seats)
        case "source":
            outcome["source"] = source = rng.choice(SOURCES)
            if source not in ("discard", "robbed_kong"):
                outcome["from"] = None
            elif outcome.get("from") is None:
                outcome["from"] = rng.choice(seats)
        case "giver":
            outcome["from"] = rng.choice([*seats, None])
        case "luck":
            number = rng.choice([0, 1, 1, 2, 3])
            outcome["circumstances"] = rng.sample([*CIRCUMSTANCES, "luck"], number)
        case "tile":
            held = [
                tile
                for container, key in texts_in(hand)
                for tile in tiles_in(container[key]) or []
            ]
            outcome["winning_tile"] = rng.choice([*held, *held, "5m", None, "0j", ""])
        case "completes":
            sets = hand.get("sets")
            known = sets if isinstance(sets, list) else []
            outcome["completes"] = rng.choice([*known, "(123m)", None, "1p1s", "m"])
        case "pao":
            reason = rng.choice([*dealing_schmale.PAO_REASONS, "luck"])
            outcome["pao"] = {"player": rng.choice(seats), "reason": reason}


def change_outcome(rng: Random, record: Record) -> None:
    """Let the game have ended in another way."""
    seats = seat_letters(record)
    record["outcome"] = rng.choice(
        [
            {"kind": "draw"},
            {"kind": "penalty"} | dealing_schmale.deal_penalty(rng, seats),
            {"kind": "win", "winner": rng.choice(seats), "source": rng.choice(SOURCES)},
            {"kind": rng.choice(["lost", None, "win"])},
        ]
    )


MUTATIONS: dict[Mutation, int] = {
    replace_value: 4,
    remove_value: 3,
    add_field: 2,
    rename_field: 1,
    nest_value: 1,
    enlarge_value: 2,
    swap_values: 2,
    change_tiles: 12,
    put_jokers: 6,
    lay_otherwise: 14,
    change_hand: 8,
    move_hands: 6,
    change_table: 6,
    change_options: 12,
    change_win: 16,
    change_outcome: 2,
}
"""How often each of them is made."""


def mutated(rng: Random, record: Record) -> Record:
    """Return the record with one or a few things changed."""
    other = deepcopy(record)
    mutations, weights = list(MUTATIONS), list(MUTATIONS.values())
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
        [mutation] = rng.choices(mutations, weights)
        mutation(rng, other)
    return other


def mutated_partie(rng: Random, partie: Record) -> Record:
    """Return the partie with a few things changed, in its games or around them."""
    other = deepcopy(partie)
    games = other["games"]
    for _ in range(rng.choice([0, 1, 1, 2])):
        kind = rng.choice(["anything", "game", "move", "twice", "entry"])
        if kind == "anything" or not isinstance(games, list) or not games:
            [mutation] = rng.choices([*MUTATIONS][:7], [*MUTATIONS.values()][:7])
            mutation(rng, other)
            games = other.get("games")
            continue
        place = rng.randrange(len(games))
        if kind == "game" and isinstance(games[place], dict):
            games[place] = mutated(rng, games[place])
        elif kind == "move":
            games.insert(rng.randint(0, len(games)), games.pop(place))
        elif kind == "twice":
            games += deepcopy(games[place:]) * rng.choice([1, 2, 6])
        else:
            games.insert(place, odd_value(rng))
    return other


# The same in other words ----------------------------------------------------------


def reordered(rng: Random, record: Record) -> Record:
    """Return what says the same: tiles, sets, hands and fields in another order."""
    other: Record = _shuffled_fields(rng, record)
    for hand in a_dict(other, "hands").values():
        if not isinstance(hand, dict):
            continue
        for container, key in texts_in(hand):
            container[key] = _shuffled_tiles(rng, container[key])
        for name in ("sets", "claims"):
            if isinstance(hand.get(name), list):
                rng.shuffle(hand[name])
    outcome = a_dict(other, "outcome")
    for name in ("circumstances", "excluded"):
        if isinstance(outcome.get(name), list):
            rng.shuffle(outcome[name])
    if isinstance(outcome.get("completes"), str):
        outcome["completes"] = _shuffled_tiles(rng, outcome["completes"])
    return other


def _shuffled_fields(rng: Random, value: Json) -> Json:
    if isinstance(value, dict):
        names = rng.sample(list(value), len(value))
        return {name: _shuffled_fields(rng, value[name]) for name in names}
    return deepcopy(value)


def _shuffled_tiles(rng: Random, text: str) -> str:
    tiles = tiles_in(text)
    is_plain = text.strip("() ") == text.strip().strip("()")
    if tiles is None or not is_plain or len(text) > 1000:
        return text
    rng.shuffle(tiles)
    inner = rng.choice(["", " "]).join(tiles)
    if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
        return f"({inner})"
    return inner if "(" not in text and ")" not in text else text


# As text --------------------------------------------------------------------------


def garbled(rng: Random, record: Record) -> bytes:
    """Return the record as a line of text that may be no JSON any more."""
    text = json.dumps(record)
    match rng.choice(["cut", "byte", "twice", "deep", "digits", "utf-16", "bom"]):
        case "cut":
            return text[: rng.randrange(len(text))].encode()
        case "byte":
            line = bytearray(text.encode())
            for _ in range(rng.choice([1, 1, 3])):
                line[rng.randrange(len(line))] = rng.choice(b'\0\x80\xff"{}[],:\\9')
            return bytes(line)
        case "twice":
            return (text + rng.choice([text, ",", "]", " x"])).encode()
        case "deep":
            depth = rng.choice([400, 900, 100_000])
            return b'{"remark": ' + b"[" * depth + b"]" * depth + b"}"
        case "digits":
            return text.encode().replace(b"4", b"4" * rng.choice([20, 6000]))
        case "utf-16":
            return text.encode("utf-16")
    return b"\xef\xbb\xbf" + text.encode()
