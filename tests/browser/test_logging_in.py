"""Passkeys and the app with codes, with a device that Chromium pretends to have."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import CDPSession, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from clubscore.club import totp
from clubscore.club.models import Account, Club, Member, Passkey, Role
from tests.browser.conftest import both_screens
from tests.club.test_second_factor import app_of

Look = Callable[[], None]
PASSWORD = "tiles and winds"
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


@pytest.fixture
def runs_a_club(transactional_db: None, settings: Settings) -> Account:
    """Return an administrator, of whom a second factor is required."""
    settings.SECOND_FACTOR = "required"
    club = Club.objects.create(name="Het Groene Hart", slug="groene-hart")
    account = Account.objects.create_user("willem", password=PASSWORD)
    Member.objects.create(club=club, account=account, role=Role.ADMINISTRATOR)
    return account


class Device:
    """The device that Chromium pretends to have."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        added = self.session.send(
            "WebAuthn.addVirtualAuthenticator",
            {
                "options": {
                    "protocol": "ctap2",
                    "transport": "internal",
                    "hasResidentKey": True,
                    "hasUserVerification": True,
                    "isUserVerified": True,
                    "automaticPresenceSimulation": True,
                }
            },
        )
        self.which = {"authenticatorId": added["authenticatorId"]}

    def verifies(self, *, yes: bool) -> None:
        """Let it know its owner, or not."""
        self._tell("setUserVerified", isUserVerified=yes)

    def holds(self) -> list[dict[str, Any]]:
        """Return the keys that it holds."""
        found = self._tell("getCredentials")["credentials"]
        assert isinstance(found, list)
        return found

    def _tell(self, what: str, **more: Any) -> dict[str, Any]:
        told: dict[str, Any] = self.session.send(
            f"WebAuthn.{what}", {**self.which, **more}
        )
        return told


@pytest.fixture
def device(page: Page) -> Device:
    """Return the device of the page's browser."""
    return Device(page)


def give_password(page: Page, site: str, there: str = "/") -> None:
    """Type name and password, as whoever was sent to log in."""
    page.goto(f"{site}/accounts/login/?next={there}")
    page.get_by_label("Username").fill("willem")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def arrived(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


@both_screens
def test_a_passkey_is_set_up_and_logs_in_with_the_keyboard_alone(
    page: Page,
    live_server: LiveServer,
    runs_a_club: Account,
    device: Device,
    look: Look,
) -> None:
    give_password(page, live_server.url, "/groene-hart/settings/")
    arrived(page, "How you log in")
    expect(page.locator("#messages")).to_contain_text("Set one up, then go on.")
    expect(page.locator(".without-passkeys")).to_be_hidden()
    look()
    page.get_by_label("Name of the new passkey").fill("my phone")
    page.keyboard.press("Enter")
    arrived(page, "Recovery codes")
    expect(page.locator("#messages")).to_contain_text("The passkey is added.")
    look()
    page.get_by_role("button", name="Make recovery codes").click()
    codes = page.locator("#recovery-code-list li")
    expect(codes).to_have_count(8)
    first = codes.first.inner_text()
    look()
    page.get_by_role("link", name="I have them").click()
    # It goes on where it was asked for.
    expect(page).to_have_url(re.compile("/groene-hart/settings/$"))
    page.goto(f"{live_server.url}/accounts/logging-in/")
    expect(page.locator("#passkeys .rows")).to_contain_text("my phone")
    expect(page.locator("#second-factor")).to_contain_text("8 left")
    look()
    assert len(device.holds()) == 1
    assert Passkey.objects.get().account == runs_a_club

    page.get_by_role("button", name="Log out").click()
    page.goto(f"{live_server.url}/accounts/login/?next=/groene-hart/settings/")
    look()
    page.get_by_role("button", name="Use a passkey").focus()
    page.keyboard.press("Enter")
    arrived(page, "Het Groene Hart")
    expect(page).to_have_url(re.compile("/groene-hart/settings/$"))

    # After the password it is the second step, and so is a recovery code.
    page.get_by_role("button", name="Log out").click()
    give_password(page, live_server.url)
    arrived(page, "Second step")
    look()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    give_password(page, live_server.url)
    page.get_by_label("Code").fill(first)
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("7 are left")


def test_a_device_that_does_not_know_its_owner_gets_nobody_in(
    page: Page, live_server: LiveServer, runs_a_club: Account, device: Device
) -> None:
    give_password(page, live_server.url, "/groene-hart/settings/")
    page.get_by_role("button", name="Add a passkey").click()
    arrived(page, "Recovery codes")
    page.get_by_role("button", name="Log out").click()
    device.verifies(yes=False)
    page.goto(f"{live_server.url}/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    told = page.locator("#passkey-form").get_by_role("status")
    expect(told).to_have_text("No passkey was used. Try again, or log in without one.")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_enabled()
    device.verifies(yes=True)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def test_one_device_has_one_passkey_and_a_removed_one_opens_nothing(
    page: Page,
    live_server: LiveServer,
    runs_a_club: Account,
    device: Device,
    look: Look,
) -> None:
    give_password(page, live_server.url, "/groene-hart/settings/")
    page.get_by_role("button", name="Add a passkey").click()
    arrived(page, "Recovery codes")
    page.goto(f"{live_server.url}/accounts/logging-in/")
    page.get_by_role("button", name="Add a passkey").click()
    told = page.locator("#passkey-add-form").get_by_role("status")
    expect(told).to_have_text("This device has a passkey of yours already.")
    page.get_by_role("link", name="Change Passkey of").click()
    look()
    page.get_by_label("Name").fill("my tablet")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Change my tablet").click()
    page.get_by_role("link", name="Remove the passkey").click()
    look()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#messages")).to_contain_text("The passkey is removed.")
    page.get_by_role("button", name="Log out").click()
    page.goto(f"{live_server.url}/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#messages")).to_contain_text("cannot be accepted")


@both_screens
def test_an_app_is_set_up_and_asked_for(
    page: Page, live_server: LiveServer, runs_a_club: Account, look: Look
) -> None:
    give_password(page, live_server.url, "/groene-hart/settings/")
    page.get_by_role("link", name="Set up App with codes").click()
    arrived(page, "Set up the app")
    expect(page.get_by_role("img", name="QR code: the key of the app")).to_be_visible()
    look()
    page.get_by_label("The code that the app shows now").fill("12")
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not the code")
    look()
    secret = page.locator("#code-app-key").inner_text().replace(" ", "")
    now = totp.step_at(timezone.now().timestamp())
    page.get_by_label("The code that the app shows now").fill(totp.code_of(secret, now))
    page.keyboard.press("Enter")
    arrived(page, "Recovery codes")
    page.get_by_role("button", name="Log out").click()
    give_password(page, live_server.url, "/groene-hart/settings/")
    expect(page.get_by_role("button", name="Use a passkey")).to_have_count(0)
    page.get_by_label("Code").fill("000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This code is not right")
    look()
    now = totp.step_at(timezone.now().timestamp())
    page.get_by_label("Code").fill(totp.code_of(secret, now + 1))
    page.keyboard.press("Enter")
    arrived(page, "Het Groene Hart")
    page.goto(f"{live_server.url}/accounts/code-app/remove/")
    look()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#messages")).to_contain_text("No code of the app")


@pytest.mark.parametrize("java_script_enabled", [False], indirect=True)
def test_without_scripts_nobody_is_offered_what_needs_them(
    page: Page, live_server: LiveServer, runs_a_club: Account
) -> None:
    app_of(runs_a_club)
    page.goto(f"{live_server.url}/accounts/login/")
    expect(page.get_by_role("button", name="Use a passkey")).to_have_count(0)
    give_password(page, live_server.url)
    now = totp.step_at(timezone.now().timestamp())
    page.get_by_label("Code").fill(totp.code_of(SECRET, now))
    page.get_by_role("button", name="Continue").click()
    page.goto(f"{live_server.url}/accounts/logging-in/")
    expect(page.get_by_text("Passkeys can be added in a browser")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)


@pytest.fixture
def java_script_enabled(request: pytest.FixtureRequest) -> bool:
    """Return whether the browser runs scripts."""
    return bool(getattr(request, "param", True))


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], java_script_enabled: bool
) -> dict[str, Any]:
    """Return how a browser window is opened."""
    return {**browser_context_args, "java_script_enabled": java_script_enabled}


def test_where_the_site_is_opened_by_a_number_no_passkey_is_offered(
    page: Page, live_server: LiveServer, runs_a_club: Account, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    there = live_server.url.replace("localhost", "127.0.0.1")
    page.goto(f"{there}/accounts/login/")
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    expect(page.get_by_role("button", name="Use a passkey")).to_have_count(0)
