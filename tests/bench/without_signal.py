"""The rules engine in a phone with the network cut, at full speed and at a quarter."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.bench.measure import Measured

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

MOST_MEGABYTES = 8
MOST_TO_START, MOST_TO_START_SLOWLY = 1500, 3000
MOST_TO_POINTS, MOST_TO_POINTS_SLOWLY = 100, 400
"""Milliseconds; the slow ones at a quarter of the processor."""
WAITING = 15
"""Games that wait on the phone before it is measured."""
HANDS = 6
"""Hands that are tapped then, each recorded, so that one game more waits."""
OF_A_HUNDRED = 95
STARTS = 3
PACE = 400
"""Milliseconds from tap to tap: a quicker one is taken for a slip."""
LONGEST_ANSWER = 5000
"""Milliseconds that an answer is waited for; one that does not come took so long."""
SLICE = 0.04
"""Seconds, of a quarter of which a slowed browser may run."""
READY = "#table[data-engine=ready]"
WATCH = """
() => {
  const worth = document.getElementById("worth");
  window.taken = [];
  let tapped = 0;
  addEventListener("click", () => { tapped = performance.now(); }, true);
  new MutationObserver(() => {
    if (worth.getAttribute("aria-busy") !== "false") return;
    requestAnimationFrame(() => window.taken.push(performance.now() - tapped));
  }).observe(worth, { attributeFilter: ["aria-busy"] });
}
"""
"""Notes of each answer how long after the tap before it the points stood there."""
ANSWERED = "() => window.taken.length > 0"
SENT = "() => !Object.keys(localStorage).some((one) => /^clubscore:waits:/.test(one))"
GIVEN = "[id^=from-] >> nth=0"
HAND = (
    ("#mode-chow-concealed", "#tile-2s"),
    ("#mode-pung-exposed", "#tile-5z"),
    ("#mode-pung-exposed", "#tile-7s"),
    ("#mode-pung-concealed", "#tile-9s"),
    (None, "#tile-3s"),
    (None, "#winning-3s"),
)
"""A hand of four sets: each tap of it, after what says what it adds if that changes."""


def measured(address: str) -> list[Measured]:
    """Record a game, wait for the engine, cut the network, and measure."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell")
            or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        )
        context = browser.new_context(
            viewport={"width": 360, "height": 740}, has_touch=True
        )
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.goto(address)
        page.locator("#waits[data-kept=true]").wait_for(state="attached")
        # A finger that is as quick as this one is taken for a slip where a machine is
        # busy, and then no game is recorded; a mouse is not.
        page.locator("#draw").click()
        page.locator("#record").click()
        page.locator("#recorded-heading").wait_for()
        _wait_for_engine(page)
        # What is started first keeps what its memory holds, for those that follow.
        page.get_by_text("Next game", exact=True).click()
        _wait_for_engine(page)
        megabytes = _megabytes(page)
        # Nothing of it is fetched again: from now on nothing could come.
        start, points = _without_signal(context, page)
        _send(context, page)
        with _at_a_quarter():
            slow_start, slow_points = _without_signal(context, page)
        browser.close()
    return [
        Measured(
            "engine in the phone, fetched once", megabytes, MOST_MEGABYTES, "MB", 1
        ),
        Measured("no signal, engine ready", start, MOST_TO_START, "ms"),
        Measured("no signal, tap to points", points, MOST_TO_POINTS, "ms"),
        Measured(
            "no signal, engine ready at a quarter",
            slow_start,
            MOST_TO_START_SLOWLY,
            "ms",
        ),
        Measured(
            "no signal, tap to points at a quarter",
            slow_points,
            MOST_TO_POINTS_SLOWLY,
            "ms",
        ),
    ]


def _wait_for_engine(page: Page) -> None:
    """Wait until the phone counts; where it cannot, say how far it has come."""
    from playwright.sync_api import TimeoutError as NotInTime

    try:
        page.locator(READY).wait_for(state="attached")
    except NotInTime:
        state = page.locator("#table").get_attribute("data-engine")
        raise RuntimeError(f"the engine in the phone is {state}, not ready") from None


def _megabytes(page: Page) -> float:
    """Return how much the engine is as it is sent, packed."""
    address = page.evaluate(
        "JSON.parse(document.getElementById('table-config').textContent)"
        ".addresses.engine"
    )
    told = json.loads(_fetched(page, address))
    every = [*told["files"], told["words"]]
    return sum(len(_fetched(page, one)) for one in every) / 1_000_000


def _fetched(page: Page, address: str) -> bytes:
    """Return what the server sends, as it is packed for a browser."""
    site = urlsplit(page.url)
    connection = HTTPConnection(site.netloc)
    packed = {} if address.startswith("/engine.json") else {"Accept-Encoding": "br"}
    connection.request("GET", address, headers=packed)
    body = connection.getresponse().read()
    connection.close()
    return body


def _without_signal(context: BrowserContext, page: Page) -> tuple[float, float]:
    """Return how long the engine takes to start, and the points after a tap."""
    context.set_offline(True)
    starts = []
    for _ in range(STARTS):
        page.reload(wait_until="commit")
        _wait_for_engine(page)
        starts.append(page.evaluate("performance.now()"))
    page.evaluate(WATCH)
    for _ in range(WAITING):
        _won(page)
        for one in ("#self-drawn", "#own-count", "#digit-6", "#digit-4"):
            page.locator(one).click()
        _record(page)
    taken = sorted(one for _ in range(HANDS) for one in _tapped_hand(page))
    assert len(taken) == HANDS * (1 + len(HAND))
    return sorted(starts)[STARTS // 2], taken[len(taken) * OF_A_HUNDRED // 100]


def _tapped_hand(page: Page) -> list[float]:
    """Tap East's hand and record it; return how long each answer took."""
    _won(page)
    # The first is asked behind a game that was recorded only now.
    taken = [_answered(page, GIVEN)]
    for mode, tile in HAND:
        if mode is not None:
            page.wait_for_timeout(PACE)
            page.locator(mode).tap()
        taken.append(_answered(page, tile))
    _record(page)
    return taken


def _answered(page: Page, target: str) -> float:
    """Tap, and return after how many milliseconds the points stood there."""
    from playwright.sync_api import TimeoutError as NotInTime

    page.wait_for_timeout(PACE)
    page.evaluate("window.taken = []")
    page.locator(target).tap()
    try:
        page.wait_for_function(ANSWERED, timeout=LONGEST_ANSWER)
    except NotInTime:
        # It is not to be taken for the answer to the next tap.
        page.locator("#worth[aria-busy=false]").wait_for(state="attached")
        return LONGEST_ANSWER
    taken: float = page.evaluate("window.taken[0]")
    return taken


def _won(page: Page) -> None:
    """Say that East won: then East stays, and the partie goes on."""
    page.locator("[id^=won-]").first.click()


def _record(page: Page) -> None:
    """Record a game, which waits, and go on to the next one."""
    page.locator("#record").click()
    page.locator("#next-game").click()
    page.locator("#record").wait_for()


def _send(context: BrowserContext, page: Page) -> None:
    """Send what waits, and open the table again as it is then."""
    context.set_offline(False)
    page.wait_for_function(SENT)
    page.reload()
    page.locator("#waits[data-kept=true]").wait_for(state="attached")
    _wait_for_engine(page)


@contextmanager
def _at_a_quarter() -> Iterator[None]:
    """Let the pages and workers of the browser run for a quarter of the time."""
    done = threading.Event()
    pages = _renderers()
    assert pages, "no page of the browser was found"

    def slow() -> None:
        while not done.is_set():
            for sent, share in ((signal.SIGSTOP, 0.75), (signal.SIGCONT, 0.25)):
                for one in pages:
                    with suppress(ProcessLookupError):
                        os.kill(one, sent)
                time.sleep(SLICE * share)

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _renderers() -> list[int]:
    """Return the ids of the processes below this one in which pages run."""
    parents, found = {}, []
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        with suppress(OSError):
            stat = (process / "stat").read_text().rpartition(")")[2].split()
            parents[int(process.name)] = int(stat[1])
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                found.append(int(process.name))

    def is_ours(pid: int) -> bool:
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return [one for one in found if is_ours(one)]
