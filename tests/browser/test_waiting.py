"""Games that wait on a phone: put right, thrown away, sent by whoever recorded them."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Member, Role
from clubscore.partie import services
from clubscore.partie.models import Partie, Revision, TableLink
from tests.browser.phones import (
    NOTHING_WAITS,
    SENT,
    TOKEN,
    axe,
    ben_wins,
    drafts,
    draw,
    expect_sent,
    games,
    log_in,
    next_game,
    opened_by,
    ready,
    unfold,
    unsay_win,
    wait_for_promise,
    waits_of,
)
from tests.browser.taps import Finger, Sit, sit
from tests.partie.test_services import DRAW, write

__all__ = ["sit"]

TURNS_WAITED_FOR = """
async () => window.turnsAskedFor ?? (await navigator.locks.query()).pending.length
"""
NO_LOCKS = """
Object.defineProperty(navigator, "locks", { value: undefined });
window.turnsAskedFor = 0;
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function transaction(...asked) {
  window.turnsAskedFor += this.name === "clubscore-turns";
  return begin.apply(this, asked);
};
"""
"""What a browser is without https://, and a count of how often turns are asked for."""


def three_games(table: Finger, context: BrowserContext) -> None:
    """Record three games without a signal: a draw, Ben's as East, and another draw."""
    ready(table)
    context.set_offline(True)
    draw(table)
    next_game(table, 2)
    ben_wins(table)
    table.record()
    next_game(table, 3)
    draw(table)
    next_game(table, 4)


# Put right ------------------------------------------------------------------------


def test_a_game_that_waits_is_put_right_in_its_place(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    three_games(table, context)
    table.won("Cleo")
    listed = unfold(table)
    expect(listed.get_by_role("listitem")).to_have_count(3)
    axe(table.page)
    listed.get_by_role("button", name="Game 2: Ben wins").click()
    expect(table.page.locator("#table-title")).to_have_text("Game 2")
    waits = waits_of(table)
    expect(waits).to_contain_text("Game 2 stands below and is not sent meanwhile.")
    expect(waits).to_contain_text("What you had entered for game 4 is put aside")
    expect(table.page.locator("#ending")).to_contain_text("Ben")
    axe(table.page)
    # It was no win after all, and so the deal did not pass.
    unsay_win(table)
    table.page.locator("#draw").click()
    table.record()
    expect(waits).to_contain_text("3 games wait to be sent.")
    expect(waits).to_contain_text(
        "Game 3 was entered with: Round of East; Ben is East."
        " By the rules it would be now: Round of East; Anna is East."
    )
    waits.get_by_role("button", name="As they should have been").click()
    expect(waits).to_contain_text("Game 3 is recorded as it should have been:")
    axe(table.page)
    context.set_offline(False)
    expect(waits).not_to_contain_text("to be sent")
    assert games(table.partie) == [
        (1, "Anna", "draw"),
        (2, "Anna", "draw"),
        (3, "Anna", "draw"),
    ]
    # What was entered of the fourth is still there.
    waits.get_by_role("button", name="Go on with it").click()
    expect(table.page.locator("#ending")).to_contain_text("Cleo")


def test_a_game_on_the_screen_is_not_sent_until_it_is_left_or_recorded(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    three_games(table, context)
    unfold(table).get_by_role("button", name="Game 2: Ben wins").click()
    context.set_offline(False)
    waits = waits_of(table)
    # The one before it goes, those behind it wait with it.
    expect(waits).to_contain_text("2 games wait to be sent.")
    assert games(table.partie) == [(1, "Anna", "draw")]
    table.page.reload()
    expect(table.page.locator("#table-title")).to_have_text("Game 2")
    expect(waits).to_contain_text("Game 2 stands below")
    expect(table.page.locator("#notices")).to_be_empty()
    table.tap("#open-waits")
    waits.get_by_role("button", name="Leave it as it was").click()
    expect(table.page.locator("#table-title")).to_have_text("Game 4")
    expect_sent(table)
    assert drafts(table) == []
    assert games(table.partie) == [
        (1, "Anna", "draw"),
        (2, "Anna", "win"),
        (3, "Ben", "draw"),
    ]


def test_what_is_cleared_on_the_screen_still_replaces_its_game(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    draw(table)
    next_game(table, 2)
    unfold(table).get_by_role("button", name="Game 1: draw").click()
    table.page.locator("#draw").click()
    expect(table.page.locator("#draw")).to_have_attribute("aria-pressed", "false")
    expect(waits_of(table)).to_contain_text("Game 1 stands below")
    ben_wins(table)
    table.record()
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "win")]


def test_a_game_that_does_not_fit_any_more_is_kept_and_said_so(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit(many=5)
    ready(table)
    context.set_offline(True)
    draw(table)
    next_game(table, 2)
    expect(table.page.locator("#deal")).to_contain_text("Ben is East; Anna rests")
    table.won("Ben")
    table.tap("#self-drawn")
    table.page.locator("#own-count").click()
    table.page.locator("#own-points").fill("96")
    table.record()
    next_game(table, 3)
    # Ben was East in the first game already, and so rests in the second.
    unfold(table).get_by_role("button", name="Game 1: draw").click()
    table.page.locator("#east").click()
    table.page.locator(f"#east-{table.key('Ben')}").click()
    table.record()
    waits = waits_of(table)
    expect(waits).to_contain_text("Game 2 was entered with: Round of East; Ben is")
    waits.get_by_role("button", name="As they should have been").click()
    expect(waits).to_contain_text("Look at game 2: Ben rests in it now.")
    expect(waits).to_contain_text("2 games wait to be sent.")
    context.set_offline(False)
    expect(waits).to_contain_text("Game 2 could not be recorded. Ben rests")
    assert games(table.partie) == [(1, "Ben", "draw")]


def test_a_game_that_went_out_before_it_was_put_right_is_not_recorded_twice(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    draw(table)
    next_game(table, 2)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.page.route(SENT, hold)
    with table.page.expect_request(SENT):
        context.set_offline(False)
    # It is on its way when somebody looks at it and changes it.
    unfold(table).get_by_role("button", name="Game 1: draw").click()
    ben_wins(table)
    for route in held:
        route.continue_()
    table.page.unroute(SENT)
    waits = waits_of(table)
    expect(waits).to_contain_text("Game 1 was sent meanwhile as it stood.")
    table.tap("#open-waits")
    sent = waits.locator(".waiting-refused").get_by_role("link", name="See it")
    expect(sent).to_be_visible()
    table.tap("#record")
    notice = table.page.locator("#notices")
    expect(notice).to_contain_text("Game 1 was sent meanwhile as it stood.")
    axe(table.page)
    assert games(table.partie) == [(1, "Anna", "draw")]
    notice.get_by_role("button", name="drop mine").click()
    expect(table.page.get_by_role("heading", level=1)).to_contain_text("Game 1")
    assert drafts(table) == []


# Thrown away ----------------------------------------------------------------------


def test_a_game_that_waits_is_thrown_away_and_put_back(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    three_games(table, context)
    table.won("Cleo")
    unfold(table).get_by_role("button", name="Throw game 2 away").click()
    waits = waits_of(table)
    expect(waits).to_contain_text("Game 2 is thrown away.")
    expect(waits).to_contain_text("2 games wait to be sent.")
    # What is being entered is one earlier now, and still there.
    expect(table.page.locator("#table-title")).to_have_text("Game 3")
    expect(table.page.locator("#deal")).to_contain_text("Ben is East")
    expect(table.page.locator("#ending")).to_contain_text("Cleo")
    expect(waits.get_by_role("button", name="Undo")).to_be_focused()
    axe(table.page)
    waits.get_by_role("button", name="Undo").click()
    expect(waits).to_contain_text("3 games wait to be sent.")
    expect(table.page.locator("#table-title")).to_have_text("Game 4")
    expect(table.page.locator("#deal")).to_contain_text("Ben is East")
    expect(table.page.locator("#ending")).to_contain_text("Cleo")
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [
        (1, "Anna", "draw"),
        (2, "Anna", "win"),
        (3, "Ben", "draw"),
    ]


def test_what_is_put_back_after_the_others_were_sent_comes_last(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    three_games(table, context)
    unfold(table).get_by_role("button", name="Throw game 2 away").click()
    context.set_offline(False)
    waits = waits_of(table)
    waits.get_by_role("button", name="As they were played").click()
    expect(waits).to_contain_text("Game 2 is recorded.")
    assert games(table.partie) == [(1, "Anna", "draw"), (2, "Ben", "draw")]
    waits.get_by_role("button", name="Undo").click()
    expect(waits).to_contain_text("Game 3 is recorded.")
    expect_sent(table)
    # Each with the East that its screen showed.
    assert games(table.partie) == [
        (1, "Anna", "draw"),
        (2, "Ben", "draw"),
        (3, "Anna", "win"),
    ]


def test_the_first_and_the_second_are_thrown_away_and_put_back(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    three_games(table, context)
    for _ in range(2):
        unfold(table).get_by_role("button", name="Throw game 1 away").click()
        expect(table.page.locator("#table-title")).not_to_have_text("Game 4")
    waits = waits_of(table)
    expect(waits).to_contain_text("1 game waits to be sent.")
    waits.get_by_role("button", name="Undo").first.click()
    expect(waits).to_contain_text("2 games wait to be sent.")
    waits.get_by_role("button", name="Undo").click()
    expect(waits).to_contain_text("3 games wait to be sent.")
    context.set_offline(False)
    expect_sent(table)
    assert [outcome for _, _, outcome in games(table.partie)] == ["draw", "win", "draw"]


# Who recorded them ----------------------------------------------------------------


@pytest.fixture
def other_keeper(club: Club, outsider: Account) -> Account:
    """Return a second scorekeeper of the club."""
    Member.objects.create(club=club, account=outsider, role=Role.SCOREKEEPER)
    return outsider


def kept_by_willem(page: Page, live_server: LiveServer, partie: Partie) -> Finger:
    """Let Willem record a game without a signal, and go."""
    log_in(page, live_server.url, "willem")
    table = opened_by(page, live_server, partie)
    page.context.set_offline(True)
    draw(table)
    page.goto("about:blank")
    page.context.clear_cookies()
    page.context.set_offline(False)
    return table


@pytest.mark.usefixtures("administrator")
def test_whoever_is_logged_in_now_is_asked_before_they_are_sent(
    page: Page, live_server: LiveServer, partie: Partie, other_keeper: Account
) -> None:
    table = kept_by_willem(page, live_server, partie)
    log_in(page, live_server.url, "otto")
    elsewhere = page.locator("#waiting-elsewhere")
    expect(elsewhere).to_contain_text("Whoever recorded them has to log in here.")
    # Another's games are nobody else's to read.
    expect(elsewhere).not_to_contain_text("draw")
    elsewhere.get_by_role("link", name="Open the table").click()
    waits = waits_of(table)
    expect(waits).to_contain_text("1 game waits to be sent. Recorded by willem.")
    expect(waits).to_contain_text("Now otto is logged in here.")
    axe(page)
    assert games(partie) == []
    waits.get_by_role("button", name="Keep waiting").click()
    expect(waits).to_contain_text("Kept until willem logs in here.")
    # Otto's own game comes behind it.
    expect(page.locator("#table-title")).to_have_text("Game 2")
    draw(table)
    expect(waits).to_contain_text("2 games wait to be sent.")
    assert games(partie) == []
    waits.get_by_role("button", name="Send as otto").click()
    expect_sent(table)
    assert [one.author for one in Revision.objects.all()] == ["otto", "otto"]


@pytest.mark.usefixtures("administrator", "other_keeper")
def test_whoever_recorded_them_comes_back_and_they_are_sent(
    page: Page, live_server: LiveServer, partie: Partie
) -> None:
    kept_by_willem(page, live_server, partie)
    log_in(page, live_server.url, "otto")
    expect(page.locator("#waiting-elsewhere")).to_contain_text("has to log in here")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/accounts/logout/")
    log_in(page, live_server.url, "willem")
    page.wait_for_function(NOTHING_WAITS)
    assert games(partie) == [(1, "Anna", "draw")]
    assert Revision.objects.get().author == "willem"


@pytest.mark.usefixtures("administrator")
def test_somebody_who_may_not_record_does_not_refuse_them(
    page: Page, live_server: LiveServer, partie: Partie, outsider: Account
) -> None:
    kept_by_willem(page, live_server, partie)
    log_in(page, live_server.url, "otto")
    elsewhere = page.locator("#waiting-elsewhere")
    expect(elsewhere).to_contain_text("Whoever recorded them has to log in here.")
    expect(elsewhere.get_by_role("button")).to_have_count(0)
    page.context.clear_cookies()
    log_in(page, live_server.url, "willem")
    page.wait_for_function(NOTHING_WAITS)
    assert games(partie) == [(1, "Anna", "draw")]


@pytest.mark.usefixtures("administrator", "other_keeper")
def test_an_open_screen_records_for_nobody_who_logged_in_since(
    page: Page, context: BrowserContext, live_server: LiveServer, partie: Partie
) -> None:
    log_in(page, live_server.url, "willem")
    table = opened_by(page, live_server, partie)
    context.clear_cookies()
    log_in(context.new_page(), live_server.url, "otto")
    draw(table)
    expect(page.locator("#recorded-heading")).to_contain_text("Game 1 waits")
    expect(waits_of(table)).to_contain_text("Now otto is logged in here.")
    assert games(partie) == []


# Who may not record any more --------------------------------------------------------


def test_whoever_lost_the_right_sees_the_reason_and_throws_it_away_anywhere(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    page = table.page
    ready(table)
    context.set_offline(True)
    ben_wins(table)
    table.record()
    services.partie_void(partie=table.partie, write=write(table.partie), why="Twice")
    page.goto("about:blank")
    context.set_offline(False)
    for _ in range(2):
        page.goto(f"{live_server.url}/groene-hart/")
        box = page.locator("#waiting-elsewhere")
        expect(box).to_contain_text("Game 1 could not be recorded.")
        expect(box).to_contain_text("administrators alone can.")
        # What was entered can be typed by somebody who may.
        expect(box).to_contain_text("You had entered: Ben wins; Ben: (234s)")
    axe(page)
    box.get_by_role("button", name="Throw game 1 away").click()
    expect(box).to_contain_text("Game 1 is thrown away.")
    box.get_by_role("button", name="Undo").click()
    expect(box).to_contain_text("Game 1 could not be recorded.")
    box.get_by_role("button", name="Throw game 1 away").click()
    expect(box.get_by_role("button", name="Undo")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(box).to_be_hidden()
    assert games(table.partie) == []


def test_whoever_gets_the_right_back_tries_again(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    table = sit()
    page = table.page
    TableLink.objects.update(revoked_at=table.partie.made_at)
    draw(table)
    page.goto(f"{live_server.url}/groene-hart/")
    box = page.locator("#waiting-elsewhere")
    expect(box.get_by_role("link", name="Log in")).to_be_visible()
    box.locator("summary").click()
    expect(box).to_contain_text("Game 1 waits.")
    expect(box).to_contain_text("You had entered: draw.")
    axe(page)
    # The phone tries by itself: no answer may be half of before, and half of after.
    with page.expect_response("**/token/"):
        pass
    TableLink.objects.update(revoked_at=None)
    Partie.objects.update(is_finished=True)
    page.reload()
    expect(box).to_contain_text("The partie is over: the club’s scorekeepers")
    Partie.objects.update(is_finished=False)
    box.get_by_role("button", name="Try again").click()
    expect(box).to_be_hidden()
    assert games(table.partie) == [(1, "Anna", "draw")]


# Two tabs ---------------------------------------------------------------------------


def second_tab(table: Finger) -> Finger:
    """Open the same table in a second tab of the same browser."""
    page = table.page.context.new_page()
    page.goto(table.page.url)
    expect(page.locator("#table")).to_be_visible()
    return Finger(page, table.partie)


def no_locks(context: BrowserContext) -> None:
    """Let the browser have no locks, as without https://."""
    context.add_init_script(NO_LOCKS)


@pytest.mark.parametrize("has_locks", [True, False], ids=["locks", "calls"])
def test_the_tab_that_was_opened_last_has_the_table(
    sit: Sit, context: BrowserContext, *, has_locks: bool
) -> None:
    if not has_locks:
        no_locks(context)
    one = sit()
    ben_wins(one)
    other = second_tab(one)
    expect(other.page.locator("#ending")).to_contain_text("Ben")
    expect(one.page.locator("#table")).to_be_hidden()
    waits = waits_of(one)
    expect(waits).to_contain_text("This table is open in another tab or window.")
    axe(one.page)
    one.page.keyboard.type("5m")
    other.record()
    waits.get_by_role("button", name="Go on here").click()
    expect(one.page.locator("#table-title")).to_have_text("Game 2")
    expect(one.page.locator("#notices")).to_be_empty()
    expect(waits_of(other)).to_contain_text("This table is open in another tab")
    draw(one)
    expect_sent(one)
    assert games(one.partie) == [(1, "Anna", "win"), (2, "Ben", "draw")]


@pytest.mark.parametrize("has_locks", [True, False], ids=["locks", "calls"])
def test_two_tabs_without_a_signal_lose_nothing_and_record_nothing_twice(
    sit: Sit, context: BrowserContext, *, has_locks: bool
) -> None:
    if not has_locks:
        no_locks(context)
    one = sit()
    one.page.wait_for_selector("#waits[data-kept]", state="attached")
    ben_wins(one)
    other = second_tab(one)
    ready(one)
    context.set_offline(True)
    other.record()
    waits_of(one).get_by_role("button", name="Go on here").click()
    expect(one.page.locator("#table-title")).to_have_text("Game 2")
    expect(one.page.locator("#deal")).to_contain_text("Ben is East")
    draw(one)
    expect(waits_of(one)).to_contain_text("2 games wait to be sent.")
    context.set_offline(False)
    expect_sent(one)
    assert games(one.partie) == [(1, "Anna", "win"), (2, "Ben", "draw")]


def test_one_key_in_two_tabs_is_never_written_over(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    draw(table)
    page = table.page
    found = page.evaluate(
        """async (partie) => {
          const address = performance.getEntriesByType("resource")
            .map(({ name }) => name).find((name) => /table.queue[.]/.test(name));
          const queue = await import(address);
          const [row] = await queue.gamesOf(partie);
          const other = { ...row, said: { hands: {}, outcome: { kind: "win" } } };
          delete other.order;
          const names = [];
          for (const more of [{}, { key: "new", replaces: "gone", waits: true }]) {
            await queue.add({ ...other, ...more }).catch((error) => {
              names.push(error.constructor.name);
            });
          }
          const kept = await queue.gamesOf(partie);
          return [names, kept.map((one) => one.said.outcome.kind)];
        }""",
        str(table.partie.pk),
    )
    assert found == [["SentError", "SentError"], ["draw"]]
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]


def sends_slowly(table: Finger) -> list[Route]:
    """Let a draw be on its way to the server; return what holds it there."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.page.route(SENT, hold)
    with table.page.expect_request(SENT):
        table.tap("#record")
    return held


def let_go(table: Finger, held: list[Route]) -> None:
    """Let what is held reach the server, and wait for the answer."""
    with table.page.expect_response(SENT):
        for route in held:
            route.continue_()


@pytest.mark.parametrize("has_locks", [True, False], ids=["locks", "calls"])
def test_a_game_that_came_second_is_kept_where_a_second_tab_opened_meanwhile(
    sit: Sit, context: BrowserContext, *, has_locks: bool
) -> None:
    if not has_locks:
        no_locks(context)
    one = sit()
    ben_wins(one)
    services.game_record(partie=one.partie, write=write(one.partie), record=DRAW)
    held = sends_slowly(one)
    # The second tab sends nothing by itself: only the first one hears the answer.
    context.route(TOKEN, lambda route: route.abort())
    other = second_tab(one)
    waits = waits_of(other)
    expect(waits).to_contain_text("1 game waits to be sent.")
    assert drafts(other) == []
    let_go(one, held)
    expect(waits_of(one)).to_contain_text("This table is open in another tab")
    expect(one.page.locator("#recorded")).to_be_hidden()
    waits_of(one).get_by_role("button", name="Go on here").click()
    waits = waits_of(one)
    expect(waits).to_contain_text("You had entered: Ben wins.")
    expect(waits).to_contain_text("Your game 1 came second.")
    waits.get_by_role("button", name="Look at it").click()
    expect(one.page.locator("#ending")).to_contain_text("Ben")
    context.unroute(TOKEN)
    one.page.unroute(SENT)
    one.record()
    expect_sent(one)
    assert games(one.partie) == [(1, "Anna", "draw"), (2, "Anna", "win")]


def test_a_second_tab_tells_that_the_game_of_the_first_came_second(
    sit: Sit,
) -> None:
    one = sit()
    ben_wins(one)
    services.game_record(partie=one.partie, write=write(one.partie), record=DRAW)
    held = sends_slowly(one)
    other = second_tab(one)
    waits = waits_of(other)
    expect(waits).to_contain_text("1 game waits to be sent.")
    let_go(one, held)
    expect(waits).to_contain_text("Your game 1 came second.")
    expect(waits).to_contain_text("You had entered: Ben wins.")
    assert games(one.partie) == [(1, "Anna", "draw")]


@pytest.mark.parametrize("has_locks", [True, False], ids=["locks", "turns"])
def test_a_game_on_its_way_from_another_tab_is_not_said_to_be_thrown_away(
    sit: Sit, context: BrowserContext, *, has_locks: bool
) -> None:
    if not has_locks:
        no_locks(context)
    one = sit()
    one.tap("#draw")
    held = sends_slowly(one)
    other = second_tab(one)
    waits = waits_of(other)
    button = unfold(other).get_by_role("button", name="Throw game 1 away")
    before = other.page.evaluate(f"({TURNS_WAITED_FOR})()")
    button.click()
    # It waits for its turn: what is under way may still be recorded.
    is_waiting = f"async (before) => await ({TURNS_WAITED_FOR})() > before"
    wait_for_promise(other.page, is_waiting, before)
    expect(waits).not_to_contain_text("is thrown away")
    let_go(one, held)
    expect(waits).to_contain_text("Game 1 was sent before it could be thrown")
    expect(waits).not_to_contain_text("is thrown away")
    assert games(one.partie) == [(1, "Anna", "draw")]


TURN = """
([name, life]) => new Promise((done) => {
  const asked = indexedDB.open("clubscore-turns", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("turns");
  asked.onsuccess = () => {
    const work = asked.result.transaction("turns", "readwrite");
    const turn = { whose: "a page that crashed", until: Date.now() + life };
    work.objectStore("turns").put(turn, name);
    work.oncomplete = () => { asked.result.close(); done(turn.until); };
  };
})
"""


def test_the_turn_of_a_page_that_crashed_ends_by_itself(
    sit: Sit, context: BrowserContext
) -> None:
    no_locks(context)
    one = sit()
    one.tap("#draw")
    ends = one.page.evaluate(TURN, [f"clubscore-{one.partie.pk}", 2_000])
    with one.page.expect_response(SENT) as answered:
        one.tap("#record")
    # Two clocks of one machine: what was asked, and what the page reads.
    assert answered.value.request.timing["startTime"] >= ends - 50
    expect(one.page.locator("#recorded-heading")).to_contain_text("Game 1 is recorded")
    assert games(one.partie) == [(1, "Anna", "draw")]


# What kept them -----------------------------------------------------------------------


TROUBLES: dict[str, tuple[dict[str, Any], str]] = {
    "a server in trouble": (
        {"status": 503},
        "The server cannot take it at the moment.",
    ),
    "a server that is being replaced": (
        {"status": 502, "body": "<h1>Bad gateway</h1>", "content_type": "text/html"},
        "The server cannot take it at the moment.",
    ),
    "too many requests": (
        {"status": 429, "headers": {"Retry-After": "1"}},
        "The server was asked too often; it pauses.",
    ),
    "a network that asks for a log-in": (
        {"status": 200, "body": "<h1>Welcome</h1>", "content_type": "text/html"},
        "Something else answered in the server’s place",
    ),
    "a page that is not trusted": (
        {"status": 403, "body": "<h1>CSRF</h1>", "content_type": "text/html"},
        "The server does not trust this page any more.",
    ),
}


@pytest.mark.parametrize(("answer", "sentence"), TROUBLES.values(), ids=TROUBLES.keys())
def test_it_is_said_what_keeps_a_game(
    sit: Sit, answer: dict[str, Any], sentence: str
) -> None:
    table = sit()
    posts: list[str] = []

    def refuse(route: Route) -> None:
        posts.append(route.request.method)
        route.fulfill(**answer)

    table.page.route(SENT, refuse)
    draw(table)
    waits = waits_of(table)
    expect(waits).to_contain_text(sentence)
    expect(waits).not_to_contain_text("No signal")
    expect(waits).to_contain_text("1 game waits to be sent.")
    # Fresh tokens are tried twice, and only where the token may be at fault.
    assert len(posts) == (3 if answer["status"] == 403 else 1)
    table.page.unroute(SENT)
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]


def test_no_signal_is_said_where_the_network_failed(sit: Sit) -> None:
    table = sit()
    table.page.route(SENT, lambda route: route.abort(), times=1)
    table.page.route(TOKEN, lambda route: route.abort(), times=1)
    draw(table)
    expect(waits_of(table)).to_contain_text("No signal.")
    waits_of(table).get_by_role("button", name="Try now").click()
    expect(waits_of(table)).to_contain_text("No signal.")
    waits_of(table).get_by_role("button", name="Try now").click()
    expect_sent(table)


# What was half entered --------------------------------------------------------------


def test_it_is_said_who_recorded_meanwhile(sit: Sit, administrator: Account) -> None:
    table = sit()
    ben_wins(table)
    author = services.Author(account=administrator)
    services.game_record(
        partie=table.partie, write=services.Write(author, 0, "theirs"), record=DRAW
    )
    table.page.reload()
    waits = waits_of(table)
    expect(waits).to_contain_text(
        "Game 1 was recorded meanwhile by willem. What you had entered for game 1 is"
        " put aside, not lost."
    )
    axe(table.page)
    waits.get_by_role("button", name="Go on with it as game 2").click()
    expect(table.page.locator("#ending")).to_contain_text("Ben")


def test_whoever_records_next_is_told_for_which_game(
    sit: Sit, administrator: Account
) -> None:
    table = sit()
    ben_wins(table)
    author = services.Author(account=administrator)
    services.game_record(
        partie=table.partie, write=services.Write(author, 0, "theirs"), record=DRAW
    )
    table.tap("#record")
    notice = table.page.locator("#notices")
    notice.get_by_role("button", name="Mine is another game: record it next").click()
    expect(table.page.locator("#table-title")).to_have_text("Game 2")
    expect(notice).to_contain_text(
        "Game 1 was recorded meanwhile by willem. What you entered is for game 2 now."
    )


def test_what_was_changed_otherwise_is_said_too(
    sit: Sit, administrator: Account
) -> None:
    table = sit(uses_chips=True)
    ben_wins(table)
    players = [seat.player for seat in table.partie.seats.all()]
    services.booking_record(
        partie=table.partie,
        write=services.Write(services.Author(account=administrator), 0, "fine"),
        payer=players[0],
        payee=players[1],
        amount=10,
        why="A fine",
    )
    table.page.reload()
    expect(table.page.locator("#notices")).to_contain_text(
        "willem recorded or corrected something meanwhile. What you entered is for"
        " game 1."
    )


def test_a_game_taken_back_and_typed_is_not_asked_for_again(sit: Sit) -> None:
    table = sit()
    ben_wins(table)
    table.record()
    page = table.page
    page.locator("#recorded").get_by_role("button", name="That was wrong").click()
    expect(page.locator("#table-title")).to_have_text("Game 1")
    # A reload does not lose it, also when the address does not tell of it any more.
    expect(page).to_have_url(re.compile(r"/record/$"))
    page.reload()
    expect(page.locator("#ending")).to_contain_text("on Anna’s discard")
    page.locator("#type").click()
    page.get_by_role("link", name="Type the whole game instead").click()
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page).to_have_url(re.compile(r"/games/1/$"))
    page.goto(page.url.replace("games/1/", "record/"))
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.locator("#notices")).to_be_empty()
    expect(waits_of(table)).to_be_hidden()
    assert drafts(table) == []


def test_a_game_taken_back_and_changed_is_put_aside(
    sit: Sit, administrator: Account
) -> None:
    table = sit()
    draw(table)
    page = table.page
    page.locator("#recorded").get_by_role("button", name="That was wrong").click()
    expect(page.locator("#table-title")).to_have_text("Game 1")
    table.won("Cleo")
    author = services.Author(account=administrator)
    services.game_record(
        partie=table.partie, write=services.Write(author, 2, "theirs"), record=DRAW
    )
    page.reload()
    expect(waits_of(table)).to_contain_text("What you had entered for game 1")


def test_a_tile_says_why_it_cannot_be_tapped(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    eight = table.page.locator("#tile-8s")
    expect(eight).to_have_attribute("aria-label", re.compile("no chow begins with it$"))
    table.mode("pung", "exposed")
    expect(eight).not_to_have_attribute("aria-label", re.compile("chow"))
    table.tiles("8s")
    expect(eight).to_have_attribute("aria-label", re.compile("not enough left$"))
