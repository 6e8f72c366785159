"""A counted game in the reader's language: hands, payments, scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import translation

from clubscore.partie import engine
from clubscore.partie.engine import ExplainedGame, Table, Terms
from clubscore.partie.entries import RecordedGame
from clubscore.partie.outcome_text import Names

__all__ = ["ExplainedGame", "sheet_of"]


def sheet_of(
    terms: Terms,
    table: Table,
    game: RecordedGame,
    result: Any,
    names: Names,
    *,
    notices: Sequence[Any],
    uses_chips: bool,
    expected: str,
) -> ExplainedGame:
    """Return a game explained; *expected* is who was East by the rules."""
    return engine.sheet_of(
        translation,
        terms,
        table,
        game,
        result,
        names,
        notices=notices,
        uses_chips=uses_chips,
        expected=expected,
        charge=engine.charge,
    )
