"""What of the table screen is in sight, and how much a first visit has to load."""

import gzip
import re
from collections.abc import Callable
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Browser, Page, Response, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.partie.models import Partie
from tests.browser.conftest import both_screens
from tests.browser.taps import Sit, ben_wins, open_table, sit

__all__ = ["sit"]

pytestmark = pytest.mark.keeps_no_screen

Look = Callable[[], None]


@both_screens
def test_everything_is_in_sight_and_large_enough(
    sit: Sit, look: Look, screen: dict[str, int]
) -> None:
    names = ["Maximiliane-Henriette", "Ben", "Wolfgang Amadeus", "Dirk"]
    table = sit("schmale", options={"jokers": 4}, names=names)
    page = table.page
    look()
    table.won("Ben")
    table.gave("Dirk")
    table.tiles("1m", "4m", "1p", "4p", "7s")
    look()
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} px have to be scrolled"
    for one in page.locator("#table button:visible").all():
        box = one.bounding_box()
        assert box is not None
        # A ninth of the narrowest phone; see table.css.
        least = 40 if (one.get_attribute("id") or "").startswith("tile-") else 44
        assert box["height"] >= 43.5, one.get_attribute("id")
        assert box["width"] >= least - 0.5, one.get_attribute("id")


@pytest.mark.parametrize(
    "screen", [{"width": 396, "height": 740}], ids=["396 px"], indirect=True
)
def test_every_tile_is_44_px_wide_on_most_phones(
    sit: Sit, screen: dict[str, int]
) -> None:
    table = sit("schmale", options={"jokers": 4})
    page = table.page
    table.won("Ben")
    table.gave("Dirk")
    for tile in page.locator("#pad button").all():
        box = tile.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5, tile.get_attribute("id")
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} px have to be scrolled"


@pytest.mark.parametrize(
    "screen", [{"width": 1280, "height": 800}], ids=["1280 px"], indirect=True
)
def test_the_last_row_of_tiles_is_above_who_pays_whom(
    sit: Sit, screen: dict[str, int]
) -> None:
    names = ["Maximiliane-Henriette", "Ben", "Wolfgang Amadeus", "Dirk"]
    table = sit(names=names)
    page = table.page
    # Of what was entered before it is said that it is here again.
    table.won("Ben")
    table.gave(names[0])
    page.reload()
    expect(page.locator("#notices .notice")).to_be_visible()
    for name, points in zip(names, ("64", "96", "32", "20"), strict=True):
        table.hand(name)
        table.tap("#own-count")
        page.get_by_label("Points by the player’s own count").fill(points)
    expect(page.locator("#worth .pays li")).to_have_count(6)
    table.hand("Dirk")
    pad, worth = (page.locator(one).bounding_box() for one in ("#pad", "#worth"))
    assert pad is not None
    assert worth is not None
    assert pad["y"] + pad["height"] <= worth["y"]
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} px have to be scrolled"


HEADERS = 450
"""How many bytes an installation says of a file before it begins; of a page 700."""


def test_a_first_visit_is_small(
    sit: Sit,
    live_server: LiveServer,
    browser: Browser,
    browser_context_args: dict[str, Any],
) -> None:
    partie = sit().partie
    keeping = {**browser_context_args, "service_workers": "allow"}
    with browser.new_context(**keeping) as context:
        look_at_first_visit(context.new_page(), live_server, partie)


def look_at_first_visit(phone: Page, live_server: LiveServer, partie: Partie) -> None:
    """Open the table screen where nothing is kept, and count what is sent."""
    answers: list[Response] = []
    phone.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    open_table(phone, live_server, partie)
    phone.wait_for_load_state("networkidle")
    packed: dict[str, int] = {}
    for answer in answers:
        if answer.status == 200:
            # The page is packed by us, what never changes beforehand by WhiteNoise.
            is_page = answer.headers.get("content-encoding") == "gzip"
            pack = gzip.compress if is_page else brotli.compress
            packed[answer.url] = len(pack(answer.body()))
            assert is_page == answer.url.endswith("/record/")
    assert any(url.endswith("tiles.svg") for url in packed)
    assert sum(url.endswith(".js") for url in packed) >= 10
    # Every module that another one imports is asked for with the page.
    linked = phone.locator("link[rel=modulepreload], script[type=module]")
    named = linked.evaluate_all("(all) => all.map((one) => one.href || one.src)")
    assert {url for url in packed if url.endswith(".js")} == set(named)
    # What is said of games that wait is kept by the worker until there are any.
    assert not any("banner" in url for url in packed)
    expect(phone.locator("#waits[data-kept=true]")).to_be_attached()
    size = sum(packed.values()) + HEADERS * len(answers)
    print(f"a first visit: {len(answers)} answers, {size} bytes")  # noqa: T201
    assert len(answers) <= 36, sorted(packed)
    assert size < 97_000, packed


@pytest.mark.parametrize(
    "screen",
    [{"width": 320, "height": 640}, {"width": 360, "height": 740}],
    ids=["320 px", "360 px"],
    indirect=True,
)
def test_all_digits_of_own_counts_are_in_sight(
    sit: Sit, screen: dict[str, int]
) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    table.tap("#own-count")
    digits = table.page.locator(".digits button")
    expect(digits).to_have_count(12)
    for digit in digits.all():
        expect(digit).to_be_in_viewport(ratio=1)


def test_what_is_odd_about_a_hand_is_in_sight_on_a_small_phone(sit: Sit) -> None:
    table = sit()
    page = table.page
    page.set_viewport_size({"width": 360, "height": 640})
    table.won("Ben")
    table.tap("#more")
    table.tap("#way-robbed_kong")
    table.gave("Anna")
    table.tiles("2s", "4p", "5m", "3m")
    table.mode("pair", "concealed")
    table.tiles("9p")
    table.winning("4s")
    table.hand("Anna")
    table.mode("pung", "exposed")
    table.tiles("1m", "1p", "1s", "5z")
    table.mode("tile", "concealed")
    table.tiles("2z")
    table.hand("Ben")
    told = page.locator("#worth .told").get_by_text("Look at Anna’s hand.")
    expect(told).to_be_in_viewport(ratio=1)
    expect(page.locator(f"#tab-{table.key('Anna')}")).to_contain_text("!")
    table.hand("Anna")
    warning = page.locator("#tray .warning")
    expect(warning).to_contain_text("made a kong")
    expect(warning).to_be_in_viewport(ratio=0.9)


@pytest.mark.usefixtures("impatient")
def test_an_answer_that_never_comes_is_not_waited_for(sit: Sit) -> None:
    table = sit()
    page = table.page
    page.route(re.compile(r"/preview/$"), lambda _route: None)
    ben_wins(table)
    told = page.locator("#worth .told")
    expect(told).to_have_text("No connection: the points are shown when there is one.")
    expect(page.locator("#worth")).to_have_attribute("aria-busy", "false")
