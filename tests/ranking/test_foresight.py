"""What a player needs tonight, held against playing it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from clubscore.ranking import (
    Foresight,
    Key,
    Method,
    Need,
    Played,
    PlayedEvening,
    PlayedPartie,
    PlayerResult,
    foresee,
    standings,
)
from tests.ranking.seasons import METHODS, SEEDS, a_season, day, partie, played, preset

TONIGHT = PlayedEvening(key=50, date=day(50))
SEASON = played(
    partie(1, 0, A=100, B=20, C=-40, D=-80),
    partie(2, 1, A=10, B=30, C=20, D=-60),
)
"""Scores: A 110, B 50, C -20, D -140. Table points: A 5, B 6, C 3, D 0."""


def texts(answer: Foresight) -> list[str]:
    """Return what the answer takes for granted, in English."""
    return [one.text for one in answer.assumptions]


def needs(method: Method, player: str, place: int, **more: int) -> Foresight:
    """Return what *player* needs after the season above."""
    return foresee(method, SEASON, player=player, place=place, tonight=TONIGHT, **more)


def test_a_score_is_enough_that_reaches_the_place() -> None:
    answer = needs(preset("chips"), "C", 1)
    assert (answer.need, answer.value, answer.points) == (
        Need.SCORE,
        130,
        Fraction(110),
    )
    assert answer.reason.text == (
        "With a score of at least 130 tonight C has 110 points, and place 1 or a"
        " better one."
    )
    assert texts(answer) == ["Everybody else keeps the points that they have now."]


def test_where_tie_breaks_follow_equal_points_are_not_enough() -> None:
    answer = needs(preset("chips", order__tie_breaks=["wins"]), "C", 1)
    assert (answer.need, answer.value) == (Need.SCORE, 131)
    assert texts(answer)[-1] == (
        "Equal points are not enough, since nobody knows what would decide."
    )


def test_a_place_can_be_safe_whatever_happens() -> None:
    answer = needs(preset("chips"), "D", 4)
    assert (answer.need, answer.value) == (Need.NOTHING, None)
    assert answer.reason.text == (
        "Whatever tonight’s partie brings, D has place 4 or a better one."
    )


def test_a_score_that_nobody_makes_is_impossible() -> None:
    answer = needs(preset("chips"), "D", 1, most=200)
    assert (answer.need, answer.value, answer.points) == (Need.IMPOSSIBLE, None, None)
    assert answer.reason.text == (
        "One partie is not enough: tonight D reaches 60 points at most."
    )


def test_with_table_points_a_place_at_the_table_is_needed() -> None:
    # C has 3: the second place gives 2, as many as A has; the first 4, more than B.
    method = preset("table-points")
    assert [needs(method, "C", one).value for one in (1, 2, 3)] == [1, 2, None]
    assert needs(method, "C", 3).need is Need.NOTHING
    answer = needs(method, "D", 1)
    assert answer.need is Need.IMPOSSIBLE
    assert needs(method, "D", 2).need is Need.IMPOSSIBLE
    three = needs(method, "D", 3)
    assert (three.need, three.value) == (Need.TABLE_PLACE, 1)
    assert three.points == 4
    assert three.reason.text == (
        "With place 1 at the table or a better one D has at least 4 points, and place"
        " 3 or a better one."
    )
    # Five players: the fourth place gives nothing either.
    assert needs(method, "C", 3, players=5).need is Need.NOTHING


def test_who_would_not_be_ranked_cannot_reach_a_place() -> None:
    method = preset("mean", ranked__number=4)
    answer = needs(method, "A", 1)
    assert answer.need is Need.IMPOSSIBLE
    assert answer.reason.text == "Not ranked: 3 of at least 4 parties."


def test_a_newcomer_can_ask_too() -> None:
    answer = needs(preset("chips"), "Z", 2)
    assert (answer.need, answer.value) == (Need.SCORE, 50)


def test_a_result_that_would_be_dropped_is_no_help() -> None:
    # A mean without the best and the worst: the third result only moves the middle.
    answer = needs(preset("trimmed-mean"), "C", 1)
    assert answer.need is Need.IMPOSSIBLE
    assert answer.reason.text == (
        "One partie is not enough: tonight C reaches 20 points at most."
    )


def test_attending_tonight_counts() -> None:
    # C -20 + 6000 and tonight 3000: only a score below -2870 loses A's 6110.
    answer = needs(preset("attendance-premium"), "C", 1)
    assert (answer.need, answer.value) == (Need.SCORE, -2870)


def test_tonight_is_taken_to_have_its_quorum() -> None:
    method = preset("groene-hart", ranked__kind="everybody")
    answer = needs(method, "C", 1)
    assert answer.need is Need.NOTHING
    assert "At least 8 members come, so that tonight counts." in texts(answer)


def test_an_evening_that_has_begun_goes_on() -> None:
    season = played(*SEASON.parties, partie(3, 2, C=100, D=50, E=-150))
    begun = season.evenings[-1]
    answer = foresee(preset("chips"), season, player="C", place=1, tonight=begun)
    assert (answer.need, answer.value) == (Need.SCORE, 30)


@settings(max_examples=15, deadline=None)
@given(method=METHODS, seed=SEEDS)
def test_playing_it_gives_what_was_foreseen(method: Method, seed: int) -> None:
    season = a_season(seed)
    if not season.parties:
        return
    player = "A"
    before = standings(method, season)
    others = {one.player: one.points for one in before.placed if one.player != player}
    for place in (1, 3):
        answer = foresee(
            method, season, player=player, place=place, tonight=TONIGHT, most=99
        )
        if answer.need is Need.SCORE:
            assert answer.value is not None
            enough = points_after(method, season, answer.value)
            less = points_after(method, season, answer.value - 1)
            assert enough == answer.points
            assert ahead(method, others, enough) < place
            assert ahead(method, others, less) >= place
        is_beaten = answer.reason.text.startswith("One partie is not enough")
        if is_beaten and method.giving.kind == "score":
            assert answer.need is Need.IMPOSSIBLE
            most = points_after(method, season, 99)
            assert ahead(method, others, most) >= place


def ahead(method: Method, others: dict[Key, Fraction], points: Fraction) -> int:
    """Return how many of *others* stand before somebody with *points*."""
    has_tie_breaks = bool(method.order.tie_breaks)
    return sum(
        one > points or (has_tie_breaks and one == points) for one in others.values()
    )


def points_after(method: Method, season: Played, score: int) -> Fraction:
    """Return what A has after one more partie, on an evening with its quorum."""
    names = ("A", "x", "y", "z", "v", "w")
    tonight = replace(TONIGHT, attendance=())
    one = PlayedPartie(
        key=999,
        evening=tonight.key,
        date=tonight.date,
        table="last",
        players=4,
        results=tuple(
            PlayerResult(player=name, score=score if name == "A" else 0, games=1)
            for name in names[:4]
        ),
    )
    quorum = PlayedPartie(
        key=998,
        evening=tonight.key,
        date=tonight.date,
        table="other",
        players=3,
        results=tuple(PlayerResult(player=name, score=0) for name in ("u", *names[4:])),
    )
    after = replace(
        season,
        evenings=(*season.evenings, tonight),
        parties=(*season.parties, one, quorum),
    )
    line = standings(method, after).line_of("A")
    assert line is not None
    return line.points


@pytest.mark.parametrize("players", [3, 4, 5])
def test_any_table_can_be_asked_about(players: int) -> None:
    assert needs(preset("table-points"), "C", 1, players=players).value == 1
