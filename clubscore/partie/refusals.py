"""Refusals: why a game cannot be recorded, as data that a screen puts by its field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import translation

from clubscore.partie import engine
from clubscore.partie.engine import Entered, Notice, RulesError, Table
from clubscore.partie.outcome_text import Names


def refusal_of(
    error: RulesError, table: Table | None, game: Entered, names: Names
) -> dict[str, Any]:
    """
    Return what is wrong with a game, in the words of its players.

    *table* is None where nobody can say who sat where.
    """
    return engine.refusal_of(translation, error, table, game, names)


def holders_of(error: RulesError, hands: Mapping[str, Any]) -> str:
    """
    Return who holds the tile of which all hands together have too many.

    *hands* go by how their players are called. It is empty for every other error.
    """
    return engine.holders_of(translation, error, hands)


def sentence_with(problem: RulesError | Notice, called: Mapping[str, str]) -> str:
    """Return a sentence in the reader's language, other words for the seats in it."""
    return engine.sentence_with(translation, problem, called)
