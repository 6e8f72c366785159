"""How players are called in short where a sheet is typed."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubscore.club.names import folded, tidied
from clubscore.partie.short_names import (
    LEAST_LETTERS,
    LONGEST_SHORTENED,
    Calling,
    short_names,
)
from clubscore.rules.partie import PartieState
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.table.progress import table_of

TABLE = table_of(PartieState(RULESETS["nts"].dealing, ("1", "2", "3", "4")), 1)


def calling(*names: str) -> Calling:
    """Return how players of these names are called; their ids count from 1."""
    return Calling([(str(key), name) for key, name in enumerate(names, start=1)])


@pytest.mark.parametrize(
    ("names", "shorts"),
    [
        (("Anna", "Ben", "Cleo", "Dirk"), ["A", "B", "C", "D"]),
        (("Anna", "Anke", "Ben", "Élan"), ["Ann", "Ank", "B", "Él"]),
        # No letter of a wind, and no beginning of another's name.
        (("Sandra", "Erik", "Wim", "Nora"), ["Sa", "Er", "Wi", "No"]),
        (("Jo", "Johan", "Jan", "Jan P"), ["1", "Joh", "3", "4"]),
    ],
)
def test_the_shortest_beginning_that_nobody_else_has(
    names: tuple[str, ...], shorts: list[str]
) -> None:
    assert [one.short for one in calling(*names).players] == shorts


@pytest.mark.parametrize(
    ("text", "key"),
    [("2", "2"), ("el", "4"), ("ÉLAN", "4"), ("jo", "1"), ("joh", "2"), ("w", "3")],
)
def test_number_beginning_whole_name_and_wind_are_understood(
    text: str, key: str
) -> None:
    assert calling("Jo", "Johan", "Ben", "Élan").found(text, TABLE) == key


@pytest.mark.parametrize("text", ["0", "5", "x", "j", "johann"])
def test_nobody_and_several_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        calling("Jo", "Johan", "Ben", "Cleo").found(text, TABLE)


def test_a_wind_that_begins_a_name_means_that_player_only_on_that_seat() -> None:
    on_it = calling("Anna", "Sam", "Cleo", "Dirk")
    assert on_it.found("s", TABLE) == "2"
    with pytest.raises(ValidationError, match="Ben"):
        calling("Anna", "Ben", "Sam", "Dirk").found("s", TABLE)


def test_winds_are_called_in_the_readers_language() -> None:
    with translation.override("nl"):
        assert calling("Anna", "Ben", "Cleo", "Dirk").found("z", TABLE) == "2"


def test_who_is_shown_by_initials_is_called_by_the_whole_name_too() -> None:
    seated = [("1", "A. B."), ("2", "Ben"), ("3", "Cleo"), ("4", "Dirk")]
    called = Calling(seated, {"anna bakker": "1", "eva vos": "9"})
    assert called.found("Ánna  bakker", TABLE) == "1"
    assert called.found("a", TABLE) == "1"
    for text in ("anna", "Eva Vos"):
        with pytest.raises(ValidationError) as told:
            called.found(text, TABLE)
        assert "none of the players" in "".join(told.value.messages)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Anna", "Wilhelmina", "Jo", "Dirk"), ["Anna", "Wilhelmina", "Jo", "Dirk"]),
        (
            ("Jan de Vries", "Jan de Boer", "Marie-Louise Janssen", "Jo"),
            ["Jan V", "Jan B", "Marie-Louise", "Jo"],
        ),
        # The last initial is not enough for the first two.
        (
            ("Jan de Vries", "Jan van Voorst", "Jan-Willem Blok", "Jan"),
            ["Jan dV", "Jan vV", "Jan-Willem", "Jan"],
        ),
        # Whoever is called whole could be called so too.
        (("Anna Maria", "Anna Katharina", "Ben", "Jo"), ["Anna Maria", "Anna K"]),
        (("Anna Maria", "Anna Margarethe"), ["Anna Maria", "Anna Marg"]),
        # An initial or a title in front tells nobody from another.
        (("J. P. Hoogendijk", "Bartholomeus (gast)"), ["Hoogendijk"]),
        (
            ("Bartholomeus", "ÉLODIE Durand", "Elodie Duval"),
            ["Bartholomeus", "ÉLODIE Dur", "Elodie Duv"],
        ),
        # What has to be cut keeps six letters, and stays another than the rest.
        (("Wolfeschlegelstein", "Ben"), ["Wolfeschl…", "Ben"]),
        (
            ("Wilhelmina van den Berg", "Wilhelmina van den Burg", "Wilhelmina"),
            ["Wilhel…erg", "Wilhel…urg", "Wilhelmina"],
        ),
    ],
)
def test_a_long_name_is_shown_in_short_as_nobody_else_is_called(
    names: tuple[str, ...], shown: list[str]
) -> None:
    by_id = {str(key): name for key, name in enumerate(names, start=1)}
    shorts = short_names(by_id)
    found = [shorts.get(key, name) for key, name in by_id.items()]
    assert found[: len(shown)] == shown
    assert len(set(found)) == len(names)


NAME = st.text("abcABÉéß -.", min_size=1, max_size=40).map(tidied).filter(bool)


@given(st.lists(NAME, min_size=2, max_size=5, unique_by=folded))
def test_no_two_are_called_the_same_and_six_letters_stay(names: list[str]) -> None:
    shorts = short_names({str(key): name for key, name in enumerate(names)})
    assert len({folded(short) for short in shorts.values()}) == len(names)
    for name, short in zip(names, shorts.values(), strict=True):
        assert len(short) <= LONGEST_SHORTENED
        if "…" in short:
            assert folded(name).startswith(folded(short.partition("…")[0]))
            assert len(short.partition("…")[0]) >= LEAST_LETTERS
