"""Hands without sets, and what tiles wait for, against trying every tile."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

import pytest

from clubscore.rules.analysis import divisions, regular_waits
from clubscore.rules.irregular import (
    HonoursAndKnitted,
    Knitted,
    OneOfEach,
    SevenPairs,
    Template,
)
from clubscore.rules.items import IrregularLimit
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.tiles import (
    BAMBOOS,
    CIRCLES,
    EVERY_KIND,
    HONOURS,
    KINDS,
    NORTH,
    UNIT,
    Packed,
    kinds_of,
    pack,
    parse_tiles,
    tiles_of,
)

LIMITS = [
    pytest.param(limit, id=f"{ruleset.key}-{limit.key}")
    for ruleset in RULESETS.values()
    for limit in ruleset.limit_hands
    if isinstance(limit, IrregularLimit)
]
every_shape = pytest.mark.parametrize("limit", LIMITS)


def packed_of(text: str) -> Packed:
    """Return the tiles of a text, packed."""
    return pack(parse_tiles(text))


def near(limit: IrregularLimit, many: int) -> Iterator[list[int]]:
    """Yield the example of a limit hand, and hands that differ from it a little."""
    rng = Random(limit.key)
    example = list(parse_tiles(limit.examples[0].tiles))
    yield list(example)
    for _ in range(many):
        tiles = list(example)
        for _ in range(rng.choice((1, 1, 2))):
            tiles[rng.randrange(len(tiles))] = rng.choice((*example, *range(KINDS)))
        if max(map(tiles.count, tiles)) <= 4:
            yield tiles


@every_shape
def test_a_shape_waits_for_the_tiles_that_complete_it(limit: IrregularLimit) -> None:
    for tiles in near(limit, 150):
        waiting = pack(tiles[:-1])
        wanted = [
            kind for kind in range(KINDS) if limit.shape.completes(waiting + UNIT[kind])
        ]
        assert tiles_of(limit.shape.waits(waiting)) == wanted
        if wanted:
            assert kinds_of(waiting).bit_count() in limit.shape.kinds_before


@every_shape
def test_any_part_of_a_shape_can_belong_to_it(limit: IrregularLimit) -> None:
    assert limit.shape.admits(0)
    for tiles in near(limit, 150):
        if not limit.shape.completes(pack(tiles)):
            continue
        for out in combinations(range(len(tiles)), 2):
            part = [tile for place, tile in enumerate(tiles) if place not in out]
            assert limit.shape.admits(pack(part))
        # Nothing has a place beside a whole hand.
        for kind in range(KINDS):
            more = pack(tiles) + UNIT[kind]
            assert not (len(tiles) == 14 and limit.shape.admits(more))


@every_shape
def test_jokers_complete_a_shape_as_the_tiles_that_they_stand_for(
    limit: IrregularLimit,
) -> None:
    rng = Random(limit.key)
    found = set()
    for tiles in near(limit, 24):
        jokers = rng.choice((1, 2))
        rng.shuffle(tiles)
        real = pack(tiles[jokers:])
        wanted = any(
            limit.shape.completes(real + pack(chosen))
            for chosen in combinations_with_replacement(range(KINDS), jokers)
        )
        assert limit.shape.completes(real, None, jokers) is wanted
        found.add(wanted)
    assert found == {True, False}


@every_shape
def test_a_shape_says_how_few_tiles_it_needs(limit: IrregularLimit) -> None:
    few = len(parse_tiles(limit.examples[0].tiles))
    # Das Spiel der Winde, Besondere Spiele: no tile of them need stand twice.
    if limit.shape.completes(packed_of("19m19p19s1234567z")):
        few = 13
    assert limit.shape.least_size == few


def test_of_hands_of_several_sizes_the_smallest_says_how_few_tiles_it_needs() -> None:
    orphans = packed_of("19m19p19s1234567z")
    templates = Template(orphans), Template(orphans, EVERY_KIND)
    assert OneOfEach(templates).least_size == OneOfEach(templates[:1]).least_size == 13
    assert OneOfEach(templates[1:]).least_size == 14


def test_of_hands_of_several_kinds_the_fewest_can_be_waited_for() -> None:
    orphans, pairs = packed_of("19m19p19s1234567z"), packed_of("1122334455667m")
    both = OneOfEach((Template(orphans), Template(pairs)))
    assert both.kinds_before == OneOfEach((Template(pairs),)).kinds_before
    assert both.kinds_before == range(6, 14)


# Seven pairs -----------------------------------------------------------------

ANY_PAIRS = SevenPairs((EVERY_KIND,))
DIFFERENT_PAIRS = SevenPairs((EVERY_KIND,), may_repeat=False)


@pytest.mark.parametrize(
    ("tiles", "jokers", "is_any", "is_different"),
    [
        ("11223344556677m", 0, True, True),
        ("11112233445566m", 0, True, False),
        ("1112233445566m", 1, True, False),
        ("112233445566m7z", 1, True, True),
        ("112233445566m", 2, True, True),
        ("111223344556m", 2, True, False),
        ("1122334455m67z", 2, True, True),
        ("112233445m567z", 3, False, False),
        ("1122334455m567z", 1, False, False),
        ("111122223333m11z", 0, True, False),
    ],
)
def test_seven_pairs_with_jokers(
    tiles: str, jokers: int, *, is_any: bool, is_different: bool
) -> None:
    packed = packed_of(tiles)
    assert ANY_PAIRS.completes(packed, None, jokers) is is_any
    assert DIFFERENT_PAIRS.completes(packed, None, jokers) is is_different


@pytest.mark.parametrize(
    ("tiles", "is_any", "is_different"),
    [
        ("1122m", True, True),
        ("111m", True, False),
        ("1234567m", True, True),
        ("12345678m", False, False),
        ("112345678m", False, False),
        ("11112222333m4m", True, False),
    ],
)
def test_what_seven_pairs_can_hold(
    tiles: str, *, is_any: bool, is_different: bool
) -> None:
    packed = packed_of(tiles)
    assert ANY_PAIRS.admits(packed) is is_any
    assert DIFFERENT_PAIRS.admits(packed) is is_different


def test_different_pairs_do_not_wait_for_a_fourth_tile() -> None:
    waiting = packed_of("1112233445566m")
    assert tiles_of(ANY_PAIRS.waits(waiting)) == [0]
    assert DIFFERENT_PAIRS.waits(waiting) == 0


def test_pairs_of_one_suit_can_be_made_where_the_suit_is_played_with() -> None:
    circles = SevenPairs((CIRCLES,))
    assert circles.can_be_made_of(CIRCLES | HONOURS)
    assert not circles.can_be_made_of(BAMBOOS | HONOURS)


# Few kinds and many ------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "tiles", "kinds"),
    [
        (ANY_PAIRS, "1111222233334m", 4),
        (ANY_PAIRS, "1122334455667m", 7),
        (Knitted(2), "1111222m111122p", 4),
        (Knitted(2), "1234567m123456p", 13),
        (Knitted(3), "11112m1111p1111s", 4),
        (Knitted(3), "12345m1234p1234s", 13),
    ],
)
def test_the_fewest_kinds_and_the_most_that_wait_for_a_shape(
    shape: SevenPairs | Knitted, tiles: str, kinds: int
) -> None:
    waiting = packed_of(tiles)
    assert shape.waits(waiting)
    assert kinds_of(waiting).bit_count() == kinds
    assert kinds in shape.kinds_before


def test_honours_and_knitted_tiles_are_fourteen() -> None:
    shape = HonoursAndKnitted()
    whole = packed_of("147m258p369s12345z")
    assert shape.completes(whole)
    assert not shape.completes(whole + UNIT[NORTH + 3])
    for tile in tiles_of(whole):
        part = whole - UNIT[tile]
        assert not shape.completes(part)
        assert shape.completes(part, None, 1)
        assert shape.waits(part) & UNIT[tile]
        for other in tiles_of(EVERY_KIND & ~(whole | HONOURS)):
            # Eight tiles, two of a suit at least, belong to no other knitting.
            assert not shape.completes(part + UNIT[other])


def test_knitted_tiles_lie_number_by_number() -> None:
    laid = Knitted(3).arrange(packed_of("11223m1123p1123s"))
    assert laid == ((), parse_tiles("1m1m1p1p1s1s2m2m2p2s3m3p3s"))


def test_honours_and_knitted_tiles_are_made_of_one_knitting() -> None:
    shape = HonoursAndKnitted()
    assert shape.can_be_made_of(packed_of("147m258p369s") | HONOURS)
    assert shape.can_be_made_of(packed_of("147m258p369s12345z"))
    assert not shape.can_be_made_of(packed_of("147m258p369s1234z"))
    assert not shape.can_be_made_of(EVERY_KIND & ~HONOURS)


# Tiles that must all be there --------------------------------------------------

ONE_TO_THREE = packed_of("123m")
NEEDS_MORE = Template(ONE_TO_THREE, packed_of("12m"))
MAY_HAVE_MORE = Template(ONE_TO_THREE, packed_of("12m"), needs_more=False)
NO_MORE = Template(ONE_TO_THREE)


@pytest.mark.parametrize(
    ("tiles", "jokers", "needs", "may", "none"),
    [
        ("123m", 0, False, True, True),
        ("1123m", 0, True, True, False),
        ("1223m", 0, True, True, False),
        ("1233m", 0, False, False, False),
        ("11123m", 0, False, False, False),
        ("11223m", 0, False, False, False),
        ("12m", 0, False, False, False),
        ("23m", 0, False, False, False),
        ("112m", 0, False, False, False),
        ("1224m", 0, False, False, False),
        ("123m", 1, True, True, False),
        ("123m", 2, False, False, False),
        ("12m", 1, False, True, True),
        ("12m", 2, True, True, False),
        ("12m", 3, False, False, False),
        ("112m", 1, True, True, False),
        ("112m", 2, False, False, False),
        ("122m", 1, True, True, False),
        ("113m", 1, True, True, False),
        ("133m", 1, False, False, False),
        ("1122m", 1, False, False, False),
        ("112m4m", 1, False, False, False),
        ("", 3, False, True, True),
        ("", 4, True, True, False),
        ("", 2, False, False, False),
    ],
)
def test_what_a_template_is(
    tiles: str, jokers: int, *, needs: bool, may: bool, none: bool
) -> None:
    packed = packed_of(tiles)
    assert NEEDS_MORE.completes(packed, jokers) is needs
    assert MAY_HAVE_MORE.completes(packed, jokers) is may
    assert NO_MORE.completes(packed, jokers) is none


@pytest.mark.parametrize(
    ("tiles", "last", "jokers", "wanted"),
    [
        ("1123m", "1m", 0, True),
        ("1123m", "2m", 0, False),
        ("1123m", "3m", 0, False),
        ("1223m", "2m", 0, True),
        ("123m", "0j", 1, True),
        ("112m", "0j", 1, False),
        ("112m", "1m", 1, True),
        ("112m", "2m", 1, False),
        ("12m", "0j", 2, True),
        ("12m", "1m", 2, True),
        ("11m", "1m", 2, True),
        ("1m", "0j", 3, True),
        ("122m", "1m", 1, False),
    ],
)
def test_what_is_required_can_have_to_be_there_before_the_last_tile(
    tiles: str, last: str, jokers: int, *, wanted: bool
) -> None:
    shape = OneOfEach((NEEDS_MORE,), is_required_before=True)
    packed = packed_of(tiles)
    [tile] = parse_tiles(last)
    assert shape.completes(packed, tile, jokers) is wanted
    # Whichever came last, one of the tiles may have.
    assert shape.completes(packed, None, jokers)


@pytest.mark.parametrize(
    ("tiles", "needs", "none"),
    [
        ("", True, True),
        ("123m", True, True),
        ("12m", True, True),
        ("11m", True, False),
        ("33m", False, False),
        ("1122m", False, False),
        ("111m", False, False),
        ("14m", False, False),
        ("1123m", True, False),
    ],
)
def test_what_a_template_can_hold(tiles: str, *, needs: bool, none: bool) -> None:
    packed = packed_of(tiles)
    assert NEEDS_MORE.admits(packed) is needs
    assert MAY_HAVE_MORE.admits(packed) is needs
    assert NO_MORE.admits(packed) is none


def test_a_template_can_be_made_where_all_its_kinds_are_played_with() -> None:
    shape = OneOfEach((NO_MORE, Template(packed_of("1234z"))))
    assert shape.can_be_made_of(HONOURS)
    assert not shape.can_be_made_of(HONOURS & ~UNIT[NORTH])


# Sets and a pair -----------------------------------------------------------------


def lies_in_sets(counts: list[int], *, has_pair: bool) -> bool:
    """Say whether tiles are sets, and a pair where there is one."""
    kind = next((kind for kind, many in enumerate(counts) if many), None)
    if kind is None:
        return not has_pair
    ways: list[Any] = [((0, 0, 0), has_pair)]
    if has_pair:
        ways.append(((0, 0), False))
    if kind < 27 and kind % 9 < 7:
        ways.append(((0, 1, 2), has_pair))
    for steps, still in ways:
        left = list(counts)
        for step in steps:
            left[kind + step] -= 1
        if min(left) >= 0 and lies_in_sets(left, has_pair=still):
            return True
    return False


def dealt(rng: Random) -> list[int]:
    """Return tiles that are near to sets and a pair."""
    tiles: list[int] = []
    for _ in range(rng.randrange(5)):
        kind = rng.randrange(KINDS)
        is_chow = kind < 27 and kind % 9 < 7 and rng.random() < 0.7
        tiles += [kind, kind + 1, kind + 2] if is_chow else [kind] * 3
    if rng.random() < 0.7:
        tiles += [rng.randrange(KINDS)] * 2
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        if tiles:
            tiles.pop(rng.randrange(len(tiles)))
    return tiles


def test_tiles_wait_for_what_makes_them_sets_and_a_pair() -> None:
    rng = Random(1)
    many = 0
    for _ in range(500):
        tiles = dealt(rng)
        counts = [tiles.count(kind) for kind in range(KINDS)]
        wanted = []
        for kind in range(KINDS):
            counts[kind] += 1
            left = (len(tiles) + 1) % 3
            if left != 1 and lies_in_sets(counts, has_pair=left == 2):
                wanted.append(kind)
            counts[kind] -= 1
        assert tiles_of(regular_waits(pack(tiles))) == wanted, tiles
        many += bool(wanted)
    assert many > 150


@pytest.mark.parametrize(
    ("tiles", "ways"),
    [
        ("111222333m55z", ["(111m) (222m) (333m) (55z)", "(123m) (123m) (123m) (55z)"]),
        ("22334455m", ["(22m) (345m) (345m)", "(234m) (234m) (55m)"]),
        ("789m123p", ["(789m) (123p)"]),
        ("89m1p", []),
        ("123z", []),
        ("7777z", []),
        ("11123m", ["(11m) (123m)"]),
        ("999s111z22z", ["(999s) (111z) (22z)"]),
        ("99s777z", ["(99s) (777z)"]),
    ],
)
def test_every_way_to_lay_tiles_out(tiles: str, ways: list[str]) -> None:
    found = {
        "".join(sorted(one.notation for one in way))
        for way in divisions(packed_of(tiles))
    }
    assert found == {"".join(sorted(way.split())) for way in ways}
    for way in divisions(packed_of(tiles)):
        assert sum(one.packed for one in way) == packed_of(tiles)
