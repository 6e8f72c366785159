"""The charts of a player: shares as long as what they stand for, all within the box."""

import datetime as dt
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from clubscore.club.models import Player
from clubscore.season.bars import NARROW, WIDE
from clubscore.season.player_charts import (
    MOST_NARROW,
    Share,
    StackedBar,
    endings_of,
    mean_place_of,
    pictures_of,
    places_of,
    scores_drawn,
    seats_drawn,
    stacked,
)
from clubscore.season.statistics import (
    EveningScore,
    Opponent,
    PartieSums,
    ResultAlone,
    Sums,
    partie_sums,
)


def sums(
    numbers: dict[str, int], parties: int = 0, places: tuple[int, ...] = ()
) -> Sums:
    """Return sums of which the rest is 0."""
    return Sums(Counter(numbers), parties, places, {})


def evenings(*scores: int) -> list[EveningScore]:
    """Return an evening a week."""
    return [
        EveningScore(
            dt.date(2026, 1, 6) + dt.timedelta(weeks=week),
            *(1, 4, 1),
            score,
            sum(scores[: week + 1]),
        )
        for week, score in enumerate(scores)
    ]


def met(**numbers: int) -> Opponent:
    """Return somebody who was met."""
    return Opponent(Player(name="Eva"), Counter(numbers))


def shares(*many: int) -> list[Share]:
    """Return shares that happened so often."""
    return [Share("first", str(one), one, "") for one in many]


# Scores -----------------------------------------------------------------------------


def test_nothing_is_drawn_before_two_evenings() -> None:
    numbers = {"games": 4, "games_on_e": 4}
    places = partie_sums(sums(numbers, 1, (1, 0, 0, 0)), [])
    one, two = sums(numbers, 1), sums(numbers, 2)
    assert pictures_of(one, places, evenings(24), []) is None
    assert pictures_of(two, places, evenings(24, 0), [])


def test_without_known_games_only_scores_and_places_are_drawn() -> None:
    day = dt.date(2026, 1, 6)
    alone = [ResultAlone(1, day, 1, 40, 1), ResultAlone(2, day, 1, -20, 3)]
    nothing = sums(dict.fromkeys(("games", "score"), 0), 0, (0, 0, 0, 0))
    together = partie_sums(nothing, alone)
    assert (together.score, together.parties, together.firsts) == (20, 2, 1)
    drawn = pictures_of(nothing, together, evenings(40, -20), [])
    assert drawn is not None
    assert (drawn.endings, drawn.seats) == (None, None)
    assert [one.many for one in drawn.places[0].shares] == [1, 0, 1, 0]


def test_the_best_and_the_worst_evening_are_named_and_the_mean_of_all() -> None:
    chart = scores_drawn(evenings(10, -20, 40, 30), WIDE, 40)
    assert chart is not None
    assert [one.above for one in chart.bars] == ["", "\N{MINUS SIGN}20", "+40", ""]
    assert [one.kind for one in chart.bars] == ["gain", "loss", "gain", "gain"]
    assert (chart.mean_called, chart.mean) == ("mean", "+15")
    assert [one.said for one in chart.bars][1:3] == [
        "13/01/2026: \N{MINUS SIGN}20, mean \N{MINUS SIGN}5",
        "20/01/2026: +40, mean +10",
    ]


def test_a_phone_has_the_last_evenings_and_the_mean_of_all() -> None:
    chart = scores_drawn(evenings(1000, *range(1, 14)), NARROW, MOST_NARROW)
    assert chart is not None
    assert len(chart.bars) == MOST_NARROW
    assert chart.bars[0].said == "20/01/2026: +2, mean +334"
    assert chart.mean == "+78"


# One bar ----------------------------------------------------------------------------


def test_parts_are_as_long_as_their_shares_and_fill_the_bar() -> None:
    bar = stacked(shares(3, 0, 1), 200)
    assert [part.share.many for part in bar.parts] == [3, 1]
    assert [(part.x, part.width) for part in bar.parts] == [(0, 150), (150, 50)]
    assert [one.many for one in bar.shares] == [3, 0, 1]


@pytest.mark.parametrize("many", [(500, 1, 1, 1), (1, 1, 1, 500, 1), (1, 500), (7,)])
def test_names_stand_apart_and_numbers_only_where_there_is_room(
    many: tuple[int, ...],
) -> None:
    bar: StackedBar = stacked(shares(*many), NARROW, is_named=True)
    middles = [part.name_at for part in bar.parts]
    assert all(other - one >= 32 for one, other in pairwise(middles))
    assert middles[0] >= 16
    assert middles[-1] <= NARROW - 16
    for part in bar.parts:
        assert part.is_numbered == (part.share.many >= 7)


# Places -----------------------------------------------------------------------------


def test_places_beyond_the_fourth_are_there_if_there_are_any() -> None:
    four = PartieSums(0, 4, (1, 2, 0, 1))
    assert [(one.kind, one.many) for one in places_of(four)] == [
        ("first", 1),
        ("second", 2),
        ("third", 0),
        ("fourth", 1),
    ]
    assert mean_place_of(four) == "2.25"
    five = PartieSums(0, 5, (1, 2, 0, 1))
    assert [one.said for one in places_of(five)][-2:] == [
        "4th: 1 (20%)",
        "lower: 1 (20%)",
    ]
    assert mean_place_of(five) == ""


# How games ended --------------------------------------------------------------------


def test_games_end_in_one_way_each() -> None:
    number = {"games": 20, "wins": 5, "self_drawn": 2, "given": 4, "draws": 3}
    all_known = [met(taken=2, losses=5, given=3), met(taken=1, losses=3, given=1)]
    found = endings_of(sums(number), all_known)
    assert [(one.kind, one.many) for one in found] == [
        ("first", 2),
        ("second", 3),
        ("loss", 4),
        ("others", 4),
        ("drawn", 3),
        ("rest", 4),
    ]
    assert sum(one.many for one in found) == 20


def test_a_win_of_which_nobody_says_how_is_told_apart() -> None:
    number = {"games": 6, "wins": 5, "self_drawn": 2, "given": 1}
    found = endings_of(sums(number), [met(taken=2, losses=1, given=1)])
    assert [(one.name, one.many) for one in found if one.many] == [
        ("Won, self-drawn", 2),
        ("Won from another’s tile", 2),
        ("Won, nobody says how", 1),
        ("Gave the winning tile", 1),
    ]


# Seats ------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_seats_are_as_long_as_their_shares_and_a_fourth_is_a_fourth(width: int) -> None:
    won = {"games_on_e": 200, "wins_on_e": 100, "games_on_s": 80, "wins_on_s": 10}
    chart = seats_drawn(sums(won), width)
    east, south, west, _ = chart.lanes
    assert (east.won, east.of) == ("50%", "100 of 200")
    assert (west.won, west.of, west.width) == ("–", "0 of 0", 0)
    assert abs(east.width - 4 * south.width) < 0.3
    assert abs(chart.fourth - (chart.left + east.width / 2)) < 0.3
    for lane in chart.lanes:
        # Letters are at most as wide as in the widest sans.
        assert lane.of_x + 9 * len(lane.won) + 8 * len(lane.of) <= width
        assert not lane.of_x - 8 < chart.fourth < lane.of_x
    assert chart.lanes[-1].y + chart.bar <= chart.height


def test_a_fourth_is_in_the_picture_of_who_never_wins() -> None:
    chart = seats_drawn(sums({"games_on_n": 7}), NARROW)
    assert all(lane.width == 0 for lane in chart.lanes)
    assert chart.left < chart.fourth < NARROW - 100
    assert Fraction(round(chart.fourth - chart.left), NARROW) > Fraction(1, 5)
