"""A club's own rule book: what it can change, what it cannot, and that it counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.fields import Fields
from clubscore.rules.hand_points import FaanAndLaak, PointsAndDoubles, Taken
from clubscore.rules.items import (
    BonusItem,
    HandItem,
    LimitHand,
    OccasionLimit,
    ScoringItem,
    SetItem,
)
from clubscore.rules.own_books import (
    all_items,
    changeable_columns,
    limit_columns,
    may_change_hands,
    numbers_of,
    own_book,
)
from clubscore.rules.own_patterns import GROUPS, AnyPattern, read_patterns
from clubscore.rules.reference import reference_of
from clubscore.rules.rulesets import (
    RULESETS,
    SHELF,
    find_ruleset,
    problems_of_book,
)
from clubscore.rules.tiles import kinds_of, pack, parse_tiles
from tests.rules import (
    dealing_bmja,
    dealing_dmjl,
    dealing_hkos,
    dealing_schmale,
    dealing_winde,
)
from tests.rules.dealing import deal_record
from tests.rules.dealt_tiles import Record
from tests.rules.golden import blocks
from tests.rules.own_blocks import IN_BLOCKS, OF_LOSERS
from tests.rules.spoilt_books import SNAKE, THREE_SISTERS, spoilt_book

GAMES = [one for one in blocks() if not one.is_replay and not one.is_of_own_book]
BOOK: Record = {"base": "nts", "name": "Groene Draak 2027"}
SISTERS = "123456789m55z222z"


def book(base: str = "nts", **changed: Any) -> Record:
    """Return a club's own book."""
    return {"base": base, "name": "Groene Draak 2027", **changed}


def won(
    ruleset: Any, tiles: str = SISTERS, last: str = "2z", north: Record | None = None
) -> Any:
    """Return what South's self-drawn hand of these tiles comes to, North's beside."""
    outcome = {"kind": "win", "winner": "S", "winning_tile": last, "source": "wall"}
    hands = {"S": {"tiles": tiles}} | ({"N": north} if north else {})
    return score_record(
        {"ruleset": ruleset, "round_wind": "E", "hands": hands, "outcome": outcome}
    )


def south(result: Any) -> tuple[Any, Any, Any]:
    """Return South's points, their base and doubles."""
    hand = result["hands"]["S"]
    return hand["points"], hand["base"], hand["doubles"]


def earned(result: Any) -> set[str]:
    """Return the items of South's hand."""
    return {one["rule"] for one in result["hands"]["S"]["items"]}


def refused(changed: Record) -> RulesError:
    """Return why a book cannot be, which can be said in a sentence."""
    with pytest.raises(RulesError) as caught:
        won(changed)
    assert caught.value.message.endswith(".")
    return caught.value


# What can be changed ----------------------------------------------------------------

# By the book 22 of mahjong, 8 + 2 of the sets, 2 self-drawn; one double of South's own
# wind, two for all concealed and one for one suit with honours: 32 doubled four times.


def test_a_book_that_changes_nothing_counts_as_ours() -> None:
    ours, own = won("nts"), won(book())
    assert own == ours
    assert south(ours) == (512, 32, 4)


def test_an_item_is_worth_what_the_club_says() -> None:
    # 10 for mahjong instead of 20: 22; and three doubles for being all concealed.
    items = {"mahjong": {"points": 10}, "fully_concealed": {"doubles": 3}}
    assert south(won(book(items=items))) == (704, 22, 5)


def test_an_item_is_off() -> None:
    result = won(book(items={"fully_concealed": {"off": True}}))
    assert south(result) == (128, 32, 2)
    assert "fully_concealed" not in earned(result)


def test_an_item_of_the_winner_becomes_everybodys_and_the_reverse() -> None:
    north = {"tiles": "1112223334445m"}
    usual = won("nts", "123p456p789p11z222z", north=north)
    rules = {one["rule"] for one in usual["hands"]["N"]["items"]}
    assert "pure" in rules
    own = book(items={"pure": {"who": "winner"}})
    alone = won(own, "123p456p789p11z222z", north=north)
    assert "pure" not in {one["rule"] for one in alone["hands"]["N"]["items"]}
    ruleset = find_ruleset(book(items={"only_simples": {"who": "everybody"}}))
    assert ruleset.revised is not None
    [item] = [
        one for one in ruleset.revised(ruleset).items if one.key == "only_simples"
    ]
    assert not item.is_winners


@pytest.mark.parametrize("base", RULESETS)
def test_what_is_offered_to_change_hands_is_what_can(base: str) -> None:
    for item in RULESETS[base].items:
        who = "everybody" if item.is_winners else "winner"
        refusal = None
        try:
            find_ruleset(book(base, items={item.key: {"who": who}}))
        except RulesError as error:
            refusal = error.field
        can = may_change_hands(item)
        assert refusal == (None if can else f"ruleset.items.{item.key}.who")


def test_a_limit_hand_is_worth_what_the_club_says_or_is_off() -> None:
    gates = "1112345678999m3m"
    dear = book(limit_hands={"nine_gates": {"points": 1777}})
    assert south(won(dear, gates, "3m"))[0] == 1777
    off = won(book(limit_hands={"nine_gates": {"off": True}}), gates, "3m")
    assert off["hands"]["S"]["limit"] is None


def test_the_limit_caps_counts_and_limit_hands() -> None:
    assert south(won(book(limit=300)))[0] == 300
    gates = won(book(limit=300), "1112345678999m3m", "3m")
    assert (gates["hands"]["S"]["limit"], south(gates)[0]) == ("nine_gates", 300)


@pytest.mark.parametrize(
    ("changed", "limit_hand", "count"),
    [
        ({}, 64, 64),
        ({"limit": 2}, 4, 4),
        ({"limit": 99}, 64, 64),
        ({"faan_points": [0, 5, 9]}, 9, 9),
        ({"options": {"table": "appendix_c"}, "limit": 7}, 64, 64),
        ({"limit_hands": {"thirteen_orphans": {"points": 100}}}, 100, 64),
        ({"limit": 2, "limit_hands": {"thirteen_orphans": {"points": 99}}}, 99, 4),
    ],
)
def test_the_most_faan_that_count_are_the_most_of_limit_hands_in_points_too(
    changed: Record, limit_hand: int, count: int
) -> None:
    own = book("schmale", **changed)
    # Schmale 6.1.2; then one suit alone, which is eight faan.
    orphans = won(own, "1z9s19m19p1s234567z9s", "9s")["hands"]["S"]
    assert (orphans["limit"], orphans["points"]) == ("thirteen_orphans", limit_hand)
    hand = won(own, "123m345m567m789m99m", "9m")["hands"]["S"]
    assert (hand["limit"], hand["points"]) == (None, count)


def test_points_that_purity_has_by_a_clubs_own_book_are_doubled_too() -> None:
    (block,) = (one for one in GAMES if one.comments[0] == "One short of purity")
    for points in (0, 5):
        own = book("bmja", limit_hands={"purity": {"points": points}})
        short = score_record(block.record | {"ruleset": own})["hands"]["N"]
        # BMJA: 8 + 4 + 2 of the sets, or with 5 more, times 8.
        assert short["limit"] == "purity"
        assert short["points"] == (14 + points) * 8
        # 4 + 4 of two concealed pungs, 2 + 2 of two exposed ones, 20 for mahjong.
        won_with = {"sets": ["222m", "444m", "(666m)", "(888m)", "(99m)"]}
        ending = {"kind": "win", "winner": "S", "winning_tile": "9m"}
        game = {
            "ruleset": own,
            "round_wind": "E",
            "hands": {"S": won_with},
            "outcome": ending | {"source": "discard", "from": "E"},
        }
        assert score_record(game)["hands"]["S"]["points"] == (32 + points) * 8


def test_the_minimum_is_in_what_the_book_is_worth_in() -> None:
    assert south(won(book(minimum=512)))[0] == 512
    assert refused(book(minimum=513)).code == "below_minimum"
    hand = "345m678p234s567s99s"
    own = book("hkos", minimum=4)
    # Three without the one for no flowers, which does not count for the minimum.
    assert won("hkos", hand, "9s")["hands"]["S"]["faan"] == 4
    with pytest.raises(RulesError) as caught:
        won(own, hand, "9s")
    assert caught.value.code == "below_minimum"


def test_the_table_of_faan_is_the_clubs() -> None:
    table = [1, 2, 3, 1000]
    hand = won(book("hkos", faan_points=table), "345m678p234s567s99s", "9s")
    assert hand["hands"]["S"]["points"] == 1000


NUMBERS_OF_BOOKS: dict[str, dict[str, Any]] = {
    "nts": {"limit": 2000, "minimum": 0, "start_chips": 3000},
    "bmja": {"limit": 1000, "minimum": 0, "start_chips": 2000},
    "dmjl": {"limit": 500, "minimum": 0, "start_chips": 0},
    "spiel-der-winde": {"limit": None, "minimum": 0, "start_chips": 0},
    "schmale": {
        "limit": None,
        "faan_points": (1, 2, 4, 8, 16, 16, 32, 32, 64),
        "laak_faan": (0, 4, 6, 8),
        "minimum": 1,
        "start_chips": 0,
    },
    "hkos": {
        "limit": 10,
        "faan_points": (
            *(1, 2, 4, 8, 16, 24, 32, 48, 64, 96),
            *(128, 192, 256, 384),
        ),
        "laak_faan": (0,),
        "minimum": 3,
        "start_chips": 0,
    },
    "mcr": {"minimum": 8, "start_chips": 0},
    "american": {"start_chips": 0},
    "free": {"start_chips": 0},
}


@pytest.mark.parametrize("key", RULESETS)
def test_every_number_of_a_book_is_offered_to_be_other(key: str) -> None:
    assert numbers_of(RULESETS[key]) == NUMBERS_OF_BOOKS[key]


UNCAPPED: dict[str, Any] = {
    "limit": 1_000_000,
    # By these no count is as much as a limit hand of Schmale's.
    "faan_points": list(range(60)),
    "laak_faan": list(range(60)),
}
"""Numbers of a whole book by which one more of anything is more points."""


def worth_of_hands(game: Record, uncapped: Record, **changed: Any) -> Any:
    """Return each hand's points and limit hand by a club's own book."""
    options = game.get("options", {})
    own = book(game["ruleset"], options=options, **uncapped, **changed)
    hands = score_record(game | {"ruleset": own, "options": {}})["hands"]
    return {seat: (hand["points"], hand["limit"]) for seat, hand in hands.items()}


@pytest.mark.parametrize("key", RULESETS)
def test_every_worth_that_can_be_other_changes_a_golden_game(key: str) -> None:
    rules = RULESETS[key]
    uncapped = {
        name: UNCAPPED[name] for name in NUMBERS_OF_BOOKS[key] if name in UNCAPPED
    }
    offered = {
        *(("items", one, changeable_columns(rules)) for one in all_items(rules)),
        *(("limit_hands", one, limit_columns(rules, one)) for one in rules.limit_hands),
    }
    missing = {(one.key, name) for _, one, columns in offered for name in columns}
    for game in (one.record for one in GAMES if one.ruleset == key):
        try:
            before = worth_of_hands(game, uncapped)
            told = score_record(game)["hands"].values()
        except RulesError:
            continue
        held = {item["rule"] for hand in told for item in hand["items"]}
        held |= {hand["limit"] or "" for hand in told}
        for part, one, columns in offered:
            for name in columns if one.key in held else ():
                if (one.key, name) in missing:
                    more = {one.key: {name: getattr(one, name) + 1}}
                    if worth_of_hands(game, uncapped, **{part: more}) != before:
                        missing.remove((one.key, name))
    assert missing == set()


@pytest.mark.parametrize(
    ("base", "changed"),
    [
        ("hkos", {"faan_points": [0]}),
        ("hkos", {"faan_points": [7] * 100}),
        ("hkos", {"faan_points": [0, 1_000_000]}),
        ("schmale", {"laak_faan": [0, 0, 1]}),
        ("nts", {"limit": 1, "minimum": 1_000_000}),
        ("nts", {"start_chips": 1_000_000}),
        ("nts", {"items": {"mahjong": {"points": 1_000_000}}}),
        ("nts", {"items": {"pure": {"doubles": 20}}}),
        ("hkos", {"items": {"all_pungs": {"faan": 100}}}),
        ("nts", {"limit_hands": {"jade": {"points": 1_000_000}}}),
        ("nts", {"name": "D" * 80}),
    ],
)
def test_what_is_just_within_reason_is_taken(base: str, changed: Record) -> None:
    own = find_ruleset(book(base, **changed))
    assert own.revised is not None
    taken = {
        field: tuple(value) if isinstance(value, list) else value
        for field, value in changed.items()
        if field in NUMBERS_OF_BOOKS[base]
    }
    assert numbers_of(own.revised(own)) == NUMBERS_OF_BOOKS[base] | taken


def test_options_are_chosen_and_a_game_may_choose_others() -> None:
    own = book(options={"rounding": "tens"})
    assert south(won(own))[0] == 510
    record = {
        "ruleset": own,
        "options": {"rounding": "none"},
        "round_wind": "E",
        "hands": {"S": {"tiles": SISTERS}},
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": "2z",
            "source": "wall",
        },
    }
    assert south(score_record(record))[0] == 512


def test_a_partie_is_played_by_it() -> None:
    partie = {
        "ruleset": book(start_chips=500, items={"mahjong": {"points": 10}}),
        "players": ["Anna", "Ben", "Cleo", "Dirk"],
        "games": [
            {
                "hands": {"S": {"tiles": SISTERS}},
                "outcome": {
                    "kind": "win",
                    "winner": "S",
                    "winning_tile": "2z",
                    "source": "wall",
                },
            }
        ],
    }
    result = replay_record(partie)
    # 22 doubled four times: 352 of each, of East the double.
    assert result["totals"] == {"Anna": -704, "Ben": 1408, "Cleo": -352, "Dirk": -352}
    assert result["chips"]["Ben"] == 1908


# Items and limit hands of one's own -------------------------------------------------


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
        ([["pung", "5z"], ["pung", "D"]], "(555z)(777z)(567p)(234s)(99s)", "7"),
        ([["pair", "5m"]], "(55m)(777z)(567p)(234s)(999s)", "8"),
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
    }
    if no == "3":
        yes += "(111z)(55z)"
    item = THREE_SISTERS | {"fits": {"sets": fits}, "yes": [yes], "no": [others[no]]}
    find_ruleset(book(add=[item]))
    # Exactly the other way round both examples are wrong.
    swapped = item | {"yes": [others[no]], "no": [yes]}
    assert refused(book(add=[swapped])).field == "ruleset.add.0.yes.0"


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


def test_what_replaces_another_item_counts_instead() -> None:
    own = THREE_SISTERS | {"replaces": ["fully_concealed"]}
    assert "fully_concealed" not in earned(won(book(add=[own])))


def test_its_reference_page_follows() -> None:
    ruleset = find_ruleset(
        book(
            items={"mahjong": {"points": 11}, "robbed_kong": {"off": True}},
            add=[THREE_SISTERS],
        )
    )
    card = reference_of(ruleset, {})
    entries = {entry.key: entry for entry in card.winners}
    assert entries["mahjong"].worth == (11, 0)
    assert "robbed_kong" not in entries
    assert entries["three_sisters"].pictures


def test_its_own_words_are_in_as_many_languages_as_it_likes() -> None:
    sisters = THREE_SISTERS | {
        "words": {"nl": {"name": "Drie zussen", "definition": "Een tot negen."}}
    }
    said = book(words={"de": {"name": "Drache"}}, add=[sisters])

    def called(language: str) -> tuple[str, str, str, str]:
        own = own_book(said, RULESETS, language)
        assert own.revised is not None
        item = own.revised(own).items[-1]
        return own.key, own.name, item.name, item.definition

    key = find_ruleset(said).key
    assert called("") == (key, "Groene Draak 2027", "Three sisters", "Three sisters")
    assert called("nl")[1:] == ("Groene Draak 2027", "Drie zussen", "Een tot negen.")
    # A phone is told the language beside the book, and finds it by its key.
    assert SHELF.add(said, "nl") is find_ruleset(key)
    assert find_ruleset(key).name == "Groene Draak 2027"
    assert find_ruleset(key) is own_book(said, RULESETS, "nl")
    assert called("de-at") == (key, "Drache", "Three sisters", "Three sisters")


# What cannot be ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"base": "zz"}, "ruleset.base"),
        ({"edition": "1"}, "ruleset.edition"),
        ({"name": ""}, "ruleset.name"),
        ({"colour": "red"}, "ruleset.colour"),
        ({"options": {"rounding": "fives"}}, "ruleset.options.rounding"),
        ({"items": []}, "ruleset.items"),
        ({"items": {"sisters": {}}}, "ruleset.items.sisters"),
        ({"items": {"mahjong": 3}}, "ruleset.items.mahjong"),
        ({"items": {"mahjong": {"points": -1}}}, "ruleset.items.mahjong.points"),
        ({"items": {"mahjong": {"points": 1.5}}}, "ruleset.items.mahjong.points"),
        ({"items": {"mahjong": {"faan": 1}}}, "ruleset.items.mahjong.faan"),
        ({"items": {"pure": {"doubles": 21}}}, "ruleset.items.pure.doubles"),
        (
            {"items": {"robbed_kong": {"who": "everybody"}}},
            "ruleset.items.robbed_kong.who",
        ),
        ({"items": {"pure": {"who": "East"}}}, "ruleset.items.pure.who"),
        ({"limit_hands": {"gates": {}}}, "ruleset.limit_hands.gates"),
        ({"limit_hands": {"jade": {"faan": 5}}}, "ruleset.limit_hands.jade.faan"),
        ({"limit": 0}, "ruleset.limit"),
        ({"limit": 1_000_001}, "ruleset.limit"),
        ({"minimum": -1}, "ruleset.minimum"),
        ({"start_chips": 1_000_001}, "ruleset.start_chips"),
        ({"laak_faan": [0]}, "ruleset.laak_faan"),
        ({"base": "hkos", "faan_points": []}, "ruleset.faan_points"),
        ({"base": "hkos", "faan_points": "12"}, "ruleset.faan_points"),
        ({"base": "hkos", "faan_points": [7] * 101}, "ruleset.faan_points"),
        ({"base": "hkos", "faan_points": [-1]}, "ruleset.faan_points"),
        ({"base": "hkos", "faan_points": [1_000_001]}, "ruleset.faan_points"),
        ({"base": "hkos", "faan_points": [0, True]}, "ruleset.faan_points"),
        ({"base": "hkos", "faan_points": [2, 1]}, "ruleset.faan_points"),
        ({"base": "mcr", "limit": 5}, "ruleset.limit"),
        ({"base": "american", "minimum": 5}, "ruleset.minimum"),
        # No fan doubles another, and a value that is typed is no item's.
        (
            {"base": "mcr", "items": {"all_pungs": {"doubles": 1}}},
            "ruleset.items.all_pungs.doubles",
        ),
        (
            {"base": "american", "items": {"card_value": {"points": 30}}},
            "ruleset.items.card_value.points",
        ),
        ({"base": "free", "add": [THREE_SISTERS]}, "ruleset.add"),
        ({"name": "D" * 81}, "ruleset.name"),
        ({"items": {"mahjong": {"points": 1_000_001}}}, "ruleset.items.mahjong.points"),
        (
            {"base": "hkos", "items": {"all_pungs": {"faan": 101}}},
            "ruleset.items.all_pungs.faan",
        ),
        (
            {"limit_hands": {"jade": {"points": 1_000_001}}},
            "ruleset.limit_hands.jade.points",
        ),
        ({"faan_points": [1, 2]}, "ruleset.faan_points"),
        ({"minimum": "two"}, "ruleset.minimum"),
        ({"start_chips": True}, "ruleset.start_chips"),
        ({"words": {"nl": "Draak"}}, "ruleset.words.nl"),
        ({"words": {"nl": {"name": " "}}}, "ruleset.words.nl.name"),
        ({"words": {"nl": {"definition": "D"}}}, "ruleset.words.nl.definition"),
        ({"words": {"Dutch!": {"name": "Draak"}}}, "ruleset.words"),
        (
            {"words": {f"a{one}": {} for one in "abcdefghijklmnopqrstu"}},
            "ruleset.words",
        ),
        ({"add": {}}, "ruleset.add"),
        ({"add": [THREE_SISTERS] * 21}, "ruleset.add"),
        ({"add": [THREE_SISTERS] * 2}, "ruleset.add.1.key"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(changed: Record, field: str) -> None:
    assert refused(BOOK | changed).field == field


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
        ({"fits": {"sets": [["chow", "a8"]]}}, "fits.sets"),
        ({"fits": {"sets": [["chow", "W"]]}}, "fits.sets.0"),
        ({"fits": {"sets": [["trio", "a1"]]}}, "fits.sets.0"),
        ({"fits": {"sets": [["pung", "d1"]]}}, "fits.sets.0"),
        ({"fits": {"sets": [["pung", "a1"]] * 2}}, "fits.sets"),
        ({"fits": {"sets": [["pung", "a1"]] * 6}}, "fits.sets"),
        ({"fits": {"sets": [["pung", "a1"], ["pair", "a1"]]}}, "fits.sets"),
        ({"fits": {"sets": [["kong", "a2"], ["chow", "a2"]]}}, "fits.sets"),
        ({"fits": {"sets": [["kong", "a3"], ["chow", "a2"]]}}, "fits.sets"),
        ({"fits": {"sets": [["kong", "a4"], ["chow", "a2"]]}}, "fits.sets"),
        ({"fits": {"only": ["blue"]}}, "fits.sets"),
        ({"fits": {"at_least": {"dragons": 15}}}, "fits.at_least"),
        ({"fits": {"at_least": {"dragons": "two"}}}, "fits.at_least"),
        ({"fits": {"at_least": {"dragons": True}}}, "fits.at_least"),
        (
            {"fits": {"at_least": {f"{one}m": 1 for one in range(11, 32)}}},
            "fits.at_least",
        ),
        ({"fits": {"only": ["winds"] * 21}}, "fits.only"),
        ({"fits": {"only": ["1m" * 21]}}, "fits.sets"),
        ({"tiles": {"pairs": ["winds"] * 21}}, "tiles.pairs"),
        ({"fits": {"kongs": 5}}, "fits.kongs"),
        ({"fits": {"kongs": [3, 2]}}, "fits.kongs"),
        ({"fits": {"kongs": True}}, "fits.kongs"),
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
        ({"tiles": {"each": ["1m"] * 5 + ENDS}}, "tiles.each"),
        ({"tiles": {"pairs": ["any"]}}, "tiles"),
        ({"tiles": {"pairs": ["W"], "each": ["1m"]}}, "tiles.pairs"),
        ({"tiles": {"pairs": []}}, "tiles.pairs"),
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


def test_a_flower_can_be_worth_more_than_one_point_of_fan() -> None:
    own = book("mcr", items={"flower_tiles": {"points": 2}})
    hand = {"tiles": "123456789m55s222z", "bonus": "1f2f4y"}
    points = {}
    for name, ruleset in (("ours", own), ("theirs", "mcr")):
        result = score_record(
            {
                "ruleset": ruleset,
                "round_wind": "E",
                "hands": {"S": hand},
                "outcome": {
                    "kind": "win",
                    "winner": "S",
                    "winning_tile": "2z",
                    "source": "wall",
                },
            }
        )
        points[name] = result["hands"]["S"]["points"]
    assert points["ours"] == points["theirs"] + 3


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


def test_what_is_no_json_is_refused() -> None:
    assert refused(book(name={1, 2})).field == "ruleset"


# Every book, however odd ------------------------------------------------------------


@pytest.mark.parametrize("key", RULESETS)
def test_every_book_can_be_begun_with(key: str) -> None:
    ruleset = find_ruleset(book(key))
    assert ruleset.name == "Groene Draak 2027"
    assert ruleset.edition == RULESETS[key].edition


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


def test_a_spoilt_book_is_refused_or_counts() -> None:
    rng = Random(27)
    messages: set[str] = set()
    counted = 0
    for _ in range(1500):
        try:
            result: Any = won(spoilt_book(rng))
        except RulesError as error:
            messages.add(error.message)
        else:
            assert sum(result["scores"].values()) == 0
            counted += 1
    assert counted > 50
    assert len(messages) > 50


# Our own books in these blocks ------------------------------------------------------

CLASSICAL = [
    one.key
    for one in RULESETS.values()
    if isinstance(one.counting, PointsAndDoubles | FaanAndLaak)
    and one.counting.takes is Taken.TILES
]
"""The books that count in points and doubles or in faan, each said again in blocks."""
DEALT: dict[str, tuple[int, Callable[[Random], Record]]] = {
    "nts": (1200, lambda rng: deal_record(rng, options={}, faults=0)),
    "spiel-der-winde": (900, dealing_winde.deal_record),
    "bmja": (900, dealing_bmja.deal_record),
    "dmjl": (900, dealing_dmjl.deal_record),
    "schmale": (900, lambda rng: dealing_schmale.deal_record(rng, faults=0)),
    "hkos": (900, lambda rng: dealing_hkos.deal_record(rng, faults=0)),
}
"""How many games of each are dealt, of up to four hands, and how."""


@pytest.mark.parametrize("key", CLASSICAL)
def test_what_is_not_said_in_blocks_is_listed(key: str) -> None:
    ours, said = RULESETS[key], IN_BLOCKS[key]
    single = {one.key for one in ours.items if isinstance(one, SetItem | BonusItem)}
    bonus = {one.key for one in ours.items if one.is_bonus}
    items = {one.key for one in ours.items} - single - bonus
    assert items == {*said.items} | ({*said.items_not_said} & items)
    assert not {*said.items} & {*said.items_not_said}
    limits = {one.key for one in ours.limit_hands}
    assert limits == {*said.limit_hands} | {*said.limit_hands_not_said}
    assert not {*said.limit_hands} & {*said.limit_hands_not_said}
    occasions = {one.key for one in ours.limit_hands if isinstance(one, OccasionLimit)}
    assert occasions <= {*said.limit_hands_not_said}


def in_blocks(key: str, *, are_limits: bool) -> list[Record]:
    """Return the items of a book as some of one's own, worth 0, or its limit hands."""
    ours, said = RULESETS[key], IN_BLOCKS[key]
    in_faan = isinstance(ours.counting, FaanAndLaak)
    items = {one.key: one for one in ours.items}
    limits = {one.key: one for one in ours.limit_hands}
    if are_limits:
        return [
            {
                **of_own(limits[one]),
                **pattern,
                "faan" if limits[one].faan else "points": limits[one].worth,
                "limit_hand": True,
            }
            for one, pattern in said.limit_hands.items()
        ]
    return [
        {
            **of_own(items[one]),
            "fits": pattern,
            "faan" if in_faan else "points": 0,
            "who": "winner" if items[one].is_winners else "everybody",
            "replaces": said.replaces.get(one, []),
        }
        for one, pattern in said.items.items()
    ]


def of_own(ours: ScoringItem | LimitHand) -> Record:
    """Return its key and name, the book's own example, and a hand that does not fit."""
    example = ours.examples[0]
    yes: Record = {
        "hand": OF_LOSERS.get(ours.key, example.tiles),
        "source": str(example.source),
        "circumstances": sorted(example.circumstances),
    }
    no = {"hand": "(123m)(234p)(345s)777s(22z)", "source": "discard"}
    return {"key": f"said_{ours.key}", "name": ours.key, "yes": [yes], "no": [no]}


@pytest.fixture(scope="module")
def dealt() -> dict[str, list[Record]]:
    """Return games of each book dealt from one wall, by its usual house rules."""
    return {
        key: [deal(Random(f"2027/{place}")) | {"options": {}} for place in range(many)]
        for key, (many, deal) in DEALT.items()
    }


def answer(record: Record) -> Any:
    """Return what a game comes to, or why it cannot be."""
    try:
        return score_record(record)
    except RulesError as error:
        return error.code


@pytest.mark.parametrize("key", CLASSICAL)
def test_our_items_in_blocks_are_earned_by_the_same_hands(
    key: str, dealt: dict[str, list[Record]]
) -> None:
    said = IN_BLOCKS[key].items
    own = book(key, add=in_blocks(key, are_limits=False))
    find_ruleset(own)
    seen: Counter[str] = Counter()
    for record in dealt[key]:
        result = answer(record | {"ruleset": own})
        if isinstance(result, str):
            continue
        for seat, hand in result["hands"].items():
            # What is claimed of a hand that was not entered is no tile of it.
            if record["hands"].get(seat, {}).get("claims") or hand["limit"]:
                continue
            rules = {one["rule"] for one in hand["items"]}
            assert {one[5:] for one in rules if one.startswith("said_")} == (
                rules & {*said}
            ), (record, seat)
            seen.update(rules & {*said})
    assert {*said} == {*seen}


@pytest.mark.parametrize("key", CLASSICAL)
def test_our_limit_hands_in_blocks_are_worth_the_same(
    key: str, dealt: dict[str, list[Record]]
) -> None:
    said = IN_BLOCKS[key].limit_hands
    # In their own order, since the first of equals is named.
    own = book(
        key,
        limit_hands={one: {"off": True} for one in said},
        add=in_blocks(key, are_limits=True),
    )
    find_ruleset(own)
    seen: Counter[str] = Counter()
    for record in dealt[key]:
        # What a hand waits for is called by its own name.
        text = json.dumps(record | {"ruleset": own})
        for one in said:
            text = text.replace(f'"waiting:{one}"', f'"waiting:said_{one}"')
        named = json.loads(text)
        expected, got = answer(record), answer(named)
        if isinstance(expected, str):
            assert got == expected
            continue
        assert got["scores"] == expected["scores"], record
        for seat, hand in expected["hands"].items():
            assert got["hands"][seat]["points"] == hand["points"], (record, seat)
            seen.update([hand["limit"]])
    assert {*said} <= {*seen}


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
