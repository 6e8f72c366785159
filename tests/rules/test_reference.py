"""The reference card says of a rule book what the rule book is."""

from typing import Any

import pytest

from clubscore.rules.items import BonusItem, SetItem
from clubscore.rules.reference import LimitEntry, Reference, reference_of
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import RULESETS, with_options
from clubscore.rules.tiles import parse_tiles

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
def test_a_card_lists_every_item_with_its_worth(ruleset: Ruleset) -> None:
    card = reference_of(ruleset, {})
    items = {one.key: one for one in ruleset.items_played}
    listed = {one.key: one for one in card.everybodys + card.winners}
    assert set(listed) == set(items)
    for key, entry in listed.items():
        item = items[key]
        assert (entry.name, entry.worth) == (item.name, item.worth)
        assert (entry.group, entry.source) == (item.group, item.source)
        assert entry.is_each is isinstance(item, SetItem | BonusItem)
        assert set(entry.replaces) == {items[one].name for one in item.replaces}
        assert not entry.is_changed


@every_ruleset
def test_a_card_shows_each_limit_hand_group_by_group(ruleset: Ruleset) -> None:
    card = reference_of(ruleset, {})
    for entry, limit in zip(card.limit_hands, ruleset.limit_hands, strict=True):
        assert (entry.key, entry.name) == (limit.key, limit.name)
        assert (entry.points, entry.source) == (limit.points, limit.source)
        assert parse_tiles("".join(entry.groups)) == parse_tiles(limit.example)
        # Never all in one group.
        assert min(map(len, map(parse_tiles, entry.groups))) <= 4
        assert " " not in "".join(entry.groups)
        assert not entry.is_changed


def test_a_card_tells_how_a_limit_hand_comes_about() -> None:
    limits = limits_on(card_of("nts"))
    assert limits["seven_pairs"].is_irregular
    assert not limits["seven_pairs"].is_by_occasion
    assert not limits["jade"].is_irregular
    assert not limits["jade"].is_by_occasion
    assert limits["heaven"].is_by_occasion
    assert not limits["heaven"].is_irregular


def test_a_limit_hand_of_tiles_that_are_not_played_with_is_not_on_the_card() -> None:
    # NTS, Drie spelers: no characters and no north wind.
    gone = limits_on(card_of("nts")).keys() - limits_on(card_of("nts", 3)).keys()
    assert gone == {"thirteen_orphans", "wind_snake", "peking_court"}


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


def test_what_the_book_leaves_open_is_a_decision_of_the_card() -> None:
    card = card_of("nts")
    assert "nine_gates" in {one.key for one in card.decisions}
    wanted = {
        *(one.key for one in card.everybodys if one.source.is_decision),
        *(one.key for one in card.winners if one.source.is_decision),
        *(one.key for one in card.limit_hands if one.source.is_decision),
        *(one.key for one in card.options if one.source.is_decision),
    }
    assert {one.key for one in card.decisions} == wanted


def test_what_the_book_says_itself_is_no_decision() -> None:
    decided = {one.key for one in card_of("nts").decisions}
    for key in ("mahjong", "self_drawn", "exposed_pung_of_simples", "robbed_kong"):
        assert key not in decided


# For how many a house rule means something -----------------------------------------

OF_SOME = {
    "nts": {
        "flowers": (4, 5),
        "minimum_counts_flowers": (4, 5),
        "rounds": (4, 5),
        "three_player_rounds": (3,),
        "green_dragon_games": (3,),
        "five_player_east_stays": (5,),
        "fifth_round": (5,),
    },
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
