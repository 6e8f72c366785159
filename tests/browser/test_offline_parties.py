"""
Whole parties played by taps without a signal, and then sent.

What the phone showed of each game, its scores, payments, winds and chips, is what the
server has of it in the end.
"""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from clubscore.club.engine import rulesets, takes_scores
from clubscore.partie.derive import chronicle_from
from clubscore.partie.models import Partie
from clubscore.partie.seats import deal_of, deal_sentence
from tests.browser.phones import counts_here, draw, next_game, ready
from tests.browser.taps import Finger, Sit, sit

__all__ = ["sit"]
pytestmark = pytest.mark.counts_in_the_phone

ENOUGH = 16
"""Games that a partie of four has at least."""
SHOWN = """
() => {
  const stands = [...document.querySelectorAll("#standing tbody tr")];
  const column = (place) => Object.fromEntries(stands.map((row) =>
    [row.children[0].textContent, row.children[place].textContent]));
  const payments = [...document.querySelectorAll("#recorded .payments li")];
  return {
    scores: column(1),
    has: column(2),
    payments: payments.map((line) =>
      [".who", ".amount"].map((part) => line.querySelector(part).textContent)),
  };
}
"""
"""What the phone shows of a game that waits."""


def number(text: str) -> int:
    """Return a number as pages write it."""
    return int(text.replace("−", "-"))


def play(table: Finger, number: int, east: str) -> None:
    """Enter a game: the player after East wins, so that the deal passes."""
    page = table.page
    called = table_names(table)
    winner = called[(called.index(east) + 1) % len(called)]
    table.won(winner)
    table.tap("#self-drawn")
    page.locator("#own-count").click()
    page.locator("#own-points").fill(str(40 + 8 * number))


@pytest.mark.parametrize(
    "book", [one.key for one in rulesets() if not takes_scores(one.key)]
)
def test_a_whole_partie_without_a_signal_is_what_the_server_has_of_it(
    sit: Sit, context: BrowserContext, book: str
) -> None:
    table = sit(book)
    page = table.page
    ready(table)
    draw(table)
    counts_here(table)
    next_game(table, 2)
    ready(table)
    counts_here(table)
    context.set_offline(True)
    told: list[dict[str, Any]] = []
    deals: list[str] = []
    count = 2
    while True:
        deal = page.locator("#deal").inner_text().removesuffix("✎").strip()
        deals.append(deal)
        east = next(one for one in table_names(table) if one in deal)
        play(table, count, east)
        expect(page.locator("#worth[aria-busy=true]")).to_have_count(0)
        table.record()
        page.locator("#standing").wait_for()
        told.append(page.evaluate(SHOWN))
        if page.get_by_text("The partie is over.").count():
            break
        count += 1
        next_game(table, count)
    assert len(told) + 1 >= ENOUGH
    page.goto(page.url.removesuffix("record/"))
    expect(page.locator("#waits-here tbody tr")).to_have_count(len(told))
    context.set_offline(False)
    page.reload()
    page.wait_for_function(
        "() => (localStorage.getItem('clubscore:waits') ?? '{}') === '{}'"
    )
    chronicle = chronicle_from(Partie.objects.get(pk=table.partie.pk))
    names = {str(one.pk): one.name for one in table.partie.club.players.all()}
    assert len(chronicle.games) == len(told) + 1
    for game, shown, deal in zip(chronicle.games[1:], told, deals, strict=True):
        assert deal_sentence(deal_of(game.table, names)) == deal
        by_name = {names[key]: score for key, score in game.scores.items()}
        assert {one: number(text) for one, text in shown["scores"].items()} == by_name
        has = {names[key]: many for key, many in game.chips.items()}
        assert {one: number(text) for one, text in shown["has"].items()} == has
        winds = game.table.winds
        assert shown["payments"] == [
            [
                f"{names[winds[one['from']]]} →  pays {names[winds[one['to']]]}",
                str(one["amount"]),
            ]
            for one in game.result["payments"]
        ]


def table_names(table: Finger) -> list[str]:
    """Return who plays."""
    seats = table.partie.seats.order_by("place").select_related("player")
    return [one.player.name for one in seats]
