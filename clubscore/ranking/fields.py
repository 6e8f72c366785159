"""
The settings of a method's parts: kinds of values, read from and written as JSON.

A part is a frozen dataclass whose fields say here what they may hold, so that
reading, writing, checking and the form of a page follow from the part itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field as DataclassField
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeAlias, get_type_hints

from clubscore.ranking.texts import (
    FieldProblem,
    Parameter,
    Statement,
    TranslatedWord,
    gettext_noop,
    listed,
)

Json: TypeAlias = Any
"""What `json.loads` returns: dicts, lists, texts, numbers, true, false, null."""

MOST_POINTS = 1_000_000
FINEST = 1_000
"""The largest denominator of points."""


class FieldError(Exception):
    """A value that its field cannot have; the sentence says why."""

    def __init__(self, sentence: Statement) -> None:
        super().__init__(sentence.text)
        self.sentence = sentence


class ValueKind(Protocol):
    """What a field may hold."""

    def read(self, value: Json) -> Any:
        """Return the value that JSON stands for; raise FieldError if it is none."""

    def write(self, value: Any) -> Json:
        """Return the value as JSON."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from *least* to *most*."""

    least: int
    most: int

    def read(self, value: Json) -> int:
        """Return the number."""
        # True is 1 to Python, and a form sends what was typed.
        if isinstance(value, str) and re.fullmatch(r"\d{1,9}", value.strip()):
            value = int(value)
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        ):
            return value
        raise FieldError(
            Statement(
                gettext_noop("Give a whole number from %(least)d to %(most)d."),
                {"least": self.least, "most": self.most},
            )
        )

    def write(self, value: int) -> Json:
        """Return the number."""
        return value


_HALVES = {"¼": "1/4", "½": "1/2", "¾": "3/4"}
_POINTS = re.compile(
    r"(?P<sign>[-−]?)(?:(?P<whole>\d{1,9})(?:[.,](?P<decimals>\d{1,3}))?)?"
    r"(?:\s*(?P<above>(?<!\d)\d{1,10})/(?P<below>\d{1,4}))?"
)


def points_from(value: Json) -> Fraction | None:
    """
    Return the points that a number or a text stands for; None if it is neither.

    >>> [str(points_from(one)) for one in (4, "1/2", "2 1/2", "½", "0,5", "-20")]
    ['4', '1/2', '5/2', '1/2', '1/2', '-20']
    >>> [points_from(one) for one in (0.5, True, "half", "", "1/0", "1,5 1/2")]
    [None, None, None, None, None, None]
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if not isinstance(value, str):
        return None
    text = value.strip()
    for sign, fraction in _HALVES.items():
        text = text.replace(sign, f" {fraction}").strip()
    match = _POINTS.fullmatch(text)
    if match is None or not (match["whole"] or match["above"]):
        return None
    if match["above"] and (match["decimals"] or int(match["below"]) == 0):
        return None
    points = Fraction(f"{match['whole'] or 0}.{match['decimals'] or 0}")
    if match["above"]:
        points += Fraction(int(match["above"]), int(match["below"]))
    return -points if match["sign"] else points


@dataclass(frozen=True, slots=True)
class Points:
    """Points: a whole number, or a fraction written as a text, from *least* up."""

    least: int = 0

    def read(self, value: Json) -> Fraction:
        """Return the points."""
        points = points_from(value)
        if (
            points is not None
            and self.least <= points <= MOST_POINTS
            and points.denominator <= FINEST
        ):
            return points
        raise FieldError(
            Statement(
                gettext_noop(
                    "Give points from %(least)d to %(most)d, whole or as a fraction"
                    " such as 1/2."
                ),
                {"least": self.least, "most": MOST_POINTS},
            )
        )

    def write(self, value: Fraction) -> Json:
        """Return a whole number, or a text such as 1/2."""
        return value.numerator if value.denominator == 1 else str(value)


@dataclass(frozen=True, slots=True)
class PointsByPlace:
    """Points for each of *places* places, none more than the place before."""

    places: int
    each: ClassVar[Points] = Points()

    def read(self, value: Json) -> tuple[Fraction, ...]:
        """Return the points; a text has them with blanks or semicolons between."""
        if isinstance(value, str):
            value = [one for one in re.split(r"[\s;]+", value.strip()) if one]
        points: tuple[Fraction, ...] = ()
        if isinstance(value, list | tuple):
            points = tuple(self.each.read(one) for one in value)
        if len(points) != self.places:
            raise FieldError(
                Statement(
                    gettext_noop(
                        "Give the points of %(places)d places, the first one first."
                    ),
                    {"places": self.places},
                )
            )
        if list(points) != sorted(points, reverse=True):
            raise FieldError(
                Statement(gettext_noop("No place gives more than a better one."))
            )
        return points

    def write(self, value: tuple[Fraction, ...]) -> Json:
        """Return the list of points."""
        return [self.each.write(one) for one in value]


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def read(self, value: Json) -> bool:
        """Return true or false."""
        if isinstance(value, bool):
            return value
        raise FieldError(Statement(gettext_noop("Say yes or no: true or false.")))

    def write(self, value: bool) -> Json:
        """Return true or false."""
        return value


Names: TypeAlias = Sequence[tuple[StrEnum, TranslatedWord]]
"""What can be chosen, with the names to show."""


@dataclass(frozen=True, slots=True)
class OneChoice:
    """One of several."""

    names: Names

    def read(self, value: Json) -> StrEnum:
        """Return the one that was chosen."""
        for member, _ in self.names:
            if member.value == value:
                return member
        raise FieldError(
            Statement(
                gettext_noop("Choose one of these: %(known)s."), _known(self.names)
            )
        )

    def write(self, value: StrEnum) -> Json:
        """Return its word."""
        return value.value


@dataclass(frozen=True, slots=True)
class Choices:
    """Any of several in an order, each at most once."""

    names: Names

    def read(self, value: Json) -> tuple[StrEnum, ...]:
        """Return those that were chosen, in the order given."""
        known = {member.value: member for member, _ in self.names}
        if (
            isinstance(value, list | tuple)
            and all(isinstance(one, str) and one in known for one in value)
            and len(set(value)) == len(value)
        ):
            return tuple(known[one] for one in value)
        raise FieldError(
            Statement(
                gettext_noop("Choose any of these, each at most once: %(known)s."),
                _known(self.names),
            )
        )

    def write(self, value: tuple[StrEnum, ...]) -> Json:
        """Return the list of their words."""
        return [one.value for one in value]


def _known(names: Names) -> Mapping[str, Parameter]:
    return {"known": listed(member.value for member, _ in names)}


# Parts ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """What can be set in a part of a method: the annotation of the part's field."""

    name: str
    """The label to show, to be translated."""
    kind: ValueKind


class Part:
    """A part of a method: data, checked by its settings, that says what it means."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, DataclassField[Any]]]

    kind: ClassVar[str]
    """Names it in JSON; it never changes."""
    name: ClassVar[TranslatedWord]
    """What the choice of this kind is called, to be translated."""

    def says(self) -> Iterator[Statement]:
        """Yield what the part means, in plain sentences."""
        raise NotImplementedError

    def clashes(self) -> Iterator[FieldProblem]:
        """Yield what is wrong between its settings, by their names."""
        yield from ()


def settings_of(part: Part) -> Mapping[str, Setting]:
    """Return what can be set in *part*, in the order of its fields."""
    return settings_of_kind(type(part))


_SETTINGS: dict[type[Part], Mapping[str, Setting]] = {}
"""What was read of each kind: to evaluate its annotations takes long."""


def settings_of_kind(kind: type[Part]) -> Mapping[str, Setting]:
    """Return what can be set in parts of *kind*, in the order of their fields."""
    if kind not in _SETTINGS:
        hints = get_type_hints(kind, include_extras=True)
        _SETTINGS[kind] = MappingProxyType(
            {
                one.name: next(
                    said
                    for said in hints[one.name].__metadata__
                    if isinstance(said, Setting)
                )
                for one in fields(kind)
            }
        )
    return _SETTINGS[kind]


KIND = "kind"
"""The field that names a part's kind."""


def part_to_json(part: Part) -> dict[str, Json]:
    """Return a part with all its settings, defaults written out."""
    return {KIND: part.kind} | {
        name: one.kind.write(getattr(part, name))
        for name, one in settings_of(part).items()
    }


def part_from_json(
    kinds: Sequence[type[Part]], path: str, value: Json, problems: list[FieldProblem]
) -> Part | None:
    """
    Return the part of one of *kinds* that JSON stands for.

    What is wrong is added to *problems*, everything at once; the answer is then
    None. Where there is only one kind, its name may be left out.
    """

    def wrong(name: str, sentence: Statement) -> None:
        problems.append(FieldProblem(f"{path}.{name}" if name else path, sentence))

    if not isinstance(value, dict):
        wrong("", Statement(gettext_noop("This is not a JSON object.")))
        return None
    known = {one.kind: one for one in kinds}
    named = value.get(KIND, kinds[0].kind if len(kinds) == 1 else None)
    if not isinstance(named, str) or named not in known:
        wrong(
            KIND,
            Statement(
                gettext_noop("Choose one of these: %(known)s."),
                {"known": listed(known)},
            ),
        )
        return None
    kind = known[named]
    settings = settings_of_kind(kind)
    before = len(problems)
    for name in value:
        if name not in settings and name != KIND:
            wrong(
                str(name)[:100],
                Statement(gettext_noop("Nothing of this name can be set here.")),
            )
    found: dict[str, Any] = {}
    for name, one in settings.items():
        if name in value:
            try:
                found[name] = one.kind.read(value[name])
            except FieldError as error:
                wrong(name, error.sentence)
    if len(problems) > before:
        return None
    part = kind(**found)
    for problem in part.clashes():
        wrong(problem.field, problem.sentence)
    return None if len(problems) > before else part
