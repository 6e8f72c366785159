"""Bars: as high as what they stand for, named where there is room."""

from fractions import Fraction
from itertools import pairwise

from clubscore.season.bars import NARROW, Value, bars_of


def evening(number: int, day: str = "3 Nov", above: str = "") -> Value:
    """Return what an evening came to."""
    kind = "loss" if number < 0 else "gain"
    return Value(number, day, f"{day}: {number}", kind, above)


def test_bars_are_as_high_as_what_they_stand_for() -> None:
    chart = bars_of([evening(300), evening(-150), evening(0)], NARROW)
    assert chart is not None
    gain, loss, nothing = chart.bars
    assert abs(gain.height - 2 * loss.height) < 0.2
    assert gain.y + gain.height == loss.y == nothing.y == chart.zero
    assert nothing.height == 0


def test_all_of_a_picture_is_within_its_box() -> None:
    values = [evening(number, f"{number} Nov") for number in (-4000, 12, 9999, 3)]
    means = [Fraction(-9000), Fraction(1, 3), Fraction(20_000), Fraction(9999)]
    chart = bars_of(values, NARROW, means=means, mean="+9999")
    assert chart is not None
    points = [one.split(",") for one in chart.means.split()]
    assert len(points) == 4
    assert all(0 <= float(down) <= chart.height for _across, down in points)
    for bar in chart.bars:
        assert chart.left <= bar.x <= bar.x + bar.width <= chart.right < chart.width
        assert 0 <= bar.y <= bar.y + bar.height <= chart.height
        assert 0 < bar.above_y < chart.height


def test_what_stands_below_has_room_and_the_last_is_among_it() -> None:
    chart = bars_of([evening(1, f"{day} Nov") for day in range(1, 31)], NARROW)
    assert chart is not None
    assert chart.columns[-1].label == "30 Nov"
    places = [one.at for one in chart.columns]
    assert all(other - one >= 42 for one, other in pairwise(places))


def test_numbers_stand_at_the_left_unless_every_bar_has_its_own() -> None:
    plain, own = bars_of([evening(3)], NARROW), bars_of([evening(3, "", "3")], NARROW)
    assert plain is not None
    assert own is not None
    assert [row.label for row in plain.rows] == ["0", "1", "2", "3"]
    assert own.rows == ()
    assert bars_of([], NARROW) is None
