"""Sheets laid out in this process, to look at every box that is drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from pypdf import PdfReader

from clubscore.sheets.press import Job, Press

made_of_the_page = pytest.mark.same_on_every_database(
    "what the press makes of a page has no database in it"
)
"""What a sheet says of the rows it is made of, other tests ask on each database."""

MM = 96 / 25.4
"""WeasyPrint counts in CSS pixels."""
HAIR = 0.5
"""So much may stand over, in pixels: rounding."""

BLANK = " \n\N{ZERO WIDTH SPACE}"

_press: list[Press] = []


def laid_out(job: Job) -> list[Any]:
    """Return the pages of a job as WeasyPrint has them."""
    if not _press:
        _press.append(Press())
    rendered = _press[0].rendered(job, lambda _parts, _pages: None)
    return [page for part in rendered for page in part.pages]


def boxes(page: Any, kind: str) -> Iterator[Any]:
    """Yield the boxes of a kind on a page, by the name of their class."""
    for box in page._page_box.descendants():
        if type(box).__name__ == kind:
            yield box


def texts(box: Any) -> Iterator[Any]:
    """Yield the pieces of text in a box."""
    for inner in box.descendants():
        if type(inner).__name__ == "TextBox" and inner.text.strip(BLANK):
            yield inner


def overflowing(pages: list[Any]) -> list[str]:
    """Return every piece of text that leaves its cell, or its page."""
    found = []
    for number, page in enumerate(pages, start=1):
        found += [
            f"page {number}, cell: {text.text}"
            for cell in boxes(page, "TableCellBox")
            for text in texts(cell)
            if not _within(text, cell)
        ]
        found += [
            f"page {number}: {text.text}"
            for text in texts(page._page_box)
            if not _within(text, page._page_box)
        ]
    return found


def filled(page: Any) -> float:
    """Return how much of a page's height its text reaches down, as a part of 1."""
    box = page._page_box
    inside = [
        text.position_y + text.height
        for text in texts(box)
        if text.position_y < box.margin_top + box.height
    ]
    return float((max(inside) - box.margin_top) / box.height)


def _within(text: Any, box: Any) -> bool:
    # Lines may be set closer than the font's own leading, above and below its letters.
    leading = text.style["font_size"] * 0.12
    right = box.position_x + box.margin_width() + HAIR
    bottom = box.position_y + box.margin_height() + HAIR + leading
    return bool(
        text.position_x >= box.position_x - HAIR
        and text.position_x + text.width <= right
        and text.position_y >= box.position_y - HAIR - leading
        and text.position_y + text.height <= bottom
    )


def colliding(pages: list[Any]) -> list[str]:
    """Return every piece of text that lies over another one."""
    found = []
    for number, page in enumerate(pages, start=1):
        # What the foot of the page repeats is not drawn where it is said.
        inked = [
            (text, _ink(text))
            for text in texts(page._page_box)
            if text.element is None or text.element.get("class") != "foot"
        ]
        found += [
            f"page {number}: {one.text} / {other.text}"
            for (one, ink), (other, beside) in combinations(inked, 2)
            if ink[0] < beside[1]
            and beside[0] < ink[1]
            and ink[2] < beside[3]
            and beside[2] < ink[3]
        ]
    return found


def _ink(text: Any) -> tuple[float, float, float, float]:
    """Return where the letters without their ascenders are: left, right, top, foot."""
    left, top = text.position_x, text.position_y
    return (
        left + HAIR,
        left + text.width - HAIR,
        top + 0.35 * text.height,
        top + 0.7 * text.height,
    )


def broken_rows(pages: list[Any]) -> int:
    """Return how many rows of tables go on from one page to the next."""
    seen: dict[int, int] = {}
    for page in pages:
        for row in boxes(page, "TableRowBox"):
            group = row.element
            # A head is drawn again on every page, and is no broken row.
            if group is not None and not _is_head(page, row):
                seen[id(group)] = seen.get(id(group), 0) + 1
    return sum(many - 1 for many in seen.values())


def _is_head(page: Any, row: Any) -> bool:
    return any(
        group.is_header and row in group.children
        for group in boxes(page, "TableRowGroupBox")
    )


def fonts(content: bytes) -> set[str]:
    """Return the names of the fonts that a PDF is set in, as the styles have them."""
    found = set()
    for page in PdfReader(io.BytesIO(content)).pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            found.add(str(font.get_object()["/BaseFont"]).partition("+")[2])
    return found


def read(content: bytes) -> list[str]:
    """Return the text of every page of a PDF."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
