"""Pages of figures read the rows of their own club, found by an index."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club.models import Club, Player, Season
from clubscore.partie.correction_services import game_correct
from clubscore.partie.services import game_record, partie_end
from tests.season.evening import play_evening
from tests.season.played import DRAW, write

pytestmark = pytest.mark.django_db

PAGES = (
    "/groene-hart/statistics/",
    "/groene-hart/statistics/?season=2026&ruleset=nts",
    "/groene-hart/records/",
    "/groene-hart/records/?year=2026",
    "/groene-hart/players/ben/",
    "/groene-hart/players/ben/?season=2026&opponent=anna",
)
OTHERS = {
    "/groene-hart/": 8,
    "/groene-hart/seasons/2026/": 6,
    "/groene-hart/seasons/2026/?as_of=2026-11-17&why=ben": 6,
    "/groene-hart/ratings/": 2,
    "/groene-hart/ratings/calibration/": 2,
    "/groene-hart/parties/1/": 6,
    "/groene-hart/parties/1/games/1/": 6,
}
"""Pages of few figures, and how many queries each makes at least."""


def read_whole(sql: str) -> set[str]:
    """Return the tables that a query would read from end to end."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Few rows are read whole whatever there is: only what cannot be found else.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("EXPLAIN " + sql)
            pattern = r"Seq Scan on (\w+)"
        else:
            cursor.execute("EXPLAIN QUERY PLAN " + sql)
            pattern = r"^SCAN (?!subquery|CONSTANT|\(subquery)(\w+)"
        plan = [str(row[-1]) for row in cursor.fetchall()]
    return {found for line in plan for found in re.findall(pattern, line)}


def test_a_query_that_reads_everything_is_found_out(season: Season) -> None:
    table = "season_tally"
    assert read_whole(f"SELECT score FROM {table} WHERE score > 0") == {table}  # noqa: S608
    assert read_whole(f"SELECT score FROM {table} WHERE player_id = 1") == set()  # noqa: S608


@pytest.mark.parametrize(
    ("page", "least"), [*((page, 8) for page in PAGES), *OTHERS.items()]
)
def test_no_table_is_read_from_end_to_end(
    client: Client, season: Season, players: list[Player], page: str, least: int
) -> None:
    play_evening(season, players)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page).status_code == 200
    assert_nothing_read_whole(captured, least=least)


def assert_nothing_read_whole(
    captured: CaptureQueriesContext, *, least: int, but: frozenset[str] = frozenset()
) -> None:
    """Ask the database how it finds the rows of every query, *least* so many."""
    words = ("SELECT", "UPDATE", "DELETE")
    asked = [one["sql"] for one in captured if one["sql"].startswith(words)]
    assert len(asked) >= least
    for sql in asked:
        assert read_whole(sql) - but == set(), sql


def test_the_front_page_reads_the_clubs_and_nothing_else_whole(
    client: Client, season: Season, players: list[Player]
) -> None:
    Club.objects.create(name="Other", slug="other")
    play_evening(season, players)
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/").status_code == 200
    # SQLite calls the clubs of the page U0.
    but = frozenset(["club_club", "U0"])
    assert_nothing_read_whole(captured, least=2, but=but)


def test_a_game_is_recorded_and_corrected_without_reading_a_table_whole(
    season: Season, players: list[Player]
) -> None:
    partie = play_evening(season, players)
    with CaptureQueriesContext(connection) as captured:
        game_record(partie=partie, write=write(partie), record=DRAW)
        partie_end(partie=partie, write=write(partie), why="time")
        game_correct(
            partie=partie, write=write(partie), number=1, record=DRAW, why="a draw"
        )
    assert_nothing_read_whole(captured, least=50)
