"""What the golden seasons do not show: means of evenings, movement, explanations."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from clubscore.ranking import (
    Attendance,
    BookedPoints,
    CountsFor,
    Method,
    Movement,
    Nothing,
    Played,
    PlayedEvening,
    PlayedPartie,
    PlayedState,
    PlayerResult,
    Standings,
    changed,
    movements,
    standings,
    year_winners,
)
from tests.ranking.seasons import day, partie, played, preset

TWO_EVENINGS = played(
    partie(1, 0, A=30, B=10, C=-15, D=-25),
    partie(2, 0, A=-10, B=40, C=-20, D=-10),
    partie(3, 1, A=-5, B=0, C=60, D=-55),
)


def line(table: Standings, player: str) -> tuple[int | None, Fraction]:
    """Return a player's place and points."""
    found = table.line_of(player)
    assert found is not None
    return found.place, found.points


def why(table: Standings, player: str) -> list[str]:
    """Return a player's whole explanation in English."""
    found = table.line_of(player)
    assert found is not None
    return [one.text for one in found.why]


def with_partie(state: PlayedState, **more: object) -> Played:
    """Return one partie in that state."""
    return played(partie(1, 0, {"state": state, **more}, A=3, B=1, C=-1, D=-3))


# What counts ----------------------------------------------------------------------


def test_an_evening_can_be_the_mean_of_its_parties() -> None:
    method = changed(
        Method(),
        {"evening.kind": "evenings", "evening.total": "mean", "evening.attendance": 2},
    )
    table = standings(method, TWO_EVENINGS)
    assert line(table, "B") == (2, Fraction(25 + 2 + 0 + 2))
    found = table.line_of("B")
    assert found is not None
    [first, second] = found.counted
    assert first.taken is not None
    assert first.taken.text == "The mean of 2 parties: 25."
    assert [one.reason.text for one in first.portions] == [
        "Score 10.",
        "Score 40.",
        "Attending: 2.",
    ]
    assert second.taken is None


def test_the_best_results_count_as_a_mean_too() -> None:
    method = changed(
        Method(),
        {"counting.kind": "best", "counting.number": 2, "counting.total": "mean"},
    )
    table = standings(method, TWO_EVENINGS)
    assert line(table, "A") == (3, Fraction(25, 2))
    assert line(table, "C") == (2, Fraction(45, 2))
    assert why(table, "A") == [
        "2 of 3 results count; their mean is 12 1/2.",
        "Dropped: not among the best 2 results.",
    ]


def test_each_period_says_what_counts() -> None:
    method = preset("best-five-of-seven", counting__number=1, counting__evenings=2)
    scores = (4, 9, -2)
    season = played(
        *(partie(at, at, A=one, B=0, C=-one) for at, one in enumerate(scores))
    )
    assert why(standings(method, season), "A") == [
        "Period 1: 1 of 2 results counts: 9.",
        "Period 2: 1 of 1 results counts: -2.",
        "Dropped: not the best result of period 1.",
    ]
    assert "not among the best 2 results of period 2." in " ".join(
        why(
            standings(
                preset("best-five-of-seven", counting__number=2, counting__evenings=3),
                played(*(partie(at, at, A=1, B=0, C=-1) for at in range(6))),
            ),
            "A",
        )
    )


def test_an_evening_more_can_let_a_dropped_result_count() -> None:
    method = preset("groene-hart", evening__quorum=0, ranked__kind="everybody")
    three = played(*(partie(one, one, A=2, B=1, C=0, D=-3) for one in range(3)))
    four = played(
        *three.parties, partie(3, 3, A=2, B=1, C=0, D=-3), partie(4, 4, B=1, C=0, D=-1)
    )
    assert [one.reason for one in standings(method, three).lines[0].dropped] == []
    [dropped] = standings(method, four.until(day(3))).lines[0].dropped
    assert dropped.reason is not None
    assert dropped.reason.text == "Dropped: not among the best 3 results."
    assert standings(method, four).lines[0].dropped == ()


def test_open_and_void_parties_give_nothing_and_say_so() -> None:
    for state, reason, kind in (
        (PlayedState.OPEN, "The partie is still being played.", Nothing.OPEN),
        (PlayedState.VOID, "The partie is void.", Nothing.VOID),
    ):
        table = standings(Method(), with_partie(state))
        found = table.line_of("A")
        assert found is not None
        assert found.place is None
        assert found.points == 0
        assert [one.why for one in found.missed] == [kind]
        assert why(table, "A") == [reason, "Not ranked: no result counts yet."]


def test_nobody_was_there_on_an_evening_without_parties() -> None:
    table = standings(Method(), Played(evenings=(PlayedEvening(key=1, date=day(0)),)))
    [held] = table.evenings
    assert not held.counts
    assert held.reason is not None
    assert held.reason.text == "Nobody was there."
    assert table.lines == ()
    assert table.held == 0


def test_only_a_partie_that_counts_proves_who_was_there() -> None:
    method = preset("attendance-premium")
    assert standings(method, with_partie(PlayedState.VOID)).held == 0
    # It counts from its end, in every figure.
    assert standings(method, with_partie(PlayedState.OPEN)).held == 0
    left_open = standings(method, with_partie(PlayedState.OVERDUE))
    assert left_open.held == 1
    assert line(left_open, "A") == (1, Fraction(3003))


def test_the_list_of_attendance_wins_over_what_was_played() -> None:
    season = with_partie(PlayedState.FINISHED)
    evening = PlayedEvening(
        key=0, date=day(0), attendance=(Attendance(player="A", part=Fraction(1, 3)),)
    )
    table = standings(
        preset("attendance-premium"), replace(season, evenings=(evening,))
    )
    found = table.line_of("A")
    assert found is not None
    assert found.points == 1003
    assert found.attended == Fraction(1, 3)
    assert found.counted[0].portions[-1].reason.text == (
        "Attending for 1/3 of the evening: 1000."
    )


def test_guests_do_not_make_a_quorum() -> None:
    method = preset("groene-hart", evening__quorum=4)
    season = with_partie(PlayedState.FINISHED)
    guests = PlayedEvening(key=0, date=day(0), guests=frozenset("A"))
    assert standings(method, season).held == 1
    table = standings(method, replace(season, evenings=(guests,)))
    assert table.held == 0
    assert why(table, "B") == [
        "The evening does not count: 3 of at least 4 members were there.",
        "Not ranked: no result counts yet.",
    ]


def test_a_table_is_played_anew_when_somebody_else_sits_down() -> None:
    method = preset("table-points", giving__over="table")
    same = played(
        partie(1, 0, A=10, B=0, C=-4, D=-6), partie(2, 0, A=-20, B=0, C=14, D=6)
    )
    assert line(standings(method, same), "C") == (1, Fraction(4))
    other = played(
        partie(1, 0, A=10, B=0, C=-4, D=-6), partie(2, 0, A=-20, B=0, C=14, E=6)
    )
    assert line(standings(method, other), "C") == (1, Fraction(1 + 4))
    assert line(standings(method, other), "A") == (2, Fraction(4 + 0))


# Deductions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "ended_early", "points"),
    [
        (PlayedState.FINISHED, True, 3),
        (PlayedState.ENDED_EARLY, True, -17),
        (PlayedState.ENDED_EARLY, False, 3),
        (PlayedState.OVERDUE, False, -17),
    ],
)
def test_a_partie_not_finished_in_time_costs_points(
    state: PlayedState, ended_early: bool, points: int
) -> None:
    method = preset("best-five-of-seven", deductions__ended_early=ended_early)
    table = standings(method, with_partie(state))
    assert line(table, "A") == (1, Fraction(points))
    found = table.line_of("A")
    assert found is not None
    reasons = [one.reason.text for one in found.counted[0].portions]
    costs = ["A partie was not finished in time: -20."]
    assert reasons == ["Score 3.", *(costs if points < 0 else [])]


def test_bookings_count_at_the_end_if_the_season_says_so() -> None:
    bookings = (
        BookedPoints(player="A", date=day(0), points=Fraction(-5), reason="came late"),
        BookedPoints(player="B", date=day(0), points=Fraction(5, 2)),
        BookedPoints(player="Z", date=day(0), points=Fraction(1)),
    )
    season = replace(with_partie(PlayedState.FINISHED), bookings=bookings)
    table = standings(Method(), season)
    assert line(table, "A") == (3, Fraction(-2))
    assert line(table, "B") == (1, Fraction(7, 2))
    assert line(table, "Z") == (None, Fraction(1))
    assert why(table, "A")[-1] == "Booked on 2026-01-07: -5 (came late)."
    assert why(table, "B")[-1] == "Booked on 2026-01-07: 2 1/2."
    without = changed(Method(), {"deductions.bookings": False})
    assert line(standings(without, season), "A") == (1, Fraction(3))
    assert standings(without, season).line_of("Z") is None


# Substitutes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts_for", "points", "said"),
    [
        (
            CountsFor.REPLACED,
            {"A": 10, "B": -4, "C": -4, "D": -2},
            {"E": "E played as a substitute for D, who gets the result."},
        ),
        (
            CountsFor.SUBSTITUTE,
            {"A": 10, "B": -4, "C": -4, "E": -2},
            {"D": "E played as a substitute for D and keeps the result."},
        ),
        (
            CountsFor.NOBODY,
            {"A": 10, "B": -4, "C": -4},
            {
                "D": "E played as a substitute for D; the result is nobody’s.",
                "E": "E played as a substitute for D; the result is nobody’s.",
            },
        ),
    ],
)
def test_a_substitutes_result_is_whose_the_season_says(
    counts_for: CountsFor, points: dict[str, int], said: dict[str, str]
) -> None:
    results = (
        PlayerResult(player="A", score=10),
        PlayerResult(player="B", score=-4),
        PlayerResult(player="C", score=-4),
        PlayerResult(player="E", score=-2, stands_in_for="D", counts_for=counts_for),
    )
    season = played(
        PlayedPartie(key=1, evening=0, date=day(0), table=1, players=4, results=results)
    )
    table = standings(Method(), season)
    assert {one.player: one.points for one in table.lines} == points
    # A second partie gives everybody a line, so that the reason can be read.
    more = replace(season, parties=(*season.parties, partie(2, 0, D=0, E=0, F=0)))
    for player, reason in said.items():
        assert reason in why(standings(Method(), more), player)


def test_a_substitute_for_part_of_a_partie_is_named_in_the_score() -> None:
    results = (
        PlayerResult(player="A", score=10),
        PlayerResult(player="B", score=-4),
        PlayerResult(player="C", score=-4),
        PlayerResult(player="D", score=-5),
        PlayerResult(
            player="E", score=3, stands_in_for="D", counts_for=CountsFor.REPLACED
        ),
    )
    season = played(
        PlayedPartie(key=1, evening=0, date=day(0), table=1, players=4, results=results)
    )
    found = standings(Method(), season).line_of("D")
    assert found is not None
    assert found.points == -2
    [portion] = found.counted[0].portions
    assert portion.reason.text == "Score -2, with E as a substitute."


# Places, movement, days -------------------------------------------------------------


def test_tie_breaks_say_what_decided_the_nearest_first() -> None:
    def one(player: str, wins: int) -> PlayerResult:
        return PlayerResult(player=player, score=0, wins=wins)

    results = (one("A", 1), one("B", 3), one("C", 2))
    season = played(
        PlayedPartie(key=1, evening=0, date=day(0), table=1, players=3, results=results)
    )
    table = standings(changed(Method(), {"order.tie_breaks": ["wins"]}), season)
    assert why(table, "B")[1:] == [
        "On equal points B is ahead of C by more wins: 3 to 2.",
        "On equal points B is ahead of A by more wins: 3 to 1.",
    ]


def test_who_has_no_game_is_behind_whoever_has_one() -> None:
    results = (
        PlayerResult(player="A", score=0),
        PlayerResult(player="B", score=0, best_game=-4),
        PlayerResult(player="C", score=0),
    )
    season = played(
        PlayedPartie(key=1, evening=0, date=day(0), table=1, players=3, results=results)
    )
    table = standings(changed(Method(), {"order.tie_breaks": ["best_game"]}), season)
    assert [(one.place, one.player) for one in table.lines] == [
        (1, "B"),
        (2, "A"),
        (2, "C"),
    ]
    assert why(table, "A")[-1] == (
        "On equal points B is ahead of A by a better best single game: -4 to no game."
    )


@pytest.mark.parametrize(
    ("ranked", "reason"),
    [
        ({"kind": "parties", "number": 3}, "Not ranked: 1 of at least 3 parties."),
        ({"kind": "evenings", "number": 2}, "Not ranked: 1 of at least 2 evenings."),
        ({"kind": "share", "share": 67}, "Not ranked: 1 of at least 2 evenings."),
        ({"kind": "share", "share": 50}, None),
        ({"kind": "parties", "number": 1}, None),
    ],
)
def test_who_has_played_too_little_is_not_ranked(
    ranked: dict[str, object], reason: str | None
) -> None:
    season = played(*TWO_EVENINGS.parties, partie(4, 1, E=9, F=0, G=-9))
    changes = {f"ranked.{name}": value for name, value in ranked.items()}
    table = standings(changed(Method(), changes), season)
    found = table.line_of("E")
    assert found is not None
    assert (found.place is None) == (reason is not None)
    assert (found.unplaced.text if found.unplaced else None) == reason


def test_movement_compares_two_standings() -> None:
    before = standings(Method(), TWO_EVENINGS.until(day(0)))
    now = standings(
        Method(),
        played(*TWO_EVENINGS.parties, partie(4, 1, E=100, F=0, G=-100)),
    )
    moved = {one.player: one for one in movements(before, now)}
    assert moved["E"] == Movement("E", None, 1)
    assert moved["E"].places is None
    assert [moved[one].places for one in "BACD"] == [-1, -2, 0, -3]


def test_as_of_a_day_everything_later_is_left_out() -> None:
    bookings = (
        BookedPoints(player="A", date=day(1), points=Fraction(1), evening=1),
        BookedPoints(player="A", date=day(0), points=Fraction(2)),
        BookedPoints(player="A", date=day(1) + timedelta(days=1), points=Fraction(4)),
    )
    season = replace(TWO_EVENINGS, bookings=bookings)
    assert line(standings(Method(), season), "A")[1] == 15 + 7
    assert line(standings(Method(), season.until(day(1))), "A")[1] == 15 + 3
    assert line(standings(Method(), season.until(day(0))), "A")[1] == 20 + 2
    only = season.between(day(1), day(1))
    assert line(standings(Method(), only), "A")[1] == -5 + 1


def test_a_year_is_won_by_the_points_of_its_seasons() -> None:
    method = preset("attendance-premium")
    spring = standings(method, TWO_EVENINGS)
    autumn = standings(method, played(partie(9, 30, A=-80, C=0, D=50, E=30)))
    # B 50 + 6000 in spring; C 25 + 6000 and 3000; D -90 + 6000 and 3050; A 15 and -80.
    year = year_winners((spring, autumn), 2026)
    assert year is not None
    assert (year.players, year.points, year.year) == (("C",), Fraction(9025), 2026)
    assert year_winners((), 2026) is None
    both = year_winners((standings(Method(), played(partie(1, 0, A=1, B=1, C=-2))),), 1)
    assert both is not None
    assert both.players == ("A", "B")


# What is refused --------------------------------------------------------------------


def test_what_cannot_have_been_played_is_refused() -> None:
    whole = partie(1, 0, A=1, B=0, C=-1)
    with pytest.raises(ValueError, match="not 4 chairs"):
        replace(whole, players=4)
    with pytest.raises(ValueError, match="2 players"):
        replace(whole, players=2)
    twice = replace(whole.results[0], stands_in_for="B")
    with pytest.raises(ValueError, match="stands twice"):
        replace(whole, results=(*whole.results, twice))
    with pytest.raises(ValueError, match="no such evenings"):
        Played(parties=(whole,))
    with pytest.raises(ValueError, match="a partie stands twice"):
        played(whole, whole)
    evening = PlayedEvening(key=0, date=day(0))
    with pytest.raises(ValueError, match="an evening stands twice"):
        Played(evenings=(evening, evening))
    with pytest.raises(ValueError, match="no part of an evening"):
        Attendance(player="A", part=Fraction(0))
    with pytest.raises(ValueError, match="no part of an evening"):
        PlayerResult(player="A", score=0, part=Fraction(3, 2))
