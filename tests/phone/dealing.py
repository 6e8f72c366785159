"""
What the phone is asked: dealt games, parties, and questions of a table's screen.

Beside the rule books that `mutating` deals there are the one of fan, those in which a
value or the scores are typed, and a club's own book. Everything follows from the
generator handed in.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from clubscore.rules.partie import PartieState
from clubscore.rules.people import outcome_with, with_keys
from clubscore.rules.rulesets import RULESETS, SHELF, option_problems
from clubscore.rules.table.progress import Progress
from clubscore.rules.table.table_seats import Terms
from tests.rules import mutating
from tests.rules.dealing_mcr import deal_won
from tests.rules.dealt_tiles import SEATS, chance
from tests.rules.mutating import NAMES, Json, Record
from tests.rules.spoilt_books import WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

OWN_BOOK = WHOLE
"""A club's own; its games are dealt as those of the book that it began with."""
PLAYERS = {
    **mutating.PLAYERS,
    "mcr": [4],
    "american": [3, 4, 4, 5],
    "free": [3, 4, 4, 5],
}
BOOKS: list[Json] = [*PLAYERS, OWN_BOOK]


def base(book: Json) -> str:
    """Return the key of the rule book that *book* is, or began with."""
    key: str = book if isinstance(book, str) else book["base"]
    return key


def deal_game(rng: Random) -> Record:
    """Deal a record of any book."""
    book = rng.choice(BOOKS)
    record = _deal_game(rng, base(book), rng.choice(PLAYERS[base(book)]))
    return record | {"ruleset": book}


def deal_partie(rng: Random) -> Record:
    """Deal a partie of any book."""
    book = rng.choice(BOOKS)
    if base(book) not in DEALERS:
        return mutating.deal_partie(rng, base(book)) | {"ruleset": book}
    many = rng.choice(PLAYERS[book])
    return {
        "ruleset": book,
        "options": mutating.some_options(rng, book, many),
        "players": NAMES[:many],
        "games": [_deal_entry(rng, book, many) for _ in range(rng.randint(0, 16))],
    }


def deal_question(rng: Random) -> Record:
    """Deal what a screen asks: a game, after others that wait."""
    book = rng.choice(BOOKS)
    played = base(book)
    many = rng.choice(PLAYERS[played])
    options = {
        name: value
        for name, value in mutating.some_options(rng, played, many).items()
        # A partie is not begun with what its book does not offer.
        if not option_problems(RULESETS[played], {name: value}, many)
    }
    key = book if isinstance(book, str) else SHELF.add(book).key
    waiting = [_deal_said(rng, played, many) for _ in range(rng.randint(0, 5))]
    asked = _deal_said(rng, played, many)
    return {
        "partie": json.dumps(_standing(Terms(key, options, 2000, many))),
        "waiting": json.dumps(waiting),
        "game": _half_entered(rng, asked) if chance(rng, 0.5) else asked,
        "explain": chance(rng, 0.5),
    }


# A game -------------------------------------------------------------------------------


def _deal_game(rng: Random, book: str, many: int) -> Record:
    """Deal a record of one of our books for so many players."""
    while book not in DEALERS:
        # How many play is for its dealer to say.
        dealt = mutating.deal_game(rng, book)
        if dealt.get("players", 4) == many:
            return dealt
    record = {
        "ruleset": book,
        "players": many,
        "options": mutating.some_options(rng, book, many),
        **DEALERS[book](rng, SEATS[: min(many, 4)]),
    }
    return record | ({"round_wind": "E"} if book in ("free", "mcr") else {})


def _deal_entry(rng: Random, book: str, many: int) -> Record:
    """Deal what follows in a partie: a game, or now and then something else."""
    if chance(rng, 0.1):
        return mutating.deal_event(rng, NAMES[:many])
    return DEALERS[book](rng, SEATS[: min(many, 4)])


def _deal_value(rng: Random, seats: list[str]) -> Record:
    """Deal a game of a book by which the value of one hand is typed."""
    one, other, third = rng.sample(seats, 3)
    kind = rng.choice(["win", "win", "win", "draw", "penalty"])
    if kind == "draw":
        return {"outcome": {"kind": kind}}
    hands = {one: {"points": rng.choice([25, 30, 50, 75, 1])}}
    outcome: Record = {"kind": kind}
    if kind == "penalty":
        outcome |= {"offender": one, "offence": "false_mahjong"}
        outcome["excluded"] = [third] if chance(rng, 0.4) else []
        return {"hands": hands, "outcome": outcome}
    outcome |= {"winner": one, "winning_tile": None, "source": "wall"}
    if chance(rng, 0.6):
        outcome |= {"source": "discard", "from": other}
    outcome["circumstances"] = [
        key for key in ("jokerless", "singles_and_pairs") if chance(rng, 0.3)
    ]
    return {"hands": hands, "outcome": outcome}


def _deal_scores(rng: Random, seats: list[str]) -> Record:
    """Deal a game of a book by which everybody's score is typed."""
    one, other = rng.sample(seats, 2)
    scores = {seat: rng.randint(-99, 99) for seat in seats}
    if chance(rng, 0.8):
        scores[one] -= sum(scores.values())
    game: Record = {"scores": scores, "outcome": {"kind": "draw"}}
    match rng.choice(["win", "win", "unsaid", "draw", "penalty"]):
        case "win":
            game["outcome"] = {"kind": "win", "winner": one, "source": "wall"}
            if chance(rng, 0.5):
                game["outcome"] |= {"source": "discard", "from": other}
            if chance(rng, 0.2):
                game["limit"] = "Kokushi musou"
        case "unsaid":
            game["outcome"] = {"kind": "win", "winner": None, "source": None}
        case "penalty":
            game["outcome"] = {"kind": "penalty", "offender": one}
    return game


def _deal_fan(rng: Random, seats: list[str]) -> Record:
    """Deal a game of a book of fan; who declares a false mahjong pays for it."""
    record = deal_won(rng).record
    game = {"hands": record["hands"], "outcome": record["outcome"]}
    if chance(rng, 0.2):
        game = {"hands": {}, "outcome": {"kind": "draw"}}
    for seat in seats:
        if seat not in game["hands"] and chance(rng, 0.1):
            game["hands"][seat] = {"dead": "false_mahjong"}
    return game


DEALERS: dict[Json, Callable[[Random, list[str]], Record]]
DEALERS = {"mcr": _deal_fan, "american": _deal_value, "free": _deal_scores}
"""Who deals the books that `mutating` does not deal."""


# A question ---------------------------------------------------------------------------


def _standing(terms: Terms) -> Record:
    """Return a partie before its first game, as a page tells of it."""
    keys = [str(place + 1) for place in range(terms.players)]
    state = PartieState(terms.rules.dealing, tuple(keys))
    return {
        "terms": {
            "ruleset": terms.ruleset,
            "options": dict(terms.options),
            "start_chips": terms.start_chips,
            "players": terms.players,
        },
        "names": dict(zip(keys, NAMES, strict=False)),
        "uses_chips": True,
        "progress": Progress(state, 1).as_json,
        "totals": dict.fromkeys(keys, 0),
        "chips": dict.fromkeys(keys, terms.start_chips),
    }


def _deal_said(rng: Random, book: str, many: int) -> Record:
    """Deal a game as a screen says it, by its players."""
    record = _deal_game(rng, book, many)
    keys = {seat: str(place + 1) for place, seat in enumerate(SEATS)}

    def player(seat: Json) -> Json:
        return keys.get(seat, seat)

    said = {"hands": {}} | {
        name: with_keys(record[name], player)
        for name in ("hands", "scores")
        if name in record
    }
    said |= {"outcome": outcome_with(record["outcome"], player)}
    said |= {"limit": record["limit"]} if "limit" in record else {}
    east = rng.choice([*keys.values()][: min(many, 4)])
    return {"said": said, "east": east if chance(rng, 0.3) else None}


def _half_entered(rng: Random, game: Record) -> Record:
    """Return a game of which something has not been entered yet."""
    said = game["said"]
    for hand in said["hands"].values():
        if chance(rng, 0.5):
            hand.pop(rng.choice([*hand]), None)
    if chance(rng, 0.3):
        said["outcome"].pop("winning_tile", None)
    return game
