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

from clubscore.books import engine, own_hands
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


NEW = {
    "name": _("Name"),
    "sets": _("Its sets"),
    "yes": _("A hand that it is"),
    "no": _("A hand that it is not"),
}
ABOUT_NEW = {
    "sets": _("Only those that matter, as 123m 456m 789m; 22z is a pair, 222z a pung."),
    "yes": _("Whole, with a concealed set in parentheses: (123m)(456m)(789m)55z(222p)"),
    "no": _("Nearly it, so that everybody sees where it ends."),
}


@dataclass
class NewHand:
    """The fields with which a hand of the club's own is added."""

    fields: list[DraftField]
    varies: list[tuple[str, str, bool]]
    """What of its sets may vary: the field, its words, whether it is ticked."""
    is_limit_hand: bool

    @classmethod
    def sent(cls, base: engine.Ruleset, data: Mapping[str, str]) -> NewHand:
        """Return the fields with what was typed."""
        columns = {name: str(COLUMNS[name]) for name in base.counting.columns}
        return cls(
            [
                DraftField(
                    f"new.{name}",
                    str(label),
                    data.get(f"new.{name}", ""),
                    about=str(ABOUT_NEW.get(name, "")),
                )
                for name, label in {**NEW, **columns}.items()
            ],
            [
                (f"new.{name}", str(words), f"new.{name}" in data)
                for name, words in own_hands.VARIES.items()
            ],
            "new.limit_hand" in data,
        )

    @property
    def is_said(self) -> bool:
        """Whether anything was typed that makes a hand."""
        return any(
            one.value.strip()
            for one in self.fields
            if one.name.removeprefix("new.") in NEW
        )

    def has(self, name: str) -> bool:
        """Tell whether it has a field of that name."""
        return any(one.name == name for one in self.fields)


@dataclass
class BookDraft:
    """A book that is being written: what it says, and what is wrong with it."""

    content: dict[str, Any]
    problems: dict[str, str] = field(default_factory=dict)
    """By the place that they concern; of the whole book by an empty one."""
    new: NewHand | None = None
    """What was typed of a hand that is added; None where nothing was sent."""

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
            "add": [
                *_added_sent(base, before.get("add", []), data),
                *_new_sent(base, before.get("add", []), data),
            ],
        }
        found = cls(content | {name: part for name, part in parts.items() if part})
        found.new = NewHand.sent(base, data)
        return found

    @property
    def base(self) -> engine.Ruleset:
        """The book of ours that it began with."""
        return rule_books.ruleset_called(str(self.content["base"]))

    def check(self) -> bool:
        """Tell whether it can be; note what is wrong by its place."""
        self.problems = {}
        for problem in rule_books.own_book_problems(self.content):
            place = (problem.field or "").removeprefix("ruleset").removeprefix(".")
            place = self._place_of_added(place)
            self.problems.setdefault(place, rule_books.sentence(self._named(problem)))
        return not self.problems

    def _place_of_added(self, place: str) -> str:
        """Return where the page has what the engine counts among what is added."""
        part, _dot, rest = place.partition(".")
        number, _dot, name = rest.partition(".")
        if part != "add" or not number.isdecimal():
            return place
        one = self.content["add"][int(number)]
        if self.new is not None and int(number) == len(self.content["add"]) - 1:
            of = name.partition(".")[0]
            found = f"new.{'sets' if of == 'fits' else 'name' if of == 'key' else of}"
            return found if self.new.has(found) else place
        return f"add.{one.get('key', number)}.{name}"

    def _named(self, problem: engine.RulesError) -> engine.RulesError:
        """Return an error that names a field as the page does."""
        if "field" not in problem.parameters:
            return problem
        place = (problem.field or "").removeprefix("ruleset.").split(".")
        label = str(NUMBERS.get(place[0], ""))
        if place[0] == "name":
            label = gettext("Name")
        elif place[0] == "add" and place[-1] in NEW:
            label = str(NEW[place[-1]])
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
    def added(self) -> list[DraftRule]:
        """The items and limit hands of the club's own, but for one that is typed."""
        added = self.content.get("add", [])
        if self.new is not None and self.new.is_said:
            added = added[:-1]
        return [self._added_rule(one) for one in added]

    def _added_rule(self, one: Mapping[str, Any]) -> DraftRule:
        place = f"add.{one['key']}"
        return DraftRule(
            one["key"],
            str(one["name"]),
            str(one.get("definition", "")),
            [
                DraftField(
                    f"{place}.{column}",
                    str(COLUMNS[column]),
                    _shown(one.get(column, 0)),
                    _shown(one.get(column, 0)),
                    problem=self.problems.get(f"{place}.{column}", ""),
                )
                for column in _columns_of(self.base, one)
            ],
            f"{place}.on",
            is_on=True,
        )

    @property
    def new_hand(self) -> NewHand:
        """The fields of a hand that can be added."""
        new = self.new or NewHand.sent(self.base, {})
        for one in new.fields:
            one.problem = self.problems.get(one.name, "")
        return new

    @property
    def others(self) -> list[str]:
        """What is wrong and stands at no field of the form."""
        at_fields = {"name"}
        at_fields |= {one.name for one in (*self.options, *self.numbers)}
        at_fields |= {one.name for one in self.new_hand.fields}
        for rule in (*self.items, *self.limit_hands, *self.added):
            at_fields |= {one.name for one in rule.numbers}
            at_fields |= {rule.who.name} if rule.who else set()
        return [text for place, text in self.problems.items() if place not in at_fields]


def _columns_of(base: engine.Ruleset, one: Mapping[str, Any]) -> tuple[str, ...]:
    """Return in what an addition is worth something."""
    if one.get("limit_hand") or "tiles" in one:
        return engine.columns_of_limit(base)
    return tuple(base.counting.columns)


def _added_sent(
    base: engine.Ruleset, added: list[dict[str, Any]], data: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield what the club has added and keeps, with other numbers perhaps."""
    for one in added:
        place = f"add.{one['key']}"
        if f"{place}.on" not in data:
            continue
        columns = _columns_of(base, one)
        typed = {name: data.get(f"{place}.{name}", "").strip() for name in columns}
        rest = {name: value for name, value in one.items() if name not in columns}
        worth = {
            name: number(text)
            for name, text in typed.items()
            if text not in {"", "0"} or (text and name in one)
        }
        yield rest | worth


def _new_sent(
    base: engine.Ruleset, added: list[dict[str, Any]], data: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield the hand that is added, if one was typed."""
    is_limit = "new.limit_hand" in data
    names = engine.columns_of_limit(base) if is_limit else base.counting.columns
    typed = {name: data.get(f"new.{name}", "").strip() for name in names}
    worth = {name: number(text) for name, text in typed.items() if text}
    taken = {str(one.get("key")) for one in added}
    said = own_hands.hand_said(data, worth, taken)
    if said is not None:
        yield said


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
