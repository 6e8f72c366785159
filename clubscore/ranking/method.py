"""
A standings method: one value for each of its parts.

It is data: it is read from and written as JSON, says in plain sentences what it
does, and can be changed setting by setting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from clubscore.ranking.counted_results import (
    COUNTINGS,
    AllCount,
    BestOfPeriods,
    Counting,
)
from clubscore.ranking.deductions import Deductions, Honours
from clubscore.ranking.evenings import EVENINGS, EachPartie, EveningPart
from clubscore.ranking.fields import (
    KIND,
    Json,
    Part,
    ValueKind,
    part_from_json,
    part_to_json,
    settings_of_kind,
)
from clubscore.ranking.order import RANKINGS, Everybody, Order, Ranking
from clubscore.ranking.partie_points import GIVINGS, Giving, Score
from clubscore.ranking.texts import (
    FieldProblem,
    MethodError,
    Statement,
    TranslatedWord,
    gettext_noop,
)


@dataclass(frozen=True, slots=True)
class Method:
    """What decides the places of a season."""

    giving: Giving = field(default_factory=Score)
    """What a partie gives."""
    evening: EveningPart = field(default_factory=EachPartie)
    """What an evening gives."""
    counting: Counting = field(default_factory=AllCount)
    """Which results count."""
    ranked: Ranking = field(default_factory=Everybody)
    """Who is ranked."""
    order: Order = field(default_factory=Order)
    """What decides between equal points."""
    deductions: Deductions = field(default_factory=Deductions)
    honours: Honours = field(default_factory=Honours)

    @property
    def parts(self) -> dict[str, Part]:
        """The parts by name, in the order in which they work."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def says(self) -> dict[str, tuple[Statement, ...]]:
        """Return what each part means, by its name."""
        return {name: tuple(part.says()) for name, part in self.parts.items()}

    @property
    def sentences(self) -> tuple[Statement, ...]:
        """The whole method in sentences that are read one after the other."""
        return tuple(one for said in self.says().values() for one in said)

    @property
    def text(self) -> str:
        """The whole method in English."""
        return " ".join(one.text for one in self.sentences)

    def clashes(self) -> Iterator[FieldProblem]:
        """Yield what is wrong between the parts."""
        if self.honours.play_offs and not isinstance(self.counting, BestOfPeriods):
            # Either of the two may have been changed, so both are told.
            for field_ in ("honours.play_offs", "counting.kind"):
                yield FieldProblem(
                    field_,
                    Statement(
                        gettext_noop(
                            "Only a season in periods has play-offs after each of them."
                        )
                    ),
                )


KINDS: dict[str, tuple[type[Part], ...]] = {
    "giving": GIVINGS,
    "evening": EVENINGS,
    "counting": COUNTINGS,
    "ranked": RANKINGS,
    "order": (Order,),
    "deductions": (Deductions,),
    "honours": (Honours,),
}
"""What each part of a method can be; the first is what holds where nothing is said."""

PART_NAMES = {
    "giving": TranslatedWord(gettext_noop("What a partie gives")),
    "evening": TranslatedWord(gettext_noop("What an evening gives")),
    "counting": TranslatedWord(gettext_noop("Which results count")),
    "ranked": TranslatedWord(gettext_noop("Who is ranked")),
    "order": Order.name,
    "deductions": Deductions.name,
    "honours": Honours.name,
}
"""What the parts are called, to be translated."""


def method_to_json(method: Method) -> dict[str, Json]:
    """Return a method as JSON, everything written out."""
    return {name: part_to_json(part) for name, part in method.parts.items()}


def method_from_json(value: Json) -> Method:
    """
    Return the method that JSON stands for; what is left out has its default.

    Raises MethodError with everything that is wrong.
    """
    if not isinstance(value, dict):
        raise MethodError(
            (FieldProblem("", Statement(gettext_noop("This is not a JSON object."))),)
        )
    problems = [
        FieldProblem(
            str(name)[:100],
            Statement(gettext_noop("A method has no part of this name.")),
        )
        for name in value
        if name not in KINDS
    ]
    found: dict[str, Any] = {
        name: part_from_json(kinds, name, value[name], problems)
        for name, kinds in KINDS.items()
        if name in value
    }
    if problems:
        raise MethodError(problems)
    method = Method(**found)
    problems += method.clashes()
    if problems:
        raise MethodError(problems)
    return method


@dataclass(frozen=True, slots=True)
class SettingValue:
    """A setting of a method as it stands: a field of a form."""

    path: str
    """The part and the setting, such as `evening.quorum`."""
    name: TranslatedWord
    """The label to show, to be translated."""
    kind: ValueKind
    value: Json
    """As JSON."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A method as a form has it: every setting as it was typed, right or wrong."""

    written: Mapping[str, Mapping[str, Json]]
    """As JSON, by part; each part has a kind, and values for what can be set in it."""

    @property
    def settings(self) -> tuple[SettingValue, ...]:
        """Everything that can be set in the parts, in the order of a form."""
        return tuple(
            SettingValue(
                f"{of}.{name}", TranslatedWord(one.name), one.kind, values[name]
            )
            for of, kinds in KINDS.items()
            for values in (self.written[of],)
            for kind in kinds
            if kind.kind == values[KIND]
            for name, one in settings_of_kind(kind).items()
        )

    def says(self) -> dict[str, tuple[Statement, ...]]:
        """Return what each part means, by its name; nothing for one that is wrong."""
        said = {}
        for of, kinds in KINDS.items():
            part = part_from_json(kinds, of, self.written[of], [])
            said[of] = tuple(part.says()) if part is not None else ()
        return said

    def method(self) -> Method:
        """Return the method; raise MethodError with everything that is wrong."""
        return method_from_json(self.written)


def drafted(method: Method, values: Mapping[str, Json]) -> Draft:
    """
    Return *method* with new values for some settings, by their paths, not yet checked.

    `PART.kind` exchanges a part for another kind, of which all else then has its
    default.
    """
    written = method_to_json(method)
    for path, value in values.items():
        of, _, name = path.partition(".")
        if of in KINDS and name == KIND and value != written[of][KIND]:
            usual = [part_to_json(one()) for one in KINDS[of] if one.kind == value]
            written[of] = usual[0] if usual else {KIND: value}
    for path, value in values.items():
        of, _, name = path.partition(".")
        written.setdefault(of, {})[name] = value
    return Draft(written)


def settings_in(method: Method) -> tuple[SettingValue, ...]:
    """Return everything that can be set in the parts that *method* has."""
    return drafted(method, {}).settings


def changed(method: Method, values: Mapping[str, Json]) -> Method:
    """
    Return *method* with new values for some settings, as `drafted` takes them.

    Raises MethodError with everything that is wrong.
    """
    return drafted(method, values).method()
