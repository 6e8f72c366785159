"""Calibration: its rows, its intervals and its verdict, worked by hand."""

import math
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.ranking import AgainstCoin, ToldPair, calibrated


def pairs(chance: float, many: int, came: int, first: int = 0) -> list[ToldPair]:
    """Return *many* pairs of one chance, each of a partie; *came* of them came so."""
    return [ToldPair(first + at, chance, at < came) for at in range(many)]


def test_rows_of_thirty_pairs_stand_alone_and_those_of_fewer_join() -> None:
    told = [*pairs(0.52, 30, 16), *pairs(0.57, 29, 20), *pairs(0.63, 1, 1)]
    found = calibrated([*told, *pairs(0.71, 31, 20), *pairs(0.97, 5, 5)])
    assert [(row.low, row.high, row.pairs, row.came) for row in found.rows] == [
        (50, 55, 30, 16),
        (55, 70, 30, 21),
        # The five of the last row are too few; nothing is beyond it.
        (70, 100, 36, 25),
    ]
    assert found.rows[1].told == pytest.approx((29 * 57 + 63) / 30)


def test_all_together_may_be_too_few() -> None:
    (row,) = calibrated([*pairs(0.5, 2, 1), *pairs(0.86, 3, 3)]).rows
    assert (row.low, row.high, row.pairs, row.came) == (50, 90, 5, 4)
    assert calibrated([]).rows == ()


def test_the_interval_is_wilsons() -> None:
    # 42 of 60: centre (0.7 + 3.8415/120) / (1 + 3.8415/60) = 0.68797, half of it
    # 1.96 × √(0.7 × 0.3 / 60 + 3.8415 / 14400) / 1.06402 = 0.11305.
    (row,) = calibrated(pairs(0.66, 60, 42)).rows
    assert row.share == pytest.approx(70)
    assert row.interval == pytest.approx((57.49, 80.10), abs=0.01)
    (sure,) = calibrated(pairs(0.66, 40, 40)).rows
    assert sure.interval[1] == 100


def test_an_interval_holds_its_share_however_the_formula_is_rounded() -> None:
    # Of four, ten or 34 that all came it makes 99.99999999999999.
    for many in range(1, 40):
        (row,) = calibrated(pairs(0.66, many, many)).rows
        assert row.interval[0] < row.interval[1] == row.share == 100


def test_log_loss_against_a_coin() -> None:
    found = calibrated([*pairs(0.8, 3, 3), ToldPair("x", 0.8, came=False)])
    assert found.loss == pytest.approx((-3 * math.log(0.8) - math.log(0.2)) / 4)
    assert found.gain == pytest.approx(math.log(2) - found.loss)


@pytest.mark.parametrize(
    ("chance", "came", "verdict"),
    [
        (0.7, 70, AgainstCoin.BETTER),
        (0.7, 58, AgainstCoin.EVEN),
        (0.9, 60, AgainstCoin.WORSE),
        (0.5, 50, AgainstCoin.EVEN),
    ],
)
def test_the_verdict_asks_whether_it_may_be_chance(
    chance: float, came: int, verdict: AgainstCoin
) -> None:
    assert calibrated(pairs(chance, 100, came)).against_coin is verdict


def test_pairs_of_one_partie_tell_as_one() -> None:
    told = pairs(0.7, 60, 48)
    alone = calibrated(told)
    together = calibrated(
        [ToldPair(at // 6, one.chance, one.came) for at, one in enumerate(told)]
    )
    assert alone.against_coin is AgainstCoin.BETTER
    assert together.unsure > 2 * alone.unsure
    assert calibrated([]).against_coin is AgainstCoin.NOTHING
    one = calibrated([ToldPair(1, 0.7, came=True)] * 6)
    assert one.against_coin is AgainstCoin.EVEN


@given(st.integers(0, 10_000), st.integers(1, 400))
def test_every_pair_is_in_one_row_in_any_order(seed: int, many: int) -> None:
    chosen = Random(seed)
    told = [
        ToldPair(at // 6, chosen.uniform(0.5, 1.0), chosen.random() < 0.6)
        for at in range(many)
    ]
    found = calibrated(told)
    assert sum(row.pairs for row in found.rows) == found.pairs == many
    assert sum(row.came for row in found.rows) == sum(one.came for one in told)
    bounds = [(row.low, row.high) for row in found.rows]
    assert all(one[1] == other[0] for one, other in pairwise(bounds))
    for row in found.rows:
        assert row.low <= row.told <= row.high
        assert row.interval[0] <= row.share <= row.interval[1]
        assert row.pairs >= 30 or many < 30
    assert calibrated(told[::-1]).rows == found.rows
