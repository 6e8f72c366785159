"""The reference card of a rule book, with a club's house rules, on two sides of A4."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from clubscore.club.models import Club
from clubscore.sheets import pdf
from clubscore.sheets.press import Job

TEMPLATE = "sheets/card.html"
STYLES = ("css/sheets/tiles.css", "css/sheets/card.css")

ROOM = 1_130_000
"""
So many signs of one point fill two sides, with the pictures and headings among them.

Measured on every rule book in three languages: what the two sides hold, times the
square of the size that fills them, lies between 1,110,000 and 1,180,000.
"""
ROOM_OF_ONE_COLUMN = 1_180_000
"""The same where items are worth one thing alone: a line of them holds more."""
ROOM_BY_WORTH = 1_230_000
"""The same where items go by what they are worth: lines without columns hold most."""
SIZES = (7.8, 8.2, 8.6, 9.0, 9.4, 9.8, 10.2, 10.6, 11.0, 11.4)
"""Sizes of letters in points; `card.css` has a class for each, by its number."""
TAG_OR_BLANK = re.compile(r"<[^>]*>|\s+")


def job_of(club: Club, context: Mapping[str, Any]) -> Job:
    """Return what prints the card of a *context*, which the card's page has too."""
    signs = len(TAG_OR_BLANK.sub(" ", pdf.page_of(TEMPLATE, context)))
    room = ROOM if context["card"].has_two_columns else ROOM_OF_ONE_COLUMN
    if context["reference"].is_by_worth:
        room = ROOM_BY_WORTH
    fitting = [number for number, size in enumerate(SIZES) if signs * size**2 <= room]
    size = max(fitting, default=0)
    page = pdf.page_of(TEMPLATE, {**context, "size": size})
    return pdf.job_of([page], *STYLES, scope=club.pk)
