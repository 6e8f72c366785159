"""Notation and packed tiles."""

import doctest

import pytest

from clubscore.rules import errors, sets, tiles
from clubscore.rules.errors import NotationError
from clubscore.rules.sets import Shape, parse_set
from clubscore.rules.tiles import format_tiles, parse_tiles


@pytest.mark.parametrize("module", [errors, sets, tiles])
def test_examples_in_docstrings_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.failed == 0


def test_blanks_are_ignored_and_digits_may_be_mixed() -> None:
    assert format_tiles(parse_tiles(" 3 1 m\t11m 1f5z ")) == "1113m5z1f"


def test_tiles_are_written_in_the_order_of_the_suit_letters() -> None:
    assert format_tiles(parse_tiles("0j1y1f1z1s1p1m")) == "1m1p1s1z1f1y0j"


@pytest.mark.parametrize(
    "text",
    ["0m", "8z", "5f", "5y", "1j", "1", "m", "1x", "1M", "(1m", "\uff11m", "-1m"],
)
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert caught.value.code == "bad_tile"
    assert "is not a tile" in caught.value.message


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("11m", Shape.PAIR),
        ("(321s)", Shape.CHOW),
        ("7 7 7 z", Shape.PUNG),
        ("( 9999p )", Shape.KONG),
    ],
)
def test_sets_are_read_in_any_order(text: str, shape: Shape) -> None:
    one = parse_set(text).as_set
    assert one is not None
    assert one.shape is shape
    assert one.is_concealed == text.startswith("(")


@pytest.mark.parametrize(
    "text",
    [
        "1m",
        "12m",
        "124m",
        "891m",
        "9m1p2p",
        "123z",
        "1234m",
        "11111m",
        "",
        "()",
        "1f1f",
    ],
)
def test_other_tiles_are_no_set(text: str) -> None:
    assert parse_set(text).as_set is None


def test_no_chow_runs_on_into_the_next_suit() -> None:
    assert parse_set("89m1p").as_set is None
    assert parse_set("789s").as_set is not None
    assert parse_set("9s12z").as_set is None
