"""How many taps a game takes, from the open screen to *recorded*; every one counts."""

import pytest

from tests.browser.taps import Sit, sit

__all__ = ["sit"]

pytestmark = pytest.mark.keeps_no_screen

BEN_WINS = ["(234s)", "(456p)", "(567m)", "(345m)", "(33s)"]


def test_a_draw_takes_two_taps(sit: Sit) -> None:
    table = sit()
    table.tap("#draw")
    table.record()
    table.sum_up("a draw")
    assert table.taps <= 2
    assert table.said["outcome"] == {"kind": "draw"}


def test_an_ordinary_winner_takes_twelve_taps(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    table.tiles("2s", "4s")
    table.mode("pung", "exposed")
    table.tiles("5z")
    table.mode("pung", "concealed")
    table.tiles("9s")
    table.tiles("3s")  # four sets lie: a tap adds the pair
    table.winning("3s")
    table.record()
    table.sum_up("four sets and a pair from a discard, of three sorts")
    assert table.taps <= 12
    assert table.said["outcome"]["winning_tile"] == "3s"
    assert table.said["outcome"]["from"] == "Anna"
    assert table.said["hands"]["Ben"]["sets"] == [
        "(234s)",
        "(456s)",
        "555z",
        "(999s)",
        "(33s)",
    ]


def test_a_loser_with_a_pung_takes_three_taps(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    before = table.taps
    table.hand("Dirk")
    table.mode("pung", "concealed")
    table.tiles("2z")
    assert table.taps - before <= 3
    table.hand("Cleo")
    table.tiles("3z")
    assert table.taps - before <= 6
    table.taps -= before
    table.sum_up("two losers with a pung each, one concealed")


def test_the_worked_example_takes_twenty_five_taps(sit: Sit) -> None:
    """NTS, the game that the rule book settles: four hands, one of them dead."""
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    table.tiles("2s", "4p", "5m", "3m", "3s")
    table.winning("3s")
    table.hand("Anna")
    table.mode("pung", "concealed")
    table.tiles("2m", "8p", "7z")
    table.hand("Cleo")
    table.tap("#dead-hand")
    table.hand("Dirk")
    table.tiles("5s")
    table.mode("pung", "concealed")
    table.tiles("2z")
    table.tap("#rest")
    table.tap("#claim-half_flush")
    table.record()
    table.sum_up("the worked example, four hands")
    assert table.taps <= 25
    assert table.scores == {"Anna": 24, "Ben": 384, "Cleo": -244, "Dirk": -164}
    said = table.said
    assert said["hands"]["Ben"]["sets"] == BEN_WINS
    assert said["hands"]["Anna"]["sets"] == ["(222m)", "(888p)", "(777z)"]
    assert said["hands"]["Cleo"]["dead"] == "tile_count"
    assert said["hands"]["Dirk"]["sets"] == ["555s", "(222z)"]
    assert said["hands"]["Dirk"]["claims"] == ["half_flush"]


def test_a_robbed_kong_with_four_hands_takes_twenty_five_taps(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.tap("#more")
    table.tap("#way-robbed_kong")
    table.gave("Anna")
    table.tiles("2s", "4p", "5m", "3m")
    table.mode("pair", "concealed")
    table.tiles("9p")
    table.winning("4s")
    table.hand("Anna")
    table.tiles("4s")
    table.mode("pung", "concealed")
    table.tiles("7z")
    table.hand("Cleo")
    table.tap("#dead-hand")
    table.hand("Dirk")
    table.tiles("5z")
    table.mode("pung", "concealed")
    table.tiles("2z")
    table.record()
    table.sum_up("a robbed kong, four hands")
    assert table.taps <= 25
    said = table.said
    assert said["outcome"]["source"] == "robbed_kong"
    assert said["outcome"]["from"] == "Anna"
    assert said["outcome"]["winning_tile"] == "4s"
    assert said["hands"]["Anna"]["sets"] == ["444s", "(777z)"]
    assert sum(table.scores.values()) == 0


def test_four_own_counts_take_four_taps_and_their_digits(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    before = table.taps
    table.tap("#own-count")  # the winner's, whose hand is shown
    table.tap("#digit-9")
    table.tap("#digit-6")
    for digits in ("20", "8", "64"):  # Cleo, Dirk, Anna
        table.tap("#digit-next")
        for digit in digits:
            table.tap(f"#digit-{digit}")
    assert table.taps - before == 4 + len("9620864")
    table.record()
    table.taps -= before + 1
    table.sum_up("own counts of four hands with seven digits")
    hands = table.said["hands"]
    assert {name: hand["points"] for name, hand in hands.items()} == {
        "Anna": 64,
        "Ben": 96,
        "Cleo": 20,
        "Dirk": 8,
    }


def test_thirteen_orphans_take_three_taps(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    before = table.taps
    table.tap("#templates")
    table.tap("#template-thirteen_orphans-0")
    table.tiles("7z")  # which is there twice
    assert table.taps - before == 3
    table.winning("7z")
    table.taps -= before
    table.sum_up("thirteen orphans, and which tile won")
    table.record()
    assert table.said["hands"]["Ben"]["tiles"] == "19m19p19s12345677z"
    assert table.scores["Ben"] > 0


def test_a_snake_takes_three_taps(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    before = table.taps
    table.tap("#templates")
    table.tap("#template-wind_snake-1")  # of circles
    table.tiles("4z")
    assert table.taps - before == 3
    table.winning("4z")
    table.taps -= before
    table.sum_up("a wind snake, and which tile won")
    table.record()
    assert table.said["hands"]["Ben"]["tiles"] == "123456789p12344z"


def test_seven_pairs_take_a_tap_a_pair(sit: Sit) -> None:
    table = sit()
    table.won("Ben")
    table.gave("Anna")
    before = table.taps
    table.mode("pair", "concealed")
    table.tiles("2m", "7m", "4p", "9p", "1s", "3z", "6z")
    assert table.taps - before == 8
    table.winning("6z")
    table.taps -= before
    table.sum_up("seven pairs, and which tile won")
    table.record()
    assert len(table.said["hands"]["Ben"]["sets"]) == 7


def test_what_is_pressed_keeps_its_place(sit: Sit) -> None:
    # What moves under a finger is not tapped again for a moment: pungs would be pairs.
    table = sit()
    page = table.page
    page.emulate_media(reduced_motion="no-preference")
    table.won("Ben")
    table.gave("Anna")
    for one in ("#tile-1p", "#mode-pung-exposed", f"#tab-{table.key('Dirk')}"):
        place = page.locator(one)
        before = place.bounding_box()
        place.hover()
        page.mouse.down()
        page.wait_for_timeout(50)
        assert place.bounding_box() == before
        page.mouse.move(0, 0)
        page.mouse.up()
