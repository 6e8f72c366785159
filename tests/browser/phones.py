"""Phones at the table that lose their signal: what is entered, waits and is sent."""

import re
from time import monotonic

from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.partie.models import Game, Partie
from tests.browser.conftest import read_in_both_themes
from tests.browser.taps import Finger

SENT = re.compile(r"/games/$")
"""Where games are sent to."""
TOKEN = re.compile(r"/token/$")
"""Where a phone asks what games are sent with."""
NOTHING_WAITS = """
() => Object.keys(localStorage).every((name) => !name.startsWith("clubscore:waits:"))
"""
"""Whether all games of all tables are sent."""
SCREEN = "/groene-hart/parties/1/record/"
PATIENCE = 30
"""Seconds; a busy machine takes long to let files go, and to count."""
PAUSE = 50
"""Milliseconds between two looks."""


def axe(page: Page) -> None:
    """Check that the page keeps nothing from anybody, in both themes and in width."""
    read_in_both_themes(page)
    wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wider <= 0


def log_in(page: Page, site: str, name: str) -> None:
    """Log in on a phone."""
    page.goto(f"{site}/accounts/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("tiles and winds")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def opened_by(page: Page, live_server: LiveServer, partie: Partie) -> Finger:
    """Open the table for whoever is logged in."""
    page.goto(f"{live_server.url}{SCREEN}")
    expect(page.locator("#table")).to_be_visible()
    table = Finger(page, partie)
    ready(table)
    return table


def ready(table: Finger) -> None:
    """Wait until the screen opens without a signal."""
    expect(table.page.locator("#waits[data-kept=true]")).to_be_attached()


def counts_here(table: Finger) -> None:
    """Wait until the phone counts by itself."""
    found = table.page.locator("#table[data-engine=ready]")
    expect(found).to_be_attached(timeout=120_000)


def keeps_the_sheet(table: Finger) -> None:
    """Wait until the score sheet and the rule book open without a signal."""
    found = table.page.locator("#table[data-pages=kept]")
    expect(found).to_be_attached(timeout=60_000)


def draw(table: Finger) -> None:
    """Record a draw; it may have to wait."""
    table.tap("#draw")
    table.record()


def ben_wins(table: Finger) -> None:
    """Enter a hand of Ben's that is enough to win, on Anna's discard."""
    table.won("Ben")
    table.gave("Anna")
    table.tiles("2s", "4s")
    table.mode("pung", "exposed")
    table.tiles("5z")
    table.mode("pung", "concealed")
    table.tiles("9s")
    table.tiles("3s")
    table.winning("3s")


def ben_wins_too_little(table: Finger) -> None:
    """Enter a hand of Ben's that has too few doubles to win."""
    table.won("Ben")
    table.gave("Anna")
    table.mode("chow", "exposed")
    table.tiles("2s", "4m", "5p", "1p")
    table.tiles("3s")
    table.winning("3s")


def wins_alone(table: Finger, name: str, points: int = 64) -> None:
    """Enter a win on a tile that the player drew, by an own count."""
    table.won(name)
    table.tap("#self-drawn")
    table.page.locator("#own-count").click()
    table.page.locator("#own-points").fill(str(points))


def unsay_win(table: Finger) -> None:
    """Say that Ben did not win."""
    table.page.locator("#ending").get_by_role("button", name="change").click()
    table.page.locator(f"#won-{table.key('Ben')}").click()


def next_game(table: Finger, number: int) -> None:
    """Go on to the next game."""
    place = table.page.locator("#recorded")
    place.get_by_text("Next game", exact=True).click()
    expect(table.page.locator("#table-title")).to_have_text(f"Game {number}")


def waits_of(table: Finger) -> Locator:
    """Return where it is said what waits."""
    return table.page.locator("#waits")


def unfold(table: Finger) -> Locator:
    """Unfold the games that wait."""
    folded = waits_of(table).locator("details")
    if folded.get_attribute("open") is None:
        folded.locator("summary").click()
    return folded


def expect_sent(table: Finger) -> None:
    """Wait until nothing waits any more, and nothing is said of it."""
    table.page.wait_for_function(NOTHING_WAITS)
    expect_nothing_waits(table.page)


def expect_nothing_waits(page: Page) -> None:
    """Wait until nothing is said but of games that were sent after a wait."""
    other = page.locator("#waits > :not(.waiting-sent)")
    expect(other).to_have_count(0)


def games(partie: Partie) -> list[tuple[int, str, str]]:
    """Return what the server has: number, East and outcome of every game."""
    found = Game.objects.filter(partie=partie).select_related("dealer")
    return [(one.number, one.dealer.name, one.outcome) for one in found]


def scores(partie: Partie, number: int) -> dict[str, int]:
    """Return what a game came to, by name."""
    game = partie.games.get(number=number)
    return {one.player.name: one.score for one in game.scores.all()}


def drafts(table: Finger) -> list[str]:
    """Return what is half entered on the phone."""
    script = "Object.keys(localStorage).filter((one) => one.includes(':draft:'))"
    names: list[str] = table.page.evaluate(script)
    return names


def wait_for_promise(page: Page, script: str, told: object = None) -> None:
    """
    Wait until an asynchronous function of the page comes to something true.

    `Page.wait_for_function` takes any promise for something true.
    """
    # A promise that is never kept is none that may be waited for.
    asked = f"""(told) => Promise.race([({script})(told),
      new Promise((resolve) => setTimeout(resolve, {PATIENCE * 1000}))])"""
    end = monotonic() + PATIENCE
    while not page.evaluate(asked, told):
        assert monotonic() < end, "what was waited for has not come"
        page.wait_for_timeout(PAUSE)
