"""
Every picture on a reference card is a hand that earns what it stands beside.

Each example is scored, for every number of players and every choice of a house
rule that lists it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import pytest

from clubscore.rules import score_record
from clubscore.rules.hand_points import Taken
from clubscore.rules.items import BonusItem, Example, LimitHand, ScoringItem, SetItem
from clubscore.rules.reference import reference_of
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import RULESETS, with_options
from clubscore.rules.seats import SEAT_LETTERS, Wind
from clubscore.rules.sets import parse_set, tile_set
from clubscore.rules.tiles import (
    DRAGONS,
    SIMPLES,
    TERMINALS,
    UNIT,
    WINDS,
    format_tiles,
    parse_tiles,
    tiles_of,
)

Options = dict[str, str | int]

NO_MINIMUM: dict[str, Options] = {
    "nts": {"minimum_doubles": 0},
    "bmja": {"chows": 4},
    "hkos": {"minimum_faan": 0},
    "mcr": {"minimum_points": 0},
}
"""What a picture shows is one item, which need not be enough to win with."""


def choices(rules: Ruleset, players: int) -> Iterator[Options]:
    """Yield no house rule, and then each choice of each by itself."""
    yield {}
    for option in rules.options:
        if players in option.players:
            for choice in option.choices[1:]:
                yield {option.key: choice.value}


def games(rules: Ruleset) -> Iterator[tuple[int, Options]]:
    """Yield every number of players with every choice of a house rule."""
    for players in rules.players:
        for options in choices(rules, players):
            yield players, options


EVERY_GAME = [
    pytest.param(rules, players, options, id=f"{rules.key}-{players}-{options}")
    for rules in RULESETS.values()
    for players, options in games(rules)
]


def filler(shown: str) -> str:
    """Return chows and a pair of simples that make a winning hand of one set."""
    is_pair = len(parse_tiles(re.sub("[()]", "", shown))) == 2
    return f"(234p) (234s) (678s) {'(345p)' if is_pair else '(88p)'}"


def is_set(group: str) -> bool:
    """Tell whether a group is a chow, a pung or a kong that lies open."""
    tiles = parse_tiles(group)
    first, many = tiles[0], len(tiles)
    is_run = list(tiles) == [first, first + 1, first + 2] and group[-1] != "z"
    return (many in (3, 4) and set(tiles) == {first}) or (many == 3 and is_run)


def record_of(
    rules: Ruleset, example: Example, tiles: str, players: int, options: Options
) -> dict[str, Any]:
    """Return the game in which the example's hand wins."""
    if example.is_losers:
        return lost_record(rules, example, players, options)
    groups = tiles.split()
    lies = "(" in tiles
    sets = [one for one in groups if lies and ("(" in one or is_set(one))]
    loose = "".join(one for one in groups if one not in sets)
    last = parse_tiles(re.sub("[()]", "", groups[-1]))[-1]
    outcome: dict[str, Any] = {
        "kind": "win",
        "winner": SEAT_LETTERS[example.seat],
        "winning_tile": format_tiles((last,)),
        "source": example.source.value,
        "circumstances": sorted(one.value for one in example.circumstances),
    }
    if example.source.value in ("discard", "robbed_kong"):
        outcome["from"] = "S" if outcome["winner"] == "E" else "E"
    owner = {"owner": "E"} if rules.dealing.winds_stay else {}
    return {
        "ruleset": rules.key,
        "players": players,
        "options": NO_MINIMUM.get(rules.key, {}) | options,
        "round_wind": "G" if example.is_green_game else "E",
        **owner,
        "hands": {
            SEAT_LETTERS[example.seat]: {
                "sets": sets,
                "tiles": loose,
                "bonus": example.bonus,
                **({"original_call": True} if example.original_call else {}),
            }
        },
        "outcome": outcome,
    }


def lost_record(
    rules: Ruleset, example: Example, players: int, options: Options
) -> dict[str, Any]:
    """Return the game that the example's hand does not win."""
    return {
        "ruleset": rules.key,
        "players": players,
        "options": options,
        "round_wind": "E",
        "hands": {
            SEAT_LETTERS[example.seat]: {
                "sets": example.tiles.split(),
                "complete": False,
            },
            "E": {"points": 0},
        },
        "outcome": {"kind": "win", "winner": "E", "source": "wall"},
    }


def earned(record: dict[str, Any]) -> tuple[str | None, set[str]]:
    """Return the limit hand that the hand entered with its tiles has, and the items."""
    [seat] = [seat for seat, hand in record["hands"].items() if "points" not in hand]
    hand = score_record(record)["hands"][seat]
    return hand["limit"], {one["rule"] for one in hand["items"]}


@pytest.mark.parametrize(("ruleset", "players", "options"), EVERY_GAME)
def test_every_picture_earns_what_it_stands_beside(
    ruleset: Ruleset, players: int, options: Options
) -> None:
    rules = with_options(ruleset, options, players)
    card = reference_of(ruleset, options, players)
    items = {one.key: one for one in rules.items}
    for entry in (*card.everybodys, *card.winners):
        item = items[entry.key]
        shown = {(one.groups, one.form) for one in entry.pictures}
        for example in item.examples:
            if (tuple(example.tiles.split()), example.form) not in shown:
                continue
            tiles, extra = example.tiles, {}
            if isinstance(item, SetItem):
                tiles = f"{tiles} {filler(tiles)}"
            elif item.is_bonus and tiles[-1] in "fy":
                extra = {"bonus": tiles.replace(" ", "")}
                tiles = "234p 567p 345s 678s 99s"
            record = record_of(ruleset, example, tiles, players, options)
            for hand in record["hands"].values():
                hand.update(extra)
            limit, found = earned(record)
            assert limit is None, (item.key, example)
            assert item.key in found, (item.key, example)


@pytest.mark.parametrize(("ruleset", "players", "options"), EVERY_GAME)
def test_every_picture_of_a_limit_hand_is_that_limit_hand(
    ruleset: Ruleset, players: int, options: Options
) -> None:
    rules = with_options(ruleset, options, players)
    card = reference_of(ruleset, options, players)
    for entry in card.limit_hands:
        limit = rules.limits_by_key[entry.key]
        shown = {(one.groups, one.form) for one in entry.pictures}
        for example in limit.examples:
            if (tuple(example.tiles.split()), example.form) in shown:
                record = record_of(ruleset, example, example.tiles, players, options)
                found, _ = earned(record)
                assert found == limit.key, (limit.key, example)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_item_and_limit_hand_has_a_definition_and_an_example(
    ruleset: Ruleset,
) -> None:
    entries: tuple[ScoringItem | LimitHand, ...] = (
        *ruleset.items,
        *ruleset.limit_hands,
    )
    for entry in entries:
        assert entry.definition.endswith("."), entry.key
        if ruleset.counting.takes is not Taken.TILES:
            assert not entry.examples, "what is typed has no tiles to draw"
            continue
        assert entry.examples, entry.key
        # Where there are several forms of a hand, each says which it is.
        if not isinstance(entry, SetItem | BonusItem):
            rest = [one.form for one in entry.examples[1:]]
            assert all(rest), entry.key
            assert len(set(rest)) == len(rest), entry.key


FORMS = {
    "nts": """
        only_possible_tile: the middle of a chow
        only_possible_tile: the end of a chow
        only_possible_tile: the pair
        three_concealed_pungs: as usual
        three_concealed_pungs: an exposed kong as one of them
        four_concealed_pungs: as usual
        four_concealed_pungs: an exposed kong as one of them
        clean: one suit and honours
        clean: only terminals and honours
        pure: one suit alone
        pure: honours alone
        honour_pairs: as usual
        honour_pairs: four equal tiles as two pairs
        wind_snake: as usual
        wind_snake: the pair in the suit
        pure_pairs: as usual
        pure_pairs: four equal tiles as two pairs
        very_clean_pairs: as usual
        very_clean_pairs: four equal tiles as two pairs
        clean_pairs: as usual
        clean_pairs: four equal tiles as two pairs
        seven_pairs: as usual
        seven_pairs: four equal tiles as two pairs
        jade: as usual
        jade: without the dragon
        heads_and_tails: as usual
        heads_and_tails: the pair as bird eats cake
        squirming_snake: the pair of 2
        squirming_snake: the pair of 5
        squirming_snake: the pair of 8
        squirming_snake: with kongs
    """,
    "schmale": """
        replacement_tile: after a kong
        replacement_tile: after a flower or season
        thirteen_orphans: as usual
        thirteen_orphans: the last tile robbed from a concealed kong
        heaven: as usual
        heaven: after a flower or season was replaced
        earth: the first tile claimed
        earth: the first tile drawn
        earth: East with the replacement tile of a concealed kong
    """,
    "spiel-der-winde": """
        from_heaven: the owner with the dealt tiles
        from_heaven: another with the owner’s first discard
        great_sequence: with the winds
        great_sequence: the pair in the suit
        great_sequence: with the dragons
        seven_pairs: as usual
        seven_pairs: four equal tiles as two pairs
        one_suit_pairs: as usual
        one_suit_pairs: one suit alone
        nine_lanterns: as usual
        nine_lanterns: with an exposed set
        green: as usual
        green: without the dragon
        one_suit_chows: with a pair of honours
        one_suit_chows: with a pair of the suit
        thirteen_orphans: as usual
        thirteen_orphans: with a fourteenth tile
    """,
    "bmja": """
        loose_tile: after a kong
        loose_tile: after a flower or season
        last_tile: the last tile drawn
        last_tile: the discard after it
        unique_wonders: as usual
        unique_wonders: the last tile robbed from a concealed kong
        gates_of_heaven: as usual
        gates_of_heaven: the winning tile claimed
        knitting: as usual
        knitting: with equal pairs
        triple_knitting: as usual
        triple_knitting: with equal sets
        all_pair_honours: as usual
        all_pair_honours: four equal tiles as two pairs
        imperial_jade: as usual
        imperial_jade: without the dragon
        buried_treasure: with honours
        buried_treasure: the last pung claimed
        plum_blossom: after a kong
        plum_blossom: after a flower or season
    """,
    "dmjl": """
        three_concealed_pungs: as usual
        three_concealed_pungs: a concealed kong as one of them
        only_possible_tile: the middle of a chow
        only_possible_tile: the end of a chow
        only_possible_tile: the pair
        replacement_tile: after a kong
        replacement_tile: after a flower or season
        last_tile: the last tile drawn
        last_tile: the discard after it
        thirteen_orphans: as usual
        thirteen_orphans: the last tile robbed from a concealed kong
        squirming_snake: the pair of 2
        squirming_snake: the pair of 5
        squirming_snake: the pair of 8
        squirming_snake: with kongs
        hidden_treasure: as usual
        hidden_treasure: with a concealed kong
        imperial_jade: as usual
        imperial_jade: with a chow
        plum_blossom: after a kong
        plum_blossom: after a flower or season
    """,
    "hkos": """
        last_tile: the last tile drawn
        last_tile: the discard after it
        four_concealed_pungs: as usual
        four_concealed_pungs: with a concealed kong
        thirteen_orphans: as usual
        thirteen_orphans: the last tile robbed from a concealed kong
        heaven: as usual
        heaven: after a flower or season was replaced
    """,
    "mcr": """
        all_green: as usual
        all_green: as pairs
        all_terminals: as usual
        all_terminals: as pairs
        all_honours: as usual
        all_honours: as pairs
        four_pure_shifted_chows: as usual
        four_pure_shifted_chows: two numbers higher
        all_terminals_and_honours: as usual
        all_terminals_and_honours: as pairs
        pure_shifted_chows: as usual
        pure_shifted_chows: two numbers higher
        knitted_straight: as usual
        knitted_straight: with honours and knitted tiles
        all_types: as usual
        all_types: as pairs
        two_melded_kongs: as usual
        two_melded_kongs: one melded and one concealed
        last_tile: on the table
        last_tile: in the winner’s melds
        pung_of_terminals_or_honours: as usual
        pung_of_terminals_or_honours: of a wind
        self_drawn: as usual
        self_drawn: after a flower or season
    """,
}
"""Of what more than one form is drawn, and what each is."""


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_form_of_a_hand_is_drawn_and_named(ruleset: Ruleset) -> None:
    entries: tuple[ScoringItem | LimitHand, ...] = (
        *ruleset.items,
        *ruleset.limit_hands,
    )
    forms = [
        f"{one.key}: {each.form or 'as usual'}"
        for one in entries
        if any(each.form for each in one.examples)
        for each in one.examples
    ]
    asked = dedent(FORMS.get(ruleset.key, "")).strip()
    assert forms == (asked.splitlines() if asked else [])


KINDS_OF_TILES = {
    "simples": SIMPLES,
    "terminals": TERMINALS,
    "winds": WINDS,
    "dragons": DRAGONS,
}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_set_is_shown_of_each_kind_of_tiles_of_which_it_counts(
    ruleset: Ruleset,
) -> None:
    for item in ruleset.items:
        if not isinstance(item, SetItem):
            continue
        shown = [
            found
            for one in item.examples
            if (found := parse_set(one.tiles).as_set) is not None
        ]
        assert len(shown) == len(item.examples), item.key
        for name, kinds in KINDS_OF_TILES.items():
            counts = any(
                item.fits(
                    tile_set(one.shape, tile, is_concealed=one.is_concealed),
                    Wind.SOUTH,
                    of_round,
                )
                for of_round in (Wind.EAST, None)
                for one in shown
                for tile in tiles_of(kinds)
            )
            is_shown = any(UNIT[one.tile] & kinds for one in shown)
            assert is_shown is counts, (item.key, name)


BY_HOUSE_RULE = {
    "nts": """
    three_concealed_pungs: (222p)(888s)(777z)(345s)(99p)
    four_concealed_pungs: (222p)(888s)(333p)(777z)(99s)
    very_clean_pairs: 11p99s99p22z33z55z66z
    honour_pairs: 11z22z33z44z55z66z77z
    pure_pairs: 11p33p44p66p77p88p99p
    very_clean_pairs: 11p99p11z22z33z55z66z
    clean_pairs: 22s44s55s88s22z55z77z
    seven_pairs: 22p77p44p99p11s33z66z
    jade: 111s234s444s666z88s
    """,
    "schmale": """
    last_tile: 345m678p234s567s9s9s; the last tile drawn
    last_tile: 345m678p234s567s9s9s; the discard after it
    nine_sons: 111m2345678m999m5m
    nine_sons: 111m5m234678m999m5m; another tile came last
    """,
    "bmja": """
    concealed_hand: 222m888s345p777p9s9s
    gates_of_heaven: 111p2345678p999p5p
    all_pair_honours: 11m99p11s22z33z55z66z
    imperial_jade: 222s333s444s666z88s
    imperial_jade: 234s444s666s888s33s; with a chow
    buried_treasure: 222p333p777p111z99p
    """,
    "dmjl": """
    three_concealed_pungs: (222p)(888s)(777z)(345s)(99p)
    three_concealed_pungs: (222p)(888s)7777z(345s)(99p); an exposed kong as one of them
    """,
    "hkos": """
    nine_gates: 111m2345678m999m5m
    nine_gates: 111m5m234678m999m5m; another tile came last
    """,
    "mcr": """
    two_melded_kongs: 2222m8888p345p(678s)(44z)
    """,
}
"""What is drawn otherwise by a house rule, and how."""


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_form_that_a_house_rule_makes_is_drawn(ruleset: Ruleset) -> None:
    drawn = [
        f"{change.target}: {one.tiles.replace(' ', '')}"
        + (f"; {one.form}" if one.form else "")
        for option in ruleset.options
        for choice in option.choices
        for change in choice.changes
        for one in change.fields.get("examples", ())
    ]
    asked = dedent(BY_HOUSE_RULE.get(ruleset.key, "")).strip()
    assert drawn == (asked.splitlines() if asked else [])


SAME_PICTURES = {
    ("schmale", "no_honour"),
    ("bmja", "self_drawn"),
    ("hkos", "concealed_hand"),
    ("mcr", "concealed_kong"),
}
"""What an option lets hands have otherwise that look the same."""


def test_what_an_option_lets_hands_have_otherwise_it_draws() -> None:
    undrawn = {
        (ruleset.key, change.target)
        for ruleset in RULESETS.values()
        for option in ruleset.options
        for choice in option.choices
        for change in choice.changes
        if "fits" in change.fields and "examples" not in change.fields
    }
    assert undrawn == SAME_PICTURES
