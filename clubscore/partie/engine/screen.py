"""
What can be chosen on the table screen, and what a half-entered game comes to.

The rules decide both: a screen that asks here need not know any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from clubscore.partie.engine.explaining import counted
from clubscore.partie.engine.tables import Said, Table, Terms
from clubscore.rules import RulesError
from clubscore.rules.errors import NotationError, Notice
from clubscore.rules.hands import (
    GIVEN,
    Circumstance,
    Claim,
    Game,
    Hand,
    Source,
    Win,
)
from clubscore.rules.hands import Table as RulesTable
from clubscore.rules.irregular import OneOfEach
from clubscore.rules.problems import (
    COPIES,
    HAND_SIZE,
    MANY_TILES,
    outcome_problems,
)
from clubscore.rules.reading_hands import WAITING
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import WINDS_BY_LETTER, Wind
from clubscore.rules.sets import parse_set
from clubscore.rules.situations import contradicts
from clubscore.rules.tiles import (
    KINDS,
    SET_TILES,
    format_tiles,
    kinds_of,
    pack,
    parse_tiles,
)
from clubscore.rules.writing import ResultDict

CIRCUMSTANCES = tuple(one.value for one in Circumstance)
"""What can be special about a winning tile, in the order of the bits of a choice."""
SOURCES = tuple(one.value for one in Source)

ROWS = ("123456789m", "123456789p", "123456789s", "1234567z")
"""The tiles that sets are made of, row by row."""
BONUS = "1234f1234y"


@dataclass(frozen=True, slots=True)
class Pad:
    """The tiles that are played with, and how many there are."""

    rows: tuple[tuple[str, ...], ...]
    bonus: tuple[str, ...]
    jokers: int
    copies: int
    hand_size: int
    """Tiles of a whole hand that did not win, without what kongs add."""
    short_hands: tuple[tuple[str, ...], ...]
    """The hands that win although they have no more tiles than one that did not."""
    may_expose_chows: bool


def pad_of(terms: Terms) -> Pad:
    """Return the tiles that are played with."""
    tiles = terms.rules.tiles
    rows = (filter(tiles.has, parse_tiles(row)) for row in ROWS)
    bonus = parse_tiles(BONUS) if tiles.has_bonus else ()
    return Pad(
        tuple(found for row in rows if (found := tuple(map(_one, row)))),
        tuple(map(_one, bonus)),
        tiles.jokers,
        COPIES,
        HAND_SIZE,
        tuple(_short_hands(terms.rules)),
        tiles.may_expose_chows,
    )


def _short_hands(rules: Ruleset) -> Iterator[tuple[str, ...]]:
    """Yield the tiles of every limit hand that is complete without a last tile."""
    for limit in rules.irregular_limits:
        if isinstance(limit.shape, OneOfEach):
            for template in limit.shape.templates:
                required = enumerate(template.required.to_bytes(KINDS, "little"))
                found = [_one(kind) for kind, many in required for _ in range(many)]
                if 0 in template.leftovers and len(found) <= HAND_SIZE:
                    yield tuple(found)


def _one(tile: int) -> str:
    return format_tiles((tile,))


Ways = dict[str, dict[str, dict[str, list[int]]]]
"""
How each seat can win: by source and giver (empty where nobody gave the tile), the
circumstances that can come together, a bit each.
"""


def ways_to_win(terms: Terms, owner: str | None) -> Ways:
    """Return how games can be won in which *owner* has the game, if anybody has."""
    return _ways(
        terms.ruleset, tuple(sorted(terms.options.items())), terms.players, owner
    )


@lru_cache(maxsize=64)
def _ways(
    ruleset: str, options: tuple[tuple[str, Any], ...], players: int, owner: str | None
) -> Ways:
    rules = Terms(ruleset, dict(options), 0, players).rules
    table = RulesTable(
        rules.dealing.seats, None, WINDS_BY_LETTER[owner] if owner is not None else None
    )
    ways: Ways = {}
    for winner in table.seats:
        ways[winner.letter] = found = {}
        for source in Source:
            givers: list[Wind | None] = [None]
            if source in GIVEN:
                givers = [one for one in table.seats if one is not winner]
            by_giver = {
                giver.letter if giver is not None else "": masks
                for giver in givers
                if (masks := list(_masks(rules, table, winner, source, giver)))
            }
            if by_giver:
                found[source.value] = by_giver
    return ways


def _masks(
    rules: Ruleset, table: RulesTable, winner: Wind, source: Source, giver: Wind | None
) -> Iterator[int]:
    """Yield every choice of circumstances that can have come together."""
    known = [one for one in Circumstance if one in rules.winning.circumstances]
    # Own points stand for the hand: only how it was won is looked at.
    hands = {seat: Hand(points=0) for seat in table.seats}
    for many in range(len(known) + 1):
        for chosen in combinations(known, many):
            win = Win(winner, None, source, giver, frozenset(chosen))
            if not outcome_problems(rules, Game(table, hands, win)):
                yield sum(1 << CIRCUMSTANCES.index(one.value) for one in chosen)


# What a half-entered game comes to ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Foretold:
    """What a game comes to as far as it was entered."""

    result: ResultDict | None
    """None where not even a part of it can be counted."""
    notices: tuple[Notice, ...]
    problems: tuple[RulesError, ...]
    """What is wrong or missing; at most one a hand."""
    left_out: frozenset[str]
    """The seats whose hands are not counted, because of a problem."""

    @property
    def is_whole(self) -> bool:
        """Whether the game could be recorded."""
        return not self.problems


def foretold(terms: Terms, table: Table, said: Said) -> Foretold:
    """
    Return what a game would come to; a hand with a problem is left out.

    So every other hand is worth something already while one is being entered.
    """
    problems: list[RulesError] = []
    left_out: set[str] = set()
    rest = said
    while True:
        try:
            found = counted(terms, table, rest)
        except RulesError as error:
            problems.append(error)
            seat = _hand_of(error)
            if seat is None or seat in left_out:
                return Foretold(None, (), tuple(problems), frozenset(left_out))
            left_out.add(seat)
            rest = _without(rest, table.winds[seat])
            continue
        return Foretold(
            found.result, found.notices, tuple(problems), frozenset(left_out)
        )


def _hand_of(error: RulesError) -> str | None:
    """Return the seat whose hand, or way of winning, an error is about."""
    is_of_hand = (error.field or "").startswith(("hands.", "outcome."))
    return error.seat if is_of_hand else None


def _without(said: Said, player: str) -> dict[str, Any]:
    """Return a game without a hand; who won then counts 0 of his own."""
    outcome = said["outcome"]
    hands = {key: hand for key, hand in said["hands"].items() if key != player}
    if outcome.get("winner") == player:
        hands[player] = {"points": 0}
        outcome = {"kind": "win", "winner": player, "source": Source.WALL.value}
    return {"hands": hands, "outcome": outcome}


# What can hold for the rest of a hand -------------------------------------------


def contradicted(terms: Terms, hand: Mapping[str, Any]) -> list[str]:
    """
    Return the claims that the tiles of a hand rule out.

    Of a hand that cannot be read nothing is ruled out.
    """
    texts, tiles = hand.get("sets", ()), hand.get("tiles", "")
    is_readable = isinstance(texts, (list, tuple)) and isinstance(tiles, str)
    if not is_readable or not all(isinstance(text, str) for text in texts):
        return []
    try:
        sets = [parse_set(text) for text in texts]
        loose = parse_tiles(tiles)
    except NotationError:
        return []
    size = len(loose) + sum(len(one.tiles) for one in sets)
    if size > MANY_TILES:
        return []
    packed = (pack(loose) + sum(pack(one.tiles) for one in sets)) & SET_TILES
    found = [claim.value for claim in Claim if contradicts(claim, kinds_of(packed))]
    is_short = size <= HAND_SIZE and not any(len(one.tiles) == COPIES for one in sets)
    is_concealed = all(one.is_concealed for one in sets)
    for limit in terms.rules.irregular_limits:
        may_lie_so = is_short and (is_concealed or limit.may_be_exposed)
        if not may_lie_so or not limit.shape.admits(packed):
            found.append(WAITING + limit.key)
    return found
