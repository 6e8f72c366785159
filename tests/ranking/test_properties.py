"""What holds for every season under every method."""

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from clubscore.ranking import (
    KINDS,
    Choices,
    Method,
    MethodError,
    OneChoice,
    Played,
    PlayedEvening,
    StandingsLine,
    TieBreak,
    TieDecision,
    Whole,
    changed,
    course,
    method_from_json,
    method_to_json,
    movements,
    settings_in,
    standings,
    winners,
)
from clubscore.ranking.evening_records import (
    lines_from_json,
    night_from_json,
    night_to_json,
    standings_to_json,
)
from clubscore.ranking.evening_results import counted_nights
from clubscore.ranking.fields import Flag, Points, PointsByPlace, settings_of_kind
from clubscore.ranking.method import SettingValue
from clubscore.ranking.order import Order
from clubscore.ranking.partie_points import TablePoints, sitting_of
from clubscore.ranking.results import Title
from clubscore.ranking.standings import standings_after
from clubscore.ranking.ties import Meetings
from tests.ranking.seasons import (
    METHODS,
    PLAYERS,
    SEASONS,
    SEEDS,
    SUM_METHODS,
    a_method,
    a_partie,
    a_season,
    day,
    table_points,
)

Item = TypeVar("Item")
FEW = settings(max_examples=40, deadline=None)


@FEW
@given(seed=SEEDS)
def test_table_points_add_up_to_the_list(seed: int) -> None:
    chance = Random(seed)
    one = a_partie(chance, 1, 0, PLAYERS)
    giving = method_from_json({"giving": table_points(chance)}).giving
    assert isinstance(giving, TablePoints)
    awards = list(giving.gives(sitting_of((one,))))
    given_away = sum((award.portion.points for award in awards), Fraction(0))
    assert given_away == sum(giving.points_for(one.players))
    assert all(type(award.portion.points) is Fraction for award in awards)


@FEW
@given(method=METHODS, season=SEASONS, random=st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(
    method: Method,
    season: Played,
    random: Random,
) -> None:
    def shuffled(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(random.sample(items, len(items)))

    other = replace(
        season,
        evenings=tuple(
            replace(one, attendance=shuffled(one.attendance))
            for one in shuffled(season.evenings)
        ),
        parties=tuple(
            replace(one, results=shuffled(one.results))
            for one in shuffled(season.parties)
        ),
        bookings=shuffled(season.bookings),
    )
    assert standings(method, other) == standings(method, season)


@FEW
@given(method=METHODS, season=SEASONS)
def test_points_are_exact(method: Method, season: Played) -> None:
    for line in standings(method, season).lines:
        assert type(line.points) is Fraction
        for verdict in line.verdicts:
            assert type(verdict.result.points) is Fraction


@FEW
@given(method=METHODS, season=SEASONS)
def test_places_follow_points_and_tie_breaks(method: Method, season: Played) -> None:
    table = standings(method, season)
    placed = table.placed
    assert table.lines == placed + table.unplaced
    for at, line in enumerate(placed):
        ahead = [one for one in placed if one.place < line.place]  # type: ignore[operator]
        same = [one for one in placed if one.place == line.place]
        assert line.place == len(ahead) + 1
        assert line.is_shared == (len(same) > 1)
        assert all(one.points >= line.points for one in ahead)
        assert {one.points for one in same} == {line.points}
        if at:
            assert check_neighbours(method, season, placed[at - 1], line)


def check_neighbours(
    method: Method, season: Played, one: StandingsLine, other: StandingsLine
) -> bool:
    """Tell whether points, else a decision, say why *one* stands before *other*."""
    if one.points != other.points:
        return one.points > other.points and not common(one, other)
    decided = common(one, other)
    if one.place == other.place:
        return not decided
    [decision] = decided
    assert decision in other.decisions
    assert (decision.ahead, decision.behind) == (one.player, other.player)
    for tie_break in method.order.tie_breaks:
        if tie_break is decision.tie_break:
            break
        if tie_break is TieBreak.WINS:
            assert one.wins == other.wins
        elif tie_break is TieBreak.GIVEN:
            assert one.given == other.given
        elif tie_break is TieBreak.BEST_GAME:
            assert one.best_game == other.best_game
        elif tie_break is TieBreak.SCORE:
            assert one.score == other.score
    return True


def common(one: StandingsLine, other: StandingsLine) -> list[TieDecision]:
    """Return what decided between two players."""
    return [
        decision
        for decision in one.decisions
        if other.player in {decision.ahead, decision.behind}
    ]


@FEW
@given(method=SUM_METHODS, season=SEASONS, seed=SEEDS)
def test_an_evening_of_others_never_raises_points(
    method: Method, season: Played, seed: int
) -> None:
    more = a_partie(Random(seed), 99, 9, PLAYERS[:6])
    there = {one.player for one in more.results} | {one.chair for one in more.results}
    after = replace(
        season,
        evenings=(*season.evenings, PlayedEvening(key=9, date=day(9))),
        parties=(*season.parties, more),
    )
    before_it, after_it = standings(method, season), standings(method, after)
    for line in after_it.lines:
        if line.player not in there:
            before = before_it.line_of(line.player)
            assert before is not None
            assert line.points <= before.points


@FEW
@given(method=METHODS, season=SEASONS)
def test_everything_is_explained_in_plain_english(
    method: Method, season: Played
) -> None:
    for line in standings(method, season).lines:
        for sentence in line.why:
            assert sentence.text.endswith((".", ")"))
            assert "%" not in sentence.text
        for verdict in line.verdicts:
            assert (verdict.reason is None) == verdict.counts
            for portion in verdict.result.portions:
                assert "%" not in portion.reason.text
        assert (line.unplaced is None) == (line.place is not None)


@FEW
@given(method=METHODS, season=SEASONS)
def test_a_result_is_what_its_portions_make(method: Method, season: Played) -> None:
    for line in standings(method, season).lines:
        for verdict in line.verdicts:
            one = verdict.result
            if one.taken is None:
                portions = sum((each.points for each in one.portions), Fraction(0))
                assert portions == one.points


@FEW
@given(method=METHODS)
def test_a_method_survives_json(method: Method) -> None:
    assert method_from_json(method_to_json(method)) == method


@FEW
@given(method=METHODS, season=SEASONS)
def test_the_course_is_the_standings_of_each_day(
    method: Method, season: Played
) -> None:
    days = sorted({one.date for one in season.evenings})
    found = list(course(method, season))
    assert [then for then, _ in found] == days
    for then, table in found:
        assert table == standings(method, season.until(then))


@FEW
@given(method=METHODS, season=SEASONS, last=st.integers(0, 5))
def test_movement_is_places_gained(method: Method, season: Played, last: int) -> None:
    then, now = standings(method, season.until(day(last))), standings(method, season)
    for one, line in zip(movements(then, now), now.lines, strict=True):
        before = then.line_of(line.player)
        assert (one.player, one.now) == (line.player, line.place)
        assert one.before == (before.place if before else None)
        if one.places is not None:
            assert one.before == one.places + one.now  # type: ignore[operator]


@FEW
@given(method=METHODS, season=SEASONS, split=st.integers(0, 5))
def test_evenings_that_were_kept_give_the_same_standings(
    method: Method, season: Played, split: int
) -> None:
    kept = json.dumps([night_to_json(one) for one in counted_nights(method, season)])
    nights = [night_from_json(one) for one in json.loads(kept)]
    nights[split:] = counted_nights(method, season)[split:]
    now = standings_after(method, tuple(nights), season.bookings)
    found = json.loads(json.dumps(standings_to_json(now)))
    for one, line in zip(
        lines_from_json(found), standings(method, season).lines, strict=True
    ):
        for field in dataclasses.fields(line):
            if field.name not in EXPLAINS:
                assert getattr(one, field.name) == getattr(line, field.name)


EXPLAINS = {"verdicts", "missed", "deductions", "decisions", "sums", "unplaced"}
"""What of a line is not kept."""


@FEW
@given(method=METHODS, season=SEASONS)
def test_head_to_head_is_even_altogether(method: Method, season: Played) -> None:
    asks = replace(method, order=Order((TieBreak.HEAD_TO_HEAD,)))
    nights = counted_nights(asks, season)
    meetings = Meetings(pair for night in nights for pair in night.ahead)
    balances = [meetings.balance(one, PLAYERS) for one in PLAYERS]
    assert sum(balances) == 0


# Whatever can be set ---------------------------------------------------------------


def other_values(setting: SettingValue) -> Iterator[Any]:
    """Yield values that a setting does not have yet."""
    match setting.kind:
        case Whole(least, most):
            # A quorum of one is none: an evening without anybody never counts.
            numbers = {2, 3, 5} - {setting.value}
            yield from (one for one in sorted(numbers) if least <= one <= most)
        case Points():
            yield str(Fraction(setting.value) + 1)
        case PointsByPlace():
            first, *rest = setting.value
            yield [str(Fraction(first) + 1), *rest]
        case Flag():
            yield not setting.value
        case OneChoice(names):
            yield from (one.value for one, _ in names if one.value != setting.value)
        case Choices(names):
            yield from ([one.value] for one, _ in names)
            yield []
        case _:
            raise AssertionError(setting.kind)


def told_of(method: Method, season: Played) -> object:
    """Return all that a method decides of a season."""
    found = standings(method, season)
    return (
        [(one.player, one.points, one.place) for one in found.lines],
        [one.to_play_offs for one in found.periods],
        winners(method, season),
    )


def test_each_setting_changes_a_season_and_what_the_method_says() -> None:
    without_effect = {
        (of, kind.kind, name)
        for of, kinds in KINDS.items()
        for kind in kinds
        for name in settings_of_kind(kind)
    }
    for seed in range(400):
        honours = {"titles": [one.value for one in Title][: seed % 4]}
        value = a_method(seed) | {"honours": honours}
        if value["counting"]["kind"] == "best_of_periods":
            value["honours"] |= {"play_offs": seed % 3}
        method, season = method_from_json(value), a_season(seed, PLAYERS[:5])
        before = told_of(method, season)
        for setting in settings_in(method):
            of, name = setting.path.split(".")
            key = (of, value[of].get("kind", of), name)
            for typed in other_values(setting) if key in without_effect else ():
                try:
                    other = changed(method, {setting.path: typed})
                except MethodError:
                    continue  # two settings can clash
                assert (other == method) is (other.text == method.text), key
                if told_of(other, season) != before:
                    without_effect.discard(key)
        if not without_effect:
            break
    assert not without_effect
