"""A screen that is touched while everything in the phone takes its time."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from typing import NamedTuple, Self

from playwright.sync_api import CDPSession, Page


class Click(NamedTuple):
    """What a finger came to."""

    finger: int
    """The pointer's id, as the browser numbers them."""
    button: str
    at: float
    """Milliseconds since the page began, as everything the phone tells."""


class Glass:
    """A screen that is touched, and what came of it."""

    # What stands in a frame is what is painted in it, and the eye sees it afterwards.
    SEE = """() => new Promise((done) => requestAnimationFrame(() => {
      const seen = [];
      const began = performance.now();
      for (const one of document.querySelectorAll("#table button:not([disabled])")) {
        const { left, top, width, height } = one.getBoundingClientRect();
        if (width === 0 || one.closest(".links, form")) continue;
        const [x, y] = [left + width / 2, top + height / 2];
        const there = document.elementFromPoint(x, y)?.closest("button");
        if (there === one) seen.push([`${one.id} ${one.dataset.is ?? ""}`, x, y]);
      }
      window.ends = 0;
      // All that was begun with the same frame is done when two turns have passed.
      setTimeout(() => setTimeout(() => done({
        seen,
        clicks: window.clicks.splice(0),
        fingers: window.fingers.splice(0),
        told: window.told.splice(0),
        began,
        ended: performance.now(),
      })));
    }))"""
    ENDED = """() => window.ends > 0 || new Promise((done) => {
      window.ended = done;
      setTimeout(done, 1000);
    })"""
    WATCH = """async () => {
      window.clicks = [];
      window.fingers = [];
      window.told = [];
      const kinds = ["pointerdown", "pointerup", "pointercancel", "click", "scroll"];
      for (const kind of kinds) {
        window.addEventListener(kind, ({ timeStamp, pointerId, target }) => {
          const where = target.closest?.("[id]")?.id ?? "";
          window.told.push([Math.round(timeStamp), kind, pointerId ?? null, where]);
        }, { capture: true, passive: true });
      }
      window.addEventListener("pointerdown", ({ pointerId, timeStamp }) => {
        window.fingers.push([pointerId, timeStamp]);
      }, { capture: true });
      let finger;
      window.addEventListener("click", ({ isTrusted, pointerId }) => {
        if (isTrusted) finger = pointerId;
        window.ends += 1;
        window.ended?.();
      }, { capture: true });
      document.addEventListener("click", ({ target }) => {
        const one = target.closest("button");
        if (!one) return;
        const name = `${one.id} ${one.dataset.is ?? ""}`;
        window.clicks.push([finger, name, performance.now()]);
      });
      const [script] = document.querySelectorAll("link[href*='js/table/screen']");
      window.redraw = (await import(script.href)).app.render;
    }"""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.looked = self.shown = 0.0
        """When it was looked at last, and by when what was seen then was painted."""
        self.fingers: list[tuple[int, float]] = []
        """Each finger that came down: its id, and when."""
        self.clicks: list[Click] = []
        self.told: list[tuple[int, str, int | None, str]] = []
        """What the browser told: when, of what kind, of which finger and where."""
        page.evaluate(self.WATCH)

    def see(self) -> tuple[dict[str, tuple[float, float]], list[str]]:
        """Return what can be tapped, and what was tapped since."""
        told = self.page.evaluate(self.SEE)
        clicks = [Click(*one) for one in told["clicks"]]
        self.looked, self.shown = told["began"], told["ended"]
        self.fingers += [(finger, at) for finger, at in told["fingers"]]
        self.clicks += clicks
        self.told += [(at, *more) for at, *more in told["told"]]
        seen = {name: (x, y) for name, x, y in told["seen"]}
        return seen, [one.button for one in clicks]

    def around(self, start: float, end: float) -> str:
        """Return what the browser told between two moments, a second more each side."""
        near = [one for one in self.told if start - 1000 < one[0] < end + 1000]
        return "\n".join(" ".join(map(str, one)) for one in near)

    def down(self, place: tuple[float, float]) -> None:
        """Lay a finger down."""
        point = {"x": place[0], "y": place[1]}
        self.session.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]}
        )

    def up(self) -> None:
        """Lift the finger; the browser makes a click of it, unless it was held long."""
        self.session.send(
            "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}
        )
        self.page.evaluate(self.ENDED)


class SlowPhone:
    """
    The processes that work for a page, with a sixth of the time.

    As a phone's they are given a turn and then wait five times as long. Chromium's own
    throttling takes the rest by spinning, and so a core's whole time for nothing.
    """

    TURN = 0.002
    """Seconds of work before the pause: less than what a finger does takes."""
    RATE = 6

    def __init__(self, page: Page) -> None:
        browser = page.context.browser
        assert browser is not None
        told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
        processes = told["processInfo"]
        self.ids = [one["id"] for one in processes if one["type"] == "renderer"]
        assert self.ids
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self) -> None:
        """Let the processes work and wait by turns, until it is over."""
        while not self.is_over.is_set():
            start = time.monotonic()
            time.sleep(self.TURN)
            worked = time.monotonic() - start
            self.tell(signal.SIGSTOP)
            try:
                time.sleep(worked * (self.RATE - 1))
            finally:
                self.tell(signal.SIGCONT)

    def tell(self, what: signal.Signals) -> None:
        """Send the signal to each process."""
        for one in self.ids:
            with suppress(ProcessLookupError):  # of a test before, ended meanwhile
                os.kill(one, what)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()
