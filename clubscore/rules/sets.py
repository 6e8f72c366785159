"""Sets of tiles: chows, pungs, kongs and pairs, exposed or concealed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, auto
from functools import lru_cache

from clubscore.rules.errors import Code, NotationError, gettext_noop, quoted
from clubscore.rules.tiles import (
    BAMBOO_1,
    CIRCLE_1,
    EAST,
    JOKER,
    KINDS,
    LONGEST_REMEMBERED,
    Packed,
    Tile,
    format_tiles,
    pack,
    parse_tiles,
)

SETS_OF_A_HAND = 4
"""A winning hand has so many beside its pair; thirteen tiles have room for no more."""


class Shape(IntEnum):
    """The four shapes of a set."""

    PAIR = auto()
    CHOW = auto()
    PUNG = auto()
    KONG = auto()


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set as it lies; its lowest tile names it."""

    shape: Shape
    tile: Tile
    """The kind, of a chow the lowest."""
    is_concealed: bool
    tiles: tuple[Tile, ...]
    """The tiles that make it up, which differ from `tile` where one stands in."""
    notation: str = field(compare=False)
    """How it is written: bare if exposed, in parentheses if concealed."""
    packed: Packed = field(compare=False)
    """What the tiles stand for, packed."""

    @property
    def is_pung_or_kong(self) -> bool:
        """Whether it is three or four of one kind."""
        return self.shape >= Shape.PUNG


_SIZES = {Shape.PAIR: 2, Shape.PUNG: 3, Shape.KONG: 4}


def _kinds_in(shape: Shape, tile: Tile) -> tuple[Tile, ...]:
    """Return the tiles of a set in which nothing stands in."""
    if shape is Shape.CHOW:
        return (tile, tile + 1, tile + 2)
    return (tile,) * _SIZES[shape]


@lru_cache(maxsize=1 << 13)
def tile_set(
    shape: Shape,
    tile: Tile,
    *,
    is_concealed: bool,
    tiles: tuple[Tile, ...] | None = None,
) -> TileSet:
    """
    Return the set of *shape* whose lowest tile is *tile*.

    >>> tile_set(Shape.CHOW, 0, is_concealed=True).notation
    '(123m)'

    *tiles* make it up where one of them stands in for another.
    """
    kinds = _kinds_in(shape, tile)
    if tiles is None:
        tiles = kinds
    return TileSet(
        shape,
        tile,
        is_concealed,
        tiles,
        _notation(tiles, is_concealed=is_concealed),
        pack(kinds),
    )


@lru_cache(maxsize=1 << 8)
def concealed_set(shape: Shape, tile: Tile) -> TileSet:
    """Return the concealed set of *shape* whose lowest tile is *tile*."""
    return tile_set(shape, tile, is_concealed=True)


def cake_pair(*, is_concealed: bool) -> TileSet:
    """Return the pair of bamboo 1 in which 1 of circles stands in for one."""
    return tile_set(
        Shape.PAIR, BAMBOO_1, is_concealed=is_concealed, tiles=(CIRCLE_1, BAMBOO_1)
    )


def exposed(one: TileSet) -> TileSet:
    """Return the same set lying open."""
    if not one.is_concealed:
        return one
    return tile_set(one.shape, one.tile, is_concealed=False, tiles=one.tiles)


def chows_in(sets: Iterable[TileSet]) -> int:
    """Return how many of the sets are chows."""
    return sum(one.shape is Shape.CHOW for one in sets)


def is_cake(one: TileSet) -> bool:
    """Tell whether 1 of circles stands in for 1 of bamboos in the pair."""
    return one.tiles[0] == CIRCLE_1 and one.tile == BAMBOO_1


def _notation(tiles: tuple[Tile, ...], *, is_concealed: bool) -> str:
    text = format_tiles(tiles)
    return f"({text})" if is_concealed else text


@dataclass(frozen=True, slots=True)
class WrittenSet:
    """Tiles that were written down as one set, whatever shape they have."""

    tiles: tuple[Tile, ...]
    """Sorted."""
    is_concealed: bool
    readings: tuple[TileSet, ...]
    """The sets that they can be: none, one, or with jokers several."""

    @property
    def as_set(self) -> TileSet | None:
        """The set they are, None if they are none; with jokers the first."""
        return self.readings[0] if self.readings else None

    @property
    def is_kong(self) -> bool:
        """Whether it is four tiles."""
        return len(self.tiles) == _SIZES[Shape.KONG]

    @property
    def jokers(self) -> int:
        """How many of the tiles are jokers."""
        return self.tiles.count(JOKER)

    @property
    def notation(self) -> str:
        """How it is written, tidied up."""
        return _notation(self.tiles, is_concealed=self.is_concealed)


def parse_set(text: str) -> WrittenSet:
    """
    Return the tiles of a set as it is written.

    >>> parse_set("(3 1 2 m)").as_set.notation
    '(123m)'

    Raise NotationError if a part of it is no tile.
    """
    return _parse_remembered(text) if len(text) <= LONGEST_REMEMBERED else _parse(text)


def _parse(text: str) -> WrittenSet:
    inner = text.strip()
    is_concealed = inner.startswith("(") and inner.endswith(")")
    if is_concealed:
        inner = inner[1:-1]
    elif "(" in inner or ")" in inner:
        raise NotationError(
            Code.BAD_TILE,
            gettext_noop(
                "“%(text)s” is not a set. Write its tiles, in parentheses if it is"
                " concealed, as in 123m or (555s)."
            ),
            {"text": quoted(text)},
        )
    tiles = tuple(sorted(parse_tiles(inner)))
    return WrittenSet(tiles, is_concealed, _readings(tiles, is_concealed=is_concealed))


_parse_remembered = lru_cache(maxsize=4096)(_parse)


def _readings(tiles: tuple[Tile, ...], *, is_concealed: bool) -> tuple[TileSet, ...]:
    """Return the sets that *tiles*, sorted, can be."""
    if not 2 <= len(tiles) <= 4:
        return ()
    if tiles[-1] == JOKER:
        return sets_with_jokers(tiles, is_concealed=is_concealed)
    one = _as_set(tiles, is_concealed=is_concealed)
    return (one,) if one is not None else ()


def _as_set(tiles: tuple[Tile, ...], *, is_concealed: bool) -> TileSet | None:
    first = tiles[0]
    if first >= KINDS:
        return None
    if first == tiles[-1]:
        shape = {2: Shape.PAIR, 3: Shape.PUNG, 4: Shape.KONG}[len(tiles)]
        return tile_set(shape, first, is_concealed=is_concealed)
    if tiles == (first, first + 1, first + 2) and may_begin_chow(first):
        return tile_set(Shape.CHOW, first, is_concealed=is_concealed)
    if tiles == (CIRCLE_1, BAMBOO_1):
        return cake_pair(is_concealed=is_concealed)
    return None


def may_begin_chow(tile: Tile) -> bool:
    """Tell whether a chow can have *tile* as its lowest."""
    return tile < EAST and tile % 9 < 7


def _is_in_chow(tiles: list[Tile], first: Tile) -> bool:
    """Tell whether all *tiles* have a place in the chow that begins at *first*."""
    return (
        may_begin_chow(first)
        and len(set(tiles)) == len(tiles)
        and all(first <= tile <= first + 2 for tile in tiles)
    )


def sets_with_jokers(
    tiles: tuple[Tile, ...], *, is_concealed: bool
) -> tuple[TileSet, ...]:
    """
    Return every set that *tiles*, sorted, are with their jokers.

    >>> [one.notation for one in sets_with_jokers((0, 42), is_concealed=False)]
    ['1m0j']
    """
    real = [tile for tile in tiles if tile != JOKER]
    found = []
    same = {2: Shape.PAIR, 3: Shape.PUNG, 4: Shape.KONG}[len(tiles)]
    for kind in range(KINDS):
        if all(tile == kind for tile in real):
            found.append((same, kind))
        if len(tiles) == 3 and _is_in_chow(real, kind):
            found.append((Shape.CHOW, kind))
    return tuple(
        tile_set(shape, kind, is_concealed=is_concealed, tiles=tiles)
        for shape, kind in found
    )
