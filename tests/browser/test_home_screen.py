"""The site on a home screen, and a screen that stays on at the table."""

from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.phones import ready
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


def test_a_browser_finds_nothing_wrong_with_the_manifest(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/accounts/login/")
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["url"] == f"{live_server.url}/manifest.json"
    assert told["errors"] == []
    assert "start.html" in told["data"]
