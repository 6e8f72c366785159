"""Phones in which no rules engine runs: they record as before there was one."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.phones import (
    ben_wins,
    draw,
    expect_sent,
    games,
    next_game,
    ready,
    scores,
    waits_of,
)
from tests.browser.taps import LONGEST_WAIT, Sit, sit

__all__ = ["sit"]
pytestmark = pytest.mark.counts_in_the_phone

NO_WEBASSEMBLY = "delete globalThis.WebAssembly;"
"""As a browser that was told to be careful, or is old."""
BROKEN = """
const ask = window.fetch;
window.fetch = async (file, ...more) => {
  if (!/wasm/.test(file)) return ask(file, ...more);
  const headers = { "Content-Type": "application/wasm" };
  return new Response("no program", { headers });
};
"""
"""What was fetched is no program that this browser can start."""
TOLD = {
    "cannot": "This browser cannot do that: the server is asked.",
    "failed": "It could not be fetched or started: the server is asked.",
}
LONGEST_START = 120_000
"""Milliseconds after which a phone gives up an engine that does not start."""
NO_POINTS = "No connection: the points are shown when there is one."


def expect_no_points(page: Page) -> None:
    """Expect it to be said that there are no points, and that nothing turns."""
    expect(page.locator("#worth")).to_contain_text(NO_POINTS)
    expect(page.locator("#worth")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#worth .pays")).to_have_count(0)


@pytest.mark.parametrize(
    ("lack", "state"),
    [(NO_WEBASSEMBLY, "cannot"), (BROKEN, "failed")],
    ids=["no WebAssembly", "does not start"],
)
def test_games_wait_and_are_sent_without_points(
    sit: Sit, context: BrowserContext, lack: str, state: str
) -> None:
    context.add_init_script(lack)
    context.clock.install()
    errors: list[str] = []
    context.on("weberror", lambda told: errors.append(str(told.error)))
    table = sit()
    page = table.page
    ready(table)
    draw(table)
    # With a signal the server says what a game comes to.
    next_game(table, 2)
    ben_wins(table)
    expect(page.locator("#worth .pays li")).to_have_count(3)
    page.locator("#phone").click()
    if state == "failed":
        starting = page.locator("#table[data-engine=starting]")
        expect(starting).to_be_attached(timeout=LONGEST_WAIT)
        page.clock.fast_forward(LONGEST_START)
    panel = page.locator("#panel")
    expect(panel.get_by_role("status")).to_have_text(TOLD[state])
    can_try = 0 if state == "cannot" else 1
    expect(panel.get_by_role("button", name="Fetch it")).to_have_count(can_try)
    # Without one the screen opens, says that it cannot, and games wait all the same.
    context.set_offline(True)
    page.reload()
    expect(page.locator("#ending")).to_contain_text("Ben")
    expect_no_points(page)
    table.record()
    recorded = page.locator("#recorded")
    expect(recorded).to_contain_text("Game 2 waits")
    expect(recorded).to_contain_text("Ben is East")
    expect(page.locator("#standing")).to_have_count(0)
    next_game(table, 3)
    table.won("Cleo")
    table.gave("Ben")
    table.tap("#own-count")
    page.locator("#own-points").fill("40")
    expect_no_points(page)
    table.record()
    page.reload()
    expect(page.locator("#table-title")).to_have_text("Game 4")
    expect(page.locator("#deal")).to_contain_text("Cleo is East")
    assert games(table.partie) == [(1, "Anna", "draw")]
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie)[1:] == [(2, "Anna", "win"), (3, "Ben", "win")]
    assert scores(table.partie, 3)["Cleo"] > 0
    sent = waits_of(table)
    expect(sent).to_contain_text("Game 2 is recorded.")
    expect(sent).to_contain_text("Game 3 is recorded.")
    assert errors == []


def test_a_browser_that_cannot_says_so_before_anything_is_recorded(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(NO_WEBASSEMBLY)
    page = sit().page
    page.locator("#phone").click()
    panel = page.locator("#panel")
    expect(panel.get_by_role("status")).to_have_text(TOLD["cannot"])
    expect(panel.get_by_role("button", name="Fetch it")).to_have_count(0)


@pytest.mark.keeps_no_screen
def test_a_game_waits_though_what_tells_who_moves_cannot_be_loaded(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(NO_WEBASSEMBLY)
    table = sit("mcr")
    context.set_offline(True)
    draw(table)
    expect(table.page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    expect(table.page.locator("#recorded")).to_contain_text("Ben is East")
