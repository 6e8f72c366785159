"""
Sentences in the language of a server's or a phone's reader.

The engine knows no language. What it has to say is English with named places; whoever
asks gives the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from clubscore.rules.errors import Notice, RulesError, Sentence, Term


class Language(Protocol):
    """A language: what Django's translations do, or a catalogue."""

    def gettext(self, message: str, /) -> str:
        """Return the translation of *message*."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the translation for so many."""


class Catalogue:
    """
    A language as plain data, which a phone keeps.

    Its plurals are those of English, as of every language that pages have: one thing,
    and any other number of things.
    """

    def __init__(
        self, messages: Mapping[str, str], plurals: Mapping[str, Sequence[str]]
    ) -> None:
        """Take translations by the English that they stand for."""
        self.messages = messages
        self.plurals = plurals

    def gettext(self, message: str, /) -> str:
        """Return the translation of *message*, or itself."""
        return self.messages.get(message, message)

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the translation for so many."""
        forms = self.plurals.get(singular, (singular, plural))
        return forms[number != 1]


WHO = ("seat", "player")
"""The parameters of a sentence that call somebody at the table by the wind."""


def sentence(
    words: Language,
    problem: RulesError | Notice | Sentence,
    called: Mapping[str, str] | None = None,
) -> str:
    """
    Return what is wrong, or what a rule says, in the reader's language.

    *called* has, by the names of their winds, other words for those at the table.
    """
    return words.gettext(problem.template) % {
        name: _worded(words, value, (called or {}) if name in WHO else {})
        for name, value in problem.parameters.items()
    }


def _worded(words: Language, value: str | int, called: Mapping[str, str]) -> str | int:
    if not isinstance(value, Term):
        return value
    return called.get(value) or words.gettext(value)
