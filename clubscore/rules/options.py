"""
House rules: what a club can choose on top of a rule book, as data.

An option is a row of choices, and a choice a row of changes to items, limit hands
or parts of a ruleset. Nothing else asks which options are set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, Literal

from clubscore.rules.errors import Code, RulesError, Term, gettext_noop, quoted
from clubscore.rules.items import Rule, ScoringItem

Part = Literal["counting", "paying", "dealing", "winning", "tiles"]

Value = str | int | Sequence[int]
"""What an option can be: a word, a whole number, or a list of whole numbers."""


@dataclass(frozen=True)
class Change:
    """What an option does to a ruleset."""

    target: str
    """An item's or limit hand's key, or a part of the ruleset."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """New values of its fields; a dotted name reaches into a field's value."""
    removes: bool = False
    """Whether the item is taken out."""
    adds: ScoringItem | None = None
    """An item that comes in its stead, or before it where it stays."""


@dataclass(frozen=True)
class Choice:
    """One value that an option offers."""

    value: str | int
    name: Term
    changes: tuple[Change, ...] = ()


def numbers(target: str, field: str, *values: int) -> tuple[Choice, ...]:
    """Return the choices of a field's number: the first is as it is, the default."""
    return tuple(
        Choice(
            value,
            Term(str(value)),
            (Change(target, {field: value}),) if value != values[0] else (),
        )
        for value in values
    )


@dataclass(frozen=True, eq=False)
class Option(Rule):
    """A house rule: a choice that a club makes on top of a ruleset."""

    choices: tuple[Choice, ...]
    """The first is the default."""
    players: tuple[int, ...] = (3, 4, 5)
    """For how many players it means something; else it changes nothing."""
    is_asked: bool = False
    """Whether whoever plays is asked, since the book says nothing at all of it."""
    refused_without: bool = False
    """Whether another number of players forbids to choose it."""

    @property
    def default(self) -> str | int | None:
        """The value that holds where a club says nothing; None where none does."""
        return self.choices[0].value

    def offers(self, value: object) -> bool:
        """Tell whether the option can have *value*."""
        # 1, 1.0 and True are equal to Python; a record means only the first.
        return any(
            type(value) is type(choice.value) and value == choice.value
            for choice in self.choices
        )

    def with_default(self, value: Value) -> Option:
        """Return the same house rule, holding *value* where nobody says anything."""
        first = [one for one in self.choices if one.value == value]
        others = [one for one in self.choices if one.value != value]
        return replace(self, choices=(*first, *others), is_asked=False)

    def changes_for(self, value: Value) -> tuple[Change, ...]:
        """Return what choosing *value* does."""
        return next(one.changes for one in self.choices if one.value == value)

    def says(self, value: object) -> str:
        """Return how *value* is called, to be translated."""
        return next(
            (one.name for one in self.choices if one.value == value), str(value)
        )

    @property
    def offers_template(self) -> str:
        """The sentence that says what it can be."""
        return gettext_noop("“%(key)s” can be: %(offered)s.")

    @property
    def offers_parameters(self) -> dict[str, str | int]:
        """What fills the sentence's places."""
        values = ", ".join(str(choice.value) for choice in self.choices)
        return {"key": self.key, "offered": values}


@dataclass(frozen=True, eq=False)
class NumberOption(Option):
    """A house rule that is a whole number, from a least one up."""

    choices: tuple[Choice, ...] = ()
    _: KW_ONLY
    part: Part
    field: str
    """The field of *part* that it sets."""
    least: int = 0
    usual: int
    most: int | None = None
    """The highest number; None where there is none."""

    @property
    def default(self) -> int:
        """The number that holds where a club says nothing."""
        return self.usual

    def with_default(self, value: Value) -> NumberOption:
        """Return the same house rule, holding *value* where nobody says anything."""
        assert isinstance(value, int)
        return replace(self, usual=value)

    def offers(self, value: object) -> bool:
        """Tell whether the option can have *value*."""
        return (
            type(value) is int
            and value >= self.least
            and (self.most is None or value <= self.most)
        )

    def changes_for(self, value: Value) -> tuple[Change, ...]:
        """Return what choosing *value* does."""
        return (Change(self.part, {self.field: value}),)

    @property
    def offers_template(self) -> str:
        """The sentence that says what it can be."""
        if self.most is not None:
            return gettext_noop("“%(key)s” is a whole number: %(offered)s.")
        return gettext_noop("“%(key)s” is a whole number from %(offered)s up.")

    @property
    def offers_parameters(self) -> dict[str, str | int]:
        """What fills the sentence's places."""
        if self.most is not None:
            return {"key": self.key, "offered": f"{self.least}–{self.most}"}
        return {"key": self.key, "offered": self.least}


@dataclass(frozen=True, eq=False)
class ListOption(Option):
    """A house rule that is a list of whole numbers, none lower than the one before."""

    choices: tuple[Choice, ...] = ()
    _: KW_ONLY
    part: Part
    field: str
    """The field of *part* that it sets; it keeps its own value where none is given."""
    longest: int
    """How many numbers there can be; there is one at least."""
    highest: int
    """The highest number; the least is 0."""

    @property
    def default(self) -> None:
        """None: where a club says nothing there is no list."""
        return

    def with_default(self, value: Value) -> ListOption:
        """Return the same house rule: a book that has a list keeps it as its own."""
        return self

    def offers(self, value: object) -> bool:
        """Tell whether the option can have *value*."""
        return (
            isinstance(value, list | tuple)
            and 1 <= len(value) <= self.longest
            and all(type(one) is int and 0 <= one <= self.highest for one in value)
            and list(value) == sorted(value)
        )

    def changes_for(self, value: Value) -> tuple[Change, ...]:
        """Return what choosing *value* does."""
        assert not isinstance(value, str | int)
        return (Change(self.part, {self.field: tuple(value)}),)

    def says(self, value: object) -> str:
        """Return the numbers, or that there are none."""
        if not isinstance(value, list | tuple):
            return NONE_GIVEN
        return ", ".join(map(str, value))

    @property
    def offers_template(self) -> str:
        """The sentence that says what it can be."""
        return gettext_noop(
            "“%(key)s” is a list of 1 to %(longest)d whole numbers from 0 to"
            " %(highest)d, none lower than the one before."
        )

    @property
    def offers_parameters(self) -> dict[str, str | int]:
        """What fills the sentence's places."""
        return {"key": self.key, "longest": self.longest, "highest": self.highest}


NONE_GIVEN = gettext_noop("none given")
"""How it is said that there is no list."""


def replaced(value: Any, fields: Mapping[str, Any]) -> Any:
    """Return *value* with new fields; a dotted name reaches into a field's value."""
    for name, new in fields.items():
        outer, _, inner = name.partition(".")
        changed = replaced(getattr(value, outer), {inner: new}) if inner else new
        value = replace(value, **{outer: changed})
    return value


def problems_with(
    name: str,
    offered_options: tuple[Option, ...],
    options: Mapping[str, object],
    players: int,
) -> list[RulesError]:
    """Return an error for every option that the rule book of *name* does not offer."""
    offered = {one.key: one for one in offered_options}
    problems = []
    for key, value in options.items():
        option = offered.get(key)
        if option is None:
            problems.append(
                RulesError(
                    Code.UNKNOWN_OPTION,
                    gettext_noop("%(ruleset)s has no option “%(key)s”."),
                    {"ruleset": name, "key": quoted(key)},
                    field="options",
                )
            )
        elif not option.offers(value):
            problems.append(
                RulesError(
                    Code.UNKNOWN_OPTION,
                    option.offers_template,
                    option.offers_parameters,
                    field=f"options.{key}",
                )
            )
        elif (
            option.refused_without
            and players not in option.players
            and value != option.default
        ):
            problems.append(
                RulesError(
                    Code.UNKNOWN_OPTION,
                    gettext_noop(
                        "With %(players)d players %(ruleset)s has no option “%(key)s”."
                    ),
                    {"players": players, "ruleset": name, "key": key},
                    field=f"options.{key}",
                )
            )
    return problems
