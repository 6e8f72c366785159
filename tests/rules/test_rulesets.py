"""What holds for every ruleset as data."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.errors import Code
from clubscore.rules.hand_points import TypedValue
from clubscore.rules.hands import Circumstance, Source
from clubscore.rules.items import CountedLimit, Rule
from clubscore.rules.options import NumberOption
from clubscore.rules.own_books import own_book
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import RULESETS, Shelf, find_ruleset, with_options
from clubscore.rules.sets import Shape
from tests.rules.golden import WORKED_EXAMPLE
from tests.rules.kitchen_table import KITCHEN_TABLE
from tests.rules.own_book import book

ENGINE = Path(__file__).parent.parent.parent / "clubscore" / "rules"

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


@every_ruleset
def test_every_rule_says_where_it_comes_from(ruleset: Ruleset) -> None:
    assert ruleset.document.key == ruleset.key
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", ruleset.document.checked)
    rules: list[Rule] = [*ruleset.items, *ruleset.limit_hands, *ruleset.options]
    for one in rules:
        assert one.source.document is ruleset.document, one.key
        assert one.source.section, one.key
        assert one.name, one.key


@pytest.mark.parametrize(
    ("key", "items", "limit_hands", "options", "at_the_table"),
    [
        ("nts", 43, 18, 18, 12),
        ("schmale", 18, 10, 12, 16),
        ("spiel-der-winde", 21, 12, 6, 6),
        ("bmja", 30, 20, 14, 8),
        ("dmjl", 38, 18, 6, 7),
        ("hkos", 23, 8, 13, 5),
        ("mcr", 81, 0, 5, 4),
        ("american", 1, 0, 5, 5),
        ("free", 0, 0, 4, 3),
    ],
)
def test_a_book_has_all_that_was_read_in_it(
    key: str, items: int, limit_hands: int, options: int, at_the_table: int
) -> None:
    ruleset = RULESETS[key]
    assert len(ruleset.items) == items
    assert len(ruleset.limit_hands) == limit_hands
    assert len(ruleset.options) == options
    assert len(ruleset.at_the_table) == at_the_table


@every_ruleset
def test_a_book_that_draws_seats_says_how_for_each_number_of_players(
    ruleset: Ruleset,
) -> None:
    draws = {"nts", "schmale", "spiel-der-winde"}
    players = ruleset.players if ruleset.key in draws else ()
    assert {*ruleset.seat_draws} == {*players}


FAULTS: dict[str, dict[str, int]] = {
    "schmale": {"false_mahjong": 1, "spoiled_game": 1},
    "dmjl": {"false_mahjong": 3, "false_naming": 1},
    "hkos": {"false_mahjong": 1},
    "american": {"false_mahjong": 1},
    "free": {"false_mahjong": 1, "spoiled_game": 1},
}
"""The faults that end a game, and how many can be at fault at once."""


@every_ruleset
def test_a_book_knows_the_faults_that_end_a_game(ruleset: Ruleset) -> None:
    paying = ruleset.paying
    many = {str(one): paying.most_offenders(one) for one in paying.offences}
    assert many == FAULTS.get(ruleset.key, {})


def test_the_values_of_the_card_are_offered() -> None:
    # The specification of the American game lists them.
    counting = RULESETS["american"].counting
    assert isinstance(counting, TypedValue)
    assert counting.usual == (25, 30, 35, 40, 50, 60, 75)


def test_only_how_the_games_of_the_winds_are_settled_must_be_chosen() -> None:
    # Its specification has nothing preset there.
    asked = {
        (key, one.key)
        for key, ruleset in RULESETS.items()
        for one in ruleset.options
        if one.is_asked
    }
    assert asked == {("spiel-der-winde", "settlement")}


def test_a_book_says_where_a_winning_tile_never_comes_from() -> None:
    replaced = {Source.REPLACEMENT, Source.REPLACEMENT_BONUS}
    assert {
        key: set(Source) - one.winning.sources
        for key, one in RULESETS.items()
        if set(Source) > one.winning.sources
    } == {
        "spiel-der-winde": {Source.ROBBED_KONG},
        "mcr": {Source.DEAL},
        "american": replaced | {Source.DEAL, Source.ROBBED_KONG},
        "free": replaced | {Source.DEAL, Source.ROBBED_KONG},
    }


@pytest.mark.parametrize("source", ["wall", "discard", "robbed_kong"])
def test_where_kongs_may_be_robbed_a_tile_wins_from_everywhere(source: str) -> None:
    for key, ruleset in RULESETS.items():
        if all(one.key != "robbing_kong" for one in ruleset.options):
            continue
        robbed = with_options(ruleset, {"robbing_kong": "yes"})
        assert Source(source) in robbed.winning.sources, key
        kept = with_options(ruleset, {"robbing_kong": "no"})
        is_won = Source(source) in kept.winning.sources
        assert is_won is (source != "robbed_kong"), key


@every_ruleset
def test_so_often_one_item_takes_the_place_of_another(ruleset: Ruleset) -> None:
    often = {"mcr": 130, "schmale": 7, "hkos": 4, "bmja": 2}
    together = sum(len(one.replaces) for one in ruleset.items)
    assert together == often.get(ruleset.key, 0)


@every_ruleset
def test_no_two_rules_share_a_key(ruleset: Ruleset) -> None:
    rules: list[Rule] = [*ruleset.items, *ruleset.limit_hands]
    keys = [one.key for one in rules]
    assert len(set(keys)) == len(keys)


def test_hands_laid_by_one_tap_have_keys_and_names_of_their_own() -> None:
    laid = [one for ruleset in RULESETS.values() for one in ruleset.winning.laid]
    assert len({one.key for one in laid}) == len(laid) > 1
    for one in laid:
        assert one.key == one.name.lower().replace(" ", "_")
    assert [([kinds.bit_count() for kinds in one.forms], one.adds) for one in laid] == [
        ([], Shape.PAIR),
        ([13], None),
        ([7] + [9] * 6, None),
        ([9] * 6, Shape.CHOW),
    ]


def test_a_book_says_how_its_seasons_are_won_where_it_does() -> None:
    methods = {key: one.standings for key, one in RULESETS.items() if one.standings}
    assert methods == {"mcr": "table-points"}


def test_a_book_says_which_seven_pairs_are_a_hand() -> None:
    assert {
        key: one.limits_by_key["seven_pairs"].definition
        for key, one in RULESETS.items()
        if "seven_pairs" in one.limits_by_key
    } == {
        "nts": "Any seven pairs. All concealed but the winning tile.",
        "spiel-der-winde": "Any seven pairs; four equal tiles are two. All concealed"
        " but the winning tile.",
    }


def test_a_win_in_the_first_turn_is_called_as_the_book_calls_it() -> None:
    assert {
        key: one.winning.first_turn
        for key, one in RULESETS.items()
        if Circumstance.FIRST_TURN in one.winning.circumstances
    } == {
        "nts": "East’s first discard",
        "schmale": "first tile taken",
        "spiel-der-winde": "the owner’s first discard",
        "bmja": "East’s first discard",
        "dmjl": "East’s first discard",
        "hkos": "East’s first discard",
    }


@every_ruleset
def test_every_rule_is_worth_something(ruleset: Ruleset) -> None:
    for item in ruleset.items:
        columns = (item.points, item.doubles, item.faan, item.laak)
        assert sum(worth > 0 for worth in columns) == 1, item.key
        assert not any(worth < 0 for worth in columns), item.key
    for limit in ruleset.limit_hands:
        if isinstance(limit, CountedLimit):
            assert limit.points == 0 < limit.doubles, limit.key
        else:
            assert (limit.points > 0) is not (limit.faan > 0), limit.key


@every_ruleset
def test_the_chips_of_the_start_are_what_a_player_starts_with(ruleset: Ruleset) -> None:
    dealing = ruleset.dealing
    worth = sum(value * many for value, many in dealing.chips)
    assert worth in {0, dealing.start_chips}
    assert bool(worth) is (ruleset.key in {"nts", "bmja"})


@every_ruleset
def test_a_default_changes_nothing(ruleset: Ruleset) -> None:
    for option in ruleset.options:
        # Where there is no default there is nothing to change.
        if not isinstance(option, NumberOption) and option.default is not None:
            assert option.changes_for(option.default) == (), option.key


def worth(ruleset: Ruleset) -> list[object]:
    """Return all that an option can change, without the tests."""
    return [
        *(
            (one.key, one.worth, one.group, one.replaces, one.is_winners)
            for one in ruleset.items
        ),
        *((one.key, one.worth) for one in ruleset.limit_hands),
        ruleset.counting,
        ruleset.paying,
        ruleset.dealing,
        ruleset.tiles,
        ruleset.winning,
    ]


@every_ruleset
def test_all_defaults_written_out_give_the_same_rules(ruleset: Ruleset) -> None:
    defaults = {
        option.key: option.default
        for option in ruleset.options
        if option.default is not None
    }
    assert worth(with_options(ruleset, defaults)) == worth(ruleset)


def test_all_defaults_written_out_give_the_same_scores() -> None:
    ruleset = find_ruleset(WORKED_EXAMPLE["ruleset"])
    defaults = {option.key: option.default for option in ruleset.options}
    written_out = WORKED_EXAMPLE | {"options": defaults}
    assert score_record(written_out) == score_record(WORKED_EXAMPLE)


@every_ruleset
def test_what_is_replaced_is_an_item_of_the_ruleset(ruleset: Ruleset) -> None:
    keys = {one.key for one in ruleset.items}
    for item in ruleset.items:
        assert item.replaces <= keys - {item.key}


MOVING = {"fits", "times", "admits", "claimable", "shape.is_required_before"}
"""Fields of items and limit hands that say which hands they are."""


@every_ruleset
def test_what_a_choice_counts_otherwise_it_defines_otherwise(ruleset: Ruleset) -> None:
    rules: dict[str, Any] = {one.key: one for one in ruleset.items}
    rules |= ruleset.limits_by_key
    for option in ruleset.options:
        for choice in option.choices:
            for change in choice.changes:
                if MOVING & set(change.fields):
                    definition = change.fields["definition"]
                    assert definition != rules[change.target].definition


@every_ruleset
def test_every_number_of_players_makes_a_whole_ruleset(ruleset: Ruleset) -> None:
    for players in ruleset.players:
        rules = with_options(ruleset, {}, players)
        assert rules.dealing.players == players
        assert len(rules.dealing.seats) == min(players, 4)
        assert len(rules.dealing.schedule) >= rules.dealing.rounds


@every_ruleset
def test_options_leave_the_ruleset_itself_alone(ruleset: Ruleset) -> None:
    before = worth(ruleset)
    for option in ruleset.options:
        for choice in option.choices[1:]:
            with_options(ruleset, {option.key: choice.value})
    assert worth(ruleset) == before


def test_books_that_are_found_anew_keep_the_language_of_whoever_asks() -> None:
    said = book(words={"nl": {"name": "Draak"}})
    key = own_book(said, RULESETS).key
    shelf = Shelf()
    shelf.keeps(lambda _key: said)
    assert shelf.book(key).name == "Groene Draak 2027"
    shelf.keeps(lambda _key: said, lambda: "nl")
    assert shelf.book(key).name == "Draak"
    shelf.keeps(lambda _key: said)
    assert shelf.book(key).name == "Draak"
    shelf.keeps(lambda _key: said, lambda: "")
    assert shelf.book(key).name == "Groene Draak 2027"


def test_who_plays_by_a_book_of_ones_own_the_club_knows() -> None:
    assert all(one.who_plays for one in RULESETS.values())
    assert find_ruleset(book()).who_plays == ""


def test_the_readme_maps_every_module() -> None:
    readme = (ENGINE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+?`) \|", readme, re.MULTILINE)
    mapped = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    modules = {path.stem for path in ENGINE.glob("*.py")} - {"__init__"}
    assert modules | {"rulesets"} == mapped


def test_the_engine_counts_in_whole_numbers() -> None:
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_float = isinstance(node, ast.Constant) and isinstance(node.value, float)
            assert not is_float, path.name
            assert not isinstance(node, ast.Div), path.name
            assert not (isinstance(node, ast.Name) and node.id == "float"), path.name


# The README's exercise: a whole ruleset out of the pieces ------------------------


@pytest.fixture
def kitchen_table(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(RULESETS, KITCHEN_TABLE.key, KITCHEN_TABLE)
    return KITCHEN_TABLE.key


def won_by(seat: str, tiles: str, winning_tile: str) -> dict[str, object]:
    return {
        "hands": {seat: {"tiles": tiles}},
        "outcome": {
            "kind": "win",
            "winner": seat,
            "winning_tile": winning_tile,
            "source": "wall",
        },
    }


def test_a_ruleset_of_twenty_lines_scores_a_game(kitchen_table: str) -> None:
    game = won_by("S", "111m999p444s777z22z", "2z")
    result = score_record({"ruleset": kitchen_table, "round_wind": "E", **game})
    # Win 1, drawn 1, pungs 3, dragons 1: 6 faan, 32 points; drawn, all pay double.
    assert result["hands"]["S"]["points"] == 32
    assert result["scores"] == {"E": -64, "S": 192, "W": -64, "N": -64}
    green = won_by("W", "222s333s444s666s88s", "8s")
    result = score_record({"ruleset": kitchen_table, "round_wind": "E", **green})
    assert (result["hands"]["W"]["limit"], result["scores"]["W"]) == ("green", 600)


def test_a_ruleset_of_twenty_lines_runs_a_partie(kitchen_table: str) -> None:
    partie: dict[str, Any] = {
        "ruleset": kitchen_table,
        "players": ["Anna", "Ben", "Cleo", "Dirk"],
        "games": [won_by("S", "111m999p444s777z22z", "2z")] * 4,
    }
    result = replay_record(partie)
    assert result["finished"]
    assert result["games"][0]["chips"]["Ben"] == 50 + 192
    with pytest.raises(RulesError) as caught:
        replay_record(partie | {"games": partie["games"] * 2})
    assert caught.value.code is Code.FINISHED


@pytest.mark.parametrize(
    ("question", "books"),
    [
        ("knows_penalties", ["schmale", "dmjl", "hkos", "american", "free"]),
        ("knows_pao", ["schmale", "bmja", "dmjl", "hkos"]),
        ("fines_dead_hands", ["mcr"]),
        ("giver_pays_all", ["hkos"]),
        ("values_losers", ["nts", "spiel-der-winde", "bmja", "dmjl"]),
        ("is_credit", []),
    ],
)
def test_what_paying_by_a_book_knows(question: str, books: list[str]) -> None:
    assert [
        key for key, one in RULESETS.items() if getattr(one.paying, question)
    ] == books


def test_a_book_lists_what_ends_a_game_and_for_what_one_pays_for_all() -> None:
    for one in RULESETS.values():
        assert bool(one.paying.offences) is one.paying.knows_penalties
        assert bool(one.paying.pao_reasons) is one.paying.knows_pao


def test_what_is_claimed_of_a_losers_hand_is_heeded_where_it_earns_something() -> None:
    assert {one.key for one in RULESETS.values() if one.heeds_claims} == {
        *("nts", "spiel-der-winde"),
    }


def test_a_book_calls_itself_as_it_does_in_its_own_language() -> None:
    assert [one.source_title for one in RULESETS.values()] == [
        "Nederlandse Toernooi Spelregels",
        "Axel Schmale: Ma Jiang",
        "Mah Jong, das Spiel der Winde",
        "British Mah-Jong Association: the rules of the game",
        "Deutsche Mah-Jongg Liga: klassische Regeln",
        "Hong Kong Old Style",
        "Mahjong Competition Rules, World Mahjong Organization 2006",
        "National Mah Jongg League",
        "The table’s own rules",
    ]
