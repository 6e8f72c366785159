"""How many taps a game takes, from the open screen to *recorded*; every one counts."""

from tests.browser.taps import Sit, sit

__all__ = ["sit"]

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
