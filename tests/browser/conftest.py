"""What the tests in a browser share: Chromium, the two screens, axe."""

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import (
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    expect,
)
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account
from tests.browser.looks import RULES_OF_COLOURS, Looks

# Playwright runs a loop in this thread; the tests look at the database from it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A busy machine is no fault: what is waited for is there when it is there.
expect.set_options(timeout=20_000)

LONGEST_ANSWER = 30
"""Seconds after a test until whatever it has asked for is answered."""

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Return how to start Debian's Chromium, also as root."""
    # Without the windows that nobody sees, a page takes a third of the time.
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        pytest.fail("These tests need Chromium: apt-get install chromium")
    return {
        "executable_path": chromium,
        "headless": True,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@pytest.fixture(scope="session", autouse=True)
def _server_has_its_own_connections(
    django_db_setup: None, request: pytest.FixtureRequest
) -> None:
    """
    Start the server when the database of the tests is there, and not before.

    Earlier it takes the one connection of the settings' database in memory for the
    tests', shares it with all threads, and two requests at once spoil each other's
    transactions, or crash.
    """
    server: LiveServer = request.getfixturevalue("live_server")
    assert server.thread.connections_override == {}


_never_ends: set[threading.Thread] = set()
"""What a test that failed has left; it fails once, and not all that come after it."""


@pytest.fixture(autouse=True)
def _nothing_is_under_way(transactional_db: None) -> Iterator[None]:
    """Empty the tables only when the server has answered all that it was asked."""
    yield
    end = monotonic() + LONGEST_ANSWER
    while answering := [
        thread
        for thread in threading.enumerate()
        if "process_request_thread" in thread.name and thread not in _never_ends
    ]:
        if monotonic() > end:
            _never_ends.update(answering)
            pytest.fail("the server still answers")
        for thread in answering:
            # One that is only about to start cannot be waited for yet.
            with suppress(RuntimeError):
                thread.join(timeout=0.1)


both_screens = pytest.mark.parametrize(
    "screen",
    [
        PHONE,
        pytest.param(
            DESKTOP,
            marks=pytest.mark.same_on_every_database("a wider screen asks the same"),
        ),
    ],
    ids=["phone", "desktop"],
    indirect=True,
)
"""Run the test at both sizes."""


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> dict[str, int]:
    """Return the size of the screen, a phone's unless a test asks for others."""
    size: dict[str, int] = getattr(request, "param", PHONE)
    return size


@pytest.fixture
def browser_context_args(
    request: pytest.FixtureRequest, screen: dict[str, int], live_server: LiveServer
) -> dict[str, Any]:
    """
    Return how a browser window is opened.

    Each new window that opens the table screen would let its service worker fetch and
    keep all of it, which takes as long as the screen itself; and each that records a
    game would fetch and start the rules engine, which takes longer still.
    """
    keeps_none = request.node.get_closest_marker("keeps_no_screen")
    counts = request.node.get_closest_marker("counts_in_the_phone")
    unwanted = {"name": "clubscore:engine-unwanted", "value": "1"}
    origin = {"origin": live_server.url, "localStorage": [] if counts else [unwanted]}
    return {
        "storage_state": {"cookies": [], "origins": [origin]},
        "viewport": screen,
        "locale": "en-GB",
        "reduced_motion": "reduce",
        "service_workers": "block" if keeps_none else "allow",
    }


FORGET_ALL_BUT_THE_ENGINE = """
async () => {
  localStorage.clear();
  for (const name of await caches.keys()) {
    if (!name.includes("engine")) await caches.delete(name);
  }
  for (const { name } of await indexedDB.databases()) {
    await new Promise((onsuccess, onerror) => {
      const onblocked = () => onerror(new Error(`${name} is open`));
      Object.assign(indexedDB.deleteDatabase(name), { onsuccess, onerror, onblocked });
    });
  }
}
"""


@pytest.fixture(scope="session")
def _profile_with_an_engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where a browser keeps the engine from test to test."""
    return tmp_path_factory.mktemp("phone")


@pytest.fixture
def context_with_an_engine(
    _profile_with_an_engine: Path,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    live_server: LiveServer,
) -> Iterator[BrowserContext]:
    """
    Yield a phone that has the engine where a test before this one has fetched it.

    To fetch it and to start it the first time takes longer than all else that is done.
    Of tables it knows nothing any more, and nobody is logged in.
    """
    with browser_type.launch_persistent_context(
        _profile_with_an_engine,
        **browser_type_launch_args,
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        locale="en-GB",
        reduced_motion="reduce",
    ) as context:
        context.clear_cookies()
        page = context.pages[0]
        # A page with a script may open what is to be forgotten.
        page.goto(f"{live_server.url}/healthz")
        page.evaluate(FORGET_ALL_BUT_THE_ENGINE)
        yield context


@pytest.fixture
def context(
    request: pytest.FixtureRequest, new_context: Callable[[], BrowserContext]
) -> BrowserContext:
    """Return the window of the test: a new one, or a phone that has the engine."""
    if request.node.get_closest_marker("has_the_engine"):
        found: BrowserContext = request.getfixturevalue("context_with_an_engine")
        return found
    return new_context()


@pytest.fixture(autouse=True)
def _cookies_can_be_handed_to_a_browser(settings: Settings) -> None:
    """Call cookies plainly: without https tests could not set one of a host alone."""
    settings.HOST_ONLY = ""
    settings.SESSION_COOKIE_NAME = "sessionid"
    settings.LANGUAGE_COOKIE_NAME = "language"


def let_in(page: Page, live_server: LiveServer, account: Account) -> None:
    """Open the page's browser for an account, as if it had logged in before."""
    visitor = Client()
    visitor.force_login(account)
    name = settings.SESSION_COOKIE_NAME
    secret = visitor.cookies[name].value
    page.context.add_cookies([{"name": name, "value": secret, "url": live_server.url}])


# axe ------------------------------------------------------------------------------

LOOKS = Looks()
"""What was looked at by the tests of this process."""
LAYOUT = """
() => [...document.querySelectorAll("*")].map((one) => {
  const {x, y, width, height} = one.getBoundingClientRect();
  const {display, visibility} = getComputedStyle(one);
  return [one.tagName, x, y, width, height, display, visibility].join(" ");
}).join(";") + document.documentElement.outerHTML
"""
"""All that axe looks at but colours: the markup, what is seen of it and where."""

PALE_LETTERS = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const ground = light(getComputedStyle(document.documentElement).backgroundColor);
  // What is written into a shape stands on it, and letters on tiles on the tile's face.
  const under = (one) => one.matches(".inside, .said text")
    ? light(getComputedStyle(one.previousElementSibling).fill) : ground;
  return [...document.querySelectorAll("svg text:not(.letter)")]
    .filter((one) => one.checkVisibility() && one.closest("[class*=tile]") === null)
    .map((one) => [one.textContent, light(getComputedStyle(one).fill), under(one)])
    .filter(([, ink, on]) => Math.max(ink, on) / Math.min(ink, on) < 4.5)
    .map(([text]) => `“${text}” cannot be read in its picture`);
}"""
"""What a picture says in letters too much like its ground, which axe passes over."""


def turn_to(page: Page, name: str) -> None:
    """Turn to a part of a page, where a phone shows one at a time."""
    if page.evaluate("innerWidth < 768"):
        tabs = page.get_by_role("navigation", name="On this page")
        tabs.get_by_role("link", name=name, exact=True).click()


def read_in_both_themes(page: Page) -> None:
    """
    Fail with what the page keeps from people, in the light theme or in the dark one.

    In the dark one only colours are looked at, unless something else is different too;
    and of what was looked at before, as it is here, nothing again.
    """
    # The table screen shows itself when it has looked at what is kept on the phone.
    page.locator("h1:visible").first.wait_for()
    page.emulate_media(color_scheme="light")
    _fail_for_violations(page)
    before = page.evaluate(LAYOUT)
    page.emulate_media(color_scheme="dark")
    is_same = page.evaluate(LAYOUT) == before
    _fail_for_violations(page, RULES_OF_COLOURS if is_same else None)
    page.emulate_media(color_scheme="light")


def _fail_for_violations(page: Page, only: list[str] | None = None) -> None:
    results = LOOKS.violations(page, only)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate(PALE_LETTERS) == []


# What htmx says of a question that was dropped for a newer one, or by leaving the page:
# no fault. One that got no answer says "htmx:sendError" as well.
DROPPED = {"htmx:afterRequest", "htmx:sendAbort"}


@pytest.fixture
def look(page: Page) -> Callable[[], None]:
    """Return the check of what every page must be, made on the page shown."""
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))

    def heard(line: ConsoleMessage) -> None:
        # The event's name stands before the element that asked.
        if line.type == "error" and line.text.split(",")[0] not in DROPPED:
            troubles.append(line.text)

    page.on("console", heard)

    def looked_at() -> None:
        # What is seen of the same answer was looked at on the other database.
        if connection.vendor == "postgresql":
            return
        read_in_both_themes(page)
        wider = page.evaluate(
            "document.documentElement.scrollWidth - window.innerWidth"
        )
        assert wider <= 0, f"{page.url} is {wider} px too wide"
        assert troubles == []

    return looked_at


@pytest.fixture
def impatient(context: BrowserContext) -> None:
    """Let the table screen wait for answers for a moment only."""
    context.route(
        re.compile(r"/timeout[.\w]*[.]js$"),
        lambda route: route.fulfill(
            body="export const PATIENCE = 300;", content_type="text/javascript"
        ),
    )
