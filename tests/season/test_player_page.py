import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Player, Season
from clubscore.partie.services import partie_void
from tests.club.people import EVERYBODY, INSIDERS, WHO_RUNS_THE_CLUB, log_in
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.played import GAME, import_old, play, write
from tests.season.test_club_page import section

BEN = "/groene-hart/players/ben/"


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("is_public", [False, True])
def test_who_reads_it(
    client: Client, club: Club, players: list[Player], who: str, is_public: bool
) -> None:
    Club.objects.update(is_public=is_public)
    log_in(client, club, who)
    response = client.get(BEN)
    may_read = is_public or who in INSIDERS
    assert response.status_code == (200 if may_read else 404)
    assert ("Change the name" in response.text) == (who in WHO_RUNS_THE_CLUB)


def test_a_player_of_another_club_is_not_here(
    client: Client, players: list[Player]
) -> None:
    Club.objects.create(name="Other", slug="other")
    assert client.get("/other/players/ben/").status_code == 404


def test_says_that_a_player_has_not_played(
    client: Client, players: list[Player]
) -> None:
    page = client.get(BEN).text
    assert "Ben has not played here yet." in page
    assert 'id="sums"' not in page


def test_shows_the_parties_and_what_they_come_to(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    play(season, players[::-1], [GAME, GAME])
    void = play(season, players, [GAME])
    partie_void(partie=void, write=write(void), why="tiles missing")
    page = client.get(BEN).text
    sums = section(page, "sums")
    assert "Score +524 Parties 2 First places 1 Games 3 Games won 2" in sums
    parties = section(page, "parties")
    assert "void: does not count" in parties
    assert parties.count("2026") == 3


def test_old_results_count_in_score_parties_and_places(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    play(season, players, [GAME])
    assert "only the result" not in client.get(BEN).text
    import_old(
        season.club,
        administrator,
        "2026-03-10;1;Anna;-1000;Ben;1500;Cleo;-300;Dirk;-200",
        "2026-03-17;1;Anna;900;Ben;-100;Cleo;-500;Dirk;-300",
    )
    page = client.get(BEN).text
    sums = section(page, "sums")
    assert "Score +1 784 Parties 3 First places 2 Games 1 Games won 1" in sums
    assert "Of 2 parties only the results are known" in sums
    evenings = section(page, "score-chart")
    assert "10/03/2026 – +1 500 +1 500" in evenings
    assert "17/03/2026 – \N{MINUS SIGN}100 +1 400" in evenings
    # Who paid whom is known of games alone.
    met = section(client.get(f"{BEN}?opponent=anna").text, "sums")
    assert "Score +384 Parties 1" in met


def test_of_old_results_alone_nothing_is_said_of_games(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    old = "2026-03-10;1;Anna;-1000;Ben;1500;Cleo;-300;Dirk;-200"
    import_old(season.club, administrator, old)
    page = client.get(BEN).text
    sums = section(page, "sums")
    assert "Score +1 500 Parties 1 First places 1 A partie counts" in sums
    assert "Of these parties only the results are known" in sums
    assert 'id="statistics"' not in page
    assert 'id="heads"' not in page


def test_a_merged_player_leads_to_who_it_is(
    client: Client, players: list[Player]
) -> None:
    Player.objects.filter(name="Ben").update(merged_into=players[0])
    assert client.get(BEN)["Location"] == "/groene-hart/players/anna/"


def test_costs_the_same_with_many_parties(
    client: Client,
    season: Season,
    players: list[Player],
    administrator: Account,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The club and the player; seasons, rulesets and players to choose from; the sums,
    # results without games, ratings, strengths, evenings, items, limit hands (2),
    # heads; the records of the player and of the club (3 each); how many parties,
    # these, their results. The page and all that counts are kept, with their version
    # (5) and the player; the page asks under which names the player stands, and who
    # comes before and after.
    queries = 32
    play(season, players, [GAME])
    with django_assert_num_queries(queries + 2 * queries_to_keep()):
        client.get(BEN)
    for _ in range(9):
        play(season, players, [GAME])
    with django_assert_num_queries(queries + 2 * queries_to_keep_again()):
        client.get(BEN)
    client.force_login(administrator)
    # The account has buttons; all that counts is looked up.
    with django_assert_num_queries(3 + 2 + 5 + 5 + 1 + 1 + queries_to_keep()):
        client.get(BEN)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(
    client: Client, players: list[Player], method: str
) -> None:
    assert getattr(client, method)(BEN).status_code == 405
