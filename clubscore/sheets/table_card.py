"""The card for a table: how to record a game in six pictures, on a page of A5."""

from __future__ import annotations

from clubscore.sheets import pdf
from clubscore.sheets.press import Job

TEMPLATE = "sheets/table_card.html"
STYLE = "css/sheets/table_card.css"


def job_of() -> Job:
    """Return what prints the card, which is the same for every club."""
    return pdf.job_of([pdf.page_of(TEMPLATE, {})], STYLE)
