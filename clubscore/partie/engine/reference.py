"""The door to the reference card: a rule book laid out, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.club.engine import sentence
from clubscore.rules.errors import RulesError
from clubscore.rules.hand_points import Taken
from clubscore.rules.options import Value
from clubscore.rules.record_scores import takes_scores
from clubscore.rules.reference import Precedence, Reference, reference_of
from clubscore.rules.rulesets import find_ruleset

__all__ = [
    "RulesError",
    "card_of",
]


@dataclass(frozen=True, slots=True)
class Card:
    """A rule book as a page shows it."""

    reference: Reference
    counting: list[str]
    precedences: list[str]
    """What wins over what."""
    paying: list[str]
    dealing: list[str]
    """What is played with, and how a partie runs."""

    @property
    def takes_scores(self) -> bool:
        """Whether what everybody won or lost is typed, and no hands."""
        return takes_scores(self.reference.ruleset)

    @property
    def takes_value(self) -> bool:
        """Whether what the winner's hand is worth is typed, and no hands."""
        return self.reference.ruleset.counting.takes is Taken.VALUE

    @property
    def is_in_points(self) -> bool:
        """Whether its items are worth points, not faan."""
        return self.reference.columns[0] == "points"

    @property
    def has_two_columns(self) -> bool:
        """Whether its items can be worth something in both columns."""
        counting = self.reference.ruleset.counting
        return counting.has_doubles or bool(self.reference.laak_table)


def card_of(ruleset: str, options: Mapping[str, Value], players: int) -> Card:
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
        [
            *(sentence(one) for one in reference.winning),
            *(_precedence(one) for one in reference.precedences),
        ],
        [sentence(one) for one in reference.paying],
        [sentence(one) for one in (*reference.tiles, *reference.dealing)],
    )


def _precedence(found: Precedence) -> str:
    """Return which of some items counts, in the reader's language."""
    wins = ", ".join(
        gettext("“%(name)s”") % {"name": gettext(one)} for one in found.wins
    )
    if not found.over:
        return gettext("Of these only the highest counts: %(items)s.") % {"items": wins}
    over = ", ".join(
        gettext("“%(name)s”") % {"name": gettext(one)} for one in found.over
    )
    return gettext("%(item)s counts instead of %(others)s.") % {
        "item": wins,
        "others": over,
    }
