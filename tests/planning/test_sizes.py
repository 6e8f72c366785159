from itertools import product

import pytest

from clubscore.planning import table_sizes

ALL = (3, 4, 5)


def every_way(people: int) -> list[tuple[int, int, int]]:
    """Return all numbers of threes, fours and fives that seat everybody."""
    ways = product(
        range(people // 3 + 1), range(people // 4 + 1), range(people // 5 + 1)
    )
    return [way for way in ways if 3 * way[0] + 4 * way[1] + 5 * way[2] == people]


@pytest.mark.parametrize("people", range(3, 61))
def test_everybody_plays_with_the_fewest_tables_not_of_four_and_fives_before_threes(
    people: int,
) -> None:
    sizes = table_sizes(people)
    assert sum(sizes) == people
    assert list(sizes) == sorted(sizes, reverse=True)
    threes, fours, fives = (sizes.count(size) for size in ALL)
    best = min(every_way(people), key=lambda way: (way[0] + way[2], way[0]))
    assert (threes, fours, fives) == best


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (0, ()),
        (1, ()),
        (2, ()),
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (5, 4)),
        (10, (5, 5)),
        (11, (4, 4, 3)),
        (13, (5, 4, 4)),
        (14, (5, 5, 4)),
        (15, (4, 4, 4, 3)),
    ],
)
def test_the_tables_of_small_clubs(people: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(people) == sizes


@pytest.mark.parametrize("people", range(61))
def test_a_rule_book_for_four_seats_as_many_as_it_can(people: int) -> None:
    assert table_sizes(people, [4]) == (4,) * (people // 4)


def test_a_rule_book_without_five_makes_threes() -> None:
    assert table_sizes(9, [3, 4]) == (3, 3, 3)
    assert table_sizes(10, [3, 4]) == (4, 3, 3)
    assert table_sizes(5, [3, 4]) == (4,)
