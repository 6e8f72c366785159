"""
The text of a file that is sent in: CSV, plain text or an XLSX workbook.

A workbook's first sheet becomes lines with tabs between the cells, so that whoever
reads lines reads both, and people can put them right in a form.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from datetime import date, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext

MOST_UNPACKED = 30_000_000
"""Bytes of a workbook's parts; a small file can unpack to any size."""
PIECE = 65_536
"""Bytes that are unpacked at a time."""
MOST_COLUMNS = 60
ACCEPTED = ".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
"""What a browser offers to choose from."""

ZIP = b"PK\x03\x04"
OTHERS = {
    b"%PDF": "PDF",
    b"\xd0\xcf\x11\xe0": "XLS",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"{\\rtf": "RTF",
}
"""How files begin that people take for a list, and what they are called."""


class WrongFileError(Exception):
    """A file that holds no lines; it says why, and what to do."""


def file_text(file: UploadedFile, most_signs: int) -> str:
    """
    Return the text of a file.

    A workbook is read until *most_signs* are exceeded, a text until so many cannot
    but be exceeded. Raise WrongFileError for a file of another kind.
    """
    content = file.read()
    if content.startswith(ZIP):
        return _workbook_text(content, most_signs)
    for beginning, name in OTHERS.items():
        if content.startswith(beginning):
            raise WrongFileError(_another_kind(name))
    # Longer than this is refused as too long in any case.
    text = decoded(content[: 4 * most_signs + 4])
    if "\0" in text:
        raise WrongFileError(
            gettext("This is no file with text. Save the list as CSV or XLSX.")
        )
    return text


def decoded(content: bytes) -> str:
    """Return the text of a file, as spreadsheets write them."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _another_kind(name: str) -> str:
    return gettext(
        "This is a file of the kind %(kind)s. Save the list as CSV or XLSX."
    ) % {"kind": name}


def _workbook_text(content: bytes, most_signs: int) -> str:
    """Return the first sheet of a workbook; raise WrongFileError if it is none."""
    try:
        with ZipFile(BytesIO(content)) as packed:
            _refuse_others(set(packed.namelist()))
            unpacked = _unpacked(packed)
    except WrongFileError:
        raise
    # A forged archive stumbles in many ways: BadZipFile, EOFError, zlib.error, …
    except Exception as error:
        raise WrongFileError(_broken()) from error
    # Loaded where it is needed: no other page has to wait for it.
    from openpyxl import load_workbook

    try:
        book = load_workbook(unpacked, read_only=True, data_only=True)
        sheet = book.worksheets[0]
        lines: list[str] = []
        signs = 0
        for row in sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True):
            lines.append(_line(row))
            signs += len(lines[-1]) + 1
            if signs > most_signs:
                break
    # Whatever a broken workbook lets the library stumble over, it cannot be read.
    except Exception as error:
        raise WrongFileError(_broken()) from error
    return "\n".join(lines).rstrip("\n")


def _refuse_others(names: set[str]) -> None:
    """Raise WrongFileError for an archive whose parts make no workbook."""
    if "xl/workbook.xml" not in names:
        kind = "ODS" if "content.xml" in names else "ZIP"
        kind = "DOCX" if "word/document.xml" in names else kind
        raise WrongFileError(_another_kind(kind))


def _unpacked(packed: ZipFile) -> BytesIO:
    """
    Return a workbook's parts, unpacked, as an archive that cannot swell any more.

    What a part announces as its size is not believed: the library reads parts as a
    whole, so they are unpacked here, piece by piece, before it sees them. Raise
    WrongFileError when they become too large.
    """
    unpacked = BytesIO()
    left = MOST_UNPACKED
    with ZipFile(unpacked, "w") as archive:
        for part in packed.infolist():
            # The other ways of packing cannot be undone piece by piece.
            if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise WrongFileError(_broken())
            with packed.open(part) as source, archive.open(part.filename, "w") as copy:
                while piece := source.read(PIECE):
                    left -= len(piece)
                    if left < 0:
                        raise WrongFileError(
                            gettext("This workbook is too large. Send a part of it.")
                        )
                    copy.write(piece)
    unpacked.seek(0)
    return unpacked


def _broken() -> str:
    return gettext("This workbook cannot be read. Save it anew, or as CSV.")


def _line(row: Iterable[object]) -> str:
    return "\t".join(map(_cell, row)).rstrip("\t")


def _cell(value: object) -> str:
    """Return a cell as somebody would type it."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float):
        value = _number(value)
    return re.sub(r"\s+", " ", str(value)).strip()


def _number(value: float) -> str:
    """
    Return a number without what a spreadsheet's reckoning leaves behind its decimals.

    Of three decimals it writes four: nobody then takes them for thousands.

    >>> [_number(one) for one in (12.0, 96.5, 0.1 + 0.2, -0.25, 96.333, 1e-9)]
    ['12', '96.5', '0.3', '-0.25', '96.3330', '0']
    """
    text = f"{value:.6f}".rstrip("0").removesuffix(".")
    return f"{text}0" if len(text.partition(".")[2]) == 3 else text
