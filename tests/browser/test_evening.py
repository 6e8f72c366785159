"""A club night on the web: who is here, tables, their codes, the big screen."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Season
from clubscore.club.services import player_add
from clubscore.evening.services import evening_tables_start
from clubscore.partie.models import Partie
from clubscore.partie.services import game_record, partie_end
from tests.browser.conftest import both_screens, turn_to
from tests.browser.test_club import log_in
from tests.season.played import GAME, write

Look = Callable[[], None]

NAMES = ("Anna", "Ben", "Cleo", "Dirk", "Eva", "Finn", "Gita", "Hugo")


@pytest.fixture
def today(season: Season) -> dt.date:
    """Return the day on which the browser's people meet."""
    day = timezone.localdate()
    Season.objects.update(starts_on=day, ends_on=None)
    for name in NAMES:
        player_add(club=season.club, name=name)
    return day


def tick_who_is_here(page: Page, look: Look) -> None:
    """Tick eight players and type a ninth."""
    count = page.locator("#here-now")
    for many, name in enumerate(NAMES, 1):
        page.get_by_role("checkbox", name=name).check()
        expect(count).to_contain_text(f"{many} free to sit down")
    page.get_by_label("Guests and new players").fill("Zoe")
    page.get_by_role("button", name="Add").click()
    expect(count).to_contain_text("9 players are here, 9 free to sit down.")
    look()


def add_somebody_in_the_tab_of_who_is_here(page: Page) -> None:
    """Add a guest where a phone shows one part at a time, and go back to the tables."""
    turn_to(page, "Who is here")
    page.get_by_label("Guests and new players").fill("Yara")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#here-now")).to_contain_text("10 players are here")
    # Drawn anew, it is still the part that is shown.
    expect(page.locator("#here-now")).to_be_visible()
    expect(page.get_by_role("region", name="Tables")).to_be_hidden()
    turn_to(page, "Tables")


@both_screens
def test_nine_people_sit_down_at_two_tables(
    page: Page,
    browser: Browser,
    live_server: LiveServer,
    look: Look,
    administrator: Account,
    today: dt.date,
) -> None:
    log_in(page, live_server.url, administrator)
    page.get_by_role("link", name="Tonight: several tables").click()
    expect(page.get_by_text("No table has started yet.")).to_be_visible()
    look()
    tick_who_is_here(page, look)

    page.get_by_role("link", name="Set up tables for 9").click()
    expect(
        page.get_by_role("region", name="Table 1").get_by_role("listitem")
    ).to_have_count(5)
    expect(
        page.get_by_role("region", name="Table 2").get_by_role("listitem")
    ).to_have_count(4)
    look()
    second = page.get_by_role("region", name="Table 2")
    east = second.get_by_role("listitem").first
    next_one = second.locator("li strong").nth(1).inner_text()
    second.get_by_role("button", name=f"{next_one} one seat up").click()
    expect(east).to_contain_text(next_one)
    expect(east).to_contain_text("First East")
    page.get_by_label("Where Zoe sits").select_option(label="does not play now")
    without = page.get_by_role("region", name="Without a table")
    expect(without.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Draw again").click()
    expect(
        page.get_by_role("region", name="Table 1").get_by_role("listitem")
    ).to_have_count(4)
    look()
    page.get_by_role("button", name="Start these 2 tables").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("QR codes of the tables")
    expect(page.get_by_role("img", name=re.compile("^QR code: Table"))).to_have_count(2)
    look()
    address = page.locator(".qr-card .address a").first.inner_text()
    phone = browser.new_context().new_page()
    phone.goto(address)
    expect(phone).to_have_url(f"{live_server.url}/groene-hart/parties/1/record/")
    phone.context.close()

    page.get_by_role("link", name=re.compile("20")).first.click()
    expect(page.get_by_role("region", name="Tables")).to_contain_text("being played")
    look()
    if page.evaluate("innerWidth < 768"):
        add_somebody_in_the_tab_of_who_is_here(page)
    page.locator("#link-1").click()
    expect(page.get_by_role("img", name="QR code: Table 1")).to_be_visible()
    look()
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    page.get_by_text("Withdraw the link, or make a new one").click()
    look()
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_text("This table has no link.")).to_be_visible()
    look()


@pytest.fixture
def tables(today: dt.date, season: Season) -> list[Partie]:
    """Return two tables that have just started."""
    players = list(season.club.players.order_by("name"))
    return evening_tables_start(
        season=season, day=today, tables=[players[:4], players[4:]]
    )


@both_screens
def test_the_big_screen_follows_the_tables(
    page: Page, live_server: LiveServer, look: Look, tables: list[Partie]
) -> None:
    asked: list[int] = []
    page.on("response", lambda answer: asked.append(answer.status))
    page.goto(f"{live_server.url}/groene-hart/live/")
    first = page.get_by_role("article", name="Table 1")
    expect(first).to_contain_text("First game")
    look()
    high = page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    assert high or page.viewport_size == {"width": 360, "height": 740}
    # Nothing has changed: the answer is empty, and what is shown stays.
    first.get_by_role("link").focus()
    with page.expect_response(lambda answer: answer.status == 304):
        pass
    expect(first.get_by_role("link")).to_be_focused()
    game_record(partie=tables[0], write=write(tables[0]), record=GAME)
    expect(first).to_contain_text("Ben +384 on Anna’s discard")
    expect(first.locator(".deals")).to_contain_text("Ben")
    expect(first).to_contain_text("game 2")
    look()


def test_the_big_screen_says_when_it_has_lost_the_connection(
    page: Page, live_server: LiveServer, tables: list[Partie]
) -> None:
    page.goto(f"{live_server.url}/groene-hart/live/")
    page.context.set_offline(True)
    lost = page.locator("#live-lost")
    expect(lost).to_contain_text("No connection")
    page.context.set_offline(False)
    expect(lost).to_be_empty()


def the_last_table_finishes_where_one_part_is_shown(
    page: Page, tables: list[Partie]
) -> None:
    """End all tables: what is seen at first is another part, and each has its tab."""
    page.goto(page.url.partition("#")[0])
    marked = page.locator(".contents [aria-current]")
    expect(marked).to_have_text("Tables")
    for partie in tables:
        partie_end(partie=partie, write=write(partie), why="a test")
    expect(page.get_by_role("heading", name="Ben won the evening")).to_be_visible()
    expect(marked).to_have_text("Results")
    turn_to(page, "Tables")
    expect(page.get_by_role("region", name="Tables")).to_be_visible()
    expect(marked).to_have_text("Tables")


@both_screens
def test_the_evening_follows_its_tables_without_losing_what_is_typed(
    page: Page,
    live_server: LiveServer,
    look: Look,
    administrator: Account,
    tables: list[Partie],
) -> None:
    log_in(page, live_server.url, administrator)
    page.get_by_role("link", name="The whole evening").click()
    turn_to(page, "Who is here")
    page.get_by_label("Guests and new players").fill("Zo")
    game_record(partie=tables[0], write=write(tables[0]), record=GAME)
    expect(page.locator("#evening-results h2")).to_have_text("Ben leads")
    guests = page.get_by_label("Guests and new players")
    expect(guests).to_be_focused()
    expect(guests).to_have_value("Zo")
    look()
    if page.evaluate("innerWidth < 768"):
        the_last_table_finishes_where_one_part_is_shown(page, tables)
