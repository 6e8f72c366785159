"""Every way a hand with jokers can lie, against trying all tiles for each joker."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

import pytest

from clubscore.rules import score_record
from clubscore.rules.jokers import best_pungs, layouts
from clubscore.rules.sets import parse_set
from clubscore.rules.tiles import JOKER, count_of, kinds_of, pack, parse_tiles
from tests.rules.test_mutants_found import played

Stone = tuple[int, int]
"""What a tile counts as, and the tile it is."""
Look = tuple[str, object, bool, bool, bool]
"""What a rule can tell of a set: shape, suit or honour, terminals, the rest."""

HONOURS = range(27, 34)
WINDS = range(27, 31)
DRAGONS = range(31, 34)


def shape_of(kinds: tuple[int, ...]) -> str | None:
    """Say which set tiles are, if they are one."""
    first = min(kinds)
    if len(set(kinds)) == 1:
        return {2: "pair", 3: "pung", 4: "kong"}.get(len(kinds))
    is_row = sorted(kinds) == [first, first + 1, first + 2]
    return "chow" if is_row and first < 27 and first % 9 < 7 else None


def divided(tiles: tuple[Stone, ...]) -> Iterator[tuple[tuple[Stone, ...], ...]]:
    """Divide tiles into pairs, chows and pungs in every way."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], tiles[1:]
    for size in (2, 3):
        for others in set(combinations(rest, size - 1)):
            group = (first, *others)
            if shape_of(tuple(kind for kind, _ in group)) is not None:
                left = Counter(rest) - Counter(others)
                for more in divided(tuple(sorted(left.elements()))):
                    yield (group, *more)


def meanings(tiles: tuple[int, ...], kinds: list[int]) -> Iterator[tuple[Stone, ...]]:
    """Let each joker stand for each of the kinds."""
    real = [(tile, tile) for tile in tiles if tile != JOKER]
    for chosen in combinations_with_replacement(kinds, tiles.count(JOKER)):
        yield tuple(sorted(real + [(kind, JOKER) for kind in chosen]))


def look_of(group: tuple[Stone, ...], last: int, *, is_concealed: bool) -> Look:
    """Say what a rule can tell of one set."""
    kinds = tuple(kind for kind, _ in group)
    shape, first = shape_of(kinds), min(kinds)
    assert shape is not None
    is_honour = first in HONOURS
    ends = is_honour or first % 9 in (0, 8)
    return (
        shape,
        first if is_honour else f"suit {first // 9}",
        shape != "chow" and ends,
        last in [tile for _, tile in group],
        is_concealed,
    )


def renamed(looks: list[Look], alike: list[int]) -> tuple[Look, ...]:
    """Give honours that no rule tells apart the names that come first."""

    def with_names(names: dict[Any, int]) -> tuple[Look, ...]:
        return tuple(
            sorted(
                ((one[0], names.get(one[1], one[1]), *one[2:]) for one in looks),
                key=str,
            )
        )

    winds = [wind for wind in alike if wind in WINDS]
    return min(
        (
            with_names(
                dict(zip(DRAGONS, dragons, strict=True))
                | dict(zip(winds, others, strict=True))
            )
            for dragons in permutations(DRAGONS)
            for others in permutations(winds)
        ),
        key=str,
    )


@pytest.mark.parametrize(
    ("written", "loose", "last", "sets", "valued"),
    [
        ([], "5m0000j", "5m", 1, ""),
        ([], "9m0000j", "0j", 1, ""),
        ([], "19p000j", "9p", 1, ""),
        ([], "1m5p000j", "5p", 1, ""),
        ([], "89m1p00j", "9m", 1, ""),
        ([], "24s5z00j", "4s", 1, "1z"),
        ([], "7p1s00j5z", "0j", 1, ""),
        ([], "56z000j", "0j", 1, ""),
        ([], "1z0000j", "1z", 1, "12z"),
        ([], "1z0000j", "1z", 1, "34z"),
        ([], "34z000j", "3z", 1, "1z"),
        ([], "00000j", "0j", 1, "3z"),
        ([], "00j", "0j", 0, "2z"),
        ([], "123m55p", "5p", 1, ""),
        ([], "15m9s17z", "7z", 1, ""),
        ([], "1p00000j", "1p", 1, ""),
        ([], "34556m0j88m", "0j", 2, ""),
        ([], "2233m5s00j7z", "5s", 2, ""),
        (["(5m0j)"], "000j", "5m", 1, ""),
        (["(00j)"], "19s0j", "0j", 1, ""),
        (["(2m00j)"], "9s0j", "9s", 1, ""),
        (["000j"], "9s0j", "0j", 1, "4z"),
        (["78m0j"], "55z", "8m", 1, ""),
        (["1m00j", "(9m00j)"], "55z", "5z", 2, ""),
        (["1z00j", "(2z00j)"], "5m0j", "5m", 2, ""),
        (["(13p0j)"], "55z", "1p", 1, ""),
        (["22m0j"], "9s0j", "2m", 1, ""),
        (["(22m00j)"], "9s0j", "9s", 1, ""),
        (["(789s0j)"], "9s0j", "9s", 1, ""),
        (["1f0j"], "123m", "1m", 1, ""),
        (["14m0j"], "55z", "1m", 1, ""),
        (["1z000j"], "7z0j", "7z", 1, "1z"),
        (["55z0j", "55z0j"], "1m0j", "0j", 2, ""),
        (["00j5z", "(00j5z)"], "1m0j", "0j", 2, ""),
        (["000j", "000j"], "11m", "1m", 2, "1z"),
        (["000j", "(00j)", "000j"], "", "0j", 2, "2z"),
        (["(99m)", "9m00j"], "456p", "9m", 2, ""),
    ],
)
def test_a_hand_with_jokers_lies_in_every_way_that_a_rule_can_tell_and_in_no_other(
    written: list[str], loose: str, last: str, sets: int, valued: str
) -> None:
    own = [parse_set(text) for text in written]
    tiles = parse_tiles(loose)
    everything = [*tiles, *(tile for one in own for tile in one.tiles)]
    suits = {tile // 9 for tile in everything if tile < 27} or {0}
    kinds = [*(9 * suit + rank for suit in suits for rank in range(9)), *HONOURS]
    [last_tile] = parse_tiles(last)
    worth_more = parse_tiles(valued)
    alike = [wind for wind in WINDS if wind not in worth_more]

    wanted = set()
    of_written = [
        [
            way
            for way in meanings(one.tiles, kinds)
            if shape_of(tuple(k for k, _ in way))
        ]
        for one in own
    ]
    for stones in meanings(tiles, kinds):
        for division in divided(stones):
            for lying in product(*of_written):
                looks = [
                    *(
                        look_of(way, last_tile, is_concealed=one.is_concealed)
                        for one, way in zip(own, lying, strict=True)
                    ),
                    *(look_of(one, last_tile, is_concealed=True) for one in division),
                ]
                shapes = [one[0] for one in looks]
                if shapes.count("pair") == 1 and len(shapes) == sets + 1:
                    wanted.add(tuple(sorted(looks, key=str)))
    found = []
    for layout in layouts(
        tuple(own), pack(tiles), last_tile, sets, kinds_of(pack(worth_more))
    ):
        assert Counter(tile for one in layout for tile in one.tiles) == Counter(
            everything
        )
        for one, said in zip(layout, own, strict=False):
            assert (one.tiles, one.is_concealed) == (said.tiles, said.is_concealed)
        looks = [
            (
                one.shape.name.lower(),
                one.tile if one.tile in HONOURS else f"suit {one.tile // 9}",
                one.shape.name != "CHOW"
                and (one.tile in HONOURS or one.tile % 9 in (0, 8)),
                last_tile in one.tiles,
                one.is_concealed,
            )
            for one in layout
        ]
        found.append(renamed(looks, alike))
    assert len(found) == len(set(found))
    assert set(found) == {renamed(list(looks), alike) for looks in wanted}


@pytest.mark.parametrize(
    ("tiles", "jokers", "wanted", "sets", "best"),
    [
        ("", 2, "5z", 4, 0),
        ("", 3, "5z", 4, 1),
        ("", 3, "5z", 0, 0),
        ("5z", 2, "5z", 1, 1),
        ("5z", 1, "5z", 1, 0),
        ("5566z", 2, "56z", 4, 2),
        ("5566z", 1, "56z", 4, 1),
        ("5566z", 2, "56z", 1, 1),
        ("55z", 4, "5z", 4, 2),
        ("5555z", 2, "5z", 4, 2),
        ("5555z", 1, "5z", 4, 1),
        ("555z", 0, "5z", 4, 1),
        ("555z", 3, "56z", 4, 2),
        ("11z55z", 1, "5111z", 4, 3),
        ("1z55z7z", 3, "55117z", 4, 4),
        ("12z", 12, "12345z", 4, 4),
        ("12z", 12, "1z", 4, 4),
        ("123m", 3, "5z", 4, 1),
    ],
)
def test_a_losers_jokers_make_the_pungs_worth_most(
    tiles: str, jokers: int, wanted: str, sets: int, best: int
) -> None:
    # A kind that is wanted twice is worth twice as much.
    worth = Counter(parse_tiles(wanted))
    packed = pack(parse_tiles(tiles))
    made = best_pungs(packed, jokers, tuple(worth.items()), sets)
    assert sum(worth[one.tile] for one in made) == best
    assert len(made) <= sets
    used = Counter(tile for one in made for tile in one.tiles)
    assert used[JOKER] <= jokers
    for one in made:
        assert one.is_concealed
        assert one.shape.name == "PUNG"
        assert len(one.tiles) == 3
        assert set(one.tiles) <= {one.tile, JOKER}
        assert used[one.tile] <= count_of(packed, one.tile)


def test_who_robs_a_joker_may_hold_another_one() -> None:
    # Of other tiles the robbed player has the other three.
    waiting: dict[str, Any] = {"complete": False}
    record = played(
        ruleset="schmale",
        options={"jokers": 4},
        hands={
            "E": {"sets": ["(222m)"], "complete": False},
            "S": {"sets": ["(234s)", "(456p)", "(567m)", "(345m)"], "tiles": "0j0j"},
            "W": waiting,
            "N": waiting,
        },
        outcome__source="robbed_kong",
        outcome__winning_tile="0j",
    )
    assert score_record(record)["scores"]["S"] > 0


def test_a_set_of_jokers_alone_is_a_losers_best_set() -> None:
    # East's own wind, which is the round's too: 2 faan are 4 points.
    record = played(
        ruleset="schmale",
        options={"jokers": 4, "losers_settle": "yes"},
        hands={
            "E": {"sets": ["(0j0j0j)"], "complete": False},
            "S": {"sets": ["(234s)", "(456p)", "(567m)", "(345m)", "(33s)"]},
        },
    )
    assert score_record(record)["hands"]["E"]["points"] == 4


def test_a_losers_jokers_make_no_fifth_set_of_too_many_tiles() -> None:
    # Beside three chows one pung of dragons counts: 1 faan is 2 points.
    record = played(
        ruleset="schmale",
        options={"jokers": 4, "losers_settle": "yes"},
        hands={
            "E": {
                "sets": ["(234s)", "(456p)", "(567m)"],
                "tiles": "55z66z0j0j",
                "complete": False,
            },
            "S": {"sets": ["(234s)", "(456p)", "(567m)", "(345m)", "(33s)"]},
        },
    )
    assert score_record(record)["hands"]["E"]["points"] == 2
