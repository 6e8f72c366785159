"""
The analysis of tiles: every division into sets and a pair, and the waits.

Everything here looks at shape alone; what a shape is worth is the rulesets'
business. A hand is taken apart block by block, a block being a suit or the
honours, since no set spans two. What a block can be depends on few tiles, comes
up again and again, and is remembered.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from clubscore.rules.sets import Shape, TileSet, concealed_set
from clubscore.rules.tiles import (
    UNIT,
    Kinds,
    Packed,
    Tile,
)

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
    counts = block.to_bytes(_BYTES, "little")
    needs_pair = sum(counts) % 3 == 2
    # Whatever holds the lowest tile is taken away, and the rest divided.
    rank = next(rank for rank, many in enumerate(counts) if many)
    shapes = []
    if counts[rank] >= 3:
        shapes.append((Shape.PUNG, 3 * UNIT[rank]))
    if counts[rank] >= 2 and needs_pair:
        shapes.append((Shape.PAIR, 2 * UNIT[rank]))
    if start < HONOURS_START and rank < 7 and counts[rank + 1] and counts[rank + 2]:
        shapes.append((Shape.CHOW, UNIT[rank] + UNIT[rank + 1] + UNIT[rank + 2]))
    return tuple(
        (concealed_set(shape, start + rank), *rest)
        for shape, taken in shapes
        for rest in divisions_of_block(block - taken, start)
    )


def divisions(packed: Packed) -> list[Division]:
    """Return every way to divide the tiles into concealed sets and pairs."""
    found: list[Division] = [()]
    for start, block in zip(BLOCK_STARTS, blocks_of(packed), strict=True):
        if block:
            parts = divisions_of_block(block, start)
            found = [before + part for before, part in product(found, parts)]
    return found


@lru_cache(maxsize=1 << 15)
def same_tiles_of_block(block: Block, start: Tile) -> tuple[Division, tuple[Tile, ...]]:
    """
    Return the concealed pungs and pairs of *block*, and its loose tiles.

    This is how a hand that has not won lies best where only pungs and pairs
    score: four equal tiles are a pung and a loose tile.
    """
    sets: list[TileSet] = []
    loose: list[Tile] = []
    for rank, many in enumerate(block.to_bytes(_BYTES, "little")):
        tile = start + rank
        if many >= 3:
            sets.append(concealed_set(Shape.PUNG, tile))
            loose += [tile] * (many - 3)
        elif many == 2:
            sets.append(concealed_set(Shape.PAIR, tile))
        elif many:
            loose.append(tile)
    return tuple(sets), tuple(loose)


def same_tiles(packed: Packed) -> tuple[Division, tuple[Tile, ...]]:
    """Return the concealed pungs and pairs of a hand, and its loose tiles."""
    sets: tuple[TileSet, ...] = ()
    loose: tuple[Tile, ...] = ()
    for start, block in zip(BLOCK_STARTS, blocks_of(packed), strict=True):
        if block:
            more, left = same_tiles_of_block(block, start)
            sets += more
            loose += left
    return sets, loose


# Waits ------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def _completed_by(block: Block, start: Tile) -> Block:
    """Return the ranks that make a block sets, or sets and a pair."""
    is_suit = start < HONOURS_START
    counts = list(block.to_bytes(_BYTES, "little"))
    found = 0
    for rank in range(9 if is_suit else 7):
        counts[rank] += 1
        if _is_divided(counts, is_suit=is_suit):
            found |= UNIT[rank]
        counts[rank] -= 1
    return found


@lru_cache(maxsize=1 << 15)
def _is_whole(block: Block, start: Tile) -> bool:
    """Tell whether a block is sets, and a pair where two tiles are left over."""
    counts = list(block.to_bytes(_BYTES, "little"))
    return _is_divided(counts, is_suit=start < HONOURS_START)


def _is_divided(counts: list[int], *, is_suit: bool) -> bool:
    """Tell whether the tiles are sets, and a pair where two are left over."""
    left = sum(counts) % 3
    if left == 0:
        return _is_sets(counts, is_suit=is_suit)
    if left == 1:
        return False
    for rank, many in enumerate(counts):
        if many >= 2:
            counts[rank] -= 2
            fits = _is_sets(counts, is_suit=is_suit)
            counts[rank] += 2
            if fits:
                return True
    return False


def _is_sets(counts: list[int], *, is_suit: bool) -> bool:
    """Tell whether tiles, a multiple of three, are chows and pungs."""
    if not is_suit:
        return not any(many % 3 for many in counts)
    # Three equal chows are three pungs too, so that what remains of a rank
    # beyond pungs has to begin chows.
    this, following = 0, 0
    for many in counts:
        left = many - this
        if left < 0:
            return False
        this, following = following + left % 3, left % 3
    # A chow begun with the last rank lacks two tiles, with the one before it one.
    # Of a multiple of three tiles as many are begun with either, or none.
    return not following


_WAITING = ([1], [2], [2, 2])
"""How many tiles, modulo 3, the blocks have to which one tile can be lacking."""


def regular_waits(packed: Packed) -> Kinds:
    """
    Return the kinds of which one more makes the tiles sets and one pair.

    Sets alone where the number of tiles leaves no room for a pair.
    """
    blocks = blocks_of(packed)
    # A byte counts in steps of 256, which is 1 modulo 3: so is the whole what its
    # bytes are together, the number of tiles.
    remainders = [block % 3 for block in blocks]
    unfinished = [index for index, left in enumerate(remainders) if left]
    if [remainders[index] for index in unfinished] not in _WAITING:
        return 0
    if not all(
        _is_whole(block, start)
        for block, start in zip(blocks, BLOCK_STARTS, strict=True)
        if block and not block % 3
    ):
        return 0
    waits = 0
    for index in unfinished:
        # Of two one holds the pair, the other waits for a set.
        others = (one for one in unfinished if one != index)
        if all(_is_whole(blocks[one], BLOCK_STARTS[one]) for one in others):
            completed_by = _completed_by(blocks[index], BLOCK_STARTS[index])
            waits |= completed_by << _BITS * index
    return waits
