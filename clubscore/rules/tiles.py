"""
Tiles and their notation.

A kind of tile is a small whole number: 0-8 characters, 9-17 circles, 18-26
bamboos, 27-30 the winds, 31-33 the dragons, 34-37 the flowers, 38-41 the
seasons, 42 the joker. Up to `KINDS` they are the tiles a hand is made of. The
order is that of the notation's suit letters, ``m p s z f y j``.

Many tiles at once are *packed* into one integer with a byte for every kind, so
that adding hands, counting copies and looking up a suit are single operations.
A set of kinds is the same with at most one of each, so that the two mix freely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from clubscore.rules.errors import Code, NotationError, Term, gettext_noop, quoted

Tile = int
"""A kind of tile."""
Packed = int
"""How many there are of each kind, a byte a kind."""
Kinds = int
"""A set of kinds: packed, with at most one of each."""

KINDS = 34
"""How many kinds can be part of a set."""
COPIES = 4
"""How often each of these is in the game."""
SUIT_STARTS = (0, 9, 18)
EAST, SOUTH, WEST, NORTH = 27, 28, 29, 30
WHITE_DRAGON, GREEN_DRAGON, RED_DRAGON = 31, 32, 33
CHARACTER_1, CIRCLE_1, BAMBOO_1 = SUIT_STARTS
CIRCLE_5 = 13
BAMBOO_2 = 19
FLOWERS = range(34, 38)
SEASONS = range(38, 42)
JOKER = 42

_LETTERS = {"m": (0, 9), "p": (9, 9), "s": (18, 9), "z": (27, 7), "f": (34, 4)}
_LETTERS |= {"y": (38, 4)}
_BY_NAME: dict[str, Tile] = {
    f"{number + 1}{letter}": start + number
    for letter, (start, many) in _LETTERS.items()
    for number in range(many)
}
_BY_NAME["0j"] = JOKER
_NAMES: tuple[str, ...] = tuple(_BY_NAME)

UNIT: tuple[Packed, ...] = tuple(1 << 8 * kind for kind in range(JOKER + 1))
"""One tile of each kind, packed."""


def pack(tiles: Iterable[Tile]) -> Packed:
    """Return how many there are of each kind; at most 255 of a kind fit."""
    return sum(map(UNIT.__getitem__, tiles))


CHARACTERS = pack(range(9))
CIRCLES = pack(range(9, 18))
BAMBOOS = pack(range(18, 27))
SUITS = (CHARACTERS, CIRCLES, BAMBOOS)
WINDS = pack(range(27, 31))
DRAGONS = pack(range(31, 34))
HONOURS = WINDS | DRAGONS
EVERY_KIND = CHARACTERS | CIRCLES | BAMBOOS | HONOURS
SET_TILES = EVERY_KIND * 255
"""Whatever can be part of a set: no flowers, seasons and jokers."""
TERMINALS = pack(start + rank for start in SUIT_STARTS for rank in (0, 8))
TERMINALS_AND_HONOURS = TERMINALS | HONOURS
SIMPLES = (CHARACTERS | CIRCLES | BAMBOOS) & ~TERMINALS


def _not_a_tile(text: str) -> NotationError:
    return NotationError(
        Code.BAD_TILE,
        gettext_noop(
            "“%(text)s” is not a tile. Write digits and then a letter: 1-9 with m"
            " (characters), p (circles) or s (bamboos), 1-7 with z (winds and"
            " dragons), 1-4 with f (flowers) or y (seasons)."
        ),
        {"text": quoted(text)},
    )


LONGEST_REMEMBERED = 64
"""Longer texts are no hands, and are not kept in a cache."""


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """
    Return the tiles of *text* in the order they are written.

    >>> parse_tiles("11m 5z")
    (0, 0, 31)

    Raise NotationError if any part of it is no tile.
    """
    return _parse_remembered(text) if len(text) <= LONGEST_REMEMBERED else _parse(text)


def _parse(text: str) -> tuple[Tile, ...]:
    found = b""
    for digits, letter in _GROUPS.findall("".join(text.split())):
        tiles = digits.encode().translate(_BY_LETTER.get(letter, _NO_TILES))
        if not digits or not letter:
            raise _not_a_tile(digits or letter)
        if _NO_TILE in tiles:
            raise _not_a_tile(digits[tiles.index(_NO_TILE)] + letter)
        found += tiles
    return tuple(found)


_GROUPS = re.compile(r"(?=.)([0-9]*)([^0-9]?)", re.DOTALL)
_NO_TILE = 255
_NO_TILES = bytes((_NO_TILE,)) * 256
_BY_LETTER = {
    letter: bytes(_BY_NAME.get(chr(code) + letter, _NO_TILE) for code in range(256))
    for letter in {name[1] for name in _NAMES}
}
"""What each digit before a letter stands for, by its character's code."""


_parse_remembered = lru_cache(maxsize=8192)(_parse)


def name_of(tile: Tile) -> str:
    """
    Return a tile in the notation.

    >>> name_of(31)
    '5z'
    """
    return _NAMES[tile]


def format_tiles(tiles: tuple[Tile, ...]) -> str:
    """
    Return *tiles* in the notation, sorted.

    >>> format_tiles((31, 0, 0))
    '11m5z'
    """
    digits = ""
    letter = ""
    text = ""
    for tile in sorted(tiles):
        name = _NAMES[tile]
        if name[1] != letter:
            text += digits + letter
            digits, letter = "", name[1]
        digits += name[0]
    return text + digits + letter


_CARRIERS = tuple(EVERY_KIND * (127 - many) for many in range(COPIES + 1))
"""What carries into a byte's highest bit where there are more than so many."""


def kinds_of(packed: Packed) -> Kinds:
    """Return which kinds there are; *packed* has at most 128 of each."""
    return packed + _CARRIERS[0] >> 7 & EVERY_KIND


def kinds_above(packed: Packed, many: int) -> Kinds:
    """Return the kinds of which there are more than so *many*; at most 128 are."""
    return packed + _CARRIERS[many] >> 7 & EVERY_KIND


def tiles_of(kinds: Kinds) -> list[Tile]:
    """Return the kinds of a set of kinds, in order."""
    found = []
    while kinds:
        lowest = kinds & -kinds
        found.append(lowest.bit_length() >> 3)
        kinds ^= lowest
    return found


def count_of(packed: Packed, tile: Tile) -> int:
    """Return how many of *tile* there are."""
    return packed >> 8 * tile & 255


TILE_NAMES: tuple[Term, ...] = tuple(
    map(
        Term,
        (
            gettext_noop("1 of characters"),
            gettext_noop("2 of characters"),
            gettext_noop("3 of characters"),
            gettext_noop("4 of characters"),
            gettext_noop("5 of characters"),
            gettext_noop("6 of characters"),
            gettext_noop("7 of characters"),
            gettext_noop("8 of characters"),
            gettext_noop("9 of characters"),
            gettext_noop("1 of circles"),
            gettext_noop("2 of circles"),
            gettext_noop("3 of circles"),
            gettext_noop("4 of circles"),
            gettext_noop("5 of circles"),
            gettext_noop("6 of circles"),
            gettext_noop("7 of circles"),
            gettext_noop("8 of circles"),
            gettext_noop("9 of circles"),
            gettext_noop("1 of bamboos"),
            gettext_noop("2 of bamboos"),
            gettext_noop("3 of bamboos"),
            gettext_noop("4 of bamboos"),
            gettext_noop("5 of bamboos"),
            gettext_noop("6 of bamboos"),
            gettext_noop("7 of bamboos"),
            gettext_noop("8 of bamboos"),
            gettext_noop("9 of bamboos"),
            gettext_noop("east wind"),
            gettext_noop("south wind"),
            gettext_noop("west wind"),
            gettext_noop("north wind"),
            gettext_noop("white dragon"),
            gettext_noop("green dragon"),
            gettext_noop("red dragon"),
            gettext_noop("plum"),
            gettext_noop("orchid"),
            gettext_noop("chrysanthemum"),
            gettext_noop("bamboo flower"),
            gettext_noop("spring"),
            gettext_noop("summer"),
            gettext_noop("autumn"),
            gettext_noop("winter"),
            gettext_noop("joker"),
        ),
    )
)
"""The name of each kind, to be translated."""
