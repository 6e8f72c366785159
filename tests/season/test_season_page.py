import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Player, Season
from clubscore.partie.services import partie_void
from tests.club.people import (
    EVERYBODY,
    INSIDERS,
    WHO_RUNS_THE_CLUB,
    WHO_STARTS_PARTIES,
    log_in,
)
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.played import GAME, play, write
from tests.season.test_club_page import section

SEASON = "/groene-hart/seasons/2026/"


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("is_public", [False, True])
def test_who_reads_it(
    client: Client, season: Season, who: str, is_public: bool
) -> None:
    Club.objects.update(is_public=is_public)
    log_in(client, season.club, who)
    may_read = is_public or who in INSIDERS
    assert client.get(SEASON).status_code == (200 if may_read else 404)


@pytest.mark.parametrize("who", EVERYBODY)
def test_offers_what_the_reader_may_do(
    client: Client, season: Season, who: str
) -> None:
    log_in(client, season.club, who)
    page = client.get(SEASON).text
    assert ("/parties/new/" in page) == (who in WHO_STARTS_PARTIES)
    change = f'href="/groene-hart/settings/seasons/{season.pk}/"'
    assert (change in page) == (who in WHO_RUNS_THE_CLUB)


def test_a_season_of_another_club_is_not_here(client: Client, season: Season) -> None:
    Club.objects.create(name="Other", slug="other")
    assert client.get("/other/seasons/2026/").status_code == 404


def test_tells_its_dates_and_that_it_is_played_by_the_book(
    client: Client, season: Season
) -> None:
    page = client.get(SEASON).text
    assert "1 January 2026 – 31 December 2026" in page
    rules = section(page, "rules")
    assert "Nederlandse Toernooi Spelregels" in rules
    assert "Played by the book" in rules


def test_a_season_without_end_tells_since_when(client: Client, season: Season) -> None:
    Season.objects.update(ends_on=None)
    assert "since 1 January 2026" in client.get(SEASON).text


def test_tells_the_house_rules_that_differ_in_plain_words(
    client: Client, season: Season
) -> None:
    # Two differ, one was chosen as the book has it.
    Season.objects.update(
        options={"rounding": "tens", "minimum_doubles": 1, "flowers": "no"}
    )
    rules = section(client.get(SEASON).text, "rules")
    assert "points to the nearest ten, 5 up" in rules
    assert "Doubles a winner needs 1" in rules
    assert "flowers" not in rules


def test_the_house_rules_are_told_in_the_readers_language(
    client: Client, season: Season
) -> None:
    Season.objects.update(options={"rounding": "tens"})
    page = client.get(SEASON, headers={"accept-language": "nl"}).text
    assert '<html lang="nl">' in page
    assert "to the nearest ten" not in page


def test_scores_so_far_are_the_sums_of_what_counts(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    play(season, players[::-1], [GAME], ends=False)
    void = play(season, players, [GAME])
    partie_void(partie=void, write=write(void), why="tiles missing")
    board = section(client.get(SEASON).text, "standings")
    # Anna 24 − 164, Ben 384 − 244, Cleo −244 + 384, Dirk −164 + 24.
    listed = re.findall(r"(Anna|Ben|Cleo|Dirk) (\d) (\S+) why", board)
    assert listed == [
        ("Ben", "2", "140"),
        ("Cleo", "2", "140"),
        ("Anna", "2", "−140"),
        ("Dirk", "2", "−140"),
    ]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", ["Ben", "Anna", "Dirk", "Cleo"]),
        ("name", ["Anna", "Ben", "Cleo", "Dirk"]),
        ("points", ["Ben", "Anna", "Dirk", "Cleo"]),
        ("nonsense", ["Ben", "Anna", "Dirk", "Cleo"]),
    ],
)
def test_a_heading_puts_the_leaderboard_in_its_order(
    client: Client,
    season: Season,
    players: list[Player],
    sort: str,
    names: list[str],
) -> None:
    play(season, players, [GAME])
    page = client.get(f"{SEASON}?sort={sort}").text
    board = page.split('id="leaderboard"')[1].split("</table>")[0]
    assert re.findall(r'id="line-(\w+)"', board) == [name.lower() for name in names]
    goes = "descending" if sort == "points" else "ascending"
    assert board.count(f'aria-sort="{goes}"') == 1


def test_void_parties_are_listed_as_void(
    client: Client, season: Season, players: list[Player]
) -> None:
    void = play(season, players, [GAME])
    partie_void(partie=void, write=write(void), why="tiles missing")
    page = client.get(SEASON).text
    assert "void: does not count" in section(page, "parties")
    board = section(page, "standings")
    assert "The partie is void." not in board
    assert "Without a place" in board
    why = section(client.get(f"{SEASON}?why=anna").text, "standings")
    assert "The partie is void." in why


def test_a_score_below_0_has_a_minus(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    why = section(client.get(f"{SEASON}?why=dirk").text, "standings")
    assert "Score −" in why
    assert "Score -" not in why


def test_what_tonight_takes_has_a_minus(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    asked = f"{SEASON}?player=ben&place=2"
    assert "With a score of at least −" in section(client.get(asked).text, "needs")


def test_open_parties_are_listed_as_being_played(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False)
    assert "being played" in section(client.get(SEASON).text, "parties")


def test_many_parties_take_several_pages(
    client: Client, season: Season, players: list[Player]
) -> None:
    for _ in range(25):
        play(season, players, [])
    page = client.get(SEASON).text
    assert "page 1 of 4" in page
    assert 'href="/groene-hart/parties/25/"' in page
    assert 'href="/groene-hart/parties/1/"' not in page
    last = client.get(f"{SEASON}?page=4").text
    assert 'href="/groene-hart/parties/1/"' in last
    assert client.get(f"{SEASON}?page=none").status_code == 200


def test_costs_the_same_with_many_parties(
    client: Client,
    season: Season,
    players: list[Player],
    administrator: Account,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The club, the season; their version (5); players, results, who was there,
    # bookings; how many parties, these, their results. The page, its leaderboard, the
    # evenings and the rules are kept, each with the season; the rules with the heads of
    # chains, the evenings with their versions and who is a guest; names; the seasons
    # before and after.
    queries = 24
    play(season, players, [GAME])
    with django_assert_num_queries(queries + 4 * queries_to_keep()):
        client.get(SEASON)
    for _ in range(9):
        play(season, players, [GAME])
    with django_assert_num_queries(queries + 4 * queries_to_keep_again()):
        client.get(SEASON)
    client.force_login(administrator)
    # The account has buttons; the rules and the evenings are the same.
    with django_assert_num_queries(queries - 4 + 1 + 2 * queries_to_keep() - 1):
        client.get(SEASON)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, season: Season, method: str) -> None:
    assert getattr(client, method)(SEASON).status_code == 405
