"""Charts are plain shapes, worked out of numbers alone."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clubscore.partie.charts import (
    APART,
    LEFT,
    LINE,
    NARROW,
    WIDE,
    LineChart,
    chart_of,
    chart_over_time,
    spread,
)

NAMES = {"1": "Anna", "2": "Ben"}


def on_paper(
    names: dict[str, str],
    start: int,
    games: list[dict[str, int]],
    below: Sequence[str] = (),
) -> LineChart:
    """Return a chart as paper has it."""
    chart = chart_of(names, start, games, below)
    assert chart is not None
    return chart.paper


def test_before_the_first_game_there_is_no_chart() -> None:
    assert chart_of(NAMES, 3000, []) is None


def test_a_line_begins_with_the_start_chips_and_ends_with_the_last() -> None:
    chart = on_paper(NAMES, 3000, [{"1": 3100, "2": 2900}, {"1": 3000, "2": 3000}])
    anna, ben = chart.lines
    assert (anna.name, anna.last) == ("Anna", 3000)
    first, _middle, last = anna.points.split()
    assert first.split(",")[1] == last.split(",")[1]
    assert anna.colour != ben.colour
    assert anna.dashes != ben.dashes


def test_what_is_said_stands_below_instead_of_numbers() -> None:
    games = [{"1": 100, "2": -100}] * 7
    days = [f"{day} Nov" for day in range(1, 8)]
    numbered, dated = on_paper(NAMES, 0, games), on_paper(NAMES, 0, games, days)
    assert [one.at for one in dated.columns] == [one.at for one in numbered.columns]
    assert [one.label for one in numbered.columns] == ["0", "5"]
    assert [one.label for one in dated.columns] == ["", "5 Nov"]


def test_games_without_payments_still_draw() -> None:
    chart = on_paper(NAMES, 3000, [{"1": 3000, "2": 3000}])
    assert len(chart.rows) >= 2


def test_who_joins_later_starts_with_the_start_chips() -> None:
    chart = on_paper(NAMES, 3000, [{"1": 3100}, {"1": 3000, "2": 2900}])
    assert chart.lines[1].last == 2900


def test_long_and_negative_numbers_have_room_at_the_left() -> None:
    lefts = []
    for chips in (4000, -2000, -20_000):
        chart = on_paper(NAMES, 0, [{"1": chips, "2": 0}])
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
    chart = on_paper({key: key for key in "12345"}, 3000, games)
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
    chart = on_paper(NAMES, 0, [{"1": 2, "2": -2}, {"1": 4, "2": -2}])
    assert [tick.label for tick in chart.rows] == ["-2", "-1", "0", "1", "2", "3", "4"]


def test_scores_that_were_credited_only_rise() -> None:
    chart = on_paper(NAMES, 0, [{"1": 64, "2": 96}, {"1": 84, "2": 96}])
    assert chart.rows[0].label == "0"
    assert [line.last for line in chart.lines] == [84, 96]


def test_days_stand_as_far_apart_as_they_were() -> None:
    days = {date(2026, 11, 1): 1000, date(2026, 11, 11): 1100, date(2026, 12, 11): 900}
    chart = chart_over_time("Skill", days, str)
    assert chart is not None
    drawn = chart.paper
    left, middle, right = (
        float(point.split(",")[0]) for point in drawn.lines[0].points.split()
    )
    assert (left, right) == (drawn.left, drawn.right)
    # 10 days of 40; each place is rounded to a tenth.
    assert abs(middle - (left + (right - left) / 4)) < 0.1
    assert [tick.label for tick in drawn.columns] == [
        *("2026-11-01", "2026-11-21", "2026-12-11")
    ]
    assert drawn.lines[0].last == 900


def test_one_day_makes_no_line() -> None:
    assert chart_over_time("Skill", {date(2026, 11, 1): 1000}, str) is None
    two = {date(2026, 11, 1): 1000, date(2026, 11, 2): 1000}
    chart = chart_over_time("Skill", two, str)
    assert chart is not None
    assert [tick.label for tick in chart.paper.columns] == [
        *("2026-11-01", "2026-11-02")
    ]


# On a page --------------------------------------------------------------------------


@given(
    st.lists(
        st.fixed_dictionaries({key: st.integers(-20_000, 20_000) for key in "123456"}),
        min_size=1,
        max_size=60,
    )
)
def test_all_of_a_chart_is_within_its_box(games: list[dict[str, int]]) -> None:
    names = {key: f"Wilhelmina {key}" for key in "123456"}
    chart = chart_of(names, 3000, games)
    assert chart is not None
    for box, drawn in ((WIDE, chart.wide), (NARROW, chart.narrow)):
        assert (drawn.width, drawn.height) == (box.width, box.height)
        assert 0 < drawn.left < drawn.right - 60 < drawn.width - 60
        placed = sorted(line.label_y for line in drawn.lines)
        assert placed[0] > LINE / 2
        assert placed[-1] <= drawn.bottom
        lines = 2 if box.is_stacked else 1
        assert all(
            after - before >= lines * LINE - 0.01 for before, after in pairwise(placed)
        )
        for line in drawn.lines:
            # All but the first value, which was there before a game.
            assert line.marks.count("<title>") == len(games)


def test_names_are_whole_where_there_is_room_and_short_on_a_phone() -> None:
    names = {"1": "Wilhelmina van der Velde", "2": "Bartholomea Janssen"}
    short = {"1": "Wilhelmina", "2": "Bartholomea"}
    chart = chart_of(names, 0, [{"1": 8, "2": -8}], short=short)
    assert chart is not None
    assert [line.label for line in chart.wide.lines] == [
        *("Wilhelmina van der…", "Bartholomea Janssen")
    ]
    assert [line.label for line in chart.narrow.lines] == list(short.values())
    # All that is read aloud, and shown by a pointer, has the whole name.
    assert (
        "<title>Wilhelmina van der Velde, 1: 8</title>" in chart.narrow.lines[0].marks
    )


def test_a_line_alone_needs_no_name_at_its_end() -> None:
    chart = chart_over_time("Skill", {date(2026, 11, n): n for n in (1, 2, 9)}, str)
    assert chart is not None
    (line,) = chart.wide.lines
    assert line.label == ""
    assert line.marks.count("<title>") == 3
    assert "<title>Skill, 2026-11-09: 9</title>" in line.marks


def test_the_last_day_stands_below_and_others_as_they_have_room() -> None:
    games = [{"1": day, "2": -day} for day in range(1, 31)]
    days = [f"{day} Nov" for day in range(1, 31)]
    chart = chart_of(NAMES, 0, games, days)
    assert chart is not None
    for drawn in (chart.wide, chart.narrow):
        assert drawn.columns[-1].label == "30 Nov"
        assert len(drawn.columns) >= 3
        at = [tick.at for tick in drawn.columns]
        assert all(after - before >= 6 * 8 for before, after in pairwise(at))
    assert len(chart.wide.columns) > len(chart.narrow.columns)


def test_a_mark_is_seen_where_it_has_room_and_at_the_end() -> None:
    few = chart_of(NAMES, 0, [{"1": 1, "2": -1}] * 5)
    many = chart_of(NAMES, 0, [{"1": 1, "2": -1}] * 40)
    assert few is not None
    assert many is not None
    assert few.wide.lines[0].marks.count('class="hit"') == 0
    assert many.wide.lines[0].marks.count('class="hit"') == 39
    assert many.wide.lines[0].marks.count("<circle cx") == 1
