"""
Hands with jokers: every way they can lie that a rule can tell apart.

A joker stands for any tile but a flower or season. There are far too many ways
to say which; but rules look at the shape of a set, its suit, whether it is
of terminals, and which honour it is of, so that two ways alike in all these are
worth the same and one of them is enough. Nor is a suit worth more that nothing
else in the hand has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product

from clubscore.rules.items import Sums
from clubscore.rules.sets import Shape, TileSet, WrittenSet, may_begin_chow, tile_set
from clubscore.rules.tiles import (
    DRAGONS,
    EAST,
    JOKER,
    KINDS,
    SUIT_STARTS,
    SUITS,
    TERMINALS_AND_HONOURS,
    UNIT,
    WINDS,
    Kinds,
    Packed,
    Tile,
    count_of,
    kinds_of,
)

Layout = tuple[TileSet, ...]
"""A hand as sets, the written ones first."""


Look = tuple[int, int, bool, bool]
"""What a rule can tell of one set."""


def looks_of(one: TileSet, last: Tile | None) -> Look:
    """Return what a rule can tell of a set; *last* is the winning tile."""
    kind = one.tile
    is_terminal = one.shape is not Shape.CHOW and bool(
        UNIT[kind] & TERMINALS_AND_HONOURS
    )
    block = kind if kind >= EAST else kind // 9
    return one.shape, block, is_terminal, last in one.tiles


def layouts(
    written: tuple[WrittenSet, ...],
    tiles: Packed,
    last: Tile | None,
    sets: int,
    valued: Kinds,
) -> Iterator[Layout]:
    """
    Yield the hand as so many *sets* and a pair, jokers standing in.

    Written sets keep their places, each as one of the sets it can be; *tiles*,
    packed with their jokers, are laid out in every way besides. *last* is the
    winning tile; *valued* are the winds worth more to this player than others.
    """
    pairs = sum(len(one.tiles) == PAIR_SIZE for one in written)
    missing = sets + pairs - len(written)
    kinds = kinds_of(tiles + _real_tiles(written))
    search = _LayoutSearch(_blocks(kinds), last)
    jokers = count_of(tiles, JOKER)
    loose = search.lay(tiles - jokers * UNIT[JOKER], jokers, missing, not pairs)
    alike = (DRAGONS, WINDS & ~valued)
    seen = set()
    for lying in search.written(written):
        looks = [(one.is_concealed, *looks_of(one, last)) for one in lying]
        for layout in loose:
            # Loose sets are concealed, and differ from written ones in nothing else.
            more = [(True, *looks_of(one, last)) for one in layout]
            key = _canonical(looks + more, alike)
            if key not in seen:
                seen.add(key)
                yield lying + layout


def _canonical(
    looks: list[tuple[bool, int, int, bool, bool]], alike: tuple[Kinds, ...]
) -> tuple[object, ...]:
    """
    Return the looks of a layout without the names of honours that are *alike*.

    Of two layouts with dragons in each other's places no rule tells which is which.
    """
    named = []
    unnamed: list[dict[int, list[tuple[bool, int, bool]]]] = [{} for _ in alike]
    for is_concealed, shape, block, is_terminal, has_last in looks:
        for kinds, groups in zip(alike, unnamed, strict=True):
            if block >= EAST and UNIT[block] & kinds:
                groups.setdefault(block, []).append((is_concealed, shape, has_last))
                break
        else:
            named.append((is_concealed, shape, block, is_terminal, has_last))
    return (
        tuple(sorted(named)),
        *(
            tuple(sorted(tuple(sorted(one)) for one in groups.values()))
            for groups in unnamed
        ),
    )


PAIR_SIZE = 2
"""Two tiles written as a set are a pair, whatever they stand for."""


def best_written(
    written: tuple[WrittenSet, ...], worth: Callable[[TileSet], Sums]
) -> Layout:
    """Return each written set as the one worth most that it can be."""
    return tuple(
        max(one.readings, key=worth) for one in written if one.as_set is not None
    )


def _real_tiles(written: tuple[WrittenSet, ...]) -> Packed:
    """Return the tiles of the sets but for their jokers."""
    return sum(UNIT[tile] for one in written for tile in one.tiles if tile < KINDS)


def _blocks(kinds: Kinds) -> tuple[Tile, ...]:
    """Return the first kind of every suit that a joker need stand for."""
    starts = tuple(
        start for start, suit in zip(SUIT_STARTS, SUITS, strict=True) if kinds & suit
    )
    return starts or SUIT_STARTS[:1]


@dataclass
class _LayoutSearch:
    """The layouts of one hand; what was worked out is kept while it is tried."""

    starts: tuple[Tile, ...]
    """The first kinds of the suits that are tried."""
    last: Tile | None
    known: dict[tuple[Packed, int, int, bool], list[Layout]] = field(
        default_factory=dict
    )

    def written(self, written: tuple[WrittenSet, ...]) -> Iterator[Layout]:
        """Yield what the written sets can be, one of each looks."""
        # Equal sets may stand for one another, so that their order says nothing.
        places: dict[WrittenSet, list[int]] = {}
        for place, one in enumerate(written):
            places.setdefault(one, []).append(place)
        choices = [
            combinations_with_replacement(self._tried(one), len(found))
            for one, found in places.items()
        ]
        order = [place for found in places.values() for place in found]
        for chosen in product(*choices):
            sets = [one for group in chosen for one in group]
            by_place = dict(zip(order, sets, strict=True))
            yield tuple(by_place[place] for place in range(len(sets)))

    def _tried(self, one: WrittenSet) -> tuple[TileSet, ...]:
        """Return what a written set can be, one of each looks."""
        found: dict[Look, TileSet] = {}
        for reading in filter(self._is_tried, one.readings):
            found.setdefault(looks_of(reading, self.last), reading)
        return tuple(found.values())

    def _is_tried(self, one: TileSet) -> bool:
        return one.tile >= EAST or one.tile // 9 * 9 in self.starts

    def lay(
        self, packed: Packed, jokers: int, sets: int, needs_pair: bool
    ) -> list[Layout]:
        """Return the layouts of loose tiles and jokers, one of each looks."""
        key = packed, jokers, sets, needs_pair
        if key not in self.known:
            ways = self._begun(packed, jokers, sets, needs_pair)
            found: dict[tuple[Look, ...], Layout] = {}
            for layout in ways:
                looks = sorted(looks_of(one, self.last) for one in layout)
                found.setdefault(tuple(looks), layout)
            self.known[key] = list(found.values())
        return self.known[key]

    def _begun(
        self, packed: Packed, jokers: int, sets: int, needs_pair: bool
    ) -> Iterator[Layout]:
        """Yield the layouts that begin with a set of the lowest tile."""
        if not packed:
            yield from self._of_jokers(jokers, sets, needs_pair)
            return
        lowest = (packed & -packed).bit_length() >> 3
        for one in self._with(lowest, packed, jokers):
            is_pair = one.shape is Shape.PAIR
            if not (needs_pair if is_pair else sets):
                continue
            left, spare = packed, jokers
            for tile in one.tiles:
                if tile == JOKER:
                    spare -= 1
                else:
                    left -= UNIT[tile]
            for rest in self.lay(
                left, spare, sets - (not is_pair), needs_pair and not is_pair
            ):
                yield (one, *rest)

    @staticmethod
    def _with(lowest: Tile, packed: Packed, jokers: int) -> Iterator[TileSet]:
        """Yield the sets that hold the lowest tile, jokers filling them up."""
        many = count_of(packed, lowest)
        for shape, size in ((Shape.PUNG, 3), (Shape.PAIR, 2)):
            for real in range(max(1, size - jokers), min(many, size) + 1):
                tiles = (lowest,) * real + (JOKER,) * (size - real)
                yield tile_set(shape, lowest, is_concealed=True, tiles=tiles)
        for first in filter(may_begin_chow, range(lowest - 2, lowest + 1)):
            others = [tile for tile in range(first, first + 3) if tile != lowest]
            choices = [
                (tile, JOKER) if count_of(packed, tile) else (JOKER,) for tile in others
            ]
            for chosen in product(*choices):
                if chosen.count(JOKER) <= jokers:
                    tiles = tuple(sorted((lowest, *chosen)))
                    yield tile_set(Shape.CHOW, first, is_concealed=True, tiles=tiles)

    def _of_jokers(self, jokers: int, sets: int, needs_pair: bool) -> Iterator[Layout]:
        """Yield the layouts of nothing but jokers."""
        if jokers != 3 * sets + 2 * needs_pair:
            return
        same = [kind for start in self.starts for kind in (start, start + 1)]
        same += range(EAST, KINDS)
        whole = [(Shape.PUNG, kind) for kind in same]
        whole += [(Shape.CHOW, start) for start in self.starts]
        pairs = [(Shape.PAIR, kind) for kind in same] if needs_pair else []
        for chosen in combinations_with_replacement(whole, sets):
            for pair in pairs or (None,):
                shapes = chosen if pair is None else (*chosen, pair)
                yield tuple(
                    tile_set(
                        shape,
                        kind,
                        is_concealed=True,
                        tiles=(JOKER,) * (2 if shape is Shape.PAIR else 3),
                    )
                    for shape, kind in shapes
                )


def best_pungs(
    packed: Packed, jokers: int, wanted: tuple[tuple[Tile, int], ...], sets: int
) -> Layout:
    """
    Return the concealed pungs worth most that a loser's tiles make with jokers.

    *wanted* has the kinds of which a pung scores, and how much; the hand has room
    for so many *sets*.
    """
    best: tuple[int, tuple[Tile, ...]] = (0, ())

    def search(
        place: int, left: int, room: int, worth: int, kinds: tuple[Tile, ...]
    ) -> None:
        nonlocal best
        if worth > best[0]:
            best = worth, kinds
        for index in range(place, len(wanted)):
            kind, value = wanted[index]
            taken = kinds.count(kind)
            cost = max(0, 3 - max(0, count_of(packed, kind) - 3 * taken))
            if room and cost <= left:
                search(index, left - cost, room - 1, worth + value, (*kinds, kind))

    search(0, jokers, sets, 0, ())
    made: list[TileSet] = []
    for kind in best[1]:
        have = count_of(packed, kind) - 3 * sum(one.tile == kind for one in made)
        real = max(0, min(3, have))
        tiles = (kind,) * real + (JOKER,) * (3 - real)
        made.append(tile_set(Shape.PUNG, kind, is_concealed=True, tiles=tiles))
    return tuple(made)
