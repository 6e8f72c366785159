"""
Scores of parties: whole points, or a fraction where a club's old lists have halves.

Games are counted in whole points. What an old partie came to is taken as it was
written, such as 96½; wherever it is whole it is an int.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression
from pydantic import PlainValidator

PARTS = 100
"""Scores are whole in this part of a point."""
MOST_HELD = 2**31 - 1
"""The largest whole number that every database of ours holds."""

WRITTEN = re.compile(r"-?\d{1,12}/[1-9]\d{0,2}", re.ASCII)
"""A fraction in JSON; a longer one takes long to read."""


def checked_score(written: Any) -> int | Fraction:
    """Return the score that JSON of a file holds; raise ValueError if it is none."""
    score: int | Fraction | None = None
    if isinstance(written, int) and not isinstance(written, bool):
        score = written
    elif isinstance(written, str) and WRITTEN.fullmatch(written):
        score = Fraction(written)
    if score is None or PARTS % score.denominator:
        raise ValueError("no score with at most two decimals")
    if not -MOST_HELD <= score <= MOST_HELD:
        raise ValueError("too high or too low a score")
    return score


if TYPE_CHECKING:
    _Field = models.Field["Score", "Score"]
else:
    _Field = models.Field

Score: TypeAlias = Annotated[int | Fraction, PlainValidator(checked_score)]
"""What a partie came to for a player, in points; one that is whole is an int."""


def score_from(written: int | str) -> Score:
    """
    Return the score that JSON holds as a number, or as a text if it is not whole.

    >>> score_from(96), score_from("193/2")
    (96, Fraction(193, 2))
    """
    return written if isinstance(written, int) else plain(Fraction(written))


def score_written(score: Score) -> int | str:
    """
    Return a score as JSON holds it: exact, never a float.

    >>> score_written(96), score_written(Fraction(193, 2))
    (96, '193/2')
    """
    return score if isinstance(score, int) else str(score)


def plain(score: Fraction) -> Score:
    """
    Return a score as an int where it is whole.

    >>> plain(Fraction(96)), plain(Fraction(-1, 2))
    (96, Fraction(-1, 2))
    """
    return score.numerator if score.denominator == 1 else score


class ScoreField(_Field):
    """A column of scores, exact on every database; also their sums are scores."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        """Return the type of the column, with two decimals."""
        return "numeric(14, 2)"

    def from_db_value(
        self, value: Any, expression: Expression, connection: BaseDatabaseWrapper
    ) -> Score | None:
        """Return the score that a database holds, or made of several."""
        if value is None or isinstance(value, int):
            return value
        # SQLite has numbers that are not whole as floats, exact in the first decimals.
        return plain(Fraction(round(value * PARTS), PARTS))

    def get_prep_value(self, value: Any) -> int | Decimal | None:
        """Return what a database takes for a score."""
        if value is None or isinstance(value, int):
            return value
        parts = Fraction(value) * PARTS
        if parts.denominator != 1:
            raise ValueError(f"more than two decimals: {value}")
        return Decimal(parts.numerator) / PARTS

    def to_python(self, value: Any) -> Score | None:
        """Return the score that a text or a number is."""
        return None if value is None else plain(Fraction(value))
