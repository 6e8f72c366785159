"""An earlier game is put right by taps, and what was begun is not lost on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Correctors, Member, Role
from clubscore.partie import correction_services
from clubscore.partie.models import Partie, Revision
from tests.browser.conftest import both_screens, let_in
from tests.browser.taps import Finger, open_table
from tests.corrections.test_correcting import SOUTH, is_sound
from tests.partie.correction_helpers import game_withdraw
from tests.partie.rule_books import (
    counted,
    dealers,
    key_of,
    play,
    scores,
    start_in,
    won,
)
from tests.partie.test_services import DRAW, write

Look = Callable[[], None]
Visit = Callable[[Partie, int], Finger]

BENS = ["2s", "4p", "5m", "3m", "3s"]
"""Taps that lay Ben's hand of the worked example: four chows and a pair."""


@pytest.fixture
def visit(live_server: LiveServer, page: Page, club: Club) -> Iterator[Visit]:
    """Return what opens a game's correction for a scorekeeper."""
    account = Account.objects.create_user("sia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    club.correctors = Correctors.SCOREKEEPERS
    club.save()
    let_in(page, live_server, account)

    def visited(partie: Partie, number: int) -> Finger:
        page.goto(f"{live_server.url}{partie.get_absolute_url()}games/{number}/")
        page.get_by_role("link", name="Correct this game").click()
        expect(page.locator("#table")).to_be_visible()
        return Finger(page, partie)

    yield visited
    # The server does not end while it works out what a game comes to.
    expect(page.locator("#worth[aria-busy=true]")).to_have_count(0)


@pytest.fixture
def four(partie: Partie) -> Partie:
    """Return a partie of four games; South won each, so that the deal passed."""
    for _number in range(4):
        play(partie, SOUTH)
    return partie


def ben_wins(table: Finger) -> None:
    """Say that Ben won instead, by tapping his hand."""
    table.tap("#change")
    table.won("Ben")
    table.gave("Cleo")
    table.tap("#own-count")  # what he had counted himself
    table.tiles(*BENS)
    table.winning("3s")


def see_what_changes(table: Finger) -> None:
    """Go on to what would change."""
    table.tap("#record")
    expect(table.page.get_by_role("heading", name="Game by game")).to_be_visible()


def confirm(page: Page, why: str) -> None:
    """Make the correction that is shown."""
    page.get_by_label("Why?").fill(why)
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#messages")).to_contain_text("is corrected.")


def expect_drafts(page: Page, many: int) -> None:
    """Wait until so many drafts are on the phone; a page forgets when it is up."""
    page.wait_for_function(
        "(many) => Object.keys(localStorage)"
        ".filter((one) => one.includes(':draft:')).length === many",
        arg=many,
    )


def said_of(partie: Partie, number: int) -> dict[str, Any]:
    """Return what was said of a game."""
    said: dict[str, Any] = partie.games.get(number=number).revision.said
    return said


# What is put right -------------------------------------------------------------------


@both_screens
def test_an_earlier_game_is_put_right_by_taps_with_the_winds_as_played(
    visit: Visit, four: Partie, look: Look, screen: dict[str, int]
) -> None:
    table = visit(four, 2)
    page = table.page
    # Its own table: Ben was East, and Cleo won.
    expect(page.locator("#table-title")).to_have_text("Correct game 2")
    expect(page.locator("#deal")).to_contain_text("Round of East; Ben is East")
    expect(page.locator("#ending")).to_contain_text("Cleo on Ben’s discard")
    expect(page.locator("#worth")).to_contain_text(re.compile(r"Ben.*Cleo 200"))
    look()
    ben_wins(table)
    # East is paid double, and pays so among the losers.
    expect(page.locator("#worth")).to_contain_text(re.compile(r"Cleo.*Ben 192"))
    look()
    see_what_changes(table)
    look()
    assert page.get_by_label("As they were played").is_checked()
    confirm(page, "Ben won it")
    assert dealers(four) == ["Anna", "Ben", "Cleo", "Dirk"]
    assert scores(four, 2)["Ben"] == 3 * 192
    said = said_of(four, 2)
    assert said["hands"][key_of(four, "Ben")]["sets"][0] == "(234s)"
    assert said["outcome"]["from"] == key_of(four, "Cleo")
    assert is_sound(four)
    expect_drafts(page, 0)


def test_the_winds_pass_on_as_they_should_have(
    visit: Visit, four: Partie, look: Look
) -> None:
    table = visit(four, 2)
    page = table.page
    ben_wins(table)
    see_what_changes(table)
    page.get_by_label("As they should have been").check()
    expect(page.locator("#game-3 + p ins")).to_have_text(
        "then: Round of East; Ben is East."
    )
    # Back at the table with what was entered, and here again.
    page.get_by_role("button", name="Change game 2 again").click()
    expect(page.locator("#table-title")).to_have_text("Correct game 2")
    expect(page.locator("#tray .set")).to_have_count(5)
    look()
    see_what_changes(table)
    assert page.get_by_label("As they should have been").is_checked()
    confirm(page, "Ben won it")
    assert dealers(four) == ["Anna", "Ben", "Ben", "Cleo"]
    assert is_sound(four)


@both_screens
def test_a_kong_was_robbed(
    visit: Visit, four: Partie, look: Look, screen: dict[str, int]
) -> None:
    table = visit(four, 1)
    page = table.page
    table.tap("#more")
    table.tap("#way-robbed_kong")
    expect(page.locator("#ending")).to_contain_text("Ben by robbing Anna’s kong")
    look()
    see_what_changes(table)
    confirm(page, "it was her kong")
    assert said_of(four, 1)["outcome"]["source"] == "robbed_kong"
    # The points by the players' own count stay.
    assert said_of(four, 1)["hands"][key_of(four, "Ben")]["points"] == 100
    assert is_sound(four)


def test_a_draw_was_a_win_and_a_later_game_is_put_right_beside_it(
    visit: Visit, partie: Partie, look: Look
) -> None:
    play(partie, DRAW)
    play(partie, SOUTH)
    table = visit(partie, 1)
    page = table.page
    expect(page.locator("#draw")).to_have_attribute("aria-pressed", "true")
    look()
    table.won("Ben")
    table.gave("Anna")
    table.tiles(*BENS)
    table.winning("3s")
    see_what_changes(table)
    page.get_by_label("As they should have been").check()
    expect(page.locator("#game-2 + p ins")).to_contain_text("Ben is East")
    confirm(page, "it was no draw")
    assert dealers(partie) == ["Anna", "Ben"]
    assert scores(partie, 1)["Ben"] == 384
    assert is_sound(partie)


# Every rule book ---------------------------------------------------------------------

WHOLE = ["(234s)", "(456p)", "(567m)", "(345m)", "(33s)"]
GREEN = counted("S", E=50, S=80, W=20)


def hand_won(giver: str | None, **changes: Any) -> dict[str, Any]:
    """Return a game that South won with a hand of tiles."""
    return {
        "hands": {"S": {"sets": WHOLE}},
        "outcome": won("S", giver, **({"winning_tile": "3s"} | changes)),
    }


GAMES: dict[str, tuple[str, int, dict[str, Any], list[dict[str, Any]], str | None]] = {
    "three players, dice": ("nts", 3, {}, [GREEN, GREEN, GREEN, DRAW], "Ben"),
    "five players, flowers": (
        "nts",
        5,
        {"flowers": "yes"},
        [
            {
                "hands": {
                    "S": {"sets": WHOLE, "bonus": "2f"},
                    "W": {"dead": "tile_count"},
                    "N": {
                        "sets": ["555z", "(222z)"],
                        "complete": False,
                        "claims": ["half_flush"],
                    },
                },
                "outcome": won(
                    "S", "E", winning_tile="3s", circumstances=["last_tile"]
                ),
            }
        ],
        None,
    ),
    "pao, jokers": (
        "schmale",
        4,
        {"jokers": 4},
        [
            {
                "hands": {"S": {"sets": ["111s", "234s", "567s"], "tiles": "8899s0j"}},
                "outcome": won(
                    "S",
                    "E",
                    winning_tile="8s",
                    pao={"player": "E", "reason": "nine_tiles"},
                ),
            }
        ],
        None,
    ),
    "a penalty": (
        "schmale",
        4,
        {},
        [
            {
                "outcome": {
                    "kind": "penalty",
                    "offender": "S",
                    "offence": "false_mahjong",
                    "from": "W",
                    "excluded": ["N"],
                }
            }
        ],
        None,
    ),
    "an owner": ("spiel-der-winde", 4, {}, [hand_won("W")], None),
    "somebody else sat East": ("nts", 4, {}, [hand_won("E")], "Cleo"),
}


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_lost_of_a_game_that_is_only_remarked_on(
    visit: Visit, club: Club, look: Look, name: str
) -> None:
    ruleset, many, options, games, east = GAMES[name]
    partie = start_in(club, ruleset, many, **options)
    for game in games[:-1]:
        play(partie, game)
    play(partie, games[-1], east)
    before = partie.games.order_by("number").last()
    assert before is not None
    said: dict[str, Any] = before.revision.said
    result: dict[str, Any] = before.revision.result or {}
    # The dice's game is played again after a draw.
    play(partie, DRAW, east if many == 3 else None)
    table = visit(partie, before.number)
    page = table.page
    expect(page.locator("#deal")).to_contain_text(before.dealer.name)
    if result["payments"]:
        # What is foretold is what was paid.
        paid = {(one["from"], one["to"], one["amount"]) for one in result["payments"]}
        expect(page.locator("#worth .pays li")).to_have_count(len(paid))
    table.tap("#remark")
    page.locator("#remark-text").fill("the wall was short")
    table.tap("#close")
    look()
    see_what_changes(table)
    confirm(page, "a remark was missing")
    after = partie.games.get(number=before.number).revision
    assert _alike(after.said) == _alike(said) | {"remark": "the wall was short"}
    assert after.result == result
    assert is_sound(partie)


def _alike(said: dict[str, Any]) -> dict[str, Any]:
    """Return what was said without what says nothing."""

    def filled(value: Any) -> Any:
        if isinstance(value, dict):
            kept = {key: filled(one) for key, one in value.items()}
            return {
                key: one
                for key, one in kept.items()
                if one not in (None, "", [], {}) and (key, one) != ("complete", True)
            }
        return value

    alike: dict[str, Any] = filled(said)
    return alike


# What is not lost --------------------------------------------------------------------


def test_a_reload_halfway_keeps_the_correction_apart_from_the_next_game(
    visit: Visit, four: Partie, look: Look, live_server: LiveServer
) -> None:
    table = visit(four, 2)
    page = table.page
    ben_wins(table)
    page.reload()
    expect(page.locator("#notices")).to_contain_text("begun to put right is here again")
    expect(page.locator("#tray .set")).to_have_count(5)
    look()
    # The next game knows nothing of it, nor another correction.
    open_table(page, live_server, four)
    expect(page.locator("#table-title")).to_have_text("Game 5")
    expect(page.locator("#notices")).to_be_empty()
    table.won("Dirk")
    table = visit(four, 3)
    expect(page.locator("#notices")).to_be_empty()
    expect(page.locator("#ending")).to_contain_text("Dirk on Cleo’s discard")
    expect_drafts(page, 2)
    # What was begun can be given up as well.
    table = visit(four, 2)
    table.tap("#throw-away")
    expect(page.locator("#ending")).to_contain_text("Cleo on Ben’s discard")
    page.reload()
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#notices")).to_be_empty()
    expect_drafts(page, 1)


@pytest.mark.parametrize("where", ["at the table", "at the consequences"])
def test_what_is_left_as_it_is_is_forgotten(
    visit: Visit, four: Partie, where: str
) -> None:
    table = visit(four, 2)
    page = table.page
    ben_wins(table)
    expect_drafts(page, 1)
    if where == "at the table":
        table.tap("#ways")
    else:
        see_what_changes(table)
        page.get_by_label("As they should have been").check()
        expect(page.locator("#game-3 + p ins")).to_be_visible()
    page.get_by_role("link", name="Leave it as it is").last.click()
    expect(page.get_by_role("heading", name="Game 2")).to_be_visible()
    expect_drafts(page, 0)
    table = visit(four, 2)
    expect(page.locator("#notices")).to_be_empty()
    expect(page.locator("#ending")).to_contain_text("Cleo on Ben’s discard")


def test_the_browsers_back_leads_to_what_was_entered(
    visit: Visit, four: Partie
) -> None:
    table = visit(four, 2)
    page = table.page
    ben_wins(table)
    see_what_changes(table)
    page.go_back()
    expect(page.locator("#tray .set")).to_have_count(5)
    expect(page.locator("#record")).to_have_text("See what changes")
    see_what_changes(table)
    page.get_by_role("button", name="Change game 2 again").click()
    expect(page.locator("#tray .set")).to_have_count(5)
    # Asked for again the page is no form that is sent twice.
    page.reload()
    expect(page.locator("#notices")).to_contain_text("begun to put right is here again")
    expect(page.locator("#tray .set")).to_have_count(5)


def test_without_a_signal_it_says_so_and_keeps_what_was_entered(
    visit: Visit, four: Partie, context: BrowserContext
) -> None:
    table = visit(four, 2)
    page = table.page
    context.set_offline(True)
    ben_wins(table)
    expect(page.locator("#worth")).to_contain_text("No connection")
    table.tap("#record")
    alert = page.locator("#worth").get_by_role("alert")
    expect(alert).to_contain_text("Nothing is changed yet. No connection")
    expect(page.locator("#tray .set")).to_have_count(5)
    expect(page.locator("#record")).to_be_enabled()
    # Nothing waits: what changes has to be seen first.
    context.set_offline(False)
    expect(page.locator("#tray .set")).to_have_count(5)
    see_what_changes(table)
    confirm(page, "Ben won it")
    assert scores(four, 2)["Ben"] == 3 * 192


def test_whoever_is_logged_out_meanwhile_is_told(
    visit: Visit, four: Partie, context: BrowserContext
) -> None:
    table = visit(four, 2)
    page = table.page
    ben_wins(table)
    expect(page.locator("#worth .pays")).to_be_visible()
    [session] = [
        one for one in context.cookies() if one["name"] == settings.SESSION_COOKIE_NAME
    ]
    context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    table.tap("#record")
    alert = page.locator("#worth").get_by_role("alert")
    expect(alert).to_contain_text("You are logged out here")
    expect(page.locator("#tray .set")).to_have_count(5)
    expect_drafts(page, 1)
    name, value = session["name"], session["value"]
    context.add_cookies([{"name": name, "value": value, "url": page.url}])
    see_what_changes(table)


def test_what_cannot_be_scored_is_told_at_its_hand(
    visit: Visit, four: Partie, look: Look
) -> None:
    table = visit(four, 2)
    page = table.page
    table.tap("#change")
    table.won("Ben")
    table.gave("Cleo")
    table.tap("#own-count")
    table.tap("#record")
    alert = page.locator("#worth").get_by_role("alert")
    expect(alert).to_have_text("Enter Ben’s hand.")
    table.tiles("1s", "4p", "5m", "6m", "9s")
    table.winning("9s")
    expect(page.locator("#tray .fault")).to_contain_text("too few doubles")
    table.tap("#record")
    expect(alert).to_contain_text("Nothing is changed yet.")
    expect(page.locator("#tray .set")).to_have_count(5)
    look()
    assert not Revision.objects.filter(number__gt=1).exists()


def test_somebody_who_corrects_it_first_is_told_of(visit: Visit, four: Partie) -> None:
    table = visit(four, 2)
    page = table.page
    ben_wins(table)
    see_what_changes(table)
    correction_services.game_correct(
        partie=four,
        write=write(four),
        number=2,
        record=counted("E", "W", E=80, S=20, W=30, N=40),
        why="a slip",
    )
    page.get_by_label("Why?").fill("Ben won it")
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#messages")).to_contain_text("somebody else wrote first")
    expect(page.get_by_label("Why?")).to_have_value("Ben won it")
    # Who looks at the game again hears of it as well, and may take what is recorded.
    table = visit(four, 2)
    expect(page.locator("#notices")).to_contain_text(
        "This game was corrected meanwhile."
    )
    expect(page.locator("#tray .set")).to_have_count(5)
    table.tap("#throw-away")
    expect(page.locator("#ending")).to_contain_text("Ben on Dirk’s discard")
    expect(page.locator(f"#tab-{key_of(four, 'Ben')}")).to_contain_text("80")
    expect_drafts(page, 0)


def test_what_was_begun_follows_its_game_to_another_number(
    visit: Visit, four: Partie
) -> None:
    table = visit(four, 3)
    page = table.page
    table.tap("#remark")
    page.locator("#remark-text").fill("the wall was short")
    table.tap("#close")
    entry = four.games.get(number=3).entry_id
    game_withdraw(partie=four, write=write(four), number=1, why="never played")
    # The page that is still open speaks of the third game, which is another one now.
    table.tap("#record")
    alert = page.locator("#worth").get_by_role("alert")
    expect(alert).to_contain_text("somebody else wrote first")
    expect_drafts(page, 1)
    table = visit(four, 2)
    expect(page.locator("#notices")).to_contain_text("begun to put right is here again")
    expect(page.locator("#table-title")).to_have_text("Correct game 2")
    see_what_changes(table)
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct game 2")
    confirm(page, "a remark was missing")
    remarks = [one.revision.said.get("remark") for one in four.games.order_by("number")]
    assert remarks == [None, "the wall was short", None]
    assert four.games.get(number=2).entry_id == entry
    assert is_sound(four)


@pytest.mark.parametrize("is_written", [False, True])
def test_what_goes_beside_it_is_kept_only_while_nobody_writes(
    visit: Visit, four: Partie, *, is_written: bool
) -> None:
    table = visit(four, 2)
    page = table.page
    ben_wins(table)
    see_what_changes(table)
    page.get_by_label("As they should have been").check()
    expect(page.locator("#game-3 + p ins")).to_be_visible()
    page.get_by_role("button", name="Change game 2 again").click()
    expect(page.locator("#table-title")).to_have_text("Correct game 2")
    if is_written:
        play(four, SOUTH)
    page.reload()
    table = visit(four, 2)
    expect(page.locator("#notices")).to_contain_text("begun to put right is here again")
    see_what_changes(table)
    kept = "As they were played" if is_written else "As they should have been"
    expect(page.get_by_label(kept)).to_be_checked()


# Beside it ---------------------------------------------------------------------------


def test_it_can_be_typed_as_well(visit: Visit, four: Partie, look: Look) -> None:
    table = visit(four, 2)
    page = table.page

    def winner(name: str) -> Locator:
        return page.locator("#id_winner label", has_text=name)

    table.tap("#ways")
    look()
    page.get_by_role("link", name="Type the whole game instead").click()
    expect(winner("Cleo").locator("input")).to_be_checked()
    look()
    winner("Ben").click()
    page.locator("#id_giver label", has_text="Dirk").click()
    page.get_by_role("button", name="See what would change").click()
    expect(page.get_by_role("heading", name="Game by game")).to_be_visible()
    # Whoever typed it comes back to the typed form.
    page.get_by_role("button", name="Change game 2 again").click()
    expect(winner("Ben").locator("input")).to_be_checked()
    page.get_by_role("link", name="Tap the tiles instead").click()
    expect(page.locator("#table-title")).to_have_text("Correct game 2")


def test_a_correction_with_the_keyboard_alone(visit: Visit, four: Partie) -> None:
    table = visit(four, 2)
    page = table.page

    def go(target: str) -> None:
        """Move on with Tab until it is reached, and press it."""
        for _ in range(60):
            if page.evaluate("document.activeElement.id") == target:
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        pytest.fail(f"{target} is not reached with Tab")

    go("ways")
    expect(page.locator("#panel a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#ways")).to_be_focused()
    go("change")
    go(f"won-{key_of(four, 'Ben')}")
    go(f"from-{key_of(four, 'Cleo')}")
    go("own-count")
    page.keyboard.type("2s4p5m3m3s")
    go("winning-3s")
    go("record")
    expect(page.get_by_role("heading", name="Game by game")).to_be_visible()
    page.get_by_label("Why?").focus()
    page.keyboard.type("Ben won it")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Game 2 is corrected.")
    assert scores(four, 2)["Ben"] == 3 * 192


def test_the_last_game_is_still_taken_back_at_once(visit: Visit, four: Partie) -> None:
    page = visit(four, 4).page
    page.locator("#table-head .back a").click()
    page.get_by_role("button", name="That was wrong").click()
    expect(page.locator("#table-title")).to_have_text("Game 4")
    expect(page.locator("#ending")).to_contain_text("Anna on Dirk’s discard")
    expect(page.locator("#record")).to_have_text("Record")
    assert four.games.count() == 3


# The size ----------------------------------------------------------------------------


@both_screens
def test_a_correction_is_in_sight_and_its_targets_are_large(
    visit: Visit, club: Club, look: Look, screen: dict[str, int]
) -> None:
    partie = start_in(club, "schmale", jokers=4)
    play(partie, hand_won("E"))
    play(partie, hand_won("E"))
    table = visit(partie, 1)
    page = table.page
    look()
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} px have to be scrolled"
    for panel in ("ways", "why", "more"):
        table.tap(f"#{panel}")
        if panel == "more":
            table.tap(f"#pao-{table.key('Anna')}")
        over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        # On a phone what is long scrolls by itself, and Close stays in sight.
        assert over <= 0 or screen["width"] > 900, f"{panel}: {over} px"
        page.locator("#panel").evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
        look()
        for one in page.locator("#table :is(button, a):visible").all():
            box = one.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 43.5, one.inner_text()
        table.tap("#close")
