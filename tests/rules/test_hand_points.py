"""Sums to points, and which of two counts is more."""

from dataclasses import replace

import pytest

from clubscore.rules import score_record
from clubscore.rules.hand_points import FaanAndLaak, PointsAndDoubles
from clubscore.rules.hands import Offence, Penalty, PlayedGame, TableWinds
from clubscore.rules.items import Earned
from clubscore.rules.rulesets import RULESETS, with_options
from clubscore.rules.seats import Wind
from clubscore.rules.settlement import result_of
from tests.rules.test_mutants_found import played

SCHMALE = RULESETS["schmale"]


def test_of_as_many_faan_in_all_more_faan_as_such_decide() -> None:
    counting = SCHMALE.counting_sums
    # 1 laak is 4 faan, 3 laak are 8; more laak stand for no more.
    assert counting.points((4, 0)) == counting.points((0, 1))
    assert counting.rank((4, 0)) > counting.rank((0, 1))
    assert counting.rank((1, 1)) > counting.rank((4, 0))
    assert counting.rank((0, 4)) == counting.rank((0, 3))


def test_of_as_many_points_more_doubles_decide_and_then_the_base() -> None:
    counting = PointsAndDoubles()
    assert counting.points((40, 1)) == counting.points((20, 2)) == 80
    assert counting.rank((20, 2)) > counting.rank((40, 1))
    assert counting.rank((21, 2)) > counting.rank((20, 2))


def test_the_unit_of_penalties_is_a_laak_and_no_faan() -> None:
    # Where every faan is worth more, a laak of 2 faan is 30, nothing else.
    rules = replace(
        SCHMALE, counting=FaanAndLaak(table=(10, 20, 30, 40, 50), laak=(0, 2, 4))
    )
    penalty = Penalty((Wind.SOUTH,), Offence.SPOILED_GAME)
    result = result_of(
        rules, PlayedGame(TableWinds(tuple(Wind), Wind.EAST), {}, penalty)
    )
    assert result.scores == {
        Wind.EAST: 60,
        Wind.SOUTH: -120,
        Wind.WEST: 30,
        Wind.NORTH: 30,
    }


@pytest.mark.parametrize(
    ("counting", "said"),
    [
        (PointsAndDoubles(minimum_points=24), "Points a winner needs at least: 24."),
        (
            PointsAndDoubles(minimum_doubles=3),
            "Doubles a winner needs at least: 3. A limit hand wins with any number.",
        ),
    ],
)
def test_what_a_winner_needs_is_said(counting: PointsAndDoubles, said: str) -> None:
    assert said in [one.text for one in counting.says()]


@pytest.mark.parametrize(
    ("points", "rounded"),
    [(0, 0), (4, 0), (5, 10), (14, 10), (15, 20), (94, 90), (95, 100), (2000, 2000)],
)
def test_tens_are_rounded_halves_up(points: int, rounded: int) -> None:
    counting = with_options(RULESETS["nts"], {"rounding": "tens"}).counting
    assert counting.own_count(points) == rounded


def test_no_hand_is_worth_more_than_the_limit_however_often_it_is_doubled() -> None:
    counting = PointsAndDoubles(limit=2000)
    assert counting.points((1, 10)) == 1024
    assert counting.points((1, 11)) == 2000
    assert counting.points((2, 1000)) == 2000
    assert counting.points((0, 1000)) == 0
    assert PointsAndDoubles().points((3, 30)) == 3 << 30


def test_a_dutch_loser_waits_for_half_and_elsewhere_for_nothing() -> None:
    waiting = RULESETS["nts"].counting.waiting
    assert waiting is not None
    assert waiting.of(1000) == 500
    assert RULESETS["spiel-der-winde"].counting.waiting is None
    assert SCHMALE.counting.waiting is None


def test_of_two_ways_of_equal_worth_the_same_one_is_always_shown() -> None:
    # 22 345 345 or 234 234 55; the last tile completes the 678.
    hand = {"tiles": "22334455m678p345s"}
    outcome = {"kind": "win", "winner": "S", "winning_tile": "6p", "source": "wall"}
    record = played(hands={"S": hand}, outcome=outcome)
    arrangement = score_record(record)["hands"]["S"]["arrangement"]
    assert sorted(arrangement) == ["(22m)", "(345m)", "(345m)", "(345s)", "(678p)"]


@pytest.mark.parametrize(("laak", "has_laak"), [((0,), False), ((0, 1), True)])
def test_laak_are_spoken_of_where_they_count(
    laak: tuple[int, ...], *, has_laak: bool
) -> None:
    counting = FaanAndLaak(table=(0, 1), laak=laak)
    assert counting.has_laak is has_laak
    [said] = [one.text for one in counting.says()]
    assert ("with those that its laak stand for" in said) is has_laak


def test_where_nothing_is_said_points_are_not_rounded_and_any_hand_may_win() -> None:
    assert [PointsAndDoubles().own_count(points) for points in range(8)] == [*range(8)]
    counting = FaanAndLaak(table=(0, 1), laak=(0,))
    assert counting.is_enough_without_items(0)
    assert counting.is_enough(0, (0, 0), ())
    assert PointsAndDoubles().is_enough(0, (0, 0), ())
    # Flowers count towards a minimum like anything else.
    [flower, *_] = [one for one in RULESETS["hkos"].items if one.is_bonus and one.faan]
    least = replace(counting, minimum_faan=1)
    assert least.is_enough(1, (1, 0), [Earned(flower)])
