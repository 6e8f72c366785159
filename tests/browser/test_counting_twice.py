"""Tabs and phones that count at the same time: what each shows is what is recorded."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Club
from clubscore.partie.models import Partie
from tests.browser.phones import (
    counts_here,
    draw,
    expect_sent,
    games,
    next_game,
    ready,
    scores,
    waits_of,
    wins_alone,
)
from tests.browser.taps import NAMES, Finger, Sit, open_table, sit, table_of
from tests.browser.test_offline_parties import SHOWN, number

__all__ = ["sit"]
pytestmark = [pytest.mark.has_the_engine, pytest.mark.counts_in_the_phone]

STAKE = 3000
"""What everybody has before the first game, by NTS."""
OTHERS = ["Fons", "Gijs", "Hanna", "Ivo"]
Shown = dict[str, dict[str, int]]


def begin(table: Finger) -> None:
    """Record a draw with a signal, and go on when the phone counts."""
    ready(table)
    draw(table)
    counts_here(table)
    next_game(table, 2)
    counts_here(table)
    ready(table)


def opened(page: Page, live_server: LiveServer, partie: Partie) -> Finger:
    """Open a table on a page."""
    open_table(page, live_server, partie)
    return Finger(page, partie)


def win(table: Finger, name: str, points: int) -> Shown:
    """Record a win without a signal; return what the phone shows that it comes to."""
    wins_alone(table, name, points)
    table.record()
    expect(table.page.locator("#standing tbody tr")).to_have_count(4)
    shown = table.ask(SHOWN)
    return {
        what: {player: number(text) for player, text in shown[what].items()}
        for what in ("scores", "has")
    }


def stands(partie: Partie) -> dict[str, int]:
    """Return what everybody has, by what the server has of each game."""
    every = [scores(partie, one) for one, _east, _outcome in games(partie)]
    return {name: STAKE + sum(one[name] for one in every) for name in every[0]}


def expect_as_shown(partie: Partie, shown: dict[int, Shown]) -> None:
    """Expect of the server the scores that were shown, game by game."""
    for game, what in shown.items():
        assert scores(partie, game) == what["scores"]


def test_two_tabs_of_a_partie_count_on_from_each_other_without_a_signal(
    sit: Sit, context: BrowserContext, live_server: LiveServer
) -> None:
    one = sit()
    begin(one)
    other = opened(context.new_page(), live_server, one.partie)
    counts_here(other)
    ready(other)
    context.set_offline(True)
    shown = {2: win(other, "Ben", 64)}
    # The first tab counts on from what the second one has recorded.
    waits_of(one).get_by_role("button", name="Go on here").click()
    expect(one.page.locator("#table-title")).to_have_text("Game 3")
    expect(one.page.locator("#deal")).to_contain_text("Ben is East")
    counts_here(one)
    shown[3] = win(one, "Cleo", 40)
    # And the second one from the first.
    waits_of(other).get_by_role("button", name="Go on here").click()
    expect(other.page.locator("#table-title")).to_have_text("Game 4")
    counts_here(other)
    shown[4] = win(other, "Dirk", 32)
    assert games(one.partie) == [(1, "Anna", "draw")]
    context.set_offline(False)
    expect_sent(other)
    assert games(one.partie)[1:] == [
        (2, "Anna", "win"),
        (3, "Ben", "win"),
        (4, "Cleo", "win"),
    ]
    expect_as_shown(one.partie, shown)
    assert stands(one.partie) == shown[4]["has"]


def test_two_tabs_of_two_parties_count_each_its_own(
    sit: Sit, context: BrowserContext, live_server: LiveServer, club: Club
) -> None:
    one = sit("nts")
    begin(one)
    partie = table_of(club, "bmja", names=OTHERS)
    other = opened(context.new_page(), live_server, partie)
    begin(other)
    context.set_offline(True)
    shown: dict[Finger, dict[int, Shown]] = {one: {}, other: {}}
    tables = ((one, NAMES), (other, OTHERS))
    for game in (2, 3, 4):
        for table, names in tables:
            shown[table][game] = win(table, names[game - 1], 20 * game)
            next_game(table, game + 1)
    for table, _names in tables:
        assert table.partie.games.count() == 1
    context.set_offline(False)
    for table, names in tables:
        expect_sent(table)
        easts = [east for _game, east, _outcome in games(table.partie)]
        assert easts == [names[0], *names[:3]]
        expect_as_shown(table.partie, shown[table])


def test_two_phones_without_a_signal_record_what_was_shown_or_chosen(
    sit: Sit,
    context: BrowserContext,
    browser: Browser,
    browser_context_args: dict[str, Any],
    live_server: LiveServer,
) -> None:
    one = sit()
    begin(one)
    second = browser.new_context(**browser_context_args)
    other = opened(second.new_page(), live_server, one.partie)
    ready(other)
    other.page.locator("#phone").click()
    other.page.get_by_role("button", name="Fetch it").click()
    counts_here(other)
    for phone in (context, second):
        phone.set_offline(True)
    # Both enter the second game; of the third they say otherwise, and one goes on.
    ours = {2: win(one, "Ben", 64)}
    next_game(one, 3)
    draw(one)
    theirs = {2: win(other, "Ben", 64)}
    next_game(other, 3)
    theirs[3] = win(other, "Cleo", 40)
    next_game(other, 4)
    expect(other.page.locator("#deal")).to_contain_text("Cleo is East")
    theirs[4] = win(other, "Dirk", 32)
    context.set_offline(False)
    expect_sent(one)
    recorded = [(1, "Anna", "draw"), (2, "Anna", "win"), (3, "Ben", "draw")]
    assert games(one.partie) == recorded
    expect_as_shown(one.partie, ours)
    # What comes second is asked about, a game after the other.
    second.set_offline(False)
    waits = waits_of(other)
    for game in (2, 3):
        expect(waits).to_contain_text(f"Your game {game} came second.")
        assert games(one.partie) == recorded
        waits.get_by_role("button", name=f"Throw game {game} away").click()
        waits.get_by_role("button", name="Yes, throw it away").click()
    expect(waits).to_contain_text(
        "It was entered with: Round of East; Cleo is East."
        " By what is recorded it would be: Round of East; Ben is East."
    )
    assert games(one.partie) == recorded
    waits.get_by_role("button", name="As they were played").click()
    expect_sent(other)
    assert games(one.partie) == [*recorded, (4, "Cleo", "win")]
    expect_as_shown(one.partie, ours | {4: theirs[4]})
    second.close()
