"""
The analysis of tiles: every division into sets and a pair, and the waits.

Everything here looks at shape alone; what a shape is worth is the rulesets'
business. A hand is taken apart block by block, a block being a suit or the
honours, since no set spans two. What a block can be depends on few tiles, comes
up again and again, and is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from clubscore.rules.sets import SETS_OF_A_HAND, Shape, TileSet, concealed_set
from clubscore.rules.tiles import KINDS, UNIT, Kinds, Packed, Tile, count_of

Block = int
"""The tiles of a suit, or the honours, packed from the block's first kind on."""

BLOCK_STARTS = (0, 9, 18, 27)
"""The first kind of each block: three suits and the honours."""
HONOURS_START = BLOCK_STARTS[3]
_BYTES = 9
"""A block has so many, one for each kind."""
_BITS = 8 * _BYTES
_BLOCK = (1 << _BITS) - 1


def blocks_of(packed: Packed) -> tuple[Block, Block, Block, Block]:
    """Return the three suits and the honours of *packed*."""
    return (
        packed & _BLOCK,
        packed >> _BITS & _BLOCK,
        packed >> 2 * _BITS & _BLOCK,
        packed >> 3 * _BITS,
    )


# What a block can be ----------------------------------------------------------


Division = tuple[TileSet, ...]
"""Tiles laid out as concealed sets."""


@lru_cache(maxsize=1 << 15)
def divisions_of_block(block: Block, start: Tile) -> tuple[Division, ...]:
    """
    Return every way to divide *block* into concealed chows and pungs.

    One pair is among them where the number of tiles leaves two. No kongs: a
    kong is declared, never found.
    """
    if not block:
        return ((),)
    # Whatever holds the lowest tile is taken away, and the rest divided.
    rank = (block & -block).bit_length() - 1 >> 3
    many = count_of(block, rank)
    shapes = []
    if many >= 3:
        shapes.append((Shape.PUNG, 3 * UNIT[rank]))
    # A byte counts in steps of 256, which is 1 modulo 3: so is the whole what its
    # bytes are together, the number of tiles.
    if many >= 2 and block % 3 == 2:
        shapes.append((Shape.PAIR, 2 * UNIT[rank]))
    if start < HONOURS_START:
        chow = UNIT[rank] + UNIT[rank + 1] + UNIT[rank + 2]
        if count_of(block, rank + 1) and count_of(block, rank + 2):
            shapes.append((Shape.CHOW, chow))
    return tuple(
        [
            (concealed_set(shape, start + rank), *rest)
            for shape, taken in shapes
            for rest in divisions_of_block(block - taken, start)
        ]
    )


def divisions(packed: Packed) -> list[Division]:
    """Return every way to divide the tiles into concealed sets and pairs."""
    found: list[Division] = [()]
    for start, block in zip(BLOCK_STARTS, blocks_of(packed), strict=True):
        if block:
            parts = divisions_of_block(block, start)
            found = [before + part for before, part in product(found, parts)]
    return found


def same_tiles(packed: Packed) -> tuple[Division, tuple[Tile, ...]]:
    """
    Return the concealed pungs and pairs of a hand, and its loose tiles.

    This is how a hand that has not won lies best where only pungs and pairs
    score: four equal tiles are a pung and a loose tile.
    """
    sets: list[TileSet] = []
    loose: list[Tile] = []
    for tile, many in enumerate(packed.to_bytes(KINDS, "little")):
        if not many:
            continue
        if many == 1:
            loose.append(tile)
        elif many == 2:
            sets.append(concealed_set(Shape.PAIR, tile))
        else:
            sets.append(concealed_set(Shape.PUNG, tile))
            loose += [tile] * (many - 3)
    return tuple(sets), tuple(loose)


# Waits ------------------------------------------------------------------------


_RANKS = UNIT[:_BYTES]


def _sums(sets: Iterable[Block]) -> frozenset[Block]:
    """Return every block that is some of *sets*, up to as many as a hand has."""
    found = latest = {0}
    for _ in range(SETS_OF_A_HAND):
        latest = {block + one for block in latest for one in sets}
        found = found | latest
    return frozenset(found)


_PUNGS = [3 * unit for unit in _RANKS]
_CHOWS = [sum(_RANKS[rank : rank + 3]) for rank in range(7)]
_WHOLE_SUITS = _sums(_PUNGS + _CHOWS)
_WHOLE_HONOURS = _sums(_PUNGS)
"""
Every block that is nothing but sets: a few thousand of a suit.

No byte of one is near 255, so that a block from which tiles were taken that it
does not have is none of them.
"""


def _is_whole(block: Block, start: Tile) -> bool:
    """Tell whether a block is sets, and a pair where two tiles are left over."""
    whole = _WHOLE_SUITS if start < HONOURS_START else _WHOLE_HONOURS
    if block % 3:
        return any(block - 2 * unit in whole for unit in _RANKS)
    return block in whole


def _completed_by(block: Block, start: Tile) -> Block:
    """Return the ranks that make a block sets, or sets and a pair."""
    whole = _WHOLE_SUITS if start < HONOURS_START else _WHOLE_HONOURS
    parts = [block]
    if block % 3 == 1:
        # What is the pair, or its first tile, is taken away.
        parts = [block - 2 * unit for unit in _RANKS if block & 255 * unit]
    found = 0
    for part in parts:
        for unit in _RANKS:
            if part + unit in whole:
                found |= unit
    return found


_WAITING = ([1], [2], [2, 2])
"""How many tiles, modulo 3, the blocks have to which one tile can be lacking."""


def regular_waits(packed: Packed) -> Kinds:
    """
    Return the kinds of which one more makes the tiles sets and one pair.

    Sets alone where the number of tiles leaves no room for a pair.
    """
    blocks = blocks_of(packed)
    remainders = [block % 3 for block in blocks]
    unfinished = [index for index, left in enumerate(remainders) if left]
    if [remainders[index] for index in unfinished] not in _WAITING:
        return 0
    waits = 0
    for index in unfinished:
        # Of two one holds the pair, the other waits for a set.
        if all(
            _is_whole(block, BLOCK_STARTS[other])
            for other, block in enumerate(blocks)
            if block and other != index
        ):
            completed_by = _completed_by(blocks[index], BLOCK_STARTS[index])
            waits |= completed_by << _BITS * index
    return waits
