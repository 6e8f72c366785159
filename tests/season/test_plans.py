"""Pages of figures read the rows of their own club, found by an index."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club.models import Player, Season
from tests.season.evening import play_evening

pytestmark = pytest.mark.django_db

PAGES = (
    "/groene-hart/statistics/",
    "/groene-hart/statistics/?season=2026&ruleset=nts",
    "/groene-hart/records/",
    "/groene-hart/records/?year=2026",
    "/groene-hart/players/ben/",
    "/groene-hart/players/ben/?season=2026&opponent=anna",
)


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


@pytest.mark.parametrize("page", PAGES)
def test_no_table_is_read_from_end_to_end(
    client: Client, season: Season, players: list[Player], page: str
) -> None:
    play_evening(season, players)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page).status_code == 200
    asked = [one["sql"] for one in captured if one["sql"].startswith("SELECT")]
    assert len(asked) >= 8
    for sql in asked:
        assert read_whole(sql) == set(), sql
