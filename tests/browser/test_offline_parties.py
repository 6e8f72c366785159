"""
Whole parties played by taps without a signal, and then sent.

One game in three is tapped tile by tile, the others are own counts. Mostly the player
after East wins, so that the deal passes; once East does, once nobody, and once a fault
ends the game. What the phone showed of each, its scores, payments, winds and chips, is
what the server has of it in the end.
"""

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext

from clubscore.club import own_books
from clubscore.club.engine import rulesets, takes_scores, takes_tiles
from clubscore.club.models import Club
from clubscore.partie.derive import chronicle_from
from clubscore.partie.models import Partie
from clubscore.partie.seats import deal_of, deal_sentence
from clubscore.rules.figures import figure
from tests.browser.phones import NOTHING_WAITS
from tests.browser.taps import Sit, Taps, sit

__all__ = ["sit"]
pytestmark = pytest.mark.has_the_engine

ENOUGH = 16
"""Games that a partie of four has at least."""
KEPT = "() => document.querySelector('#waits[data-kept=true]') !== null"
COUNTS = "() => document.querySelector('#table[data-engine=ready]') !== null"
"""The phone opens the screen without a signal, and counts by itself."""
SHEET_KEPT = "() => document.querySelector('#table[data-pages=kept]') !== null"
"""The score sheet opens, and shows what waits."""
ANSWERED = "() => document.querySelector('#worth[aria-busy=true]') === null"
RECORDED = "() => document.querySelector('#recorded-heading')?.checkVisibility()"
DEAL = "() => document.getElementById('deal').innerText.replace('✎', '').trim()"
STANDS = "() => document.getElementById('standing')?.checkVisibility()"
IS_OVER = "() => document.querySelector('.east-next').innerText.includes('is over')"
GO_ON = "#recorded .buttons > :first-child"
"""What leads to the next game."""
SHOWN = """
() => {
  const stands = [...document.querySelectorAll("#standing tbody tr")];
  const column = (place) => Object.fromEntries(stands.map((row) =>
    [row.children[0].textContent, row.children[place].textContent]));
  const payments = [...document.querySelectorAll("#recorded .payments li")];
  return {
    scores: column(1),
    has: column(2),
    next: document.querySelector(".east-next").textContent,
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
EAST_WINS, ON_A_DISCARD, DRAWN, FAULT = 4, 5, 7, 8
"""The games that end otherwise than most, which the player after East draws himself."""
OWN_BOOK: dict[str, Any] = {
    "base": "nts",
    "name": "Groene Draak",
    "options": {"rounding": "tens"},
    "items": {"mahjong": {"points": 50}},
    "add": [
        {
            "key": "one_suit",
            "name": "One suit",
            "definition": "Tiles of one suit and nothing else.",
            "doubles": 1,
            "fits": {"only": ["a"]},
            "yes": ["(123m)777m(999m)(444m)55m"],
            "no": ["(123m)777m(999m)(444p)55m"],
        }
    ],
}
"""A club's own book; the last of the hands above has what it adds."""


def number(text: str) -> int:
    """Return a number as pages write it."""
    return int(re.sub(r"\s", "", text).replace("−", "-"))


def play(table: Taps, number: int, east: str) -> None:
    """Enter a game, mostly a win of the player after East's: then the deal passes."""
    names = table_names(table)
    after = names[(names.index(east) + 1) % len(names)]
    if number == DRAWN:
        draw(table)
    elif number == FAULT and has(table, "penalty"):
        fault(table, after, number)
    elif number % ONE_IN == 0 and takes_tiles(table.partie.ruleset):
        tap_tiles(table, HANDS[number // ONE_IN % len(HANDS)], after, east)
    else:
        table.won(east if number == EAST_WINS else after)
        if number == ON_A_DISCARD:
            table.gave(east)
        else:
            table.tap("#self-drawn")
        if takes_tiles(table.partie.ruleset):
            table.tap("#own-count")
        type_what_it_is_worth(table, number)


def draw(table: Taps) -> None:
    """Enter that nobody won; where that is paid for, somebody's hand was dead."""
    table.tap("#draw")
    if table.partie.terms.rules.paying.fines_dead_hands:
        table.tap(f"#dead-{table.key(table_names(table)[2])}")
    if takes_scores(table.partie.ruleset):
        type_all(table, dict.fromkeys(table_names(table)[1:], 0))


def fault(table: Taps, offender: str, number: int) -> None:
    """Enter that a fault ended the game: the first that the book has."""
    table.tap("#penalty")
    table.tap(f"#offender-{table.key(offender)}")
    if table.ask("() => document.querySelector('[id^=offence-]') !== null"):
        table.tap("[id^=offence-] >> nth=0")
    if not takes_tiles(table.partie.ruleset):
        type_what_it_is_worth(table, number)


def type_what_it_is_worth(table: Taps, number: int) -> None:
    """Type what a hand is worth, or what all but one won or lost."""
    if takes_scores(table.partie.ruleset):
        type_all(table, dict.fromkeys(table_names(table)[1:], number))
    else:
        for digit in str(40 + 8 * number):
            table.tap(f"#digit-{digit}")


def tap_tiles(table: Taps, hand: Tapped, winner: str, east: str) -> None:
    """Enter a game by its tiles, as they lie on the table."""
    table.won(winner)
    if hand.is_self_drawn:
        table.tap("#self-drawn")
    else:
        table.gave(east)
    for tile in BONUS:
        if has(table, f"tile-{tile}"):
            table.tiles(tile)
    for shape, how, tile in hand.sets:
        table.mode(shape, how)
        table.tiles(tile)
    table.tiles(hand.pair)
    table.winning(hand.winning)
    if has(table, f"tab-{table.key(east)}"):
        table.hand(east)
        table.mode(*OF_EAST[:2])
        table.tiles(OF_EAST[2])


def type_all(table: Taps, scores: dict[str, int]) -> None:
    """Enter what players won or lost, where no rule book counts it."""
    for name, score in scores.items():
        table.tap(f"#score-{table.key(name)}")
        for digit in str(score):
            table.tap(f"#digit-{digit}")


def has(table: Taps, name: str) -> bool:
    """Return whether the screen has an element of this id."""
    return bool(table.ask(f"() => document.getElementById('{name}') !== null"))


def table_names(table: Taps) -> list[str]:
    """Return who plays."""
    seats = table.partie.seats.order_by("place").select_related("player")
    return [one.player.name for one in seats]


def begin(table: Taps) -> None:
    """Record the first game, with a signal, and go on when the phone counts."""
    table.wait_until(KEPT)
    draw(table)
    table.tap("#record")
    table.wait_until(RECORDED)
    table.wait_until(COUNTS)
    table.tap(GO_ON)
    table.wait_until(called_game(2))
    for one in (KEPT, COUNTS, SHEET_KEPT):
        table.wait_until(one)


def called_game(number: int) -> str:
    """Return what says whether the screen asks for a game."""
    return f"""() => {{
      const title = document.getElementById('table-title');
      return title?.checkVisibility() && title.textContent === 'Game {number}';
    }}"""


def play_to_the_end(table: Taps) -> list[dict[str, Any]]:
    """Play all games but the first; return what the phone showed of each."""
    told: list[dict[str, Any]] = []
    while True:
        table.wait_until(called_game(len(told) + 2))
        deal = table.ask(DEAL)
        play(
            table, len(told) + 2, next(one for one in table_names(table) if one in deal)
        )
        table.wait_until(ANSWERED)
        table.tap("#record")
        table.wait_until(STANDS)
        told.append({"deal": deal, **table.ask(SHOWN)})
        if table.ask(IS_OVER):
            return told
        table.tap(GO_ON)


def expect_on_the_sheet(table: Taps, many: int) -> None:
    """Open the score sheet, and expect so many games that wait there."""
    assert table.partie.games.count() == 1, "there was a network"
    table.open(table.ask("() => location.href").removesuffix("record/"))
    lines = "document.querySelectorAll('#waits-here tbody tr').length"
    table.wait_until(f"() => {lines} === {many}")


def expect_all_of_it(partie: Partie, told: list[dict[str, Any]]) -> None:
    """Expect of the server what the phone told of every game."""
    chronicle = chronicle_from(Partie.objects.get(pk=partie.pk))
    called = {str(one.pk): one.name for one in partie.club.players.all()}
    assert len(chronicle.games) == len(told) + 1 >= ENOUGH
    of_east = chronicle.games[EAST_WINS - 1]
    assert of_east.game.winner == of_east.table.dealer
    moves = [one["next"] for one in told if "change seats" in one["next"]]
    assert len(moves) == len(partie.terms.rules.dealing.seat_changes)
    paying = partie.terms.rules.paying
    knows_faults = paying.knows_penalties
    assert bool(chronicle.games[DRAWN - 1].result["payments"]) == (
        paying.fines_dead_hands
    )
    for one, kind in ((DRAWN, "draw"), (FAULT, "penalty" if knows_faults else "win")):
        assert chronicle.games[one - 1].game.outcome["kind"] == kind
    for game, shown in zip(chronicle.games[1:], told, strict=True):
        assert deal_sentence(deal_of(game.table, called)) == shown["deal"]
        by_name = {called[key]: score for key, score in game.scores.items()}
        assert {one: number(text) for one, text in shown["scores"].items()} == by_name
        by_name = {called[key]: many for key, many in game.chips.items()}
        assert {one: number(text) for one, text in shown["has"].items()} == by_name
        winds = game.table.winds
        assert shown["payments"] == [
            [
                f"{called[winds[one['from']]]} →  pays {called[winds[one['to']]]}",
                figure(one["amount"]),
            ]
            for one in game.result["payments"]
        ]


def play_without_a_signal(table: Taps, context: BrowserContext) -> None:
    """Play a partie and send it; expect of the server what the phone told of it."""
    begin(table)
    context.set_offline(True)
    told = play_to_the_end(table)
    expect_on_the_sheet(table, len(told))
    context.set_offline(False)
    table.wait_until(NOTHING_WAITS)
    expect_all_of_it(table.partie, told)


@pytest.mark.parametrize("book", [one.key for one in rulesets()])
def test_a_whole_partie_without_a_signal_is_what_the_server_has_of_it(
    sit: Sit, context: BrowserContext, book: str
) -> None:
    play_without_a_signal(sit(book, uses_chips=book == "nts"), context)


def test_a_phone_counts_by_a_clubs_own_book_as_the_server_does(
    sit: Sit, context: BrowserContext, club: Club
) -> None:
    book = own_books.book_make(club=club, content=OWN_BOOK)
    edition = own_books.book_publish(book=book, version=0, author="")
    table = sit(edition.key, uses_chips=True)
    play_without_a_signal(table, context)
    counted = [
        item["rule"]
        for game in chronicle_from(Partie.objects.get(pk=table.partie.pk)).games
        for hand in game.result["hands"].values()
        for item in hand["items"]
    ]
    # The games that were sent have been counted by what it adds.
    assert "one_suit" in counted
