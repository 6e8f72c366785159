from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import pytest

from clubscore.evening.draw import Considered, considered, draw_tables
from clubscore.planning import PlannedTable, Round, table_sizes

ALL = (3, 4, 5)


def sat(*sittings: Sequence[Sequence[int]], waiting: Sequence[int] = ()) -> list[Round]:
    """Return what was played so, a sitting after the other."""
    return [
        Round(
            number,
            tuple(
                PlannedTable(at, east, south, west, *others)
                for at, (east, south, west, *others) in enumerate(tables, 1)
            ),
            tuple(waiting),
        )
        for number, tables in enumerate(sittings, 1)
    ]


def meetings(tables: Iterable[Sequence[int]]) -> set[frozenset[int]]:
    """Return the pairs that sat together."""
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("people", [2, 3, 4, 9, 16, 23])
def test_everybody_draws_one_seat(people: int, seed: int) -> None:
    tables = draw_tables(range(people), ALL, (), Random(seed))
    sizes = table_sizes(people)
    assert sorted(map(len, tables), reverse=True) == list(sizes)
    drawn = sorted(one for table in tables for one in table)
    assert drawn == list(range(people if sizes else 0))


def test_lots_decide_who_waits_where_there_are_too_few_seats() -> None:
    waits = set()
    for seed in range(20):
        [table] = draw_tables(range(6), [4], (), Random(seed))
        waits |= set(range(6)) - set(table)
    assert waits == set(range(6))


def test_nobody_waits_again_before_the_others() -> None:
    history = sat([[0, 1, 2, 3]], waiting=(4,))
    for seed in range(10):
        [table] = draw_tables(range(5), [4], history, Random(seed))
        assert 4 in table


def test_a_draw_changes_with_the_lots_and_with_nothing_else() -> None:
    def draw(seed: int) -> list[list[int]]:
        return draw_tables(range(12), ALL, (), Random(seed))

    assert draw(1) == draw(1)
    assert draw(1) != draw(2)


@pytest.mark.parametrize("seed", range(10))
def test_sixteen_who_have_sat_at_four_tables_meet_nobody_again(seed: int) -> None:
    before = [range(first, first + 4) for first in range(0, 16, 4)]
    tables = draw_tables(range(16), ALL, sat(before), Random(seed))
    assert not meetings(tables) & meetings(before)


@pytest.mark.parametrize("seed", range(10))
def test_the_same_four_do_not_sit_down_again_where_others_are_there(seed: int) -> None:
    before = [range(4), range(4, 8)]
    tables = draw_tables(range(8), [4], sat(before, before, before), Random(seed))
    for table in tables:
        assert sum(one < 4 for one in table) == 2


def test_seats_at_a_table_are_drawn_too() -> None:
    first = {draw_tables(range(4), [4], (), Random(seed))[0][0] for seed in range(30)}
    assert first == set(range(4))


def test_who_has_been_east_gets_another_wind() -> None:
    history = sat([range(4)])
    for seed in range(10):
        [table] = draw_tables(range(4), [4], history, Random(seed))
        assert all(place != player for place, player in enumerate(table))


def test_a_very_large_evening_is_drawn_as_far_as_the_planner_goes() -> None:
    tables = draw_tables(range(405), ALL, (), Random(1))
    assert len(tables) == 100
    assert len({one for table in tables for one in table}) == 400


def test_what_is_considered_is_counted_over_those_who_sit_down() -> None:
    history = sat([[0, 1, 2, 3]], [[0, 1, 4, 5]])
    assert considered([[0, 1, 2, 4]], history) == Considered(2, 6, 1, (0, 1), 2)
    assert considered([[3, 5, 6]], history) == Considered(2, 3, 3, None, 0)
    assert considered([], ()) == Considered(0, 0, 0, None, 0)
