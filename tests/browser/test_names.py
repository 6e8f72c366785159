"""Names at the table, however long they are."""

import datetime as dt

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Player, Season
from clubscore.partie.models import Partie
from tests.browser.conftest import PHONE
from tests.browser.taps import Sit, sit
from tests.season.evening import play_evening

__all__ = ["sit"]

WORDS_CUT = """names => names.filter(name => {
  const range = document.createRange();
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+-?/g)].some(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }) || name.scrollHeight > name.clientHeight;
}).map(name => name.textContent)"""
"""The names of which a word stands in two lines, or a line is missing."""


@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "Anneke", "Wilhelm", "Jo"),
        ("Wilhelmina van der Meulen", "Maximiliane-Sophie", "Bartholomeus", "Jo"),
    ],
)
def test_no_name_is_cut_on_a_phone(
    page: Page, live_server: LiveServer, partie: Partie, names: tuple[str, ...]
) -> None:
    for player, name in zip(Player.objects.order_by("pk"), names, strict=True):
        player.name = name
        player.clean()
        player.save()
    page.goto(f"{live_server.url}{partie.get_absolute_url()}")
    assert page.locator(".seats strong").evaluate_all(WORDS_CUT) == []


FULL = [
    "Jan de Vries",
    "Jan de Boer",
    "Marie-Louise Janssen",
    "Bartholomäus Freiherr von Hohenzollern",
    "Wilhelmina-Alexandrina van der Oosterdorp",
]
"""Names as clubs have them, of which two begin alike."""
LINES = "(all) => all.map((one) => one.getClientRects().length)"
OVER = """() => ({
  wide: document.documentElement.scrollWidth - innerWidth,
  high: document.documentElement.scrollHeight - innerHeight,
})"""


def shown(names: Locator) -> list[str]:
    """Return names as they stand in the table screen's buttons."""
    return [one.removeprefix("✓ ") for one in names.all_inner_texts()]


def fits(page: Page) -> None:
    """Fail if anything has to be scrolled for."""
    over = page.evaluate(OVER)
    assert over["wide"] <= 0, over
    assert over["high"] <= 0, over


def test_long_names_leave_the_table_screen_as_it_is(sit: Sit) -> None:
    table = sit(many=5, names=FULL, options={"flowers": "yes"})
    page = table.page
    fits(page)
    names = shown(page.locator(".seat .name"))
    assert names == ["Jan V", "Jan B", "Marie-Louise", "Bartholomäus"]
    table.won("Jan de Boer")
    table.gave("Bartholomäus Freiherr von Hohenzollern")
    table.tiles("2s", "4p", "5m", "3m", "3s")
    table.winning("3s")
    assert shown(page.locator(".tab .name")) == names
    jan = page.locator(f"#tab-{table.key('Jan de Vries')}")
    assert jan.get_attribute("title") == "Jan de Vries"
    expect(page.locator(".pays li")).to_have_count(3)
    # What stays long is cut, a sum never is.
    assert page.locator(".pays li:first-child").inner_text().endswith("192")
    assert set(page.locator(".pays strong").evaluate_all(LINES)) == {1}
    heights = {box_of(one)["height"] for one in page.locator(".pays li").all()}
    assert max(heights) < 25
    fits(page)
    lowest = box_of(page.locator("#pad > :last-child"))
    assert lowest["y"] + lowest["height"] <= box_of(page.locator("#worth"))["y"] + 1


def box_of(place: Locator) -> FloatRect:
    """Return where something stands."""
    box = place.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize(
    "screen",
    [PHONE, {"width": 320, "height": 568}, {"width": 740, "height": 360}],
    ids=["phone", "narrow", "across"],
    indirect=True,
)
def test_nothing_of_a_hand_is_cut_or_covered(sit: Sit, screen: dict[str, int]) -> None:
    table = sit(names=FULL, options={"flowers": "yes"})
    page = table.page
    page.locator(f"#won-{table.key('Jan de Boer')}").click()
    page.locator("#more").click()
    panel, bar = box_of(page.locator("#panel")), box_of(page.locator("#worth"))
    assert panel["y"] + panel["height"] <= bar["y"]
    page.locator("#close").click()
    page.locator(f"#from-{table.key('Jan de Vries')}").click()
    page.locator(f"#tab-{table.key('Marie-Louise Janssen')}").click()
    page.locator("#rest").click()
    inside = box_of(page.locator("#panel"))
    select = box_of(page.locator("#waiting-for"))
    assert select["x"] + select["width"] < inside["x"] + inside["width"]
    page.locator("#close").click()
    page.locator("#dead-hand").click()
    assert page.evaluate(OVER)["wide"] <= 0


OF_FAMILY = [
    "Marie-Louise Janssen-Oosterhout",
    "Maximiliane Schwarzenberger",
    "Wilhelmina van der Meulen",
    "Ömer Yildiz",
]
OUT_OF_PANELS = """() => [...document.querySelectorAll("#main .panel")].filter(
  (panel) => [...panel.querySelectorAll("table, .why, svg.for-desk")].some((one) =>
    one.getBoundingClientRect().right > panel.getBoundingClientRect().right)
).map((panel) => panel.innerText.slice(0, 60))"""
"""The panels of which a table, a way to its reasons or a picture sticks out."""


@pytest.mark.parametrize("language", ["nl", "de"])
def test_names_of_family_stay_in_the_panel_of_the_leaderboard(
    page: Page,
    live_server: LiveServer,
    season: Season,
    players: list[Player],
    language: str,
) -> None:
    for player, name in zip(players, OF_FAMILY, strict=True):
        player.name = name
        player.clean()
        player.save()
    for day in (10, 17, 24):
        play_evening(season, players, dt.date(2026, 11, day))
    page.context.add_cookies(
        [{"name": "language", "value": language, "url": live_server.url}]
    )
    for width in (360, 768, 1200, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{live_server.url}{season.get_absolute_url()}")
        expect(page.locator(".board .why")).to_have_count(4)
        assert page.evaluate(OUT_OF_PANELS) == [], width
        assert page.evaluate(OVER)["wide"] <= 0, width
