"""What was to be expected of a partie, before it and beside what came."""

import datetime as dt
import re
from decimal import Decimal
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club.models import Account, Club, Player, Season
from clubscore.club.services import player_add
from clubscore.evening.services import presence_note
from clubscore.partie.answers import stale_answers
from clubscore.partie.models import Partie
from clubscore.partie.services import (
    game_record,
    link_make,
    partie_end,
    partie_void,
    scores_record,
)
from clubscore.ranking import Strengths
from clubscore.season.forecast import (
    ExpectedPlayer,
    evening_against_forecasts,
    expected_at,
    forecast_of,
)
from clubscore.season.models import RatingChange
from clubscore.season.ratings import strengths_before
from clubscore.season.statistics import ClubPlayers
from tests.club.people import log_in
from tests.conftest import players_in
from tests.season.played import DRAW, GAME, play, write
from tests.season.test_club_page import section, words

FIRST = dt.date(2026, 9, 1)
LAST = dt.date(2026, 11, 17)
EVENING = f"/groene-hart/evenings/{LAST}/"


@pytest.fixture
def uneven(season: Season, players: list[Player]) -> Season:
    """Let Ben win ten times, and the club want forecasts."""
    Club.objects.update(shows_forecast=True)
    season.club.refresh_from_db()
    for week in range(10):
        play(season, players, [GAME], day=FIRST + dt.timedelta(weeks=week))
    return season


@pytest.fixture
def running(uneven: Season, players: list[Player]) -> Partie:
    """Start the eleventh partie."""
    return play(uneven, players, [], ends=False, day=LAST)


def shown(client: Client, partie: Partie) -> str:
    """Return what the page of a partie says is to be expected; empty if nothing."""
    page = client.get(partie.get_absolute_url()).text
    return unescape(section(page, "forecast")) if 'id="forecast"' in page else ""


# Before a partie --------------------------------------------------------------------


def test_a_running_partie_shows_what_parties_before_it_tell(
    client: Client, running: Partie
) -> None:
    found = forecast_of(running)
    assert found is not None
    assert not found.is_even
    page = shown(client, running)
    for one in found.players:
        assert f"{one.name} {one.place:.1f} {one.shown_first} %" in page
    by_name = {one.name: one for one in found.players}
    assert (by_name["Ben"].place < 2, by_name["Cleo"].place > 3) == (True, True)
    assert (by_name["Ben"].first > 40, by_name["Cleo"].first < 20) == (True, True)
    assert all(one.first % 5 == 0 for one in found.players)
    assert sum(one.place for one in found.players) == pytest.approx(10)
    # What is told is what the change that comes of the partie says was expected.
    game_record(partie=running, write=write(running), record=GAME)
    assert forecast_of(Partie.objects.get(pk=running.pk)) == found
    partie_end(partie=running, write=write(running), why="time")
    told = {row.player.name: row.expected_place for row in running.ratings.all()}
    assert told == {one.name: one.place for one in found.players}
    assert shown(client, running) == ""


def test_only_what_came_before_a_partie_is_in_it(
    uneven: Season, players: list[Player]
) -> None:
    """Two parties of one evening: the second knows the first, never the reverse."""
    early = play(uneven, players, [GAME], ends=False, day=LAST)
    late = play(uneven, players, [GAME], ends=False, day=LAST)
    before = forecast_of(early)
    assert forecast_of(late) == before
    partie_end(partie=late, write=write(late), why="time")
    assert forecast_of(early) == before
    partie_end(partie=early, write=write(early), why="time")
    people = ClubPlayers(uneven.club)
    for partie in (early, late):
        strengths = strengths_before(people, LAST, partie.number)
        keys = [one.pk for one in players]
        expected = strengths.forecast(keys, LAST).expected
        rows = RatingChange.objects.filter(partie=partie)
        told = {row.player_id: row.expected_place for row in rows}
        assert [told[key] for key in keys] == pytest.approx(list(expected))
    assert before is not None
    later = RatingChange.objects.get(partie=late, player=players[1])
    by_name = {one.name: one.place for one in before.players}
    assert later.expected_place < by_name["Ben"]


def test_newcomers_are_an_even_table(
    client: Client, season: Season, players: list[Player]
) -> None:
    partie = play(season, players, [], ends=False, day=LAST)
    assert shown(client, partie) == ""
    Club.objects.update(shows_forecast=True)
    page = shown(client, partie)
    assert "An even table" in page
    assert "%" not in page


def test_where_a_step_does_not_matter_a_table_is_even() -> None:
    strengths = Strengths()
    table = [(1, "Anna"), (2, "Ben"), (3, "Cleo")]
    found = expected_at(strengths, table, LAST)
    assert found is not None
    assert found.is_even
    assert found.players[0] == ExpectedPlayer("Anna", 2.0, 35)
    assert expected_at(strengths, table[:2], LAST) is None
    assert expected_at(strengths, [*table, (1, "Anna")], LAST) is None


@pytest.mark.parametrize(
    "more", [{"shows_forecast": False}, {"hides_skill_rating": True}]
)
def test_a_club_that_does_not_want_it_is_told_nothing(
    client: Client, running: Partie, more: dict[str, bool]
) -> None:
    assert shown(client, running)
    Club.objects.update(**more)
    assert shown(client, running) == ""


def test_a_void_partie_has_none(client: Client, running: Partie) -> None:
    partie_void(partie=running, write=write(running), why="nobody came")
    assert shown(client, running) == ""


def test_whoever_has_only_the_link_of_a_private_club_is_not_told(
    client: Client, running: Partie, administrator: Account
) -> None:
    Club.objects.update(is_public=False)
    guest = Client()
    guest.get(link_make(partie=running).get_absolute_url())
    assert guest.get(running.get_absolute_url()).status_code == 200
    assert shown(guest, running) == ""
    client.force_login(administrator)
    assert shown(client, running)


def test_what_is_kept_follows_from_parties_before(
    client: Client, uneven: Season, running: Partie, players: list[Player]
) -> None:
    before = shown(client, running)
    assert shown(client, running) == before
    play(uneven, players[::-1], [GAME], day=LAST - dt.timedelta(days=1))
    after = shown(client, running)
    assert after != before
    assert list(stale_answers()) == []


def test_it_costs_the_same_however_much_was_played(
    client: Client, uneven: Season, running: Partie, players: list[Player]
) -> None:
    with CaptureQueriesContext(connection) as few:
        forecast_of(running)
    for week in range(3):
        play(uneven, players, [GAME], day=FIRST + dt.timedelta(weeks=week))
    with CaptureQueriesContext(connection) as many:
        forecast_of(running)
    assert len(few) == len(many) == 4


# Where tables are set up ------------------------------------------------------------


@pytest.fixture
def _tonight(monkeypatch: pytest.MonkeyPatch) -> None:
    now = dt.datetime.combine(LAST, dt.time(20), dt.UTC)
    monkeypatch.setattr("clubscore.partie.evenings.timezone.localtime", lambda: now)


@pytest.mark.usefixtures("_tonight")
def test_a_table_that_is_drawn_says_what_is_to_be_expected(
    client: Client, uneven: Season, players: list[Player], administrator: Account
) -> None:
    presence_note(club=uneven.club, day=LAST, parts=dict.fromkeys(players, "whole"))
    client.force_login(administrator)
    page = unescape(words(client.get(f"{EVENING}tables/").text))
    assert page.count("chance to be first:") == 1
    told = re.findall(r"(\w+) \d\.\d \((?:[<>] )?\d+ %\)", page)
    assert sorted(told) == ["Anna", "Ben", "Cleo", "Dirk"]
    Club.objects.update(shows_forecast=False)
    assert "chance to be first" not in client.get(f"{EVENING}tables/").text


@pytest.mark.usefixtures("_tonight")
def test_a_plan_says_it_of_the_tables_to_come(
    client: Client, uneven: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    names = ("Eva", "Finn", "Gita", "Hugo")
    eight = [*players, *(player_add(club=uneven.club, name=one) for one in names)]
    client.post(
        "/groene-hart/plans/new/",
        {
            "season": uneven.pk,
            "names": "\n".join(one.name for one in eight),
            "sittings": 1,
            "sizes": ["4"],
            "action": "plan",
        },
    )
    page = client.get("/groene-hart/plans/1/").text
    assert page.count("chance to be first") + page.count("An even table.") == 2
    Club.objects.update(shows_forecast=False)
    page = client.get("/groene-hart/plans/1/").text
    assert "chance to be first" not in page
    assert "An even table" not in page


# After an evening -------------------------------------------------------------------


def test_after_an_evening_it_says_who_was_better_than_expected(
    client: Client, uneven: Season, players: list[Player]
) -> None:
    first = play(uneven, players[::-1], [GAME], day=LAST)
    second = play(uneven, players[::-1], [GAME], day=LAST)
    lines = evening_against_forecasts(uneven.club, LAST)
    page = section(client.get(EVENING).text, "evening-forecast")
    assert lines[0].player.name == "Cleo"
    for line in lines:
        sign = "better" if line.better > 0 else "worse"
        by = f"{sign} than expected by {line.apart} places over 2 parties"
        assert by in page
        for one, partie in zip(line.places, (first, second), strict=True):
            row = RatingChange.objects.get(partie=partie, player=line.player)
            assert (one.partie, one.place) == (partie.number, row.place)
            assert abs(float(one.expected) - row.expected_place) <= 0.05
            assert f"partie {one.partie}: {one.expected}, came {one.place}" in page
        told = [float(one.expected) - one.place for one in line.places]
        assert float(line.better) == pytest.approx(sum(told))
    german = client.get(EVENING, headers={"accept-language": "de"}).text
    cleo = str(lines[0].apart).replace(".", ",")
    assert cleo in section(german, "evening-forecast")


def test_it_waits_for_the_end_of_the_evening(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=LAST)
    page = section(client.get(EVENING).text, "evening-forecast")
    assert (
        "Ben better than expected by 1.5 places in one partie partie 1: 2.5, came 1"
    ) in page
    assert "worse than expected by 1.5 places in one partie" in page
    still = play(season, players, [GAME], ends=False, day=LAST)
    assert "evening-forecast" not in client.get(EVENING).text
    partie_end(partie=still, write=write(still), why="time")
    assert "over 2 parties" in client.get(EVENING).text
    Club.objects.update(hides_skill_rating=True)
    assert "evening-forecast" not in client.get(EVENING).text


def test_shared_places_are_held_against_their_mean(
    client: Client, uneven: Season, players: list[Player], club: Club
) -> None:
    newcomers = players_in(club, "Eva", "Finn", "Gus", "Hugo")
    play(uneven, newcomers, [DRAW], day=LAST)
    page = section(client.get(EVENING).text, "evening-forecast")
    assert page.count("as expected") == 4
    assert page.count("partie 11: 2.5, came 1") == 4
    # A table of which nobody is even with another, and of which two or all tie.
    day = LAST + dt.timedelta(days=1)
    sitting = [players[0], newcomers[0], *players[1:3]]
    for scores in ((8, 8, -4, -12), (4, 4, 4, -12), (0, 0, 0, 0)):
        partie = play(uneven, sitting, [], ends=False, day=day)
        scores_record(
            partie=partie,
            write=write(partie),
            scores={str(one.pk): of for one, of in zip(sitting, scores, strict=True)},
            outcome={"kind": "win", "winner": str(sitting[0].pk), "source": "wall"},
        )
        partie_end(partie=partie, write=write(partie), why="time")
    lines = evening_against_forecasts(club, day)
    by_partie = zip(*(line.places for line in lines), strict=True)
    ties = []
    for places in by_partie:
        ties.append(sorted(one.tied for one in places))
        # What is expected of each is rounded to a tenth.
        assert abs(sum(one.better for one in places)) <= Decimal("0.2")
    assert ties == [[0, 0, 1, 1], [0, 2, 2, 2], [3, 3, 3, 3]]


def test_a_correction_of_an_earlier_evening_reaches_it(
    client: Client, uneven: Season, players: list[Player], club: Club
) -> None:
    play(uneven, players, [GAME], day=LAST)
    for who in ("outsider", "administrator"):
        log_in(client, club, who)
        before = section(client.get(EVENING).text, "evening-forecast")
        partie = play(uneven, players[::-1], [GAME], day=LAST - dt.timedelta(days=1))
        assert section(client.get(EVENING).text, "evening-forecast") != before
        partie_void(partie=partie, write=write(partie), why="tried")
        assert section(client.get(EVENING).text, "evening-forecast") == before
    assert list(stale_answers()) == []
