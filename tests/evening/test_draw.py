from itertools import combinations
from random import Random

import pytest

from clubscore.evening.draw import draw_tables
from clubscore.planning import table_sizes


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("people", [3, 9, 16, 23])
def test_everybody_draws_one_seat(people: int, seed: int) -> None:
    sizes = table_sizes(people)
    tables = draw_tables(range(people), sizes, {}, Random(seed))
    assert [len(table) for table in tables] == list(sizes)
    assert sorted(one for table in tables for one in table) == list(range(people))


def test_lots_decide_who_waits_where_there_are_too_few_seats() -> None:
    waits = set()
    for seed in range(20):
        [table] = draw_tables(range(6), [4], {}, Random(seed))
        waits |= set(range(6)) - set(table)
    assert waits == set(range(6))


def test_a_draw_changes_with_the_lots_and_with_nothing_else() -> None:
    def draw(seed: int) -> list[list[int]]:
        return draw_tables(range(12), [4, 4, 4], {}, Random(seed))

    assert draw(1) == draw(1)
    assert draw(1) != draw(2)


def meetings(tables: list[list[int]]) -> set[frozenset[int]]:
    """Return the pairs that sat together."""
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


@pytest.mark.parametrize("seed", range(10))
def test_sixteen_who_have_sat_at_four_tables_meet_nobody_again(seed: int) -> None:
    before = [list(range(first, first + 4)) for first in range(0, 16, 4)]
    met = dict.fromkeys(meetings(before), 1)
    tables = draw_tables(range(16), (4, 4, 4, 4), met, Random(seed))
    assert not meetings(tables) & met.keys()


@pytest.mark.parametrize("seed", range(10))
def test_the_same_four_do_not_sit_down_again_where_others_are_there(seed: int) -> None:
    met = dict.fromkeys(meetings([[0, 1, 2, 3], [4, 5, 6, 7]]), 3)
    tables = draw_tables(range(8), (4, 4), met, Random(seed))
    for table in tables:
        assert sum(one < 4 for one in table) == 2


def test_seats_at_a_table_are_drawn_too() -> None:
    first = {draw_tables(range(4), [4], {}, Random(seed))[0][0] for seed in range(30)}
    assert first == set(range(4))
