"""What holds for every page of a club's settings."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Correctors, Member, Player, Season
from clubscore.club.services import player_add, season_make
from tests.club.people import EVERYBODY, INSIDERS, WHO_RUNS_THE_CLUB, log_in

SETTINGS = "/groene-hart/settings/"
PAGES = [
    "",
    "players/",
    "players/{player}/",
    "seasons/",
    "seasons/new/",
    "seasons/{season}/",
    "people/",
    "people/{member}/",
    "people/{member}/remove/",
    "people/{member}/password/",
    "people/invitations/",
]
QUERIES = dict(zip(PAGES, [5, 6, 6, 6, 7, 7, 7, 7, 6, 8, 7], strict=True))
"""
Two are the session and the account, two the club and the role; one asks whether the
account has a second factor, as long as it has shown none. A new season may be played
by a rule book of the club's own.
"""


@pytest.fixture
def address(
    players: list[Player], season: Season, administrator: Account
) -> Callable[[str], str]:
    """Return the function that makes addresses of PAGES."""
    member = Member.objects.get(account=administrator).pk

    def made(page: str) -> str:
        return SETTINGS + page.format(
            player=players[0].pk, season=season.pk, member=member
        )

    return made


@pytest.mark.parametrize(
    ("method", "page"),
    [("get", page) for page in PAGES]
    + [("post", page) for page in PAGES if page != "seasons/"],
)
@pytest.mark.parametrize("who", EVERYBODY)
def test_only_who_runs_the_club_changes_it(
    client: Client,
    club: Club,
    address: Callable[[str], str],
    page: str,
    method: str,
    who: str,
) -> None:
    log_in(client, club, who)
    response = getattr(client, method)(address(page))
    if who == "anonymous":
        assert response["Location"].startswith("/accounts/login/")
    elif who in WHO_RUNS_THE_CLUB:
        assert response.status_code in {200, 302}
    else:
        assert response.status_code == 403


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("who", EVERYBODY)
def test_a_private_club_is_not_there_for_outsiders(
    client: Client, club: Club, address: Callable[[str], str], page: str, who: str
) -> None:
    Club.objects.update(is_public=False)
    log_in(client, club, who)
    status = client.get(address(page)).status_code
    if who == "anonymous":
        assert status == 302  # as for a club that there is not
        missing = client.get("/no-such-club/settings/")
        assert missing.status_code == 302
    elif who in INSIDERS:
        assert status == (200 if who in WHO_RUNS_THE_CLUB else 403)
    else:
        assert status == 404


def test_the_list_of_seasons_is_only_read(
    client: Client, administrator: Account, season: Season
) -> None:
    client.force_login(administrator)
    assert client.post(f"{SETTINGS}seasons/").status_code == 405


@pytest.mark.parametrize("page", PAGES)
def test_refuse_other_methods(
    client: Client, administrator: Account, address: Callable[[str], str], page: str
) -> None:
    client.force_login(administrator)
    assert client.put(address(page)).status_code == 405


@pytest.mark.parametrize("page", [page for page in PAGES if "{" in page])
def test_show_nothing_of_another_club(
    client: Client, administrator: Account, address: Callable[[str], str], page: str
) -> None:
    other = Club.objects.create(name="Other", slug="other")
    account = Account.objects.get(username="willem")
    Member.objects.create(club=other, account=account, role="administrator")
    client.force_login(administrator)
    there = address(page).replace("/groene-hart/", "/other/")
    assert client.get(there).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_cost_the_same_in_a_large_club(
    client: Client,
    club: Club,
    administrator: Account,
    address: Callable[[str], str],
    page: str,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(administrator)
    there = address(page)
    with django_assert_num_queries(QUERIES[page]):
        client.get(there)
    for number in range(9):
        player = player_add(club=club, name=f"Player {number}")
        account = Account.objects.create_user(f"account-{number}")
        Member.objects.create(club=club, account=account, player=player)
        season_make(
            club=club,
            name=f"Season {number}",
            starts_on=dt.date(2020, 1, 1),
            ruleset="nts",
        )
    with django_assert_num_queries(QUERIES[page]):
        client.get(there)


TYPED = {
    "name": "Het Groene Hart",
    "slug": "groene-hart",
    "is_public": "yes",
    "wall": "",
    "correctors": "scorekeepers",
    "final_after": "48",
    "point_worth": "",
    "currency": "€",
    "fewest_parties": "10",
}
"""What a club's settings send when nothing was changed."""


def test_the_clubs_name_address_and_readers_are_changed(
    client: Client, club: Club, administrator: Account
) -> None:
    client.force_login(administrator)
    typed = TYPED | {"name": "Groene Hart", "slug": "hart", "is_public": "no"}
    response = client.post(SETTINGS, typed, follow=True)
    assert response.redirect_chain == [("/hart/settings/", 302)]
    assert "The club is changed." in response.text
    club.refresh_from_db()
    assert (club.name, club.slug, club.is_public) == ("Groene Hart", "hart", False)


def test_an_address_that_is_taken_changes_nothing(
    client: Client, club: Club, administrator: Account
) -> None:
    Club.objects.create(name="Other", slug="other")
    client.force_login(administrator)
    typed = TYPED | {"name": "New name", "slug": "other"}
    page = client.post(SETTINGS, typed).text
    assert "Another club has this address." in page
    assert 'value="New name"' in page
    club.refresh_from_db()
    assert club.name == "Het Groene Hart"


def test_what_holds_at_the_tables_is_changed(
    client: Client, club: Club, administrator: Account
) -> None:
    client.force_login(administrator)
    typed = TYPED | {
        "correctors": "administrators",
        "asks_agreement": "on",
        "final_after": "0",
        "point_worth": "0.005",
        "currency": "CHF",
        "hides_skill_rating": "on",
        "fewest_parties": "100",
        "shows_forecast": "on",
        "shows_checklist": "on",
    }
    assert "The club is changed." in client.post(SETTINGS, typed, follow=True).text
    club.refresh_from_db()
    assert club.correctors == Correctors.ADMINISTRATORS
    assert club.asks_agreement
    assert club.final_after == 0
    assert (club.point_worth, club.currency) == (Decimal("0.005"), "CHF")
    assert (club.hides_skill_rating, club.fewest_parties) == (True, 100)
    assert club.shows_forecast
    shown = client.get(SETTINGS).text
    assert 'value="0.005"' in shown
    client.post(SETTINGS, TYPED)
    again = Club.objects.get()
    assert (again.asks_agreement, again.point_worth) == (False, None)
    assert (again.hides_skill_rating, again.fewest_parties) == (False, 10)
    assert not again.shows_forecast


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"correctors": ""}, "This field is required."),
        ({"correctors": "everybody"}, "Select a valid choice"),
        ({"fewest_parties": ""}, "This field is required."),
        ({"fewest_parties": "0"}, "greater than or equal to 1"),
        ({"fewest_parties": "101"}, "less than or equal to 100"),
        ({"final_after": ""}, "This field is required."),
        ({"final_after": "-1"}, "greater than or equal to 0"),
        ({"final_after": "10000"}, "less than or equal to 9999"),
        ({"point_worth": "0"}, "greater than or equal to 0.0001"),
        ({"point_worth": "0.00001"}, "no more than 4 decimal places"),
        ({"point_worth": "a cent"}, "Enter a number."),
        ({"currency": "pieces of eight"}, "at most 10 characters"),
    ],
)
def test_settings_that_cannot_be_change_nothing(
    client: Client,
    club: Club,
    administrator: Account,
    typed: dict[str, str],
    message: str,
) -> None:
    client.force_login(administrator)
    before = Club.objects.values().get()
    page = client.post(SETTINGS, TYPED | typed).text
    assert page.count(message) == 2
    assert Club.objects.values().get() == before


def test_a_comma_is_understood_where_people_write_one(
    client: Client, club: Club, administrator: Account
) -> None:
    client.force_login(administrator)
    typed = TYPED | {"point_worth": "0,05"}
    client.post(SETTINGS, typed, headers={"accept-language": "de"})
    club.refresh_from_db()
    assert club.point_worth == Decimal("0.05")
    page = client.get(SETTINGS, headers={"accept-language": "de"}).text
    assert 'name="point_worth" value="0,05"' in page
