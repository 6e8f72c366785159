"""Parties of every rule book, from the first question to the first game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Player, Season
from clubscore.partie.models import Partie
from tests.browser.conftest import both_screens

Look = Callable[[], None]

SEATS = {
    "First East": "Anna",
    "To East’s right, South": "Ben",
    "Across from East, West": "Cleo",
    "To East’s left, North": "Dirk",
}
SEATS_OF_THREE = {
    "First East": "Anna",
    "To East’s right, South": "Ben",
    "To East’s left, West": "Cleo",
}
OWNER = "East, owner of the first game"


def open_play(page: Page, site: LiveServer) -> None:
    """Open the page for a family."""
    page.goto(f"{site.url}/play/")


def number(page: Page, words: str) -> None:
    """Say how many play."""
    page.get_by_role("group", name="How many play?").get_by_text(words).click()


def rule_book(page: Page, name: str) -> None:
    """Choose a rule book, as somebody who is at that field."""
    books = page.get_by_role("group", name="Rule book")
    if not books.get_by_label(name).is_visible():
        books.get_by_text("Other rule books").click()
    books.get_by_label(name).check()


def fill(page: Page, seats: dict[str, str]) -> None:
    """Type a name for every seat."""
    for label, name in seats.items():
        page.get_by_label(label).fill(name)


def start(page: Page, look: Look) -> Partie:
    """Start, look at the table, and return the partie."""
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 1")
    look()
    return Partie.objects.get()


def log_in(page: Page, address: str) -> None:
    """Log in as the administrator and go on to *address*."""
    page.goto(address)
    page.get_by_label("Username").fill("willem")
    page.get_by_label("Password").fill("tiles and winds")
    page.get_by_role("button", name="Log in").click()


def pays(page: Page, answer: str) -> None:
    """Say who pays whom."""
    page.get_by_role("radio", name=answer).check()


@both_screens
@pytest.mark.usefixtures("transactional_db")
def test_three_play_by_the_dutch_book(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    open_play(page, live_server)
    page.get_by_label("To East’s right, South").fill("Ben")
    page.get_by_label("To East’s left, North").fill("Dirk")
    number(page, "Three")
    expect(page.get_by_label("To East’s left, West")).to_be_visible()
    expect(page.get_by_label("To East’s left, North")).to_be_hidden()
    expect(page.get_by_label("To East’s right, South")).to_have_value("Ben")
    expect(page.get_by_role("radio", name="Three")).to_be_focused()
    look()
    # Who changes back finds what was typed.
    number(page, "Four")
    expect(page.get_by_label("To East’s left, North")).to_have_value("Dirk")
    number(page, "Three")
    expect(page.get_by_label("To East’s left, North")).to_be_hidden()
    fill(page, SEATS_OF_THREE)
    partie = start(page, look)
    assert (partie.ruleset, partie.players) == ("nts", 3)
    assert partie.seats.count() == 3


@both_screens
@pytest.mark.usefixtures("transactional_db")
def test_five_play_by_the_dutch_book_with_chips(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    open_play(page, live_server)
    fill(page, SEATS)
    number(page, "Five")
    page.get_by_label("Rests first").fill("Eva")
    look()
    page.get_by_label("With chips").check()
    partie = start(page, look)
    assert (partie.players, partie.options["rounding"]) == (5, "tens")
    assert partie.seats.last().player.name == "Eva"  # type: ignore[union-attr]


@both_screens
@pytest.mark.usefixtures("transactional_db")
def test_four_play_by_schmale(page: Page, live_server: LiveServer, look: Look) -> None:
    open_play(page, live_server)
    fill(page, SEATS)
    rule_book(page, "Ma Jiang (Schmale)")
    expect(page.get_by_text("points are rounded")).to_be_hidden()
    expect(page.get_by_label("Ma Jiang (Schmale)")).to_be_focused()
    look()
    partie = start(page, look)
    assert (partie.ruleset, partie.players) == ("schmale", 4)


@both_screens
@pytest.mark.usefixtures("transactional_db")
def test_spiel_der_winde_asks_who_pays_whom(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    open_play(page, live_server)
    fill(page, SEATS)
    rule_book(page, "Das Spiel der Winde")
    expect(page.get_by_label(OWNER)).to_have_value("Anna")
    expect(page.get_by_text("How many play?")).to_be_hidden()
    question = page.get_by_role("group", name="Who pays whom")
    expect(question.get_by_role("radio")).to_have_count(4)
    expect(question.get_by_role("radio", checked=True)).to_have_count(0)
    look()
    page.get_by_role("button", name="Start").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("One thing is not right yet.")
    expect(page.get_by_label(OWNER)).to_have_value("Anna")
    look()
    alert.get_by_role("link", name="Who pays whom").click()
    expect(question).to_be_focused()
    pays(page, "all pay the winner, and nothing else")
    look()
    partie = start(page, look)
    assert partie.options["settlement"] == "winner_only"


@pytest.mark.browser_context_args(java_script_enabled=False)
@pytest.mark.usefixtures("transactional_db")
def test_a_table_of_five_starts_without_javascript(
    page: Page, live_server: LiveServer
) -> None:
    open_play(page, live_server)
    fill(page, SEATS)
    number(page, "Five")
    rule_book(page, "Ma Jiang (Schmale)")
    with page.expect_navigation():
        page.get_by_role("button", name="Show what this choice asks").click()
    expect(page.get_by_label("First East")).to_have_value("Anna")
    expect(page.get_by_role("alert")).to_be_hidden()
    page.get_by_label("Rests first").fill("Eva")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 1")
    partie = Partie.objects.get()
    assert (partie.ruleset, partie.players) == ("schmale", 5)


@both_screens
def test_a_club_starts_a_partie_by_another_rule_book_than_its_seasons(
    page: Page,
    live_server: LiveServer,
    look: Look,
    season: Season,
    players: list[Player],
    administrator: Account,
) -> None:
    Season.objects.update(ends_on=None)
    log_in(page, f"{live_server.url}/groene-hart/parties/new/")
    for place, player in enumerate(players):
        page.locator(f"#id_player_{place}").select_option(label=player.name)
    number(page, "Five")
    page.locator("#id_name_4").fill("Eva")
    page.get_by_text("House rules of this partie").click()
    page.get_by_label("Five players end with a green-dragon round").select_option("yes")
    look()
    rule_book(page, "Ma Jiang (Schmale)")
    expect(page.get_by_text("Not the season’s own rule book")).to_be_visible()
    expect(page.locator("#id_player_0 option:checked")).to_have_text("Anna")
    expect(page.locator("#id_name_4")).to_have_value("Eva")
    page.get_by_text("House rules of this partie").click()
    page.get_by_label("Jokers").select_option("8")
    look()
    partie = start(page, look)
    assert (partie.ruleset, partie.players) == ("schmale", 5)
    assert partie.options["jokers"] == 8


@both_screens
def test_a_season_of_spiel_der_winde_answers_for_its_parties(
    page: Page,
    live_server: LiveServer,
    look: Look,
    club: Club,
    players: list[Player],
    administrator: Account,
) -> None:
    log_in(page, f"{live_server.url}/groene-hart/settings/seasons/new/")
    page.get_by_label("Name", exact=True).fill("Winds")
    page.get_by_label("First day").fill("2020-01-01")
    page.get_by_label("Last day").fill("")
    look()
    rule_book(page, "Das Spiel der Winde")
    question = page.get_by_role("group", name="Who pays whom")
    expect(question).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Winds")
    expect(page.get_by_label("Das Spiel der Winde")).to_be_focused()
    page.get_by_role("button", name="Open the season").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The rule book does not say.")
    look()
    alert.get_by_role("link", name="Who pays whom").click()
    expect(question).to_be_focused()
    pays(page, "nobody pays; all are credited their points")
    page.get_by_role("button", name="Open the season").click()
    expect(page.get_by_role("status")).to_have_text("The season Winds is open.")

    page.goto(f"{live_server.url}/groene-hart/parties/new/")
    credited = page.get_by_role("radio", name=re.compile("nobody pays"))
    expect(credited).to_be_checked()
    for place, player in enumerate(players):
        page.locator(f"#id_player_{place}").select_option(label=player.name)
    look()
    partie = start(page, look)
    assert partie.options["settlement"] == "credit"
