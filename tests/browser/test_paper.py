"""Typing a paper sheet in with the keyboard alone."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account
from clubscore.partie.models import Game, Partie
from tests.browser.conftest import DESKTOP, both_screens, let_in
from tests.browser.test_club import PASSWORD
from tests.partie.test_scores_only import record_scores

Look = Callable[[], None]

wide = pytest.mark.parametrize("screen", [DESKTOP], ids=["desktop"], indirect=True)


@pytest.fixture
def sheet(
    page: Page,
    live_server: LiveServer,
    administrator: Account,
    partie: Partie,
) -> Page:
    """Return the page of an empty sheet, with the keyboard on its first winner."""
    let_in(page, live_server, administrator)
    page.goto(f"{live_server.url}/groene-hart/parties/1/paper/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("paper sheet")
    # From the last question before the sheet into its second cell.
    page.get_by_label("What everybody begins with").focus()
    keys(page, "Tab", "Tab", "Tab")
    expect(cell(page, 1, "Won by")).to_be_focused()
    return page


def keys(page: Page, *names: str) -> None:
    """Press keys one after the other."""
    for name in names:
        page.keyboard.press(name)


def line(page: Page, *texts: str) -> None:
    """Type a line from the winner on, Tab after each cell, Enter at the end."""
    for text in texts[:-1]:
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.type(texts[-1])
    page.keyboard.press("Enter")


def cell(page: Page, number: int, label: str) -> Locator:
    """Return a cell of the sheet."""
    return page.locator("tbody.line").nth(number - 1).get_by_label(label, exact=True)


def state(page: Page, number: int) -> Locator:
    """Return what the page says of a line."""
    return page.locator(f"#check-{number}")


def stand_after(page: Page, number: int, *totals: str) -> None:
    """Wait for the running totals beside a line."""
    cells = page.locator("tbody.line").nth(number - 1).locator(".after strong")
    expect(cells).to_have_text(totals)


WORKED = ("b", "a", "64", "96", "x", "20")
"""The worked example of the book: winner, discarder, points in seating order."""


@wide
def test_a_sheet_is_typed_checked_and_recorded_by_keyboard_alone(
    sheet: Page, look: Look
) -> None:
    look()
    line(sheet, *WORKED)
    expect(cell(sheet, 2, "Won by")).to_be_focused()
    expect(state(sheet, 1)).to_contain_text("Game 1 · Round of East; Anna is East.")
    stand_after(sheet, 1, "3 024", "3 384", "2 756", "2 836")
    line(sheet, "-")
    expect(state(sheet, 3)).to_contain_text("Next: Round of East; Ben is East.")

    # Nobody is said to have given the tile: the line is marked, those after it wait.
    line(sheet, "2", "", "", "48")
    line(sheet, "-")
    expect(state(sheet, 3)).to_contain_text("Say who gave the winning tile")
    expect(state(sheet, 4)).to_contain_text("Waits until line 3 is right.")
    expect(cell(sheet, 3, "Tile from")).to_have_attribute("aria-invalid", "true")
    expect(sheet.get_by_role("status")).to_contain_text("Line 3 is not right yet:")
    look()

    # Up to it, and right.
    keys(sheet, "ArrowUp", "ArrowUp", "ArrowRight")
    expect(cell(sheet, 3, "Tile from")).to_be_focused()
    sheet.keyboard.type("-")
    keys(sheet, "ArrowLeft", "ArrowLeft")
    expect(cell(sheet, 3, "Won by")).to_be_focused()
    expect(state(sheet, 4)).to_contain_text("Game 4 · Round of East; Ben is East.")
    expect(cell(sheet, 3, "Tile from")).not_to_have_attribute("aria-invalid", "true")
    stand_after(sheet, 4, "2 928", "3 672", "2 660", "2 740")
    expect(sheet.get_by_role("status")).to_contain_text("4 games are right.")

    sheet.get_by_role("button", name="Record these games").focus()
    keys(sheet, "Enter")
    expect(sheet.get_by_text("4 games are recorded from the sheet.")).to_be_visible()
    assert [game.outcome for game in Game.objects.all()] == [
        "win",
        "draw",
        "win",
        "draw",
    ]

    # What was recorded is no draft any more.
    sheet.get_by_role("link", name="Type in a paper sheet").click()
    expect(state(sheet, 1)).to_contain_text("Next: Round of East; Ben is East.")
    expect(cell(sheet, 1, "Won by")).to_have_value("")
    expect(sheet.locator("#paper-draft")).to_be_hidden()


@wide
def test_scores_are_added_and_winds_are_held_against_the_rules(sheet: Page) -> None:
    sheet.get_by_text("What each gained or lost").click()
    cell(sheet, 1, "East").focus()
    line(sheet, "a", "b", "a", "24", "384", "-244", "-146")
    expect(state(sheet, 1)).to_contain_text("The scores add to +18, and must add to 0.")
    cell(sheet, 1, "Dirk").focus()
    sheet.keyboard.type("-164")
    keys(sheet, "Enter")
    expect(cell(sheet, 2, "East")).to_be_focused()
    line(sheet, "c", "-")
    expect(state(sheet, 2)).to_contain_text("By the rules Ben is East.")
    expect(cell(sheet, 2, "East")).to_have_attribute("aria-invalid", "true")
    cell(sheet, 2, "East").focus()
    sheet.keyboard.type("b")
    keys(sheet, "Tab")
    expect(state(sheet, 2)).to_contain_text("Game 2")


@wide
def test_enter_on_the_last_line_adds_one(sheet: Page) -> None:
    many = sheet.locator("tbody.line").count()
    for _ in range(many):
        line(sheet, "-")
    expect(sheet.locator("tbody.line")).to_have_count(many + 1)
    expect(cell(sheet, many + 1, "Won by")).to_be_focused()
    line(sheet, *WORKED)
    expect(state(sheet, many + 1)).to_contain_text(f"Game {many + 1}")


@wide
def test_lines_are_put_in_between_taken_out_and_brought_back(sheet: Page) -> None:
    line(sheet, *WORKED)
    line(sheet, "-")
    keys(sheet, "ArrowUp", "ArrowUp", "Alt+Enter")
    expect(cell(sheet, 2, "Won by")).to_be_focused()
    expect(cell(sheet, 3, "Won by")).to_have_value("-")
    line(sheet, "d", "-", "", "", "", "24")
    expect(state(sheet, 3)).to_contain_text("Game 3")
    keys(sheet, "ArrowUp", "ArrowUp", "Alt+Shift+Enter")
    expect(cell(sheet, 1, "Won by")).to_have_value("d")
    keys(sheet, "Control+z")
    expect(cell(sheet, 1, "Won by")).to_have_value("b")
    expect(cell(sheet, 1, "Ben")).to_have_value("96")
    expect(state(sheet, 3)).to_contain_text("Game 3")

    # A cell that is being typed goes back to what it was; then the cell before it.
    cell(sheet, 1, "Ben").focus()
    sheet.keyboard.type("9999")
    keys(sheet, "Control+z")
    expect(cell(sheet, 1, "Ben")).to_have_value("96")


@wide
def test_cells_of_a_spreadsheet_are_pasted(sheet: Page) -> None:
    sheet.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/plain", "b\\ta\\t64\\t96\\t\\t20\\n-\\n2\\t-\\t\\t48\\n");
          document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", {clipboardData: data, bubbles: true})
          );
        }"""
    )
    expect(state(sheet, 3)).to_contain_text("Game 3")
    expect(cell(sheet, 1, "Dirk")).to_have_value("20")
    expect(cell(sheet, 3, "Tile from")).to_have_value("-")


@both_screens
def test_what_was_typed_survives_a_reload(sheet: Page, look: Look) -> None:
    line(sheet, *WORKED)
    line(sheet, "c", "")
    sheet.reload()
    expect(sheet.get_by_text("What you typed last time is here again.")).to_be_visible()
    expect(cell(sheet, 1, "Ben")).to_have_value("96")
    expect(state(sheet, 2)).to_contain_text("Say who gave the winning tile")
    look()
    sheet.get_by_role("button", name="Begin with an empty sheet").click()
    expect(cell(sheet, 1, "Ben")).to_have_value("")
    expect(sheet.locator("#paper-draft")).to_be_hidden()


@both_screens
def test_games_before_a_wrong_line_are_recorded_and_the_rest_stays(
    sheet: Page, look: Look
) -> None:
    line(sheet, *WORKED)
    line(sheet, "c", "")
    line(sheet, "-")
    sheet.get_by_role("button", name="Record the game before line 2").click()
    expect(sheet.get_by_text("1 game is recorded.")).to_be_visible()
    expect(cell(sheet, 1, "Won by")).to_have_value("c")
    look()
    cell(sheet, 1, "Tile from").fill("-")
    cell(sheet, 1, "Cleo").fill("24")
    sheet.get_by_role("button", name="Record these games").click()
    expect(sheet).to_have_url(re.compile("/parties/1/$"))
    assert Game.objects.count() == 3


@wide
def test_an_answer_that_was_lost_is_made_good(sheet: Page) -> None:
    line(sheet, *WORKED)
    expect(state(sheet, 1)).to_contain_text("Game 1")
    sheet.route("**/paper/", lambda route: (route.fetch(), route.abort()))
    sheet.get_by_role("button", name="Record these games").click()
    expect(sheet.get_by_text("There is no connection.")).to_be_visible()
    expect(cell(sheet, 1, "Ben")).to_have_value("96")
    sheet.unroute_all()
    sheet.get_by_role("button", name="Record these games").click()
    expect(sheet).to_have_url(re.compile("/parties/1/$"))
    assert Game.objects.count() == 1


@wide
def test_whoever_was_logged_out_logs_in_and_goes_on(sheet: Page) -> None:
    line(sheet, *WORKED)
    expect(state(sheet, 1)).to_contain_text("Game 1")
    sheet.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    keys(sheet, "-")
    keys(sheet, "Enter")
    expect(sheet.get_by_label("Username")).to_be_visible()
    sheet.get_by_label("Username").fill("willem")
    sheet.get_by_label("Password").fill(PASSWORD)
    keys(sheet, "Enter")
    expect(cell(sheet, 1, "Ben")).to_have_value("96")
    expect(state(sheet, 2)).to_contain_text("Game 2")


@both_screens
def test_the_line_of_an_earlier_game_is_put_right(
    sheet: Page, live_server: LiveServer, partie: Partie, look: Look
) -> None:
    record_scores(partie)
    sheet.goto(f"{live_server.url}/groene-hart/parties/1/games/1/correct/")
    expect(cell(sheet, 1, "Ben")).to_have_value("384")
    look()
    cell(sheet, 1, "Anna").fill("20")
    cell(sheet, 1, "Cleo").fill("-240")
    keys(sheet, "Enter")
    expect(state(sheet, 1)).to_contain_text("Game 1")
    look()
    sheet.get_by_role("button", name="See what would change").click()
    sheet.get_by_label("Why?").fill("a slip")
    sheet.get_by_role("button", name="Correct it").click()
    expect(sheet.get_by_text("Game 1 is corrected.")).to_be_visible()
    assert Game.objects.get().scores.get(seat="E").score == 20


def test_it_works_without_javascript(
    sheet: Page, browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(
        java_script_enabled=False, storage_state=sheet.context.storage_state()
    )
    page = context.new_page()
    page.goto(f"{live_server.url}/groene-hart/parties/1/paper/")
    for label, text in zip(
        ("Won by", "Tile from", "Anna", "Ben", "Dirk"),
        ("b", "a", "64", "96", "20"),
        strict=True,
    ):
        cell(page, 1, label).fill(text)
    # Enter checks, and records nothing by accident.
    keys(page, "Enter")
    expect(state(page, 1)).to_contain_text("Game 1")
    assert not Game.objects.exists()
    page.get_by_role("button", name="Add five lines").click()
    expect(page.locator("tbody.line")).to_have_count(13)
    page.get_by_role("button", name="Record these games").click()
    expect(page.get_by_text("1 game is recorded from the sheet.")).to_be_visible()
    context.close()


@wide
def test_typing_quickly_breaks_no_check_off_and_the_last_one_counts(
    sheet: Page,
) -> None:
    held: list[Route] = []
    troubles: list[str] = []
    sheet.on(
        "console",
        lambda line: troubles.append(line.text) if line.type == "error" else None,
    )

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    sheet.route("**/paper/", hold)
    with sheet.expect_request("**/paper/"):
        line(sheet, "-")
    for text in ("b", "-", "a"):
        cell(sheet, 1, "Won by").fill(text)
        cell(sheet, 1, "Tile from").focus()
        sheet.wait_for_timeout(200)  # longer than a pause that begins a check
    # One is under way, and the last alone comes after it.
    assert len(held) == 1
    held[0].continue_()
    expect(cell(sheet, 1, "Tile from")).to_have_attribute("aria-invalid", "true")
    assert len(held) == 2
    assert troubles == []
