"""The table screen in the hand, by every rule book."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.taps import Sit, ben_wins, sit, tray
from tests.partie.rule_books import counted, play

__all__ = ["sit"]

pytestmark = pytest.mark.keeps_no_screen

Look = Callable[[], None]


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
