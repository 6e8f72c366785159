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

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.books import engine, own_hands
from clubscore.books.hand_fields import COLUMNS, LABELS, WHO, DraftField, OwnHandForm
from clubscore.club import engine as rule_books

WHOLE = re.compile(r"-?[0-9]{1,12}")
NUMBERS = {
    "limit": _("Limit"),
    "minimum": _("What a winner needs"),
    "faan_points": _("Points of 0, 1, 2 … faan"),
    "laak_faan": _("Faan of 0, 1, 2 … laak"),
    "start_chips": _("What everybody begins with"),
}
ABOUT = {
    "limit": _("No hand is worth more."),
    "minimum": _("Whoever has less, and no limit hand, cannot win."),
}


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
    yes: tuple[str, ...] = ()
    """A hand that it is, set by set, where it is the club's own."""
    no: tuple[str, ...] = ()
    """A hand that it is not."""

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
    new: OwnHandForm | None = None
    """What was typed of a hand that is added or changed; None where nothing was."""
    new_at: int | None = None
    """Its place among what is added; None where it is nowhere."""

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
        parts: dict[str, object] = {
            "words": own_hands.words_said(data, before.get("words", {})),
            "options": options,
            "items": dict(
                _rules_sent("items", engine.items_of_book(base, usual), data)
            ),
            "limit_hands": dict(
                _rules_sent(
                    "limit_hands", engine.limit_hands_of_book(base, usual), data
                )
            ),
        }
        found = cls(content | {name: part for name, part in parts.items() if part})
        found.new = OwnHandForm.sent(base, data)
        found._add(list(_added_sent(base, before.get("add", []), data)), data)
        return found

    def _add(self, added: list[dict[str, Any]], data: Mapping[str, str]) -> None:
        """Put what is added into the book, with the hand that was typed."""
        assert self.new is not None
        keys = [str(one["key"]) for one in added]
        is_known = self.new.key in keys
        if self.new.key and not is_known:
            # It was open, and is taken out.
            self.new = None
            self.content |= {"add": added} if added else {}
            return
        place = keys.index(self.new.key) if is_known else len(added)
        key = self.new.key
        if not is_known:
            key = own_hands.free_key(self.new.typed.get("name", "").strip(), keys)
        before = added[place] if is_known else {}
        worth = _worth_sent(self.base, self.new.typed)
        said = own_hands.hand_said(self.new.typed, worth, key, before)
        if said is not None:
            added[place : place + 1] = [said]
            self.new_at = place
        if added:
            self.content["add"] = added

    def has_another(self, key: str) -> bool:
        """Tell whether the form has a hand that is not the one called so."""
        return self.new is not None and self.new_at is not None and self.new.key != key

    def edit(self, key: str) -> None:
        """Open a hand of the club's own in the form, as the book has it."""
        for place, one in enumerate(self.content.get("add", [])):
            if one["key"] == key:
                self.new, self.new_at = OwnHandForm.of(self.base, one), place

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
        if int(number) == self.new_at:
            return self._place_in_form(name)
        one = self.content["add"][int(number)]
        return f"add.{one.get('key', number)}.{name}"

    def _place_in_form(self, name: str) -> str:
        """Return which field of the open hand has what is called *name* in the book."""
        assert self.new is not None
        of, *more = name.split(".")
        if of == "words":
            return f"new.{name}"
        if of not in {"fits", "tiles"}:
            fields = {"key": "name", "replaces": "replaces.0"}
            return f"new.{fields.get(of, of)}"
        # Of one form the book has no number.
        number = int(more.pop(0)) if more and more[0].isdecimal() else 0
        said = own_hands.forms_said(self.new.typed)
        place = said[number][0] if number < len(said) else number
        block = {
            "only": "only_tiles",
            "pairs": "only_tiles",
            "at_least": "least.0.many",
        }
        lies = {"sets": "sets", "tiles": "each", "pairs": "only_tiles"}
        usual = lies[own_hands.kind_of_hand(self.new.typed)]
        named = more[0] if more else usual
        if named not in {*LABELS, *block}:
            named = usual
        return f"new.{place}.{block.get(named, named)}"

    def _named(self, problem: engine.RulesError) -> engine.RulesError:
        """Return an error that names a field as the page does."""
        if "field" not in problem.parameters:
            return problem
        place = (problem.field or "").removeprefix("ruleset.").split(".")
        label = str(NUMBERS.get(place[0], ""))
        if place[0] == "name":
            label = gettext("Name")
        elif place[:2] == ["add", str(self.new_at)] and _label_of_block(place[2:]):
            label = _label_of_block(place[2:])
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
    def words(self) -> list[DraftField]:
        """What the book is called in the languages of the site."""
        words = self.content.get("words", {})
        return [
            DraftField(
                name := f"words.{code}.name",
                f"{gettext('Name')} ({gettext(str(language))})",
                str(words.get(code, {}).get("name", "")),
                problem=self.problems.get(name, ""),
            )
            for code, language in settings.LANGUAGES
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
        if self.new is not None and not self.new.key and self.new_at is not None:
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
                # One that is open has its numbers there.
                for column in _columns_of(self.base, one)
                if self.new is None or self.new.key != one["key"]
            ],
            f"{place}.on",
            is_on=True,
            yes=_hand_of(one, "yes"),
            no=_hand_of(one, "no"),
        )

    @property
    def new_hand(self) -> OwnHandForm:
        """The fields of a hand that can be added, or of one that is changed."""
        new = self.new or OwnHandForm(self.base, {})
        new.problems = self.problems
        return new

    @property
    def others(self) -> list[str]:
        """What is wrong and stands at no field of the form."""
        at_fields = {"name"}
        at_fields |= {one.name for one in (*self.words, *self.options, *self.numbers)}
        at_fields |= {one for one in self.problems if one.startswith("new.")}
        for rule in (*self.items, *self.limit_hands, *self.added):
            at_fields |= {one.name for one in rule.numbers}
            at_fields |= {rule.who.name} if rule.who else set()
        return [text for place, text in self.problems.items() if place not in at_fields]


def _columns_of(base: engine.Ruleset, one: Mapping[str, Any]) -> tuple[str, ...]:
    """Return in what an addition is worth something."""
    if one.get("limit_hand") or "tiles" in one:
        return engine.limit_columns(base)
    return engine.item_columns(base)


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


def _worth_sent(base: engine.Ruleset, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return what the hand that was typed is worth."""
    is_limit = "limit_hand" in typed or own_hands.kind_of_hand(typed) != "sets"
    columns = engine.limit_columns if is_limit else engine.item_columns
    texts = {name: typed.get(name, "").strip() for name in columns(base)}
    return {name: number(text) for name, text in texts.items() if text}


def _hand_of(one: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the first example of a hand, set by set."""
    example = next(iter(one.get(name, [])), "")
    hand = example.get("hand", "") if isinstance(example, dict) else example
    return tuple(engine.GROUPS.findall(str(hand)))


def _label_of_block(place: list[str]) -> str:
    """Return what the form calls a field of a hand that is added; empty if nothing."""
    names = [one for one in place if one in LABELS or one in COLUMNS]
    if not names:
        return ""
    return str(LABELS.get(names[-1]) or COLUMNS[names[-1]])


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
