"""The evening pack: for every table a card with its seats and code, and its sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clubscore.club.qr import qr_code
from clubscore.sheets import round_sheet

if TYPE_CHECKING:
    from clubscore.partie.evenings import TableNow
    from clubscore.partie.seats import TableSeat
    from clubscore.sheets.round_sheet import Paper

TEMPLATE = "sheets/pack_table.html"
STYLE = "css/sheets/pack.css"
SIDES = {"E": "bottom", "S": "right", "W": "top", "N": "left"}
"""Where seats are, seen from above: East, and then against the clock."""


@dataclass(frozen=True, slots=True)
class Side:
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
        "sides": [Side(SIDES[seat.letter], seat) for seat in table.seats],
        "table_address": opens,
        "table_qr": qr_code(opens) if opens else None,
    }
