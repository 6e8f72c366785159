"""Workbooks that mean harm are refused before they take memory, time or a file."""

import struct
import tracemalloc
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from clubscore.club.spreadsheets import WrongFileError, file_text

MOST_SIGNS = 100_000
SHEET = "xl/worksheets/sheet1.xml"
STYLES = "xl/styles.xml"
"""Read as a whole by the library."""


def text_of(content: bytes) -> str:
    """Return what is read from a file."""
    return file_text(SimpleUploadedFile("list.xlsx", content), MOST_SIGNS)


def workbook_with(name: str, part: bytes, packed_by: int = ZIP_DEFLATED) -> bytes:
    """Return a workbook of a cell, one part of which is another."""
    book = Workbook()
    book.worksheets[0].append(["Eva"])
    saved, changed = BytesIO(), BytesIO()
    book.save(saved)
    with ZipFile(saved) as old, ZipFile(changed, "w", packed_by) as new:
        assert name in old.namelist()
        for one in old.namelist():
            new.writestr(one, part if one == name else old.read(one))
    return changed.getvalue()


def sheet(word: bytes, before: bytes = b"") -> bytes:
    """Return a sheet with a word in its first cell."""
    return (
        b'<?xml version="1.0"?>' + before + b'<worksheet xmlns="http://schemas.'
        b'openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
        b'<c r="A1" t="inlineStr"><is><t>'
        + word
        + b"</t></is></c></row></sheetData></worksheet>"
    )


@contextmanager
def little_memory(most_bytes: int) -> Iterator[None]:
    """Fail if more is in use at any time."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most_bytes
    finally:
        tracemalloc.stop()


def announcing(content: bytes, size: int, told: bytes) -> bytes:
    """Return an archive in which the part of *size* bytes says it is *told*."""
    there, instead = struct.pack("<L", size), struct.pack("<L", len(told))
    checked = struct.pack("<L", zlib.crc32(bytes(size)))
    assert content.count(there) == 2  # before the part, and in the list at the end
    content = content.replace(there, instead)
    return content.replace(checked, struct.pack("<L", zlib.crc32(told)))


def test_words_are_read_as_they_are() -> None:
    assert text_of(workbook_with(SHEET, sheet(b"Zo&#235;"))) == "Zoë"


def test_what_swells_is_unpacked_no_further_than_is_allowed() -> None:
    content = workbook_with(SHEET, bytes(200_000_000))
    assert len(content) < 1_000_000
    with little_memory(100_000_000), pytest.raises(WrongFileError, match="too large"):
        text_of(content)


def test_a_size_that_lies_is_not_believed() -> None:
    size = 200_000_000
    content = announcing(workbook_with(STYLES, bytes(size)), size, bytes(1000))
    with ZipFile(BytesIO(content)) as archive:
        assert archive.getinfo(STYLES).file_size == 1000
    with little_memory(100_000_000), pytest.raises(WrongFileError, match="cannot be"):
        text_of(content)


@pytest.mark.parametrize("packed_by", [ZIP_BZIP2, ZIP_LZMA])
def test_what_cannot_be_unpacked_by_pieces_is_not_unpacked(packed_by: int) -> None:
    content = workbook_with(SHEET, bytes(100_000_000), packed_by)
    with little_memory(50_000_000), pytest.raises(WrongFileError, match="cannot be"):
        text_of(content)


def test_entities_that_swell_are_refused() -> None:
    laughs = b'<!ENTITY a0 "ha">' + b"".join(
        b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 10)
    )
    part = sheet(b"&a9;", b"<!DOCTYPE worksheet [" + laughs + b"]>")
    with little_memory(100_000_000), pytest.raises(WrongFileError, match="cannot be"):
        text_of(workbook_with(SHEET, part))


@pytest.mark.parametrize("name", [SHEET, "xl/workbook.xml", STYLES])
def test_entities_of_files_are_refused(name: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the key")
    before = (
        b'<!DOCTYPE worksheet [<!ENTITY key SYSTEM "%s">]>' % secret.as_uri().encode()
    )
    with pytest.raises(WrongFileError, match="cannot be"):
        text_of(workbook_with(name, sheet(b"&key;", before)))


@pytest.mark.parametrize("seed", range(200))
def test_a_damaged_workbook_is_read_or_refused(seed: int) -> None:
    rng = Random(seed)
    content = bytearray(workbook_with(SHEET, sheet(b"Eva")))
    for _ in range(rng.randint(1, 20)):
        # The list of parts, which stands last, as often as all else.
        begin = rng.choice((4, len(content) - 600))
        content[rng.randrange(begin, len(content))] = rng.randrange(256)
    if rng.random() < 0.3:
        del content[rng.randrange(5, len(content)) :]
    with suppress(WrongFileError):  # and nothing else
        text_of(bytes(content))
