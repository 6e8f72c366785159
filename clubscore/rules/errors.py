"""
Errors of a record, as data before they are sentences.

Every error and every warning carries a code, the seat and the field it
concerns, a template marked for translation and the template's parameters. The
English sentence is only the two put together, so that a page can say the same
in another language and put it beside the right field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


def gettext_noop(text: str) -> str:
    """Return *text* unchanged; mark it so that makemessages collects it."""
    return text


class Term(str):
    """A word among a template's parameters that is translated by itself."""

    __slots__ = ()


Parameters = Mapping[str, str | int]


class Sentence(NamedTuple):
    """What a rule says, as data before it is a sentence."""

    template: str
    """In English, marked for translation, with named places."""
    parameters: Parameters = {}
    """What fills the template's places."""

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.template % self.parameters


LONGEST_QUOTE = 100
"""A message quotes at most this many characters of what came in."""


def quoted(value: object) -> str:
    """Return what came in as a message shows it, however odd it is."""
    return value[:LONGEST_QUOTE] if isinstance(value, str) else type(value).__name__


class Code(StrEnum):
    """The codes of errors, in the order in which they are reported."""

    BAD_RECORD = "bad_record"
    UNKNOWN_RULESET = "unknown_ruleset"
    UNKNOWN_OPTION = "unknown_option"
    BAD_TILE = "bad_tile"
    TILE_COUNT = "tile_count"
    TOO_MANY_OF_A_TILE = "too_many_of_a_tile"
    BAD_SET = "bad_set"
    IMPOSSIBLE = "impossible"
    NOT_A_WINNING_HAND = "not_a_winning_hand"
    BELOW_MINIMUM = "below_minimum"
    FINISHED = "finished"
    BAD_DICE = "bad_dice"


_RANK = {code: rank for rank, code in enumerate(Code)}
_SEATS = ("E", "S", "W", "N", None)
"""Within a code the first seat is reported, what is nobody's last."""


class RulesError(ValueError):
    """A record that cannot be scored, and why."""

    code: Code
    """Which row of the contract's table of errors applies."""
    template: str
    """The sentence in English, marked for translation, with named places."""
    parameters: Parameters
    """What fills the template's places."""
    seat: str | None
    """The seat it concerns, E S W or N, or None."""
    field: str | None
    """The record's field it concerns, as a dotted path, or None."""
    game: int | None
    """In a whole partie, the number of the game."""

    def __init__(
        self,
        code: Code,
        template: str,
        parameters: Parameters | None = None,
        *,
        seat: str | None = None,
        field: str | None = None,
        game: int | None = None,
    ) -> None:
        super().__init__(code, template)
        self.code = code
        self.template = template
        self.parameters = parameters or {}
        self.seat = seat
        self.field = field
        self.game = game

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.template % self.parameters

    def __str__(self) -> str:
        return self.message

    @property
    def order(self) -> tuple[int, int]:
        """Where the contract puts this error among several."""
        return _RANK[self.code], _SEATS.index(self.seat)


class NotationError(RulesError):
    """A text that names no tile in the notation."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning: what a scorekeeper should see though the game can be scored."""

    code: str
    """A short name that does not change."""
    template: str
    """The sentence in English, marked for translation, with named places."""
    parameters: Parameters
    """What fills the template's places."""
    seat: str | None = None
    """The seat it concerns, or None."""
    game: int | None = None
    """In a whole partie, the number of the game."""

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.template % self.parameters


def raise_first(errors: list[RulesError]) -> None:
    """Raise the error that the contract's order puts first, if there is any."""
    if errors:
        raise min(errors, key=lambda error: error.order)
