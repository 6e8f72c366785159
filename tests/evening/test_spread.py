"""The tables of an evening on one scale: a dot a player, two of them named."""

from itertools import pairwise

from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from clubscore.club.models import Player, Season
from clubscore.evening.spread import NARROW, WIDE, Spread, SpreadTable
from clubscore.partie.charts import LETTER
from clubscore.partie.services import partie_void
from tests.conftest import players_in
from tests.season.played import DRAW, GAME, play, write

EVENING = "/groene-hart/evenings/2026-11-17/"
NAMES = {"1": "Anna", "2": "Ben", "3": "Cleo", "4": "Dirk"}


def spread_over(*tables: dict[str, int]) -> Spread:
    """Return tables at which the players of NAMES have these scores."""
    return Spread(
        [SpreadTable(f"Table {n}", one) for n, one in enumerate(tables, 1)], NAMES
    )


def test_the_page_shows_each_table_once_two_have_played(
    client: Client, season: Season, players: list[Player]
) -> None:
    others = players_in(season.club, *"EFGH")
    partie = play(season, players, [GAME], ends=False, table="1")
    assert 'id="evening-spread"' not in client.get(EVENING).text
    play(season, others, [GAME, DRAW], table="2")
    page = client.get(EVENING).text
    spread = page.split('id="evening-spread"')[1].split("</section>")[0]
    assert spread.count("<title>Ben: +384</title>") == 2  # wide, and on a phone
    assert spread.count("<title>Cleo: −244</title>") == 2
    assert spread.count("<circle") == 16
    assert "Table 1 Ben: +384, Anna: +24, Dirk: −164, Cleo: −244; " in spread
    partie_void(partie=partie, write=write(partie), why="a mistake")
    assert 'id="evening-spread"' not in client.get(EVENING).text


def test_a_dot_stands_by_its_score_on_one_scale() -> None:
    for chart in (
        spread_over({"1": 300, "2": -100}, {"3": 300, "4": 100}).wide,
        spread_over({"1": 300, "2": -100}, {"3": 300, "4": 100}).narrow,
    ):
        (ben, anna), (dirk, cleo) = (row.dots for row in chart.rows)
        assert (ben.kind, anna.kind) == ("last", "leader")
        assert anna.x == cleo.x
        assert abs((anna.x - dirk.x) - (dirk.x - ben.x)) < 0.3
        assert chart.zero is not None
        assert abs((dirk.x - chart.zero) - (chart.zero - ben.x)) < 0.3


def test_those_with_one_score_are_one_dot() -> None:
    tied = spread_over({"1": 50, "2": 50, "3": -100}, {"1": 0, "2": 0, "3": 0})
    first, second = tied.wide.rows
    assert [dot.said for dot in first.dots] == ["Cleo: −100", "Anna, Ben: +50"]
    assert [one.label for one in first.named] == ["Cleo", "Anna, Ben"]
    # Nobody leads where all have the same.
    assert [(dot.kind, dot.said) for dot in second.dots] == [
        ("between", "Anna, Ben, Cleo: 0")
    ]
    assert second.named == ()


SCORES = st.fixed_dictionaries({key: st.integers(-30_000, 30_000) for key in NAMES})


@given(st.lists(SCORES, min_size=2, max_size=12))
def test_names_do_not_collide_and_stay_in_the_box(tables: list[dict[str, int]]) -> None:
    spread = spread_over(*tables)
    for box, chart in ((WIDE, spread.wide), (NARROW, spread.narrow)):
        for row in chart.rows:
            ends = []
            for one in row.named:
                wide = LETTER * len(one.label)
                begin = (
                    one.x - {"start": 0, "middle": wide / 2, "end": wide}[one.anchor]
                )
                ends += [begin, begin + wide]
            assert ends == sorted(ends)
            assert all(-0.1 <= end <= box.width + 0.1 for end in ends)
            assert all(0 < dot.x < box.width for dot in row.dots)
        assert all(
            after.at - before.at > 8 * max(len(before.label), len(after.label))
            for before, after in pairwise(chart.columns)
        )
