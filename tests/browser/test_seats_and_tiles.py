"""What stands on the table screen's buttons: winds, names, letters of honours."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.taps import Finger, Sit, open_table, sit
from tests.partie.rule_books import counted, play

__all__ = ["sit"]

FRAME = (
    "(one) => ['Color', 'Width'].map((what) => getComputedStyle(one)[`border${what}`])"
)
CUT = "(one) => one.scrollWidth > one.clientWidth"


def test_the_tabs_keep_the_winds(sit: Sit, look: Callable[[], None]) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    for name, letter in zip(("Anna", "Ben", "Cleo", "Dirk"), "ESWN", strict=True):
        tab = table.page.locator(f"#tab-{table.key(name)}")
        expect(tab.locator(".wind")).to_have_text(letter)
        expect(tab).to_contain_text(name)
    look()


def test_east_does_not_look_chosen(sit: Sit) -> None:
    table = sit()
    seats = table.page.locator("#ending .seat")
    expect(seats.first).to_contain_text("East")
    frames = seats.evaluate_all(f"(all) => all.map({FRAME})")
    assert frames.count(frames[0]) == 4


@pytest.mark.parametrize(
    ("language", "letters"),
    [("en-GB", "ESWNWGR"), ("nl-NL", "OZWNWGR"), ("de-DE", "OSWNWGR")],
)
def test_honours_carry_the_letter_of_the_language(
    sit: Sit,
    live_server: LiveServer,
    browser: Browser,
    browser_context_args: dict[str, Any],
    language: str,
    letters: str,
) -> None:
    partie = sit().partie
    # In a browser of its own: the other one keeps the screen in English.
    context = browser.new_context(**{**browser_context_args, "locale": language})
    page = context.new_page()
    open_table(page, live_server, partie)
    table = Finger(page, partie)
    table.won("Ben")
    table.gave("Anna")
    found = page.locator("#pad .letter").all_text_contents()
    assert "".join(found) == letters
    assert page.locator("#tile-1m .letter").count() == 0
    context.close()


def test_names_stay_different_on_the_narrowest_phone(sit: Sit) -> None:
    names = ["Anneliese Maier", "Annelieke Vos", "Wolfeschlegelstein", "Jo"]
    table = sit(names=names)
    page = table.page
    page.set_viewport_size({"width": 320, "height": 640})
    shown = page.locator("#ending .seat .name").all_inner_texts()
    assert shown == ["Anneliese", "Annelieke", "Wolfeschl…", "Jo"]
    assert not any(
        page.locator("#ending .seat .name").evaluate_all(f"(all) => all.map({CUT})")
    )


def test_the_game_before_is_told_until_the_first_tile(
    sit: Sit, live_server: LiveServer, look: Callable[[], None]
) -> None:
    table = sit()
    page = table.page
    expect(page.locator("#last")).to_have_count(0)
    play(table.partie, counted("S", "E", E=64, S=96, W=0, N=20))
    open_table(page, live_server, table.partie)
    last = page.locator("#last")
    expect(last).to_contain_text("Game 1: Ben won, on Anna’s discard.")
    expect(last).to_contain_text(re.compile(r"Ben \+384"))
    look()
    table.won("Ben")
    table.gave("Cleo")
    expect(last).to_be_hidden()


def test_a_fifth_tile_is_refused_at_once_with_its_holders(sit: Sit) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.mode("pung", "concealed")
    table.tiles("3s")
    table.hand("Dirk")
    table.tap("#type")
    page.get_by_label("Sets as they lie").fill("33s")
    expect(page.locator("#worth").get_by_role("alert")).to_have_text(
        "3 of bamboos: there are only 4, and here lie more: Ben 3, Dirk 2."
    )
    page.get_by_label("Sets as they lie").fill("")
    expect(page.locator("#worth").get_by_role("alert")).to_have_count(0)


def test_who_are_you_can_be_skipped(sit: Sit) -> None:
    page = sit().page
    who = page.locator("form#who")
    expect(who).to_contain_text("You can skip this.")
    who.get_by_role("button", name="Skip").click()
    expect(who).to_have_count(0)
    expect(page.locator("#table")).to_be_visible()


def test_what_is_loaded_late_opens_without_a_signal(sit: Sit) -> None:
    table = sit()
    page = table.page
    expect(page.locator("#waits")).to_have_attribute("data-kept", "true")
    page.context.set_offline(True)
    table.won("Ben")
    table.gave("Anna")
    table.tap("#templates")
    expect(page.locator("#template-thirteen_orphans-0")).to_be_visible()
    table.tap("#own-count")
    expect(page.locator("#digit-1")).to_be_visible()
    page.context.set_offline(False)


def test_what_cannot_be_loaded_offers_nothing_to_throw_away(
    sit: Sit,
    live_server: LiveServer,
    browser: Browser,
    browser_context_args: dict[str, Any],
) -> None:
    partie = sit().partie
    # On a phone that has kept nothing yet.
    alone = {**browser_context_args, "service_workers": "block"}
    context = browser.new_context(**alone)
    page = context.new_page()
    page.route(re.compile(r"/templates\.js"), lambda route: route.abort())
    open_table(page, live_server, partie)
    table = Finger(page, partie)
    table.won("Ben")
    table.gave("Anna")
    table.tap("#templates")
    expect(page.locator("#worth [role=alert]")).to_be_visible()
    expect(page.locator("#throw-away")).to_have_count(0)
    context.close()
