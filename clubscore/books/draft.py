"""
The form of a club's own rule book: what was typed, and what a page shows of it.

A field is called by its place in the book, as the engine's errors are. What is left as
the book of ours has it is no part of the club's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.books import engine
from clubscore.club import engine as rule_books

WHOLE = re.compile(r"-?[0-9]{1,12}")
COLUMNS = {
    "points": _("Points"),
    "doubles": _("Doubles"),
    "faan": _("Faan"),
    "laak": _("Laak"),
}
NUMBERS = {
    "limit": _("Limit"),
    "minimum": _("What a winner needs"),
    "faan_points": _("Points of 0, 1, 2 … faan"),
    "laak_faan": _("Faan of 0, 1, 2 … laak"),
    "start_chips": _("What everybody begins with"),
}
WHO = {"winner": _("the winner"), "everybody": _("everybody")}
ABOUT = {
    "limit": _("No hand is worth more."),
    "minimum": _("Whoever has less, and no limit hand, cannot win."),
}


@dataclass
class DraftField:
    """A field of the form."""

    name: str
    label: str
    value: str
    usual: str = ""
    """What the book of ours has there."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values and their words, where it is chosen."""
    about: str = ""
    problem: str = ""

    @property
    def is_other(self) -> bool:
        """Whether it is not as the book of ours has it."""
        return self.value != self.usual


@dataclass
class DraftRule:
    """An item or a limit hand, with the fields that it has."""

    key: str
    name: str
    definition: str
    numbers: list[DraftField]
    switch: str
    """The name of the field that says whether it is played."""
    is_on: bool
    who: DraftField | None = None

    @property
    def is_other(self) -> bool:
        """Whether it is not as the book of ours has it."""
        fields = [*self.numbers, *([self.who] if self.who else [])]
        return not self.is_on or any(one.is_other for one in fields)

    @property
    def problem(self) -> str:
        """What is wrong with it beside its numbers."""
        return ""


def number(text: str) -> int | str:
    """Return a whole number; a text that is none stays what was typed."""
    text = text.strip()
    return int(text) if WHOLE.fullmatch(text) else text


def numbers(text: str) -> list[int | str]:
    """Return whole numbers that commas or spaces keep apart."""
    return [number(one) for one in re.split(r"[\s,;]+", text.strip()) if one]


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


@dataclass
class BookDraft:
    """A book that is being written: what it says, and what is wrong with it."""

    content: dict[str, Any]
    problems: dict[str, str] = field(default_factory=dict)
    """By the place that they concern; of the whole book by an empty one."""

    @classmethod
    def sent(cls, before: Mapping[str, Any], data: Mapping[str, str]) -> BookDraft:
        """Return the book that a form says; what it does not show stays as *before*."""
        base = rule_books.ruleset_called(str(before["base"]))
        content: dict[str, Any] = {
            "base": base.key,
            "name": " ".join(data.get("name", "").split()),
        }
        options = dict(_options_sent(base, data))
        usual = engine.usual_rules(base, options)
        content |= dict(_numbers_sent(usual, data))
        parts = {
            "options": options,
            "items": dict(
                _rules_sent("items", engine.items_of_book(base, usual), data)
            ),
            "limit_hands": dict(
                _rules_sent(
                    "limit_hands", engine.limit_hands_of_book(base, usual), data
                )
            ),
            "add": before.get("add", []),
        }
        return cls(content | {name: part for name, part in parts.items() if part})

    @property
    def base(self) -> engine.Ruleset:
        """The book of ours that it began with."""
        return rule_books.ruleset_called(str(self.content["base"]))

    def check(self) -> bool:
        """Tell whether it can be; note what is wrong by its place."""
        self.problems = {}
        for problem in rule_books.own_book_problems(self.content):
            place = (problem.field or "").removeprefix("ruleset").removeprefix(".")
            self.problems.setdefault(place, rule_books.sentence(self._named(problem)))
        return not self.problems

    def _named(self, problem: engine.RulesError) -> engine.RulesError:
        """Return an error that names a field as the page does."""
        if "field" not in problem.parameters:
            return problem
        place = (problem.field or "").removeprefix("ruleset.").split(".")
        label = str(NUMBERS.get(place[0], ""))
        if place[0] == "name":
            label = gettext("Name")
        elif len(place) > 1:
            label = self._name_of(place[0], place[1])
            label += f", {COLUMNS[place[-1]]}" if place[-1] in COLUMNS else ""
        return engine.RulesError(
            problem.code,
            problem.template,
            {**problem.parameters, "field": label or problem.parameters["field"]},
            field=problem.field,
        )

    def _name_of(self, part: str, key: str) -> str:
        """Return what an item, a limit hand or an addition is called."""
        if part == "add" and key.isdecimal():
            return str(self.content["add"][int(key)].get("name", key))
        for one in (*self.items, *self.limit_hands):
            if one.key == key:
                return one.name
        return key

    # What the page shows ------------------------------------------------------------

    @property
    def _usual(self) -> engine.Ruleset:
        return engine.usual_rules(self.base, self.content.get("options", {}))

    @property
    def options(self) -> list[DraftField]:
        """The house rules of the base."""
        chosen = self.content.get("options", {})
        return [
            _option_field(one, chosen.get(one.key), self.problems)
            for one in self.base.options
        ]

    @property
    def numbers(self) -> list[DraftField]:
        """The numbers of the whole book."""
        return [
            DraftField(
                name,
                str(NUMBERS[name]),
                _shown(self.content.get(name, usual)),
                _shown(usual),
                about=str(ABOUT.get(name, "")),
                problem=self.problems.get(name, ""),
            )
            for name, usual in engine.numbers_of(self._usual).items()
        ]

    @property
    def items(self) -> list[DraftRule]:
        """The items of the base."""
        return self._rules("items", engine.items_of_book(self.base, self._usual))

    @property
    def limit_hands(self) -> list[DraftRule]:
        """The limit hands of the base."""
        return self._rules(
            "limit_hands", engine.limit_hands_of_book(self.base, self._usual)
        )

    def _rules(self, part: str, rules: list[engine.ChangeableRule]) -> list[DraftRule]:
        changed = self.content.get(part, {})
        return [self._rule(part, one, changed.get(one.key, {})) for one in rules]

    def _rule(
        self, part: str, one: engine.ChangeableRule, changed: Mapping[str, Any]
    ) -> DraftRule:
        place = f"{part}.{one.key}"
        who = None
        if one.who:
            who = DraftField(
                f"{place}.who",
                gettext("Who scores it"),
                str(changed.get("who", one.who)),
                one.who,
                tuple((key, str(word)) for key, word in WHO.items()),
                problem=self.problems.get(f"{place}.who", ""),
            )
        return DraftRule(
            one.key,
            gettext(one.rule.name),
            gettext(one.rule.definition),
            [
                DraftField(
                    f"{place}.{column}",
                    str(COLUMNS[column]),
                    _shown(changed.get(column, one.worth(column))),
                    _shown(one.worth(column)),
                    problem=self.problems.get(f"{place}.{column}", ""),
                )
                for column in one.columns
            ],
            f"{place}.on",
            not changed.get("off", False),
            who,
        )

    @property
    def added(self) -> list[Mapping[str, Any]]:
        """The items and limit hands of the club's own."""
        return list(self.content.get("add", []))

    @property
    def others(self) -> list[str]:
        """What is wrong and stands at no field of the form."""
        at_fields = {"name"}
        at_fields |= {one.name for one in (*self.options, *self.numbers)}
        for rule in (*self.items, *self.limit_hands):
            at_fields |= {one.name for one in rule.numbers}
            at_fields |= {rule.who.name} if rule.who else set()
        return [text for place, text in self.problems.items() if place not in at_fields]


def _option_field(
    option: engine.Option, value: object, problems: Mapping[str, str]
) -> DraftField:
    name = f"options.{option.key}"
    usual = option.default
    choices = tuple((str(one.value), gettext(one.name)) for one in option.choices)
    return DraftField(
        name,
        gettext(option.name),
        _shown(usual if value is None else value),
        _shown(usual),
        choices,
        problem=problems.get(name, ""),
    )


def _options_sent(
    base: engine.Ruleset, data: Mapping[str, str]
) -> Iterator[tuple[str, Any]]:
    """Yield the house rules that are not as the base has them."""
    for option in base.options:
        typed = data.get(f"options.{option.key}", "").strip()
        value: Any = typed
        if isinstance(option, engine.ListOption):
            value = numbers(typed)
        elif isinstance(option, engine.NumberOption):
            value = number(typed)
        else:
            value = next(
                (one.value for one in option.choices if str(one.value) == typed), typed
            )
        if typed and value != option.default:
            yield option.key, value


def _numbers_sent(
    usual: engine.Ruleset, data: Mapping[str, str]
) -> Iterator[tuple[str, Any]]:
    for name, value in engine.numbers_of(usual).items():
        typed = data.get(name, "").strip()
        if typed and typed != _shown(value):
            yield name, numbers(typed) if isinstance(value, tuple) else number(typed)


def _rules_sent(
    part: str, rules: list[engine.ChangeableRule], data: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for one in rules:
        place = f"{part}.{one.key}"
        changed: dict[str, Any] = {}
        for column in one.columns:
            typed = data.get(f"{place}.{column}", "").strip()
            if typed and typed != str(one.worth(column)):
                changed[column] = number(typed)
        who = data.get(f"{place}.who", one.who)
        if who != one.who:
            changed["who"] = who
        if f"{place}.on" not in data:
            changed["off"] = True
        if changed:
            yield one.key, changed
