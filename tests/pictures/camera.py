"""A phone that shows the demo club to its administrator, and takes pictures."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.test import Client
from PIL import Image
from playwright.sync_api import Locator, Page, expect, sync_playwright

from clubscore.club.models import Account
from clubscore.demo.management.commands.demo import USER
from tests.phone.browser import site

HOST = "clubscore.example"
"""What the site is called in its pictures, also on the codes of its tables."""
PHONE = {"width": 360, "height": 720}
SHARPNESS = 1.5
"""So many dots of a picture stand in one pixel of the page."""
HEIGHT = 420
"""Of each picture, in pixels of the page, which is as wide as a phone."""
AIR = 4
"""Pixels above what a picture begins with."""
COLOURS = 32
"""So few that a file stays small, and letters sharp."""
RING = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const ring = document.createElement("div");
  ring.className = "ring-of-a-picture";
  Object.assign(ring.style, {
    position: "absolute", left: `${x + scrollX - 3}px`, top: `${y + scrollY - 3}px`,
    width: `${width + 6}px`, height: `${height + 6}px`, zIndex: 99,
    border: "4px solid #a8360c", borderRadius: "10px", pointerEvents: "none",
  });
  (one.closest("dialog") ?? document.body).append(ring);
}"""
NO_RING = (
    'for (const one of document.querySelectorAll(".ring-of-a-picture")) one.remove()'
)
WITHOUT_FRAME = """for (const one of document.querySelectorAll("#menu, #site-foot")) {
  one.style.display = "none";
}"""


@dataclass
class Camera:
    """A page on a phone, and where its pictures go."""

    page: Page
    site: str
    folder: Path

    def open(self, address: str) -> None:
        """Open a page of the site, without its menu and foot."""
        self._open(f"http://{HOST}{address}")

    def open_screen(self, address: str) -> None:
        """Open the screen of a table, on a phone that can count by itself."""
        # A browser lets it do so only where the address is this machine's, or has a
        # certificate.
        self._open(self.site + address)
        self.page.locator("#table").wait_for()

    def _open(self, address: str) -> None:
        self.page.goto(address)
        self.page.locator("h1:visible").first.wait_for()
        self.page.evaluate(WITHOUT_FRAME)

    def tap(self, *targets: str) -> None:
        """Tap one thing after the other."""
        for target in targets:
            self.page.locator(target).first.click()

    def still(self) -> None:
        """Wait until nothing is counted any more."""
        expect(self.page.locator("[aria-busy=true], .htmx-request")).to_have_count(0)

    def picture(self, name: str, *rings: str, top: str = "") -> None:
        """
        Keep a picture of the page, with what is to be tapped in rings.

        *top* is what stands at its upper edge; without one it is the page's own.
        """
        self.still()
        above = self._scrolled_to(self.page.locator(top).first) if top else 0
        for ring in rings:
            self.page.locator(ring).first.evaluate(RING)
        shot = self.page.screenshot(
            clip={"x": 0, "y": above, "width": PHONE["width"], "height": HEIGHT},
            animations="disabled",
            caret="hide",
        )
        self.page.evaluate(NO_RING)
        self.folder.mkdir(parents=True, exist_ok=True)
        image = Image.open(io.BytesIO(shot)).convert("RGB")
        few = image.quantize(COLOURS, dither=Image.Dither.NONE)
        few.convert("RGB").save(
            self.folder / f"{name}.webp", lossless=True, quality=100, method=6
        )

    def _scrolled_to(self, place: Locator) -> int:
        """Scroll a place up as far as it goes; return where a picture of it begins."""
        place.evaluate(
            "(one, air) => scrollTo(0, one.getBoundingClientRect().y + scrollY - air)",
            AIR,
        )
        box = place.bounding_box()
        assert box is not None
        return max(0, min(round(box["y"]) - AIR, PHONE["height"] - HEIGHT))


@contextmanager
def camera(folder: Path, language: str) -> Iterator[Camera]:
    """Yield a phone that speaks a language, for the pictures in a folder."""
    # Playwright runs a loop in this thread; what is looked up is looked up in it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    administrator = Client()
    administrator.force_login(Account.objects.get(username=USER))
    cookie = administrator.cookies[settings.SESSION_COOKIE_NAME]
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with site() as address, sync_playwright() as playwright:
        port = address.rpartition(":")[2]
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=[
                *("--no-sandbox", "--disable-gpu", "--no-first-run"),
                f"--host-resolver-rules=MAP {HOST}:80 127.0.0.1:{port}",
            ],
        )
        context = browser.new_context(
            viewport=PHONE,  # type: ignore[arg-type]
            device_scale_factor=SHARPNESS,
            locale=language,
            timezone_id="Europe/Amsterdam",
            color_scheme="light",
            reduced_motion="reduce",
            service_workers="block",
        )
        context.set_default_timeout(180_000)  # a busy machine is no fault
        for url in (address, f"http://{HOST}"):
            context.add_cookies(
                [{"name": cookie.key, "value": cookie.value, "url": url}]
            )
        yield Camera(context.new_page(), address, folder / language)
        browser.close()
