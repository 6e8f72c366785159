"""
Fields in which house rules are chosen, for a season and for a single partie.

Names of rules and choices come from the rules engine and are translated here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine
from clubscore.club.engine import HouseRule
from clubscore.club.templatetags.numbers import signed

ONLY_WITH = {
    3: _("With three players"),
    4: _("With four players"),
    5: _("With five players"),
}
"""Headings over the rules that mean something for one number of players alone."""

NOT_WITH = {
    3: _("Has no effect with three players."),
    4: _("Has no effect with four players."),
    5: _("Has no effect with five players."),
}


class NumbersField(forms.CharField):
    """A list of whole numbers, typed with commas or blanks between; None if empty."""

    def __init__(self, rule: HouseRule, **more: Any) -> None:
        super().__init__(required=False, label=gettext(rule.name), **more)
        self.rule = rule

    def prepare_value(self, value: object) -> object:
        """Show a list as it is typed."""
        if isinstance(value, list | tuple):
            return ", ".join(map(str, value))
        return value

    def to_python(self, value: object) -> Any:
        """Return the numbers; what is none stays as it was typed, to be refused."""
        words = str(value or "").replace(",", " ").replace(";", " ").split()
        return [int(one) if DIGITS.fullmatch(one) else one for one in words] or None

    def validate(self, value: object) -> None:
        """Refuse what the rule book does not take."""
        option = self.rule.option
        if value is not None and not option.offers(value):
            parameters = option.offers_parameters | {"key": gettext(self.rule.name)}
            raise ValidationError(gettext(option.offers_template) % parameters)

    def run_validators(self, value: object) -> None:
        """Do nothing more: text has validators, a list has not."""

    def has_changed(self, initial: object, data: object) -> bool:
        """Tell whether other numbers were typed."""
        return bool(self.to_python(self.prepare_value(initial)) != self.to_python(data))


DIGITS = re.compile(r"[0-9]{1,9}")
HOW_TO_LIST = _("Whole numbers with commas between, none lower than the one before.")


# For a season ---------------------------------------------------------------------


def season_field(rule: HouseRule) -> forms.Field:
    """Return the field in which a season's house rule is chosen."""
    if rule.is_asked:
        return asked_field(rule)
    if rule.is_number:
        return forms.IntegerField(
            label=gettext(rule.name),
            help_text=f"{_place(rule)} {_usual_number(rule)}",
            min_value=rule.least,
            max_value=engine.MOST,
        )
    if rule.is_list:
        return NumbersField(rule, help_text=f"{_place(rule)} {HOW_TO_LIST}")
    values = {str(value): value for value, _name in rule.choices}
    return forms.TypedChoiceField(
        label=gettext(rule.name),
        help_text=_place(rule),
        choices=[
            (
                str(value),
                _usual_choice(rule) if value == rule.default else gettext(name),
            )
            for value, name in rule.choices
        ],
        coerce=values.__getitem__,
    )


def _place(rule: HouseRule) -> str:
    """Return where the book has the rule, and for whom it means nothing."""
    section = {"section": rule.section}
    if rule.is_decision:
        place = gettext("The rule book is silent or unclear: “%(section)s”.") % section
    else:
        place = gettext("In the rule book: “%(section)s”.") % section
    if len(rule.players) == 1:
        return place  # it stands under a heading that says so
    return " ".join([place, *(str(NOT_WITH[many]) for many in rule.without)])


def _usual_number(rule: HouseRule) -> str:
    if rule.is_decision:
        return gettext("Preset: %(number)s.") % {"number": rule.default}
    return gettext("By the book: %(number)s.") % {"number": rule.default}


def _usual_choice(rule: HouseRule) -> str:
    choice = {"choice": gettext(rule.words_for(rule.default))}
    if rule.is_decision:
        return gettext("%(choice)s (preset)") % choice
    return gettext("%(choice)s (by the book)") % choice


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The fields of house rules that stand together."""

    heading: str
    """Empty over those that are not for one number of players alone."""
    key: str
    fields: list[forms.BoundField]


def grouped(rules: tuple[HouseRule, ...], form: forms.Form, to: str) -> list[RuleGroup]:
    """Return the fields of *rules*, whose names begin with *to*, in their groups."""
    found: dict[int | None, list[forms.BoundField]] = {None: []}
    for rule in rules:
        if rule.is_asked:
            continue
        is_alone = len(rule.players) == 1 and rule.without
        many = rule.players[0] if is_alone else None
        found.setdefault(many, []).append(form[to + rule.key])
    return [
        RuleGroup(
            str(ONLY_WITH[many]) if many is not None else "",
            f"house-rules-{many}" if many is not None else "house-rules",
            fields,
        )
        for many, fields in found.items()
        if fields
    ]


# For a single partie --------------------------------------------------------------


def partie_field(
    rule: HouseRule, value: object, *, is_seasons: bool, with_chips: object = None
) -> forms.Field:
    """
    Return the field in which a partie's house rule is chosen; empty, *value* holds.

    *value* is the season's, or else the rule book's. Where chips bring another
    value with them, *with_chips* is that one.
    """
    if rule.is_asked:
        return asked_field(rule)
    if rule.is_number:
        return forms.IntegerField(
            label=gettext(rule.name),
            required=False,
            min_value=rule.least,
            max_value=engine.MOST,
            widget=forms.NumberInput(attrs={"placeholder": str(value)}),
            help_text=_if_empty(rule, is_seasons=is_seasons) % {"value": value},
        )
    if rule.is_list:
        held = {"value": gettext(rule.words_for(value))}
        empty = _if_empty(rule, is_seasons=is_seasons) % held
        return NumbersField(rule, help_text=f"{HOW_TO_LIST} {empty}")
    usual = _if_nothing_is_chosen(rule, is_seasons=is_seasons) % {
        "value": gettext(rule.words_for(value))
    }
    if with_chips is not None and with_chips != value:
        words = {"usual": usual, "value": gettext(rule.words_for(with_chips))}
        usual = gettext("%(usual)s; with chips %(value)s") % words
    values = {str(one): one for one, _name in rule.choices}
    others = [(str(one), gettext(name)) for one, name in rule.choices if one != value]
    return forms.TypedChoiceField(
        label=gettext(rule.name),
        required=False,
        choices=[("", usual), *others],
        coerce=values.__getitem__,
        empty_value=None,
    )


def _if_empty(rule: HouseRule, *, is_seasons: bool) -> str:
    if is_seasons:
        return gettext("Empty: as in the season, %(value)s.")
    if rule.is_decision:
        return gettext("Empty: as preset, %(value)s.")
    return gettext("Empty: by the book, %(value)s.")


def _if_nothing_is_chosen(rule: HouseRule, *, is_seasons: bool) -> str:
    if is_seasons:
        return gettext("as in the season: %(value)s")
    if rule.is_decision:
        return gettext("preset: %(value)s")
    return gettext("by the book: %(value)s")


# What whoever plays is asked ------------------------------------------------------


def asked_field(rule: HouseRule) -> forms.Field:
    """Return the field of a rule that the book leaves open: nothing is preset."""
    values = {str(value): value for value, _name in rule.choices}
    return forms.TypedChoiceField(
        label=gettext(rule.name),
        choices=[(str(value), gettext(name)) for value, name in rule.choices],
        coerce=values.__getitem__,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("The rule book does not say. Choose what holds with you.")
        },
    )


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """One answer to a question, with what an example comes to by it."""

    radio: Any
    """The radio button, as templates show it."""
    scores: list[tuple[str, str]]
    """Winds and what they gain or lose."""
    payments: list[dict[str, str | int]]


@dataclass(frozen=True, slots=True)
class RuleQuestion:
    """A rule that the book leaves open, with an example for each answer."""

    field: forms.BoundField
    game: str
    """The game of the example."""
    answers: list[RuleAnswer]


def questions(
    ruleset: str, rules: tuple[HouseRule, ...], form: forms.Form, to: str
) -> list[RuleQuestion]:
    """Return what is asked among *rules*, whose fields' names begin with *to*."""
    return [
        RuleQuestion(
            form[to + rule.key],
            _example_game(),
            [
                RuleAnswer(
                    radio,
                    [(gettext(wind), signed(score)) for wind, score in one.scores],
                    [
                        {"payer": gettext(payer), "payee": gettext(to_), "amount": many}
                        for payer, to_, many in one.payments
                    ],
                )
                for radio, one in zip(
                    form[to + rule.key], engine.examples(ruleset, rule.key), strict=True
                )
            ],
        )
        for rule in rules
        if rule.is_asked
    ]


def _example_game() -> str:
    points = engine.EXAMPLE_POINTS
    return gettext(
        "For example, South wins a game that East owns. South’s hand is worth %(south)d"
        " points, East’s %(east)d, West’s %(west)d and North’s %(north)d."
    ) % {
        "east": points["E"],
        "south": points["S"],
        "west": points["W"],
        "north": points["N"],
    }
