"""A cell of a spreadsheet as a score."""

from __future__ import annotations

import re
from fractions import Fraction

from clubscore.partie.engine import MOST_SCORE
from clubscore.partie.scores import Score, plain

SCORE = re.compile(
    r"([+-]?(?:\d{1,9}|\d{1,3}([.,'’ ])\d{3}(?:\2\d{3})?))(?:[.,](\d{1,2}))?([½¼¾]?)",
    re.ASCII,
)
"""A number, perhaps with a sign between its thousands, and up to two decimals."""
QUARTERS = {"": 0, "¼": 25, "½": 50, "¾": 75}
"""What these signs are in hundredths."""


def score_in(text: str) -> Score | None:
    """
    Return the score that a text is; None if it is no number, or too large.

    >>> [score_in(one) for one in ("12", "+12", "−1.234", "- 5", "1'234'567")]
    [12, 12, -1234, -5, 1234567]
    >>> [score_in(one) for one in ("1.250,00", "96,0", "1,250.00")]
    [1250, 96, 1250]
    >>> [str(score_in(one)) for one in ("96,5", "-1.250,25", "0.5", "−96½", "½")]
    ['193/2', '-5001/4', '1/2', '-193/2', '1/2']
    >>> score_in("−1\N{NARROW NO-BREAK SPACE}250")
    -1250
    >>> [score_in(one) for one in ("", "1,2345", "1,5½", "x", "²", "9" * 10)]
    [None, None, None, None, None, None]
    """
    plain_text = text.replace("−", "-").replace("–", "-")
    # The spaces of good print, as on our own pages.
    plain_text = re.sub(r"[\u00a0\u2009\u202f]", " ", plain_text)
    plain_text = re.sub(r"^([+-]) +", r"\1", plain_text)
    plain_text = re.sub(r"^([+-]?)([¼½¾])$", r"\g<1>0\2", plain_text)
    found = SCORE.fullmatch(plain_text)
    if found is None or (found[3] and found[4]):
        return None
    whole = int(re.sub(r"[.,'’ ]", "", found[1]))
    hundredths = int(f"{found[3] or 0:0<2}") + QUARTERS[found[4]]
    is_below = found[1].startswith("-")
    score = whole + Fraction(-hundredths if is_below else hundredths, 100)
    return plain(score) if abs(score) <= MOST_SCORE else None
