"""The big screen, as those see it who sit at the tables."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Season
from clubscore.club.services import player_add
from clubscore.partie.models import Partie, PartieResult
from clubscore.partie.services import Author, Write, game_record, partie_start
from tests.browser.test_words import CUT, LONG
from tests.season.played import GAME

pytestmark = pytest.mark.django_db(transaction=True)

TELEVISION = {"width": 1920, "height": 1080}
PROJECTOR = {"width": 1280, "height": 800}

LEAST_LETTER = 46.5 / 1920
"""
How high a capital of a name has to be, in widths of the screen.

Text is read with ease when a capital fills 20 minutes of arc. Seen from five metres
these are 5000 mm × tan(20 / 60 degrees) = 29 mm. A television of 55 inches is 1.2 m
wide: 29 mm are 0.0242 of that, which is 46.5 of 1920 pixels.
"""
TABLES_FROM_AFAR = 4
"""More tables are read from nearer."""
LEAST_SIZE = 34 / 1920
"""How large the letters of a name are at least, in widths of the screen."""

NAMES = ("Wilhelmina", "Ben", "Maximilian", "Dirk", "Emma")

LETTERS = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const heights = [];
  const texts = document.querySelectorAll(".table .name, .table .number");
  for (const one of texts) {
    if (!one.checkVisibility()) continue;
    const style = getComputedStyle(one);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    heights.push([
      pen.measureText("H").actualBoundingBoxAscent,
      parseFloat(style.fontSize),
    ]);
  }
  return heights;
}"""
"""How high the capitals of names and chips are, and how large their letters."""

CUT_OFF = """() => [...document.querySelectorAll(".table, .table :is(.name, .number)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || (one.matches(".table") && one.scrollHeight > one.clientHeight + 1))
  .map((one) => one.textContent.trim().replace(/\\s+/g, " "))"""


COVERED = """() => {
  const bar = document.getElementById("live-pages").getBoundingClientRect();
  const others = document.querySelectorAll(".table, #club-link, #site-account a");
  return [...others].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && box.left < bar.right && box.right > bar.left
      && box.top < bar.bottom && box.bottom > bar.top;
  }).map((one) => one.textContent.trim().slice(0, 20));
}"""
"""What the buttons that turn the page lie on."""


def seat(season: Season, tables: int, players: int = 4) -> None:
    """Let so many tables play tonight; at each a game was won."""
    for table in range(1, tables + 1):
        partie = partie_start(
            season=season,
            players=[
                player_add(club=season.club, name=f"{name} {table}")
                for name in NAMES[:players]
            ],
            day=timezone.localdate(),
            table=str(table),
        )
        game_record(
            partie=partie,
            write=Write(Author(name="Anna"), 0, f"game {table}"),
            record=GAME,
        )


def shown(page: Page) -> list[int]:
    """Return the tables that can be seen."""
    titles = page.locator(".table h2:visible").all_inner_texts()
    return [int(re.sub(r"\D", "", title)) for title in titles]


@pytest.fixture(autouse=True)
def _all_year(season: Season) -> None:
    Season.objects.update(starts_on="2020-01-01", ends_on=None)
    season.refresh_from_db()


@pytest.mark.parametrize("screen", [TELEVISION, PROJECTOR], indirect=True)
@pytest.mark.parametrize(
    ("tables", "players", "at_once"),
    [
        *((1, 4, 1), (2, 5, 2), (3, 4, 3), (4, 5, 4), (6, 4, 6), (6, 5, 6)),
        *((8, 4, 8), (8, 5, 8), (10, 4, 5), (20, 4, 7)),
    ],
)
def test_names_and_chips_are_read_from_afar(
    page: Page,
    live_server: LiveServer,
    season: Season,
    screen: dict[str, int],
    tables: int,
    players: int,
    at_once: int,
    look: Callable[[], None],
) -> None:
    seat(season, tables, players)
    page.goto(f"{live_server.url}/groene-hart/live/")
    expect(page.locator(".table:visible")).to_have_count(at_once)
    letters = page.evaluate(LETTERS)
    assert len(letters) == 2 * players * at_once
    if at_once <= TABLES_FROM_AFAR:
        assert min(high for high, _size in letters) >= LEAST_LETTER * screen["width"]
    assert min(size for _high, size in letters) >= LEAST_SIZE * screen["width"]
    assert page.evaluate(CUT_OFF) == []
    if at_once < tables:
        assert page.evaluate(COVERED) == []
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} px have to be scrolled"
    look()


@pytest.mark.parametrize("screen", [TELEVISION], indirect=True)
def test_more_tables_than_fit_take_turns(
    page: Page, live_server: LiveServer, season: Season
) -> None:
    seat(season, 20)
    page.clock.install()
    page.goto(f"{live_server.url}/groene-hart/live/")
    seen = []
    for number in (1, 2, 3):
        expect(page.locator("#live-place")).to_have_text(f"{number} of 3")
        seen += shown(page)
        page.clock.run_for(12_000)
    assert seen == list(range(1, 21))
    expect(page.locator("#live-place")).to_have_text("1 of 3")

    page.get_by_role("button", name="Next tables").click()
    expect(page.locator("#live-place")).to_have_text("2 of 3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#live-place")).to_have_text("3 of 3")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(60_000)
    expect(page.locator("#live-place")).to_have_text("3 of 3")
    page.get_by_role("button", name="Go on").click()
    page.clock.run_for(12_000)
    expect(page.locator("#live-place")).to_have_text("1 of 3")


@pytest.mark.parametrize("screen", [TELEVISION], indirect=True)
def test_what_is_new_comes_without_turning_the_page(
    page: Page, live_server: LiveServer, season: Season
) -> None:
    seat(season, 9)
    page.goto(f"{live_server.url}/groene-hart/live/")
    assert shown(page) == [1, 2, 3, 4, 5]
    page.get_by_role("button", name="Next tables").click()
    assert shown(page) == [6, 7, 8, 9]
    partie = season.parties.get(number=6)
    game_record(
        partie=partie,
        write=Write(Author(name="Anna"), partie.version, "the next"),
        record={"outcome": {"kind": "draw"}},
    )
    expect(page.locator("#live")).to_contain_text("game 3")
    assert shown(page) == [6, 7, 8, 9]


@pytest.mark.parametrize("screen", [{"width": 320, "height": 640}], indirect=True)
def test_the_narrowest_phone_tells_the_last_game_whole(
    page: Page,
    live_server: LiveServer,
    season: Season,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.browser.test_big_screen.NAMES", LONG)
    seat(season, 1)
    page.goto(f"{live_server.url}/groene-hart/live/")
    lines = page.locator(".table > footer p")
    expect(lines.first).to_contain_text("Ferdinand")
    assert lines.evaluate_all(CUT) == []


WORDS_CUT = """() => [...document.querySelectorAll(".table > footer p:first-child")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > 1.25 * one.clientHeight)
  .map((one) => one.textContent)"""
"""The last games of which words are missing."""


@pytest.mark.parametrize("screen", [TELEVISION, PROJECTOR], indirect=True)
@pytest.mark.parametrize("tables", [1, 2, 4])
def test_the_last_game_is_told_in_whole_where_there_is_room(
    page: Page,
    live_server: LiveServer,
    season: Season,
    monkeypatch: pytest.MonkeyPatch,
    tables: int,
) -> None:
    long = ("Bartholomeus", "Maximiliane", "Wilhelmina", "Annemarie")
    monkeypatch.setattr("tests.browser.test_big_screen.NAMES", long)
    seat(season, tables)
    page.goto(f"{live_server.url}/groene-hart/live/")
    expect(page.locator(".table:visible")).to_have_count(tables)
    assert page.evaluate(WORDS_CUT) == []
    # Names as long as these end in dots; what stands below them is in the card.
    assert page.locator(".table:visible").evaluate_all(
        "(all) => all.every((one) => one.scrollHeight <= one.clientHeight + 1)"
    )


@pytest.mark.parametrize("screen", [TELEVISION], indirect=True)
def test_who_leads_is_bold_and_who_deals_is_washed(
    page: Page, live_server: LiveServer, season: Season
) -> None:
    seat(season, 1)
    Partie.objects.update(start_chips=0)
    PartieResult.objects.update(chips=F("score"))
    page.goto(f"{live_server.url}/groene-hart/live/")
    rows = page.locator(".table .players li")
    told = rows.evaluate_all(
        """(all) => all.map((row) => [
          row.querySelector(".name").textContent,
          Number(getComputedStyle(row).fontWeight) > 400,
          getComputedStyle(row).backgroundColor !== "rgba(0, 0, 0, 0)",
          row.querySelector(".number").matches(".negative"),
        ])"""
    )
    scores = dict(season.parties.get().results.values_list("player__name", "score"))
    most = max(scores.values())
    assert [(name, leads, red) for name, leads, _washed, red in told] == [
        (name, scores[name] == most, scores[name] < 0) for name, *_more in told
    ]
    assert [washed for _name, _leads, washed, _red in told] == [True] + [False] * 3


def test_a_phone_shows_every_table(
    page: Page, live_server: LiveServer, season: Season
) -> None:
    seat(season, 6)
    page.goto(f"{live_server.url}/groene-hart/live/")
    assert shown(page) == [1, 2, 3, 4, 5, 6]
    expect(page.locator("#live-pages")).to_be_hidden()
