"""The table screen opens without a signal; a phone that changes hands tells nothing."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.middleware import SpendthriftsRefused
from clubscore.club.models import Account, Club, Role
from clubscore.club.services import invitation_make
from clubscore.partie.models import Partie, TableLink
from clubscore.partie.services import link_make
from tests.browser.phones import (
    NOTHING_WAITS,
    SCREEN,
    axe,
    ben_wins_too_little,
    draw,
    expect_sent,
    games,
    log_in,
    next_game,
    opened_by,
    ready,
    wait_for_promise,
)
from tests.browser.taps import Sit, sit

__all__ = ["sit"]

KEPT = """
async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) {
      kept.push(new URL(request.url).pathname);
    }
  }
  return kept.filter((one) => !one.startsWith("/static/") && one !== "/offline.html");
}
"""


def pages_kept(page: Page) -> list[str]:
    """Return the addresses of the pages that the phone keeps."""
    kept: list[str] = page.evaluate(KEPT)
    return sorted(kept)


def expect_nothing_kept(page: Page) -> None:
    """Wait until the phone has forgotten every page; a worker does so beside it."""
    wait_for_promise(page, f"async () => (await ({KEPT})()).length === 0")


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
    page.goto(f"{live_server.url}{SCREEN}")
    expect(page.get_by_role("heading", level=1)).to_have_text("No signal")
    expect(page.locator("#kept-tables")).to_be_hidden()


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


KEEP = """
async ([page, isAnew]) => {
  const { keepPage } = await import("/static/js/table/queued-games.js");
  return keepPage(new URL(page, location.href).href, [], isAnew);
}
"""
"""Have a page kept, and tell whether it is."""


@pytest.mark.parametrize("status", [408, 429, 502])
def test_a_server_that_answers_later_takes_no_page_away(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    table = sit()
    ready(table)
    page, screen = table.page, table.page.url
    sheet = screen.removesuffix("record/")
    assert page.evaluate(KEEP, [sheet, True])

    def later(_self: SpendthriftsRefused, _request: HttpRequest) -> HttpResponse:
        return HttpResponse("Later.", status=status)

    with monkeypatch.context() as patch:
        patch.setattr(SpendthriftsRefused, "__call__", later)
        # One that is kept stays, and nothing else is said to be kept.
        assert page.evaluate(KEEP, [screen, False])
        assert not page.evaluate(KEEP, [sheet, True])
        assert not page.evaluate(KEEP, [f"{sheet}1/", False])
        for address in (sheet, screen):
            page.goto(address)
            expect(page.get_by_text("Later.", exact=True)).to_have_count(0)
        expect(page.locator("#table-title")).to_have_text("Game 1")
        assert pages_kept(page) == [SCREEN.removesuffix("record/"), SCREEN]
    assert page.evaluate(KEEP, [sheet, True])


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
    # Its screen went on as if Ben had won, and showed him as East.
    page.get_by_role("button", name="As they were played").click()
    expect_sent(table)
    assert games(table.partie) == [(1, "Ben", "draw")]
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
    table.page.wait_for_function(NOTHING_WAITS)
    expect(table.page.get_by_text("Games wait on this phone")).to_be_hidden()
    assert games(table.partie) == [(1, "Anna", "draw")]


# Without a signal ------------------------------------------------------------------


def test_every_other_page_says_that_there_is_no_signal_and_goes_on_by_itself(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    ready(table)
    page, title = table.page, table.page.title()
    heading = page.get_by_role("heading", level=1)
    context.set_offline(True)
    for address in ("/groene-hart/parties/1/", "/groene-hart/", "/"):
        page.goto(live_server.url + address)
        expect(heading).to_have_text("No signal")
        assert page.url == live_server.url + address
    axe(page)
    page.get_by_role("link", name=title).click()
    expect(page.locator("#table-title")).to_have_text("Game 1")
    page.goto(f"{live_server.url}/groene-hart/parties/1/")
    expect(heading).to_have_text("No signal")
    page.get_by_role("link", name="Try again").click()
    expect(heading).to_have_text("No signal")
    context.set_offline(False)
    expect(heading).to_contain_text("Partie 1")
    assert pages_kept(page) == [SCREEN]


def test_that_there_is_no_signal_is_said_in_the_language_of_the_page(
    browser: Browser, live_server: LiveServer, partie: Partie
) -> None:
    link = link_make(partie=partie).get_absolute_url()
    with browser.new_context(locale="de-DE") as context:
        page = context.new_page()
        page.goto(live_server.url + link)
        expect(page.locator("#waits[data-kept=true]")).to_be_attached()
        context.set_offline(True)
        page.goto(f"{live_server.url}/groene-hart/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Kein Empfang")


def test_a_phone_that_changes_its_language_is_told_in_the_new_one(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    ready(table)
    page = table.page
    name = settings.LANGUAGE_COOKIE_NAME
    context.add_cookies([{"name": name, "value": "nl", "url": live_server.url}])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.locator("#waits[data-kept=true]")).to_be_attached()
    context.set_offline(True)
    page.goto(f"{live_server.url}/groene-hart/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Geen bereik")


KEEP_OLD = """
async (address) => {
  const headers = { "X-Kept-At": String(Date.now() - 25 * 60 * 60 * 1000) };
  const old = new Response("<title>The day before</title>", { headers });
  await (await caches.open("clubscore-pages-1")).put(address, old);
}
"""
"""Keep a table screen as one that was opened more than a day ago."""


def test_a_table_that_opens_no_more_without_a_signal_is_not_offered(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    ready(table)
    page, title = table.page, table.page.title()
    page.evaluate(KEEP_OLD, "/groene-hart/parties/2/record/")
    context.set_offline(True)
    page.goto(f"{live_server.url}/groene-hart/")
    tables = page.locator("#kept-tables")
    expect(tables).to_be_visible()
    assert tables.get_by_role("link").all_text_contents() == [title]


ASKED = """
async (code) => {
  const listeners = {}, timers = [], asked = [];
  const worker = {
    clubscore: { static: "/static/", account: [], offline: "/offline.html" },
    location: new URL("https://club.test/sw.js"),
    addEventListener: (name, act) => { listeners[name] = act; },
  };
  const match = async (name) => name === "/offline.html" ? "no signal" : undefined;
  const caches = { match, open: async () => ({ match }) };
  const fetch = () => new Promise((resolve, reject) => asked.push({ resolve, reject }));
  const setTimeout = (act) => timers.push(act);
  const run = new Function("self", "caches", "fetch", "setTimeout", code);
  run(worker, caches, fetch, setTimeout);
  const settled = () => new Promise((done) => { window.setTimeout(done); });
  const open = async () => {
    const url = "https://club.test/groene-hart/";
    const shown = {};
    const request = { url, method: "GET", mode: "navigate" };
    const respondWith = (answer) => answer.then(
      (one) => { shown.answer = one; }, () => { shown.answer = "a fault"; });
    listeners.fetch({ request, respondWith, waitUntil: () => {} });
    await settled();
    return shown;
  };
  const told = [];
  const quick = await open();
  asked[0].resolve("the page");
  await settled();
  told.push(quick.answer);
  const slow = await open();
  timers.at(-1)();
  await settled();
  told.push(slow.answer);
  // It is waited for, and asked for once.
  const again = await open();
  told.push(again.answer ?? "nothing yet");
  asked[1].resolve("the slow page");
  await settled();
  told.push(again.answer, asked.length);
  const broken = await open();
  asked[2].reject(new TypeError("no signal"));
  await settled();
  told.push(broken.answer);
  return told;
}
"""
"""A worker that is asked for a page by a clock that nobody waits for."""


def test_a_slow_page_is_said_to_come_and_comes(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/healthz")
    code = (Path(settings.BASE_DIR) / "static/js/table/sw.js").read_text()
    assert page.evaluate(ASKED, code) == [
        "the page",
        "no signal",
        "nothing yet",
        "the slow page",
        2,
        "no signal",
    ]
