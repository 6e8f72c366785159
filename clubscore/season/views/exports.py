"""The leaderboard as CSV and as a workbook."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.methods import decimal_of
from clubscore.season.columns import PRINTED
from clubscore.season.standings import Leaderboard, LeaderboardRow, leaderboard_of
from clubscore.season.views.leaderboard import BoardForm
from clubscore.season.views.seasons import season_called

Value: TypeAlias = "str | int | Decimal"

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for more than text."""


@require_safe
def season_csv(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Return the leaderboard as comma-separated values."""
    board = _asked(request, club, season)
    response = csv_of(_headings(), map(_values, board.rows))
    return _named(response, board, "csv")


def csv_of(headings: Iterable[str], rows: Iterable[Iterable[Value]]) -> HttpResponse:
    """Return a table as comma-separated values."""
    # Spreadsheets take it for UTF-8 by its first bytes only.
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    writer = csv.writer(response)
    writer.writerow(headings)
    for row in rows:
        writer.writerow(_as_text(value) for value in row)
    return response


def _as_text(value: Value) -> Value:
    """Return a cell that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(BEGINS_A_FORMULA):
        return f"'{value}"
    return value


@require_safe
def season_xlsx(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Return the leaderboard as a workbook."""
    # Loaded where it is needed: no other page has to wait for it.
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    board = _asked(request, club, season)
    book = Workbook(write_only=True)
    sheet = book.create_sheet(gettext("Leaderboard"))
    sheet.append(_headings())
    for row in board.rows:
        cells = []
        for value in _values(row):
            cell = WriteOnlyCell(sheet)
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"  # a name that begins with = stays a name
            cells.append(cell)
        sheet.append(cells)
    content = BytesIO()
    book.save(content)
    return _named(HttpResponse(content.getvalue(), content_type=XLSX), board, "xlsx")


def _asked(request: HttpRequest, club: str, season: str) -> Leaderboard:
    found = get_club_for(request, club)
    form = BoardForm(request.GET)
    return leaderboard_of(season_called(found, season), as_of=form.asked("as_of"))


def _headings() -> list[str]:
    return [
        gettext("Place"),
        gettext("Player"),
        gettext("Points"),
        gettext("Points, exact"),
        *(str(one.heading) for one in PRINTED),
    ]


def _values(row: LeaderboardRow) -> Iterator[Value]:
    line = row.line
    yield line.place if line.place is not None else ""
    yield row.name
    yield decimal_of(line.points)
    yield str(line.points)
    yield from row.printed


def _named(response: HttpResponse, board: Leaderboard, ending: str) -> HttpResponse:
    season = board.record.season
    return named(response, f"{season.club.slug}-{season.slug}", board.as_of, ending)


def named(
    response: HttpResponse, name: str, as_of: date | None, ending: str
) -> HttpResponse:
    """Give a file its name, with the day as of which it holds."""
    if as_of is not None:
        name += f"-{as_of:%Y-%m-%d}"
    ascii_name = name.encode("ascii", "ignore").decode() or "leaderboard"
    response["Content-Disposition"] = f'attachment; filename="{ascii_name}.{ending}"'
    return response
