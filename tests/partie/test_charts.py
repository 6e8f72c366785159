"""Charts are plain shapes, worked out of numbers alone."""

from datetime import date
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clubscore.partie.charts import APART, LEFT, chart_of, chart_over_time, spread

NAMES = {"1": "Anna", "2": "Ben"}


def test_before_the_first_game_there_is_no_chart() -> None:
    assert chart_of(NAMES, 3000, []) is None


def test_a_line_begins_with_the_start_chips_and_ends_with_the_last() -> None:
    chart = chart_of(NAMES, 3000, [{"1": 3100, "2": 2900}, {"1": 3000, "2": 3000}])
    assert chart is not None
    anna, ben = chart.lines
    assert (anna.name, anna.last) == ("Anna", 3000)
    first, _middle, last = anna.points.split()
    assert first.split(",")[1] == last.split(",")[1]
    assert anna.colour != ben.colour
    assert anna.dashes != ben.dashes


def test_what_is_said_stands_below_instead_of_numbers() -> None:
    games = [{"1": 100, "2": -100}] * 7
    days = [f"{day} Nov" for day in range(1, 8)]
    numbered, dated = chart_of(NAMES, 0, games), chart_of(NAMES, 0, games, days)
    assert numbered is not None
    assert dated is not None
    assert [one.at for one in dated.columns] == [one.at for one in numbered.columns]
    assert [one.label for one in numbered.columns] == ["0", "5"]
    assert [one.label for one in dated.columns] == ["", "5 Nov"]


def test_games_without_payments_still_draw() -> None:
    chart = chart_of(NAMES, 3000, [{"1": 3000, "2": 3000}])
    assert chart is not None
    assert len(chart.rows) >= 2


def test_who_joins_later_starts_with_the_start_chips() -> None:
    chart = chart_of(NAMES, 3000, [{"1": 3100}, {"1": 3000, "2": 2900}])
    assert chart is not None
    assert chart.lines[1].last == 2900


def test_long_and_negative_numbers_have_room_at_the_left() -> None:
    lefts = []
    for chips in (4000, -2000, -20_000):
        chart = chart_of(NAMES, 0, [{"1": chips, "2": 0}])
        assert chart is not None
        lefts.append(chart.left)
        assert float(chart.lines[0].points.split(",")[0]) == chart.left
    assert lefts == [LEFT, LEFT + 12, LEFT + 21]


@given(
    st.lists(
        st.fixed_dictionaries({key: st.integers(-20_000, 20_000) for key in "12345"}),
        min_size=1,
        max_size=40,
    )
)
def test_a_chart_stays_inside_its_frame(games: list[dict[str, int]]) -> None:
    chart = chart_of({key: key for key in "12345"}, 3000, games)
    assert chart is not None
    for line in chart.lines:
        for point in line.points.split():
            x, y = map(float, point.split(","))
            assert chart.left <= x <= chart.right
            assert 0 <= y <= chart.bottom
        assert 0 <= line.label_y <= chart.bottom
    assert len(chart.rows) <= 9
    labels = sorted(line.label_y for line in chart.lines)
    assert all(after - before >= APART - 0.01 for before, after in pairwise(labels))


@given(st.lists(st.floats(0, 300), min_size=1, max_size=5))
def test_names_do_not_collide(wanted: list[float]) -> None:
    placed = spread(wanted, 18, 0, 300)
    ordered = sorted(placed)
    assert all(b - a >= 17.99 for a, b in pairwise(ordered))


def test_small_debts_are_seen_too() -> None:
    chart = chart_of(NAMES, 0, [{"1": 2, "2": -2}, {"1": 4, "2": -2}])
    assert chart is not None
    assert [tick.label for tick in chart.rows] == ["-2", "-1", "0", "1", "2", "3", "4"]


def test_scores_that_were_credited_only_rise() -> None:
    chart = chart_of(NAMES, 0, [{"1": 64, "2": 96}, {"1": 84, "2": 96}])
    assert chart is not None
    assert chart.rows[0].label == "0"
    assert [line.last for line in chart.lines] == [84, 96]


def test_days_stand_as_far_apart_as_they_were() -> None:
    days = {date(2026, 11, 1): 1000, date(2026, 11, 11): 1100, date(2026, 12, 11): 900}
    chart = chart_over_time("Skill", days, str)
    assert chart is not None
    left, middle, right = (
        float(point.split(",")[0]) for point in chart.lines[0].points.split()
    )
    assert (left, right) == (chart.left, chart.right)
    # 10 days of 40; each place is rounded to a tenth.
    assert abs(middle - (left + (right - left) / 4)) < 0.1
    assert [tick.label for tick in chart.columns] == [
        *("2026-11-01", "2026-11-21", "2026-12-11")
    ]
    assert chart.lines[0].last == 900


def test_one_day_makes_no_line() -> None:
    assert chart_over_time("Skill", {date(2026, 11, 1): 1000}, str) is None
    two = {date(2026, 11, 1): 1000, date(2026, 11, 2): 1000}
    chart = chart_over_time("Skill", two, str)
    assert chart is not None
    assert [tick.label for tick in chart.columns] == ["2026-11-01", "2026-11-02"]
