"""
The reader of a spreadsheet's text: a line for each partie.

Columns are told apart by their headings, or without headings go as the example does.
Nothing is judged here but what can be read at all.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from django.utils.translation import gettext

from clubscore.club.names import folded, tidied

MOST_LINES = 1000
"""So many parties fit into one import; more are imported in several goes."""
MOST_SIGNS = 200_000
MOST_PLAYERS = 5

HEADINGS = {
    "date": frozenset(("date", "datum", "day", "tag", "dag")),
    "table": frozenset(("table", "tisch", "tafel")),
    "player": frozenset(
        ("player", "players", "spieler", "spielerin", "speler", "name", "naam")
    ),
    "score": frozenset(
        ("score", "scores", "points", "punkte", "punten", "result", "ergebnis")
    ),
}
"""How columns may be headed, in the languages that we speak; with numbers behind."""


class UnreadableTextError(Exception):
    """A text of which nothing can be read; it says why."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where in a row what stands."""

    date: int
    table: int | None
    pairs: tuple[tuple[int, int], ...]
    """Of each player: the name and the score."""


@dataclass(frozen=True, slots=True)
class SpreadsheetRow:
    """A line as it was typed."""

    number: int
    """Of the line in the text, from 1."""
    date: str
    table: str
    pairs: tuple[tuple[str, str], ...]
    """The name and the score of each player."""


def rows_in(text: str) -> list[SpreadsheetRow]:
    """Return the lines that say something; raise UnreadableTextError if none does."""
    if len(text) > MOST_SIGNS:
        raise UnreadableTextError(_too_long())
    lines = [
        (number, cells)
        for number, cells in _cells(text.removeprefix("\ufeff"))
        if any(cells)
    ]
    if not lines:
        raise UnreadableTextError(gettext("There is nothing in it yet."))
    columns = _headed(lines[0][1])
    if columns is not None:
        del lines[0]
    if len(lines) > MOST_LINES:
        raise UnreadableTextError(_too_long())
    return [_row(number, cells, columns) for number, cells in lines]


def _too_long() -> str:
    return gettext(
        "That is more than %(many)d lines. Import it in several goes, a year at a time."
    ) % {"many": MOST_LINES}


def _cells(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line, with its number."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        for cells in reader:
            yield reader.line_num, [tidied(cell) for cell in cells]
    except csv.Error as error:
        raise UnreadableTextError(
            gettext("From line %(number)d on it cannot be read.")
            % {"number": reader.line_num}
        ) from error


def _delimiter(text: str) -> str:
    """Return what stands between the cells: what the first line has."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    for sign in "\t;":
        if sign in first:
            return sign
    return ","


def _headed(cells: Sequence[str]) -> Columns | None:
    """Return what the headings say; None where the line is no heading."""
    kinds = [_kind(cell) for cell in cells]
    if "date" not in kinds:
        return None
    names = [place for place, kind in enumerate(kinds) if kind == "player"]
    scores = [place for place, kind in enumerate(kinds) if kind == "score"]
    if not names or len(names) != len(scores):
        raise UnreadableTextError(
            gettext(
                "The headings name %(players)d columns for players and %(scores)d for "
                "scores. Give every player one of each."
            )
            % {"players": len(names), "scores": len(scores)}
        )
    table = kinds.index("table") if "table" in kinds else None
    return Columns(kinds.index("date"), table, tuple(zip(names, scores, strict=True)))


def _kind(cell: str) -> str:
    """Return what a column holds, by its heading; empty for any other."""
    word = re.sub(r"[^a-z]", "", folded(cell))
    return next((kind for kind, words in HEADINGS.items() if word in words), "")


def _row(number: int, cells: Sequence[str], columns: Columns | None) -> SpreadsheetRow:
    if columns is None:
        # Whatever stands behind the fifth player is shown as one player too many.
        many = max(MOST_PLAYERS, (len(cells) - 1) // 2)
        pairs = tuple((2 + 2 * place, 3 + 2 * place) for place in range(many))
        columns = Columns(0, 1, pairs)

    def cell(place: int | None) -> str:
        return cells[place] if place is not None and place < len(cells) else ""

    found = [(cell(name), cell(score)) for name, score in columns.pairs]
    while found and not any(found[-1]):
        del found[-1]
    return SpreadsheetRow(number, cell(columns.date), cell(columns.table), tuple(found))
