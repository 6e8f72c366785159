"""A tournament of 32 players and 8 sittings, from its opening to its results."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Player
from clubscore.evening.services import PlannedStart, evening_tables_start
from clubscore.partie import club_plans
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_end, scores_record
from clubscore.partie.signals import many_changes
from clubscore.season.tournaments import tournament_open
from tests.browser.conftest import DESKTOP, let_in
from tests.season.played import write

NAMES = [f"Player {one:02}" for one in range(1, 33)]
SITTINGS = 8
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
FIGURES = re.compile(r"^\d+:\d\d$")


PUT_ASIDE = """
window.held = [];
Object.defineProperty(navigator, "wakeLock", { value: {
  async request() {
    const lock = { released: false, async release() { lock.released = true; } };
    window.held.push(lock);
    return lock;
  },
} });
window.AudioContext = class extends AudioContext {
  constructor() {
    super();
    window.sounds = this;
  }
};
window.put = (aside) => {
  Object.defineProperty(document, "hidden", { value: aside, configurable: true });
  if (aside) window.held.forEach((lock) => lock.release());
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""
Lets a test put the phone aside, and take it up again.

A browser without a screen has nothing that keeps it on, and takes nothing away from a
page that is hidden.
"""


def finish(club: Club, chance: Random) -> None:
    """Let every table that still plays come to a score and an end."""
    with many_changes(club):
        for partie in Partie.objects.open():
            seats = [str(one) for one in partie.seats.values_list("player", flat=True)]
            first, *others = chance.sample(seats, 4)
            lost = {one: -chance.randrange(8, 400, 2) for one in others}
            scores_record(
                partie=partie,
                write=write(partie),
                scores={first: -sum(lost.values()), **lost},
                outcome={"kind": "win", "winner": first, "source": "wall"},
            )
            partie_end(partie=partie, write=write(partie), why="The time is up")


def seconds(page: Page) -> int:
    """Return what is left on a screen's clock."""
    figures = page.locator(".clock .figures")
    expect(figures).to_have_text(FIGURES)
    minutes, left = figures.inner_text().split(":")
    return int(minutes) * 60 + int(left)


@pytest.mark.parametrize("screen", [DESKTOP], ids=["desktop"], indirect=True)
def test_a_tournament_is_played_through(
    page: Page,
    live_server: LiveServer,
    administrator: Account,
    club: Club,
    look: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The worker of the tests is this process: another one has another database.
    monkeypatch.setattr(club_plans, "IN_TIME", 1.0)
    monkeypatch.setattr(club_plans, "call_worker", club_plans.make_waiting)
    chance = Random(32)
    let_in(page, live_server, administrator)
    here = f"{live_server.url}/groene-hart/tournaments/1/"

    # Opened in one step, for names that the club does not know.
    page.goto(f"{live_server.url}/groene-hart/plans/")
    page.get_by_role("link", name="Open a tournament").click()
    page.get_by_label("Name", exact=True).fill("Open 2026")
    page.get_by_label("Who plays").fill("\n".join(NAMES))
    page.get_by_label("How many sittings").fill(str(SITTINGS))
    page.get_by_label("Minutes a sitting").fill("90")
    page.get_by_label("Minutes a sitting").blur()
    expect(page.locator("#plan-expected")).to_contain_text("32 players, 8 tables")
    look()
    page.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_text("8 sittings, none started yet.")).to_be_visible()

    for number in range(1, SITTINGS + 1):
        page.get_by_role("link", name=f"Start sitting {number}").click()
        page.get_by_role("radio", name="With a notepad").check()
        page.get_by_role("button", name="Start these 8 tables").click()
        expect(page.get_by_text("The 8 tables have started.")).to_be_visible()
        page.get_by_role("link", name="Open 2026").click()
        lead = page.get_by_text(f"Sitting {number} of 8: 8 tables are still playing.")
        expect(lead).to_be_visible()
        if number == 1:
            _end_a_table_by_hand(page)
            page.goto(here)
            expect(page.get_by_text("7 tables are still playing.")).to_be_visible()
            # Four who have nothing share 4, 2, 1 and 0.
            expect(page.locator("#ranking tbody tr").first).to_contain_text("1¾")
            look()
            _watch_the_clock(page, here)
        finish(club, chance)
        if number > 1:
            page.goto(here)  # the first time it sees by itself that all have finished
        following = f"Start sitting {number + 1}" if number < SITTINGS else "CSV"
        expect(page.get_by_role("link", name=following, exact=True)).to_be_visible()

    expect(page.get_by_role("heading", name="Final ranking")).to_be_visible()
    link = page.get_by_role("link", name="CSV", exact=True).get_attribute("href")
    text = page.request.get(f"{live_server.url}{link}").text()
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert sorted(row["Player"] for row in rows) == NAMES
    assert {row["Parties"] for row in rows} == {"8"}
    points = [float(row["Points"]) for row in rows]
    # Eight sittings of eight tables, each of which gives 4 + 2 + 1 + 0.
    assert sum(points) == 8 * 8 * 7
    assert sum(int(row["Score"]) for row in rows) == 0
    order = [(-float(row["Points"]), -int(row["Score"])) for row in rows]
    assert order == sorted(order)
    assert page.locator("#ranking tbody th").all_inner_texts() == [
        row["Player"] for row in rows
    ]


def _end_a_table_by_hand(page: Page) -> None:
    """Record a draw at the first table by taps, and end it with the gong."""
    page.get_by_role("link", name="Table 1", exact=True).click()
    expect(page).to_have_url(re.compile(r"/parties/\d+/$"))
    partie = page.url
    page.goto(f"{partie}record/")
    page.locator("#draw").click()
    page.locator("#record").click()
    expect(page.locator("#recorded-heading")).to_be_visible()
    page.goto(f"{partie}end/")
    page.get_by_role("button", name="The time is up").click()
    expect(page).to_have_url(partie)


def _watch_the_clock(page: Page, here: str) -> None:
    """Start the clock, see it on the big screen too, and hear what it says."""
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_text("The sitting ends at")).to_be_visible()
    page.get_by_role("button", name="Gong: sound on").click()
    expect(page.get_by_text("A soft gong sounds five minutes before")).to_be_visible()

    screen = page.context.new_page()
    screen.set_viewport_size(TELEVISION)
    screen.clock.install()
    screen.goto(here.replace("tournaments/1", "live"))
    assert abs(seconds(screen) - seconds(page)) <= 1
    # The ranking is the last of three pages.
    screen.get_by_role("button", name="Previous tables").click()
    ranking = screen.get_by_role("region", name="Ranking")
    expect(ranking.locator("tbody tr")).to_have_count(4)
    expect(screen.locator("#live")).to_be_hidden()
    # Without a signal it goes on; what it hears of the server would set it back.
    screen.route("**/tournaments/1/", lambda route: route.abort())
    said = screen.locator("#gong-said")
    screen.clock.fast_forward("01:25:03")
    expect(said).to_have_text("Five minutes left.")
    screen.clock.fast_forward("05:00")
    expect(said).to_have_text("Time is over.")
    expect(screen.locator(".clock .figures")).to_have_text("0:00")
    screen.close()

    page.get_by_text("Paper and files").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("The clock is paused.")).to_be_visible()
    # What was opened stays open while the page goes on.
    expect(page.get_by_role("link", name="Print slips (PDF)")).to_be_visible()
    left = page.locator(".clock .figures").inner_text()
    assert left.startswith(("89:", "90:"))
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("The sitting ends at")).to_be_visible()


@pytest.fixture
def sitting(club: Club, players: list[Player]) -> PlannedStart:
    """Return the one sitting, of one table, of a tournament that is played today."""
    return started(club, players)


def started(club: Club, players: list[Player]) -> PlannedStart:
    """Open a tournament that is played today, and start its one sitting."""
    today = timezone.localdate()
    wish = club_plans.PlanWish(tuple(one.pk for one in players), 1, counts_season=False)
    version = tournament_open(
        club=club,
        name="Open 2026",
        starts_on=today,
        ends_on=today,
        ruleset="nts",
        minutes=90,
        wish=lambda: wish,
        account=None,
    )
    club_plans.make_soon(version)
    planned = PlannedStart(version.plan, 1, ("1",))
    season = version.plan.season
    evening_tables_start(season=season, day=today, tables=[players], planned=planned)
    return planned


@pytest.mark.usefixtures("sitting")
@pytest.mark.parametrize("screen", [TELEVISION], indirect=True)
def test_the_big_screen_asks_again_for_a_clock_that_it_did_not_get(
    page: Page, live_server: LiveServer
) -> None:
    lost: list[Route] = []

    def answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route)
        route.abort()

    page.route("**/tournaments/1/", answer)
    page.clock.install()
    page.goto(f"{live_server.url}/groene-hart/live/")
    expect(page.locator("#live-lost")).to_contain_text("No connection")
    expect(page.locator(".clock")).to_have_count(0)
    page.clock.run_for(5_000)
    expect(page.locator(".clock .figures")).to_have_text("90:00")


@pytest.mark.parametrize("screen", [TELEVISION], indirect=True)
def test_a_big_screen_that_was_opened_before_shows_the_tournament(
    page: Page, live_server: LiveServer, club: Club, players: list[Player]
) -> None:
    page.clock.install()
    page.goto(f"{live_server.url}/groene-hart/live/")
    expect(page.locator("#live-empty")).to_be_visible()
    started(club, players)
    page.clock.run_for(5_000)
    expect(page.locator("#live[data-tournament]")).to_be_attached()
    # It was loaded anew, and does so no more.
    expect(page.locator("#live-tournament")).to_be_attached()
    page.evaluate("window.isStill = true")
    page.clock.run_for(15_000)
    expect(page.locator(".clock .figures")).to_have_text("90:00")
    assert page.evaluate("window.isStill")


@pytest.mark.usefixtures("sitting")
def test_the_gong_sounds_again_after_a_call(
    page: Page, live_server: LiveServer
) -> None:
    page.add_init_script(PUT_ASIDE)
    page.goto(f"{live_server.url}/groene-hart/tournaments/1/")
    gong = page.get_by_role("button", name="Gong: sound on")
    gong.click()
    expect(gong).to_have_attribute("aria-pressed", "true")
    held = "() => window.held.filter((lock) => !lock.released).length === 1"
    page.wait_for_function(held)
    # A call takes the sound away, and the screen goes dark.
    page.evaluate("window.sounds.suspend()")
    expect(gong).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("Tap once")).to_be_visible()
    page.evaluate("window.put(true)")
    page.evaluate("window.put(false)")
    expect(gong).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(held)
    # Whoever has switched it off is not woken by it.
    gong.click()
    expect(gong).to_have_attribute("aria-pressed", "false")
    page.evaluate("window.put(true)")
    page.evaluate("window.put(false)")
    expect(gong).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.sounds.state") == "suspended"
