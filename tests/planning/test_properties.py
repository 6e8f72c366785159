"""What holds of every plan, whatever was asked for."""

from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clubscore.planning import (
    Key,
    PlanningCode,
    PlanningError,
    Round,
    Wanted,
    measure,
    plan,
    table_sizes,
)
from tests.planning.meetings import Steps, counted, meetings_of, people_of

SIZES = [(3, 4, 5), (4,), (3, 4), (4, 5), (3,), (5,)]


@st.composite
def wanted(draw: st.DrawFn) -> Wanted:
    """Draw something to plan, with wishes now and then."""
    players = [f"p{number}" for number in range(draw(st.integers(4, 23)))]
    sizes = draw(st.sampled_from(SIZES))
    assume(table_sizes(len(players), sizes))
    rng = draw(st.randoms(use_true_random=False))
    rng.shuffle(players)
    pairs = [tuple(players[at : at + 2]) for at in range(0, len(players) - 1, 2)]
    wishes = draw(st.integers(0, 3))
    fixed: dict[Key, int] = {}
    if draw(st.booleans()):
        tables = len(table_sizes(len(players), sizes))
        fixed = {players[-1]: draw(st.integers(1, tables))}
    return Wanted(
        tuple(sorted(players)),
        draw(st.integers(1, 6)),
        seed=draw(st.integers(0, 99)),
        sizes=sizes,
        apart=pairs[:wishes],
        together=pairs[wishes : wishes + draw(st.integers(0, 2))],
        fixed=fixed,
    )


def planned(asked: Wanted, looks: int = 12) -> tuple[Round, ...]:
    """Return a plan after so many looks at the clock; leave out what has none."""
    refusals = []
    try:
        made = plan(asked, Steps(looks))
    except PlanningError as error:
        refusals.append(error.code)
    assert set(refusals) <= {PlanningCode.CONTRADICTION}
    assume(not refusals)
    assert made.measures == counted(made.rounds, asked.history, sorted_fixed(asked))
    return made.rounds


def sorted_fixed(asked: Wanted) -> list[Any]:
    """Return who always sits at one number, with those who stay together with them."""
    return [
        key
        for key in asked.players
        if key in asked.fixed
        or any(
            key in group and set(group) & set(asked.fixed) for group in asked.together
        )
    ]


@settings(max_examples=60)
@given(wanted())
def test_everybody_is_in_one_place_and_every_wish_holds(asked: Wanted) -> None:
    rounds = planned(asked)
    sizes = table_sizes(len(asked.players), asked.sizes)
    assert [one.number for one in rounds] == list(range(1, asked.rounds + 1))
    for one in rounds:
        assert sorted(map(str, one.players)) == list(asked.players)
        assert tuple(map(len, people_of(one))) == sizes
        assert [table.number for table in one.tables] == list(range(1, len(sizes) + 1))
        for table, people in zip(one.tables, people_of(one), strict=True):
            assert (table.fifth is None) == (len(people) < 5)
            for key, number in asked.fixed.items():
                assert key not in people or table.number == number
            for first, second in asked.together:
                seated = {first, second} & set(people)
                assert len(seated) != 1 or {first, second} & set(one.waiting)
    for first, second in asked.apart:
        assert not meetings_of(rounds, first, second)


@settings(max_examples=40)
@given(wanted())
def test_waits_and_sits_out_differ_by_one_at_most_without_wishes(asked: Wanted) -> None:
    plain = Wanted(asked.players, asked.rounds, seed=asked.seed, sizes=asked.sizes)
    assert measure(planned(plain)).wait_spread <= 1


@settings(max_examples=40)
@given(st.integers(4, 30), st.integers(1, 12), st.integers(0, 9))
def test_tables_of_four_give_everybody_each_wind_after_every_four_games(
    many: int, rounds: int, seed: int
) -> None:
    asked = Wanted(tuple(range(many)), rounds, seed=seed, sizes=(4,))
    made = planned(asked, looks=4)
    games: dict[int | str, list[str]] = {key: [] for key in asked.players}
    for one in made:
        for table in one.tables:
            for wind, key in zip("ESWN", table.seats, strict=True):
                games[key].append(wind)
    for winds in games.values():
        for at in range(0, len(winds), 4):
            four = winds[at : at + 4]
            assert len(set(four)) == len(four)


@settings(max_examples=25)
@given(wanted(), st.integers(0, 999))
def test_an_evening_is_planned_again_after_every_round(
    asked: Wanted, seed: int
) -> None:
    rng = Random(seed)
    people = list(asked.players)
    history: tuple[Round, ...] = ()
    for left in range(asked.rounds, 0, -1):
        now = Wanted(tuple(people), left, seed=seed, sizes=asked.sizes, history=history)
        made = planned(now, looks=6)
        assert made[0].number == len(history) + 1
        assert sorted(map(str, made[0].players)) == sorted(map(str, people))
        history += made[:1]
        if rng.random() < 0.5 and table_sizes(len(people) - 1, asked.sizes):
            people.remove(rng.choice(people))
            people = people if len(people) >= 4 else list(asked.players)
        if rng.random() < 0.5:
            people.append(f"new{left}")
    assert measure(history) == counted(history)


def test_who_comes_later_does_not_wait_again_and_again() -> None:
    history: tuple[Round, ...] = ()
    players = tuple("ABCDEFGHI")
    for _round in range(4):
        made = plan(Wanted(players, 1, sizes=(4,), history=history), Steps(3))
        history += made.rounds
    made = plan(Wanted((*players, "Z"), 4, sizes=(4,), history=history), Steps(3))
    waits = [key for one in made.rounds for key in one.waiting]
    assert waits.count("Z") <= 1
    assert made.measures.wait_spread <= 1


def test_a_guest_does_not_wait_again_and_again_where_nobody_was_always_there() -> None:
    regulars = "ABCDEFGHIJ"
    history: tuple[Round, ...] = ()
    for absent in regulars:
        there = tuple(regulars.replace(absent, ""))
        asked = Wanted(there, 4, sizes=(4,), history=history)
        history += plan(asked, Steps(3)).rounds
    waits: list[Key] = []
    for absent in "ABC":
        # Planned again after every sitting, as where somebody comes or goes.
        players = (*regulars.replace(absent, ""), "Z")
        for _sitting in range(4):
            asked = Wanted(players, 1, sizes=(4,), history=history)
            history += plan(asked, Steps(3)).rounds
            waits += history[-1].waiting
    # Of ten two wait: in twelve sittings that is 2.4 times each.
    assert waits.count("Z") in (2, 3)


def test_where_nobody_was_there_before_the_waits_of_the_plan_alone_count() -> None:
    before = plan(Wanted(tuple("VWXYZ"), 2, sizes=(5,)), Steps(3)).rounds
    for players in ("ABCDE", "VABCD"):
        asked = Wanted(tuple(players), 3, sizes=(5,), history=before)
        made = plan(asked, Steps(3))
        # Three of five rest first in turn, and two do not.
        assert made.measures == counted(made.rounds, before)
        assert made.measures.wait_spread == 1
