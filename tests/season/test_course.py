"""What is kept of a season's evenings: the leaderboard as a full count has it."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club.methods import presets, stored
from clubscore.club.models import Player, Season
from clubscore.club.services import season_method_change
from clubscore.partie.models import KeptAnswer
from clubscore.partie.services import booking_record, partie_end
from clubscore.ranking import Method, Standings, StandingsLine
from clubscore.ranking.evening_records import UNTOLD
from clubscore.ranking.evening_results import CountedNight, Night, counted_night
from clubscore.season import course
from clubscore.season.course import KeptLeaderboard
from clubscore.season.standings import Leaderboard, leaderboard_of, year_winners_of
from tests.season.played import DRAW, GAME, play, write

DAYS = [dt.date(2026, 9, 1) + dt.timedelta(weeks=number) for number in range(9)]


def bare(line: StandingsLine) -> StandingsLine:
    """Return a line without what explains it, which is not kept."""
    return replace(
        line,
        verdicts=(),
        missed=(),
        deductions=(),
        decisions=(),
        sums=(),
        unplaced=None if line.place else UNTOLD,
    )


def bare_lines(table: Standings | None) -> list[StandingsLine] | None:
    """Return the lines of standings likewise."""
    return None if table is None else [bare(one) for one in table.lines]


def told(board: Leaderboard) -> dict[str, Any]:
    """Return all that a leaderboard shows while nobody asks why."""
    return {
        "rows": [replace(row, line=bare(row.line)) for row in board.rows],
        "evenings": board.standings.evenings,
        "periods": [
            replace(one, lines=tuple(map(bare, one.lines)))
            for one in board.standings.periods
        ],
        "course": [(day, bare_lines(then)) for day, then in board.course],
        "before": bare_lines(board.before),
        "titles": board.titles,
        "year": year_winners_of(board),
        "days": board.record.dates,
    }


@pytest.fixture
def year(season: Season, players: list[Player]) -> Season:
    """Return a season of nine evenings, on the third of which something is booked."""
    for number, day in enumerate(DAYS):
        seated = players[number % 4 :] + players[: number % 4]
        partie = play(season, seated, [GAME, DRAW], day=day, ends=number != 5)
        if number == 2:
            booking_record(
                partie=partie,
                write=write(partie),
                payer=players[0],
                payee=players[1],
                amount=100,
                why="late",
            )
    return season


@pytest.mark.parametrize("preset", presets(), ids=lambda one: one.key)
def test_what_is_kept_says_what_a_full_count_says(year: Season, preset: Any) -> None:
    season_method_change(
        season=year, method=stored(preset.method), substitutes=year.substitutes
    )
    assert told(KeptLeaderboard(year)) == told(leaderboard_of(year))
    assert leaderboard_of(year).rows
    booked = year.parties.get(evening__date=DAYS[4])
    players = [one.player for one in booked.results.all()]
    booking_record(
        partie=booked,
        write=write(booked),
        payer=players[2],
        payee=players[3],
        amount=7,
        why="late",
    )
    assert told(KeptLeaderboard(year)) == told(leaderboard_of(year))


def test_an_end_counts_its_own_evening_alone(
    client: Client,
    year: Season,
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    partie = play(year, players, [GAME], ends=False)
    counted = []

    def spied(method: Method, night: Night) -> CountedNight:
        counted.append(night.evening.date)
        return counted_night(method, night)

    monkeypatch.setattr(course, "counted_night", spied)
    client.get(year.get_absolute_url())
    assert counted == [*DAYS, partie.evening.date]
    counted.clear()
    partie_end(partie=partie, write=write(partie), why="time")
    client.get(year.get_absolute_url())
    client.get(year.club.get_absolute_url())
    assert counted == [partie.evening.date]
    assert told(KeptLeaderboard(year)) == told(leaderboard_of(year))


def test_what_changes_an_evening_counts_those_after_it_too(year: Season) -> None:
    KeptLeaderboard(year)
    kept = KeptAnswer.objects.get(name="course_text")
    tags = [tag for tag, *_ in kept.parts]
    assert len(tags) == len(DAYS)
    partie = year.parties.get(evening__date=DAYS[6])
    booking_record(
        partie=partie,
        write=write(partie),
        payer=partie.results.all()[0].player,
        payee=partie.results.all()[1].player,
        amount=100,
        why="late",
    )
    KeptLeaderboard(year)
    kept.refresh_from_db()
    now = [tag for tag, *_ in kept.parts]
    assert now[:6] == tags[:6]
    assert not set(now[6:]) & set(tags)


def test_asks_as_often_however_many_evenings_it_counts(year: Season) -> None:
    KeptLeaderboard(year)
    asked = []
    for day in (DAYS[-1], DAYS[0]):
        partie = year.parties.get(evening__date=day)
        booking_record(
            partie=partie,
            write=write(partie),
            payer=partie.results.all()[0].player,
            payee=partie.results.all()[1].player,
            amount=100,
            why="late",
        )
        with CaptureQueriesContext(connection) as queries:
            KeptLeaderboard(year)
        asked.append(len(queries))
    assert asked[0] == asked[1] > 10
