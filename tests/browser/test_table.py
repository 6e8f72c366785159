"""The table screen in the hand: what a hand can be, and what can be done with it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from clubscore.partie.models import Revision
from tests.browser.taps import Sit, ben_wins, sit, tray

__all__ = ["sit"]

pytestmark = pytest.mark.keeps_no_screen

Look = Callable[[], None]


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


def test_tiles_below_an_own_count_are_its_players_when_tiles_are_entered_again(
    sit: Sit,
) -> None:
    table = sit("nts", options={"flowers": "yes"})
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.hand("Dirk")
    table.tiles("4f")
    table.tap("#own-count")
    page.keyboard.type("8")
    table.tap("#close")
    expect(page.locator("#tile-4f")).to_have_attribute("aria-disabled", "true")
    table.tiles("1f")
    expect(page.locator("#tray .bonus")).to_have_count(2)
    # One that was typed twice lies there twice, also once it is answered.
    table.tap("#type")
    page.get_by_label("Flowers and seasons").fill("1f1f")
    expect(page.locator(f"#tab-{table.key('Dirk')}")).to_contain_text("!")
    expect(page.locator("#tray .bonus")).to_have_count(2)


def test_flowers_that_cannot_be_read_stay_as_they_were_typed(sit: Sit) -> None:
    table = sit("nts", options={"flowers": "yes"})
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.hand("Dirk")
    table.tap("#type")
    page.get_by_label("Flowers and seasons").fill("1x")
    table.tap("#close")
    table.tiles("4f")
    typed = page.locator("#tray .unreadable")
    expect(typed).to_have_text("1x4f")
    typed.click()
    page.get_by_label("Flowers and seasons").fill("1f4f")
    expect(page.locator("#tray .bonus")).to_have_count(2)


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
