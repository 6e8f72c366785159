"""A rule book of a club's own, written in a browser by taps."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club import own_books
from clubscore.club.models import Account, Club
from tests.browser.conftest import let_in


def test_a_hand_is_tapped_and_counts_beside_the_book(
    page: Page,
    live_server: LiveServer,
    club: Club,
    administrator: Account,
    look: Callable[[], None],
) -> None:
    draft = {"base": "nts", "name": "Groene Draak"}
    book = own_books.book_make(club=club, content=draft)
    let_in(page, live_server, administrator)
    page.goto(f"{live_server.url}/{club.slug}/settings/books/{book.pk}/")
    new = page.locator("#new-hand")
    new.get_by_label("Name", exact=True).fill("Three sisters")
    new.get_by_label("Doubles").fill("1")
    new.get_by_text("Tap the tiles").click()

    def tap(tiles: str, suit: str) -> None:
        for rank in tiles:
            new.locator(f"[data-tile='{rank}{suit}']").click()

    sets = new.get_by_label("Its sets").first
    tap("1234567899", "m")
    expect(sets).to_have_value("123m 456m 789m 9m")
    new.get_by_role("button", name="Take the last one back").click()
    expect(sets).to_have_value("123m 456m 789m")
    new.get_by_label("The suits: any others do too").first.check()
    new.get_by_label("A hand that it is", exact=True).focus()
    tap("123456789", "m")
    tap("55222", "z")
    new.get_by_label("A hand that it is not").focus()
    tap("123", "m")
    tap("456", "p")
    tap("789", "m")
    tap("55222", "z")
    expect(new.get_by_label("A hand that it is not")).to_have_value(
        "123m 456p 789m 55z 222z"
    )
    expect(new.get_by_label("Its tiles").first).to_be_hidden()
    page.get_by_label("Winning hand", exact=True).fill("123456789s55z222z")
    page.get_by_label("Winning tile", exact=True).fill("2z")
    counted = page.locator("#counted")
    expect(counted.get_by_text("Three sisters")).to_be_visible()
    look()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".proof").first).to_be_visible()
    page.get_by_role("button", name="Change", exact=True).click()
    expect(sets).to_have_value("chow a1, chow a4, chow a7")
    new.get_by_label("How it lies").select_option(label="Seven pairs")
    expect(sets).to_be_hidden()
    expect(new.get_by_text("winds", exact=True).first).to_be_visible()
    look()
