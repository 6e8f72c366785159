import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Member, Player, Season
from clubscore.club.services import checklist_put_away, season_make
from clubscore.partie.services import partie_end, partie_void
from tests.club.people import (
    EVERYBODY,
    INSIDERS,
    WHO_RUNS_THE_CLUB,
    WHO_STARTS_PARTIES,
    log_in,
)
from tests.conftest import players_in
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.played import DRAW, GAME, play, write

CLUB = "/groene-hart/"
START = 'href="/groene-hart/parties/new/"'
SETTINGS = 'href="/groene-hart/settings/"'


def words(html: str) -> str:
    """Return what a reader sees, with single blanks."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def section(page: str, name: str) -> str:
    """Return the words of one section of the page."""
    return words(
        page.split(f'<section id="{name}"')[1].split("</section>", maxsplit=1)[0]
    )


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_reads_a_public_club(client: Client, club: Club, who: str) -> None:
    log_in(client, club, who)
    assert client.get(CLUB).status_code == 200


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_private_club_is_not_there_for_outsiders(
    client: Client, club: Club, who: str
) -> None:
    Club.objects.update(is_public=False)
    log_in(client, club, who)
    page = client.get(CLUB)
    assert page.status_code == (200 if who in INSIDERS else 404)
    assert ("Het Groene Hart" in page.text) == (who in INSIDERS)


@pytest.mark.parametrize("who", EVERYBODY)
def test_offers_what_the_reader_may_do(
    client: Client, season: Season, who: str
) -> None:
    log_in(client, season.club, who)
    page = client.get(CLUB).text
    assert (START in page) == (who in WHO_STARTS_PARTIES)
    assert (SETTINGS in page) == (who in WHO_RUNS_THE_CLUB)


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_new_club_says_what_comes_first(client: Client, club: Club, who: str) -> None:
    log_in(client, club, who)
    page = client.get(CLUB).text
    assert START not in page
    runs = who in WHO_RUNS_THE_CLUB
    assert ('href="/groene-hart/settings/seasons/new/"' in page) == runs
    assert ("an administrator of the club can do it" in page) != runs
    # Once: in the checklist, or where it was put away.
    assert "First open a season" not in page
    assert ('id="first-steps"' in page) == runs
    checklist_put_away(club=club)
    page = client.get(CLUB).text
    assert ("First open a season" in page) == runs
    assert 'id="first-steps"' not in page


def test_open_parties_show_players_chips_and_the_next_east(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False, table="A")
    tables = section(client.get(CLUB).text, "tables")
    assert "Table A" in tables
    assert "Game 2. Round of East; Ben is East." in tables
    # In the order of play, the next East first.
    assert "Ben 3 384 Cleo 2 756 Dirk 2 836 Anna 3 024" in tables


@pytest.fixture
def long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a week go by between what is played and what is read."""
    today = timezone.localdate() + dt.timedelta(weeks=1)
    monkeypatch.setattr(
        "clubscore.season.views.clubs.timezone.localdate", lambda *_moment: today
    )


@pytest.mark.usefixtures("long_ago")
def test_parties_left_open_stand_apart_with_the_day_of_their_last_game(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False, table="A")
    play(season, players, [], ends=False, table="B")
    page = client.get(CLUB).text
    assert 'id="tables"' not in page
    left_open = section(page, "left-open")
    today = date_format(timezone.localtime(), "DATE_FORMAT")
    without, with_game = left_open.split("Table A")
    assert "Table B" in without
    assert "no game recorded" in without
    assert f"last played on {today}" in with_game
    assert "No partie has been played to its end yet." in section(page, "results")


def test_a_partie_of_an_earlier_evening_that_goes_on_is_being_played(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False, day=dt.date(2026, 1, 2))
    page = client.get(CLUB).text
    assert "Partie 1" in section(page, "tables")
    assert 'id="left-open"' not in page


END = 'href="/groene-hart/parties/1/end/"'


@pytest.mark.usefixtures("long_ago")
@pytest.mark.parametrize("who", EVERYBODY)
def test_who_may_record_is_offered_to_end_what_was_left_open(
    client: Client, season: Season, players: list[Player], who: str
) -> None:
    play(season, players, [GAME], ends=False)
    log_in(client, season.club, who)
    assert (END in client.get(CLUB).text) == (who in WHO_STARTS_PARTIES)


@pytest.mark.usefixtures("long_ago")
def test_a_player_may_end_what_their_own_table_left_open(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False)
    log_in(client, season.club, "member")
    Member.objects.update(player=players[2])
    assert END in client.get(CLUB).text


def test_what_is_being_played_is_not_offered_to_be_ended_here(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    play(season, players, [GAME], ends=False)
    client.force_login(administrator)
    assert END not in client.get(CLUB).text


def test_each_open_partie_has_its_own_east(
    client: Client, season: Season, players: list[Player]
) -> None:
    others = players_in(season.club, *"EFGH")
    play(season, players, [GAME] * 5, ends=False)
    play(season, others, [DRAW], ends=False)
    tables = section(client.get(CLUB).text, "tables")
    assert "Game 2. Round of East; E is East." in tables
    assert "Game 6. Round of South; Ben is East." in tables


def test_who_won_the_last_evening_is_named_table_by_table(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], table="A", day=dt.date(2026, 11, 10))
    for table in ("B", "C"):
        play(season, players, [GAME], table=table)
    page = client.get(CLUB).text
    assert 'id="tables"' not in page
    results = section(page, "results")
    assert "17 November 2026" in results
    assert "Table B Ben +384 Table C Ben +384" in results
    assert "Table A" not in results


def test_the_table_that_leads_is_told_from_the_others(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False)
    tables = client.get(CLUB).text.split('id="tables"')[1]
    leads = re.findall(r'<tr class="leads[^"]*">(.*?)</tr>', tables, re.DOTALL)
    assert [words(one) for one in leads] == ["Ben 3 384"]


def test_the_top_of_the_leaderboard_shows_how_places_ran(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    assert 'class="spark"' not in client.get(CLUB).text
    play(season, players, [GAME, DRAW], day=dt.date(2026, 11, 17))
    top = client.get(CLUB).text.split('id="top"')[1]
    assert top.count('class="spark"') == 4
    assert "<title>from place 1 to place 1</title>" in top


def test_void_parties_are_no_results(
    client: Client, season: Season, players: list[Player]
) -> None:
    partie = play(season, players, [GAME])
    partie_void(partie=partie, write=write(partie), why="tiles missing")
    results = section(client.get(CLUB).text, "results")
    assert "Nothing has been played yet." in results


def test_the_last_season_comes_first(client: Client, season: Season) -> None:
    for year in (2025, 2027):
        season_make(
            club=season.club,
            name=str(year),
            starts_on=dt.date(year, 1, 1),
            ruleset="nts",
        )
    page = client.get(f"{CLUB}seasons/").text
    assert re.findall(r'/seasons/(\d+)/"', page) == ["2027", "2026", "2025"]
    seasons = section(page, "seasons")
    assert "2026 1 January 2026 – 31 December 2026 · 0 parties" in seasons


@pytest.mark.parametrize("is_open", [False, True])
def test_costs_the_same_with_many_parties(
    client: Client,
    season: Season,
    players: list[Player],
    administrator: Account,
    django_assert_num_queries: DjangoAssertNumQueries,
    is_open: bool,
) -> None:
    # The club, open parties, seasons, the next evening; of the parties results, games,
    # the last ones and their scores, what is played tonight; else the last evening.
    now = 4 + (5 if is_open else 1)
    # The last evening, its parties, their results and its best hand; whether there are
    # seasons. The top
    # of the leaderboard takes its season and names; what the evenings gave theirs,
    # their versions, who is a guest, players, results, who was there, bookings.
    over = (2 if is_open else 5) + 2 + 7
    # Page, results, top and evenings are kept with their version (5).
    play(season, players, [GAME], ends=not is_open)
    with django_assert_num_queries(now + over + 5 + 4 * queries_to_keep()):
        client.get(CLUB)
    for _ in range(9):
        play(season, players, [GAME], ends=not is_open)
    with django_assert_num_queries(now + over + 5 + 4 * queries_to_keep_again()):
        client.get(CLUB)
    client.force_login(administrator)
    client.get(CLUB)
    # Session, account, membership; what all see. What is over is looked up. The
    # checklist for a first evening costs whoever runs the club one, until put away.
    with django_assert_num_queries(now + 3 + 1 + 5 + 2 + 1):
        client.get(CLUB)
    Club.objects.update(shows_checklist=False)
    client.get(CLUB)
    with django_assert_num_queries(now + 3 + 1 + 5 + 2):
        client.get(CLUB)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, club: Club, method: str) -> None:
    assert getattr(client, method)(CLUB).status_code == 405


def test_the_best_hand_stands_below_the_tables_and_then_the_winners(
    client: Client, season: Season, players: list[Player]
) -> None:
    today = timezone.localdate()
    partie = play(season, players, [GAME], day=today, ends=False)
    page = client.get(CLUB).text
    tables, results = page.split('id="results"')
    assert "Best hand tonight: 96" in words(tables)
    assert "Best hand" not in results
    partie_end(partie=partie, write=write(partie), why="time")
    before, results = client.get(CLUB).text.split('id="results"')
    assert "Best hand" not in before
    assert "Best hand: 96" in words(results)
    assert "Cleo, Partie 1" in words(results) or "Ben, Partie 1" in words(results)


@pytest.mark.usefixtures("long_ago")
def test_a_table_left_open_does_not_hide_who_won_last(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=dt.date(2026, 1, 9))
    play(season, players, [GAME], day=dt.date(2026, 1, 2), ends=False)
    page = client.get(CLUB).text
    assert "Last played on" in words(page)
    assert "Best hand: 96" in section(page, "results")
    assert page.index('id="results"') < page.index('id="left-open"')
