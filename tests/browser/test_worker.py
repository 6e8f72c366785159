"""The table screen opens without a signal; a phone that changes hands tells nothing."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from playwright.sync_api import Error as BrowserError
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Role
from clubscore.club.services import invitation_make
from clubscore.partie.models import Partie, TableLink
from tests.browser.taps import Finger, Sit, sit
from tests.browser.test_signal import (
    ben_wins_too_little,
    draw,
    expect_sent,
    games,
    next_game,
    ready,
)

__all__ = ["sit"]

SCREEN = "/groene-hart/parties/1/record/"
KEPT = """
async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) {
      kept.push(new URL(request.url).pathname);
    }
  }
  return kept.filter((one) => !one.startsWith("/static/"));
}
"""


def pages_kept(page: Page) -> list[str]:
    """Return the addresses of the pages that the phone keeps."""
    kept: list[str] = page.evaluate(KEPT)
    return sorted(kept)


def expect_nothing_kept(page: Page) -> None:
    """Wait until the phone has forgotten every page; a worker does so beside it."""
    page.wait_for_function(f"async () => (await ({KEPT})()).length === 0")


def log_in(page: Page, site: str, name: str) -> None:
    """Log in on a phone."""
    page.goto(f"{site}/accounts/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("tiles and winds")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def opened_by(page: Page, live_server: LiveServer, partie: Partie) -> Finger:
    """Open the table for whoever is logged in."""
    page.goto(f"{live_server.url}{SCREEN}")
    expect(page.locator("#table")).to_be_visible()
    table = Finger(page, partie)
    ready(table)
    return table


def test_the_screen_opens_without_a_signal(sit: Sit, context: BrowserContext) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    table.page.reload()
    expect(table.page.locator("#table-title")).to_have_text("Game 1")
    table.won("Ben")
    table.gave("Anna")
    # The pictures of the tiles are there as well.
    sprite = table.page.locator("#table").get_attribute("data-tiles")
    assert table.page.evaluate("async (one) => (await fetch(one)).ok", sprite)


def test_a_page_from_before_knows_what_was_sent_since(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    draw(table)
    context.set_offline(True)
    table.page.reload()
    expect(table.page.locator("#table-title")).to_have_text("Game 2")
    draw(table)
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw"), (2, "Anna", "draw")]


def test_nothing_but_table_screens_is_kept(sit: Sit) -> None:
    table = sit()
    ready(table)
    screen = table.page.url
    for address in (f"{screen}?again=1", f"{screen}typed/", screen[: -len("record/")]):
        table.page.goto(address)
    table.page.goto(screen)
    ready(table)
    assert pages_kept(table.page) == [SCREEN]


def test_the_phone_forgets_the_pages_of_whoever_logs_out(
    context: BrowserContext,
    page: Page,
    live_server: LiveServer,
    partie: Partie,
    administrator: Account,
    outsider: Account,
) -> None:
    Club.objects.update(is_public=False)
    log_in(page, live_server.url, "willem")
    opened_by(page, live_server, partie)
    assert pages_kept(page) == [SCREEN]
    page.goto(live_server.url)
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/accounts/logout/")
    expect_nothing_kept(page)
    log_in(page, live_server.url, "otto")
    context.set_offline(True)
    with pytest.raises(BrowserError, match=r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
        page.goto(f"{live_server.url}{SCREEN}")


def test_the_phone_forgets_the_pages_of_before_when_somebody_joins(
    sit: Sit, live_server: LiveServer, administrator: Account
) -> None:
    table = sit()
    ready(table)
    page = table.page
    assert pages_kept(page) == [SCREEN]
    invitation = invitation_make(
        club=table.partie.club, made_by=administrator, role=Role.MEMBER, days=7
    )
    page.goto(live_server.url + invitation.get_absolute_url())
    assert pages_kept(page) == [SCREEN]
    page.get_by_label("Username").fill("eva")
    page.get_by_label("Password", exact=True).fill("bamboo and pearls")
    page.get_by_label("Password confirmation").fill("bamboo and pearls")
    page.get_by_role("button", name="Make the account and join").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    expect_nothing_kept(page)


def test_the_phone_forgets_a_page_that_it_may_not_see_any_more(sit: Sit) -> None:
    table = sit()
    ready(table)
    Club.objects.update(is_public=False)
    TableLink.objects.update(revoked_at=table.partie.made_at)
    answer = table.page.reload()
    assert answer is not None
    assert answer.status == 404
    expect_nothing_kept(table.page)


def test_games_that_wait_survive_a_log_out(
    context: BrowserContext,
    page: Page,
    live_server: LiveServer,
    partie: Partie,
    administrator: Account,
) -> None:
    log_in(page, live_server.url, "willem")
    table = opened_by(page, live_server, partie)
    context.clear_cookies()
    draw(table)
    waits = page.locator("#waits")
    expect(waits).to_contain_text("Nothing can be sent: you are logged out here")
    waits.get_by_role("link", name="Log in").click()
    page.get_by_label("Username").fill("willem")
    page.get_by_label("Password").fill("tiles and winds")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect_sent(table)
    assert games(partie) == [(1, "Anna", "draw")]


def test_games_that_wait_are_sent_from_every_page(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    page, screen = table.page, table.page.url
    ready(table)
    context.set_offline(True)
    ben_wins_too_little(table)
    table.record()
    next_game(table, 2)
    draw(table)
    page.goto("about:blank")
    context.set_offline(False)
    page.goto(f"{live_server.url}/groene-hart/")
    line = page.get_by_text("Games wait on this phone to be sent.")
    expect(line).to_be_visible()
    expect(line.get_by_role("link", name="Open the table")).to_have_attribute(
        "href", re.sub(r"^https?://[^/]*", "", screen)
    )
    # The first was refused, and the table screen says why.
    line.get_by_role("link", name="Open the table").click()
    page.get_by_role("button", name="Throw game 1 away").click()
    page.get_by_role("button", name="Yes, throw it away").click()
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]
    page.goto(f"{live_server.url}/groene-hart/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(line).to_be_hidden()


def test_games_that_waited_are_sent_before_anybody_opens_the_table(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    draw(table)
    table.page.goto("about:blank")
    context.set_offline(False)
    table.page.goto(f"{live_server.url}/groene-hart/")
    table.page.wait_for_function("() => localStorage['clubscore:waits'] === '{}'")
    expect(table.page.get_by_text("Games wait on this phone")).to_be_hidden()
    assert games(table.partie) == [(1, "Anna", "draw")]
