"""A club's own rule book: what it can change, what it cannot, and that it counts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.items import HandItem
from clubscore.rules.own_books import (
    all_items,
    changeable_columns,
    limit_columns,
    may_change_hands,
    numbers_of,
    own_book,
)
from clubscore.rules.reference import reference_of
from clubscore.rules.rulesets import (
    MOST_ADDED,
    RULESETS,
    SHELF,
    Shelf,
    find_ruleset,
    problems_of_book,
    with_options,
)
from tests.rules.dealt_tiles import Record
from tests.rules.golden import blocks
from tests.rules.own_book import SISTERS, book, earned, refused, south, won
from tests.rules.spoilt_books import THREE_SISTERS, spoilt_book

GAMES = [one for one in blocks() if not one.is_replay and not one.is_of_own_book]
BOOK: Record = {"base": "nts", "name": "Groene Draak 2027"}


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


def test_an_item_that_is_off_stays_off_whoever_scores_it() -> None:
    items = {"fully_concealed": {"off": True, "who": "winner"}}
    assert south(won(book(items=items))) == (128, 32, 2)


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
        # Whose it is already may always be said.
        who = "winner" if item.is_winners else "everybody"
        find_ruleset(book(base, items={item.key: {"who": who}}))


@pytest.mark.parametrize(
    ("base", "keys"),
    [
        (
            "nts",
            (
                "mahjong small_four_winds small_three_dragons four_chows all_pungs"
                " only_simples"
            ),
        ),
        ("schmale", "all_chows all_pungs no_honour half_flush full_flush"),
        ("spiel-der-winde", "mahjong"),
        (
            "bmja",
            (
                "mahjong no_chow one_suit_with_honours terminals_and_honours"
                " concealed_hand purity"
            ),
        ),
        (
            "dmjl",
            (
                "mahjong no_chow no_value concealed_hand one_suit_with_honours one_suit"
                " terminals_and_honours"
            ),
        ),
    ],
)
def test_what_only_a_win_decides_stays_the_winners(base: str, keys: str) -> None:
    given = [
        one.key
        for one in all_items(RULESETS[base])
        if isinstance(one, HandItem) and one.is_winners and may_change_hands(one)
    ]
    assert given == keys.split()


def test_honours_alone_are_not_terminals_and_honours() -> None:
    # As a rule the 64 fan of all honours take their place.
    own = book("mcr", items={"all_honours": {"off": True}})
    honours = won(own, "111222555666z77z", "7z")
    assert "all_terminals_and_honours" not in earned(honours)
    mixed = won(own, "111m222555666z77z", "7z")
    assert "all_terminals_and_honours" in earned(mixed)


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


def test_what_purity_doubles_by_a_clubs_own_book_counts() -> None:
    (block,) = (one for one in GAMES if one.comments[0] == "One short of purity")
    assert limit_columns(
        RULESETS["bmja"], RULESETS["bmja"].limits_by_key["purity"]
    ) == ("points", "doubles")
    own = book("bmja", limit_hands={"purity": {"doubles": 4}})
    short = score_record(block.record | {"ruleset": own})["hands"]["N"]
    # BMJA: 8 + 4 + 2 of the sets, doubled once more than three times.
    assert short["points"] == 14 * 16


def test_a_dealt_hand_is_self_drawn_where_it_is_no_limit_hand() -> None:
    own = book("bmja", limit_hands={"heaven": {"off": True}})
    game = {
        "ruleset": own,
        "round_wind": "E",
        "hands": {"E": {"tiles": "222m888s333p567p99s"}},
        "outcome": {"kind": "win", "winner": "E", "source": "deal"},
    }
    # BMJA: 20 for the win, 2 for no discard, three concealed pungs of 4.
    assert score_record(game)["hands"]["E"]["points"] == 34


@pytest.mark.parametrize(
    ("base", "options"),
    [("nts", {"rounding": "tens"}), ("mcr", {"minimum_points": 10})],
)
def test_house_rules_of_a_clubs_own_book_hold_where_nobody_chooses_others(
    base: str, options: dict[str, Any]
) -> None:
    ruleset = find_ruleset(book(base, options=options))
    usual = {one.key: one.default for one in RULESETS[base].options}
    assert {one.key: one.default for one in ruleset.options} == usual | options


def test_a_hand_of_earth_has_sets_however_much_it_is_worth() -> None:
    own = book("schmale", limit_hands={"earth": {"points": 100}})
    outcome: Record = {"kind": "win", "winner": "S", "winning_tile": "7z"}
    outcome |= {"source": "discard", "from": "E", "circumstances": ["first_turn"]}
    for tiles, limit, points in (
        ("123456789m55p777z", "earth", 100),
        ("19m19p19s1234567z7z", "thirteen_orphans", 64),
    ):
        hand = score_record(
            {
                "ruleset": own,
                "round_wind": "E",
                "hands": {"S": {"tiles": tiles}},
                "outcome": outcome,
            }
        )["hands"]["S"]
        assert (hand["limit"], hand["points"]) == (limit, points)


def test_what_an_item_is_not_worth_may_be_said_as_nothing() -> None:
    own = book(add=[THREE_SISTERS | {"faan": 0, "laak": 0}])
    assert south(won(own)) == south(won(book(add=[THREE_SISTERS])))


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
        ("schmale", {"items": {"all_flowers": {"laak": 100}}}),
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


def test_an_item_of_ones_own_is_defined_as_it_is_said() -> None:
    for said in ({}, {"definition": "One to nine of a suit."}):
        own = find_ruleset(book(add=[THREE_SISTERS | said]))
        assert own.revised is not None
        defined = own.revised(own).items[-1].definition
        assert defined == said.get("definition", "Three sisters")
    find_ruleset(book(add=[THREE_SISTERS | {"definition": "x" * 500}]))
    problem = refused(book(add=[THREE_SISTERS | {"definition": "x" * 501}]))
    assert problem.field == "ruleset.add.0.definition"


def test_a_column_that_means_nothing_can_be_left_out_or_be_nothing() -> None:
    # Fan have no doubles.
    for said in (None, 0):
        find_ruleset(
            book("mcr", items={"flower_tiles": {"points": 2, "doubles": said}})
        )
    problem = refused(book("mcr", items={"flower_tiles": {"doubles": 1}}))
    assert problem.field == "ruleset.items.flower_tiles.doubles"


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


def test_of_three_kongs_none_counts_alone_where_a_club_has_no_three_kongs() -> None:
    own = book("mcr", minimum=0, items={"three_kongs": {"off": True}})
    hand = {"sets": ["2222m", "8888p", "(3333s)", "(567s)", "(66z)"]}
    ending = {"kind": "win", "winner": "S", "winning_tile": "6z", "source": "wall"}
    for ruleset, items in (
        (own, {"single_wait", "self_drawn"}),
        ("mcr", {"single_wait", "self_drawn", "three_kongs"}),
    ):
        game = {"ruleset": ruleset, "round_wind": "E", "hands": {"S": hand}}
        assert earned(score_record(game | {"outcome": ending})) == items


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
        (
            {"base": "mcr", "add": [THREE_SISTERS | {"limit_hand": True}]},
            "ruleset.add.0.limit_hand",
        ),
        (
            {"base": "mcr", "add": [THREE_SISTERS | {"tiles": {"each": ["1m"]}}]},
            "ruleset.add.0.tiles",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(changed: Record, field: str) -> None:
    assert refused(BOOK | changed).field == field


def test_who_can_score_an_item_is_told_where_it_is_nobody_known() -> None:
    problem = refused(book(items={"pure": {"who": "East"}}))
    assert problem.message.endswith("must be one of: winner, everybody.")


def test_what_is_no_json_is_refused() -> None:
    assert refused(book(name={1, 2})).field == "ruleset"
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    endless: list[Any] = []
    endless.append(endless)
    for name in ({1, 2}, nested, endless):
        assert refused(book(name=name)).field == "ruleset"


# Every book, however odd ------------------------------------------------------------


@pytest.mark.parametrize("key", RULESETS)
def test_every_book_can_be_begun_with(key: str) -> None:
    ruleset = find_ruleset(book(key))
    assert ruleset.name == "Groene Draak 2027"
    assert ruleset.edition == RULESETS[key].edition
    dated = book(key, edition=RULESETS[key].edition)
    assert find_ruleset(dated).edition == RULESETS[key].edition


def test_a_spoilt_book_is_refused_or_counts() -> None:
    rng = Random(27)
    messages: set[str] = set()
    counted = 0
    for _ in range(1500):
        odd = spoilt_book(rng)
        try:
            result: Any = won(odd)
        except RulesError:
            messages.add(refused(odd).message)
        else:
            assert sum(result["scores"].values()) == 0
            counted += 1
    assert counted > 50
    assert len(messages) > 50


def test_a_hand_is_awaited_as_what_is_worth_most_first() -> None:
    usual = [one.worth for one in find_ruleset("bmja").awaited_limits]
    assert usual == [1000] * 10 + [500] * 3 + [0]
    own = book("bmja", limit_hands={"all_pair_honours": {"points": 800}})
    worths = [one.worth for one in with_options(find_ruleset(own), {}).awaited_limits]
    assert worths == [1000] * 10 + [800] + [500] * 2 + [0]


def test_a_shelf_asks_who_keeps_the_books_now() -> None:
    said = book()
    key = find_ruleset(said).key
    shelf = Shelf()
    shelf.keeps({key: said}.get)
    assert shelf.book(key).key == key
    shelf.keeps(lambda _key: None)
    with pytest.raises(LookupError):
        shelf.book(key)


def test_a_shelf_keeps_the_books_that_were_added_last() -> None:
    shelf = Shelf()
    keys = [shelf.add(book(name=f"{n}")).key for n in range(MOST_ADDED + 1)]
    with pytest.raises(LookupError):
        shelf.book(keys[0])
    assert [shelf.book(one).key for one in keys[1:]] == keys[1:]


def test_a_shelf_gives_no_other_book_than_the_one_of_its_key() -> None:
    asked: list[str] = []

    def another(key: str) -> Record:
        asked.append(key)
        return book(name="Another")

    shelf = Shelf()
    shelf.keeps(another)
    key = own_book(book(), RULESETS).key
    for one in (key, "own-1", "nts"):
        with pytest.raises(LookupError):
            shelf.book(one)
    # What is no key of a book nobody is asked for.
    assert asked == [key]


def test_what_is_no_book_at_all_is_no_book_of_ones_own() -> None:
    [problem] = problems_of_book({"base": {1, 2}})
    assert (problem.code, problem.field) == ("bad_record", "ruleset")
    with pytest.raises(RulesError) as refused_alone:
        find_ruleset({"base": {1, 2}})
    assert refused_alone.value.message == problem.message


def test_every_key_that_a_book_does_not_have_is_told() -> None:
    found = problems_of_book(book(items={"x": {}, "mahjong": {"points": 9}, "y": {}}))
    assert [one.field for one in found] == ["ruleset.items.x", "ruleset.items.y"]
