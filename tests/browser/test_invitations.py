"""Somebody is invited on one phone and joins on another."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Member, Role
from clubscore.club.services import invitation_make
from tests.browser.conftest import both_screens
from tests.browser.test_club import PASSWORD, log_in

Look = Callable[[], None]


@pytest.fixture
def club(transactional_db: None) -> Club:
    """Return a private club that saskia runs."""
    club = Club.objects.create(name="Vier Winden", slug="winden", is_public=False)
    saskia = Account.objects.create_user("saskia", password=PASSWORD)
    Member.objects.create(club=club, account=saskia, role=Role.ADMINISTRATOR)
    return club


@both_screens
def test_an_invitation_goes_from_one_phone_to_another(
    page: Page, browser: Browser, live_server: LiveServer, club: Club, look: Look
) -> None:
    log_in(page, live_server.url, Account.objects.get(username="saskia"))
    page.goto(f"{live_server.url}/winden/settings/people/")
    page.get_by_role("link", name="Invite somebody by a link").click()
    page.get_by_label("Scorekeeper").check()
    page.get_by_role("button", name="Make the link").click()
    expect(page.locator("#messages")).to_contain_text("The invitation is made.")
    expect(page.get_by_role("img", name="QR code: the link")).to_be_visible()
    look()

    with browser.new_context(viewport=page.viewport_size) as other:
        phone = other.new_page()
        phone.goto(page.get_by_label("Link", exact=True).input_value())
        expect(phone.get_by_role("heading", level=1)).to_have_text("Vier Winden")
        phone.get_by_label("Username").fill("eva")
        phone.get_by_label("Password", exact=True).fill("bamboo and pearls")
        phone.get_by_label("Password confirmation").fill("bamboo and pearls")
        phone.get_by_role("button", name="Make the account and join").click()
        expect(phone.get_by_role("status")).to_contain_text("Vier Winden")
    assert club.members.get(account__username="eva").role == Role.SCOREKEEPER

    page.reload()
    expect(page.get_by_text("Waiting to be accepted")).to_have_count(0)
    look()


def test_what_an_invited_person_sees_can_be_read(
    page: Page, live_server: LiveServer, club: Club, look: Look
) -> None:
    made_by = Account.objects.get(username="saskia")
    invitation = invitation_make(club=club, made_by=made_by, role=Role.MEMBER, days=7)
    address = live_server.url + invitation.get_absolute_url()
    page.goto(address)
    look()
    page.get_by_role("button", name="Make the account and join").click()
    expect(page.get_by_role("alert")).to_contain_text("3 things are not right yet.")
    look()
