from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club.login import MOST_ATTEMPTS
from clubscore.club.models import Account, Club, Member, Role
from tests.club.people import EVERYBODY, log_in

new_addresses = import_module("clubscore.club.migrations.0025_addresses_of_clubs")

NEW = "/accounts/clubs/new/"
TYPED = {"name": "Bamboe  Vier", "slug": "", "is_public": "no"}


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("by_anybody", [False, True])
def test_who_may_make_clubs(
    client: Client, club: Club, settings: Settings, who: str, by_anybody: bool
) -> None:
    settings.CLUBS_BY_ANYBODY = by_anybody
    log_in(client, club, who)
    response = client.post(NEW, TYPED)
    if who == "anonymous" and by_anybody:
        assert "An account of yours" in response.text
    elif who == "anonymous":
        assert response["Location"] == f"/accounts/login/?next={NEW}"
    elif who == "superuser" or by_anybody:
        assert response["Location"] == "/bamboe-vier/"
    else:
        assert response.status_code == 403
    made = who != "anonymous" and (who == "superuser" or by_anybody)
    assert Club.objects.filter(name="Bamboe Vier", is_public=False).exists() == made


def test_whoever_makes_a_club_runs_it(client: Client, club: Club) -> None:
    account = log_in(client, club, "superuser")
    client.post(NEW, TYPED)
    made = Member.objects.get(club__slug="bamboe-vier")
    assert (made.account, made.role) == (account, Role.ADMINISTRATOR)


ACCOUNT = {
    "username": "ineke",
    "password1": "a dragon under the table",
    "password2": "a dragon under the table",
}


def test_who_comes_by_makes_an_account_and_a_club(
    client: Client, club: Club, settings: Settings
) -> None:
    settings.CLUBS_BY_ANYBODY = True
    offered = "Make an account and a club"
    assert offered in client.get("/accounts/login/").text
    Club.objects.create(name="Bamboe Een", slug="bamboe-een")  # one alone is shown
    assert offered in client.get("/").text
    assert client.post(NEW, TYPED | ACCOUNT)["Location"] == "/bamboe-vier/"
    made = Member.objects.get(club__slug="bamboe-vier")
    assert made.account.get_username() == "ineke"
    assert made.role == Role.ADMINISTRATOR
    assert made.account.check_password(ACCOUNT["password1"])
    # A private club is shown: the browser is logged in.
    assert client.get("/bamboe-vier/settings/").status_code == 200


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"password2": "a wind"}, "match"),
        ({"password1": "1234", "password2": "1234"}, "too short"),
        ({"username": "willem"}, "already exists"),
        ({"slug": "groene-hart"}, "Another club has this address."),
    ],
)
def test_an_account_that_cannot_be_makes_no_club_and_a_club_no_account(
    client: Client,
    administrator: Account,
    settings: Settings,
    typed: dict[str, str],
    message: str,
) -> None:
    settings.CLUBS_BY_ANYBODY = True
    page = client.post(NEW, TYPED | ACCOUNT | typed).text
    assert message in page
    assert 'value="Bamboe  Vier"' in page
    assert f'value="{(ACCOUNT | typed)["username"]}"' in page
    assert Account.objects.get() == administrator
    assert Club.objects.get().slug == "groene-hart"


def test_accounts_cannot_be_made_without_end(
    client: Client, db: None, settings: Settings
) -> None:
    settings.CLUBS_BY_ANYBODY = True
    for which in range(MOST_ATTEMPTS + 1):
        names = {"username": f"ineke{which}", "name": f"Bamboe {which}"}
        response = client.post(NEW, TYPED | ACCOUNT | names)
        client.logout()
    assert "Too many accounts were tried from here." in response.text
    assert f'value="Bamboe {MOST_ATTEMPTS}"' in response.text
    assert Account.objects.count() == Club.objects.count() == MOST_ATTEMPTS


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"name": " "}, "This field is required."),
        ({"name": "n" * 101}, "at most 100 characters"),
        ({"slug": "groene-hart"}, "Another club has this address."),
        ({"slug": "play"}, "is needed for other pages"),
        ({"slug": "two words"}, "no blanks"),
        ({"is_public": "perhaps"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_told_and_what_was_typed_stays(
    client: Client, club: Club, typed: dict[str, str], message: str
) -> None:
    log_in(client, club, "superuser")
    page = client.post(NEW, TYPED | {"slug": "four"} | typed).text
    summary, form = page.split('<form method="post" id="club-form"')
    assert 'role="alert"' in summary
    assert message in summary
    assert message in form
    assert Club.objects.count() == 1
    for name, value in typed.items():
        if name != "is_public" and value.strip():
            assert f'value="{value}"' in form


def test_costs_two_queries(
    client: Client,
    administrator: Account,
    settings: Settings,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.CLUBS_BY_ANYBODY = True
    client.force_login(administrator)
    with django_assert_num_queries(2):
        assert client.get(NEW).status_code == 200


def test_refuses_other_methods(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    assert client.put(NEW).status_code == 405


def test_a_club_whose_address_is_another_page_by_now_gets_one_of_its_own(
    client: Client, club: Club
) -> None:
    named = [Club(name=slug, slug=slug) for slug in ("help", "help-2", "privacy")]
    Club.objects.bulk_create(named)  # as an earlier version let them
    new_addresses.give_new_addresses(apps, connection.schema_editor())
    slugs = dict(Club.objects.values_list("name", "slug"))
    assert slugs == {
        club.name: club.slug,
        "help": "help-3",
        "help-2": "help-2",
        "privacy": "privacy-2",
    }
    assert client.get("/help-3/").status_code == 200
