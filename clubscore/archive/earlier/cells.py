"""A cell of a spreadsheet as a day or a score."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_AP

MOST_SCORE = 100_000_000
"""Nobody gains or loses more in a partie."""
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DAY_FIRST = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
WORD = r"([^\W\d]+)\.?"
IN_WORDS = re.compile(rf"(?:{WORD},? +)?(\d{{1,2}})\.? +{WORD} +(\d{{4}})")
MONTH_FIRST = re.compile(rf"{WORD} +(\d{{1,2}}),? +(\d{{4}})")
SCORE = re.compile(r"([+-]?(?:\d{1,9}|\d{1,3}([.,'’ ])\d{3}(?:\2\d{3})?))([.,]00?)?")
"""A whole number, perhaps with a sign between its thousands, or noughts at its end."""


def day_in(text: str) -> date | None:
    """
    Return the day that a text is; None if it is none.

    >>> [str(day_in(one)) for one in ("2026-11-21", "21.11.2026", "1/2/2026")]
    ['2026-11-21', '2026-11-21', '2026-02-01']
    >>> [str(day_in(one)) for one in ("3 nov 2026", "Di., 3. März 2026")]
    ['2026-11-03', '2026-03-03']
    >>> [day_in(one) for one in ("", "31.2.2026", "11/21/2026", "21.11-2026")]
    [None, None, None, None]
    """
    if (iso := ISO.fullmatch(text)) is not None:
        year, month, day = iso.groups()
    elif (found := DAY_FIRST.fullmatch(text)) is not None:
        day, _sign, month, year = found.groups()
    elif (said := IN_WORDS.fullmatch(text)) is not None:
        _weekday, day, name, year = said.groups()
        month = months().get(name.casefold(), "0")
    elif (said := MONTH_FIRST.fullmatch(text)) is not None:
        name, day, year = said.groups()
        month = months().get(name.casefold(), "0")
    else:
        return None
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


@cache
def months() -> dict[str, str]:
    """Return the numbers of months by their names, long and short, in each language."""
    numbers = {"mrz": "3"}  # as spreadsheets in German shorten it
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for names in (MONTHS, MONTHS_3, MONTHS_AP):
                for number, name in names.items():
                    numbers[str(name).casefold().rstrip(".")] = str(number)
    return numbers


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
