"""No word is broken on the narrowest phones, in the language with the longest ones."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Season
from clubscore.partie import services
from clubscore.partie.models import Partie
from tests.browser.conftest import let_in
from tests.browser.taps import Sit, sit
from tests.conftest import players_in
from tests.partie.test_services import write
from tests.season.played import DRAW, GAME, play

__all__ = ["sit"]

pytestmark = pytest.mark.same_on_every_database("it is about letters on a screen")

BROKEN = r"""
() => {
  const broken = [];
  // What is read aloud alone is clipped to nothing.
  const isClipped = (one) => one !== null
    && (getComputedStyle(one).clipPath !== "none" || isClipped(one.parentElement));
  const main = document.querySelector("main");
  const all = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    const around = node.parentElement;
    if (!around.checkVisibility() || isClipped(around)) continue;
    if (around.closest("a[href^=http]")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\d.\u00AD]{4,}/gu)) {
      if (word.includes("\u00AD")) continue; // it may be broken where it says so
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) broken.push(word);
    }
  }
  return broken;
}
"""


CUT = """names => names
  .filter(name => name.scrollWidth > name.clientWidth)
  .map(name => name.textContent)"""
"""The names of which the end is not seen."""

TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 740, "height": 360},
]
WITH_NAMES = (
    *("parties/1/", "parties/1/paper/", "parties/1/games/1/"),
    *("parties/1/games/1/correct/", "parties/1/games/1/correct/typed/"),
    "parties/1/games/1/withdraw/",
    *("parties/1/bookings/new/", "evenings/{day}/", "statistics/"),
    *("seasons/2026/", "players/bartholomeus/", "ratings/"),
)
WITH_LONG_WORDS = (
    *("rules/nts/", "parties/1/", "ratings/", "evenings/{day}/", "settings/"),
    "wall/",
)
LONG = ["Bartholomeus", "Ferdinand", "Ludmilla", "Wilhelmina", "Alexandrina"]
"""Names as long as they come, which are no two words."""

TWELVE = ["Bartholomeus", "Ferdinandine", "Wilhelmsmann", "Maximilianne"]
"""As long as a name stays that is called in short."""

on_small_screens = pytest.mark.parametrize(
    "screen", SIZES, ids=["narrow", "across"], indirect=True
)


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, object],
) -> dict[str, object]:
    """Return what makes a browser that speaks German."""
    return {**browser_context_args, "locale": "de-DE"}


def played(season: Season, many: int) -> Partie:
    """Return a partie of people with long names: a win, and a draw."""
    return play(season, players_in(season.club, *LONG[:many]), [GAME, DRAW], ends=False)


@pytest.mark.parametrize("many", [4, 5])
def test_no_name_is_broken(
    page: Page,
    live_server: LiveServer,
    administrator: Account,
    season: Season,
    many: int,
) -> None:
    day = played(season, many).evening.date
    let_in(page, live_server, administrator)
    troubles = {}
    for size in SIZES:
        page.set_viewport_size(size)
        for path in WITH_NAMES:
            page.goto(f"{live_server.url}/groene-hart/{path.format(day=day)}")
            cut = page.locator("#paper-sheet label").evaluate_all(CUT)
            troubles[f"{path}, {size['width']} px"] = [*page.evaluate(BROKEN), *cut]
            assert page.evaluate(TOO_WIDE) <= 0, path
    assert not any(troubles.values()), troubles


@on_small_screens
def test_who_pays_whom_is_read_whole(sit: Sit) -> None:
    table = sit(names=LONG[:4])
    table.won("Ferdinand")
    table.gave("Bartholomeus")
    table.tiles("2s", "4p", "5m", "3m", "3s")
    table.winning("3s")
    payers = table.page.locator(".pays .who")
    expect(payers).to_have_count(3)
    assert payers.evaluate_all(CUT) == []


@pytest.mark.parametrize(
    "screen", [*SIZES, {"width": 320, "height": 568}], indirect=True
)
def test_names_of_twelve_letters_are_whole_on_every_button(sit: Sit) -> None:
    table = sit(names=TWELVE)
    page = table.page
    buttons = {".seat": 4, ".giver": 3, ".tab": 4}
    for button, many in buttons.items():
        names = page.locator(f"{button}:visible .name")
        expect(names).to_have_count(many)
        assert names.evaluate_all(CUT) == []
        if button == ".seat":
            table.won("Ferdinandine")
        elif button == ".giver":
            table.gave("Bartholomeus")


@on_small_screens
def test_the_band_and_the_menu_fit_the_screen(
    page: Page, live_server: LiveServer, administrator: Account, club: Club
) -> None:
    club.name = "Mahjongvereniging Het Groene Hart"
    club.save()
    let_in(page, live_server, administrator)
    page.goto(f"{live_server.url}/groene-hart/rules/nts/")
    band = page.locator("#site-header").bounding_box()
    assert band is not None
    assert band["height"] <= 64
    links = page.locator("#menu > ul > li:visible > :is(a, details)").all()
    assert len(links) == 5
    boxes = [box for link in links if (box := link.bounding_box())]
    assert len({box["y"] for box in boxes}) == 1
    width = page.evaluate("innerWidth")
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


@pytest.mark.parametrize("screen", SIZES[:1], ids=["narrow"], indirect=True)
def test_no_word_is_broken(
    page: Page, live_server: LiveServer, administrator: Account, partie: Partie
) -> None:
    services.game_record(partie=partie, write=write(partie), record=GAME)
    services.partie_end(partie=partie, write=write(partie), why="time")
    let_in(page, live_server, administrator)
    troubles = {}
    for path in WITH_LONG_WORDS:
        address = path.format(day=partie.evening.date)
        page.goto(f"{live_server.url}/groene-hart/{address}")
        page.evaluate(
            "document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        assert page.evaluate("document.documentElement.lang") == "de"
        troubles[path] = page.evaluate(BROKEN)
    assert not any(troubles.values()), troubles
