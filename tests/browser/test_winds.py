"""Games that wait are recorded with the East that their screen showed."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Route, expect

from clubscore.partie import services
from clubscore.partie.models import Revision
from tests.browser.phones import (
    NOTHING_WAITS,
    SENT,
    axe,
    ben_wins,
    ben_wins_too_little,
    drafts,
    draw,
    expect_sent,
    games,
    next_game,
    ready,
    scores,
    unfold,
    unsay_win,
    waits_of,
    wins_alone,
)
from tests.browser.taps import Finger, Sit, sit
from tests.browser.test_correcting_taps import confirm, see_what_changes
from tests.partie.test_services import DRAW, write

__all__ = ["sit"]


def three_with_ben(table: Finger, context: BrowserContext) -> None:
    """Record a win of Ben's that is none, then two games in which Ben is East."""
    ready(table)
    context.set_offline(True)
    ben_wins_too_little(table)
    table.record()
    next_game(table, 2)
    expect(table.page.locator("#deal")).to_contain_text("Ben is East")
    draw(table)
    next_game(table, 3)
    expect(table.page.locator("#deal")).to_contain_text("Ben is East")
    wins_alone(table, "Cleo")
    table.record()


def throw_first_away(table: Finger) -> Locator:
    """Throw the first game away, which was refused."""
    waits = waits_of(table)
    expect(waits).to_contain_text("Game 1 could not be recorded.")
    waits.get_by_role("button", name="Throw game 1 away").click()
    waits.get_by_role("button", name="Yes, throw it away").click()
    return waits


def test_games_behind_one_that_is_thrown_away_are_asked_about(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    three_with_ben(table, context)
    context.set_offline(False)
    waits = throw_first_away(table)
    # It is asked before anything is sent.
    as_played = waits.get_by_role("button", name="As they were played")
    expect(as_played).to_be_visible()
    expect(waits).to_contain_text("The choice holds for game 2 too.")
    assert games(table.partie) == []
    as_played.click()
    expect_sent(table)
    assert games(table.partie) == [(1, "Ben", "draw"), (2, "Ben", "win")]
    # Ben was East by the screen, and pays double.
    assert scores(table.partie, 2) == {
        "Anna": -64,
        "Ben": -128,
        "Cleo": 256,
        "Dirk": -64,
    }


def test_games_behind_one_that_is_put_right_are_asked_about(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    three_with_ben(table, context)
    unfold(table).get_by_role("button", name="Game 1: Ben wins").click()
    unsay_win(table)
    table.page.locator("#draw").click()
    table.record()
    # The screen goes on from where it was, too: Cleo won, and was not East.
    expect(table.page.locator("#recorded")).to_contain_text("Cleo is East")
    waits = waits_of(table)
    expect(waits).to_contain_text(
        "Game 2 was entered with: Round of East; Ben is East."
        " By the rules it would be now: Round of East; Anna is East."
        " The choice holds for game 3 too."
    )
    axe(table.page)
    waits.get_by_role("button", name="As they were played").click()
    expect(waits).to_contain_text("Game 2 stays as it was played:")
    expect(waits).to_contain_text("The choice holds for game 3 too.")
    axe(table.page)
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie) == [
        (1, "Anna", "draw"),
        (2, "Ben", "draw"),
        (3, "Ben", "win"),
    ]


def test_they_can_be_said_to_be_as_they_should_have_been(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    three_with_ben(table, context)
    unfold(table).get_by_role("button", name="Throw game 1 away").click()
    waits = waits_of(table)
    turn = waits.get_by_role("button", name="As they should have been")
    turn.click()
    back = waits.get_by_role("button", name="As they were played")
    back.click()
    turn.click()
    expect(back).to_be_visible()
    expect(waits).to_contain_text("The choice holds for game 2 too.")
    # What is recorded after the choice is as its own screen shows it.
    draw(table)
    next_game(table, 4)
    expect(waits).to_contain_text("3 games wait to be sent.")
    expect(waits).to_contain_text("The choice holds for game 2 too.")
    back.click()
    expect(waits).to_contain_text("The choice holds for games 2 and 3 too.")
    turn.click()
    expect(back).to_be_visible()
    context.set_offline(False)
    expect(waits).to_contain_text("Game 2 is recorded. Cleo wins.")
    expect(waits).to_contain_text("Game 3 is recorded.")
    waits.get_by_role("button", name="Close").click()
    expect(waits).not_to_contain_text("is recorded")
    assert games(table.partie) == [
        (1, "Anna", "draw"),
        (2, "Anna", "win"),
        (3, "Ben", "draw"),
    ]


@pytest.mark.parametrize(
    ("answer", "east"),
    [("As they were played", "Ben"), ("As they should have been", "Anna")],
)
def test_who_wrote_in_between_lets_the_phone_ask_who_was_east(
    sit: Sit, context: BrowserContext, answer: str, east: str
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    ben_wins(table)
    table.record()
    next_game(table, 2)
    draw(table)
    services.game_record(partie=table.partie, write=write(table.partie), record=DRAW)
    context.set_offline(False)
    waits = waits_of(table)
    expect(waits).to_contain_text("Your game 1 came second.")
    waits.get_by_role("button", name="Throw game 1 away").click()
    waits.get_by_role("button", name="Yes, throw it away").click()
    expect(waits).to_contain_text(
        "It was entered with: Round of East; Ben is East."
        " By what is recorded it would be: Round of East; Anna is East."
    )
    assert games(table.partie) == [(1, "Anna", "draw")]
    axe(table.page)
    waits.get_by_role("button", name=answer).click()
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw"), (2, east, "draw")]


def test_two_phones_that_entered_the_same_two_games_record_them_once(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    draw(table)
    next_game(table, 2)
    ben_wins(table)
    table.record()
    for _game in range(2):
        other = write(table.partie)
        services.game_record(partie=table.partie, write=other, record=DRAW)
        table.partie.refresh_from_db()
    context.set_offline(False)
    waits = waits_of(table)
    expect(waits).to_contain_text("Your game 1 came second.")
    waits.get_by_role("button", name="Throw game 1 away").click()
    waits.get_by_role("button", name="Yes, throw it away").click()
    # Each that was recorded meanwhile is told of, one after the other.
    expect(waits).to_contain_text("Your game 2 came second.")
    assert games(table.partie) == [(1, "Anna", "draw"), (2, "Anna", "draw")]


def test_a_game_of_which_the_winds_are_asked_does_not_say_that_it_is_sent_by_itself(
    sit: Sit,
) -> None:
    table = sit()
    ready(table)

    def seated_otherwise(route: Route) -> None:
        sent: dict[str, Any] = json.loads(route.request.post_data or "")
        winds = sent["shown"]["winds"]
        winds["E"], winds["S"] = winds["S"], winds["E"]
        route.continue_(post_data=json.dumps(sent))

    table.page.route(SENT, seated_otherwise, times=1)
    draw(table)
    expect(table.page.locator("#recorded-heading")).to_have_text(
        "Game 1 waits. Say who sat where, and it is sent."
    )
    waits = waits_of(table)
    waits.get_by_role("button", name="As they should have been").click()
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]


def test_what_was_sent_after_a_wait_says_what_it_came_to_and_who_is_east(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    wins_alone(table, "Cleo")
    table.record()
    next_game(table, 2)
    draw(table)
    context.set_offline(False)
    expect_sent(table)
    minus = "\N{MINUS SIGN}"
    waits = waits_of(table)
    expect(waits).to_contain_text(
        "Game 1 is recorded. Cleo wins."
        f" Anna {minus}128, Ben {minus}64, Cleo +256, Dirk {minus}64. Ben is East next."
    )
    expect(waits).to_contain_text(
        "Game 2 is recorded. Draw. Nobody pays anybody. Ben stays East."
    )
    axe(table.page)
    # It stands there until somebody has read it.
    table.page.reload()
    expect(waits).to_contain_text("Game 2 is recorded.")
    waits.get_by_role("button", name="Close").click()
    expect(waits).to_be_hidden()
    table.page.reload()
    expect(table.page.locator("#table-title")).to_have_text("Game 3")
    expect(waits).to_be_hidden()


# Mine is right ----------------------------------------------------------------------


def test_who_comes_second_puts_the_own_game_in_the_others_place(sit: Sit) -> None:
    table = sit()
    services.game_record(partie=table.partie, write=write(table.partie), record=DRAW)
    ben_wins(table)
    table.tap("#record")
    notice = table.page.locator("#notices")
    expect(notice).to_contain_text("Game 1 is recorded already: draw.")
    axe(table.page)
    notice.get_by_role("button", name="Mine is right: replace theirs").click()
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Correct game 1")
    see_what_changes(table)
    confirm(table.page, "the draw was a slip")
    assert games(table.partie) == [(1, "Anna", "win")]
    assert [one.reason for one in Revision.objects.order_by("pk")] == [
        "",
        "the draw was a slip",
    ]
    table.page.wait_for_function(
        "() => !Object.keys(localStorage).some((one) => one.includes(':draft:'))"
    )
    assert drafts(table) == []


def test_a_game_that_waited_and_came_second_goes_once_it_replaced_the_other(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    ben_wins(table)
    table.record()
    services.game_record(partie=table.partie, write=write(table.partie), record=DRAW)
    context.set_offline(False)
    waits = waits_of(table)
    waits.get_by_role("button", name="Mine is right: replace theirs").click()
    see_what_changes(table)
    confirm(table.page, "the draw was a slip")
    assert games(table.partie) == [(1, "Anna", "win")]
    table.page.wait_for_function(NOTHING_WAITS)
    screen = table.partie.get_absolute_url() + "record/"
    table.page.goto(re.sub(r"(https?://[^/]*)/.*", rf"\1{screen}", table.page.url))
    expect(table.page.locator("#table-title")).to_have_text("Game 2")
    expect(waits).to_be_hidden()


def test_games_behind_one_that_replaced_the_other_follow_it(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.set_offline(True)
    ben_wins(table)
    table.record()
    next_game(table, 2)
    draw(table)
    services.game_record(partie=table.partie, write=write(table.partie), record=DRAW)
    context.set_offline(False)
    waits = waits_of(table)
    waits.get_by_role("button", name="Mine is right: replace theirs").click()
    see_what_changes(table)
    with table.page.expect_response(SENT):
        confirm(table.page, "the draw was a slip")
    table.page.wait_for_function(NOTHING_WAITS)
    assert games(table.partie) == [(1, "Anna", "win"), (2, "Ben", "draw")]


def test_what_was_changed_before_a_game_is_not_said_to_have_come_first(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit(uses_chips=True)
    ready(table)
    context.set_offline(True)
    draw(table)
    next_game(table, 2)
    draw(table)
    payer, payee = (seat.player for seat in table.partie.seats.all()[:2])
    services.booking_record(
        partie=table.partie,
        write=write(table.partie),
        payer=payer,
        payee=payee,
        amount=10,
        why="A fine",
    )
    context.set_offline(False)
    waits = waits_of(table)
    expect(waits).to_contain_text(
        "Game 1 could not be recorded. This partie was changed meanwhile."
    )
    expect(waits).not_to_contain_text("came second")


def test_a_game_behind_one_of_which_the_winds_are_asked_says_what_it_waits_for(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.route(SENT, without_seats)
    draw(table)
    next_game(table, 2)
    table.tap("#draw")
    table.tap("#record")
    expect(table.page.locator("#recorded-heading")).to_have_text(
        "Game 2 waits on this phone. Decide above about the game before it; then it is"
        " sent."
    )
    expect(waits_of(table)).to_contain_text("The choice holds for game 2 too.")


# From a page of before ----------------------------------------------------------------


def without_seats(route: Route) -> None:
    """Send a game as a page of the version before did: without who sat where."""
    sent: dict[str, Any] = json.loads(route.request.post_data or "")
    del sent["shown"]
    route.continue_(post_data=json.dumps(sent))


def test_a_game_of_an_older_page_is_asked_about_and_not_lost(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    ready(table)
    context.route(SENT, without_seats)
    draw(table)
    waits = waits_of(table)
    expect(waits).to_contain_text(
        "It was entered on an older page, which did not say who sat where."
        " By what is recorded it would be: Round of East; Anna is East."
    )
    assert games(table.partie) == []
    axe(table.page)
    waits.get_by_role("button", name="As they should have been").click()
    expect_sent(table)
    assert games(table.partie) == [(1, "Anna", "draw")]
