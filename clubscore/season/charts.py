"""The charts of a season and of a player."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import pgettext


def day_below_chart(day: date) -> str:
    """Return a day as short as it fits below a chart, without its year."""
    # Translators: the format of a date without its year, in Django's letters.
    return date_format(day, pgettext("date format", "j M"))
