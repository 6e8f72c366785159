"""The table screen in the hand: every rule book, what cannot be, and what stays."""

import gzip
import re
from collections.abc import Callable
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Browser, Page, Response, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from clubscore.club.models import Club
from clubscore.partie.models import Partie, Revision
from tests.browser.conftest import both_screens
from tests.browser.taps import Finger, Sit, open_table, sit
from tests.partie.rule_books import counted, play

__all__ = ["sit"]

pytestmark = pytest.mark.keeps_no_screen

Look = Callable[[], None]


def ben_wins(table: Finger) -> None:
    """Enter how the worked example ended, and the hand that won it."""
    table.won("Ben")
    table.gave("Anna")
    table.tiles("2s", "4p", "5m", "3m", "3s")
    table.winning("3s")


def tray(table: Finger) -> list[str]:
    """Return what lies in the tray, as a screen reader says it."""
    return [
        one.get_attribute("aria-label") or one.inner_text()
        for one in table.page.locator("#tray .set").all()
    ]


def assert_tiles_in_sight(table: Finger) -> None:
    """Fail if a tile of the pad is under the bar, though something was to be told."""
    hidden = table.page.locator("#pad").evaluate(
        """(pad) => pad.getBoundingClientRect().bottom -
          document.getElementById("worth").getBoundingClientRect().top"""
    )
    assert hidden <= 0, f"{hidden} px of the tiles are hidden"


# Every rule book --------------------------------------------------------------------


def test_the_points_and_who_pays_are_shown_while_tiles_go_in(
    sit: Sit, look: Look
) -> None:
    table = sit()
    page = table.page
    look()
    table.won("Ben")
    look()
    table.gave("Anna")
    expect(page.locator("#tray")).to_contain_text("Tap the tiles of Ben’s whole hand.")
    table.tiles("2s", "4p", "5m", "3m", "3s")
    look()
    expect(page.locator("#worth")).to_contain_text("Say which tile won the game.")
    table.winning("3s")
    ben = page.locator(f"#tab-{table.key('Ben')}")
    expect(ben).to_contain_text("96")
    expect(page.locator("#worth")).to_contain_text(re.compile(r"Anna.*Ben 192"))
    # A loser's pung, and the debts among the losers.
    table.hand("Dirk")
    table.tiles("5z")
    expect(page.locator(f"#tab-{table.key('Dirk')}")).to_contain_text("8")
    expect(page.locator("#worth")).to_contain_text(re.compile(r"Anna.*Dirk 16"))
    expect(page.locator("#worth-said")).to_contain_text("Anna pays Ben 192")
    look()
    table.tap("#why")
    panel = page.locator("#panel")
    expect(panel).to_contain_text("Mahjong")
    expect(panel).to_contain_text("Combinaties van stenen")
    expect(panel).to_contain_text("× 2 for East")
    look()
    table.tap("#why")
    table.record()
    recorded = page.locator("#recorded")
    expect(recorded).to_contain_text("Ben won, on Anna’s discard.")
    expect(recorded).to_contain_text("Ben is East")
    look()
    page.get_by_role("link", name="Next game").click()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.locator("#deal")).to_contain_text("Ben is East")


def test_three_players_by_the_dutch_book(sit: Sit, look: Look) -> None:
    table = sit("nts", 3)
    page = table.page
    table.won("Cleo")
    table.tap("#self-drawn")
    expect(page.locator("#tile-1m")).to_have_count(0)
    expect(page.locator("#tile-4z")).to_have_count(0)
    # A chow cannot be claimed here before the winning tile.
    expect(page.locator("#mode-chow-exposed")).to_be_disabled()
    table.tiles("1p", "4p", "7p")
    table.mode("pung", "exposed")
    table.tiles("5z")
    table.tiles("9p")
    look()
    table.winning("9p")
    table.record()
    assert table.said["outcome"]["source"] == "wall"
    assert table.said["hands"]["Cleo"]["sets"][-2:] == ["555z", "(99p)"]
    assert sum(table.scores.values()) == 0


def test_dice_choose_who_is_east_of_the_green_dragon_game(
    sit: Sit, live_server: LiveServer, look: Look
) -> None:
    table = sit("nts", 3)
    for _ in range(3):
        play(table.partie, counted("S", E=50, S=80, W=20))
    table.page.reload()
    page = table.page
    expect(page.locator("#deal")).to_contain_text("Green-dragon game after round 1")
    expect(page.locator("#draw")).to_have_count(0)
    look()
    table.tap("#record")
    expect(page.get_by_role("alert")).to_have_text(
        "Say first whom the dice chose as East."
    )
    table.tap(f"#dice-{table.key('Ben')}")
    expect(page.locator("#deal")).to_contain_text("Ben is East")
    look()
    table.tap("#draw")
    table.record()
    assert table.said["east"] == "Ben"


def test_five_players_with_flowers_and_chips(sit: Sit, look: Look) -> None:
    options = {"flowers": "yes", "rounding": "tens"}
    table = sit("nts", 5, options, uses_chips=True)
    page = table.page
    expect(page.locator("#deal")).to_contain_text("Emma rests")
    ben_wins(table)
    table.tiles("2f")
    look()
    table.hand("Dirk")
    # Of flowers and seasons there is one each.
    expect(page.locator("#tile-2f")).to_have_attribute("aria-disabled", "true")
    table.tiles("4y")
    table.record()
    expect(page.locator("#recorded")).to_contain_text("× 100")
    look()
    assert table.said["hands"]["Ben"]["bonus"] == "2f"
    assert table.said["hands"]["Dirk"]["bonus"] == "4y"
    assert "Emma" not in table.scores


def test_who_should_rest_sat_east(sit: Sit, look: Look) -> None:
    table = sit("nts", 5)
    page = table.page
    table.tap("#east")
    look()
    table.tap(f"#east-{table.key('Emma')}")
    expect(page.locator("#deal")).to_contain_text("Emma is East")
    seats = page.get_by_role("group", name="Who won?").get_by_role("button")
    expect(seats.first).to_contain_text("Emma")
    table.tap("#draw")
    table.record()
    assert table.said["east"] == "Emma"


def test_somebody_else_sat_east(sit: Sit) -> None:
    table = sit()
    ben_wins(table)
    table.tap("#east")
    table.tap(f"#east-{table.key('Cleo')}")
    expect(table.page.locator("#worth")).to_contain_text(re.compile(r"Cleo.*Ben 192"))
    table.record()
    assert table.said["east"] == "Cleo"
    expect(table.page.locator("#recorded")).to_contain_text(
        "By the rules Anna was East, but Cleo sat there."
    )


def test_one_player_pays_for_all_with_jokers_in_the_hand(sit: Sit, look: Look) -> None:
    table = sit("schmale", options={"jokers": 4})
    page = table.page
    table.won("Ben")
    table.tap("#more")
    look()
    table.tap(f"#pao-{table.key('Anna')}")
    page.locator("#pao-why-nine_tiles").click()
    table.gave("Anna")
    table.mode("pung", "exposed")
    table.tiles("1s")
    table.mode("chow", "exposed")
    table.tiles("2s", "5s")
    table.mode("tile", "concealed")
    table.tiles("8s", "8s", "0j", "9s", "9s")
    look()
    table.winning("8s")
    table.record()
    said = table.said
    assert said["outcome"]["pao"] == {"player": "Anna", "reason": "nine_tiles"}
    assert said["hands"]["Ben"]["tiles"] == "8899s0j"
    assert table.scores["Anna"] == -192


def test_a_british_game_with_a_call_a_fisher_and_a_let_off(
    sit: Sit, look: Look
) -> None:
    table = sit("bmja")
    page = table.page
    table.won("Ben")
    table.gave("Cleo")
    table.tiles("3p")
    table.mode("pung", "concealed")
    table.tiles("2m", "8s", "7z")
    table.tiles("9s")  # four sets lie: a tap adds the pair
    table.winning("9s")
    table.tap("#original-call")
    look()
    table.tap("#more")
    table.tap(f"#pao-{table.key('Cleo')}")
    page.locator("#pao-why-dangerous_discard").click()
    table.hand("Dirk")
    table.mode("kong", "concealed")
    table.tiles("4m")
    table.tap("#rest")
    page.get_by_label("One tile short of").select_option(label="Fourfold plenty")
    expect(page.locator(f"#tab-{table.key('Dirk')}")).to_contain_text("400")
    look()
    table.record()
    # 4 + 4 + 8 + 20 = 36, dragons and the call: 36 x 8 = 288; Cleo pays for all.
    assert table.scores == {"Anna": 0, "Ben": 1152, "Cleo": -1152, "Dirk": 0}
    said = table.said
    assert said["hands"]["Ben"]["original_call"] is True
    assert said["hands"]["Dirk"]["claims"] == ["waiting:fourfold_plenty"]


def test_a_game_of_the_german_league_with_a_dangerous_discard(
    sit: Sit, look: Look
) -> None:
    table = sit("dmjl")
    page = table.page
    table.won("Ben")
    table.gave("Cleo")
    table.tiles("3p")
    table.mode("pung", "concealed")
    table.tiles("2m", "8s", "7z")
    table.tiles("9s")  # four sets lie: a tap adds the pair
    table.winning("9s")
    table.tap("#original-call")
    table.tap("#more")
    # South cannot win as East, so the ninth win is not his.
    expect(page.locator("#also-ninth_win")).to_have_count(0)
    table.tap(f"#pao-{table.key('Cleo')}")
    expect(page.locator("#pao-why button")).to_have_count(1)
    page.locator("#pao-why-dangerous_discard").click()
    look()
    table.record()
    # 4 + 4 + 8 + 20 + 4 = 40, the only tile but for 7s; dragons, three concealed, the
    # call: 40 x 8 = 320. Cleo pays for all.
    assert table.scores == {"Anna": 0, "Ben": 1280, "Cleo": -1280, "Dirk": 0}
    assert table.said["outcome"]["pao"]["reason"] == "dangerous_discard"


def test_easts_ninth_win_is_tapped(sit: Sit) -> None:
    table = sit("dmjl")
    table.won("Anna")
    table.tap("#self-drawn")
    table.tap("#more")
    table.tap("#also-ninth_win")
    table.tiles("2p", "5p", "3s", "6s", "9s")
    table.winning("9s")
    expect(table.page.locator("#worth")).to_contain_text("1 000")
    # Nobody has won eight games yet: a hint says so, and the record holds.
    expect(table.page.locator("#worth")).to_contain_text("Look at Anna’s hand.")
    table.record()
    assert table.said["outcome"]["circumstances"] == ["ninth_win"]
    assert table.scores["Anna"] == 3000
    table.partie.refresh_from_db()
    progress = table.partie.progress
    assert progress is not None
    assert progress["passes"] == 1


def test_two_at_fault_end_a_game(sit: Sit, look: Look) -> None:
    table = sit("dmjl")
    page = table.page
    table.tap("#penalty")
    table.tap(f"#offender-{table.key('Ben')}")
    table.tap("#offence-false_naming")
    # Only one can have named it.
    expect(page.locator(f"#excluded-{table.key('Dirk')}")).to_have_count(0)
    table.tap("#offence-false_mahjong")
    expect(page.locator(f"#claimed-{table.key('Cleo')}")).to_have_count(0)
    table.tap(f"#excluded-{table.key('Dirk')}")
    look()
    table.record()
    assert table.said["outcome"] == {
        "kind": "penalty",
        "offender": ["Ben", "Dirk"],
        "offence": "false_mahjong",
    }
    assert table.scores == {"Anna": 300, "Ben": -300, "Cleo": 300, "Dirk": -300}


def test_a_joker_takes_the_place_of_a_tile_in_a_set(sit: Sit) -> None:
    table = sit("schmale", options={"jokers": 4})
    table.won("Ben")
    table.tap("#self-drawn")
    table.tiles("2s")
    table.tap("#set-0")
    table.tap("#joker-3s")
    assert tray(table) == [
        "chow: 2 of bamboos, 4 of bamboos, joker, concealed",
    ]
    for _ in range(3):
        table.tiles("0j")
    expect(table.page.locator("#tile-0j")).to_have_attribute("aria-disabled", "true")


def test_a_fault_ends_a_game(sit: Sit, look: Look) -> None:
    table = sit("schmale")
    table.tap("#penalty")
    table.tap(f"#offender-{table.key('Ben')}")
    table.tap("#offence-false_mahjong")
    table.tap(f"#claimed-{table.key('Cleo')}")
    table.tap(f"#excluded-{table.key('Dirk')}")
    expect(table.page.locator("#worth")).to_contain_text(re.compile("Ben.*Anna"))
    look()
    table.record()
    outcome = table.said["outcome"]
    assert outcome == {
        "kind": "penalty",
        "offender": "Ben",
        "offence": "false_mahjong",
        "from": "Cleo",
        "excluded": ["Dirk"],
    }


def test_the_game_of_winds_has_an_owner(sit: Sit, look: Look) -> None:
    table = sit("spiel-der-winde")
    page = table.page
    expect(page.locator("#deal")).to_contain_text("Anna owns the game")
    table.won("Ben")
    table.tap("#more")
    # No kong is robbed by this book, and the owner alone wins with the dealt tiles.
    expect(page.locator("#way-robbed_kong")).to_have_count(0)
    expect(page.locator("#way-deal")).to_be_disabled()
    table.tap("#close")
    table.gave("Cleo")
    table.tiles("2s", "4p", "5m", "3m", "3s")
    table.winning("3s")
    look()
    table.record()
    assert table.said["outcome"]["from"] == "Cleo"
    page.get_by_role("link", name="Next game").click()
    expect(page.locator("#deal")).to_contain_text("Ben owns the game")


def test_thirteen_orphans_of_thirteen_tiles_win_the_game_of_winds(
    sit: Sit, look: Look
) -> None:
    table = sit("spiel-der-winde")
    worth = table.page.locator("#worth")
    table.won("Ben")
    table.gave("Cleo")
    table.mode("tile", "concealed")
    table.tiles("1m", "9m", "1p", "9p", "1s", "9s", *(f"{one}z" for one in "123456"))
    expect(worth).to_contain_text("12 of 14 tiles")
    # Thirteen others are not enough.
    table.tiles("5p")
    expect(worth).to_contain_text("13 of 14 tiles")
    table.tap("#undo-tap")
    table.tiles("7z")
    expect(worth).to_contain_text("Say which tile won the game.")
    look()
    table.winning("7z")
    expect(worth).to_contain_text(re.compile(r"Cleo.*Ben 4\s000"))
    table.record()
    assert table.said["hands"]["Ben"]["tiles"] == "19m19p19s1234567z"
    assert table.said["outcome"]["winning_tile"] == "7z"


# The completed set ------------------------------------------------------------------


def test_a_winning_tile_marked_in_a_set_says_which_set_it_completed(sit: Sit) -> None:
    table = sit()
    ben_wins(table)
    table.tap("#set-3")
    table.tap("#mark-3m")
    table.record()
    assert table.said["outcome"]["completes"] == "(345m)"
    assert table.said["outcome"]["winning_tile"] == "3m"


def test_a_drawn_tile_is_asked_of_concealed_sets_alone(sit: Sit) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    table.tap("#self-drawn")
    table.tiles("2s", "4p", "5m")
    table.mode("pung", "exposed")
    table.tiles("6z", "9p")
    question = page.get_by_role("group", name="Which tile won the game?")
    offered = question.get_by_role("button").all()
    names = {one.get_attribute("aria-label") for one in offered}
    assert "green dragon" not in names
    assert "2 of bamboos" in names
    table.tap("#set-3")
    expect(page.locator("#panel")).to_contain_text("completes no exposed set")
    expect(page.locator("#mark-6z")).to_have_count(0)


def test_a_mark_that_the_way_of_winning_rules_out_goes_with_a_word(sit: Sit) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.tiles("2s", "4p", "5m")
    table.mode("pung", "exposed")
    table.tiles("6z", "9p")
    table.tap("#set-3")
    table.tap("#mark-6z")
    expect(page.locator("#set-3")).to_have_accessible_name(re.compile("winning tile"))
    table.tap("#change")
    table.tap("#self-drawn")
    expect(page.locator("#worth").get_by_role("alert")).to_have_text(
        "A drawn tile completes no exposed set. Say again which tile won."
    )
    expect(page.locator("#winning-6z")).to_have_count(0)
    table.winning("9p")
    expect(page.locator("#set-4")).to_have_accessible_name(re.compile("winning tile"))


# What cannot be -----------------------------------------------------------------------


def test_a_tile_of_which_four_are_placed_is_grey_in_every_hand(sit: Sit) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.mode("kong", "concealed")
    table.tiles("5s")
    table.hand("Dirk")
    grey = page.locator("#tile-5s")
    expect(grey).to_have_attribute("aria-disabled", "true")
    expect(grey).to_have_accessible_name("5 of bamboos: not enough left")
    grey.click(force=True)
    expect(page.locator("#tray .set")).to_have_count(0)
    # Neither a chow that needs it, nor one that ends beyond 9.
    table.mode("chow", "concealed")
    for tile in ("3s", "4s", "5s", "8s"):
        expect(page.locator(f"#tile-{tile}")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#tile-6s")).to_have_attribute("aria-disabled", "false")
    # Two of another: a pair is there, a pung is not.
    table.mode("pair", "concealed")
    table.tiles("6s")
    table.hand("Cleo")
    expect(page.locator("#tile-6s")).to_have_attribute("aria-disabled", "true")


def test_ways_that_cannot_come_together_cannot_be_chosen(sit: Sit) -> None:
    table = sit()
    page = table.page
    table.won("Anna")
    table.tap("#more")
    # East's first discard is claimed by others.
    expect(page.locator("#also-first_turn")).to_have_count(0)
    table.tap("#way-replacement")
    table.tap("#more")
    expect(page.locator("#also-last_tile")).to_be_disabled()
    table.tap("#also-kong_on_kong")
    expect(page.locator("#ending")).to_contain_text("kong on kong")
    # Looking again changes nothing, another way of winning takes it back.
    table.tap("#change")
    table.tap("#leave")
    expect(page.locator("#ending")).to_contain_text("kong on kong")
    table.tap("#change")
    table.tap("#self-drawn")
    expect(page.locator("#ending")).not_to_contain_text("kong on kong")


def test_a_bird_eats_the_cake(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.tap("#self-drawn")
    table.tap("#more")
    table.tap("#also-bird_eats_cake")
    table.tiles("2s", "5s")
    table.mode("pung", "concealed")
    table.tiles("9s", "5z")
    # The pair is the bird with the cake.
    table.tiles("1s")
    expect(table.page.locator("#set-4")).to_have_accessible_name(
        "pair: 1 of circles, 1 of bamboos, concealed"
    )
    table.winning("1p")
    table.record()
    assert table.said["hands"]["Ben"]["sets"][-1] == "(1p1s)"
    assert table.said["outcome"]["circumstances"] == ["bird_eats_cake"]


def test_a_robbed_tile_is_not_one_of_several(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.tap("#more")
    table.tap("#way-robbed_kong")
    table.gave("Anna")
    table.tiles("2s", "4p", "5m", "3m", "3s")
    expect(table.page.locator("#winning-4s")).to_be_enabled()
    expect(table.page.locator("#winning-3s")).to_have_count(0)


def test_what_is_missing_is_said_where_it_is_missing(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    told = page.locator("#worth").get_by_role("alert")
    table.tap("#record")
    expect(told).to_have_text("Say how the game ended.")
    table.won("Ben")
    table.tap("#record")
    expect(told).to_contain_text("Say who gave the winning tile")
    table.gave("Anna")
    table.hand("Dirk")
    table.tap("#record")
    expect(told).to_have_text("Enter Ben’s hand.")
    expect(page.locator(f"#tab-{table.key('Ben')}")).to_have_attribute(
        "aria-selected", "true"
    )
    look()
    table.tiles("2s")
    table.tap("#record")
    expect(told).to_have_text("Ben’s hand has 3 of 14 tiles.")
    assert not Revision.objects.exists()


def test_a_fault_is_told_at_its_hand_by_name(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.tiles("1s", "4p", "5m", "6m", "9s")
    table.winning("9s")
    fault = page.locator("#tray .fault")
    expect(fault).to_contain_text("Ben’s hand has too few doubles")
    look()
    table.record_refused()
    expect(page.locator("#worth").get_by_role("alert")).to_contain_text(
        "It is not recorded yet."
    )
    assert not Revision.objects.exists()


# What can be done with a hand --------------------------------------------------------


def test_a_set_is_turned_marked_and_taken_out(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    expect(page.locator("#set-4")).to_have_accessible_name(
        "pair: 3 of bamboos, concealed, winning tile"
    )
    table.tap("#set-0")
    look()
    table.tap("#turn")
    assert tray(table)[0] == "chow: 2 of bamboos, 3 of bamboos, 4 of bamboos, exposed"
    table.tap("#set-1")
    table.tap("#mark-6p")
    assert tray(table)[1].endswith("concealed, winning tile")
    table.tap("#set-1")
    table.tap("#take-out")
    expect(page.locator("#tray .set")).to_have_count(4)
    expect(page.locator("#said")).to_contain_text("taken out")
    # What was taken out by mistake comes back.
    table.tap("#undo-tap")
    expect(page.locator("#tray .set")).to_have_count(5)
    assert tray(table)[1].endswith("concealed, winning tile")


def test_the_notation_is_typed_and_the_tray_follows(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.tap("#type")
    page.get_by_label("Sets as they lie").fill("(234s) (456p) (567m) (345m) (33s)")
    expect(page.locator("#tray .set")).to_have_count(5)
    look()
    page.get_by_label("Loose tiles").fill("9x")
    expect(page.locator("#tray")).to_contain_text("9x")
    page.get_by_label("Loose tiles").fill("")
    table.tap("#close")
    table.winning("3s")
    table.record()
    assert table.scores["Ben"] == 384


def test_own_counts_stand_instead_of_tiles_and_lose_none(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.hand("Anna")
    table.tiles("5z")
    table.tap("#own-count")
    table.hand("Ben")
    table.record_refused()
    expect(page.get_by_role("alert")).to_have_text(
        "Enter the points of Anna’s own count."
    )
    page.get_by_label("Points by the player’s own count").fill("64")
    look()
    expect(page.locator(f"#tab-{table.key('Anna')}")).to_contain_text("64")
    table.tap("#own-count")
    expect(page.locator("#tray .set")).to_have_count(1)
    table.tap("#own-count")
    page.keyboard.type("32")
    table.hand("Cleo")
    table.tap("#dead-hand")
    page.get_by_label("Why is it dead?").select_option(label="faulty set")
    look()
    table.record()
    assert table.said["hands"]["Anna"]["points"] == 32
    assert table.said["hands"]["Anna"]["sets"] == []
    assert table.said["hands"]["Cleo"]["dead"] == "faulty_set"


def test_claims_that_the_tiles_rule_out_cannot_be_chosen(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.hand("Dirk")
    table.mode("pung", "concealed")
    table.tiles("5s")
    expect(page.locator(f"#tab-{table.key('Dirk')}")).to_contain_text("4")
    table.tap("#rest")
    expect(page.locator("#claim-all_honours")).to_be_disabled()
    look()
    page.get_by_label("One tile short of").select_option(
        label="Seven pairs of one suit"
    )
    expect(page.locator("#tray")).to_contain_text("Seven pairs of one suit")
    table.record()
    assert table.said["hands"]["Dirk"]["claims"] == ["waiting:pure_pairs"]


def test_thirteen_tiles_of_a_loser_are_the_whole_hand(sit: Sit) -> None:
    table = sit()
    ben_wins(table)
    table.hand("Dirk")
    table.tiles("1z", "2z", "9p")
    table.mode("tile", "concealed")
    table.tiles("1m", "9m", "9m", "1p")
    expect(table.page.locator("#tray")).to_contain_text("The whole hand")
    table.record()
    assert table.said["hands"]["Dirk"]["complete"] is True


def test_a_remark_is_kept_with_the_game(sit: Sit) -> None:
    table = sit()
    table.tap("#draw")
    table.tap("#remark")
    table.page.get_by_label("Remark").fill("the wall was short")
    table.record()
    assert table.said["remark"] == "the wall was short"


# What stays --------------------------------------------------------------------------


def test_a_reload_keeps_what_was_entered(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.hand("Dirk")
    table.tiles("5z")
    page.reload()
    expect(page.locator("#notices")).to_contain_text("half entered")
    look()
    assert_tiles_in_sight(table)
    expect(page.locator("#tray .set")).to_have_count(5)
    table.hand("Dirk")
    expect(page.locator("#tray .set")).to_have_count(1)
    page.locator("#keep").click()
    table.record()
    assert table.said["hands"]["Dirk"]["sets"] == ["555z"]
    # It is recorded: nothing is left for the next game.
    page.get_by_role("link", name="Next game").click()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.locator("#notices")).to_be_empty()
    expect(page.get_by_role("group", name="Who won?")).to_be_visible()


def test_a_reload_keeps_who_sat_east(sit: Sit) -> None:
    table = sit()
    page = table.page
    table.tap("#east")
    table.tap(f"#east-{table.key('Cleo')}")
    expect(page.locator("#deal")).to_contain_text("Cleo is East")
    page.reload()
    expect(page.locator("#notices")).to_contain_text("half entered")
    expect(page.locator("#deal")).to_contain_text("Cleo is East")
    table.tap("#draw")
    table.record()
    assert table.said["east"] == "Cleo"


def test_what_was_entered_can_be_thrown_away(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.page.reload()
    table.tap("#throw-away")
    expect(table.page.locator(f"#won-{table.key('Ben')}")).to_have_attribute(
        "aria-pressed", "false"
    )
    table.page.reload()
    expect(table.page.locator("#table")).to_be_visible()
    expect(table.page.locator("#notices")).to_be_empty()


def test_a_game_that_was_wrong_is_there_to_be_put_right(sit: Sit, look: Look) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.hand("Dirk")
    table.tiles("5z")
    table.tap("#rest")
    table.tap("#claim-half_flush")
    table.record()
    page.get_by_role("button", name="That was wrong").click()
    expect(page.locator("#table-title")).to_have_text("Game 1")
    expect(page.locator("#ending")).to_contain_text("Ben on Anna’s discard")
    expect(page.locator("#set-4")).to_have_accessible_name(re.compile("winning tile"))
    look()
    assert_tiles_in_sight(table)
    table.hand("Dirk")
    expect(page.locator("#tray")).to_contain_text("one suit and honours")
    table.record()
    assert table.said["hands"]["Dirk"]["claims"] == ["half_flush"]
    assert table.partie.games.count() == 1


def test_a_game_that_was_taken_back_is_kept_until_it_is_recorded_again(
    sit: Sit,
) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.record()
    page.get_by_role("button", name="That was wrong").click()
    expect(page.locator("#ending")).to_contain_text("Ben on Anna’s discard")
    # The address alone leads back to it.
    page.goto(page.url.partition("?")[0])
    expect(page.locator("#table-title")).to_have_text("Game 1")
    expect(page.locator("#ending")).to_contain_text("Ben on Anna’s discard")
    table.record()
    # Recorded again, it is not offered once more as the next game.
    page.reload()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.get_by_role("group", name="Who won?")).to_be_visible()
    assert table.partie.games.count() == 1


def test_a_game_put_right_at_once_is_not_offered_again_as_the_next(sit: Sit) -> None:
    table = sit()
    page = table.page
    ben_wins(table)
    table.record()
    page.get_by_role("button", name="That was wrong").click()
    table.record()
    page.reload()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.get_by_role("group", name="Who won?")).to_be_visible()


def test_a_second_player_agrees_on_the_same_phone(sit: Sit, look: Look) -> None:
    table = sit()
    Club.objects.update(asks_agreement=True)
    table.tap("#draw")
    table.record()
    table.page.get_by_role("button", name="Dirk agrees").click()
    expect(table.page.locator("#agreed")).to_contain_text("Dirk agreed to this game")
    expect(table.page.get_by_role("link", name="Next game")).to_be_visible()
    look()


def test_two_phones_record_one_game(
    sit: Sit, live_server: LiveServer, new_context: CreateContextCallback
) -> None:
    table = sit()
    page = table.page
    other = new_context().new_page()
    open_table(other, live_server, table.partie)
    ben_wins(table)
    other.locator("#draw").click()
    other.locator("#record").click()
    expect(other.locator("#recorded-heading")).to_be_visible()
    table.tap("#record")
    alert = page.locator("#notices").get_by_role("alert")
    expect(alert).to_contain_text("Somebody else wrote first.")
    table.tap("#conflict-keep")
    expect(page.locator("#table-title")).to_have_text("Game 2")
    expect(page.locator("#tray .set")).to_have_count(5)
    table.record()
    assert table.partie.games.count() == 2


# The keyboard ------------------------------------------------------------------------


def test_a_whole_game_with_the_keyboard_alone(sit: Sit) -> None:
    table = sit()
    page = table.page

    def go(target: str) -> None:
        """Move on with Tab until it is reached, and press it."""
        for _ in range(60):
            if page.evaluate("document.activeElement.id") == target:
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        pytest.fail(f"{target} is not reached with Tab")

    go(f"won-{table.key('Ben')}")
    go(f"from-{table.key('Anna')}")
    # Tiles are typed: the digit, then the letter of the suit.
    page.keyboard.type("2s4p5m3m3s")
    expect(page.locator("#tray .set")).to_have_count(5)
    go("winning-3s")
    # The tabs by the arrows, and the pad as well.
    go(f"tab-{table.key('Ben')}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"#tab-{table.key('Cleo')}")).to_be_focused()
    go("tile-1m")
    expect(page.locator("#tile-1m")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.locator("#tile-9p")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#tile-9p")).to_be_focused()
    go("why")
    expect(page.locator("#panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_focused()
    go("record")
    expect(page.locator("#recorded-heading")).to_be_focused()
    assert table.said["hands"]["Cleo"]["sets"] == ["111m", "999p"]
    assert table.scores["Ben"] == 384


# The size ----------------------------------------------------------------------------


@both_screens
def test_everything_is_in_sight_and_large_enough(
    sit: Sit, look: Look, screen: dict[str, int]
) -> None:
    names = ["Maximiliane-Henriette", "Ben", "Wolfgang Amadeus", "Dirk"]
    table = sit("schmale", options={"jokers": 4}, names=names)
    page = table.page
    look()
    table.won("Ben")
    table.gave("Dirk")
    table.tiles("1m", "4m", "1p", "4p", "7s")
    look()
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} px have to be scrolled"
    for one in page.locator("#table button:visible").all():
        box = one.bounding_box()
        assert box is not None
        # A ninth of the narrowest phone; see table.css.
        least = 40 if (one.get_attribute("id") or "").startswith("tile-") else 44
        assert box["height"] >= 43.5, one.get_attribute("id")
        assert box["width"] >= least - 0.5, one.get_attribute("id")


@pytest.mark.parametrize(
    "screen", [{"width": 396, "height": 740}], ids=["396 px"], indirect=True
)
def test_every_tile_is_44_px_wide_on_most_phones(
    sit: Sit, screen: dict[str, int]
) -> None:
    table = sit("schmale", options={"jokers": 4})
    page = table.page
    table.won("Ben")
    table.gave("Dirk")
    for tile in page.locator("#pad button").all():
        box = tile.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5, tile.get_attribute("id")
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} px have to be scrolled"


@pytest.mark.parametrize(
    "screen", [{"width": 1280, "height": 800}], ids=["1280 px"], indirect=True
)
def test_the_last_row_of_tiles_is_above_who_pays_whom(
    sit: Sit, screen: dict[str, int]
) -> None:
    names = ["Maximiliane-Henriette", "Ben", "Wolfgang Amadeus", "Dirk"]
    table = sit(names=names)
    page = table.page
    # Of what was entered before it is said that it is here again.
    table.won("Ben")
    table.gave(names[0])
    page.reload()
    expect(page.locator("#notices .notice")).to_be_visible()
    for name, points in zip(names, ("64", "96", "32", "20"), strict=True):
        table.hand(name)
        table.tap("#own-count")
        page.get_by_label("Points by the player’s own count").fill(points)
    expect(page.locator("#worth .pays li")).to_have_count(6)
    table.hand("Dirk")
    pad, worth = (page.locator(one).bounding_box() for one in ("#pad", "#worth"))
    assert pad is not None
    assert worth is not None
    assert pad["y"] + pad["height"] <= worth["y"]
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} px have to be scrolled"


HEADERS = 450
"""How many bytes an installation says of a file before it begins; of a page 700."""


def test_a_first_visit_is_small(
    sit: Sit,
    live_server: LiveServer,
    browser: Browser,
    browser_context_args: dict[str, Any],
) -> None:
    partie = sit().partie
    keeping = {**browser_context_args, "service_workers": "allow"}
    with browser.new_context(**keeping) as context:
        look_at_first_visit(context.new_page(), live_server, partie)


def look_at_first_visit(phone: Page, live_server: LiveServer, partie: Partie) -> None:
    """Open the table screen where nothing is kept, and count what is sent."""
    answers: list[Response] = []
    phone.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    open_table(phone, live_server, partie)
    phone.wait_for_load_state("networkidle")
    packed: dict[str, int] = {}
    for answer in answers:
        if answer.status == 200:
            # The page is packed by us, what never changes beforehand by WhiteNoise.
            is_page = answer.headers.get("content-encoding") == "gzip"
            pack = gzip.compress if is_page else brotli.compress
            packed[answer.url] = len(pack(answer.body()))
            assert is_page == answer.url.endswith("/record/")
    assert any(url.endswith("tiles.svg") for url in packed)
    assert sum(url.endswith(".js") for url in packed) >= 10
    # Every module that another one imports is asked for with the page.
    linked = phone.locator("link[rel=modulepreload], script[type=module]")
    named = linked.evaluate_all("(all) => all.map((one) => one.href || one.src)")
    assert {url for url in packed if url.endswith(".js")} == set(named)
    # What is said of games that wait is kept by the worker until there are any.
    assert not any("banner" in url for url in packed)
    expect(phone.locator("#waits[data-kept=true]")).to_be_attached()
    size = sum(packed.values()) + HEADERS * len(answers)
    print(f"a first visit: {len(answers)} answers, {size} bytes")  # noqa: T201
    assert len(answers) <= 36, sorted(packed)
    assert size < 97_000, packed


@pytest.mark.parametrize(
    "screen",
    [{"width": 320, "height": 640}, {"width": 360, "height": 740}],
    ids=["320 px", "360 px"],
    indirect=True,
)
def test_all_digits_of_own_counts_are_in_sight(
    sit: Sit, screen: dict[str, int]
) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    table.tap("#own-count")
    digits = table.page.locator(".digits button")
    expect(digits).to_have_count(12)
    for digit in digits.all():
        expect(digit).to_be_in_viewport(ratio=1)


def test_what_is_odd_about_a_hand_is_in_sight_on_a_small_phone(sit: Sit) -> None:
    table = sit()
    page = table.page
    page.set_viewport_size({"width": 360, "height": 640})
    table.won("Ben")
    table.tap("#more")
    table.tap("#way-robbed_kong")
    table.gave("Anna")
    table.tiles("2s", "4p", "5m", "3m")
    table.mode("pair", "concealed")
    table.tiles("9p")
    table.winning("4s")
    table.hand("Anna")
    table.mode("pung", "exposed")
    table.tiles("1m", "1p", "1s", "5z")
    table.mode("tile", "concealed")
    table.tiles("2z")
    table.hand("Ben")
    told = page.locator("#worth .told").get_by_text("Look at Anna’s hand.")
    expect(told).to_be_in_viewport(ratio=1)
    expect(page.locator(f"#tab-{table.key('Anna')}")).to_contain_text("!")
    table.hand("Anna")
    warning = page.locator("#tray .warning")
    expect(warning).to_contain_text("made a kong")
    expect(warning).to_be_in_viewport(ratio=0.9)


@pytest.mark.usefixtures("impatient")
def test_an_answer_that_never_comes_is_not_waited_for(sit: Sit) -> None:
    table = sit()
    page = table.page
    page.route(re.compile(r"/preview/$"), lambda _route: None)
    ben_wins(table)
    told = page.locator("#worth .told")
    expect(told).to_have_text("No connection: the points are shown when there is one.")
    expect(page.locator("#worth")).to_have_attribute("aria-busy", "false")
