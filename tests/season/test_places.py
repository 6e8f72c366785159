"""How places ran: names at the height where their lines end, each of them a link."""

import datetime as dt
import re

import pytest
from django.test import Client

from clubscore.club.models import Player, Season
from clubscore.season.places import NARROW, ROW, TOP, WIDE, PlaceChart, place_chart_of
from clubscore.season.standings import leaderboard_of
from tests.conftest import players_in
from tests.season.played import DRAW, GAME, play

SEASON = "/groene-hart/seasons/2026/"
DAYS = (dt.date(2026, 11, 17), dt.date(2026, 11, 24))


def places_of(season: Season, shown: str = "") -> list[PlaceChart]:
    """Return the picture for a wide box and the one for a phone."""
    board = leaderboard_of(season)
    charts = [
        place_chart_of(board, board.record.names, box, shown, "?show={}".format)
        for box in (WIDE, NARROW)
    ]
    found = [one for one in charts if one is not None]
    assert len(found) == 2
    return found


def test_a_name_stands_where_its_line_ends(
    season: Season, players: list[Player]
) -> None:
    for day in DAYS:
        play(season, players, [GAME], day=day)
    for chart in places_of(season):
        assert [one.name for one in chart.by_name] == ["Ben", "Anna", "Dirk", "Cleo"]
        assert [one.place for one in chart.by_name] == [1, 2, 3, 4]
        for line in chart.lines:
            last = float(line.points.split()[-1].split(",")[1])
            assert line.name_y == line.end == last


@pytest.mark.parametrize("first", [GAME, DRAW])
def test_names_that_tie_stand_below_each_other(
    season: Season, players: list[Player], first: dict[str, object]
) -> None:
    # Twice all of them, or four and then four.
    others = players_in(season.club, *"EFGH")
    for day in DAYS:
        play(season, players, [first], day=day)
        play(season, others, [first], day=day)
    for chart in places_of(season):
        placed = [line.name_y for line in chart.by_name]
        assert placed == [TOP + ROW * row for row in range(8)]
        by_place = {line.place: line.end for line in chart.lines}
        assert by_place == {place: TOP + ROW * (place - 1) for place in by_place}
        for line in chart.lines:
            assert line.end == float(line.points.split()[-1].split(",")[1])
        # There is room for lines that join.
        assert chart.names_x - chart.right > 20
    assert len(by_place) == (4 if first is GAME else 1)


def test_a_name_leads_to_its_line_and_keeps_what_was_asked(
    client: Client, season: Season, players: list[Player]
) -> None:
    for day in DAYS:
        play(season, players, [GAME], day=day)
    page = client.get(f"{SEASON}?sort=name&as_of=2026-11-24").text
    asked = "?as_of=2026-11-24&amp;sort=name&amp;players=4&amp;show=cleo"
    assert page.count(f'href="{asked}#chart"') == 2
    page = client.get(f"{SEASON}?show=cleo").text
    assert page.count('href="?players=4#chart" aria-current="true"') == 2
    assert re.findall(r'<g class="(line-\d) shown">', page) == ["line-4"] * 2


def test_who_is_asked_for_takes_the_place_of_the_fifth_and_lies_above(
    season: Season, players: list[Player]
) -> None:
    others = players_in(season.club, *"EFGH")
    for day in DAYS:
        play(season, players, [GAME, GAME], day=day)
        play(season, others, [GAME], day=day)
    last = places_of(season)[0].by_name[-1].slug
    for chart in places_of(season, last):
        assert chart.lines[-1].slug == last
        assert chart.lines[-1].number == 5
        assert chart.lines[-1].is_shown
        assert sum(one.number > 0 for one in chart.lines) == 5
