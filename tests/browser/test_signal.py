"""No signal, double taps, two phones: the table screen records each game once."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.partie import services
from tests.browser.phones import (
    SENT,
    axe,
    ben_wins,
    ben_wins_too_little,
    drafts,
    draw,
    expect_nothing_waits,
    expect_sent,
    games,
    next_game,
    ready,
)
from tests.browser.taps import Finger, Sit, open_table, sit
from tests.partie.test_services import DRAW, write

__all__ = ["sit"]

# One game -----------------------------------------------------------------------


def test_a_game_without_a_signal_is_sent_when_it_is_back(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    expect(table.page.locator("#waits")).to_contain_text("No signal.")
    ben_wins(table)
    table.record()
    expect(table.page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    expect(table.page.locator("#recorded")).to_contain_text("Ben is East")
    expect(table.page.locator("#waits")).to_contain_text("1 game waits to be sent.")
    assert games(table.partie) == []
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "win")]


def test_a_signal_that_goes_before_anything_is_kept_loses_nothing(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    # What says what waits is loaded when there is something to say.
    table.page.route(re.compile("banner"), lambda route: route.abort())
    context.set_offline(True)
    expect(table.page.locator("#waits")).to_contain_text("No signal.")
    draw(table)
    expect(table.page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    table.page.unroute(re.compile("banner"))
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]
    table.page.reload()
    expect(table.page.locator("#table-title")).to_have_text("Game 2")
    assert drafts(table) == []


def test_nothing_moves_under_the_finger_when_the_signal_goes(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ben_wins(table)
    expect(table.page.locator("#worth .pays")).to_be_visible()
    places = [table.page.locator(one).bounding_box() for one in ("#pad", "#record")]
    ready(table)
    context.set_offline(True)
    expect(table.page.locator("#waits")).to_contain_text("No signal.")
    assert places == [
        table.page.locator(one).bounding_box() for one in ("#pad", "#record")
    ]
    context.set_offline(False)
    expect(table.page.locator("#waits")).to_be_hidden()
    assert places == [
        table.page.locator(one).bounding_box() for one in ("#pad", "#record")
    ]


def test_a_request_that_breaks_off_is_sent_again(sit: Sit) -> None:
    table = sit()
    table.page.route(SENT, lambda route: route.abort(), times=1)
    draw(table)
    expect(table.page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]


def test_a_game_whose_answer_is_lost_is_recorded_once(sit: Sit) -> None:
    table = sit()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    table.page.route(SENT, lose, times=1)
    draw(table)
    expect(table.page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    assert games(table.partie) == [(1, "Anna", "draw")]
    # The next one is entered meanwhile, and follows it.
    next_game(table, 2)
    draw(table)
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw"), (2, "Anna", "draw")]


def test_a_game_whose_answer_is_lost_has_a_card_after_the_page_is_loaded_anew(
    sit: Sit,
) -> None:
    table = sit()
    page = table.page

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(SENT, lose, times=1)
    draw(table)
    expect(page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    page.route(SENT, lambda route: route.abort())
    page.reload()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    card = page.locator("#waits .waiting-sent")
    expect(card).to_contain_text("Game 1 is recorded. Draw.")
    card.get_by_role("link", name="See it").click()
    expect(page).to_have_url(re.compile(r"/games/1/$"))


LAST_GAME = 16
"""Of a partie by MCR."""


def test_the_last_game_of_a_partie_has_its_card_on_the_score_sheet(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit("mcr")
    page = table.page
    for _game in range(LAST_GAME - 1):
        services.game_record(
            partie=table.partie, write=write(table.partie), record=DRAW
        )
        table.partie.refresh_from_db()
    page.reload()
    expect(page.locator("#table-title")).to_have_text(f"Game {LAST_GAME}")
    ready(table)
    context.set_offline(True)
    draw(table)
    context.set_offline(False)
    expect_sent(table)
    page.reload()
    card = page.locator("#sent-here")
    expect(card).to_contain_text(f"Game {LAST_GAME} is recorded. Draw.")
    axe(page)
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()
    page.reload()
    expect(page.locator("#score-sheet")).to_be_visible()
    expect(card).to_be_hidden()


def test_a_server_in_trouble_gets_the_game_later(sit: Sit) -> None:
    table = sit()
    table.page.route(SENT, lambda route: route.fulfill(status=502), times=1)
    draw(table)
    expect(table.page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]


def test_two_taps_on_record_are_one_game(sit: Sit) -> None:
    table = sit()
    table.tap("#draw")
    table.page.locator("#record").dblclick()
    expect(table.page.locator("#recorded-heading")).to_be_visible()
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]


def test_a_phone_that_keeps_nothing_records_all_the_same(
    sit: Sit, page: Page, context: BrowserContext
) -> None:
    page.add_init_script("Object.defineProperty(window, 'indexedDB', {value: null})")
    table = sit()
    context.set_offline(True)
    table.tap("#draw")
    table.tap("#record")
    expect(page.locator("#worth")).to_contain_text("this phone keeps nothing")
    context.set_offline(False)
    table.record()
    assert games(table.partie) == [(1, "Anna", "draw")]


def test_what_is_typed_while_a_recorded_game_is_shown_changes_nothing(
    sit: Sit,
) -> None:
    table = sit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.page.route(re.compile(r"/recorded/$"), hold)
    ben_wins(table)
    with table.page.expect_request(re.compile(r"/recorded/$")):
        table.tap("#record")
    # What it came to is not there yet.
    table.page.keyboard.type("5m")
    assert drafts(table) == []
    held.pop().continue_()
    expect(table.page.locator("#recorded-heading")).to_be_visible()
    table.page.keyboard.type("6m")
    assert drafts(table) == []
    assert games(table.partie) == [(1, "Anna", "win")]


# Several games ------------------------------------------------------------------


def test_five_games_without_a_signal_and_a_reload_come_in_order(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    draw(table)
    next_game(table, 2)
    ben_wins(table)
    table.record()
    next_game(table, 3)
    expect(table.page.locator("#deal")).to_contain_text("Ben is East")
    draw(table)
    table.page.reload()
    expect(table.page.locator("#table-title")).to_have_text("Game 4")
    expect(table.page.locator("#deal")).to_contain_text("Ben is East")
    draw(table)
    next_game(table, 5)
    # Half entered when the battery dies.
    ben_wins(table)
    table.page.reload()
    expect(table.page.locator("#table-title")).to_have_text("Game 5")
    expect(
        table.page.get_by_text("What was half entered is here again.")
    ).to_be_visible()
    table.record()
    expect(table.page.locator("#waits")).to_contain_text("5 games wait to be sent.")
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [
        (1, "Anna", "draw"),
        (2, "Anna", "win"),
        (3, "Ben", "draw"),
        (4, "Ben", "draw"),
        (5, "Ben", "win"),
    ]


def test_what_is_typed_while_a_game_waits_does_not_change_it(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    ben_wins(table)
    table.record()
    expect(table.page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    table.page.keyboard.type("5m")
    assert drafts(table) == []
    next_game(table, 2)
    draw(table)
    expect(table.page.locator("#waits")).to_contain_text("2 games wait to be sent.")
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "win"), (2, "Ben", "draw")]


def test_a_refused_game_stays_with_its_reason_until_it_is_put_right(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    ben_wins_too_little(table)
    table.record()
    next_game(table, 2)
    draw(table)
    next_game(table, 3)
    table.won("Cleo")
    context.set_offline(False)
    waits = table.page.locator("#waits")
    expect(waits).to_contain_text(
        "Game 1 could not be recorded. Ben’s hand has too few"
    )
    expect(waits).to_contain_text("1 game waits behind it.")
    axe(table.page)
    assert games(table.partie) == []
    table.page.reload()
    expect(table.page.locator("#table-title")).to_have_text("Game 3")
    expect(waits).to_contain_text("Game 1 could not be recorded.")
    waits.get_by_role("button", name="Look at it").click()
    expect(table.page.locator("#table-title")).to_have_text("Game 1")
    expect(table.page.locator("#deal")).to_contain_text("Anna is East")
    expect(waits).to_contain_text("What you had entered for game 3 is put aside")
    expect(waits).to_contain_text("It stands below: correct it and record it again.")
    expect(waits.get_by_role("button", name="Look at it")).to_be_hidden()
    axe(table.page)
    # Ben had counted something else.
    table.tap("#own-count")
    table.page.locator("#own-points").fill("96")
    table.record()
    expect(table.page.locator("#recorded-heading")).to_contain_text(
        "Game 1 is recorded"
    )
    expect(waits).not_to_contain_text("could not be recorded")
    expect(waits).not_to_contain_text("waits")
    expect(table.page.locator("#waits")).to_contain_text("game 3 is put aside")
    assert games(table.partie) == [(1, "Anna", "win"), (2, "Ben", "draw")]
    # What was half entered before is still there.
    next_game(table, 3)
    waits.get_by_role("button", name="Go on with it").click()
    expect_nothing_waits(table.page)
    expect(table.page.locator("#ending")).to_contain_text("Cleo")


def test_a_refused_game_can_be_thrown_away(sit: Sit, context: BrowserContext) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    ben_wins_too_little(table)
    table.record()
    next_game(table, 2)
    draw(table)
    context.set_offline(False)
    waits = table.page.locator("#waits")
    waits.get_by_role("button", name="Throw game 1 away").click()
    waits.get_by_role("button", name="Yes, throw it away").click()
    # Ben was East by the screen.
    waits.get_by_role("button", name="As they were played").click()
    expect_nothing_waits(table.page)
    assert games(table.partie) == [(1, "Ben", "draw")]


def test_what_is_refused_at_once_stays_on_the_screen(sit: Sit) -> None:
    table = sit()
    ben_wins_too_little(table)
    table.tap("#record")
    expect(table.page.locator("#worth")).to_contain_text("It is not recorded yet.")
    expect(table.page.locator("#waits")).to_be_hidden()
    table.tap("#own-count")
    table.page.locator("#own-points").fill("96")
    table.record()
    assert games(table.partie) == [(1, "Anna", "win")]


# Two phones ---------------------------------------------------------------------


@pytest.fixture
def other_phone(
    sit: Sit,
    browser: Browser,
    browser_context_args: dict[str, Any],
    live_server: LiveServer,
) -> Iterator[tuple[Finger, Finger]]:
    """Return one table on two phones."""
    one = sit()
    context = browser.new_context(**browser_context_args)
    page = context.new_page()
    open_table(page, live_server, one.partie)
    yield one, Finger(page, one.partie)
    context.close()


def test_two_phones_record_one_game_and_the_second_sees_the_first(
    other_phone: tuple[Finger, Finger],
) -> None:
    one, other = other_phone
    ben_wins(other)
    draw(one)
    other.tap("#record")
    notice = other.page.locator("#notices")
    expect(notice).to_contain_text("Game 1 is recorded already: draw.")
    expect(notice).to_contain_text("Written with the table’s link.")
    axe(other.page)
    assert games(one.partie) == [(1, "Anna", "draw")]
    # It was another game: nothing has to be entered again.
    notice.get_by_role("button", name="Mine is another game").click()
    expect(other.page.locator("#table-title")).to_have_text("Game 2")
    other.record()
    assert games(one.partie) == [(1, "Anna", "draw"), (2, "Anna", "win")]
    said = other.said
    assert said["hands"]["Ben"]["sets"] == [
        "(234s)",
        "(456s)",
        "555z",
        "(999s)",
        "(33s)",
    ]


def test_whoever_comes_second_with_the_same_game_leaves_theirs(
    other_phone: tuple[Finger, Finger],
) -> None:
    one, other = other_phone
    ben_wins(one)
    ben_wins(other)
    one.record()
    other.tap("#record")
    notice = other.page.locator("#notices")
    expect(notice).to_contain_text(
        "Game 1 is recorded already: Ben, on Anna’s discard."
    )
    expect(notice).to_contain_text("Anna −")
    notice.get_by_role("button", name="drop mine").click()
    expect(other.page).to_have_url(re.compile(r"/games/1/$"))
    assert games(one.partie) == [(1, "Anna", "win")]
    other.page.goto(other.page.url.replace("games/1/", "record/"))
    expect(other.page.locator("#table-title")).to_have_text("Game 2")
    expect(other.page.locator("#waits")).to_be_hidden()


def test_a_phone_that_was_away_comes_second(
    other_phone: tuple[Finger, Finger],
) -> None:
    one, other = other_phone
    other.page.context.set_offline(True)
    ben_wins(other)
    other.record()
    next_game(other, 2)
    draw(other)
    draw(one)
    other.page.context.set_offline(False)
    waits = other.page.locator("#waits")
    expect(waits).to_contain_text("Your game 1 came second.")
    expect(waits).to_contain_text("Game 1 is recorded already: draw.")
    expect(waits).to_contain_text("You had entered: Ben wins.")
    expect(waits).to_contain_text("1 game waits behind it.")
    axe(other.page)
    waits.get_by_role("button", name="Look at it").click()
    expect(other.page.locator("#table-title")).to_have_text("Game 2")
    other.record()
    expect_sent(other)
    assert games(one.partie) == [
        (1, "Anna", "draw"),
        (2, "Anna", "win"),
        (3, "Ben", "draw"),
    ]


def test_a_half_entered_game_is_kept_when_another_phone_records_it(
    other_phone: tuple[Finger, Finger],
) -> None:
    one, other = other_phone
    ben_wins(other)
    draw(one)
    other.page.reload()
    expect(other.page.locator("#table-title")).to_have_text("Game 2")
    waits = other.page.locator("#waits")
    expect(waits).to_contain_text("What you had entered for game 1 is put aside")
    waits.get_by_role("button", name="Go on with it").click()
    expect(other.page.locator("#ending")).to_contain_text("Ben")
    expect(waits).to_be_hidden()
    other.record()
    assert games(one.partie) == [(1, "Anna", "draw"), (2, "Anna", "win")]
