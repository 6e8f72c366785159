"""Pages are made once for all who look on, and never an old one is shown."""

import datetime as dt
import re
import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages import SUCCESS
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.safestring import mark_safe
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club.initials import name_show, name_withhold
from clubscore.club.messages import HostOnlyCookies
from clubscore.club.methods import preset_called, stored
from clubscore.club.models import Account, Club, Member, Player, Season
from clubscore.club.services import (
    player_change,
    player_rename,
    season_change,
    season_make,
    season_method_change,
)
from clubscore.evening.services import guests_note, presence_note
from clubscore.partie.answers import Answer, part_made, stale_answers
from clubscore.partie.correction_services import game_correct
from clubscore.partie.merge import player_merge, player_part
from clubscore.partie.models import KeptAnswer, PartieResult
from clubscore.partie.services import (
    booking_record,
    game_record,
    last_withdraw,
    link_make,
    partie_end,
    partie_void,
)
from clubscore.partie.versions import version_of
from tests.club.people import EVERYBODY, log_in
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
        self.tonight = play(
            season,
            players,
            [GAME],
            ends=False,
            day=timezone.localdate(),
            table="3",
        )
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
    call_command("rebuild")


def merge(scene: Scene) -> None:
    """Let somebody turn out to be somebody else."""
    for one in (scene.open, scene.tonight):
        partie_end(partie=one, write=write(one), why="time")
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
    "partie": lambda it: play(it.season, it.players, [], ends=False, table="4"),
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
    return page[page.index("<main") : page.index("</main>")]


PAGES = {
    "club": "/groene-hart/",
    "leaderboard": SEASON,
    "evening": f"/groene-hart/evenings/{DAY}/",
    "tonight": "/groene-hart/evenings/{today}/",
    "big screen": "/groene-hart/live/",
    "player": "/groene-hart/players/ben/",
    "statistics": "/groene-hart/statistics/",
    "records": "/groene-hart/records/",
    "ratings": "/groene-hart/ratings/",
    "calibration": "/groene-hart/ratings/calibration/",
    "partie": "/groene-hart/parties/1/",
    "partie being played": "/groene-hart/parties/3/",
    "game": "/groene-hart/parties/1/games/1/",
    "standings": "/api/v1/clubs/groene-hart/seasons/2026/standings/",
}
"""Every page of which something is kept."""


def shown(client: Client, address: str) -> tuple[int, str]:
    """Return what a page shows, without what is new in each answer."""
    # Midnight may have passed since these tests were read.
    answer = client.get(address.format(today=timezone.localdate()))
    text = answer.text if "<main" not in answer.text else main_of(answer.text)
    own = r'name="(csrfmiddlewaretoken|key)" value="[^"]*"|next=[^"]*'
    return answer.status_code, re.sub(own, "", text)


def everything(client: Client) -> dict[str, tuple[int, str]]:
    """Return what every page shows."""
    return {name: shown(client, address) for name, address in PAGES.items()}


def anew(client: Client) -> dict[str, tuple[int, str]]:
    """Return what every page shows where nothing has been kept."""
    found = {}
    for name, address in PAGES.items():
        KeptAnswer.objects.all().delete()
        found[name] = shown(client, address)
    return found


def test_a_write_is_seen_on_every_page_by_the_next_who_asks(
    client: Client, scene: Scene
) -> None:
    before = everything(client)
    assert everything(client) == before
    for what, write_it in WRITES.items():
        cache.clear()  # the numbers of the rows come again
        asked = {"If-None-Match": client.get(SEASON)["ETag"]}
        assert client.get(SEASON, headers=asked).status_code == 304
        with transaction.atomic():
            write_it(scene)
            assert client.get(SEASON, headers=asked).status_code == 200, what
            then = everything(client)
            assert list(stale_answers()) == [], what
            assert then == anew(client), what
            assert then != before or what in UNSEEN, what
            transaction.set_rollback(True)


def test_names_that_are_parted_are_seen_on_every_page_by_the_next_who_asks(
    client: Client, scene: Scene
) -> None:
    merge(scene)
    first = everything(client)
    player_part(player=scene.players[0])
    then = everything(client)
    assert list(stale_answers()) == []
    assert then == anew(client)
    unlike = {name for name in PAGES if then[name] != first[name]}
    assert unlike >= {"leaderboard", "statistics", "records", "ratings", "standings"}


UNSEEN = {"presence", "guests", "guest", "rebuild"}
"""What changes nothing that a page shows to who looks on."""


def test_a_game_at_a_table_makes_no_figure_anew(client: Client, scene: Scene) -> None:
    everything(client)
    before = dict(KeptAnswer.objects.values_list("name", "tag"))
    game_record(partie=scene.tonight, write=write(scene.tonight), record=GAME)
    everything(client)
    after = dict(KeptAnswer.objects.values_list("name", "tag"))
    assert {name for name in before if after[name] == before[name]} == {
        *("board_text", "results_text", "top_text", "rules_text"),
        *("figures_text", "statistics_text", "records_text", "ratings_text"),
        *("standings_text", "game_text", "course_text", "calibration_text"),
    }


def test_a_game_at_a_table_draws_what_shows_it_and_nothing_else(
    client: Client, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything(client)
    drawn: Counter[str] = Counter()

    def counted(template: str, *args: Any, **more: Any) -> str:
        drawn[template] += 1
        return render_to_string(template, *args, **more)

    monkeypatch.setattr("clubscore.partie.answers.render_to_string", counted)
    game_record(partie=scene.tonight, write=write(scene.tonight), record=GAME)
    pages = everything(client)
    assert drawn == {
        "season/_partie.html": 2,  # in the season's list, and in a player's
        "season/_table.html": 1,
        "evening/_evening_table.html": 1,
        "evening/_evening_result.html": 4,  # everybody who sits there
        "evening/_live_table.html": 1,
        "table/_game.html": 1,
        "partie/_revision.html": 1,
    }
    assert pages == anew(client)


def test_who_does_something_there_is_lent_the_parts_that_all_see(
    client: Client,
    scene: Scene,
    administrator: Account,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    everything(client)
    client.force_login(administrator)
    own = everything(client)
    drawn: Counter[str] = Counter()

    def counted(template: str, *args: Any, **more: Any) -> str:
        drawn[template] += 1
        return render_to_string(template, *args, **more)

    monkeypatch.setattr("clubscore.partie.answers.render_to_string", counted)
    assert everything(client) == own
    assert not drawn["table/_game.html"]
    assert everything(client) == anew(client)
    assert drawn["table/_game.html"]


def test_a_part_is_taken_over_while_all_it_is_made_of_is_the_same(
    scene: Scene,
) -> None:
    made: list[object] = []

    def make(*values: object) -> str:
        made.append(values)
        return f"<b>{values}</b>"

    told: dict[str, Any] = {}
    text = Answer(
        "text",
        lambda _club: told["version"],
        lambda _club: f"{told['version']}: {part_made(make, *told['values'])}",
    )
    several: tuple[list[Any], ...] = (
        *(["Ann", 1, None], ["Ann", 1, None], ["Ann", True, None]),
        [mark_safe("Ann")],
    )
    for version, values in enumerate(several):
        told.update(version=version, values=values)
        assert text(scene.season.club) == f"{version}: <b>{tuple(values)}</b>"
    assert made == [("Ann", 1, None), ("Ann", True, None), ("Ann",)]
    told.update(version="model", values=[scene.season])
    with pytest.raises(TypeError, match="nobody knows what a template reads"):
        text(scene.season.club)


@pytest.mark.same_on_every_database("who is asking is no matter of rows")
@pytest.mark.parametrize("is_public", [True, False])
def test_nobody_is_shown_what_was_made_for_somebody_else(
    client: Client, scene: Scene, is_public: bool
) -> None:
    club = scene.season.club
    Club.objects.filter(pk=club.pk).update(is_public=is_public)
    name_withhold(player=scene.players[0])
    readers = {who: Client() for who in (*EVERYBODY, "own table", "link")}
    for who in EVERYBODY:
        log_in(readers[who], club, who)
    own = Account.objects.create_user("own-table", password="tiles and winds")
    Member.objects.create(
        club=club, account=own, role="member", player=scene.players[1]
    )
    readers["own table"].force_login(own)
    readers["link"].get(link_make(partie=scene.tonight).get_absolute_url())
    alone = {who: anew(reader) for who, reader in readers.items()}
    for order in (list(readers), list(reversed(readers))):
        KeptAnswer.objects.all().delete()
        for who in order:
            assert everything(readers[who]) == alone[who], who
    assert len({repr(one) for one in alone.values()}) > 3


def test_what_is_kept_names_no_reader_and_holds_no_form_to_send(
    client: Client, scene: Scene
) -> None:
    for who in EVERYBODY:
        reader = Client()
        log_in(reader, scene.season.club, who)
        everything(reader)
    texts = [zlib.decompress(one.content).decode() for one in KeptAnswer.objects.all()]
    assert len(texts) > len(PAGES)
    for text in texts:
        assert "csrf" not in text
        assert "the-" + "administrator" not in text
        assert 'method="post"' not in text


def test_the_audit_finds_what_is_kept_and_another_text(
    client: Client, scene: Scene, capsys: pytest.CaptureFixture[str]
) -> None:
    everything(client)
    call_command("audit")
    assert "no differences" in capsys.readouterr().out
    KeptAnswer.objects.filter(name="board_text").update(content=zlib.compress(b"Ben"))
    with pytest.raises(SystemExit):
        call_command("audit")
    assert "groene-hart: the kept answer board_text" in capsys.readouterr().out
    call_command("rebuild")
    call_command("audit")


def test_what_is_kept_of_a_club_is_bounded(
    client: Client, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clubscore.partie.answers.MOST_KEPT", 3)
    everything(client)
    assert KeptAnswer.objects.count() == 3


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
    # The club, the season; seasons, who plays, the parties' and the evenings' versions;
    # what is kept.
    with django_assert_num_queries(7):
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
    # How many evenings are planned, and how often one was changed, is asked itself, and
    # how many plans are played by.
    counted |= {"partie_plannedevening", "partie_clubplan"}
    assert read == own | counted | {"partie_keptanswer"}


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
        "clubscore.partie.versions.day_of_tonight", lambda club: dt.date(2027, 1, 1)
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
    storage = HostOnlyCookies(RequestFactory().get(SEASON))
    storage.add(SUCCESS, "It is saved.")
    storage.update(held)
    client.cookies.update(held.cookies)
    assert "It is saved." in client.get(SEASON, headers=asked).text
    assert client.get(SEASON, headers=asked).status_code == 304
    assert "It is saved." not in client.get(SEASON).text
