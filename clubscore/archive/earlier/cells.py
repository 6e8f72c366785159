"""A cell of a spreadsheet as a day or a score."""

from __future__ import annotations

import re
from datetime import date

MOST_SCORE = 100_000_000
"""Nobody gains or loses more in a partie."""
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DAY_FIRST = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
SCORE = re.compile(r"([+-]?(?:\d{1,9}|\d{1,3}([.,'’ ])\d{3}(?:\2\d{3})?))([.,]00?)?")
"""A whole number, perhaps with a sign between its thousands, or noughts at its end."""


def day_in(text: str) -> date | None:
    """
    Return the day that a text is; None if it is none.

    >>> [str(day_in(one)) for one in ("2026-11-21", "21.11.2026", "1/2/2026")]
    ['2026-11-21', '2026-11-21', '2026-02-01']
    >>> [day_in(one) for one in ("", "31.2.2026", "11/21/2026", "21.11-2026")]
    [None, None, None, None]
    """
    if (iso := ISO.fullmatch(text)) is not None:
        year, month, day = iso.groups()
    elif (found := DAY_FIRST.fullmatch(text)) is not None:
        day, _sign, month, year = found.groups()
    else:
        return None
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def score_in(text: str) -> int | None:
    """
    Return the score that a text is; None if it is no whole number, or too large.

    >>> [score_in(one) for one in ("12", "+12", "−1.234", "- 5", "1'234'567")]
    [12, 12, -1234, -5, 1234567]
    >>> [score_in(one) for one in ("1.250,00", "96,0", "1,250.00")]
    [1250, 96, 1250]
    >>> [score_in(one) for one in ("", "1.5", "1,23", "x", "²", "9" * 10)]
    [None, None, None, None, None, None]
    """
    plain = text.replace("−", "-").replace("–", "-")
    plain = re.sub(r"^([+-]) +", r"\1", plain)
    if not plain.isascii() and "’" not in plain:
        return None
    found = SCORE.fullmatch(plain)
    if found is None:
        return None
    score = int(re.sub(r"[.,'’ ]", "", found[1]))
    return score if abs(score) <= MOST_SCORE else None
