from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

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
    if who == "anonymous":
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
