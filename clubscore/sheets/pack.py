"""The evening pack: for every table a card with its seats and code, and its sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Prefetch

from clubscore.club.models import Club
from clubscore.club.qr import qr_code
from clubscore.evening.overview import TableNow, open_ones_first, parties_of, tables_of
from clubscore.partie.models import TableLink
from clubscore.partie.seats import TableSeat
from clubscore.sheets import pdf, round_sheet
from clubscore.sheets.press import Job
from clubscore.sheets.round_sheet import Paper

TEMPLATE = "sheets/pack_table.html"
STYLE = "css/sheets/pack.css"
SIDES = {"E": "bottom", "S": "right", "W": "top", "N": "left"}
"""Where seats are, seen from above: East, and then against the clock."""


@dataclass(frozen=True, slots=True)
class TableSide:
    """A side of the table on its card."""

    place: str
    seat: TableSeat


def context_of(
    table: TableNow, *, absolute: Callable[[str], str], paper: Paper, is_blank: bool
) -> dict[str, Any]:
    """
    Return what the pages of a table show; *absolute* makes whole addresses.

    The table's links are those that are valid, the newest first, fetched already. A
    table that is over has no card.
    """
    partie = table.partie
    context = round_sheet.context_of(
        round_sheet.told(partie),
        address=absolute(partie.get_absolute_url()),
        paper=paper,
        is_blank=is_blank,
    )
    link = next(iter(partie.links.all()), None)
    opens = absolute(link.get_absolute_url()) if link is not None else ""
    return {
        **context,
        "table": table,
        "card_layout": f"{paper.value}-landscape",
        "sides": [TableSide(SIDES[seat.letter], seat) for seat in table.seats],
        "table_address": opens,
        "table_qr": qr_code(opens) if opens else None,
    }


def job_of(
    club: Club,
    day: date,
    *,
    absolute: Callable[[str], str],
    paper: Paper,
    is_blank: bool = False,
) -> Job | None:
    """Return what prints the pack of an evening; None if nobody sat down."""
    valid = TableLink.objects.valid().order_by("-pk")
    parties = parties_of(club, day).counted()
    listed = parties.prefetch_related(Prefetch("links", valid))
    tables = open_ones_first(tables_of(listed))
    if not tables:
        return None
    parts = [
        pdf.page_of(
            TEMPLATE,
            context_of(table, absolute=absolute, paper=paper, is_blank=is_blank),
        )
        for table in tables
    ]
    return pdf.job_of(parts, round_sheet.STYLE, STYLE, scope=club.pk)
