"""The door to the reference card: a rule book laid out, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubscore.club.engine import sentence
from clubscore.rules.errors import RulesError
from clubscore.rules.reference import (
    ItemEntry,
    LimitEntry,
    OptionEntry,
    Reference,
    reference_of,
)
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import find_ruleset

__all__ = [
    "ItemEntry",
    "LimitEntry",
    "OptionEntry",
    "Reference",
    "RulesError",
    "Ruleset",
    "card_of",
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
        [sentence(one) for one in reference.counting],
        [sentence(one) for one in reference.paying],
        [sentence(one) for one in reference.dealing],
    )
