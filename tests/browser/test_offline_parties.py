"""
Whole parties played by taps without a signal, and then sent.

One game in three is tapped tile by tile, the others are own counts. What the phone
showed of each, its scores, payments, winds and chips, is what the server has of it in
the end.
"""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, expect

from clubscore.club.engine import rulesets, takes_scores
from clubscore.partie.derive import chronicle_from
from clubscore.partie.models import Partie
from clubscore.partie.seats import deal_of, deal_sentence
from tests.browser.phones import counts_here, keeps_the_sheet, next_game, ready
from tests.browser.taps import Finger, Sit, sit

__all__ = ["sit"]
pytestmark = pytest.mark.has_the_engine

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


class Tapped(NamedTuple):
    """A winner's hand as it is tapped; every rule book takes it for a win."""

    sets: tuple[tuple[str, str, str], ...]
    """Shape, how it lies, and the tile that is tapped."""
    pair: str
    winning: str
    is_self_drawn: bool


HANDS = (
    Tapped(
        (
            ("chow", "concealed", "2s"),
            ("pung", "exposed", "5z"),
            ("pung", "exposed", "7s"),
            ("pung", "concealed", "9s"),
        ),
        pair="3s",
        winning="3s",
        is_self_drawn=False,
    ),
    Tapped(
        (
            ("pung", "exposed", "6z"),
            ("pung", "exposed", "4p"),
            ("kong", "concealed", "1p"),
            ("pung", "concealed", "9p"),
        ),
        pair="5z",
        winning="9p",
        is_self_drawn=True,
    ),
    Tapped(
        (
            ("chow", "concealed", "1m"),
            ("pung", "exposed", "7m"),
            ("pung", "concealed", "9m"),
            ("pung", "concealed", "4m"),
        ),
        pair="5m",
        winning="5m",
        is_self_drawn=False,
    ),
)
OF_EAST = ("pung", "concealed", "8p")
"""What East has beside it, where losers are counted."""
BONUS = ("2f", "4y")
"""What lies beside the winner's sets, where there are flowers and seasons."""
ONE_IN = 3
"""One game in so many is tapped tile by tile."""


def number(text: str) -> int:
    """Return a number as pages write it."""
    return int(text.replace("−", "-"))


def play(table: Finger, number: int, east: str) -> None:
    """Enter a game: the player after East wins, so that the deal passes."""
    names = table_names(table)
    winner = names[(names.index(east) + 1) % len(names)]
    if number % ONE_IN == 0 and not takes_scores(table.partie.ruleset):
        hand = HANDS[number // ONE_IN % len(HANDS)]
        tap_tiles(table, hand, winner, east)
        return
    table.won(winner)
    table.tap("#self-drawn")
    if takes_scores(table.partie.ruleset):
        losers = [one for one in names if one != winner]
        type_all(table, {winner: 3 * number} | dict.fromkeys(losers[:2], number))
    else:
        table.page.locator("#own-count").click()
        table.page.locator("#own-points").fill(str(40 + 8 * number))


def tap_tiles(table: Finger, hand: Tapped, winner: str, east: str) -> None:
    """Enter a game by its tiles, as they lie on the table."""
    page = table.page
    table.won(winner)
    if hand.is_self_drawn:
        table.tap("#self-drawn")
    else:
        table.gave(east)
    for tile in BONUS:
        if page.locator(f"#tile-{tile}").count():
            table.tiles(tile)
    for shape, how, tile in hand.sets:
        table.mode(shape, how)
        table.tiles(tile)
    table.tiles(hand.pair)
    table.winning(hand.winning)
    if page.locator(f"#tab-{table.key(east)}").count():
        table.hand(east)
        table.mode(*OF_EAST[:2])
        table.tiles(OF_EAST[2])


def type_all(table: Finger, scores: dict[str, int]) -> None:
    """Enter what players won or lost, where no rule book counts it."""
    for name, score in scores.items():
        table.tap(f"#score-{table.key(name)}")
        for digit in str(score):
            table.tap(f"#digit-{digit}")


@pytest.mark.parametrize("book", [one.key for one in rulesets()])
def test_a_whole_partie_without_a_signal_is_what_the_server_has_of_it(
    sit: Sit, context: BrowserContext, book: str
) -> None:
    table = sit(book, uses_chips=book == "nts")
    page, names = table.page, table_names(table)
    ready(table)
    table.tap("#draw")
    if takes_scores(book):
        type_all(table, dict.fromkeys(names[1:], 0))
    table.record()
    counts_here(table)
    next_game(table, 2)
    ready(table)
    counts_here(table)
    keeps_the_sheet(table)
    context.set_offline(True)
    told: list[dict[str, Any]] = []
    deals: list[str] = []
    count = 2
    while True:
        deal = page.locator("#deal").inner_text().removesuffix("✎").strip()
        deals.append(deal)
        east = next(one for one in names if one in deal)
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
    called = {str(one.pk): one.name for one in table.partie.club.players.all()}
    assert len(chronicle.games) == len(told) + 1
    for game, shown, deal in zip(chronicle.games[1:], told, deals, strict=True):
        assert deal_sentence(deal_of(game.table, called)) == deal
        by_name = {called[key]: score for key, score in game.scores.items()}
        assert {one: number(text) for one, text in shown["scores"].items()} == by_name
        has = {called[key]: many for key, many in game.chips.items()}
        assert {one: number(text) for one, text in shown["has"].items()} == has
        winds = game.table.winds
        assert shown["payments"] == [
            [
                f"{called[winds[one['from']]]} →  pays {called[winds[one['to']]]}",
                str(one["amount"]),
            ]
            for one in game.result["payments"]
        ]


def table_names(table: Finger) -> list[str]:
    """Return who plays."""
    seats = table.partie.seats.order_by("place").select_related("player")
    return [one.player.name for one in seats]
