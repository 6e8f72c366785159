"""A token for another program, from the settings of a club."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Member, Role, Token
from tests.browser.conftest import both_screens
from tests.browser.test_club import Look, log_in


@pytest.fixture
def club(transactional_db: None) -> Club:
    """Return a private club, so that nobody reads it without a token."""
    return Club.objects.create(name="Het Groene Hart", slug="hart", is_public=False)


@pytest.fixture
def saskia(club: Club) -> Account:
    """Return the account that runs the club."""
    account = Account.objects.create_user("saskia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.ADMINISTRATOR)
    return account


@both_screens
def test_a_program_gets_in_with_the_token_that_was_copied(
    page: Page, live_server: LiveServer, look: Look, saskia: Account
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    log_in(page, live_server.url, saskia)
    page.goto(f"{live_server.url}/hart/settings/people/")
    navigation = page.get_by_role("navigation", name="Settings")
    navigation.get_by_role("link", name="Programs").click()
    page.get_by_label("What it is for").fill("Scoreboard")
    page.get_by_label("Read, also where the club is private").check()
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_text("It is shown this once")).to_be_visible()
    look()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    secret = page.evaluate("navigator.clipboard.readText()")
    assert reads_with(secret) == 200

    page.get_by_role("link", name="Revoke Scoreboard").click()
    look()
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("“Scoreboard” can no longer get in.")).to_be_visible()
    look()
    assert reads_with(secret) == 401
    assert not Token.objects.valid().exists()


def reads_with(secret: str) -> int:
    """Return how the club answers a program that has *secret*."""
    headers = {"Authorization": f"Bearer {secret}"}
    return Client().get("/api/v1/clubs/hart/", headers=headers).status_code
