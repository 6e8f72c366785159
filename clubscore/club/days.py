"""Dates as people say them and write them."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_AP
from django.utils.formats import date_format
from django.utils.translation import pgettext


def with_weekday(day: date) -> str:
    """Return a date behind its day of the week; Dutch has no comma between them."""
    return pgettext("a date with its weekday", "%(weekday)s, %(date)s") % {
        "weekday": date_format(day, "l"),
        "date": date_format(day, "DATE_FORMAT"),
    }


# As they were written ---------------------------------------------------------------

ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DAY_FIRST = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
WORD = r"([^\W\d]+)\.?"
IN_WORDS = re.compile(rf"(?:{WORD},? +)?(\d{{1,2}})\.? +{WORD} +(\d{{4}})")
MONTH_FIRST = re.compile(rf"{WORD} +(\d{{1,2}}),? +(\d{{4}})")
BETWEEN = re.compile(r"\s+(?:-|to|until|bis|tot|t/m)\s+|\s*[–—]\s*")
"""What stands between the first and the last day of a holiday."""


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


def days_between(text: str) -> tuple[date, date] | None:
    """
    Return the first and the last day of what a text says; None if it says none.

    >>> [str(one) for one in days_between("22.12.2026 – 3.1.2027") or ()]
    ['2026-12-22', '2027-01-03']
    >>> [str(one) for one in days_between("5 mei 2027") or ()]
    ['2027-05-05', '2027-05-05']
    >>> [days_between(one) for one in ("Christmas", "3.1.2027 – 22.12.2026")]
    [None, None]
    """
    days = [day_in(one) for one in BETWEEN.split(text.strip())]
    first, last = days[0], days[-1]
    if first is None or last is None or len(days) > 2 or last < first:
        return None
    return first, last
