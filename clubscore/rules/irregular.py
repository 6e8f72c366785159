"""
Hands without sets, judged by their tiles alone.

Each shape tells whether tiles are it, which tiles one short of it wait for, and
whether a part of a hand can belong to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import ClassVar

from clubscore.rules.analysis import (
    HONOURS_START,
    Block,
    Division,
    blocks_of,
    same_tiles,
)
from clubscore.rules.sets import SETS_OF_A_HAND, Shape, concealed_set
from clubscore.rules.tiles import (
    EVERY_KIND,
    HONOURS,
    JOKER,
    KINDS,
    SET_TILES,
    SUIT_STARTS,
    UNIT,
    Kinds,
    Packed,
    Tile,
    kinds_above,
    kinds_of,
    tiles_of,
)

_HIGHEST_BITS = EVERY_KIND << 7


@dataclass(frozen=True, slots=True)
class SevenPairs:
    """Seven pairs, every tile of them among *allowed* kinds."""

    allowed: tuple[Kinds, ...]
    """Sets of kinds; all tiles must be in one of these."""
    may_repeat: bool = True
    """Whether four equal tiles are two pairs."""

    def can_be_made_of(self, kinds: Kinds) -> bool:
        """Tell whether there are such hands with nothing but *kinds*."""
        return any(allowed & kinds for allowed in self.allowed)

    def completes(
        self, packed: Packed, last: Tile | None = None, jokers: int = 0
    ) -> bool:
        """Tell whether 14 tiles and jokers are this hand, whichever came last."""
        if not self._allows(kinds_of(packed)) or self._repeats(packed):
            return False
        # A joker is needed for each odd tile; those left over pair one another.
        return (packed & EVERY_KIND).bit_count() <= jokers

    least_size: ClassVar[int] = 14
    """How few tiles can be this hand."""
    kinds_before: ClassVar[range] = range(4, 8)
    """How many kinds 13 tiles have that wait for it."""

    def waits(self, packed: Packed) -> Kinds:
        """Return the kinds that complete 13 tiles to this hand."""
        odd = packed & EVERY_KIND
        if odd.bit_count() != 1 or not self._allows(kinds_of(packed)):
            return 0
        return 0 if self._repeats(packed + odd) else odd

    def admits(self, packed: Packed) -> bool:
        """Tell whether a part of a hand can belong to this hand."""
        if not self._allows(kinds_of(packed)) or self._repeats(packed):
            return False
        counts = packed.to_bytes(KINDS, "little")
        return sum((many + 1) // 2 for many in counts) <= 7

    def arrange(self, packed: Packed) -> tuple[Division, tuple[Tile, ...]]:
        """Return the pairs of a complete hand."""
        pairs = [
            concealed_set(Shape.PAIR, kind)
            for kind, many in enumerate(packed.to_bytes(KINDS, "little"))
            for _ in range(many // 2)
        ]
        return tuple(pairs), ()

    def _allows(self, kinds: Kinds) -> bool:
        return any(not kinds & ~allowed for allowed in self.allowed)

    def _repeats(self, packed: Packed) -> bool:
        """Tell whether two pairs would be equal, where they may not be."""
        return not self.may_repeat and bool(kinds_above(packed, 2))


@dataclass(frozen=True, slots=True)
class Template:
    """Tiles that must all be there, and perhaps one more."""

    required: Packed
    more: Kinds = 0
    """The kinds of which one more is needed; none where *required* is all."""
    needs_more: bool = True
    """Whether that one more tile must be there."""
    kinds: Kinds = field(init=False)
    """The kinds of *required*."""
    leftovers: frozenset[Packed] = field(init=False)
    """What there can be beside *required*: one more tile, or nothing."""

    def __post_init__(self) -> None:
        leftovers = {UNIT[kind] for kind in tiles_of(self.more)}
        if not (leftovers and self.needs_more):
            leftovers.add(0)
        object.__setattr__(self, "kinds", kinds_of(self.required))
        object.__setattr__(self, "leftovers", frozenset(leftovers))

    def completes(self, packed: Packed, jokers: int = 0) -> bool:
        """Tell whether the tiles are exactly these, jokers standing for some."""
        if not jokers:
            return packed - self.required in self.leftovers
        missing, over = self._differences(packed)
        if jokers > missing:
            # One joker too many is the one more tile, whichever that is.
            return jokers == missing + 1 and not over and bool(self.more)
        return jokers == missing and over in self.leftovers

    def is_completed_by(self, last: Tile, packed: Packed, jokers: int) -> bool:
        """Tell whether all that is required was there before the tile *last*."""
        if last == JOKER:
            jokers -= 1
        elif self.more & UNIT[last]:
            packed -= UNIT[last]
        else:
            return False
        return self._differences(packed) == (jokers, 0)

    def _differences(self, packed: Packed) -> tuple[int, Packed]:
        """Return how many required tiles are missing, and the tiles too many."""
        over = self._over(packed)
        missing = self.required + over - (packed & SET_TILES)
        return sum(missing.to_bytes(KINDS, "little")), over

    def _over(self, packed: Packed) -> Packed:
        """Return the tiles too many; *packed* has at most 128 of each."""
        # A kind's highest bit is left where there are not more than are required.
        fitting = (self.required | _HIGHEST_BITS) - packed & _HIGHEST_BITS
        many = SET_TILES ^ (fitting >> 7) * 255
        return (packed & many) - (self.required & many)

    def admits(self, packed: Packed) -> bool:
        """Tell whether all the tiles have a place in it."""
        over = self._over(packed)
        return not over or over in self.leftovers


@dataclass(frozen=True, slots=True)
class OneOfEach:
    """A hand that is one of several templates, without sets."""

    templates: tuple[Template, ...]
    is_required_before: bool = False
    """Whether all that a template requires is there before the winning tile."""
    kinds_before: range = field(init=False)
    """How many kinds 13 tiles have that wait for it."""

    def __post_init__(self) -> None:
        least = min(one.kinds.bit_count() for one in self.templates) - 1
        object.__setattr__(self, "kinds_before", range(least, 14))

    def can_be_made_of(self, kinds: Kinds) -> bool:
        """Tell whether there are such hands with nothing but *kinds*."""
        return any(not one.kinds & ~kinds for one in self.templates)

    def completes(
        self, packed: Packed, last: Tile | None = None, jokers: int = 0
    ) -> bool:
        """
        Tell whether the tiles and jokers are this hand.

        *last* is the winning tile, None where nobody knows it.
        """
        if self.is_required_before and last is not None:
            return any(
                one.is_completed_by(last, packed, jokers) for one in self.templates
            )
        kinds = kinds_of(packed)
        return any(
            (jokers or one.kinds & ~kinds == 0) and one.completes(packed, jokers)
            for one in self.templates
        )

    @property
    def least_size(self) -> int:
        """How few tiles can be this hand."""
        return min(
            sum(one.required.to_bytes(KINDS, "little"))
            + bool(one.more and one.needs_more)
            for one in self.templates
        )

    def waits(self, packed: Packed) -> Kinds:
        """Return the kinds that complete the tiles to this hand."""
        kinds = kinds_of(packed)
        waits = 0
        for one in self.templates:
            missing = one.kinds & ~kinds
            if kinds & ~(one.kinds | one.more) or missing.bit_count() > 1:
                continue
            for kind in tiles_of(missing or one.kinds | one.more):
                if one.completes(packed + UNIT[kind]):
                    waits |= UNIT[kind]
        return waits

    def admits(self, packed: Packed) -> bool:
        """Tell whether a part of a hand can belong to this hand."""
        return any(one.admits(packed) for one in self.templates)

    def arrange(self, packed: Packed) -> tuple[Division, tuple[Tile, ...]]:
        """Return the pair of a complete hand, if it has one, and its other tiles."""
        return same_tiles(packed)


@dataclass(frozen=True, slots=True)
class Knitted:
    """
    Every number of the hand in the same suits: knitted, not in sets.

    With two suits that is seven pairs of one number each in these two. With three it
    is four threes of one number in all of them, and a pair in two of them. Equal ones
    may repeat.
    """

    suits: int
    """In two suits or in all three."""

    least_size: ClassVar[int] = 14
    """How few tiles can be this hand."""
    kinds_before: ClassVar[range] = range(4, 14)
    """How many kinds 13 tiles have that wait for it."""

    def can_be_made_of(self, kinds: Kinds) -> bool:
        """Tell whether there are such hands with nothing but *kinds*."""
        return sum(map(bool, blocks_of(kinds)[:3])) >= self.suits

    def completes(
        self, packed: Packed, last: Tile | None = None, jokers: int = 0
    ) -> bool:
        """Tell whether 14 tiles are this hand, whichever came last."""
        *suits, honours = blocks_of(packed)
        if honours:
            return False
        if jokers:
            size = sum(map(_size, suits)) + jokers
            return size == self.least_size and self.admits(packed)
        few, middle, many = sorted(suits, key=_size)
        if self.suits == 2:
            return _size(many) == PAIRS_OF_A_HAND and not few and middle == many
        # Where the pair lies there is one tile more in two of the suits.
        return middle == many and _is_one_tile(many - few)

    def waits(self, packed: Packed) -> Kinds:
        """Return the kinds that complete 13 tiles to this hand."""
        # With honours among them the suits are too few.
        *suits, _honours = blocks_of(packed)
        if sorted(map(_size, suits)) not in _SIZES_BEFORE[self.suits]:
            return 0
        return sum(
            UNIT[kind]
            for kind in range(HONOURS_START)
            if self.completes(packed + UNIT[kind])
        )

    def admits(self, packed: Packed) -> bool:
        """Tell whether a part of a hand can belong to this hand."""
        *suits, honours = blocks_of(packed)
        if honours:
            return False
        parts = [block.to_bytes(RANKS, "little") for block in suits]
        if self.suits == 2:
            return any(
                not any(without) and sum(map(max, one, other)) <= PAIRS_OF_A_HAND
                for without, one, other in permutations(parts)
            )
        # Two tiles of one number may be the pair; the rest must fit into four threes.
        return any(
            _threes(parts, rank, pair) <= SETS_OF_A_HAND
            for rank in range(RANKS)
            for pair in combinations(range(3), 2)
        )

    def arrange(self, packed: Packed) -> tuple[Division, tuple[Tile, ...]]:
        """Return no sets, and the tiles number by number."""
        tiles = [
            kind
            for kind, many in enumerate(packed.to_bytes(KINDS, "little"))
            for _ in range(many)
        ]
        return (), tuple(sorted(tiles, key=lambda one: one % RANKS))


def _knittings() -> tuple[Packed, ...]:
    """Return the six ways to knit 1-4-7, 2-5-8 and 3-6-9 of the three suits."""
    return tuple(
        sum(
            UNIT[start + first + step]
            for first, start in enumerate(starts)
            for step in (0, 3, 6)
        )
        for starts in permutations(SUIT_STARTS)
    )


KNITTINGS = _knittings()
"""1-4-7 of one suit, 2-5-8 of another and 3-6-9 of the third, packed."""


class HonoursAndKnitted:
    """Fourteen different tiles: winds and dragons, and tiles of one knitting."""

    least_size: ClassVar[int] = 14
    """How few tiles can be this hand."""
    kinds_before: ClassVar[range] = range(13, 14)
    """How many kinds 13 tiles have that wait for it."""

    def can_be_made_of(self, kinds: Kinds) -> bool:
        """Tell whether there are such hands with nothing but *kinds*."""
        return any(
            (kinds & (knitted | HONOURS)).bit_count() >= self.least_size
            for knitted in KNITTINGS
        )

    def completes(
        self, packed: Packed, last: Tile | None = None, jokers: int = 0
    ) -> bool:
        """Tell whether 14 tiles are this hand, whichever came last."""
        return packed.bit_count() + jokers == self.least_size and self.admits(packed)

    def waits(self, packed: Packed) -> Kinds:
        """Return the kinds that complete 13 tiles to this hand."""
        return sum(
            UNIT[kind]
            for kind in range(KINDS)
            if not packed & UNIT[kind] and self.completes(packed + UNIT[kind])
        )

    def admits(self, packed: Packed) -> bool:
        """Tell whether a part of a hand can belong to this hand."""
        suited = packed & ~HONOURS
        return any(not suited & ~knitted for knitted in KNITTINGS)

    def arrange(self, packed: Packed) -> tuple[Division, tuple[Tile, ...]]:
        """Return no sets, and the tiles in order."""
        return (), tuple(tiles_of(packed))


_SIZES_BEFORE = {2: ([0, 6, 7],), 3: ([4, 4, 5], [3, 5, 5])}
"""How many tiles of each suit there are before the last one, by the number of suits."""
PAIRS_OF_A_HAND = 7
RANKS = 9
"""A suit has so many kinds."""


def _size(block: Block) -> int:
    # A byte counts in steps of 256, which is 1 modulo 255; no hand has so many.
    return block % 255


def _is_one_tile(block: Block) -> bool:
    """Tell whether the difference of two blocks is a single tile."""
    return block in _SINGLES


_SINGLES = frozenset(UNIT[:RANKS])


def _threes(parts: Sequence[bytes], rank: int, pair: Sequence[int]) -> int:
    """Return how many threes the rest needs where one pair is of *rank*."""
    return sum(
        max(
            max(0, many[each] - (each == rank and place in pair))
            for place, many in enumerate(parts)
        )
        for each in range(RANKS)
    )


Irregular = SevenPairs | OneOfEach | Knitted | HonoursAndKnitted
"""A hand without sets, judged by its tiles alone."""
