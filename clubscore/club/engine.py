"""The app's door to the rules engine: rule books and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.rules import RulesError
from clubscore.rules.errors import Notice, Term
from clubscore.rules.options import NumberOption
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import RULESETS, find_ruleset, option_problems


def rulesets() -> tuple[Ruleset, ...]:
    """Return the rulesets that a club can play by."""
    return tuple(RULESETS.values())


def ruleset_called(key: str) -> Ruleset:
    """Return the ruleset of that key; raise RulesError if there is none."""
    return find_ruleset(key)


def problems_of(
    ruleset: str, options: Mapping[str, object], players: int = 4
) -> list[RulesError]:
    """Return what is wrong with a ruleset's key and house rules for *players*."""
    try:
        rules = find_ruleset(ruleset)
    except RulesError as error:
        return [error]
    return option_problems(rules, options, players)


def written_out(ruleset: str, options: Mapping[str, object]) -> dict[str, str | int]:
    """Return every option's value, with the defaults where nothing was chosen."""
    return {
        option.key: options.get(option.key, option.default)  # type: ignore[misc]
        for option in find_ruleset(ruleset).options
    }


def with_chips(ruleset: str) -> dict[str, str | int]:
    """Return the house rules that playing with chips asks for."""
    return dict(find_ruleset(ruleset).dealing.options_with_chips)


def sentence(problem: RulesError | Notice) -> str:
    """Return what is wrong, in the reader's language."""
    return gettext(problem.template) % {
        name: gettext(value) if isinstance(value, Term) else value
        for name, value in problem.parameters.items()
    }


# House rules as pages show them ------------------------------------------------

MOST = 99
"""The highest number that a house rule can be given on a page."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option of a ruleset: its words are translated where they are shown."""

    key: str
    name: str
    section: str
    """The heading in the rule book."""
    is_decision: bool
    """Whether the book contradicts itself or is silent there."""
    default: str | int
    choices: tuple[tuple[str | int, str], ...]
    """Values and their names; none for a whole number."""
    least: int
    """The least number, where it is a number."""

    @property
    def is_number(self) -> bool:
        """Whether any whole number from the least one up can be chosen."""
        return not self.choices

    def words_for(self, value: object) -> str:
        """Return how a value is called, to be translated."""
        return next((name for one, name in self.choices if one == value), str(value))


def house_rules(ruleset: str) -> tuple[HouseRule, ...]:
    """Return what a club can choose on top of a ruleset, in the book's order."""
    return tuple(
        HouseRule(
            option.key,
            option.name,
            option.source.section,
            option.source.is_decision,
            option.default,
            tuple((choice.value, choice.name) for choice in option.choices),
            option.least if isinstance(option, NumberOption) else 0,
        )
        for option in find_ruleset(ruleset).options
    )


def differing(
    ruleset: str, options: Mapping[str, object]
) -> tuple[tuple[HouseRule, str], ...]:
    """Return the house rules that differ from the book, with what holds instead."""
    return tuple(
        (rule, rule.words_for(options[rule.key]))
        for rule in house_rules(ruleset)
        if options.get(rule.key, rule.default) != rule.default
    )
