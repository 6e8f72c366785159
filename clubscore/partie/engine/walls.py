"""The door to the breaking of the wall: rule books, their choices, broken walls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubscore.rules.errors import RulesError
from clubscore.rules.record_walls import (
    MAUER,
    WallBook,
    read_wall,
    wall_books,
    wall_key,
)
from clubscore.rules.seats import WINDS_BY_LETTER, Wind
from clubscore.rules.wall import BrokenWall, Half, Lifted, Side, SideEnd, Stack

__all__ = [
    "BrokenWall",
    "Half",
    "Lifted",
    "RulesError",
    "Side",
    "SideEnd",
    "Stack",
    "Wind",
]

ANY_GAME = MAUER.key
"""The breaking that a club may choose for any ruleset."""


@dataclass(frozen=True, slots=True)
class WallOption:
    """A house rule that changes something about the wall."""

    key: str
    name: str
    """To be translated, as are those of the choices."""
    choices: tuple[tuple[str | int, str], ...]
    """Values and their names; the first is the default."""
    players: tuple[int, ...]
    """For how many players it can be chosen."""


@dataclass(frozen=True, slots=True)
class Book:
    """How a rule book breaks the wall, as a page asks for it."""

    key: str
    name: str
    throws: tuple[tuple[str, int], ...]
    """Who throws, to be translated, and how many dice."""
    dice: int
    players: tuple[int, ...]
    is_owners: bool
    options: tuple[WallOption, ...]


def books() -> tuple[Book, ...]:
    """Return every rule book that says how the wall is broken."""
    return tuple(map(_book_of, wall_books().values()))


def book_called(key: str) -> Book:
    """Return the rule book of that key, which says how the wall is broken."""
    return _book_of(wall_books()[wall_key(key)])


def says_how(ruleset: str) -> bool:
    """Tell whether a rule book says how the wall is broken."""
    return wall_key(ruleset) in wall_books()


def _book_of(book: WallBook) -> Book:
    breaking = book.breaking
    return Book(
        book.key,
        book.name,
        tuple((throw.label, throw.dice) for throw in breaking.throws),
        breaking.dice,
        breaking.players,
        breaking.is_owners,
        tuple(_options_of(book)),
    )


def _options_of(book: WallBook) -> list[WallOption]:
    """Return the options that the wall depends on, as the rule book names them."""
    return [
        WallOption(
            option.key,
            option.name,
            tuple((choice.value, choice.name) for choice in option.choices),
            option.players,
        )
        for option in book.options
        if option.key in book.breaking.option_keys
    ]


def broken_wall(
    ruleset: str,
    dice: list[int],
    players: int,
    options: Mapping[str, object],
    owner: str = "E",
) -> BrokenWall:
    """
    Return the wall that *dice* break; *owner* is a seat's letter.

    Raise RulesError if they cannot have been thrown under these rules.
    """
    return read_wall(ruleset, dice, players, dict(options), WINDS_BY_LETTER[owner])


def seat_names() -> list[tuple[str | int, str]]:
    """Return the seats' letters and their names, to be translated."""
    return [(wind.letter, wind.term) for wind in Wind]
