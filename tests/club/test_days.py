"""Dates with the day of the week, as each language writes them."""

import datetime as dt

import pytest
from django.utils.translation import override

from clubscore.club.days import with_weekday


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Tuesday, 17 November 2026"),
        ("nl", "dinsdag 17 november 2026"),
        ("de", "Dienstag, 17. November 2026"),
    ],
)
def test_only_dutch_has_no_comma_behind_the_day(language: str, said: str) -> None:
    with override(language):
        assert with_weekday(dt.date(2026, 11, 17)) == said
