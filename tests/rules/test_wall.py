"""
Where the wall is broken: worked by hand, and counted again stack by stack.

`tests/golden/walls/wall.txt` holds the examples. A block has comments as in the other
golden files, the arguments as JSON, and the answer as JSON or `error CODE`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from clubscore.rules.errors import Code, RulesError
from clubscore.rules.hand_points import Taken
from clubscore.rules.record_walls import read_wall, wall_books, wall_record
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.seats import Wind
from clubscore.rules.wall import (
    BrokenWall,
    Half,
    SideEnd,
    Stack,
    break_wall,
    write_wall,
)

BREAKINGS = {key: one.breaking for key, one in wall_books().items()}
FILE = Path(__file__).parent.parent / "golden" / "walls" / "wall.txt"

BROKEN = [key for key, one in RULESETS.items() if one.breaking is not None]
"""The rule books that say how the wall is broken."""


# The golden examples -------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """One throw and where it breaks the wall."""

    comments: tuple[str, ...]
    arguments: dict[str, Any]
    expected: str

    def __str__(self) -> str:
        return self.comments[0]


def blocks() -> Iterator[Block]:
    """Yield every example."""
    for part in FILE.read_text(encoding="utf-8").strip().split("\n\n"):
        *comments, arguments, expected = part.strip().splitlines()
        yield Block(
            tuple(one.removeprefix("# ") for one in comments),
            json.loads(arguments),
            expected,
        )


BLOCKS = list(blocks())


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_the_wall_breaks_as_worked_by_hand(block: Block) -> None:
    if block.expected.startswith("error"):
        with pytest.raises(RulesError) as caught:
            wall_record(**block.arguments)
        assert block.expected == f"error {caught.value.code}"
        return
    answer = wall_record(**block.arguments)
    assert answer == json.loads(block.expected)
    assert list(answer) == list(json.loads(block.expected))


def test_every_example_names_its_source_and_shows_its_sum() -> None:
    for block in BLOCKS:
        assert any(one.startswith("Source: ") for one in block.comments), str(block)
        assert any(one.startswith("Sum: ") for one in block.comments), str(block)
    assert len({str(block) for block in BLOCKS}) == len(BLOCKS)


def test_every_wall_has_a_golden_example() -> None:
    shown_players, shown_options = set(), set()
    for block in BLOCKS:
        if not block.expected.startswith("error"):
            said = block.arguments
            shown_players.add((said["ruleset"], said.get("players", 4)))
            shown_options |= {
                (said["ruleset"], *pair) for pair in said.get("options", {}).items()
            }
    for key, breaking in BREAKINGS.items():
        assert {(key, one) for one in breaking.players} <= shown_players
        assert {
            (key, one.option, one.value) for one in breaking.variations
        } <= shown_options


def test_every_ruleset_says_how_its_wall_is_broken() -> None:
    for ruleset in RULESETS.values():
        if ruleset.counting.takes is Taken.SCORES:
            # Where scores are typed, the table's own book says it.
            assert ruleset.breaking is None
            continue
        assert ruleset.breaking is not None
        assert set(ruleset.breaking.players) == set(ruleset.players)
        assert ruleset.breaking.option_keys <= ruleset.options_by_key.keys()


# Every throw, counted again stack by stack ------------------------------------------

COUNTED_FROM_LEFT = {"mauer"}
DICE_OF_FIRST_THROW = {"hkos": 3, "schmale": 3}
ON_EASTS_SIDE = {"american"}

WALLS: list[tuple[str, int, dict[str, str | int], dict[str, int], int]] = [
    ("nts", 3, {}, {"E": 16, "S": 16, "W": 16}, 10),
    ("nts", 4, {}, {"E": 17, "S": 17, "W": 17, "N": 17}, 14),
    ("nts", 5, {}, {"E": 17, "S": 17, "W": 17, "N": 17}, 14),
    ("nts", 4, {"flowers": "yes"}, {"E": 18, "S": 18, "W": 18, "N": 18}, 14),
    ("schmale", 3, {}, {"E": 18, "S": 18, "W": 18, "N": 18}, 14),
    ("schmale", 4, {}, {"E": 18, "S": 18, "W": 18, "N": 18}, 14),
    ("schmale", 4, {"bonus_tiles": "no"}, dict.fromkeys("ESWN", 17), 14),
    ("schmale", 4, {"jokers": 4}, {"E": 19, "S": 18, "W": 19, "N": 18}, 14),
    ("schmale", 4, {"jokers": 8}, {"E": 19, "S": 19, "W": 19, "N": 19}, 14),
    ("schmale", 5, {"jokers": 12}, {"E": 20, "S": 19, "W": 20, "N": 19}, 14),
    (
        "schmale",
        4,
        {"jokers": 4, "bonus_tiles": "no"},
        {"E": 18, "S": 17, "W": 18, "N": 17},
        14,
    ),
    ("schmale", 4, {"jokers": 8, "bonus_tiles": "no"}, dict.fromkeys("ESWN", 18), 14),
    (
        "schmale",
        3,
        {"jokers": 12, "bonus_tiles": "no"},
        {"E": 19, "S": 18, "W": 19, "N": 18},
        14,
    ),
    ("spiel-der-winde", 4, {}, dict.fromkeys("ESWN", 18), 14),
    ("bmja", 4, {}, dict.fromkeys("ESWN", 18), 14),
    ("dmjl", 4, {}, dict.fromkeys("ESWN", 18), 16),
    ("dmjl", 4, {"bonus_tiles": "no"}, dict.fromkeys("ESWN", 17), 16),
    ("hkos", 4, {}, dict.fromkeys("ESWN", 18), 14),
    ("hkos", 4, {"bonus_tiles": "no"}, dict.fromkeys("ESWN", 17), 14),
    ("mcr", 4, {}, dict.fromkeys("ESWN", 18), 0),
    ("american", 3, {}, dict.fromkeys("ESWN", 19), 0),
    ("american", 4, {}, dict.fromkeys("ESWN", 19), 0),
    ("american", 5, {}, dict.fromkeys("ESWN", 19), 0),
    ("mauer", 3, {}, dict.fromkeys("ESWN", 18), 8),
    ("mauer", 4, {}, dict.fromkeys("ESWN", 18), 8),
    ("mauer", 5, {"dead_wall": 14}, dict.fromkeys("ESWN", 18), 14),
]


def _first_dice(ruleset: str) -> int:
    return DICE_OF_FIRST_THROW.get(ruleset, 2)


def walked(ruleset: str, dice: tuple[int, ...], sides: dict[str, int]) -> Any:
    """Return the side thrown and the stack reached, a finger at the wall."""
    around = list(sides)
    thrown = around[0]
    passed = 0 if ruleset in ON_EASTS_SIDE else sum(dice[: _first_dice(ruleset)]) - 1
    for _ in range(passed):
        thrown = around[(around.index(thrown) + 1) % len(around)]
    # Past the left end the neighbour before, past the right end the one after.
    neighbour = 1 if ruleset in COUNTED_FROM_LEFT else -1
    side, stack = thrown, 1
    for _ in range(1, sum(dice)):
        stack += 1
        if stack > sides[side]:
            side = around[(around.index(side) + neighbour) % len(around)]
            stack = 1
    return thrown, side, stack


@pytest.mark.parametrize(("ruleset", "players", "options", "sides", "dead"), WALLS)
def test_every_throw_lands_where_a_finger_would(
    ruleset: str,
    players: int,
    options: dict[str, str | int],
    sides: dict[str, int],
    dead: int,
) -> None:
    breaking = BREAKINGS[ruleset]
    is_left = ruleset in COUNTED_FROM_LEFT
    for dice in product(range(1, 7), repeat=breaking.dice):
        thrown, side, stack = walked(ruleset, dice, sides)
        assert write_wall(break_wall(breaking, dice, players, options)) == {
            "side": side,
            "stack": stack,
            "count_from": "left" if is_left else "right",
            "stacks_per_side": sides[thrown],
            "tiles": 2 * sum(sides.values()),
            "live_end": "right" if is_left else "left",
            "dead_wall": dead,
        }


def test_the_walls_are_all_there_are() -> None:
    covered = {(ruleset, players) for ruleset, players, *_ in WALLS}
    assert {("schmale", 5), ("nts", 5), ("mauer", 5)} <= covered
    assert covered == {
        (key, players) for key, one in BREAKINGS.items() for players in one.players
    }


# The wall as it lies -------------------------------------------------------


def broken(
    ruleset: str,
    *dice: int,
    players: int = 4,
    owner: Wind = Wind.EAST,
    **options: str | int,
) -> BrokenWall:
    """Return the wall that *dice* break."""
    return break_wall(BREAKINGS[ruleset], dice, players, options, owner)


def places(stacks: tuple[Stack, ...]) -> list[tuple[str, int]]:
    """Return each stack's side and its number from the right."""
    return [(one.side.letter, one.from_right) for one in stacks]


@pytest.mark.parametrize(("ruleset", "players", "options", "sides", "dead"), WALLS)
def test_every_stack_is_lifted_dead_or_live(
    ruleset: str,
    players: int,
    options: dict[str, str | int],
    sides: dict[str, int],
    dead: int,
) -> None:
    breaking = BREAKINGS[ruleset]
    for dice in product((1, 4, 6), repeat=breaking.dice):
        wall = break_wall(breaking, dice, players, options)
        everything = [*wall.dead_stacks, *wall.live]
        if wall.lifted:
            everything.append(wall.place)
        assert len(everything) == len(set(everything)) == sum(sides.values())
        assert {(one.side.letter, one.from_left) for one in everything} == {
            (side, number) for side in sides for number in range(1, sides[side] + 1)
        }
        for one in everything:
            assert one.from_left + one.from_right == sides[one.side.letter] + 1
        assert 2 * len(wall.dead_stacks) + len(wall.lifted) == dead == wall.dead_wall
        for lifted in wall.lifted:
            assert lifted.stack in wall.dead_stacks


def test_the_dead_wall_lies_to_the_right_of_the_gap_and_the_live_to_the_left() -> None:
    wall = broken("nts", 1, 1, 2, 3)
    assert places(wall.dead_stacks) == [("S", number) for number in range(6, 0, -1)]
    assert places(wall.live[:2]) == [("S", 8), ("S", 9)]


def test_the_dead_wall_goes_on_around_the_corner() -> None:
    wall = broken("nts", 1, 1, 1, 1)
    assert places(wall.dead_stacks) == [
        ("S", 3),
        ("S", 2),
        ("S", 1),
        ("W", 17),
        ("W", 16),
        ("W", 15),
    ]


def test_without_a_dead_wall_the_stack_that_is_counted_to_comes_last() -> None:
    wall = broken("mcr", 1, 1, 2, 3)
    assert places(wall.live[:2]) == [("S", 8), ("S", 9)]
    assert places(wall.live[-2:]) == [("S", 6), ("S", 7)]
    assert (wall.lifted, wall.dead_stacks) == ((), ())


def test_counted_from_the_left_the_dead_wall_lies_to_the_left() -> None:
    wall = broken("mauer", 1, 1, 2, 3)
    assert [one.from_left for one in wall.dead_stacks] == [6, 5, 4]
    assert [one.from_left for one in wall.live[:2]] == [8, 9]


@pytest.mark.parametrize(
    ("ruleset", "dice", "expected"),
    [
        ("schmale", (1, 1, 4), [("lower", "S", 5), ("upper", "S", 4)]),
        ("nts", (1, 1, 2, 3), [("either", "S", 6), ("either", "S", 5)]),
        ("spiel-der-winde", (1, 1, 2, 3), [("either", "S", 5), ("either", "S", 3)]),
        ("mauer", (1, 1, 2, 3), [("upper", "S", 13), ("lower", "S", 14)]),
    ],
)
def test_the_lifted_pair_goes_where_the_book_says(
    ruleset: str, dice: tuple[int, ...], expected: list[tuple[str, str, int]]
) -> None:
    wall = broken(ruleset, *dice)
    assert [
        (one.half.value, one.stack.side.letter, one.stack.from_right)
        for one in wall.lifted
    ] == expected


def test_the_lifted_pair_goes_around_the_corner_too() -> None:
    wall = broken("spiel-der-winde", 6, 3, 1, 1, owner=Wind.EAST)
    assert (wall.place.side, wall.stack) == (Wind.EAST, 11)
    wall = broken("schmale", 1, 1, 1)
    assert [one.half for one in wall.lifted] == [Half.LOWER, Half.UPPER]
    wall = broken("nts", 1, 1, 1, 1)
    assert places(tuple(one.stack for one in wall.lifted)) == [("S", 3), ("S", 2)]


def test_sides_are_counted_from_the_owner() -> None:
    wall = broken("spiel-der-winde", 1, 1, 2, 3, owner=Wind.WEST)
    assert [side.wind.letter for side in wall.sides] == ["W", "N", "E", "S"]
    assert (wall.place.side, wall.stack) == (Wind.NORTH, 7)


def test_only_a_rule_book_with_owners_asks_whose_game_it_is() -> None:
    wall = read_wall("nts", [1, 1, 2, 3], owner=Wind.WEST)
    assert (wall.owner, wall.place.side) == (Wind.EAST, Wind.SOUTH)
    wall = read_wall("spiel-der-winde", [1, 1, 2, 3], owner=Wind.NORTH)
    assert (wall.owner, wall.place.side) == (Wind.NORTH, Wind.EAST)


def test_the_ends_are_opposite() -> None:
    assert SideEnd.LEFT.other is SideEnd.RIGHT
    assert SideEnd.RIGHT.other is SideEnd.LEFT


# In words --------------------------------------------------------------------


def words(wall: BrokenWall) -> str:
    """Return all that is said about a wall."""
    said = (*wall.counting, wall.instruction, *wall.notes)
    return " ".join(one.text for one in said)


def test_sentences_say_where_to_break_the_wall() -> None:
    assert words(broken("spiel-der-winde", 1, 1, 2, 3)) == (
        "East throws 2: counted around from East as 1, that is South’s side."
        " South throws 5 more: 7 in all."
        " Lift the pair at stack 7 from the right out of South’s side. Its tiles go on"
        " the second and the fourth stack to the right of the gap. Take tiles from the"
        " left of the gap. The game ends with 14 tiles left. Replacement tiles: the"
        " lifted pair."
    )


def test_where_one_player_throws_once_nobody_throws_more() -> None:
    said = [one.text for one in broken("schmale", 1, 1, 1).counting]
    assert said == [
        "East throws 3: counted around from East as 1, that is West’s side."
    ]


def test_a_sentence_says_that_the_count_runs_on() -> None:
    wall = broken("nts", 6, 6, 4, 2)
    assert wall.counting[-1].text == (
        "North’s side has 17 stacks, fewer than 18:"
        " the count goes on along West’s side."
    )
    assert wall.instruction.text.startswith(
        "Lift the pair at stack 1 from the right out of West’s side."
    )


def test_a_count_that_ends_with_the_side_runs_no_further() -> None:
    wall = broken("nts", 6, 6, 3, 2)
    assert wall.count == wall.thrown.stacks == 17
    assert not wall.runs_on
    assert len(wall.counting) == 2


def test_for_a_side_with_nobody_behind_it_east_throws_again() -> None:
    said = broken("mauer", 2, 2, 1, 1, players=3).counting[1].text
    assert said == "East throws 2 more: 6 in all."
    said = broken("mauer", 2, 2, 1, 1).counting[1].text
    assert said == "North throws 2 more: 6 in all."


def test_the_owner_throws_first() -> None:
    said = broken("spiel-der-winde", 1, 1, 2, 3, owner=Wind.WEST).counting
    assert [one.text for one in said] == [
        "West throws 2: counted around from West as 1, that is North’s side.",
        "North throws 5 more: 7 in all.",
    ]
    # North sits there although the sides are counted from the owner.
    assert not broken("spiel-der-winde", 1, 2, 2, 3, owner=Wind.SOUTH).is_empty_seat


def test_sentences_name_the_dead_wall_that_is_played_with() -> None:
    assert "The 8 tiles to the left" in words(broken("mauer", 1, 1, 1, 1))
    assert "The 14 tiles to the left" in words(
        broken("mauer", 1, 1, 1, 1, dead_wall=14)
    )
    assert "The 10 tiles to the right" in words(broken("nts", 1, 1, 1, 1, players=3))
    assert "It is not refilled" in words(broken("nts", 1, 1, 1, 1))
    assert "always refilled" in words(broken("nts", 1, 1, 1, 1, flowers="yes"))
    assert "The last 14 tiles" in words(broken("schmale", 1, 1, 1))


# What is refused --------------------------------------------------------------


def refusal(*arguments: object) -> RulesError:
    """Return the error that the arguments are answered with."""
    with pytest.raises(RulesError) as caught:
        wall_record(*arguments)
    return caught.value


@pytest.mark.parametrize(
    ("arguments", "code", "field", "message"),
    [
        (
            ("nts", [1, 2, 3]),
            Code.BAD_DICE,
            "dice",
            "Nederlandse Toernooi Spelregels throws 4 dice; these are 3.",
        ),
        (("nts", [1, 2, 9, 3]), Code.BAD_DICE, "dice.2", "Die 3 must show 1 to 6."),
        (
            ("riichi", [1, 2, 3]),
            Code.UNKNOWN_RULESET,
            "ruleset",
            f"There is no ruleset “riichi”. Known are: {', '.join(BROKEN)}, mauer.",
        ),
        (
            ("mauer", [1, 2, 3, 4], 4, {"dead_wall": "8"}),
            Code.UNKNOWN_OPTION,
            "options.dead_wall",
            "“dead_wall” can be: 8, 14.",
        ),
        (
            ("spiel-der-winde", [1, 2, 3, 4], 5),
            Code.BAD_RECORD,
            "players",
            "The field “players” must be how many play: 4.",
        ),
    ],
)
def test_an_error_says_what_to_put_right(
    arguments: tuple[object, ...], code: Code, field: str, message: str
) -> None:
    error = refusal(*arguments)
    assert (error.code, error.field, error.message) == (code, field, message)


@pytest.mark.parametrize(
    "arguments",
    [
        (None, [1, 1, 1]),
        ("schmale", "111"),
        ("schmale", None),
        ("schmale", {1: 1}),
        ("schmale", [1, 1, 1], True),
        ("schmale", [1, 1, 1], None),
        ("schmale", [1, 1, 1], 4.0),
        ("schmale", [1, 1, 1], 4, "jokers=4"),
    ],
)
def test_what_is_wrongly_typed_is_a_bad_record(arguments: tuple[object, ...]) -> None:
    assert refusal(*arguments).code is Code.BAD_RECORD


@pytest.mark.parametrize("die", [None, "1", 1.0, True, [1], {}, 10**30, -1])
def test_what_is_no_die_is_bad_dice(die: object) -> None:
    assert refusal("schmale", [1, die, 1]).code is Code.BAD_DICE


def test_dice_may_be_a_tuple() -> None:
    assert wall_record("nts", (1, 1, 2, 3)) == wall_record("nts", [1, 1, 2, 3])


def test_no_options_are_the_rule_books_own() -> None:
    dice = [1, 1, 2, 3]
    assert wall_record("nts", dice, 4, {}) == wall_record("nts", dice, options=None)
