"""A newcomer's first partie, from four names to the score sheet."""

import datetime as dt
import json
import re
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Player, Season
from tests.browser.conftest import both_screens

Look = Callable[[], None]

EAST_WINS = {
    "sets": "(123m) (456m) (789m) 555z",
    "tiles": "66z",
}
"""Clean, a set of dragons: enough to win."""


def start(page: Page, site: str, *, is_led: bool = False) -> None:
    """Type four names at /play/, start, and go to the typed page; or be led there."""
    page.goto(f"{site}/play/")
    for label, name in (
        ("First East", "Anna"),
        ("To East’s right, South", "Ben"),
        ("Across from East, West", "Cleo"),
        ("To East’s left, North", "Dirk"),
    ):
        page.get_by_label(label).fill(name)
    page.get_by_role("button", name="Start").click()
    if is_led:
        expect(page).to_have_url(re.compile("/record/typed/"))
    typed(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 1")


def typed(page: Page) -> None:
    """Go from the table screen to the page on which the game is typed."""
    expect(page).to_have_url(re.compile("/record/"))
    if "/typed/" not in page.url:
        # The screen knows the address that has what it shows, also a game taken back.
        config = json.loads(page.locator("#table-config").text_content() or "")
        page.goto(urljoin(page.url, config["addresses"]["typed"]))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game ")


def next_game(page: Page) -> None:
    """Go on to the next game, and type it."""
    page.get_by_role("link", name="Next game").click()
    typed(page)


def hand(page: Page, name: str, **fields: str) -> None:
    """Type one player's hand."""
    group = page.get_by_role("group", name=re.compile(rf"\b{name}\b")).filter(
        has=page.get_by_label("Sets as they lie")
    )
    for label, text in fields.items():
        group.get_by_label(label.replace("_", " ")).fill(text)


def choose(page: Page, question: str, answer: str) -> None:
    """Tap an answer."""
    page.get_by_role("group", name=question).get_by_text(answer).click()


def worked_example(page: Page) -> None:
    """Type the game that the Dutch rule book settles."""
    choose(page, "Who won?", "Ben")
    choose(page, "Who gave the winning tile?", "Anna")
    page.get_by_label("Winning tile", exact=True).fill("3s")
    hand(page, "Anna", Sets_as_they_lie="(222m) (888p) (777z)")
    hand(page, "Ben", Sets_as_they_lie="(234s) (456p) (567m) (345m) (33s)")
    cleo = page.locator(".hand", has_text="Cleo")
    cleo.get_by_text("Dead hand, own count").click()
    cleo.get_by_label("Dead hand").select_option(label="wrong number of tiles")
    hand(page, "Dirk", Sets_as_they_lie="555s (222z)")
    dirk = page.locator(".hand", has_text="Dirk")
    dirk.get_by_text("Dead hand, own count").click()
    dirk.get_by_label("one suit and honours", exact=True).check()


def scores(page: Page) -> dict[str, tuple[str, str]]:
    """Return each player's hand and score as the page shows them, once it does."""
    # The end of the page: by then all of the table is there.
    expect(page.locator("table.scores tbody tr").first).to_be_visible()
    page.wait_for_load_state()
    found = {}
    for row in page.locator("table.scores tbody tr").all():
        name = row.locator("th").inner_text().split()[0]
        points, score = row.locator("td").all()
        found[name] = (points.inner_text().strip(), score.inner_text().strip())
    return found


WORKED = {
    "Anna": ("64", "+24"),
    "Ben": ("96", "+384"),
    "Cleo": ("0", "−244"),
    "Dirk": ("20", "−164"),
}


RESEATED = [("East", "Cleo"), ("South", "Dirk"), ("West", "Anna"), ("North", "Ben")]
"""Who sits where if Cleo sat East."""


def chart_is_there(page: Page) -> None:
    """Look at the chart of a score sheet: on a phone it is a tap away."""
    tab = page.get_by_role("link", name="Chart", exact=True)
    if tab.is_visible():
        tab.click()
    expect(page.get_by_role("img", name="Total after each game")).to_be_visible()


@both_screens
def test_a_newcomer_plays_three_games_and_takes_one_back(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    page.goto(f"{live_server.url}/play/")
    look()
    start(page, live_server.url)
    look()

    # The worked example: counted first, then recorded.
    worked_example(page)
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_role("heading", name="What it comes to")).to_be_visible()
    assert scores(page) == WORKED
    expect(page.get_by_label("Winning tile", exact=True)).to_have_value("3s")
    look()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 1")
    assert scores(page) == WORKED
    expect(page.get_by_text("Next: Round of East; Ben is East.")).to_be_visible()
    look()

    # A draw: nothing is paid, East stays.
    next_game(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 2")
    choose(page, "How did it end?", "Draw")
    expect(page.get_by_text("Who won?")).to_be_hidden()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Nobody pays anybody.")).to_be_visible()
    expect(page.get_by_text("Next: Round of East; Ben is East.")).to_be_visible()
    look()

    # East wins and stays East.
    next_game(page)
    choose(page, "Who won?", "Ben")
    choose(page, "Who gave the winning tile?", "Nobody")
    page.get_by_label("Winning tile", exact=True).fill("6z")
    hand(
        page,
        "Ben",
        Sets_as_they_lie=EAST_WINS["sets"],
        Loose_tiles=EAST_WINS["tiles"],
    )
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 3")
    expect(page.get_by_text("Next: Round of East; Ben is East.")).to_be_visible()

    page.get_by_role("link", name="Score sheet").click()
    sheet = page.locator("#score-sheet")
    expect(sheet.locator("tbody tr:not(.round)")).to_have_count(3)
    look()
    chart_is_there(page)
    look()

    # The last game was wrong: it is taken back, and what was said is there again.
    page.get_by_role("button", name="Take back the last game").click()
    page.get_by_role("button", name="Type").click()
    page.get_by_role("link", name="Type the whole game instead").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 3")
    expect(page.get_by_label("Winning tile", exact=True)).to_have_value("6z")
    page.get_by_role("link", name="Score sheet").click()
    expect(sheet.locator("tbody tr:not(.round)")).to_have_count(2)
    page.get_by_text("Everything that was written").click()
    expect(page.get_by_text("Taken back:")).to_be_visible()
    look()


def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    start(page, live_server.url)
    worked_example(page)
    hand(page, "Anna", Sets_as_they_lie="(222m) (8x8p) (777z)")
    page.get_by_role("button", name="Count").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("is not a tile")
    look()
    alert.get_by_role("link", name="Anna").click()
    anna = page.locator(".hand", has_text="Anna").get_by_label("Sets as they lie")
    expect(anna).to_have_value("(222m) (8x8p) (777z)")
    expect(anna).to_have_attribute("aria-invalid", "true")
    anna.fill("(222m) (888p) (777z)")
    page.get_by_role("button", name="Record").click()
    assert scores(page) == WORKED


@both_screens
def test_somebody_else_sat_east(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    start(page, live_server.url)
    worked_example(page)
    page.get_by_text("Somebody else sat East").click()
    look()
    east = page.get_by_label("Who sat East?")
    east.focus()
    east.select_option(label="Cleo")
    # The seats move at once, and what was typed stays with its player.
    seats = page.get_by_role("list", name="Who sits where").get_by_role("listitem")
    expect(seats).to_have_text(
        [re.compile(f"{wind}.*{name}", re.DOTALL) for wind, name in RESEATED]
    )
    expect(east).to_be_focused()
    # Back and forth: the question stays open.
    east.select_option(label="Anna, as the rules say")
    expect(seats.first).to_contain_text("Anna")
    expect(east).to_be_focused()
    east.select_option(label="Cleo")
    expect(seats.first).to_contain_text("Cleo")
    expect(page.get_by_label("Winning tile", exact=True)).to_have_value("3s")
    look()
    page.get_by_role("button", name="Count").click()
    counted = page.get_by_role("region", name="What it comes to")
    expect(counted).to_contain_text("By the rules Anna was East, but Cleo sat there.")
    look()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Next: Round of East; Dirk is East.")).to_be_visible()
    expect(page.get_by_text("By the rules Anna was East")).to_be_visible()
    look()
    page.get_by_role("link", name="Score sheet").click()
    expect(page.get_by_text("East: Cleo (by the rules Anna)")).to_be_visible()
    look()


def test_a_hand_that_may_be_whole_gets_a_hint_and_keeps_what_was_typed(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    start(page, live_server.url)
    worked_example(page)
    hand(page, "Anna", Loose_tiles="89m1s9s")
    page.get_by_role("button", name="Count").click()
    hint = page.get_by_role("alert")
    expect(hint).to_contain_text("as many tiles as a whole hand has")
    look()
    hint.get_by_role("link", name="Anna").click()
    anna = page.locator(".hand", has_text="Anna")
    whole = anna.get_by_label("This is the whole hand")
    expect(whole).to_be_focused()
    expect(whole).to_have_accessible_description(
        re.compile("tick this: then what holds for every tile counts too")
    )
    expect(anna.get_by_label("Loose tiles")).to_have_value("89m1s9s")
    whole.check()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Next: Round of East; Ben is East.")).to_be_visible()


def test_a_second_phone_does_not_record_the_same_game_twice(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    start(page, live_server.url)
    other = page.context.new_page()
    other.goto(page.url)
    choose(other, "How did it end?", "Draw")
    other.get_by_role("button", name="Record").click()
    expect(other.get_by_text("Nobody pays anybody.")).to_be_visible()
    worked_example(page)
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Game 1 is recorded already: draw"
    )
    expect(page.get_by_label("Winning tile", exact=True)).to_have_value("3s")
    look()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 2")
    assert scores(page) == WORKED


def test_the_screens_for_ending_and_for_a_wrong_link(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    start(page, live_server.url)
    page.get_by_role("link", name="Score sheet").click()
    look()
    page.get_by_role("link", name="End here").click()
    page.get_by_role("button", name="End here").click()
    expect(page.get_by_role("alert")).to_contain_text("Say why")
    look()
    page.get_by_label("Why?").fill("the last tram")
    page.get_by_role("button", name="End here").click()
    expect(page.get_by_text("Ended early: the last tram")).to_be_visible()
    look()


@both_screens
def test_a_scorekeeper_starts_a_table_of_the_club(
    page: Page,
    live_server: LiveServer,
    look: Look,
    transactional_db: None,
    season: Season,
    players: list[Player],
    administrator: Account,
) -> None:
    Season.objects.update(ends_on=None)
    page.goto(f"{live_server.url}/groene-hart/parties/new/")
    page.get_by_label("Username").fill("willem")
    page.get_by_label("Password").fill("tiles and winds")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Start a partie")
    look()
    for place, name in enumerate(["Dirk", "Cleo", "Ben"]):
        page.locator(f"#id_player_{place}").select_option(label=name)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("Who sits here?")
    look()
    page.locator("#id_name_3").fill("Eva")
    page.get_by_text("House rules of this partie").click()
    look()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("group", name="Who won?")).to_contain_text("Eva")
    page.get_by_role("link", name="Score sheet").click()
    page.get_by_role("link", name="Make void").click()
    look()
    page.get_by_label("Why?").fill("a tile was missing")
    page.get_by_role("button", name="Make void").click()
    expect(page.get_by_text("This partie counts nowhere.")).to_be_visible()
    look()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_whoever_has_no_javascript_is_led_to_the_typed_page(
    page: Page, live_server: LiveServer
) -> None:
    start(page, live_server.url, is_led=True)
    expect(page.get_by_role("button", name="Count")).to_be_visible()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_counting_works_without_javascript(page: Page, live_server: LiveServer) -> None:
    start(page, live_server.url, is_led=True)
    worked_example(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Count").click()
    assert scores(page) == WORKED
    page.get_by_text("Somebody else sat East").click()
    page.get_by_label("Who sat East?").select_option(label="Cleo")
    with page.expect_navigation():
        page.get_by_role("button", name="Count").click()
    seats = page.get_by_role("list", name="Who sits where").get_by_role("listitem")
    expect(seats.first).to_contain_text("Cleo")
    page.get_by_label("Who sat East?").select_option(label="Anna, as the rules say")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Next: Round of East; Ben is East.")).to_be_visible()


def test_the_house_rules_follow_the_season_that_is_chosen(
    page: Page,
    live_server: LiveServer,
    look: Look,
    transactional_db: None,
    season: Season,
    players: list[Player],
    administrator: Account,
) -> None:
    Season.objects.update(ends_on=None)
    season.pk, season.slug, season.name = None, "old", "old"
    season.starts_on, season.options = dt.date(2010, 1, 1), {"rounds": 2}
    season.save()
    page.goto(f"{live_server.url}/groene-hart/parties/new/")
    page.get_by_label("Username").fill("willem")
    page.get_by_label("Password").fill("tiles and winds")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/parties/new/")  # with all of its scripts
    page.locator("#id_name_0").fill("Eva")
    rounds = page.locator("#id_option_rounds option:checked")
    expect(rounds).to_have_text("as in the season: 4")
    page.get_by_label("Season", exact=True).select_option(label="old")
    expect(rounds).to_have_text("as in the season: 2")
    expect(page.locator("#id_name_0")).to_have_value("Eva")
    look()
