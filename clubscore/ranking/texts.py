"""
The sentences of the standings, as data.

Every sentence is a template marked for translation and the template's
parameters, so that a page can say it in another language, write numbers and
dates as its reader does and call a player by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, TypeAlias

Key: TypeAlias = int | str
"""What the caller knows a player, a partie or an evening by."""


def order_of(key: Key) -> tuple[bool, int, str]:
    """Return what puts keys in an order that does not depend on the input's."""
    if isinstance(key, str):
        return True, 0, key
    return False, key, ""


def gettext_noop(text: str) -> str:
    """Return *text* unchanged; mark it so that makemessages collects it."""
    return text


class TranslatedWord(str):
    """A word among a template's parameters that is translated by itself."""

    __slots__ = ()


class Who(NamedTuple):
    """A player among a template's parameters, to be called by name."""

    player: Key


class Signed(NamedTuple):
    """A whole number among a template's parameters, to be written with its sign."""

    value: int


class Listed(NamedTuple):
    """Several parameters of one kind, to be written as a list."""

    items: tuple[Parameter, ...]


Parameter: TypeAlias = "int | str | Fraction | Decimal | date | Who | Signed | Listed"
"""
A `TranslatedWord` is a text that is translated; other texts stay as they are.

A `Fraction` is exact; a `Decimal` was rounded, and has as many places as it shows.
"""
Parameters: TypeAlias = Mapping[str, Parameter]


def written(value: Parameter) -> str:
    """
    Return a parameter in plain English.

    >>> written(Fraction(7, 2)), written(Fraction(-1, 2)), written(Fraction(3))
    ('3 1/2', '-1/2', '3')
    """
    match value:
        case Fraction():
            whole, rest = divmod(abs(value.numerator), value.denominator)
            parts = [str(whole)] if whole or not rest else []
            parts += [f"{rest}/{value.denominator}"] if rest else []
            return ("-" if value < 0 else "") + " ".join(parts)
        case Who(player):
            return str(player)
        case Signed(number):
            return f"{number:+d}"
        case Listed(items):
            return ", ".join(written(item) for item in items)
    return str(value)


class Statement(NamedTuple):
    """What a part or a line of the standings says, as data."""

    template: str
    """In English, marked for translation, with named places."""
    parameters: Parameters = {}
    """What fills the template's places."""
    plural: str | None = None
    """The template for other numbers than one, where the words depend on one."""
    number: int = 1
    """The number that they depend on."""

    @property
    def text(self) -> str:
        """The sentence in English."""
        template = self.template
        if self.plural is not None and self.number != 1:
            template = self.plural
        return template % {
            name: value if isinstance(value, int) else written(value)
            for name, value in self.parameters.items()
        }


def ngettext(one: str, many: str, number: int, /, **parameters: Parameter) -> Statement:
    """
    Return a sentence whose words depend on *number*, which `%(number)d` shows.

    The name is the one that makemessages knows such pairs of templates by.
    """
    return Statement(one, {"number": number, **parameters}, many, number)


def listed(items: Iterable[Parameter]) -> Listed:
    """Return *items* as one parameter."""
    return Listed(tuple(items))


class FieldProblem(NamedTuple):
    """What is wrong with one field of a method."""

    field: str
    """The field as a dotted path, such as `evening.quorum`."""
    sentence: Statement

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.sentence.text


class MethodError(ValueError):
    """A standings method that cannot be, and everything that is wrong with it."""

    problems: tuple[FieldProblem, ...]

    def __init__(self, problems: Iterable[FieldProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(*self.problems)

    def __str__(self) -> str:
        return " ".join(problem.message for problem in self.problems)
