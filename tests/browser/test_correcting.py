"""Putting an earlier game and the seats right, on a phone."""

import datetime as dt
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Member, Role, Season
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_start
from tests.browser.conftest import let_in, turn_to
from tests.conftest import CAST, players_in
from tests.corrections.test_correcting import SOUTH, is_sound
from tests.partie.rule_books import dealers, play


@pytest.fixture
def table(live_server: LiveServer, page: Page) -> Partie:
    """Return a partie of four games, its scorekeeper logged in."""
    club = Club.objects.create(name="Het Groene Hart", slug="groene-hart")
    season = Season.objects.create(
        club=club,
        name="2026",
        slug="2026",
        starts_on=dt.date(2026, 1, 1),
        ruleset="nts",
    )
    partie = partie_start(
        season=season,
        players=players_in(club, *CAST),
        day=dt.date(2026, 11, 17),
    )
    for _number in range(4):
        play(partie, SOUTH)
    account = Account.objects.create_user("mia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    let_in(page, live_server, account)
    page.goto(live_server.url + partie.get_absolute_url())
    return partie


def test_an_earlier_game_is_typed_anew(
    page: Page, table: Partie, look: Callable[[], None]
) -> None:
    look()
    page.get_by_role("link", name="Game 2").click()
    look()
    page.get_by_role("link", name="Correct this game").click()
    page.locator("#ways").click()
    page.get_by_role("link", name="Type the whole game instead").click()
    look()
    page.locator("#id_winner label", has_text="Ben").click()
    page.locator("#id_giver label", has_text="Cleo").click()
    page.get_by_role("button", name="See what would change").click()
    expect(page.get_by_role("heading", name="Game by game")).to_be_visible()
    look()
    # Ben was East, so that he would have stayed.
    page.get_by_label("As they should have been").check()
    expect(page.locator("#game-3 + p del")).to_have_text(
        "before: Round of East; Cleo is East."
    )
    expect(page.locator("#game-3 + p ins")).to_have_text(
        "then: Round of East; Ben is East."
    )
    look()
    page.get_by_label("Why?").fill("Cleo discarded, Ben won")
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_role("status")).to_contain_text("Game 2 is corrected.")
    look()
    assert dealers(table) == ["Anna", "Ben", "Ben", "Cleo"]
    assert is_sound(table)


def test_the_players_sat_in_other_seats(
    page: Page, table: Partie, look: Callable[[], None]
) -> None:
    turn_to(page, "Put right")
    page.get_by_role("link", name="We sat in other seats").click()
    look()
    page.get_by_label("From which game on?").select_option("2")
    expect(page.get_by_label("East")).to_have_value(
        str(table.seats.get(place=1).player_id)
    )
    page.get_by_label("South").select_option(label="Dirk")
    page.get_by_label("West").select_option(label="Cleo")
    look()
    page.get_by_label("By seat").check()
    page.get_by_role("button", name="See what would change").click()
    expect(page.get_by_role("heading", name="In the end")).to_be_visible()
    # What stays is not struck out: the round, who sits where they sat.
    expect(page.locator("#game-2 + p .sat")).to_have_text(
        "Round of East · East Ben · South before: Cleo then: Dirk · "
        "West before: Dirk then: Cleo · North Anna"
    )
    look()
    page.get_by_label("Why?").fill("we had drawn the winds anew")
    page.get_by_role("button", name="Seat them so").click()
    expect(page.get_by_role("status")).to_contain_text("sit anew from game 2 on")
    assert dealers(table) == ["Anna", "Ben", "Dirk", "Cleo"]
    assert is_sound(table)
    turn_to(page, "Put right")
    page.get_by_role("link", name="All entries and corrections").click()
    expect(page.locator("#revisions > li").first).to_contain_text("New seats")
    look()


def test_what_is_done_beside_the_games(
    page: Page, table: Partie, look: Callable[[], None]
) -> None:
    turn_to(page, "Put right")
    page.get_by_role("link", name="Book points").click()
    look()
    page.locator("#id_payer label", has_text="Ben").click()
    page.locator("#id_payee label", has_text="Anna").click()
    page.get_by_label("How much?").fill("10")
    page.get_by_label("Why?").fill("a fine")
    page.get_by_role("button", name="Book it").click()
    expect(page.get_by_role("status")).to_contain_text("It is booked.")
    turn_to(page, "Put right")
    page.get_by_role("link", name="Somebody else plays on").click()
    look()
    page.goto(page.url.replace("substitute/", "settle/?worth=0.013"))
    look()
    table.uses_chips = True
    table.save()
    page.goto(page.url.partition("settle/")[0] + "count/")
    for row in table.results.select_related("player"):
        slip = {"Anna": -30, "Dirk": 30}.get(row.player.name, 0)
        page.get_by_label(row.player.name, exact=True).fill(str(row.chips + slip))
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="To set it right")).to_be_visible()
    look()


def test_a_second_player_agrees_on_this_phone(
    page: Page, table: Partie, look: Callable[[], None]
) -> None:
    page.get_by_role("link", name="Game 4").click()
    page.get_by_text("Somebody agrees on this phone").click()
    page.get_by_role("button", name="Cleo agrees").click()
    expect(page.locator("#agreed")).to_contain_text("Cleo agreed to this game")
    look()
