"""Statistics and the record book, as members look at them on a phone and on paper."""

import datetime as dt
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Player, Season
from clubscore.club.services import player_add
from clubscore.season.models import Tally
from tests.browser.conftest import both_screens, turn_to
from tests.season.evening import ORPHANS, play_evening
from tests.season.played import GAME, play
from tests.season.test_luck import PLAYED

Look = Callable[[], None]

pytestmark = both_screens


@pytest.fixture
def played(
    transactional_db: None, season: Season, players: list[Player]
) -> list[Player]:
    """
    Play three evenings, with a guest on one, and ties of more than are named.

    Of luck there is as much to tell as of a hundred games.
    """
    play_evening(season, players)
    eva = player_add(club=season.club, name="Eva with a rather long name indeed")
    play(season, [*players[:3], eva], [GAME, ORPHANS], day=dt.date(2026, 11, 24))
    for _table in range(4):
        play(season, players, [ORPHANS], day=dt.date(2026, 12, 1))
    Tally.objects.update(**PLAYED)
    Season.objects.create(
        club=season.club,
        name="2027",
        slug="2027",
        starts_on=dt.date(2027, 1, 1),
        ruleset="nts",
    )
    return players


def test_a_players_figures_are_found_and_narrowed_down(
    page: Page, live_server: LiveServer, played: list[Player], look: Look
) -> None:
    page.goto(f"{live_server.url}/groene-hart/")
    page.get_by_role("link", name="Players", exact=True).click()
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics of the club")
    look()
    # Keys move what a phone scrolls.
    expect(page.get_by_role("region", name="Table of all players")).to_be_visible()
    page.get_by_role("link", name="Anna").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")
    chart = page.get_by_role("img", name="Score of each evening, and the mean")
    expect(chart).to_be_visible()
    # What a bar stands for is shown where the pointer is.
    chart.hover()
    expect(chart.locator(".said")).to_contain_text("2026: ")
    turn_to(page, "Games")
    expect(page.get_by_role("img", name="How games ended")).to_be_visible()
    expect(page.get_by_role("img", name="Share of the games")).to_be_visible()
    look()
    turn_to(page, "Luck")
    luck = page.get_by_role("img", name="Luck against an equal share")
    expect(luck).to_be_visible()
    luck.locator("circle").first.hover()
    expect(luck.locator(".said")).to_contain_text("By chance")
    page.get_by_text("What this can tell").click()
    look()

    turn_to(page, "Altogether")
    page.get_by_text("Evening by evening").click()
    table = page.locator("#score-chart table")
    expect(table.get_by_role("row")).to_have_count(4)
    look()

    page.get_by_label("Parties with").select_option(
        label="Eva with a rather long name indeed"
    )
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", name="Together")).to_be_visible()
    expect(page.locator("#parties article")).to_have_count(1)
    # Heads are those of the one who was asked for.
    expect(page.locator("#heads tbody tr")).to_have_count(1)
    look()
    page.get_by_role("link", name="Show everything").click()
    expect(page.locator("#parties article")).to_have_count(6)

    page.get_by_role("combobox", name="Season").select_option(label="2027")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("Nothing was played there.")).to_be_visible()
    look()


def test_the_record_book_leads_to_the_games(
    page: Page, live_server: LiveServer, played: list[Player], look: Look
) -> None:
    page.goto(f"{live_server.url}/groene-hart/")
    if page.evaluate("innerWidth < 768"):
        page.locator("#menu summary").click()
    page.get_by_role("link", name="Records").click()
    # The first: each certificate in it says the record's name too.
    records = page.get_by_role("listitem").filter(has_text="Highest winning hand")
    highest = records.first
    expect(highest).to_contain_text("2 000 points")
    look()
    highest.get_by_text("others").click()
    look()
    page.locator("#unmade summary").click()
    expect(page.locator("#unmade li").first).to_be_visible()
    look()
    highest.get_by_role("link", name="17 November 2026, game 3").click()
    expect(page).to_have_url(f"{live_server.url}/groene-hart/parties/1/games/3/")

    page.go_back()
    periods = page.get_by_role("navigation", name="Parts of the record book")
    periods.get_by_role("link", name="2027").click()
    expect(page.get_by_text("No limit hand has been made there yet.")).to_be_visible()
    expect(periods.get_by_role("link", name="2027")).to_have_attribute(
        "aria-current", "page"
    )
    look()


def test_on_paper_figures_stand_without_what_is_tapped(
    page: Page, live_server: LiveServer, played: list[Player]
) -> None:
    page.emulate_media(media="print")
    page.goto(f"{live_server.url}/groene-hart/players/ben/?season=2026")
    expect(page.locator("#filters")).to_be_hidden()
    expect(page.get_by_role("navigation", name="On this page")).to_be_hidden()
    expect(page.locator("#asked")).to_contain_text("Season: 2026")
    drawn = page.get_by_role("img", name="Score of each evening")
    expect(drawn).to_be_visible()
    expect(page.get_by_text("Mean winning hand")).to_be_visible()
    # A sheet does not scroll: what is too wide for it would be lost.
    heads = page.locator("#heads .wide")
    assert heads.evaluate("one => getComputedStyle(one).overflowX") == "visible"
    page.goto(f"{live_server.url}/groene-hart/records/")
    expect(page.get_by_role("link", name="All time")).to_be_visible()
    expect(page.locator("#periods a:not([aria-current])").first).to_be_hidden()


def test_the_chart_of_a_season_is_read_in_both_themes(
    page: Page, live_server: LiveServer, played: list[Player], look: Look
) -> None:
    page.goto(f"{live_server.url}/groene-hart/seasons/2026/")
    turn_to(page, "Chart")
    points = page.get_by_role(
        "img", name="Points after each evening, of the first five"
    )
    expect(points).to_be_visible()
    look()


def test_a_tap_on_a_name_colours_its_line(
    page: Page, live_server: LiveServer, played: list[Player], look: Look
) -> None:
    page.goto(f"{live_server.url}/groene-hart/seasons/2026/?as_of=2026-12-01")
    turn_to(page, "Chart")
    places = page.locator("#places svg:visible")
    expect(places.get_by_role("img", name="Places over the evenings")).to_be_visible()
    dirk = places.get_by_role("link", name="Dirk")
    assert dirk.evaluate("one => one.getBoundingClientRect().height") >= 24
    dirk.click()
    expect(page).to_have_url(
        f"{live_server.url}/groene-hart/seasons/2026/?as_of=2026-12-01&players=4&show=dirk#chart"
    )
    expect(places.locator("g.shown title").first).to_contain_text("Dirk, ")
    expect(dirk).to_have_attribute("aria-current", "true")
    expect(places.locator("[aria-current]")).to_have_count(1)
    look()
    # Once more, and it is as it was.
    dirk.click()
    expect(places.locator(".shown")).to_have_count(0)
