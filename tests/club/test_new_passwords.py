"""The link with which a member who lost the password chooses a new one."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from clubscore.club.models import Account, Club, Member, Role
from clubscore.club.new_passwords import link_path
from clubscore.club.services import invitation_accept, invitation_make

PEOPLE = "/groene-hart/settings/people/"
CHOSEN = {"new_password1": "bamboo and pearls", "new_password2": "bamboo and pearls"}


@pytest.fixture
def member(club: Club, administrator: Account, outsider: Account) -> Member:
    """Return a member of this club alone, who was invited."""
    invitation = invitation_make(
        club=club, made_by=administrator, role=Role.MEMBER, days=7
    )
    return invitation_accept(invitation=invitation, account=outsider)


@pytest.fixture(autouse=True)
def _runs_the_club(client: Client, administrator: Account) -> None:
    client.force_login(administrator)


def made(client: Client, member: Member) -> str:
    """Return the path of a link that the administrator makes."""
    page = client.post(f"{PEOPLE}{member.pk}/password/").text
    link = re.search(r'value="http://testserver(/accounts/password/new/[^"]+)"', page)
    assert link is not None
    return link[1]


def choose(path: str) -> str:
    """Open the link in another browser and choose a password; return the last page."""
    client = Client()
    form = client.get(path, follow=True)
    if not form.redirect_chain:
        assert form.status_code == 404
        return form.text
    return client.post(form.redirect_chain[-1][0], CHOSEN, follow=True).text


def test_a_member_chooses_a_new_password(client: Client, member: Member) -> None:
    assert "Make the link" in client.get(f"{PEOPLE}{member.pk}/password/").text
    page = choose(made(client, member))
    assert "The password is changed. Log in with it." in page
    member.account.refresh_from_db()
    assert member.account.check_password("bamboo and pearls")


def test_asking_makes_no_link(client: Client, member: Member) -> None:
    page = client.get(f"{PEOPLE}{member.pk}/password/").text
    assert "/accounts/password/new/" not in page


def test_a_link_works_once(client: Client, member: Member) -> None:
    path = made(client, member)
    choose(path)
    assert "This link no longer works" in choose(path)


def test_a_link_works_for_a_day(
    client: Client, member: Member, settings: Settings
) -> None:
    assert settings.PASSWORD_RESET_TIMEOUT == 86_400
    path = made(client, member)
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert "This link no longer works" in choose(path)


@pytest.mark.parametrize("wrong", ["x", "MQ", "MTIz"])
def test_a_link_that_nobody_made_opens_nothing(wrong: str) -> None:
    page = Client().get(f"/accounts/password/new/{wrong}/abc-def/")
    assert page.status_code == 404
    assert "This link no longer works" in page.text


def test_who_runs_one_club_gets_into_no_other_by_it(
    client: Client, member: Member
) -> None:
    path = made(client, member)
    other = Club.objects.create(name="Other", slug="other")
    Member.objects.create(club=other, account=member.account)
    assert "This link no longer works" in choose(path)
    page = client.post(f"{PEOPLE}{member.pk}/password/").text
    assert "This account belongs to other clubs too." in page
    assert "/accounts/password/new/" not in page


@pytest.mark.parametrize("rank", ["is_staff", "is_superuser"])
def test_who_runs_a_club_does_not_get_into_the_installation(
    client: Client, member: Member, rank: str
) -> None:
    path = made(client, member)
    Account.objects.filter(pk=member.account_id).update(**{rank: True})
    assert "This link no longer works" in choose(path)
    page = client.post(f"{PEOPLE}{member.pk}/password/").text
    assert "This account runs the installation" in page
    assert "/accounts/password/new/" not in page


def test_who_was_added_without_being_asked_keeps_the_account(
    client: Client, club: Club
) -> None:
    account = Account.objects.create_user("eva")
    added = Member.objects.create(club=club, account=account)
    page = client.post(f"{PEOPLE}{added.pk}/password/").text
    assert "was added by its name and not invited" in page
    assert "/accounts/password/new/" not in page


def test_a_link_shows_whose_it_is(client: Client, member: Member) -> None:
    page = Client().get(link_path(member.account), follow=True).text
    assert "You log in as <strong>otto</strong>." in page


def test_passwords_that_differ_are_told(client: Client, member: Member) -> None:
    browser = Client()
    form = browser.get(made(client, member), follow=True)
    typed = CHOSEN | {"new_password2": "something else"}
    page = browser.post(form.redirect_chain[-1][0], typed).text
    assert "didn’t match" in page
    assert not Account.objects.get(username="otto").check_password("bamboo and pearls")
