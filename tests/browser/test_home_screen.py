"""The site on a home screen, and a screen that stays on at the table."""

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.phones import counts_here, draw, ready
from tests.browser.taps import Sit, sit

__all__ = ["sit"]

WAKE_LOCKS = """
window.held = 0;
Object.defineProperty(navigator, "wakeLock", { value: {
  async request() {
    window.held += 1;
    const lock = { released: false, async release() {
      lock.released = true;
      window.held -= 1;
    } };
    return lock;
  },
} });
"""
"""Counts what keeps the screen on: a browser without a screen has nothing that does."""

SHOWN_WHEN_STARTED = {
    *("name", "short_name", "icons", "start_url", "display", "id"),
    *("theme_color", "background_color"),
}
"""What a browser needs to know for a window of its own, and while that opens."""


def test_the_screen_stays_on_from_the_first_tap_until_it_is_switched_off(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(WAKE_LOCKS)
    table = sit()
    page = table.page
    assert page.evaluate("window.held") == 0
    table.won("Ben")
    page.wait_for_function("() => window.held === 1")
    page.locator("#phone").click()
    switch = page.get_by_role("button", name="Keep the screen on at the table")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.held") == 0
    # The phone remembers it.
    page.reload()
    page.locator("#phone").click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.held") == 0
    switch.click()
    page.wait_for_function("() => window.held === 1")


def test_its_icon_opens_the_table_without_a_signal_too(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    ready(table)
    screen = table.page.url
    context.set_offline(True)
    table.page.goto(f"{live_server.url}/start.html")
    expect(table.page.locator("#table-title")).to_have_text("Game 1")
    assert table.page.url == screen


@pytest.mark.has_the_engine
@pytest.mark.counts_in_the_phone
def test_a_browser_can_install_the_site_with_the_engine_on_board(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    ready(table)
    draw(table)
    counts_here(table)
    browser = context.new_cdp_session(table.page)
    told = browser.send("Page.getAppManifest")
    assert told["url"] == f"{live_server.url}/manifest.json"
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest.keys() >= SHOWN_WHEN_STARTED
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert all(is_picture(table.page, one["src"]) for one in manifest["icons"])
    head = table.page.locator("head")
    colour = head.locator("meta[name=theme-color]")
    expect(colour).to_have_attribute("content", manifest["theme_color"])
    touch = head.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert is_picture(table.page, touch)
    # The worker answers for the whole site, and without a signal.
    context.set_offline(True)
    table.page.goto(live_server.url + manifest["start_url"])
    expect(table.page.locator("#table-title")).to_have_text("Game 2")


def is_picture(page: Page, address: str | None) -> bool:
    """Return whether an icon is a picture."""
    script = """async (one) => {
      const answer = await fetch(one);
      return (await createImageBitmap(await answer.blob())).width;
    }"""
    return bool(page.evaluate(script, address))
