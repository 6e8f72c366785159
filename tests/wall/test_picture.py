"""The picture of a broken wall: every stack once, left and right as at the table."""

from itertools import combinations, product

import pytest

from clubscore.partie.engine.walls import broken_wall
from clubscore.wall.picture import (
    CORNER,
    DEPTH,
    LEGEND,
    MARGIN,
    UNIT,
    Drawing,
    Rectangle,
    drawing_of,
)

MIDDLE = 9 * UNIT + CORNER + DEPTH + MARGIN
"""Of a table whose sides have 18 stacks."""

WALLS = [
    ("nts", 3, {}),
    ("nts", 4, {"flowers": "yes"}),
    ("schmale", 4, {"jokers": 12}),
    ("schmale", 3, {"bonus_tiles": "no", "jokers": 4}),
    ("spiel-der-winde", 4, {}),
    ("mauer", 4, {"dead_wall": 14}),
]


def drawn(
    ruleset: str, *dice: int, players: int = 4, owner: str = "E", **options: object
) -> Drawing:
    """Return the picture of the wall that *dice* break."""
    return drawing_of(broken_wall(ruleset, list(dice), players, options, owner))


def of_kind(drawing: Drawing, kind: str) -> list[Rectangle]:
    """Return the rectangles of one kind."""
    return [one for one in drawing.rectangles if one.kind == kind]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    """Tell whether two rectangles share more than an edge."""
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


@pytest.mark.parametrize(("ruleset", "players", "options"), WALLS)
def test_every_stack_is_drawn_once_inside_the_picture(
    ruleset: str, players: int, options: dict[str, object]
) -> None:
    dice = 3 if ruleset == "schmale" else 4
    for throw in product((1, 3, 6), repeat=dice):
        wall = broken_wall(ruleset, list(throw), players, options)
        drawing = drawing_of(wall)
        stacks = [one for one in drawing.rectangles if one.kind != "lifted"]
        assert 2 * len(stacks) == wall.tiles
        assert len({(one.x, one.y) for one in stacks}) == len(stacks)
        for one in drawing.rectangles:
            assert 0 <= one.x < one.right <= drawing.size
            assert 0 <= one.y < one.bottom <= drawing.size
            if one.kind != "lifted":
                assert sorted((one.width, one.height)) == [UNIT, DEPTH]


@pytest.mark.parametrize(("ruleset", "players", "options"), WALLS)
def test_no_stack_lies_on_another(
    ruleset: str, players: int, options: dict[str, object]
) -> None:
    dice = 3 if ruleset == "schmale" else 4
    drawing = drawing_of(broken_wall(ruleset, [6, 5, 4, 3][:dice], players, options))
    stacks = [one for one in drawing.rectangles if one.kind != "lifted"]
    assert not any(overlap(*pair) for pair in combinations(stacks, 2))


def test_the_lifted_tiles_lie_on_stacks_of_the_dead_wall() -> None:
    drawing = drawn("spiel-der-winde", 1, 1, 2, 3)
    dead = of_kind(drawing, "dead")
    for one in of_kind(drawing, "lifted"):
        (below,) = [stack for stack in dead if overlap(one, stack)]
        assert below.x < one.x
        assert one.right < below.right


def test_east_counts_from_his_right_at_the_bottom() -> None:
    # 5 from East is East again; 5 + 2 = 7 stacks from his right, 9 + 9 a side.
    (gap,) = of_kind(drawn("spiel-der-winde", 4, 1, 1, 1), "gap")
    assert (gap.x, gap.right) == (MIDDLE + 2 * UNIT, MIDDLE + 3 * UNIT)
    assert gap.y > MIDDLE


def test_south_sits_to_the_right_and_counts_from_above() -> None:
    # The right hand of who looks from the right edge to the middle is above.
    (gap,) = of_kind(drawn("spiel-der-winde", 1, 1, 2, 3), "gap")
    assert gap.x > MIDDLE
    assert (gap.y, gap.bottom) == (MIDDLE - 3 * UNIT, MIDDLE - 2 * UNIT)


def test_west_sits_across_and_north_to_the_left() -> None:
    (gap,) = of_kind(drawn("spiel-der-winde", 1, 2, 1, 1), "gap")
    assert gap.bottom < MIDDLE
    assert gap.x < MIDDLE
    (gap,) = of_kind(drawn("spiel-der-winde", 1, 3, 1, 1), "gap")
    assert gap.right < MIDDLE
    assert gap.y > MIDDLE


def test_the_first_throwers_side_is_at_the_bottom() -> None:
    drawing = drawn("spiel-der-winde", 1, 1, 2, 3, owner="W")
    names = [one.text for one in drawing.labels if one.kind == "side"]
    assert names == ["West", "North", "East", "South"]
    lowest = max(drawing.labels, key=lambda one: one.y)
    assert lowest.text == "West"


def test_three_sides_leave_the_fourth_open() -> None:
    drawing = drawn("nts", 1, 1, 2, 3, players=3)
    assert [one.text for one in drawing.labels] == ["East", "South", "West", "7"]
    # Only the bottom and the top row reach to the left.
    assert not any(
        one.height < one.width and one.right < drawing.size // 2
        for one in drawing.rectangles
    )


def test_the_number_of_the_stack_stands_at_the_gap() -> None:
    for dice in product((1, 4, 6), repeat=4):
        drawing = drawn("nts", *dice)
        (gap,) = of_kind(drawing, "gap")
        (number,) = [one for one in drawing.labels if one.kind == "number"]
        # In a corner it moves aside, by no more than a stack.
        if gap.width < gap.height:
            assert abs(number.x - gap.x - UNIT // 2) < UNIT
        else:
            assert abs(number.y - gap.y - UNIT // 2) < UNIT


def test_the_count_goes_around_the_corner() -> None:
    counted = [one for one in drawn("nts", 6, 6, 4, 2).lines if one.kind == "counted"]
    assert [bool(one.head) for one in counted] == [False, True]
    counted = [one for one in drawn("nts", 1, 1, 2, 3).lines if one.kind == "counted"]
    assert [bool(one.head) for one in counted] == [True]


def test_tiles_are_taken_to_the_left_of_the_gap() -> None:
    drawing = drawn("spiel-der-winde", 4, 1, 1, 1)
    (gap,) = of_kind(drawing, "gap")
    (taken,) = [one for one in drawing.lines if one.kind == "taken"]
    assert gap.x == taken.x1 > taken.x2
    assert taken.head


def test_where_stacks_are_counted_from_the_left_tiles_are_taken_to_the_right() -> None:
    drawing = drawn("mauer", 4, 1, 1, 1)
    (gap,) = of_kind(drawing, "gap")
    (taken,) = [one for one in drawing.lines if one.kind == "taken"]
    assert gap.right == taken.x1 < taken.x2


def test_all_but_the_live_wall_and_the_names_stands_in_the_legend() -> None:
    drawing = drawn("mauer", 4, 1, 1, 1)
    kinds = {one.kind for one in drawing.rectangles}
    kinds |= {one.kind for one in drawing.lines}
    assert kinds - {"live"} == {kind for kind, _ in LEGEND}
