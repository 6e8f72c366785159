"""Without an account: who writes with the link, and who keeps what was played."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Member
from clubscore.partie.models import Revision
from tests.browser.conftest import both_screens
from tests.browser.phones import ready
from tests.browser.taps import Sit, sit
from tests.browser.test_first_partie import start

__all__ = ["sit"]

Look = Callable[[], None]


@both_screens
def test_one_tap_says_who_writes(sit: Sit, page: Page, look: Look) -> None:
    table = sit()
    question = page.get_by_text("Who are you?")
    expect(question).to_be_visible()
    look()
    # It is in nobody's way: where tiles are tapped there is no room for it.
    table.won("Ben")
    table.gave("Anna")
    expect(question).to_be_hidden()
    page.locator("#change").click()
    page.get_by_role("group", name="Who are you?").get_by_text("Cleo").click()
    # Nothing that was entered is lost by it.
    expect(page.get_by_text("What was half entered is here again.")).to_be_visible()
    page.get_by_role("button", name="Throw it away").click()
    expect(page.get_by_text("You write as:")).to_be_visible()
    expect(question).to_have_count(0)
    look()
    table.tap("#draw")
    table.record()
    assert Revision.objects.get().author == "Cleo"
    page.get_by_role("link", name="Next game").click()
    expect(page.get_by_text("You write as:")).to_be_visible()


@pytest.mark.usefixtures("impatient")
def test_an_answer_that_never_comes_is_not_waited_for(sit: Sit, page: Page) -> None:
    sit()
    page.route(re.compile(r"/who/$"), lambda _route: None)
    page.locator("#who").get_by_text("Cleo").click()
    expect(page.locator(".who-failed")).to_be_visible()


def test_the_answer_is_known_without_a_signal(
    sit: Sit, page: Page, live_server: LiveServer
) -> None:
    table = sit()
    page.evaluate("navigator.serviceWorker.ready")
    page.locator("#who").get_by_text("Anna").click()
    expect(page.get_by_text("You write as:")).to_be_visible()
    ready(table)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#writer")).to_contain_text("Anna")


def test_without_a_signal_it_can_wait(sit: Sit, page: Page) -> None:
    sit()
    page.context.set_offline(True)
    page.locator("#who").get_by_text("Anna").click()
    expect(page.locator("#who").get_by_role("alert")).to_contain_text("no signal")
    page.context.set_offline(False)
    page.locator("#who").get_by_text("Anna").click()
    expect(page.get_by_text("You write as:")).to_be_visible()


@both_screens
def test_a_name_is_typed_and_changed(sit: Sit, page: Page, look: Look) -> None:
    sit()
    page.locator("#who").get_by_role("button", name="Somebody else").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who are you?")
    look()
    page.get_by_role("button", name="Write as this one").click()
    expect(page.get_by_text("Tap a name above")).to_be_visible()
    look()
    page.get_by_label("Somebody else").fill("Oma Jo")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You write as:")).to_be_visible()
    page.get_by_role("link", name="Score sheet").first.click()
    expect(page.locator("#writer")).to_contain_text("Oma Jo")
    look()
    page.locator("#writer").click()
    page.get_by_role("button", name="Dirk").click()
    expect(page).to_have_url(re.compile(r"/parties/1/$"))
    expect(page.locator("#writer")).to_contain_text("Dirk")


@both_screens
def test_a_family_keeps_its_games(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    start(page, live_server.url)
    page.get_by_role("link", name="Score sheet").click()
    expect(page.get_by_role("heading", name="Keep these games")).to_be_visible()
    look()
    page.get_by_role("link", name="Keep them").click()
    look()
    page.get_by_label("Name of the club").fill("The Winds")
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password", exact=True).fill("bamboo and pearls")
    page.get_by_label("Password confirmation").fill("bamboo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Password confirmation")
    look()
    page.get_by_label("Password", exact=True).fill("bamboo and pearls")
    page.get_by_label("Password confirmation").fill("bamboo and pearls")
    page.get_by_label("Which player are you?").select_option(label="Anna")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_text("You run The Winds now.")).to_be_visible()
    look()
    assert Member.objects.get().account == Account.objects.get()
    assert Club.objects.get().name == "The Winds"
