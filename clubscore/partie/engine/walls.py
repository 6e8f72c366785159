"""The door to the breaking of the wall: rule books, their choices, broken walls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.rules.errors import RulesError, Term, gettext_noop
from clubscore.rules.reading_walls import read_wall
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.seats import WINDS_BY_LETTER, Wind
from clubscore.rules.wall import (
    BREAKINGS,
    Breaking,
    BrokenWall,
    End,
    Half,
    Lifted,
    Sentence,
    Side,
    Stack,
)

__all__ = [
    "BrokenWall",
    "End",
    "Half",
    "Lifted",
    "RulesError",
    "Side",
    "Stack",
    "Wind",
]

ANY_GAME = "mauer"
"""The breaking that a club may choose for any ruleset."""
DEAD_WALL = Term(gettext_noop("Tiles of the dead wall"))


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
    return tuple(map(_book_of, BREAKINGS.values()))


def book_called(key: str) -> Book:
    """Return the rule book of that key, which is known."""
    return _book_of(BREAKINGS[key])


def _book_of(breaking: Breaking) -> Book:
    return Book(
        breaking.key,
        breaking.name,
        tuple((throw.label, throw.dice) for throw in breaking.throws),
        breaking.dice,
        breaking.players,
        breaking.is_owners,
        tuple(_options_of(breaking)),
    )


def _options_of(breaking: Breaking) -> list[WallOption]:
    """Return the options that the wall depends on, as the ruleset names them."""
    if breaking.own_options is not None:
        return [
            WallOption(
                key,
                DEAD_WALL,
                tuple((value, str(value)) for value in values),
                breaking.players,
            )
            for key, values in breaking.own_options.items()
        ]
    ruleset = RULESETS[breaking.key]
    return [
        WallOption(
            option.key,
            option.name,
            tuple((choice.value, choice.name) for choice in option.choices),
            option.players,
        )
        for option in ruleset.options
        if option.key in breaking.option_keys
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


def said(sentence: Sentence) -> str:
    """Return what to do, in the reader's language."""
    return gettext(sentence.template) % {
        name: gettext(value) if isinstance(value, Term) else value
        for name, value in sentence.parameters.items()
    }


def seat_names() -> list[tuple[str | int, str]]:
    """Return the seats' letters and their names, to be translated."""
    return [(wind.letter, wind.term) for wind in Wind]
