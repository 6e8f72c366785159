"""
The leaderboard as CSV and as a workbook.

CSV is written as spreadsheets of the page's language read it; `?plain=1` asks for the
form with commas and points that programs know everywhere. No federation publishes a CSV
of its own for a tournament's results: the European one takes a workbook, with numbers
and countries of players, which clubs do not keep.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse
from django.utils.formats import get_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubscore.club import journal
from clubscore.club.access import get_club_for, membership_of
from clubscore.club.journal import Deed
from clubscore.club.methods import decimal_of
from clubscore.season.standings import Leaderboard, LeaderboardRow, leaderboard_of
from clubscore.season.views.leaderboard import BoardForm
from clubscore.season.views.seasons import season_called

Value: TypeAlias = "str | int | Decimal"

MOST_WIDE = 40
"""Signs of a column of a workbook."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for more than text."""
EXACT = re.compile(r"-\d+ \d+/\d+")
"""A number below 0 with its fraction."""


@require_safe
def season_csv(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Return the leaderboard as comma-separated values."""
    board = _asked(request, club, season)
    response = csv_of(request, _headings(board), map(_values, board.rows))
    return _named(response, board, "csv")


def csv_of(
    request: HttpRequest, headings: Iterable[str], rows: Iterable[Iterable[Value]]
) -> HttpResponse:
    """Return a table as comma-separated values, in the form that is asked for."""
    mark = "." if request.GET.get("plain") else get_format("DECIMAL_SEPARATOR")
    # Spreadsheets take it for UTF-8 by its first bytes only.
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    # Where a comma is in numbers, a semicolon is between them.
    writer = csv.writer(response, delimiter=";" if mark == "," else ",")
    writer.writerow(headings)
    for row in rows:
        writer.writerow(_as_text(value, mark) for value in row)
    return response


def _as_text(value: Value, mark: str) -> Value:
    """Return a cell that no spreadsheet takes for a formula, or for another number."""
    if isinstance(value, Decimal):
        return str(value).replace(".", mark)
    if isinstance(value, str) and value.startswith(BEGINS_A_FORMULA):
        return value if EXACT.fullmatch(value) else f"'{value}"
    return value


def exact(points: Fraction) -> int | str:
    """
    Return points as a whole number, or with a fraction that is no date to anybody.

    >>> [exact(Fraction(one)) for one in ("3", "1/2", "-7/4")]
    [3, '0 1/2', '-1 3/4']
    """
    whole, rest = divmod(abs(points.numerator), points.denominator)
    if not rest:
        return points.numerator
    return f"{'-' if points < 0 else ''}{whole} {rest}/{points.denominator}"


@require_safe
def season_xlsx(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Return the leaderboard as a workbook."""
    # Loaded where it is needed: no other page has to wait for it.
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.utils import get_column_letter

    board = _asked(request, club, season)
    book = Workbook(write_only=True)

    def sheet_of(name: str, rows: list[list[Value]]) -> None:
        sheet = book.create_sheet(name)
        sheet.freeze_panes = "C2"  # the head and the names stay in sight
        for place, column in enumerate(zip(*rows, strict=True), start=1):
            widest = max(len(str(one)) for one in column)
            letter = get_column_letter(place)
            sheet.column_dimensions[letter].width = min(widest, MOST_WIDE) + 2
        for row in rows:
            cells = []
            for value in row:
                cell = WriteOnlyCell(sheet)
                cell.value = value
                if isinstance(value, str):
                    cell.data_type = "s"  # a name that begins with = stays a name
                cells.append(cell)
            sheet.append(cells)

    rows = [list(_values(row)) for row in board.rows]
    sheet_of(gettext("Leaderboard"), [list(_headings(board)), *rows])
    sheet_of(gettext("Evenings"), _by_evenings(board))
    content = BytesIO()
    book.save(content)
    return _named(HttpResponse(content.getvalue(), content_type=XLSX), board, "xlsx")


def _by_evenings(board: Leaderboard) -> list[list[Value]]:
    """Return what each evening gave each player, whether it counts or not."""
    days = sorted({one.date for one in board.played.evenings})
    rows: list[list[Value]] = [
        [gettext("Place"), gettext("Player"), *(f"{day:%Y-%m-%d}" for day in days)]
    ]
    for row in board.rows:
        given: dict[date, Fraction] = {}
        for one in row.line.verdicts:
            day = one.result.date
            given[day] = given.get(day, Fraction(0)) + one.result.points
        place = row.line.place if row.line.place is not None else ""
        points = (decimal_of(given[day]) if day in given else "" for day in days)
        rows.append([place, row.name, *points])
    return rows


def _asked(request: HttpRequest, club: str, season: str) -> Leaderboard:
    """Return what is to be a file; the journal tells which member has downloaded it."""
    found = get_club_for(request, club)
    of_club = season_called(found, season)
    # Of others it tells the club nothing: the page is open to them without a login.
    if request.method == "GET" and membership_of(request, found) is not None:
        journal.write(request, Deed.SEASON_EXPORTED, club=found, about=of_club.name)
    return leaderboard_of(of_club, as_of=BoardForm(request.GET).asked("as_of"))


def _headings(board: Leaderboard) -> list[str]:
    return [
        gettext("Place"),
        gettext("Player"),
        gettext("Points"),
        gettext("Points, exact"),
        *(str(one.heading) for one in board.columns),
    ]


def _values(row: LeaderboardRow) -> Iterator[Value]:
    line = row.line
    yield line.place if line.place is not None else ""
    yield row.name
    yield decimal_of(line.points)
    yield exact(line.points)
    for one in row.printed:
        yield decimal_of(one) if isinstance(one, Fraction) else one


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
