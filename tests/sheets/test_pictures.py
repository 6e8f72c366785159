"""A PDF holds a picture once, as lines, wherever it is shown."""

from __future__ import annotations

import io
from typing import Any

import pytest
from pypdf import PdfReader
from weasyprint.urls import FatalURLFetchingError

from clubscore.sheets import pdf
from clubscore.sheets.pictures import GAP
from clubscore.sheets.press import Press
from tests.sheets.boxes import boxes, laid_out, made_of_the_page

pytestmark = made_of_the_page


def made(press: Press, *tiles: str) -> bytes:
    """Return the PDF of a page for every text of tiles, shown one after the other."""
    parts = [
        "".join(
            f'<img src="/static/tiles/{tile}.svg" alt="x">' for tile in text.split()
        )
        for text in tiles
    ]
    return press.made(pdf.job_of(parts), lambda _parts, _pages: None)


def forms(content: bytes) -> dict[str, Any]:
    """Return the pictures that a PDF holds, by their names in it."""
    found = {}
    for page in PdfReader(io.BytesIO(content)).pages:
        resources: Any = page["/Resources"]
        objects = resources.get("/XObject", {}).items()
        found.update({name: one.get_object() for name, one in objects})
    return found


def placed(content: bytes) -> int:
    """Return how many pictures stand on the pages of a PDF."""
    pages = PdfReader(io.BytesIO(content)).pages
    drawn = [page.get_contents() for page in pages]
    return sum(one.get_data().count(b" Do\n") for one in drawn if one is not None)


def test_a_picture_shown_often_is_held_once_and_is_made_of_lines() -> None:
    content = made(Press(), "1m 1m 9p 1m", "9p 1m")
    assert placed(content) == 6
    held = forms(content)
    assert len(held) == 2
    for form in held.values():
        assert form["/Subtype"] == "/Form"
        assert b" c\n" in form.get_data()
        assert "/XObject" not in form["/Resources"]


def test_a_row_of_pictures_is_placed_one_by_one_in_one_box() -> None:
    source = "/static/tiles/1m.svg,/static/tiles/9p.svg,/static/tiles/1m.svg"
    press = Press()
    job = pdf.job_of([f'<img src="{source}" alt="x">'])
    content = press.made(job, lambda _parts, _pages: None)
    assert placed(content) == 3
    assert len(forms(content)) == 2
    (page,) = laid_out(job)
    (box,) = boxes(page, "InlineReplacedBox")
    assert (box.width, box.height) == (3 * 60 + 2 * GAP, 80)


def test_what_was_printed_before_leaves_no_trace() -> None:
    press = Press()
    first = made(press, "1m 5z back")
    made(press, "9p 5z 1m", "2s")
    assert made(press, "1m 5z back") == first == made(Press(), "1m 5z back")


def test_a_picture_that_is_missing_fails_the_sheet() -> None:
    with pytest.raises(FatalURLFetchingError, match=r"tiles/10m\.svg"):
        made(Press(), "1m 10m")
