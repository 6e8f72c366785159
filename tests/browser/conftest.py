"""What the tests in a browser share: Chromium, the two screens, axe."""

import os
import shutil
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Playwright runs a loop in this thread; the tests look at the database from it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Return how to start Debian's Chromium, also as root."""
    chromium = shutil.which("chromium")
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


both_screens = pytest.mark.parametrize(
    "screen", [PHONE, DESKTOP], ids=["phone", "desktop"], indirect=True
)
"""Run the test at both sizes."""


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> dict[str, int]:
    """Return the size of the screen, a phone's unless a test asks for others."""
    size: dict[str, int] = getattr(request, "param", PHONE)
    return size


@pytest.fixture
def browser_context_args(screen: dict[str, int]) -> dict[str, Any]:
    """Return how a browser window is opened."""
    return {"viewport": screen, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture
def look(page: Page) -> Callable[[], None]:
    """Return the check of what every page must be, made on the page shown."""
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda line: troubles.append(line.text) if line.type == "error" else None,
    )

    def looked_at() -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
        page.emulate_media(color_scheme="light")
        wider = page.evaluate(
            "document.documentElement.scrollWidth - window.innerWidth"
        )
        assert wider <= 0, f"{page.url} is {wider} px too wide"
        assert troubles == []

    return looked_at
