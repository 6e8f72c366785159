"""The leaderboard for other programs."""

import pytest

from clubscore.api.schemas import Standing
from clubscore.club import methods
from clubscore.club.models import Club, Player, Season
from clubscore.season.columns import COLUMNS
from tests.api.conftest import Program, code
from tests.conftest import CAST
from tests.season.played import DRAW, GAME, play
from tests.season.test_standings import FIRST, SECOND

ADDRESS = "clubs/groene-hart/seasons/2026/standings/"


def test_a_leaderboard_has_what_the_page_has(
    stranger: Program, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=FIRST)
    play(season, players, [DRAW], day=SECOND)
    told = stranger.get(ADDRESS).json()
    assert told["season"] == "2026"
    assert told["method"]["giving"]["kind"] == "score"
    assert "The sum of all results counts." in told["sentences"]
    assert [
        (one["place"], one["player"], one["points"]) for one in told["standings"]
    ] == [
        (1, "Ben", "384"),
        (2, "Anna", "24"),
        (3, "Dirk", "-164"),
        (4, "Cleo", "-244"),
    ]
    assert told["standings"][0]["best_game"] == 384
    first = stranger.get(f"{ADDRESS}?as_of={FIRST}").json()
    assert first["as_of"] == str(FIRST)
    assert {one["parties"] for one in first["standings"]} == {1}


def test_points_are_exact(
    stranger: Program, season: Season, players: list[Player]
) -> None:
    found = methods.preset_called("table-points")
    assert found is not None
    Season.objects.update(method=methods.stored(found.method))
    play(season, players, [DRAW])
    told = stranger.get(ADDRESS).json()["standings"]
    assert [(one["player"], one["points"]) for one in told] == [
        (name, "7/4") for name in CAST
    ]


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", ""])
def test_a_day_that_is_none_is_refused(
    stranger: Program, season: Season, day: str
) -> None:
    answer = stranger.get(f"{ADDRESS}?as_of={day}")
    assert code(answer) == (422, "bad_parameter")


def test_a_private_club_has_none(stranger: Program, season: Season) -> None:
    Club.objects.update(is_public=False)
    assert stranger.get(ADDRESS).status_code == 404
    assert stranger.get(ADDRESS.replace("2026", "1999")).status_code == 404


def test_the_document_has_every_column_of_a_leaderboard() -> None:
    told = ["place", "player", "points", *(one.key for one in COLUMNS)]
    assert list(Standing.model_fields) == told
