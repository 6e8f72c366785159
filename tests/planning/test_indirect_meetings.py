"""Those who never meet have met the same others: what no repeat is given for."""

from random import Random

import pytest
from hypothesis import given, settings

from clubscore.planning import PlanningError, Wanted, plan
from clubscore.planning.annealing import Annealing
from clubscore.planning.indirect_meetings import Spreading
from clubscore.planning.measures import fewest_indirect
from clubscore.planning.problem import met_by
from clubscore.planning.search import first_by_lot
from clubscore.planning.winds import seat
from clubscore.planning.wishes import problem_of
from tests.planning.test_properties import wanted


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    # Rounds of a design, and such as were found by lot.
    [(36, 5, 4), (40, 6, 6), (44, 9, 15), (26, 3, 2), (30, 4, 3)],
)
def test_of_plans_without_a_repeat_one_with_many_indirect_meetings_is_made(
    players: int, rounds: int, least: int
) -> None:
    asked = Wanted(tuple(range(players)), rounds, seconds=60)
    made = plan(asked)
    assert made.measures.repeats == 0
    assert made.measures.least_indirect is not None
    assert made.measures.least_indirect >= least
    assert made.warnings == ()
    assert plan(asked) == made


@settings(max_examples=60)
@given(wanted())
def test_nothing_that_comes_before_is_given_for_it(asked: Wanted) -> None:
    problem = problem_of(asked)
    try:
        before = first_by_lot(problem, Random(1))
    except PlanningError:
        return
    spreading = Spreading(problem, before, Random(2))
    spreading.spread(lambda: False)
    after = spreading.sittings
    costs = [
        Annealing(problem, sittings, Random(3), 0).cost for sittings in (before, after)
    ]
    assert costs[1] <= costs[0]
    repeats = [
        sum(times - 1 for times in problem.counted(one).values() if times > 1)
        for one in (before, after)
    ]
    assert repeats[1] <= repeats[0]
    fewest = [fewest_indirect(met_by(problem, one)) for one in (before, after)]
    if costs[0] == costs[1]:
        assert fewest[1] is None or (fewest[0] is not None and fewest[0] <= fewest[1])
    for one, other in zip(before, after, strict=True):
        assert [len(table) for table in one.tables] == [len(t) for t in other.tables]
        assert (one.waiting, one.fifths) == (other.waiting, other.fifths)
        for old, new in zip(one.tables, other.tables, strict=True):
            assert len(other.fifths & set(new)) == len(one.fifths & set(old))
            bound = {*problem.fixed, *problem.group_of}
            assert bound & set(old) == bound & set(new)


def test_even_winds_come_before_indirect_meetings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Wanted(tuple(range(30)), 4)
    spread = plan(asked)

    def seat_badly(problem: object, sittings: list[object]) -> None:
        """Seat the second plan, the one that was spread, as it stands."""
        seated.append(sittings)
        if len(seated) == 1:
            seat(problem, sittings)  # type: ignore[arg-type]

    seated: list[list[object]] = []
    monkeypatch.setattr("clubscore.planning.planner.seat", seat_badly)
    made = plan(asked)
    assert len(seated) == 2
    assert made.measures.wind_spread <= spread.measures.wind_spread
    least = spread.measures.least_indirect, made.measures.least_indirect
    assert least[0] is not None
    assert least[1] is not None
    assert least[1] < least[0]


@pytest.mark.parametrize("players", [30, 60])
def test_where_time_is_over_a_plan_is_not_spread_and_says_so(players: int) -> None:
    problem = problem_of(Wanted(tuple(range(players)), 4))
    before = first_by_lot(problem, Random(1))
    spreading = Spreading(problem, before, Random(2))
    spreading.spread(lambda: True)
    assert spreading.is_stopped
    assert spreading.sittings == before
    # And while there are many players within a block of swaps too.
    asked = iter([False])
    spreading.spread(lambda: next(asked, True))
    assert spreading.is_stopped
    assert next(asked, None) is None
