"""The phone's queue by itself: games wait in order, and each is recorded once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Player
from clubscore.partie import services
from clubscore.partie.derive import chronicle_from
from clubscore.partie.models import Game, Partie
from clubscore.partie.offline_state import ahead_of, offline_of
from tests.browser.phones import expect_nothing_waits
from tests.partie.test_services import DRAW, write

pytestmark = pytest.mark.django_db(transaction=True)

BOOT = """
async (config) => {
  const waiting = window.waiting = await import("/static/js/table/queued-games.js");
  // A screen that may lose its signal has been kept by then.
  await import("/static/js/table/banner.js");
  window.draft = await import("/static/js/table/draft.js");
  window.sender = await import("/static/js/table/sender.js");
  window.queue = await import("/static/js/table/queue.js");
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  config.offline.csrf = headers["X-CSRFToken"];
  window.config = config;
  let element = document.querySelector("#waits");
  if (!element) {
    element = document.createElement("section");
    element.id = "waits";
    document.querySelector("main").prepend(element);
  }
  const opened = () => { window.opened = window.draft.load(config.partie); };
  const now = await waiting.start(config, { element, opened });
  return { number: now.number, east: now.state.east, draft: now.draft };
}
"""
SEND = """
async ([key, said, east, entry]) => {
  const { partie, version, number } = window.config.offline;
  if (entry) {
    window.draft.save(partie, { entry, base: { version, number, key } });
  }
  // As the screen shows it that is entered after all that wait.
  const { shownOf } = await import("/static/js/table/offline-state.js");
  const { state } = await window.waiting.next(window.config.offline);
  const seated = window.config.next[state.seated[east]] ?? state;
  const game = { key, said, east, shown: shownOf(seated), version, after: "" };
  return await window.sender.send(window.config, game);
}
"""


@pytest.fixture
def screen_of(
    live_server: LiveServer, partie: Partie
) -> Callable[[BrowserContext], Page]:
    """Return what opens the table on a phone that holds its link."""
    link = services.link_make(partie=partie)

    def opened(context: BrowserContext) -> Page:
        page = context.new_page()
        page.goto(f"{live_server.url}{link.get_absolute_url()}")
        # A page of the table that does not start the modules by itself.
        page.goto(f"{live_server.url}/groene-hart/parties/1/record/typed/")
        return page

    return opened


def known(partie: Partie) -> dict[str, Any]:
    """Return what a page made now would know."""
    found = Partie.objects.get(pk=partie.pk)
    chronicle = chronicle_from(found)
    players = Player.objects.filter(results__partie=partie)
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return {
        "partie": str(found.pk),
        "number": len(chronicle.games) + 1,
        "version": found.version,
        "next": ahead_of(chronicle),
        "players": {str(one.pk): one.name for one in players},
        "offline": offline_of(request, found),
    }


def boot(page: Page, offline: dict[str, Any]) -> Any:
    """Start the modules on a page."""
    return page.evaluate(BOOT, offline)


def won(partie: Partie, winner: str) -> dict[str, Any]:
    """Return a game that a player won by an own count."""
    key = str(partie.results.get(player__name=winner).player_id)
    return {
        "hands": {key: {"points": 96}},
        "outcome": {
            "kind": "win",
            "winner": key,
            "source": "wall",
            "winning_tile": None,
        },
    }


def impossible(partie: Partie) -> dict[str, Any]:
    """Return a game that cannot be scored: Ben wins with three tiles."""
    said = won(partie, "Ben")
    (key,) = said["hands"]
    outcome = said["outcome"] | {"winning_tile": "3m"}
    return {"hands": {key: {"sets": ["(123m)"]}}, "outcome": outcome}


SAID_DRAW: dict[str, Any] = {"hands": {}, "outcome": {"kind": "draw"}}


def send(
    page: Page, key: str, said: Any = SAID_DRAW, east: Any = None, entry: Any = None
) -> Any:
    """Send a game as the screen does."""
    return page.evaluate(SEND, [key, said, east, entry])


def rows(page: Page, partie: Partie) -> list[tuple[str, str]]:
    """Return the games that are on the phone: key and state."""
    script = "async (partie) => await window.queue.gamesOf(partie)"
    return [(one["key"], one["state"]) for one in page.evaluate(script, str(partie.pk))]


def recorded() -> list[tuple[int, str]]:
    """Return what the server has: number and East of every game."""
    games = Game.objects.select_related("dealer").order_by("number")
    return [(one.number, one.dealer.name) for one in games]


def test_a_game_is_sent_at_once_and_forgotten_when_the_page_knows(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    answer = send(page, "one", entry={"tiles": 1})
    assert answer == {
        "state": "recorded",
        "number": 1,
        "version": 1,
        "url": "/groene-hart/parties/1/games/1/",
        "told": "Nobody pays anybody. Anna stays East.",
    }
    assert page.evaluate("window.draft.load(window.config.offline.partie)") is None
    assert rows(page, partie) == [("one", "recorded")]
    boot(page, known(partie))
    assert rows(page, partie) == []
    assert recorded() == [(1, "Anna")]


def test_a_page_that_is_too_old_fetches_a_token(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    assert send(page, "one")["number"] == 1


def test_two_taps_record_one_game(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    answers = page.evaluate(
        f"async (game) => await Promise.all([({SEND})(game), ({SEND})(game)])",
        ["one", SAID_DRAW, None, None],
    )
    assert [one["number"] for one in answers] == [1, 1]
    assert recorded() == [(1, "Anna")]


def test_games_wait_in_order_and_the_phone_knows_who_is_east(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    offline = known(partie)
    ids = {name: key for key, name in offline["players"].items()}
    boot(page, offline)
    context.set_offline(True)
    for key, winner in (("one", "Ben"), ("two", "Ben"), ("three", "Cleo")):
        assert send(page, key, won(partie, winner)) == {"state": "waiting"}
    expect(page.locator("#waits")).to_contain_text("3 games wait to be sent.")
    expect(page.locator("#waits")).to_contain_text("No signal.")
    now = page.evaluate(
        "async () => (await import('/static/js/table/queued-games.js'))"
        ".next(window.config.offline)"
    )
    assert (now["number"], now["state"]["east"]) == (4, ids["Cleo"])
    assert recorded() == []
    context.set_offline(False)
    expect_nothing_waits(page)
    assert recorded() == [(1, "Anna"), (2, "Ben"), (3, "Ben")]


def test_a_game_whose_answer_was_lost_is_recorded_once(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    games = re.compile(r"/games/$")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(games, lose, times=1)
    assert send(page, "one") == {"state": "waiting"}
    assert recorded() == [(1, "Anna")]
    # A page that is opened now has the game in it already.
    assert boot(page, known(partie))["number"] == 2
    expect_nothing_waits(page)
    assert recorded() == [(1, "Anna")]
    assert rows(page, partie) == []


def test_a_refused_game_stays_with_its_reason_and_the_others_wait(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    context.set_offline(True)
    send(page, "one", impossible(partie), entry={"tiles": "half"})
    send(page, "two")
    context.set_offline(False)
    banner = page.locator("#waits")
    expect(banner).to_contain_text("Game 1 could not be recorded. Ben has 3 tiles")
    expect(banner).to_contain_text("You had entered: Ben wins.")
    expect(banner).to_contain_text("1 game waits behind it.")
    assert rows(page, partie) == [("one", "refused"), ("two", "waiting")]
    # After a reload it is still there.
    page.reload()
    assert boot(page, known(partie))["number"] == 3
    expect(banner).to_contain_text("Game 1 could not be recorded. Ben has 3 tiles")
    # Put right, it goes in its own place, and the other one after it.
    banner.get_by_role("button", name="Look at it").click()
    page.wait_for_function("() => window.opened")
    assert page.evaluate("window.opened.entry") == {"tiles": "half"}
    base = page.evaluate("window.opened.base")
    assert (base["number"], base["replaces"]) == (1, "one")
    assert send(page, base["key"], won(partie, "Ben"))["number"] == 1
    expect_nothing_waits(page)
    assert recorded() == [(1, "Anna"), (2, "Ben")]


def test_a_refused_game_can_be_thrown_away_and_the_others_go_on(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    context.set_offline(True)
    send(page, "one", impossible(partie))
    send(page, "two", won(partie, "Cleo"))
    send(page, "three")
    context.set_offline(False)
    banner = page.locator("#waits")
    banner.get_by_role("button", name="Throw game 1 away").click()
    expect(banner.get_by_role("button", name="Keep it")).to_be_focused()
    banner.get_by_role("button", name="Keep it").click()
    expect(banner.get_by_role("button", name="Throw game 1 away")).to_be_focused()
    assert len(rows(page, partie)) == 3
    banner.get_by_role("button", name="Throw game 1 away").click()
    banner.get_by_role("button", name="Yes, throw it away").click()
    # The screen went on as if Ben had won, who was East then, and Cleo after him.
    banner.get_by_role("button", name="As they were played").click()
    expect_nothing_waits(page)
    assert recorded() == [(1, "Ben"), (2, "Cleo")]


def test_a_game_that_comes_second_shows_the_first_and_can_follow_it(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    context.set_offline(True)
    send(page, "one", won(partie, "Ben"), entry={"tiles": "mine"})
    send(page, "two")
    services.game_record(partie=partie, write=write(partie), record=DRAW)
    context.set_offline(False)
    banner = page.locator("#waits")
    expect(banner).to_contain_text("Your game 1 came second.")
    expect(banner).to_contain_text("Game 1 is recorded already: draw.")
    expect(banner).to_contain_text("Written by Anna.")
    expect(banner.get_by_role("link", name="See it")).to_have_attribute(
        "href", "/groene-hart/parties/1/games/1/"
    )
    # A page made now has the other's game 1 in it; mine would be the second.
    page.reload()
    assert boot(page, known(partie))["number"] == 3
    banner.get_by_role("button", name="Look at it").click()
    page.wait_for_function("() => window.opened")
    base = page.evaluate("window.opened.base")
    assert base["number"] == 2
    assert send(page, base["key"], won(partie, "Ben"))["number"] == 2
    expect_nothing_waits(page)
    assert recorded() == [(1, "Anna"), (2, "Anna"), (3, "Ben")]


def test_a_double_can_be_thrown_away_and_the_next_game_follows_the_others(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    context.set_offline(True)
    send(page, "one")
    send(page, "two", won(partie, "Ben"))
    services.game_record(partie=partie, write=write(partie), record=DRAW)
    context.set_offline(False)
    banner = page.locator("#waits")
    banner.get_by_role("button", name="Throw game 1 away").click()
    banner.get_by_role("button", name="Yes, throw it away").click()
    expect_nothing_waits(page)
    assert recorded() == [(1, "Anna"), (2, "Anna")]


def test_what_is_refused_at_once_stays_on_the_screen(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    answer = send(page, "one", impossible(partie), entry={"a": 1})
    assert answer["state"] == "refused"
    assert answer["error"]["message"].startswith("Ben")
    assert rows(page, partie) == []
    draft = page.evaluate("window.draft.load(window.config.offline.partie)")
    assert draft["entry"] == {"a": 1}
    # The same key, put right.
    assert send(page, "one", won(partie, "Ben"))["state"] == "recorded"


def test_somebody_logged_out_is_told_and_nothing_is_lost(
    context: BrowserContext, screen_of: Any, partie: Partie, live_server: LiveServer
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    cookies = context.cookies()
    context.clear_cookies()
    assert send(page, "one") == {"state": "waiting"}
    banner = page.locator("#waits")
    expect(banner).to_contain_text("Nothing can be sent: you are logged out here")
    expect(banner.get_by_role("link", name="Log in")).to_be_visible()
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page.evaluate("window.sender.hurry(window.config.offline.partie)")
    expect_nothing_waits(page)
    assert recorded() == [(1, "Anna")]


def test_a_game_that_may_not_be_recorded_any_more_is_refused_with_the_reason(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    context.set_offline(True)
    assert send(page, "one") == {"state": "waiting"}
    services.partie_void(partie=partie, write=write(partie), why="Played twice")
    context.set_offline(False)
    banner = page.locator("#waits")
    expect(banner).to_contain_text(
        "Game 1 could not be recorded. You may not record at this table."
    )
    assert rows(page, partie) == [("one", "refused")]
    banner.get_by_role("button", name="Throw game 1 away").click()
    banner.get_by_role("button", name="Yes, throw it away").click()
    expect_nothing_waits(page)
    assert rows(page, partie) == []
    assert recorded() == []


def test_a_game_of_somebody_for_whom_the_partie_is_gone_is_refused(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    page.route(
        "**/parties/1/token/",
        lambda route: route.fulfill(
            status=404,
            json={"error": {"code": "gone", "message": "There is no such partie."}},
        ),
    )
    context.set_offline(True)
    send(page, "one")
    context.set_offline(False)
    expect(page.locator("#waits")).to_contain_text("There is no such partie.")
    assert rows(page, partie) == [("one", "refused")]


def test_a_server_in_trouble_that_gives_no_token_gets_the_game_later(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    page.route(
        "**/parties/1/token/",
        lambda route: route.fulfill(
            status=503, json={"error": {"code": "busy", "message": "Later."}}
        ),
        times=1,
    )
    context.set_offline(True)
    send(page, "one")
    context.set_offline(False)
    # What the phone tries by itself is answered; it is not waited for.
    page.evaluate("window.sender.hurry(window.config.partie)")
    expect_nothing_waits(page)
    assert recorded() == [(1, "Anna")]


def test_a_draft_of_a_game_that_somebody_recorded_is_offered(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    page.evaluate(
        "window.draft.save(window.config.offline.partie, {entry: {tiles: 'half'},"
        " base: {version: 0, number: 1, key: 'mine'}})"
    )
    assert boot(page, known(partie))["draft"]["entry"] == {"tiles": "half"}
    services.game_record(partie=partie, write=write(partie), record=DRAW)
    page.reload()
    assert boot(page, known(partie))["draft"] is None
    banner = page.locator("#waits")
    expect(banner).to_contain_text("What you had entered for game 1 is put aside")
    banner.get_by_role("button", name="Go on with it").click()
    page.wait_for_function("() => window.opened")
    base = page.evaluate("window.opened.base")
    assert (base["number"], base["version"]) == (2, 1)
    expect_nothing_waits(page)


def test_a_draft_that_was_sent_is_not_offered_again(
    context: BrowserContext, screen_of: Any, partie: Partie
) -> None:
    page = screen_of(context)
    boot(page, known(partie))
    send(page, "mine")
    # The battery died before the draft was cleared.
    page.evaluate(
        "window.draft.save(window.config.offline.partie, {entry: {},"
        " base: {version: 0, number: 1, key: 'mine'}})"
    )
    page.reload()
    assert boot(page, known(partie))["draft"] is None
    expect_nothing_waits(page)


def test_two_tabs_write_marks_of_their_tables_at_the_same_time(
    context: BrowserContext, screen_of: Any
) -> None:
    page = screen_of(context)
    marks = page.evaluate(
        """async () => {
          const { marks, setMark } = await import("/static/js/table/queue-marks.js");
          setMark("1", { screen: "/one/" });
          setMark("2", { screen: "/two/" });
          // While this tab writes its mark, another one takes its own off.
          const write = Storage.prototype.setItem;
          Storage.prototype.setItem = function (name, text) {
            Storage.prototype.setItem = write;
            setMark("2", null);
            this.setItem(name, text);
          };
          setMark("1", { screen: "/one/again/" });
          return marks();
        }"""
    )
    assert marks == {"1": {"screen": "/one/again/"}}


def test_marks_of_an_older_version_are_found(
    context: BrowserContext, screen_of: Any
) -> None:
    page = screen_of(context)
    marks = page.evaluate(
        """async () => {
          const { marks, setMark } = await import("/static/js/table/queue-marks.js");
          const older = { 1: { screen: "/one/" }, 2: { screen: "/two/" } };
          localStorage.setItem("clubscore:waits", JSON.stringify(older));
          const before = marks();
          setMark("1", null);
          return [before, marks()];
        }"""
    )
    both = {"1": {"screen": "/one/"}, "2": {"screen": "/two/"}}
    assert marks == [both, {"2": {"screen": "/two/"}}]
