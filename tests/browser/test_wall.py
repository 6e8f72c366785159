"""Where to break the wall, in a real browser: tapped, keyed, and without a script."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Club
from clubscore.rules.rulesets import RULESETS
from tests.browser.conftest import both_screens

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/groene-hart/wall/"


def tap(page: Page, *dice: int, first: int = 1) -> None:
    """Tap what the dice show."""
    for number, die in enumerate(dice, start=first):
        group = page.get_by_role("group", name=f"Die {number}", exact=True)
        group.get_by_text(str(die), exact=True).click()


@both_screens
def test_tapping_the_dice_shows_the_wall(
    page: Page, live_server: LiveServer, club: Club, look: Callable[[], None]
) -> None:
    page.goto(live_server.url + PAGE)
    look()
    tap(page, 1, 1, 2)
    result = page.locator("#wall-result")
    expect(result).to_contain_text("Still to come: die 4.")
    tap(page, 3, first=4)
    expect(result).to_contain_text("stack 7 from the right out of South’s side")
    expect(page.get_by_role("img", name="The wall from above")).to_be_visible()
    expect(page).to_have_url(re.compile("die_4=3"))
    look()
    page.reload()
    expect(result).to_contain_text("stack 7 from the right out of South’s side")


def test_a_rule_book_asks_only_what_it_needs(
    page: Page, live_server: LiveServer, club: Club, look: Callable[[], None]
) -> None:
    page.goto(live_server.url + PAGE)
    jokers = page.get_by_role("group", name="Jokers")
    expect(jokers).to_be_hidden()
    page.get_by_text("Ma Jiang").first.click()
    expect(page.get_by_role("group", name="Die 4")).to_be_hidden()
    expect(page.get_by_text("East throws three dice")).to_be_visible()
    expect(page.get_by_text("East throws two dice")).to_be_hidden()
    expect(jokers).to_be_visible()
    tap(page, 6, 6, 6)
    result = page.locator("#wall-result")
    expect(result).to_contain_text("stack 18 from the right out of South’s side")
    look()


def test_a_rule_book_that_was_added_asks_what_it_needs_too(
    page: Page, live_server: LiveServer, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = RULESETS["spiel-der-winde"]
    added = replace(book, key="kitchen", name="Kitchen table")
    monkeypatch.setitem(RULESETS, added.key, added)
    page.goto(live_server.url + PAGE)
    owner = page.get_by_role("group", name="Whose game is it?")
    expect(owner).to_be_hidden()
    page.get_by_text("Kitchen table").click()
    expect(owner).to_be_visible()
    expect(page.get_by_role("group", name="Die 1")).to_be_visible()


def test_the_arrow_keys_turn_a_die(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    page.goto(live_server.url + PAGE)
    tap(page, 1, 1, 2, 2)
    page.keyboard.press("ArrowRight")
    result = page.locator("#wall-result")
    expect(result).to_contain_text("stack 7 from the right out of South’s side")
    assert page.evaluate("document.activeElement.name") == "die_4"


def test_without_a_script_the_dice_are_thrown_and_shown(
    browser: Browser, live_server: LiveServer, club: Club
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(live_server.url + PAGE)
    page.get_by_role("button", name="Throw the dice for me").click()
    expect(page.get_by_role("img", name="The wall from above")).to_be_visible()
    tap(page, 1, 1, 2, 3)
    page.get_by_role("button", name="Show the wall").click()
    result = page.locator("#wall-result")
    expect(result).to_contain_text("stack 7 from the right out of South’s side")
    context.close()


def test_every_target_is_large_enough(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    page.goto(live_server.url + PAGE)
    for target in page.locator("#wall-form :is(label, button, summary)").all():
        box = target.bounding_box()
        if target.is_visible() and box is not None:
            assert box["width"] >= 44, target.text_content()
            assert box["height"] >= 44, target.text_content()
