"""The door to the reference card: a rule book laid out, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.rules.errors import RulesError, Sentence, Term
from clubscore.rules.reference import (
    ItemEntry,
    LimitEntry,
    OptionEntry,
    Reference,
    reference_of,
)
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import RULESETS, find_ruleset

__all__ = [
    "ItemEntry",
    "LimitEntry",
    "OptionEntry",
    "Reference",
    "RulesError",
    "Ruleset",
    "card_of",
    "rule_books",
    "sentences",
]


@dataclass(frozen=True, slots=True)
class Card:
    """A rule book as a page shows it."""

    reference: Reference
    counting: list[str]
    paying: list[str]
    dealing: list[str]

    @property
    def has_doubles(self) -> bool:
        """Whether its items are worth points and doubles, not faan and laak."""
        return self.reference.columns[0] == "points"


def rule_books() -> tuple[Ruleset, ...]:
    """Return every rule book."""
    return tuple(RULESETS.values())


def card_of(ruleset: str, options: Mapping[str, str | int], players: int) -> Card:
    """
    Return the card of a rule book with house rules.

    Raise RulesError (unknown_ruleset) if there is no such rule book.
    """
    rules = find_ruleset(ruleset)
    known = {
        option.key: options[option.key]
        for option in rules.options
        if option.key in options and option.offers(options[option.key])
    }
    many = players if players in rules.players else 4
    reference = reference_of(rules, known, many)
    return Card(
        reference,
        sentences(reference.counting),
        sentences(reference.paying),
        sentences(reference.dealing),
    )


def sentences(said: Iterable[Sentence]) -> list[str]:
    """Return sentences in the reader's language."""
    return [
        gettext(one.template)
        % {
            name: gettext(value) if isinstance(value, Term) else value
            for name, value in one.parameters.items()
        }
        for one in said
    ]
