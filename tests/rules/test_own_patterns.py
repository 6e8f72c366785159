"""Items and limit hands of a club's own: what fits them, and what cannot be one."""

from __future__ import annotations

from typing import Any

import pytest

from clubscore.rules import score_record
from clubscore.rules.fields import Fields
from clubscore.rules.irregular import OneOfEach
from clubscore.rules.items import HandItem
from clubscore.rules.own_patterns import GROUPS, AnyPattern, read_patterns, read_tiles
from clubscore.rules.rulesets import find_ruleset, problems_of_book
from clubscore.rules.tiles import kinds_of, pack, parse_tiles
from tests.rules.dealt_tiles import Record
from tests.rules.own_book import book, earned, refused, south, won
from tests.rules.spoilt_books import SNAKE, THREE_SISTERS

# What fits --------------------------------------------------------------------------


def test_an_item_of_ones_own_counts_for_what_fits() -> None:
    own = book(add=[THREE_SISTERS])
    result = won(own)
    assert south(result) == (1024, 32, 5)
    assert "three_sisters" in earned(result)
    other = won(own, "123456m789p55z222z")
    assert "three_sisters" not in earned(other)


@pytest.mark.parametrize(
    ("fits", "yes", "no"),
    [
        ([["chow", "ax"], ["chow", "bx"]], "(234m)(234s)(567p)(111z)(55z)", "22"),
        ([["pung", "ax"], ["pung", "bx"], ["pung", "cx"]], "(222m)(222s)(222p)", "3"),
        ([["pung", "ax"], ["pung", "ax+1"]], "(222m)(333m)(567p)(111z)(55z)", "4"),
        ([["kong", "D"], ["pung", "D"]], "(5555z)(666z)(567p)(111z)(55m)", "5"),
        ([["pung", "own"], ["pair", "round"]], "(222z)(11z)(567p)(234s)(789s)", "6"),
        ([["pung", "own"]], "(222z)(11z)(567p)(234s)(789s)", "6"),
        ([["pung", "5z"], ["pung", "D"]], "(555z)(777z)(567p)(234s)(99s)", "7"),
        ([["pair", "5m"]], "(55m)(777z)(567p)(234s)(999s)", "8"),
        ([["chow", "5m"]], "(567m)(777z)(567p)(234s)(99s)", "10"),
        ([["pung", "own"], ["pung", "W"]], "(222z)(444z)(567p)(234s)(99s)", "9"),
    ],
)
def test_sets_with_variables(fits: Any, yes: str, no: str) -> None:
    others = {
        "22": "(234m)(234m)(567p)(111z)(55z)",
        "3": "(222m)(222s)(333p)(111z)(55z)",
        "4": "(222m)(444m)(567p)(111z)(55z)",
        "5": "(555z)(666z)(567p)(111z)(55m)",
        "6": "(111z)(22z)(567p)(234s)(789s)",
        "7": "(555z)(111z)(567p)(234s)(99s)",
        "8": "(55p)(777z)(567p)(234s)(999s)",
        "9": "(222z)(555z)(567p)(234s)(99s)",
        "10": "(555m)(777z)(567p)(234s)(99s)",
    }
    if no == "3":
        yes += "(111z)(55z)"
    item = THREE_SISTERS | {"fits": {"sets": fits}, "yes": [yes], "no": [others[no]]}
    find_ruleset(book(add=[item]))
    # Exactly the other way round both examples are wrong.
    swapped = item | {"yes": [others[no]], "no": [yes]}
    problem = refused(book(add=[swapped]))
    assert problem.field == "ruleset.add.0.yes.0"
    assert problem.message == "“ruleset.add.0.yes.0” should fit, and does not."
    problem = refused(book(add=[item | {"no": [yes]}]))
    assert problem.message == "“ruleset.add.0.no.0” should not fit, and does."


def test_a_kong_that_is_asked_for_is_no_pung_beside_it() -> None:
    kong_and_pung = {"sets": [["kong", "D"], ["pung", "D"]]}
    examples = {
        "yes": ["(5555z)(666z)(567p)(111z)(55m)", "(5555z)(6666z)(567p)(111z)(55m)"],
        "no": ["(5555z)(234m)(567p)(111z)(55m)"],
    }
    find_ruleset(book(add=[THREE_SISTERS | {"fits": kong_and_pung} | examples]))


def test_a_suit_can_be_named_where_so_many_tiles_are_asked_alone() -> None:
    fits = {"at_least": {"a": 11, "winds": 3}}
    hands = {
        "yes": ["(123m)(456m)(789m)(55m)(222z)", "(123s)(456s)(789s)(55s)(222z)"],
        "no": ["(123m)(456m)(789s)(55m)(222z)", "(123m)(456m)(789m)(55m)(777z)"],
    }
    find_ruleset(book(add=[THREE_SISTERS | {"fits": fits} | hands]))


def test_a_limit_hand_of_ones_own_with_sets() -> None:
    own = THREE_SISTERS | {"limit_hand": True, "points": 1234}
    del own["doubles"]
    result = won(book(add=[own]))
    assert result["hands"]["S"]["limit"] == "three_sisters"
    assert south(result)[0] == 1234


def test_a_limit_hand_of_ones_own_without_sets_is_waited_for_too() -> None:
    ladder = {
        "key": "ladder",
        "name": "Ladder",
        "points": 600,
        "tiles": {
            "each": [f"a{one}" for one in range(1, 10)] + ["1z"] * 2 + ["5z"] * 3
        },
        "yes": ["(123456789m11z555z)"],
        "no": ["(123456789m11z556z)"],
    }
    own = book(add=[ladder])
    assert won(own, "123456789p11z555z", "9p")["hands"]["S"]["limit"] == "ladder"
    waiting = {"tiles": "123456789m11z55z"}
    assert won(own, "123456789p33z222z", north=waiting)["hands"]["N"]["points"] == 300


def test_a_limit_hand_of_so_many_tiles_is_waited_for_too() -> None:
    nine_winds = {
        "key": "nine_winds",
        "name": "Nine winds",
        "who": "winner",
        "limit_hand": True,
        "points": 500,
        "fits": {"at_least": {"winds": 9}},
        "yes": ["(111z)(222z)(333z)(555m)(11m)"],
        "no": ["(111z)(222z)(555z)(555m)(11m)"],
    }
    own = book("bmja", add=[nine_winds])
    # Two fifths of it; and what counts are three pungs of 8, the round wind's doubled.
    for tiles, points in (("111222z33z55m111p", 200), ("111222z33p55m111p", 24 * 2)):
        result = won(own, "222m888s444p567p99s", "9s", north={"tiles": tiles})
        assert result["hands"]["N"]["points"] == points


def test_a_limit_hand_that_may_not_be_claimed_is_in_no_others_way() -> None:
    tiles = "11123455678999m"
    fives = {
        "key": "fives",
        "name": "Fives within the gates",
        "points": 700,
        "tiles": {"each": [f"{one}m" for one in tiles[:-1]]},
        "yes": [tiles],
        "no": ["11123445678999m"],
    }
    outcome = {"kind": "win", "winner": "S", "source": "discard", "from": "N"}
    game = {
        "ruleset": book("bmja", add=[fives]),
        "round_wind": "E",
        "hands": {"S": {"tiles": tiles}},
    }
    # BMJA: the gates of heaven are won with a claimed 1 or 9 alone.
    for last, limit in (("9m", "gates_of_heaven"), ("5m", "fives")):
        said = game | {"outcome": outcome | {"winning_tile": last}}
        assert score_record(said)["hands"]["S"]["limit"] == limit


def test_a_hand_of_ones_own_without_sets_is_a_limit_hand_and_no_item() -> None:
    tiles = {"each": ["1m"] * 3 + [*ENDS, "1z", "2z"]}
    ends = SNAKE | {
        "tiles": tiles,
        "yes": ["(1111m2m9m1p2p9p1s2s9s12z)"],
        "no": ["(1112m2m9m1p2p9p1s2s9s12z)"],
    }
    for said in ({}, {"limit_hand": True}):
        find_ruleset(book(add=[ends | said]))
    for said in ({"limit_hand": False}, {"fits": THREE_SISTERS["fits"]}):
        assert refused(book(add=[ends | said])).field == "ruleset.add.0.tiles"


def test_what_replaces_another_item_counts_instead() -> None:
    own = THREE_SISTERS | {"replaces": ["fully_concealed"]}
    assert "fully_concealed" not in earned(won(book(add=[own])))


# What cannot be ---------------------------------------------------------------------

ENDS = ["1m", "9m", "1p", "9p", "1s", "9s", "2m", "2p", "2s"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"key": "mahjong"}, "key"),
        ({"key": "Three Sisters"}, "key"),
        ({"name": " "}, "name"),
        ({"doubles": 1, "faan": 1}, "faan"),
        ({"doubles": None}, "points"),
        ({"who": "all"}, "who"),
        ({"yes": []}, "yes"),
        ({"no": "(123m)"}, "no"),
        ({"yes": ["(123m)"]}, "yes.0"),
        ({"yes": ["(123m)(456m)(789m)(5x)"]}, "yes.0"),
        ({"yes": ["(123m)(456p)(789m)55z(222p)"]}, "yes.0"),
        ({"no": ["(123m)(456m)(789m)55z(222p)"]}, "no.0"),
        ({"yes": [3]}, "yes.0"),
        ({"yes": [{"hand": 3}]}, "yes.0.hand"),
        ({"yes": [{"hand": "(123m)", "source": "sky"}]}, "yes.0.source"),
        (
            {"yes": [{"hand": "(123m)", "circumstances": ["rain"]}]},
            "yes.0.circumstances",
        ),
        ({"yes": [{"hand": "(123m)", "seat": "E"}]}, "yes.0.seat"),
        ({"fits": None}, "fits"),
        ({"fits": {}}, "fits.sets"),
        ({"fits": {"sets": "pung"}}, "fits.sets"),
        ({"fits": {"sets": 3}}, "fits.sets"),
        ({"fits": {"sets": [["chow", "a8"]]}}, "fits.sets"),
        ({"fits": {"sets": [["chow", "W"]]}}, "fits.sets.0"),
        ({"fits": {"sets": [["trio", "a1"]]}}, "fits.sets.0"),
        ({"fits": {"sets": [["pung", "d1"]]}}, "fits.sets.0"),
        ({"fits": {"sets": [["pung", "8z"]]}}, "fits.sets.0"),
        ({"fits": {"sets": [["pung", "a1"]] * 2}}, "fits.sets"),
        ({"fits": {"sets": [["pung", "a1"]] * 6}}, "fits.sets"),
        ({"fits": {"sets": [["pung", "a1"], ["pair", "a1"]]}}, "fits.sets"),
        ({"fits": {"sets": [["pair", "a1"]] * 2}}, "fits.sets"),
        ({"fits": {"sets": [["kong", "a2"], ["chow", "a2"]]}}, "fits.sets"),
        ({"fits": {"sets": [["kong", "a3"], ["chow", "a2"]]}}, "fits.sets"),
        ({"fits": {"sets": [["kong", "a4"], ["chow", "a2"]]}}, "fits.sets"),
        ({"fits": {"only": ["blue"]}}, "fits.sets"),
        ({"fits": {"only": ["789z"]}}, "fits.sets"),
        ({"fits": {"only": ["m", "1f"]}}, "fits.sets"),
        ({"fits": {"only": ["1m 2m"]}}, "fits.sets"),
        ({"fits": {"at_least": {"dragons": 15}}}, "fits.at_least"),
        ({"fits": {"at_least": {"dragons": "two"}}}, "fits.at_least"),
        ({"fits": {"at_least": {"dragons": True}}}, "fits.at_least"),
        ({"fits": {"at_least": {"blue": 1}}}, "fits.at_least"),
        (
            {
                "fits": {
                    "at_least": {
                        f"{rank}{suit}": 1 for rank in range(1, 8) for suit in "mps"
                    }
                }
            },
            "fits.at_least",
        ),
        ({"fits": {"only": ["winds"] * 21}}, "fits.only"),
        ({"fits": {"only": ["1" * 40 + "m"]}}, "fits.sets"),
        ({"tiles": {"pairs": ["winds"] * 21}}, "tiles.pairs"),
        ({"fits": {"kongs": 5}}, "fits.kongs"),
        ({"fits": {"kongs": [3, 2]}}, "fits.kongs"),
        ({"fits": {"kongs": True}}, "fits.kongs"),
        ({"fits": {"kongs": [True, 2]}}, "fits.kongs"),
        ({"fits": {"kongs": [0, True]}}, "fits.kongs"),
        ({"fits": {"sources": ["sky"]}}, "fits.sources"),
        ({"fits": [{"kongs": 1}] * 5}, "fits"),
        (
            {
                "fits": {"sources": ["wall"]},
                "yes": [{"hand": THREE_SISTERS["yes"][0], "source": "wall"}],
                "who": "everybody",
            },
            "who",
        ),
        ({"replaces": ["nothing"]}, "replaces"),
        ({"tiles": {"each": ["a1"]}}, "tiles.each"),
        (
            {"tiles": {"each": ["ax", "bx", "W", "W", "D", *ENDS]}},
            "tiles.each",
        ),
        ({"tiles": {"each": ["W"] * 13, "one_of": ["1m"] * 35}}, "tiles.one_of"),
        ({"yes": THREE_SISTERS["yes"] * 11}, "yes"),
        ({"tiles": {"each": ["1m"] * 5 + ENDS}}, "tiles.each"),
        ({"tiles": {"pairs": ["any"]}}, "tiles"),
        ({"tiles": {"pairs": ["W"]}}, "tiles.pairs"),
        ({"tiles": {"pairs": ["winds"], "each": ["1m"]}}, "tiles.pairs"),
        ({"tiles": {"pairs": []}}, "tiles.pairs"),
        ({"tiles": [{"pairs": ["winds"]}, {"each": ["1m"]}]}, "tiles.1.pairs"),
        ({"tiles": {"pairs": ["W", "red"]}}, "tiles.pairs"),
    ],
)
def test_an_item_that_cannot_be_is_refused_with_its_place(
    changed: Record, field: str
) -> None:
    assert refused(book(add=[THREE_SISTERS | changed])).field == (
        f"ruleset.add.0.{field}"
    )


def test_a_hand_without_sets_can_lie_in_every_suit_rank_and_wind() -> None:
    """Three suits in every order, one rank in all of them, and a wind: 216 ways."""
    each = ["ax", "bx", "cx", "W", *(f"{rank}m" for rank in range(1, 10)), "5z"]
    yes = "1z123456789m5z"
    item = SNAKE | {
        "tiles": {"each": each},
        "yes": [f"(1m1p1s{yes})", f"(4m4p4s{yes})"],
    }
    find_ruleset(book(add=[item | {"no": ["(1m1p2s1z123456789m5z)"]}]))
    problem = refused(book(add=[item | {"tiles": {"each": [*each[:-1], "D"]}}]))
    assert problem.field == "ruleset.add.0.tiles.each"
    assert problem.message.endswith("fits too many different hands: 216 at most.")


def test_all_forms_of_a_hand_without_sets_together_can_lie_in_so_many_ways() -> None:
    suits = ["ax", *["bx"] * 2, *["cx"] * 3, "W"]
    ways = [
        [*suits, *["5z"] * 4, *["6z"] * many, *["7z"] * (3 - many)] for many in (1, 2)
    ]
    one_form = {"tiles": {"each": ways[0]}, "yes": ["(1m11p111s15555677z)"]}
    find_ruleset(book(add=[SNAKE | one_form | {"no": ["(1m111p11s15555667z)"]}]))
    said = {"tiles": [{"each": one} for one in ways]}
    problem = refused(book(add=[SNAKE | said]))
    assert problem.field == "ruleset.add.0.tiles.0.each"
    assert problem.message.endswith("fits too many different hands: 216 at most.")


def test_an_example_is_a_text_of_at_most_80_characters() -> None:
    yes = "(123m)(456m)(789m)(55m)" + "(222z)".rjust(57)
    find_ruleset(book(add=[THREE_SISTERS | {"yes": [yes]}]))
    too_long = THREE_SISTERS | {"yes": [yes.replace(" ", "  ", 1)]}
    assert refused(book(add=[too_long])).field == "ruleset.add.0.yes.0"


@pytest.mark.parametrize(
    "hand",
    [
        "(123m)(456m)(79m)(55z)(222z) 8m",
        "(123m)(456m)(789m)(55z)(22z) 2z",
        "(123m)(456m)(789m)(222z)(5z) 5z",
    ],
)
def test_the_last_tile_of_an_example_completes_a_set_or_the_pair(hand: str) -> None:
    assert find_ruleset(book(add=[THREE_SISTERS | {"yes": [hand]}])).key
    assert refused(book(add=[THREE_SISTERS | {"no": [hand]}])).field == (
        "ruleset.add.0.no.0"
    )


def test_an_example_without_sets_can_end_with_the_same_pair_twice() -> None:
    pairs = "(11m)(22m)(33m)(44m)(66m)(55z)(55z)"
    find_ruleset(book(add=[THREE_SISTERS | {"no": [pairs]}]))


def test_one_pattern_can_stand_in_a_list_of_several() -> None:
    own = book(add=[THREE_SISTERS | {"fits": [THREE_SISTERS["fits"]]}])
    assert "three_sisters" in earned(won(own))


def test_so_much_can_be_said_of_an_item() -> None:
    find_ruleset(book(add=[THREE_SISTERS | {"yes": THREE_SISTERS["yes"] * 10}]))
    orphans = [f"{one}{suit}" for suit in "mps" for one in (1, 9)]
    orphans += [f"{one}z" for one in range(1, 8)]
    hand = SNAKE | {
        "tiles": {"each": orphans, "one_of": orphans + ["1z"] * (34 - len(orphans))},
        "yes": ["(19m19p19s12345677z)"],
        "no": ["(19m19p19s12345666z)"],
    }
    find_ruleset(book(add=[hand]))


def test_a_hand_without_sets_can_have_all_four_of_a_tile() -> None:
    item = SNAKE | {
        "tiles": {"each": ["1m"] * 3 + [*ENDS, "1z", "2z"]},
        "yes": ["(1111m2m9m1p2p9p1s2s9s12z)"],
        "no": ["(1112m2m9m1p2p9p1s2s9s12z)"],
    }
    # A book is refused whose own examples do not fit.
    find_ruleset(book(add=[item]))
    assert refused(book(add=[item | {"yes": item["no"]}])).field == (
        "ruleset.add.0.yes.0"
    )


@pytest.mark.parametrize(
    ("sets", "yes", "no"),
    [
        (
            [["chow", "a1"], ["chow", "a4"], ["chow", "a7"]],
            "(123m)(456m)(789m)55z(222p)",
            "(123m)(456p)(789m)55z(222p)",
        ),
        (
            [["pung", "a2"]],
            "(123m)(456m)(789m)55z(222p)",
            "(123m)(456m)(789m)55z(234p)",
        ),
        (
            [["pair", "a5"]],
            "(123m)(456m)(789m)55m(222p)",
            "(123m)(456m)(789m)55z(222p)",
        ),
    ],
)
def test_ranks_cannot_be_told_where_jokers_can_be(sets: Any, yes: str, no: str) -> None:
    item = THREE_SISTERS | {"faan": 1, "fits": {"sets": sets}}
    item |= {"yes": [yes], "no": [no]}
    del item["doubles"]
    problem = refused(book("schmale", add=[item]))
    assert problem.field == "ruleset.add.0.fits"
    assert problem.message.startswith("“ruleset.add.0.fits” names suits and ranks,")


@pytest.mark.parametrize(
    "hand",
    [
        {"fits": {"only": ["a"]}, "limit_hand": True},
        {"tiles": [{"each": "123456789m1234z", "more": "1z"}]},
    ],
)
def test_a_book_of_fan_has_no_limit_hands(hand: dict[str, Any]) -> None:
    own = {"key": "own", "name": "Own", "points": 100, "yes": [], "no": [], **hand}
    found = problems_of_book({"base": "mcr", "name": "A", "add": [own]})
    said = [one.message for one in found]
    assert any("a rule book of fan has no limit hands" in one for one in said)


def test_a_book_of_fan_can_have_an_item_of_its_own() -> None:
    own = {**THREE_SISTERS, "points": 3, "doubles": 0}
    assert "three_sisters" in earned(won(book("mcr", add=[own])))


# How many hands a pattern can mean --------------------------------------------------


def test_a_pattern_is_laid_out_in_few_hands() -> None:
    """Of 14 tiles asked of each way they lie: 6 orders of suits, 9 ranks."""
    fits = {"sets": [["pung", "ax"], ["chow", "b1"], ["pair", "cx"]]}
    item = THREE_SISTERS | {
        "fits": fits,
        "yes": ["(222m)(123p)(22s)(789s)(111z)"],
        "no": ["(222m)(123p)(33s)(789s)(111z)"],
    }
    ruleset = find_ruleset(book(add=[item]))
    assert ruleset.revised is not None
    [added] = [
        one for one in ruleset.revised(ruleset).items if one.key == "three_sisters"
    ]
    assert isinstance(added, HandItem)
    assert isinstance(added.fits, AnyPattern)
    assert sum(len(one.laid) for one in added.fits.forms) == 54


@pytest.mark.parametrize(
    ("sets", "laid"),
    [
        ([["kong", "a1"], ["chow", "a2"]], 3),
        ([["kong", "a5"], ["chow", "a2"]], 3),
        ([["pung", "a3"], ["chow", "a2"]], 3),
        ([["chow", "a1"], ["pung", "b2"]], 6),
        ([["chow", "ax"], ["pung", "ax+1"]], 21),
        ([["pung", "ax"], ["pair", "a1"]], 24),
        ([["pung", "W"], ["pair", "D"]], 1),
    ],
)
def test_a_pattern_is_laid_out_as_each_hand_that_it_can_mean(
    sets: list[list[str]], laid: int
) -> None:
    said = Fields({"fits": {"sets": sets}}, [], known=frozenset(("fits",)))
    found = read_patterns(said)
    assert found is not None
    assert len(found.forms[0].laid) == laid


@pytest.mark.parametrize(
    ("name", "tiles"),
    [
        ("characters", "123456789m"),
        ("circles", "123456789p"),
        ("bamboos", "123456789s"),
        ("winds", "1234z"),
        ("dragons", "567z"),
        ("honours", "1234567z"),
        ("terminals", "19m19p19s"),
        ("simples", "2345678m2345678p2345678s"),
        ("green", "23468s6z"),
        ("any", "123456789m123456789p123456789s1234567z"),
    ],
)
def test_tiles_can_be_named_together(name: str, tiles: str) -> None:
    item = THREE_SISTERS | {"fits": {"only": [name]}}
    problems = problems_of_book(book(add=[item]))
    # Its examples are of one suit, and fit or do not fit what is asked here.
    assert {one.field for one in problems} <= {
        "ruleset.add.0.yes.0",
        "ruleset.add.0.no.0",
    }
    assert GROUPS[name] == kinds_of(pack(parse_tiles(tiles)))


def test_tiles_can_be_named_by_at_most_40_letters() -> None:
    ends = "19m19p19s1234567z".rjust(40, "1")
    found = read_patterns(
        Fields({"fits": {"only": [ends]}}, [], known=frozenset(("fits",)))
    )
    assert found is not None


def test_no_hand_without_sets_has_a_tile_beyond_the_nine_of_its_suit() -> None:
    each = ["ax", "ax+8", *["1z"] * 4, *["2z"] * 4, *["3z"] * 4]
    found = read_tiles(Fields({"tiles": {"each": each}}, [], known=frozenset()))
    assert isinstance(found, OneOfEach)
    required = {one.required for one in found.templates}
    ends = ("19m", "19p", "19s")
    winds = "1111z2222z3333z"
    assert required == {pack(parse_tiles(one + winds)) for one in ends}
    form = {"each": [*each[2:], "4z"], "one_of": each[:2]}
    found = read_tiles(Fields({"tiles": form}, [], known=frozenset()))
    assert isinstance(found, OneOfEach)
    more = {one.more for one in found.templates}
    assert more == {pack(parse_tiles(one)) for one in ends}


def test_of_a_hand_that_is_not_whole_no_tiles_are_counted() -> None:
    item = THREE_SISTERS | {
        "who": "everybody",
        "fits": {"at_least": {"1m": 1}},
        "yes": ["(111m)(456m)(789m)55z(222p)"],
        "no": ["(222m)(456m)(789m)55z(222p)"],
    }
    own = book(add=[item])
    for rest, has in (
        ({"sets": ["111m"]}, False),
        ({"tiles": "1m23456789p1479s"}, True),
    ):
        north = rest | {"complete": has}
        items = won(own, north=north)["hands"]["N"]["items"]
        assert ("three_sisters" in [one["rule"] for one in items]) is has


def test_what_is_wrong_with_either_list_of_examples_is_told() -> None:
    found = problems_of_book(book(add=[THREE_SISTERS | {"yes": "-", "no": "-"}]))
    assert [one.field for one in found] == [
        *("ruleset.add.0.yes", "ruleset.add.0.no"),
    ]


def test_what_is_wrong_with_a_pattern_is_all_that_is_told_of_it() -> None:
    forms = [THREE_SISTERS["fits"], {"sets": [["pung", "d1"]]}]
    item = THREE_SISTERS | {"fits": forms, "yes": ["(222m)(333m)(567p)(111z)(55z)"]}
    found = problems_of_book(book(add=[item]))
    assert [one.field for one in found] == ["ruleset.add.0.fits.1.sets.0"]


def test_of_a_book_for_another_edition_nothing_else_is_read() -> None:
    found = problems_of_book(book(edition="x", minimum="y"))
    assert [one.field for one in found] == ["ruleset.edition"]
