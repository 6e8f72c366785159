"""
The patterns of a club's own items: blocks of a hand, written as data.

A pattern names sets with variables, what a hand is made of and how it was won; it is
laid out once as all the hands that it can mean, so that asking a hand takes a few
comparisons. What cannot be is refused when the book is read, with its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain, permutations, product
from operator import or_
from typing import Any

from clubscore.rules.errors import gettext_noop
from clubscore.rules.fields import Fields, is_whole
from clubscore.rules.hands import Circumstance, Source
from clubscore.rules.irregular import OneOfEach, SevenPairs, Template
from clubscore.rules.patterns import GREEN
from clubscore.rules.sets import Shape, may_begin_chow
from clubscore.rules.situations import Situation
from clubscore.rules.tiles import (
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    COPIES,
    DRAGONS,
    EVERY_KIND,
    HONOURS,
    KINDS,
    SIMPLES,
    SUIT_STARTS,
    SUITS,
    TERMINALS,
    UNIT,
    WINDS,
    Kinds,
    Packed,
    Tile,
    count_of,
    format_tiles,
    kinds_above,
    kinds_of,
    pack,
    parse_tiles,
    tiles_of,
)

FITS = frozenset(
    (
        *("sets", "only", "at_least", "concealed", "chows", "pungs", "kongs"),
        *("concealed_pungs", "concealed_kongs", "sources", "circumstances"),
    )
)
"""What a pattern of sets and a pair can say."""
TILES = frozenset(("each", "one_of", "pairs"))
"""What a pattern without sets can say."""
MOST_SETS = 5
"""A hand has four sets and a pair."""
MOST_FORMS = 4
"""Of so many patterns one can fit."""
MOST_NAMES = 20
"""Kinds of tiles of which a pattern is made, or has so many at least."""
LONGEST_NAME = 40
"""Letters of such a name, which are tiles one by one: no suit has more to name."""
MOST_TILES = 14
"""Tiles of a pattern without sets."""
SHAPES = {
    "pair": Shape.PAIR,
    "chow": Shape.CHOW,
    "pung": Shape.PUNG,
    "kong": Shape.KONG,
}
"""How sets are called; a kong is a pung too."""
GROUPS: Mapping[str, Kinds] = {
    "characters": CHARACTERS,
    "circles": CIRCLES,
    "bamboos": BAMBOOS,
    "winds": WINDS,
    "dragons": DRAGONS,
    "honours": HONOURS,
    "terminals": TERMINALS,
    "simples": SIMPLES,
    "green": GREEN,
    "any": EVERY_KIND,
}
"""Kinds of tiles that a pattern can name together."""
TILES_IN = {Shape.PAIR: 2, Shape.PUNG: 3, Shape.KONG: 4}
OF_A_SUIT = re.compile(r"([abc])(?:([1-9])|x(?:\+([1-8]))?)")
"""A rank of one suit that may be any: a1, or ax for any rank, or ax+1 for the next."""
ANY = {"W": WINDS, "D": DRAGONS}
"""Any wind, any dragon; several of one pattern are different ones."""
COUNTED: Mapping[str, Callable[[Situation], int]] = {
    "chows": lambda hand: sum(
        count_of(hand.chows, kind) for kind in tiles_of(kinds_of(hand.chows))
    ),
    "pungs": lambda hand: hand.pungs.bit_count(),
    "kongs": lambda hand: hand.kongs,
    "concealed_pungs": lambda hand: hand.concealed_pungs,
    "concealed_kongs": lambda hand: hand.concealed_kongs,
}
"""
What can be counted in a hand: among all pungs the kongs are counted too.

The concealed kongs are not among the concealed pungs.
"""

LETTERS = frozenset("abc")
"""What stands for any suit, each for another."""
Letters = Mapping[str, int]
"""Which suit, 0 to 2, each of a, b and c is."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One hand that a pattern can mean: its letters and ranks have been chosen."""

    chows: tuple[tuple[Tile, int], ...]
    """The lowest tiles of its chows, and how many of each."""
    pungs: Kinds
    kongs: Kinds
    pairs: Kinds
    only: Kinds | None
    """The kinds that the whole hand is made of; None where any will do."""
    least: tuple[tuple[Kinds, int], ...]
    """How many tiles of some kinds there are at least."""


@dataclass(frozen=True, slots=True)
class SetPattern:
    """Whether four sets and a pair, or what a loser shows of them, fit."""

    laid: tuple[Laid, ...]
    of_honours: tuple[tuple[Kinds, Shape, int], ...] = ()
    """Any winds or dragons: of which kinds, as what, and how many different ones."""
    own: tuple[Shape, ...] = ()
    """As what the wind of the player's seat stands."""
    round: tuple[Shape, ...] = ()
    """As what the wind of the round stands."""
    counts: tuple[tuple[Callable[[Situation], int], int, int], ...] = ()
    """What is counted, its least and its most."""
    is_concealed: bool = False
    """Whether no set lies open, the one claimed last included."""
    sources: frozenset[Source] = frozenset()
    """Where the winning tile comes from, one of these; empty where from anywhere."""
    circumstances: frozenset[Circumstance] = frozenset()
    """What was special about the winning tile, all of these."""

    @property
    def is_winners(self) -> bool:
        """Whether only a winner's hand can fit."""
        return bool(self.sources or self.circumstances)

    @property
    def knows_ranks(self) -> bool:
        """Whether it can tell sets apart that jokers may stand in for alike."""
        return any(one.chows or one.pungs or one.pairs for one in self.laid)

    def __call__(self, hand: Situation) -> bool:
        """Tell whether *hand* fits."""
        if self.is_concealed and hand.exposed:
            return False
        if self.is_winners and not self._was_won_so(hand):
            return False
        if not all(least <= many(hand) <= most for many, least, most in self.counts):
            return False
        counted: dict[Kinds, int] = {}
        return self._has_honours(hand) and any(
            _has(hand, one, counted) for one in self.laid
        )

    def _was_won_so(self, hand: Situation) -> bool:
        win = hand.win
        return (
            win is not None
            and (not self.sources or win.source in self.sources)
            and self.circumstances <= win.circumstances
        )

    def _has_honours(self, hand: Situation) -> bool:
        # All that a pattern can mean has the same honours where they are named.
        used = (self.laid[0].pungs | self.laid[0].pairs) & HONOURS
        for wind, shapes in ((hand.seat, self.own), (hand.round_wind, self.round)):
            for shape in shapes:
                free = 0 if wind is None else UNIT[wind.tile] & ~used
                if not free & _kinds_as(hand, shape):
                    return False
                used |= free
        for kinds, shape, many in self.of_honours:
            # Kongs are asked for before pungs, which they could stand for too.
            free = _kinds_as(hand, shape) & kinds & ~used
            if free.bit_count() < many:
                return False
            if shape is Shape.KONG:
                used |= _first(free, many)
        return True


def _first(kinds: Kinds, many: int) -> Kinds:
    """Return so *many* of the kinds."""
    return sum(UNIT[kind] for kind in [*tiles_of(kinds)][:many])


def _kinds_as(hand: Situation, shape: Shape) -> Kinds:
    """Return the kinds of which the hand has a set of that shape."""
    if shape is Shape.PAIR:
        return hand.pairs
    return hand.kong_kinds if shape is Shape.KONG else hand.pungs


def _has(hand: Situation, laid: Laid, counted: dict[Kinds, int]) -> bool:
    """
    Tell whether a hand has all the sets, and is made of what it may be.

    How many tiles of some kinds it has is *counted* once for all that a pattern means.
    """
    if laid.only is not None and (not hand.kinds or hand.kinds & ~laid.only):
        return False
    return (
        hand.pungs & laid.pungs == laid.pungs
        and hand.kong_kinds & laid.kongs == laid.kongs
        and hand.pairs & laid.pairs == laid.pairs
        and all(count_of(hand.chows, kind) >= many for kind, many in laid.chows)
        and all(_tiles_in(hand, kinds, counted) >= many for kinds, many in laid.least)
    )


def _tiles_in(hand: Situation, kinds: Kinds, counted: dict[Kinds, int]) -> int:
    """Return how many tiles of these kinds a whole hand has; 0 of a part of one."""
    if kinds not in counted:
        counted[kinds] = sum(count_of(hand.tiles, kind) for kind in tiles_of(kinds))
    return counted[kinds]


@dataclass(frozen=True, slots=True)
class AnyPattern:
    """Whether one pattern of several fits."""

    forms: tuple[SetPattern, ...]

    @property
    def is_winners(self) -> bool:
        """Whether only a winner's hand can fit."""
        return any(one.is_winners for one in self.forms)

    @property
    def knows_ranks(self) -> bool:
        """Whether it can tell sets apart that jokers may stand in for alike."""
        return any(one.knows_ranks for one in self.forms)

    def __call__(self, hand: Situation) -> bool:
        """Tell whether *hand* fits."""
        return any(one(hand) for one in self.forms)


# Reading ----------------------------------------------------------------------


def _forms(said: Fields, name: str, known: frozenset[str]) -> list[Fields]:
    """Return the forms that a field gives: one, or a list of a few."""
    value = said.get(name)
    path = f"{said.path}.{name}"
    if not isinstance(value, list):
        return [Fields(value, said.problems, known=known, path=path)]
    if not 1 <= len(value) <= MOST_FORMS:
        said.bad(
            name,
            gettext_noop("The field “%(field)s” must be a list of 1 to %(most)d."),
            most=MOST_FORMS,
        )
        return []
    return [
        Fields(one, said.problems, known=known, path=f"{path}.{place}")
        for place, one in enumerate(value)
    ]


def read_patterns(said: Fields) -> AnyPattern | None:
    """Return the patterns of sets under *fits*; None, and why, if they are none."""
    found = [_read_pattern(one) for one in _forms(said, "fits", FITS)]
    forms = tuple(one for one in found if one is not None)
    return AnyPattern(forms) if forms and len(forms) == len(found) else None


def _read_pattern(said: Fields) -> SetPattern | None:
    before = len(said.problems)
    if not said.record:
        said.bad("sets", gettext_noop("The field “%(field)s” must say what fits."))
    sets = _read_sets(said)
    only = _names(said, "only")
    least = _read_least(said)
    concealed = said.flag("concealed", default=False)
    counts = _read_counts(said)
    sources = _read_members(said, Source, "sources")
    circumstances = _read_members(said, Circumstance, "circumstances")
    if len(said.problems) > before:
        return None
    laid = tuple(dict.fromkeys(_laid_out(sets, only, least)))
    if not laid:
        said.bad("sets", gettext_noop("The field “%(field)s” fits no hand at all."))
        return None
    free = Counter((ANY[tile], shape) for shape, tile in sets if tile in ANY)
    return SetPattern(
        laid,
        # The highest shape first, see `SetPattern`.
        tuple(
            (kinds, shape, many)
            for (kinds, shape), many in sorted(free.items(), key=lambda one: -one[0][1])
        ),
        tuple(shape for shape, tile in sets if tile == "own"),
        tuple(shape for shape, tile in sets if tile == "round"),
        counts,
        concealed,
        sources,
        circumstances,
    )


Named = tuple[Shape, str]
"""A set of a pattern: its shape and the tile that names it, as it was written."""


def _read_sets(said: Fields) -> list[Named]:
    value = said.record.get("sets", [])
    wrong = gettext_noop(
        "The field “%(field)s” must list up to five sets, each a shape (pair, chow,"
        " pung, kong) and a tile: a1 to c9, ax, W, D, own, round, or one like 5m."
    )
    if not isinstance(value, list) or len(value) > MOST_SETS:
        said.bad("sets", wrong)
        return []
    found: list[Named] = []
    for place, one in enumerate(value):
        match one:
            case [str(shape), str(tile)] if shape in SHAPES and _is_tile(
                tile, SHAPES[shape]
            ):
                found.append((SHAPES[shape], tile))
            case _:
                said.bad(f"sets.{place}", wrong)
    return found


def _is_tile(tile: str, shape: Shape) -> bool:
    """Tell whether a set of that *shape* can be named so."""
    if OF_A_SUIT.fullmatch(tile):
        return True
    if tile in ANY or tile in {"own", "round"}:
        return shape is not Shape.CHOW
    kind = kind_of(tile)
    return kind is not None and (shape is not Shape.CHOW or may_begin_chow(kind))


def kind_of(text: str) -> Tile | None:
    """Return the one kind of tile that is written so, None if it is none."""
    if not re.fullmatch(r"[1-9][mpsz]", text):
        return None
    try:
        return parse_tiles(text)[0]
    except ValueError:
        return None


def _read_counts(
    said: Fields,
) -> tuple[tuple[Callable[[Situation], int], int, int], ...]:
    found = []
    for name, many in COUNTED.items():
        value = said.record.get(name)
        match value:
            case None:
                continue
            case int() if is_whole(value) and 0 <= value < MOST_SETS:
                found.append((many, value, value))
            case [least, most] if (
                is_whole(least) and is_whole(most) and 0 <= least <= most < MOST_SETS
            ):
                found.append((many, least, most))
            case _:
                said.bad(
                    name,
                    gettext_noop(
                        "The field “%(field)s” must be a number from 0 to 4, or the"
                        " least and the most of them as a list of two."
                    ),
                )
    return tuple(found)


def _read_least(said: Fields) -> list[tuple[str, int]]:
    found = []
    entries = said.entries("at_least")
    for name, many in entries.items():
        if (
            len(entries) > MOST_NAMES
            or not (name in LETTERS or _kinds_named(name))
            or not is_whole(many)
            or not 1 <= many <= MOST_TILES
        ):
            said.bad(
                "at_least",
                gettext_noop(
                    "The field “%(field)s” must say how many tiles, 1 to 14, of what,"
                    " up to %(most)d: %(known)s, a, b, c, or tiles like 19m."
                ),
                known=", ".join(GROUPS),
                most=MOST_NAMES,
            )
            return []
        found.append((name, many))
    return found


def _names(said: Fields, name: str) -> list[str]:
    """Return a list of the names of kinds that is not too long."""
    found = said.texts(name)
    if len(found) > MOST_NAMES:
        said.bad(
            name,
            gettext_noop("The field “%(field)s” must be a list of 1 to %(most)d."),
            most=MOST_NAMES,
        )
        return []
    return found


def _read_members(said: Fields, kind: type[Any], name: str) -> frozenset[Any]:
    return frozenset(
        one
        for text in said.texts(name)
        if (one := said.member_called(kind, name, text)) is not None
    )


def _kinds_called(name: str, letters: Letters) -> Kinds | None:
    """Return the kinds of that name; None if there are none."""
    if name in letters:
        return SUITS[letters[name]]
    return _kinds_named(name)


@lru_cache(maxsize=1024)
def _kinds_named(name: str) -> Kinds | None:
    if name in GROUPS:
        return GROUPS[name]
    if len(name) > LONGEST_NAME or not re.fullmatch(r"(?:[1-9]+[mpsz])+", name):
        return None
    try:
        return pack(set(parse_tiles(name)))
    except ValueError:
        return None


# Laying out -------------------------------------------------------------------


def _letters_in(*texts: str) -> list[str]:
    """Return which of a, b and c begin a name or stand alone."""
    suits = (OF_A_SUIT.fullmatch(one) for one in texts)
    found = {one[1] for one in suits if one} | ({*texts} & LETTERS)
    return sorted(found)


def _choices(*texts: str) -> Iterator[tuple[Letters, int]]:
    """Yield every suit that each letter can be, and every rank that x can be."""
    letters = _letters_in(*texts)
    has_rank = any((one := OF_A_SUIT.fullmatch(text)) and not one[2] for text in texts)
    for suits in permutations(range(len(SUITS)), len(letters)):
        for rank in range(9 if has_rank else 1):
            yield dict(zip(letters, suits, strict=True)), rank


def _honour_choices(*texts: str) -> Iterator[Mapping[str, str]]:
    """Yield every tile that W and D can be, each the same one wherever it stands."""
    named = [one for one in ANY if one in texts]
    kinds = [[format_tiles((kind,)) for kind in tiles_of(ANY[one])] for one in named]
    for tiles in product(*kinds):
        yield dict(zip(named, tiles, strict=True))


def _tile_called(text: str, letters: Letters, rank: int) -> Tile | None:
    """Return the kind that a name means; None beyond the 9 of its suit."""
    match = OF_A_SUIT.fullmatch(text)
    if match is None:
        return kind_of(text)
    place = int(match[2]) - 1 if match[2] else rank + int(match[3] or 0)
    return SUIT_STARTS[letters[match[1]]] + place if place < 9 else None


def _laid_out(
    sets: list[Named], only: list[str], least: list[tuple[str, int]]
) -> Iterator[Laid]:
    """Yield every hand that the sets can mean."""
    named = [
        (shape, tile) for shape, tile in sets if tile not in {*ANY, "own", "round"}
    ]
    texts = [*(tile for _, tile in named), *only, *(name for name, _ in least)]
    asked: dict[tuple[int, ...], tuple[Kinds | None, tuple[tuple[Kinds, int], ...]]]
    asked = {}
    for letters, rank in _choices(*texts):
        tiles = [(shape, _tile_called(tile, letters, rank)) for shape, tile in named]
        laid = _with_sets(tiles)
        called = (_kinds_called(name, letters) for name in only)
        kinds = [one for one in called if one is not None]
        if laid is None or len(kinds) < len(only):
            continue
        # The rank says nothing of what a hand is made of.
        suits = tuple(letters.values())
        if suits not in asked:
            asked[suits] = (
                reduce(or_, kinds) if kinds else None,
                tuple(
                    (_kinds_called(name, letters) or 0, many) for name, many in least
                ),
            )
        yield Laid(*laid, *asked[suits])


def _with_sets(
    tiles: list[tuple[Shape, Tile | None]],
) -> tuple[tuple[tuple[Tile, int], ...], Kinds, Kinds, Kinds] | None:
    """Return the chows, pungs, kongs and pairs; None if no hand has all of them."""
    chows: list[Tile] = []
    pungs = kongs = pairs = 0
    copies: Packed = 0
    for shape, tile in tiles:
        if tile is None or (shape is Shape.CHOW and not may_begin_chow(tile)):
            return None
        unit = UNIT[tile]
        if shape is Shape.CHOW:
            chows.append(tile)
            copies += unit + UNIT[tile + 1] + UNIT[tile + 2]
            continue
        if unit & (pairs if shape is Shape.PAIR else pungs):
            return None
        if shape is Shape.PAIR:
            pairs |= unit
        else:
            pungs |= unit
            kongs |= unit if shape is Shape.KONG else 0
        copies += TILES_IN[shape] * unit
    if kinds_above(copies, COPIES):
        return None
    counted = {tile: chows.count(tile) for tile in chows}
    return tuple(sorted(counted.items())), pungs, kongs, pairs


MOST_LAID = 216
"""In so many ways a hand without sets can lie: in suits and ranks, with a wind."""
TOO_MANY_LAID = gettext_noop(
    "The field “%(field)s” fits too many different hands: %(most)d at most."
)


def read_tiles(said: Fields) -> OneOfEach | SevenPairs | None:
    """Return the hand without sets under *tiles*; None, and why, if it is none."""
    forms = _forms(said, "tiles", TILES)
    if any("pairs" in one.record for one in forms):
        return _read_pairs(forms)
    templates = [_read_templates(one) for one in forms]
    if not templates or not all(templates):
        return None
    found = tuple(dict.fromkeys(chain.from_iterable(templates)))
    if len(found) > MOST_LAID:
        forms[0].bad("each", TOO_MANY_LAID, most=MOST_LAID)
        return None
    return OneOfEach(found)


def _read_pairs(forms: list[Fields]) -> SevenPairs | None:
    """Return seven pairs of what is named, in one of the forms."""
    allowed: list[Kinds] = []
    for said in forms:
        names = _names(said, "pairs")
        found = [
            [_kinds_called(name, letters) for name in names]
            for letters, _ in _choices(*names)
        ]
        if len(said.record) > 1 or not names or None in found[0]:
            said.bad(
                "pairs",
                gettext_noop(
                    "The field “%(field)s” must list what the seven pairs are of:"
                    " %(known)s, a, b, c, or tiles like 19m; and nothing else beside."
                ),
                known=", ".join(GROUPS),
            )
            return None
        allowed += (
            reduce(or_, (one for one in kinds if one is not None)) for kinds in found
        )
    return SevenPairs(tuple(dict.fromkeys(allowed)))


def _read_templates(said: Fields) -> list[Template]:
    """Return the templates of one form; none, and why, if it is no hand."""
    each, more = said.texts("each"), said.texts("one_of")
    wrong = gettext_noop(
        "The field “%(field)s” must list tiles, a1 to c9, W, D or one like 5z: 14 with"
        " those of one_of, of which one is needed."
    )
    if len(each) != MOST_TILES - bool(more):
        said.bad("each", wrong)
        return []
    for name, tiles in (("each", each), ("one_of", more)):
        # One of each kind says all that can be said; what is longer costs for nothing.
        if len(tiles) > KINDS or not all(
            OF_A_SUIT.fullmatch(one) or one in ANY or kind_of(one) is not None
            for one in tiles
        ):
            said.bad(name, wrong)
            return []
    templates = []
    choices = product(_choices(*each, *more), _honour_choices(*each, *more))
    for (letters, rank), honours in choices:
        required = [_tile_called(honours.get(one, one), letters, rank) for one in each]
        others = {_tile_called(honours.get(one, one), letters, rank) for one in more}
        if None in required or None in others:
            continue
        found = [one for one in required if one is not None]
        if max(Counter(found).values()) <= COPIES:
            templates.append(
                Template(pack(found), pack(one for one in others if one is not None))
            )
        if len(templates) > MOST_LAID:
            said.bad("each", TOO_MANY_LAID, most=MOST_LAID)
            return []
    if not templates:
        said.bad("each", gettext_noop("The field “%(field)s” fits no hand at all."))
    return templates
