"""What was entered at the table screen, kept until it is recorded, and after."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from clubscore.club.models import Club
from tests.browser.taps import Finger, Sit, ben_wins, open_table, sit

__all__ = ["sit"]

pytestmark = pytest.mark.keeps_no_screen

Look = Callable[[], None]


def assert_tiles_in_sight(table: Finger) -> None:
    """Fail if a tile of the pad is under the bar, though something was to be told."""
    hidden = table.page.locator("#pad").evaluate(
        """(pad) => pad.getBoundingClientRect().bottom -
          document.getElementById("worth").getBoundingClientRect().top"""
    )
    assert hidden <= 0, f"{hidden} px of the tiles are hidden"


def test_a_reload_keeps_what_was_entered(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.hand("Dirk")
    table.tiles("5z")
    page.reload()
    expect(page.locator("#notices")).to_contain_text("half entered")
    look()
    assert_tiles_in_sight(table)
    expect(page.locator("#tray .set")).to_have_count(5)
    table.hand("Dirk")
    expect(page.locator("#tray .set")).to_have_count(1)
    page.locator("#keep").click()
    table.record()
    assert table.said["hands"]["Dirk"]["sets"] == ["555z"]
    # It is recorded: nothing is left for the next game.
    page.get_by_role("link", name="Next game").click()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.locator("#notices")).to_be_empty()
    expect(page.get_by_role("group", name="Who won?")).to_be_visible()


def test_a_reload_keeps_who_sat_east(sit: Sit) -> None:
    table = sit()
    page = table.page
    table.tap("#east")
    table.tap(f"#east-{table.key('Cleo')}")
    expect(page.locator("#deal")).to_contain_text("Cleo is East")
    page.reload()
    expect(page.locator("#notices")).to_contain_text("half entered")
    expect(page.locator("#deal")).to_contain_text("Cleo is East")
    table.tap("#draw")
    table.record()
    assert table.said["east"] == "Cleo"


def test_what_was_entered_can_be_thrown_away(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.page.reload()
    table.tap("#throw-away")
    expect(table.page.locator(f"#won-{table.key('Ben')}")).to_have_attribute(
        "aria-pressed", "false"
    )
    table.page.reload()
    expect(table.page.locator("#table")).to_be_visible()
    expect(table.page.locator("#notices")).to_be_empty()


def test_a_game_that_was_wrong_is_there_to_be_put_right(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.hand("Dirk")
    table.tiles("5z")
    table.tap("#rest")
    table.tap("#claim-half_flush")
    table.record()
    page.get_by_role("button", name="That was wrong").click()
    expect(page.locator("#table-title")).to_have_text("Game 1")
    expect(page.locator("#ending")).to_contain_text("Ben on Anna’s discard")
    expect(page.locator("#set-4")).to_have_accessible_name(re.compile("winning tile"))
    look()
    assert_tiles_in_sight(table)
    table.hand("Dirk")
    expect(page.locator("#tray")).to_contain_text("one suit and honours")
    table.record()
    assert table.said["hands"]["Dirk"]["claims"] == ["half_flush"]
    assert table.partie.games.count() == 1


def test_a_game_that_was_taken_back_is_kept_until_it_is_recorded_again(
    sit: Sit,
) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.record()
    page.get_by_role("button", name="That was wrong").click()
    expect(page.locator("#ending")).to_contain_text("Ben on Anna’s discard")
    # The address alone leads back to it.
    page.goto(page.url.partition("?")[0])
    expect(page.locator("#table-title")).to_have_text("Game 1")
    expect(page.locator("#ending")).to_contain_text("Ben on Anna’s discard")
    table.record()
    # Recorded again, it is not offered once more as the next game.
    page.reload()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.get_by_role("group", name="Who won?")).to_be_visible()
    assert table.partie.games.count() == 1


def test_a_game_put_right_at_once_is_not_offered_again_as_the_next(sit: Sit) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.record()
    page.get_by_role("button", name="That was wrong").click()
    table.record()
    page.reload()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.get_by_role("group", name="Who won?")).to_be_visible()


def test_a_second_player_agrees_on_the_same_phone(sit: Sit, look: Look) -> None:
    table = sit()
    Club.objects.update(asks_agreement=True)
    table.tap("#draw")
    table.record()
    table.page.get_by_role("button", name="Dirk agrees").click()
    expect(table.page.locator("#agreed")).to_contain_text("Dirk agreed to this game")
    expect(table.page.get_by_role("link", name="Next game")).to_be_visible()
    look()


def test_two_phones_record_one_game(
    sit: Sit, live_server: LiveServer, new_context: CreateContextCallback
) -> None:
    table = sit()
    page = table.page
    other = new_context().new_page()
    open_table(other, live_server, table.partie)
    ben_wins(table)
    other.locator("#draw").click()
    other.locator("#record").click()
    expect(other.locator("#recorded-heading")).to_be_visible()
    table.tap("#record")
    alert = page.locator("#notices").get_by_role("alert")
    expect(alert).to_contain_text("Somebody else wrote first.")
    table.tap("#conflict-keep")
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.locator("#tray .set")).to_have_count(5)
    table.record()
    assert table.partie.games.count() == 2
