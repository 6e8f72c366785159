"""The explanation of a game by its partie's rules: result, notices, house rules."""

from __future__ import annotations

from dataclasses import dataclass

from clubscore.club import engine as rule_books
from clubscore.club.limits import charge
from clubscore.rules.errors import Notice, RulesError
from clubscore.rules.table.counted_game import counted
from clubscore.rules.table.table_seats import Entered, Table, Terms


def notices_of(terms: Terms, table: Table, game: Entered) -> tuple[Notice, ...]:
    """Return the warnings of a recorded game as data, so that they translate."""
    try:
        # What was lost before moves debts alone.
        return counted(terms, table, game, {}, charge).notices
    except RulesError:
        # An edition from before its rules were put right may have allowed it.
        return ()


@dataclass(frozen=True, slots=True)
class ChosenRule:
    """A house rule of a partie that is not the rule book's own choice."""

    name: str
    value: str
    usual: str
    """What holds where nothing is chosen; empty where everybody has to choose."""
    is_decision: bool
    """Whether the rule book contradicts itself or is silent there."""


def house_rules(terms: Terms) -> list[ChosenRule]:
    """
    Return the house rules that differ from the book, to be translated.

    What the book leaves to its players differs from it; what means nothing for so
    many players is left out.
    """
    return [
        ChosenRule(
            rule.name,
            value,
            "" if rule.is_asked else rule.words_for(rule.default),
            rule.is_decision,
        )
        for rule, value in rule_books.differing(
            terms.ruleset, terms.options, terms.players
        )
    ]
