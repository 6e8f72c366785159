"""
The choices of the table screen, and the count of a half-entered game.

The rules decide it: a screen that asks here need not know any of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from clubscore.rules.errors import Term
from clubscore.rules.hand_points import TypedValue
from clubscore.rules.hands import (
    GIVEN,
    Circumstance,
    Hand,
    PlayedGame,
    Source,
    TableWinds,
    Win,
)
from clubscore.rules.irregular import OneOfEach, SevenPairs
from clubscore.rules.items import IrregularLimit
from clubscore.rules.problems import HAND_SIZE, outcome_problems
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import WINDS_BY_LETTER, Wind
from clubscore.rules.table.table_seats import Terms
from clubscore.rules.tiles import (
    COPIES,
    KINDS,
    Kinds,
    Packed,
    Tile,
    format_tiles,
    parse_tiles,
    tiles_of,
)

CIRCUMSTANCES = tuple(one.value for one in Circumstance)
"""What can be special about a winning tile, in the order of the bits of a choice."""
SOURCES = tuple(one.value for one in Source)
CLAIMED = tuple(one.value for one in Source if one in GIVEN)
"""
The sources of a tile that somebody gave.

Only such a tile can have completed a set that lies open, any other a concealed one.
"""

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
                found = list(map(_one, _tiles_of(template.required)))
                if 0 in template.leftovers and len(found) <= HAND_SIZE:
                    yield tuple(found)


@dataclass(frozen=True, slots=True)
class Form:
    """Tiles in which a hand without sets always lies, in one of its suits."""

    tiles: tuple[str, ...]
    shown: tuple[str, ...]
    """Those that tell it from the hand's other forms, few enough for a button."""


@dataclass(frozen=True, slots=True)
class WithoutSets:
    """A hand that is not all sets; without forms each tap on a tile adds to it."""

    key: str
    name: Term
    forms: tuple[Form, ...]
    adds: str
    """What the next taps add, as the screen calls it: a tile, a pair, a chow."""


def without_sets(terms: Terms) -> list[WithoutSets]:
    """Return the hands without sets, in the order of the book; pairs as one."""
    limits = sorted(
        terms.rules.irregular_limits,
        key=lambda one: terms.rules.limit_order[one.key],
    )
    found = [
        WithoutSets(
            one.key,
            one.name,
            tuple(_forms(one.shape, terms.rules.tiles.kinds)),
            "tile",
        )
        for one in limits
        if isinstance(one.shape, OneOfEach)
    ]
    pairs = [one for one in limits if isinstance(one.shape, SevenPairs)]
    # Whichever pairs they are, they are tapped alike: what allows most is named.
    widest = max(pairs, key=_kinds_allowed, default=None)
    if widest is not None:
        found.append(WithoutSets(widest.key, widest.name, (), "pair"))
    found += [
        WithoutSets(
            one.key,
            one.name,
            tuple(_form_of(tiles_of(kinds)) for kinds in one.forms),
            one.adds.name.lower() if one.adds is not None else "tile",
        )
        for one in terms.rules.winning.laid
    ]
    return found


def _kinds_allowed(limit: IrregularLimit) -> int:
    assert isinstance(limit.shape, SevenPairs)
    return max(kinds.bit_count() for kinds in limit.shape.allowed)


MOST_TO_ADD = 2
"""So many tiles at most are left to be tapped of forms that are laid as one."""


def _forms(shape: OneOfEach, played: Kinds) -> Iterator[Form]:
    """Yield what is laid by one tap: what forms of a suit that hardly differ share."""
    groups: list[Counter[Tile]] = []
    for template in shape.templates:
        if template.kinds & ~played:
            continue
        tiles = Counter(_tiles_of(template.required))
        for place, group in enumerate(groups):
            shared = group & tiles
            if shared.total() > tiles.total() - MOST_TO_ADD:
                groups[place] = shared
                break
        else:
            groups.append(tiles)
    for group in groups:
        yield _form_of(sorted(group.elements()))


def _form_of(laid: Sequence[Tile]) -> Form:
    # The first of each suit and of winds and dragons is enough to tell them apart.
    firsts = {_kind_of(tile): tile for tile in reversed(laid)}
    return Form(tuple(map(_one, laid)), tuple(map(_one, sorted(firsts.values()))))


def _kind_of(tile: Tile) -> str:
    """Return the letter of a tile's suit; winds and dragons are two."""
    written = _one(tile)
    return "dragons" if written in ("5z", "6z", "7z") else written[1]


def _tiles_of(packed: Packed) -> Iterator[Tile]:
    for kind, many in enumerate(packed.to_bytes(KINDS, "little")):
        yield from [kind] * many


def _one(tile: int) -> str:
    return format_tiles((tile,))


def usual_values(terms: Terms) -> list[int]:
    """Return what most hands are worth, where what a hand is worth is typed."""
    counting = terms.rules.counting
    return list(counting.usual) if isinstance(counting, TypedValue) else []


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
    table = TableWinds(
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
    rules: Ruleset, table: TableWinds, winner: Wind, source: Source, giver: Wind | None
) -> Iterator[int]:
    """Yield every choice of circumstances that can have come together."""
    known = [one for one in Circumstance if one in rules.winning.circumstances]
    # Own points stand for the hand: only how it was won is looked at.
    hands = {seat: Hand(points=0) for seat in table.seats}
    for many in range(len(known) + 1):
        for chosen in combinations(known, many):
            win = Win(winner, None, source, giver, frozenset(chosen))
            if not outcome_problems(rules, PlayedGame(table, hands, win)):
                yield sum(1 << CIRCUMSTANCES.index(one.value) for one in chosen)
