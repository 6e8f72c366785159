"""The reference card says of a rule book what the rule book is."""

import re
from dataclasses import replace
from typing import Any

import pytest

from clubscore.rules import score_record
from clubscore.rules.hand_points import Taken
from clubscore.rules.items import BonusItem, CountedLimit, SetItem
from clubscore.rules.options import NumberOption
from clubscore.rules.reference import LimitEntry, Reference, reference_of
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import RULESETS, find_ruleset, with_options
from clubscore.rules.tiles import parse_tiles
from tests.rules.golden import Block, blocks
from tests.rules.own_book import book

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def card_of(key: str, players: int = 4, **options: Any) -> Reference:
    """Return the card of a rule book with house rules."""
    return reference_of(RULESETS[key], options, players)


def limits_on(card: Reference) -> dict[str, LimitEntry]:
    """Return the limit hands of a card by their keys."""
    return {one.key: one for one in card.limit_hands}


@every_ruleset
def test_a_rule_book_has_the_title_of_its_document(ruleset: Ruleset) -> None:
    assert ruleset.source_title == ruleset.document.title


@every_ruleset
def test_a_card_is_for_four_where_nobody_says_more(ruleset: Ruleset) -> None:
    assert reference_of(ruleset, {}) == reference_of(ruleset, {}, 4)
    assert reference_of(ruleset, {}).players == 4


@every_ruleset
def test_a_card_lists_the_items_with_their_worth(ruleset: Ruleset) -> None:
    card = reference_of(ruleset, {})
    items = {one.key: one for one in ruleset.items_played}
    listed = {one.key: one for one in card.everybodys + card.winners}
    for key, entry in listed.items():
        item = items[key]
        assert (entry.name, entry.worth) == (item.name, item.worth)
        assert (entry.group, entry.source) == (item.group, item.source)
        assert entry.definition == item.definition
        # What is typed has no tiles to draw.
        assert bool(entry.pictures) is (ruleset.counting.takes is Taken.TILES)
        assert entry.is_each is isinstance(item, SetItem | BonusItem)
        assert set(entry.replaces) == {items[one].name for one in item.replaces}
        assert not entry.is_changed


def test_a_card_lists_what_a_limit_hand_is_worth_to_whoever_is_not_the_owner() -> None:
    usual = limits_on(card_of("spiel-der-winde"))
    doubled = limits_on(card_of("spiel-der-winde", special_owner_double="yes"))
    worth = {one.key: one.points for one in RULESETS["spiel-der-winde"].limit_hands}
    assert {key: one.points for key, one in usual.items()} == worth
    assert {key: one.points for key, one in doubled.items()} == worth


@every_ruleset
def test_a_card_tells_which_limit_hands_are_counted(ruleset: Ruleset) -> None:
    counted = {
        one.key: 1 << one.doubles
        for one in ruleset.limit_hands
        if isinstance(one, CountedLimit)
    }
    for key, entry in limits_on(reference_of(ruleset, {})).items():
        assert entry.factor == counted.get(key, 0), key


def test_a_limit_hand_of_more_forms_by_a_house_rule_is_drawn_in_each() -> None:
    card = card_of("schmale", nine_sons_any_wait="yes")
    pictures = limits_on(card)["nine_sons"].pictures
    assert [one.form for one in pictures] == ["", "another tile came last"]


UNLISTED = {
    ("nts", 4): {"set_of_green_dragons"},
    ("nts", 5): {"set_of_green_dragons"},
    ("nts", 3): {
        # NTS, Drie spelers: no characters and no north wind.
        "small_four_winds",
        "four_winds",
        "thirteen_orphans",
        "wind_snake",
        "peking_court",
    },
}
"""What a rule book has and so many players cannot have."""


@pytest.mark.parametrize(
    ("key", "players"),
    [(one.key, many) for one in RULESETS.values() for many in one.players],
)
def test_a_card_lists_what_can_occur_with_so_many_players(
    key: str, players: int
) -> None:
    ruleset = RULESETS[key]
    card = reference_of(ruleset, {}, players)
    rules = with_options(ruleset, {}, players)
    known = {one.key for one in (*rules.items_played, *rules.limit_hands)}
    listed = {one.key for one in card.entries}
    assert known - listed == UNLISTED.get((key, players), set())


@pytest.mark.parametrize(
    ("players", "options", "is_listed"),
    [
        (3, {}, True),
        (3, {"green_dragon_games": "once_at_end"}, True),
        (3, {"green_dragon_games": "none"}, False),
        (4, {}, False),
        (5, {}, False),
        (5, {"fifth_round": "yes"}, True),
    ],
)
def test_green_dragons_are_listed_where_a_round_has_no_other_wind(
    players: int, options: dict[str, str | int], *, is_listed: bool
) -> None:
    card = reference_of(RULESETS["nts"], options, players)
    keys = {one.key for one in card.everybodys}
    assert ("set_of_green_dragons" in keys) is is_listed


def test_seven_pairs_of_honours_need_two_equal_ones_with_three_players() -> None:
    # NTS, Drie spelers: three winds and three dragons are six kinds.
    assert "honour_pairs" in limits_on(card_of("nts", 3))
    assert "honour_pairs" not in limits_on(card_of("nts", 3, identical_pairs="no"))


@pytest.mark.parametrize(
    "block", [one for one in blocks() if not one.is_replay], ids=str
)
def test_what_a_golden_example_scores_is_on_its_card(block: Block) -> None:
    if block.expected[0].startswith("error"):
        return
    record = block.record
    card = reference_of(
        find_ruleset(record["ruleset"]),
        record.get("options", {}),
        record.get("players", 4),
    )
    scored = {
        item["rule"].removeprefix("waiting:")
        for hand in score_record(record)["hands"].values()
        for item in hand["items"]
    }
    if record.get("round_wind") == "G":
        # A game can be scored by itself whatever the partie's rounds are.
        scored.discard("set_of_green_dragons")
    assert scored <= {one.key for one in card.entries}


@every_ruleset
def test_a_card_shows_each_limit_hand_group_by_group(ruleset: Ruleset) -> None:
    card = reference_of(ruleset, {})
    for entry, limit in zip(card.limit_hands, ruleset.limit_hands, strict=True):
        assert (entry.key, entry.name) == (limit.key, limit.name)
        worth = ruleset.counting_sums.of_limit(limit, is_owner=False)
        assert (entry.points, entry.source) == (worth, limit.source)
        assert entry.faan == limit.faan
        assert entry.definition == limit.definition
        for picture in entry.pictures:
            groups = [re.sub("[()]", "", one) for one in picture.groups]
            # Never all in one group.
            assert min(map(len, map(parse_tiles, groups))) <= 4
            assert picture.shows_how_it_lies == any(
                "(" in one for one in picture.groups
            )
        assert not entry.is_changed


@pytest.mark.parametrize(
    ("players", "tiles"),
    [
        (4, ["136 tiles, without flowers and seasons."]),
        (
            3,
            [
                "96 tiles, without flowers and seasons.",
                "The characters are left out.",
                "The wind North is left out.",
                "A tile can be claimed for a chow only if it wins.",
            ],
        ),
    ],
)
def test_a_card_says_what_is_played_with(players: int, tiles: list[str]) -> None:
    assert [one.text for one in card_of("nts", players).tiles] == tiles


def test_a_card_says_that_jokers_are_played_with() -> None:
    said = [one.text for one in card_of("schmale", jokers=8).tiles]
    assert said == ["144 tiles, with flowers and seasons.", "Jokers beside them: 8."]


# What wins over what ---------------------------------------------------------------


def test_a_card_says_which_items_give_way_to_others() -> None:
    found = {
        (tuple(one.wins), tuple(one.over)) for one in card_of("schmale").precedences
    }
    assert (("All four flowers",), ("Own flower",)) in found
    assert (("Kong on kong",), ("Replacement tile",)) in found
    alone = card_of("schmale", kong_on_kong="alone").precedences
    over = {"Replacement tile", "Winning tile self-drawn"}
    assert any(set(one.over) == over for one in alone)


def test_a_card_says_of_which_items_only_the_highest_counts() -> None:
    groups = [one.wins for one in card_of("nts").precedences if not one.over]
    assert ("Clean", "Very clean", "Pure") in groups
    assert all(len(one) > 1 for one in groups)
    others = {key: {"off": True} for key in ("clean", "very_clean")}
    rest = reference_of(find_ruleset(book(items=others)), {}, 4).precedences
    assert [one.wins for one in rest if not one.over] == [
        one for one in groups if "Pure" not in one
    ]
    # With the house rule one more item gives way to the others of its group.
    assert any(
        "Kong on kong" in one.wins
        for one in card_of("nts", kong_on_kong="replace").precedences
    )


@pytest.mark.parametrize(
    ("key", "options", "is_higher"),
    [
        ("nts", {}, False),
        ("nts", {"limit_or_count": "higher"}, True),
        ("spiel-der-winde", {}, True),
    ],
)
def test_a_card_says_whether_a_count_wins_over_a_limit_hand(
    key: str, options: dict[str, str | int], *, is_higher: bool
) -> None:
    card = reference_of(RULESETS[key], options)
    said = " ".join(one.text for one in card.winning)
    higher = "The ordinary count of a limit hand counts instead if it is higher."
    assert (higher in said) is is_higher


def test_a_card_tells_how_a_limit_hand_comes_about() -> None:
    limits = limits_on(card_of("nts"))
    assert limits["seven_pairs"].is_irregular
    assert not limits["seven_pairs"].is_by_occasion
    assert not limits["jade"].is_irregular
    assert not limits["jade"].is_by_occasion
    assert limits["heaven"].is_by_occasion
    assert not limits["heaven"].is_irregular
    assert not limits["heaven"].needs_sets
    assert limits_on(card_of("hkos"))["heaven"].needs_sets


@pytest.mark.parametrize(
    ("ruleset", "without", "bonus"),
    [
        (
            "schmale",
            {"bonus_tiles": "no"},
            {
                "own_flower",
                "own_season",
                "all_flowers",
                "all_seasons",
                "all_bonus_tiles",
            },
        ),
        (
            "nts",
            {},
            {"bonus_tile", "own_bonus_tile", "all_flowers", "all_seasons"},
        ),
    ],
)
def test_without_flowers_and_seasons_nothing_of_them_is_on_the_card(
    ruleset: str, without: dict[str, str], bonus: set[str]
) -> None:
    rules = RULESETS[ruleset]
    played = with_options(rules, {"flowers": "yes"} if ruleset == "nts" else {})
    assert {one.key for one in played.items_played if one.is_bonus} == bonus
    card = reference_of(rules, without)
    assert not bonus & {one.key for one in card.everybodys + card.winners}


def test_schmales_card_has_both_tables() -> None:
    # Schmale 6.1.1.2
    card = card_of("schmale")
    assert [points for _, points in card.faan_table] == [
        *(1, 2, 4, 8, 16, 16, 32, 32, 64),
    ]
    assert [faan for faan, _ in card.faan_table] == list(range(9))
    assert card.laak_table == ((1, 4), (2, 6), (3, 8))
    # Schmale C.2
    card = card_of("schmale", table="appendix_c")
    assert [points for _, points in card.faan_table] == [
        *(1, 2, 4, 8, 16, 32, 32, 64, 64, 128),
    ]
    assert card.laak_table == ((1, 5), (2, 7), (3, 9))
    assert card.columns == ("faan", "laak")


def test_a_card_in_points_has_no_tables() -> None:
    card = card_of("nts")
    assert (card.faan_table, card.laak_table) == ((), ())
    assert card.columns == ("points", "doubles")


def test_a_card_marks_what_a_house_rule_changed() -> None:
    card = card_of("schmale", table="appendix_c", losers_settle="yes")
    items = card.everybodys + card.winners
    assert {one.key for one in items if one.is_changed} == {"all_pungs", "half_flush"}
    assert all(one.is_changed for one in card.limit_hands)
    options = {one.key: one for one in card.options}
    assert {key for key, one in options.items() if one.is_changed} == {
        "table",
        "losers_settle",
    }
    assert options["losers_settle"].value == "yes"
    assert options["losers_settle"].usual == "no"


def test_a_house_rule_that_takes_an_item_out_takes_it_from_the_card() -> None:
    card = card_of("nts", all_pungs="no")
    assert "all_pungs" not in {one.key for one in card.winners}


def test_an_item_that_flowers_bring_is_changed() -> None:
    card = card_of("nts", flowers="yes")
    items = {one.key: one for one in card.everybodys + card.winners}
    assert items["bonus_tile"].is_changed
    assert not items["mahjong"].is_changed


def test_a_number_is_shown_as_it_is() -> None:
    options = {one.key: one for one in card_of("nts", minimum_doubles=5).options}
    assert (options["minimum_doubles"].value, options["minimum_doubles"].usual) == (
        "5",
        "2",
    )


@every_ruleset
def test_a_card_lists_the_house_rules_that_mean_something(ruleset: Ruleset) -> None:
    for players in ruleset.players:
        card = reference_of(ruleset, {}, players)
        assert [one.key for one in card.options] == [
            one.key for one in ruleset.options if players in one.players
        ]
        for entry in card.options:
            assert entry.value == entry.usual
            assert not entry.is_changed


@every_ruleset
def test_every_decision_says_what_is_open_and_what_was_decided(
    ruleset: Ruleset,
) -> None:
    for players in ruleset.players:
        card = reference_of(ruleset, {}, players)
        for one in card.decisions:
            assert one.decision.open.endswith("."), one.name
            assert one.decision.decided.endswith("."), one.name
            assert one.value == ""


def test_what_the_book_leaves_open_is_a_decision_of_the_card_once() -> None:
    card = card_of("nts")
    wanted = {
        one.source.decision
        for one in (*card.entries, *card.options)
        if one.source.is_decision
    }
    found = [one.decision for one in card.decisions]
    assert len(found) == len(set(found)) == len(wanted) > 10
    assert set(found) == wanted
    # A house rule speaks for the limit hand that it is about.
    names = [one.name for one in card.decisions]
    assert "Points of the squirming snake" in names
    assert "Squirming snake" not in names


@every_ruleset
def test_a_rule_of_play_that_was_decided_is_among_the_decisions(
    ruleset: Ruleset,
) -> None:
    for players in ruleset.players:
        card = reference_of(ruleset, {}, players)
        decided = [one.decision for one in card.decisions]
        for rule in card.at_the_table:
            decision = rule.source.decision
            assert decision is None or decided.count(decision) == 1, rule.heading
        # What is of play alone has no mark on a card, and no item is that.
        marked = {one.source.decision for one in (*card.entries, *card.options)}
        for one in card.decisions:
            assert one.is_of_play is (one.decision not in marked), one.name


def test_the_british_rules_of_play_have_decisions_too() -> None:
    found = {str(one.name): one.decision for one in card_of("bmja").decisions}
    for name, decided in (
        ("A false mahjong", "The hand is dead, and nothing else is paid."),
        ("Kongs", "It is an exposed kong in every respect."),
        ("Dead hands", "Both are dead."),
    ):
        assert found[name].decided == decided


def test_a_decision_that_a_house_rule_overrules_says_what_is_played() -> None:
    played = {
        str(one.name): one.value for one in card_of("nts", snake_value=2000).decisions
    }
    assert played["Points of the squirming snake"] == "2000"
    assert played["Nine gates"] == ""


def test_what_the_book_says_itself_is_no_decision() -> None:
    decided = {one.name for one in card_of("nts").decisions}
    for name in ("Mahjong", "Winning tile self-drawn", "Robbed kong"):
        assert name not in decided


# At the table ----------------------------------------------------------------------


@every_ruleset
def test_a_book_says_what_is_done_at_the_table_in_places_that_are_cited(
    ruleset: Ruleset,
) -> None:
    assert ruleset.at_the_table
    for one in ruleset.at_the_table:
        assert one.heading
        assert one.text.endswith(".")
        assert one.source.document is ruleset.document
        assert one.source.section


@pytest.mark.parametrize(
    ("key", "players", "headings", "missing"),
    [
        ("nts", 4, {"Seats", "Who goes first", "The fifteenth kong"}, {"Open wall"}),
        ("nts", 3, {"Three players"}, {"Seats", "The fifteenth kong"}),
        ("nts", 5, {"Seats"}, {"Three players"}),
        ("schmale", 4, {"Taking a call back", "The open wall"}, {"Three players"}),
        ("schmale", 4, {"Mending accounts", "A false mahjong"}, {"The fifteenth kong"}),
        ("spiel-der-winde", 4, {"Seats", "Who goes first"}, {"Mending accounts"}),
    ],
)
def test_where_a_book_is_silent_nothing_is_said(
    key: str, players: int, headings: set[str], missing: set[str]
) -> None:
    said = {one.heading for one in card_of(key, players).at_the_table}
    assert headings <= said
    assert not missing & said


@pytest.mark.parametrize(
    ("key", "many"),
    [
        ("nts", {3: 9, 4: 10, 5: 11}),
        # Three and five sit otherwise than four, and nothing else is other.
        ("schmale", {3: 14, 4: 14, 5: 14}),
    ],
)
def test_so_much_is_said_of_play_for_each_number_of_players(
    key: str, many: dict[int, int]
) -> None:
    said = {players: len(card_of(key, players).at_the_table) for players in many}
    assert said == many
    for players in many:
        headings = [one.heading for one in card_of(key, players).at_the_table]
        assert len({*headings} & {"Seats", "Three players"}) == 1


def test_where_five_sit_is_said_beside_where_four_do() -> None:
    said = {
        many: [one.heading for one in card_of("nts", many).at_the_table].count("Seats")
        for many in (3, 4, 5)
    }
    assert said == {3: 0, 4: 1, 5: 2}


# For how many a house rule means something -----------------------------------------

OF_SOME: dict[str, dict[str, tuple[int, ...]]] = {
    "nts": {
        "flowers": (4, 5),
        "minimum_counts_flowers": (4, 5),
        "rounds": (4, 5),
        "three_player_rounds": (3,),
        "green_dragon_games": (3,),
        "five_player_east_stays": (5,),
        "fifth_round": (5,),
    },
    "american": {"pivot": (4,)},
}


@every_ruleset
def test_a_house_rule_means_something_for_these_numbers_of_players(
    ruleset: Ruleset,
) -> None:
    some = OF_SOME.get(ruleset.key, {})
    for option in ruleset.options:
        assert option.players == some.get(option.key, (3, 4, 5)), option.key


@every_ruleset
def test_a_house_rule_for_others_changes_nothing(ruleset: Ruleset) -> None:
    for key, players in OF_SOME.get(ruleset.key, {}).items():
        option = next(one for one in ruleset.options if one.key == key)
        for many in {3, 4, 5} - set(players):
            usual = with_options(ruleset, {}, many)
            for choice in option.choices:
                chosen = with_options(ruleset, {key: choice.value}, many)
                assert chosen.dealing == usual.dealing
                assert chosen.tiles == usual.tiles
                assert chosen.counting == usual.counting


def test_fan_that_a_club_changed_stand_where_others_of_their_worth_do() -> None:
    own = {"base": "mcr", "name": "Ours", "items": {"chicken_hand": {"points": 13}}}
    card = reference_of(find_ruleset(own), {})
    worths = [one.worth[0] for one in card.winners]
    assert worths == sorted(worths, reverse=True)
    assert 13 in worths


# What a card says in sentences --------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "sentences", "numbers"),
    [
        # 2,000 points, two doubles, half of a limit hand.
        ("nts", [4, 3, 4, 1, 2], [2000, 2, 2, 136, 4]),
        ("schmale", [1, 2, 5, 1, 2], [144, 4]),
        ("spiel-der-winde", [2, 3, 3, 1, 2], [144, 4]),
        # Two fifths of a limit hand.
        ("bmja", [3, 4, 5, 1, 2], [1000, 2, 5, 144, 4]),
        # What one, two and three pay who call wrongly; a discard wrongly named.
        ("dmjl", [2, 3, 8, 1, 4], [500, 300, 150, 100, 100, 144, 4, 9]),
        ("hkos", [4, 2, 5, 1, 2], [10, 3, 144, 4]),
        # What a winner needs, what everybody pays, a false mahjong.
        ("mcr", [2, 5, 4, 1, 3], [8, 8, 10, 144, 4]),
        ("american", [1, 0, 4, 2, 3], [144, 8, 4]),
        ("free", [2, 0, 2, 0, 2], [0, 4]),
    ],
)
def test_a_card_says_all_that_the_book_says(
    key: str, sentences: list[int], numbers: list[int]
) -> None:
    card = card_of(key)
    parts = [card.counting, card.winning, card.paying, card.tiles, card.dealing]
    assert [len(one) for one in parts] == sentences
    text = " ".join(sentences_on(card))
    plain = text.replace("\N{NARROW NO-BREAK SPACE}", "")
    assert [int(one) for one in re.findall(r"\d+", plain)] == numbers


@pytest.mark.parametrize("key", ["schmale", "hkos"])
@pytest.mark.parametrize("choice", ["yes", "no"])
def test_a_card_says_whether_a_fault_costs_east_double(key: str, choice: str) -> None:
    fault = card_of(key, east_double=choice).paying[-1].text
    assert "ends a game" in fault or "ends the game" in fault
    assert ("doubled where East is one of the two" in fault) is (choice == "yes")


def test_a_card_says_how_much_anybody_can_lose_where_there_is_a_limit() -> None:
    without = [one.text for one in card_of("american").paying]
    limited = [one.text for one in card_of("american", limit_of_loss=200).paying]
    assert limited[:-1] == without
    assert limited[-1].startswith("The pie: nobody loses more than 200 over a partie.")


def sentences_on(card: Reference) -> list[str]:
    """Return what is said on a card, in whole sentences."""
    parts = [card.counting, card.winning, card.paying, card.tiles, card.dealing]
    return [one.text for part in parts for one in part]


ALONE = {("spiel-der-winde", "robbing_kong"), ("american", "robbing_kong")}
ALONE |= {("free", "round_winds")}
"""House rules of which nothing stands on the card but what was chosen."""


@every_ruleset
def test_what_a_club_chooses_changes_more_of_its_card_than_the_choice(
    ruleset: Ruleset,
) -> None:
    """For some number of players, each choice of every house rule."""
    cards = {many: reference_of(ruleset, {}, many) for many in ruleset.players}
    for option in ruleset.options:
        others: list[Any] = [one.value for one in option.choices]
        if isinstance(option, NumberOption):
            others = [option.default + 1]
        for value in others:
            if value == option.default:
                continue
            changed = {
                many: reference_of(ruleset, {option.key: value}, many)
                for many in ruleset.players
            }
            assert all(map(sentences_on, changed.values()))
            is_alone = all(
                replace(card, ruleset=changed[many].ruleset)
                == replace(changed[many], options=card.options)
                for many, card in cards.items()
            )
            assert is_alone is ((ruleset.key, option.key) in ALONE), option.key
