"""The leaderboard is made once for all who read it, and never an old one is shown."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.contrib.messages import SUCCESS
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club.initials import name_show, name_withhold
from clubscore.club.methods import preset_called, stored
from clubscore.club.models import Account, Player, Season
from clubscore.club.services import (
    player_change,
    player_rename,
    season_change,
    season_make,
    season_method_change,
)
from clubscore.evening.services import guests_note, presence_note
from clubscore.partie.correction_services import game_correct
from clubscore.partie.merge import player_merge
from clubscore.partie.models import PartieResult
from clubscore.partie.services import (
    booking_record,
    game_record,
    last_withdraw,
    partie_end,
    partie_void,
)
from clubscore.season.versions import version_of
from tests.conftest import players_in
from tests.season.played import DRAW, GAME, play, write

SEASON = "/groene-hart/seasons/2026/"
DAY = dt.date(2026, 11, 17)


class Scene:
    """A season with an open partie, a finished one and somebody who never played."""

    def __init__(self, season: Season, players: list[Player]) -> None:
        self.season, self.players = season, players
        self.over = play(season, players, [GAME, DRAW])
        self.open = play(season, players, [GAME], ends=False, table="2")
        (self.spare,) = players_in(season.club, "Eva")

    def count_by_places(self) -> None:
        """Let the season be counted by another method."""
        preset = preset_called("table-points")
        assert preset is not None
        season_method_change(
            season=self.season,
            method=stored(preset.method),
            substitutes=self.season.substitutes,
        )


@pytest.fixture
def scene(season: Season, players: list[Player]) -> Scene:
    return Scene(season, players)


def rebuild(scene: Scene) -> None:
    """Mend a result that somebody has written over."""
    PartieResult.objects.filter(partie=scene.over, player=scene.players[0]).update(
        score=9
    )
    cache.clear()
    call_command("rebuild")


def merge(scene: Scene) -> None:
    """Let somebody turn out to be somebody else."""
    partie_end(partie=scene.open, write=write(scene.open), why="time")
    player_merge(player=scene.players[0], into=scene.spare)


WRITES: dict[str, Callable[[Scene], object]] = {
    "game": lambda it: game_record(partie=it.open, write=write(it.open), record=GAME),
    "end": lambda it: partie_end(partie=it.open, write=write(it.open), why="time"),
    "void": lambda it: partie_void(partie=it.over, write=write(it.over), why="tiles"),
    "withdrawal": lambda it: last_withdraw(
        partie=it.open, write=write(it.open), why="wrong"
    ),
    "correction": lambda it: game_correct(
        partie=it.over, write=write(it.over), number=1, record=DRAW, why="wrong"
    ),
    "booking": lambda it: booking_record(
        partie=it.over,
        write=write(it.over),
        payer=it.players[0],
        payee=it.players[1],
        amount=100,
        why="late",
    ),
    "partie": lambda it: play(it.season, it.players, [], ends=False, table="3"),
    "rebuild": rebuild,
    "name": lambda it: player_rename(player=it.players[0], name="Annemieke"),
    "guest": lambda it: player_change(player=it.players[0], name="Anna", is_guest=True),
    "initials": lambda it: name_withhold(player=it.players[0]),
    "merge": merge,
    "presence": lambda it: presence_note(
        club=it.season.club, day=DAY, parts={it.spare: "whole"}
    ),
    "guests": lambda it: guests_note(club=it.season.club, day=DAY, names=["Finn"]),
    "season": lambda it: season_change(
        season=it.season,
        name="The year",
        starts_on=it.season.starts_on,
        ends_on=it.season.ends_on,
        options={},
    ),
    "method": lambda it: it.count_by_places(),
    "other season": lambda it: season_make(
        club=it.season.club,
        name="Cup",
        starts_on=it.season.starts_on,
        ruleset=it.season.ruleset,
    ),
}


def main_of(page: str) -> str:
    """Return what a page shows below its head, where each reader's form has its key."""
    return page[page.index("<main") :]


@pytest.mark.parametrize("what", WRITES)
def test_a_write_is_seen_by_the_next_who_asks(
    client: Client, scene: Scene, what: str
) -> None:
    first = client.get(SEASON)
    asked = {"If-None-Match": client.get(SEASON)["ETag"]}
    assert client.get(SEASON, headers=asked).status_code == 304
    WRITES[what](scene)
    shown = client.get(SEASON, headers=asked)
    assert shown.status_code == 200
    cache.clear()
    assert main_of(shown.text) == main_of(client.get(SEASON).text)
    assert main_of(first.text) != main_of(shown.text) or what in UNSEEN


UNSEEN = {"presence", "guests", "other season", "guest", "rebuild"}
"""What changes nothing that this season's method counts."""


def test_a_name_that_is_shown_again_and_a_part_of_an_evening_are_seen(
    client: Client, scene: Scene
) -> None:
    presence_note(club=scene.season.club, day=DAY, parts={scene.spare: "first"})
    name_withhold(player=scene.players[0])
    versions = {repr(version_of(scene.season.club))}
    presence_note(club=scene.season.club, day=DAY, parts={scene.spare: "second"})
    versions.add(repr(version_of(scene.season.club)))
    presence_note(club=scene.season.club, day=DAY, parts={scene.spare: ""})
    versions.add(repr(version_of(scene.season.club)))
    name_show(player=scene.players[0])
    versions.add(repr(version_of(scene.season.club)))
    assert len(versions) == 4


def test_costs_little_while_nothing_is_written(
    client: Client, scene: Scene, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = client.get(SEASON)
    # The club, the season; seasons, who plays, the parties' and the evenings' versions.
    with django_assert_num_queries(6):
        again = client.get(SEASON)
    assert main_of(again.text) == main_of(first.text)
    with django_assert_num_queries(6):
        same = client.get(SEASON, headers={"If-None-Match": again["ETag"]})
    assert (same.status_code, same.content) == (304, b"")


def test_reads_no_table_that_its_version_does_not_know_of(
    client: Client, scene: Scene
) -> None:
    with CaptureQueriesContext(connection) as queries:
        client.get(SEASON)
    read = {
        table
        for query in queries.captured_queries
        for table in re.findall(r'(?:FROM|JOIN) "(\w+)"', query["sql"])
    }
    own = {"club_club", "club_season", "club_player"}
    # Each of their writes counts the partie's or the evening's version up.
    counted = {"partie_partie", "partie_partieresult", "partie_entry"}
    counted |= {"partie_revision", "partie_evening", "partie_presence"}
    assert read == own | counted


def test_the_day_the_language_and_what_is_asked_are_told_apart(
    client: Client, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(SEASON)  # now the browser has its cookie
    asked = {"If-None-Match": client.get(SEASON)["ETag"]}
    german = client.get(SEASON, headers=asked | {"Accept-Language": "de"})
    assert "Rangliste" in german.text
    assert client.get(f"{SEASON}?as_of=2026-11-01", headers=asked).status_code == 200
    part = client.get(
        SEASON, headers=asked | {"HX-Request": "true", "HX-Target": "leaderboard"}
    )
    assert part.text.lstrip().startswith('<div id="leaderboard"')
    assert client.get(SEASON, headers=asked).status_code == 304
    monkeypatch.setattr(
        "clubscore.season.versions.day_of_tonight", lambda club: dt.date(2027, 1, 1)
    )
    assert client.get(SEASON, headers=asked).status_code == 200


def test_nobody_is_shown_what_another_may(
    client: Client, scene: Scene, administrator: Account
) -> None:
    client.force_login(administrator)
    runs = client.get(SEASON)
    assert "/parties/new/" in runs.text
    outside = Client().get(SEASON, headers={"If-None-Match": runs["ETag"]})
    assert outside.status_code == 200
    assert "/parties/new/" not in outside.text
    assert "/parties/new/" in client.get(SEASON).text


def test_a_form_is_never_shown_with_another_browsers_key(
    client: Client, scene: Scene, settings: Settings
) -> None:
    client.get(SEASON)
    asked = {"If-None-Match": client.get(SEASON)["ETag"]}
    del client.cookies[settings.CSRF_COOKIE_NAME]
    again = client.get(SEASON, headers=asked)
    assert again.status_code == 200
    assert again.cookies[settings.CSRF_COOKIE_NAME].value


def test_what_is_to_be_told_is_told_whatever_the_browser_keeps(
    client: Client, scene: Scene
) -> None:
    client.get(SEASON)
    asked = {"If-None-Match": client.get(SEASON)["ETag"]}
    held = HttpResponse()
    storage = CookieStorage(RequestFactory().get(SEASON))
    storage.add(SUCCESS, "It is saved.")
    storage.update(held)
    client.cookies.update(held.cookies)
    assert "It is saved." in client.get(SEASON, headers=asked).text
    assert client.get(SEASON, headers=asked).status_code == 304
    assert "It is saved." not in client.get(SEASON).text
