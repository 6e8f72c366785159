"""A cell of a spreadsheet as a score."""

from __future__ import annotations

import re

MOST_SCORE = 100_000_000
"""Nobody gains or loses more in a partie."""
SCORE = re.compile(r"([+-]?(?:\d{1,9}|\d{1,3}([.,'’ ])\d{3}(?:\2\d{3})?))([.,]00?)?")
"""A whole number, perhaps with a sign between its thousands, or noughts at its end."""


def score_in(text: str) -> int | None:
    """
    Return the score that a text is; None if it is no whole number, or too large.

    >>> [score_in(one) for one in ("12", "+12", "−1.234", "- 5", "1'234'567")]
    [12, 12, -1234, -5, 1234567]
    >>> [score_in(one) for one in ("1.250,00", "96,0", "1,250.00")]
    [1250, 96, 1250]
    >>> score_in("−1\N{NARROW NO-BREAK SPACE}250")
    -1250
    >>> [score_in(one) for one in ("", "1.5", "1,23", "x", "²", "9" * 10)]
    [None, None, None, None, None, None]
    """
    plain = text.replace("−", "-").replace("–", "-")
    # The spaces of good print, as on our own pages.
    plain = re.sub(r"[\u00a0\u2009\u202f]", " ", plain)
    plain = re.sub(r"^([+-]) +", r"\1", plain)
    if not plain.isascii() and "’" not in plain:
        return None
    found = SCORE.fullmatch(plain)
    if found is None:
        return None
    score = int(re.sub(r"[.,'’ ]", "", found[1]))
    return score if abs(score) <= MOST_SCORE else None
