"""Dates as people say them, with the day of the week."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import pgettext

if TYPE_CHECKING:
    from datetime import date


def with_weekday(day: date) -> str:
    """Return a date behind its day of the week; Dutch has no comma between them."""
    return pgettext("a date with its weekday", "%(weekday)s, %(date)s") % {
        "weekday": date_format(day, "l"),
        "date": date_format(day, "DATE_FORMAT"),
    }
