import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Player, Season
from clubscore.partie.models import Partie, Revision
from clubscore.partie.services import game_record, last_withdraw, partie_void
from tests.club.people import EVERYBODY, INSIDERS, log_in
from tests.conftest import players_in
from tests.partie.pages import tag_in, words
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.evening import ORPHANS
from tests.season.played import DRAW, GAME, play, write

LIVE = "/groene-hart/live/"
HTMX = {"HX-Request": "true"}
COMPLETED = GAME | {"outcome": GAME["outcome"] | {"completes": "(33s)"}}


@pytest.fixture(autouse=True)
def _tonight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the evening on which `play` plays."""
    now = dt.datetime(2026, 11, 17, 20, tzinfo=dt.UTC)
    monkeypatch.setattr("clubscore.partie.evenings.timezone.localtime", lambda: now)


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_private_club_shows_outsiders_nothing(
    client: Client,
    season: Season,
    players: list[Player],
    who: str,
    headers: dict[str, str],
) -> None:
    play(season, players, [GAME], ends=False)
    log_in(client, season.club, who)
    assert client.get(LIVE, headers=headers).status_code == 200
    Club.objects.update(is_public=False)
    expected = 200 if who in INSIDERS else 404
    assert client.get(LIVE, headers=headers).status_code == expected


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, club: Club, method: str) -> None:
    assert getattr(client, method)(LIVE).status_code == 405


def test_without_tables_it_says_that_they_will_come(client: Client, club: Club) -> None:
    page = client.get(LIVE).text
    assert "No table has started yet." in page
    assert "They appear here by themselves." in page


def test_shows_east_round_chips_and_the_last_game(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False, table="1")
    page = words(client.get(LIVE).text)
    assert "Table 1 Round of East · game 2" in page
    assert "East Ben 3 384 South Cleo 2 756 West Dirk 2 836 North Anna 3 024" in page
    assert "Ben +384 on Anna’s discard" in page
    assert "min a game" not in page  # one game tells nothing


def test_a_draw_has_no_winner(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [DRAW], ends=False)
    assert "draw" in words(client.get(LIVE).text)


def test_the_pace_is_told_from_the_games_not_from_the_clock(
    client: Client, season: Season, players: list[Player]
) -> None:
    partie = play(season, players, [GAME, DRAW, DRAW], ends=False)
    last = Revision.objects.filter(entry__partie=partie).latest("pk").made_at
    begun = last - dt.timedelta(minutes=48)
    Partie.objects.filter(pk=partie.pk).update(made_at=begun)
    assert "3 games · 16 min a game" in words(client.get(LIVE).text)


def test_a_finished_table_shows_who_won(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], table="1")
    page = words(client.get(LIVE).text)
    assert "Table 1 finished 1. Ben +384 2. Anna +24" in page


def test_each_table_shows_its_last_partie_of_tonight(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], table="1")
    play(season, players, [], ends=False, table="1")
    play(season, players, [], ends=False, table="9", day=dt.date(2026, 11, 10))
    page = client.get(LIVE).text
    assert page.count("<article") == 1
    assert "/parties/2/" in page


@pytest.mark.parametrize(
    ("tables", "classes"),
    [
        (1, "columns-1 rows-1"),
        (2, "columns-2 rows-1"),
        (3, "columns-2 rows-2"),
        (4, "columns-2 rows-2"),
        (5, "columns-3 rows-2"),
        (6, "columns-3 rows-2"),
        (7, "columns-4 rows-2"),
        (8, "columns-4 rows-2"),
        (9, "columns-3 rows-2"),  # five, then four
        (14, "columns-4 rows-2"),
        (17, "columns-3 rows-2"),
    ],
)
def test_no_more_than_eight_tables_share_the_screen(
    client: Client, season: Season, players: list[Player], tables: int, classes: str
) -> None:
    for number in range(tables):
        play(season, players, [], ends=False, table=str(number + 1))
    page = client.get(LIVE).text
    assert f'class="{classes}"' in page
    assert page.count("<article") == tables


def test_names_are_short_where_they_have_no_room(
    client: Client, season: Season
) -> None:
    named = ["Anna de Vries", "Anna Smit", "Wilhelmina Vos", "Bartholomeus Jansen"]
    seated = players_in(season.club, *named)
    play(season, seated, [], ends=False, table="1")
    assert "Anna V" in words(client.get(LIVE).text)
    assert 'rows-1"' in client.get(LIVE).text
    for table in range(2, 8):
        play(season, seated, [], ends=False, table=str(table))
    page = client.get(LIVE).text
    # Nobody's name is cut while smaller letters find room for more of it.
    assert 'class="columns-4 rows-2 small"' in page
    assert "Wilhelmina 3 000 North Bartholome… 3 000" in words(page)


@pytest.mark.parametrize(
    ("played", "told"),
    [
        ([DRAW], "1 game"),
        ([GAME, ORPHANS], "Best hand tonight: 2 000"),
        ([GAME, {"outcome": DRAW["outcome"]}], "Best hand tonight: 96"),
    ],
)
def test_the_best_hand_that_won_is_shown_in_tiles(
    client: Client,
    season: Season,
    players: list[Player],
    played: list[dict[str, Any]],
    told: str,
) -> None:
    play(season, players, played, ends=False, table="1")
    play(season, players, [], ends=False, table="2")
    foot = client.get(LIVE).text.split('<footer id="live-foot">')[1]
    assert told in words(foot)
    assert foot.count("<img") == (14 if "hand" in told else 0)
    assert ("Table 1" in foot) == ("hand" in told)


@pytest.mark.parametrize(
    ("game", "marked"),
    [
        # A chow and the pair hold it: nobody has said which it completed.
        (GAME, []),
        (COMPLETED, ["Winning tile: 3 of bamboos"]),
        (ORPHANS, ["Winning tile: 1 of characters"]),
    ],
)
def test_the_tile_that_won_has_an_edge_in_the_best_hand(
    client: Client,
    season: Season,
    players: list[Player],
    game: dict[str, Any],
    marked: list[str],
) -> None:
    play(season, players, [game], ends=False)
    foot = client.get(LIVE).text.split('<footer id="live-foot">')[1]
    assert re.findall(r'alt="([^"]*)"[^>]* class="won"', foot) == marked


def test_hands_of_two_rule_books_are_not_compared(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False, table="1")
    assert "Best hand tonight" in client.get(LIVE).text
    other = Season.objects.create(
        club=season.club, name="2", slug="2", starts_on=season.starts_on, ruleset="hkos"
    )
    play(other, players, [], ends=False, table="2")
    assert "Best hand tonight" not in client.get(LIVE).text


def test_a_hand_taken_back_or_void_is_not_the_best(
    client: Client, season: Season, players: list[Player]
) -> None:
    partie = play(season, players, [GAME, ORPHANS], ends=False, table="1")
    last_withdraw(partie=partie, write=write(partie), why="")
    assert "Best hand tonight: 96" in words(client.get(LIVE).text)
    partie_void(partie=partie, write=write(partie), why="a try")
    assert "Best hand" not in client.get(LIVE).text


def test_asked_again_answers_304_until_somebody_writes(
    client: Client,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    partie = play(season, players, [GAME], ends=False)
    headers = HTMX | {"If-None-Match": tag_in(client.get(LIVE).text)}
    with django_assert_num_queries(2):  # the club and the versions
        same = client.get(LIVE, headers=headers)
    assert (same.status_code, same.text) == (304, "")
    game_record(partie=partie, write=write(partie), record=DRAW)
    changed = client.get(LIVE, headers=headers)
    assert changed.status_code == 200
    assert changed.text.lstrip().startswith('<div id="live"')
    assert "game 3" in changed.text
    assert changed.headers["ETag"] == tag_in(changed.text)


def test_another_name_changes_the_tag(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False)
    headers = HTMX | {"If-None-Match": tag_in(client.get(LIVE).text)}
    Player.objects.filter(name="Anna").update(name="Annemieke")
    changed = client.get(LIVE, headers=headers)
    assert changed.status_code == 200
    assert "Annemieke" in changed.text


def test_the_day_and_the_language_change_the_tag(
    client: Client,
    season: Season,
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play(season, players, [GAME], ends=False)
    headers = HTMX | {"If-None-Match": tag_in(client.get(LIVE).text)}
    german = headers | {"Accept-Language": "de"}
    assert client.get(LIVE, headers=german).status_code == 200
    assert client.get(LIVE, headers=headers).status_code == 304
    now = dt.datetime(2026, 11, 18, 20, tzinfo=dt.UTC)
    monkeypatch.setattr("clubscore.partie.evenings.timezone.localtime", lambda: now)
    assert client.get(LIVE, headers=headers).status_code == 200


def test_costs_the_same_with_many_tables(
    client: Client,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The club, versions (twice), parties, results, games, the last ones, their scores;
    # which tournament is on for the page, and for the part that is kept.
    for many, kept in ((1, queries_to_keep()), (9, queries_to_keep_again())):
        for _ in range(many):
            play(season, players, [GAME], ends=False)
        with django_assert_num_queries(11 + kept):
            client.get(LIVE)


def test_all_who_look_on_are_shown_what_one_of_them_was(
    client: Client,
    season: Season,
    players: list[Player],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    partie = play(season, players, [GAME], ends=False)
    first = client.get(LIVE, headers=HTMX)
    with django_assert_max_num_queries(3):
        again = client.get(LIVE, headers=HTMX)
    assert again.content == first.content
    assert again["ETag"] == first["ETag"]
    assert again["Vary"] == first["Vary"]
    assert again["Cache-Control"] == first["Cache-Control"]
    game_record(partie=partie, write=write(partie), record=DRAW)
    assert client.get(LIVE, headers=HTMX).content != first.content


def test_who_is_logged_in_is_never_shown_what_others_are(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False)
    client.get(LIVE, headers=HTMX)
    log_in(client, season.club, "administrator")
    shown = client.get(LIVE, headers=HTMX)
    client.logout()
    assert client.get(LIVE, headers=HTMX)["ETag"] != shown["ETag"]
