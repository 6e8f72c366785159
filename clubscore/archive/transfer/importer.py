"""The import of a club's file: all of it or nothing."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction
from pydantic import ValidationError as ShapeError

from clubscore.archive.transfer.parties import partie_made
from clubscore.archive.transfer.people import everybody_made
from clubscore.archive.transfer.plans import plan_made
from clubscore.archive.transfer.rows import FileError, shape_faults
from clubscore.archive.transfer.shapes import VERSION, ClubFile
from clubscore.club.models import Club
from clubscore.partie.signals import many_changes

PACKED = b"\x1f\x8b"
"""How a file begins that gzip has packed."""
GZIP = 31
"""What zlib calls a file of that kind, of whatever strength."""
PIECE = 1_000_000
"""Bytes of a file that are unpacked together to see how long it is."""
Wrong = FileError.Wrong


@dataclass
class Imported:
    """A club that was made again, and what whoever did it should know."""

    club: Club
    parties: int
    recounted: int
    """Games that this installation's rules count differently."""
    notes: list[str] = field(default_factory=list)


def file_read(content: bytes, most: int | None = None) -> ClubFile:
    """
    Return what a file says, packed or not.

    Raise FileError if it is not a club's, or longer than *most* bytes when unpacked.
    """
    if content.startswith(PACKED):
        content = _unpacked(content, most)
    if most is not None and len(content) > most:
        raise FileError("it is too long", reason=Wrong.LONG)
    try:
        return ClubFile.model_validate_json(content.removeprefix(b"\xef\xbb\xbf"))
    except ShapeError as error:
        raise FileError(*shape_faults(error), reason=_reason_of(error)) from None


def _unpacked(content: bytes, most: int | None) -> bytes:
    """Return a packed file as it was, or as much of it as shows that it is too long."""
    unpacking = zlib.decompressobj(GZIP)
    try:
        found = unpacking.decompress(content, 0 if most is None else most + 1)
    except zlib.error:
        raise FileError("it cannot be unpacked", reason=Wrong.CUT) from None
    if not unpacking.eof and (most is None or len(found) <= most):
        raise FileError("it cannot be unpacked: its end is missing", reason=Wrong.CUT)
    return found


def length_of(content: bytes, most: int) -> int:
    """Return how long a file is when unpacked, *most* if it is longer; keep nothing."""
    if not content.startswith(PACKED):
        return min(len(content), most)
    unpacking, length = zlib.decompressobj(GZIP), 0
    try:
        while content and not unpacking.eof and length < most:
            length += len(unpacking.decompress(content, PIECE))
            content = unpacking.unconsumed_tail
    except zlib.error:
        pass  # it is not read any further
    return min(length, most)


def _reason_of(error: ShapeError) -> FileError.Wrong:
    """Return what is wrong with a file that has another shape."""
    found = error.errors(include_url=False, include_context=False)
    if any(one["type"] == "json_invalid" for one in found):
        return Wrong.CUT
    faults = {one["loc"]: one["input"] for one in found}
    if () in faults or ("format",) in faults:
        return Wrong.OTHER
    version = faults.get(("version",))
    if isinstance(version, int) and version > VERSION:
        return Wrong.NEWER
    return Wrong.CONTENT


@transaction.atomic
def club_import(
    found: ClubFile,
    *,
    slug: str = "",
    joins_accounts: bool = False,
    makes_chains: bool = False,
    progress: Callable[[int, int], object] = lambda _done, _of: None,
) -> Imported:
    """
    Make the club of a file; raise FileError, with nothing written, if it cannot be.

    *slug* is its address, if not the one that it had. With *joins_accounts* accounts
    that are here already become members where their names are those of the file, with
    *makes_chains* chains that do not hold begin anew. *progress* hears how many
    parties are made, of how many.
    """
    notes: list[str] = []
    known = everybody_made(found, slug, notes.append, joins_accounts=joins_accounts)
    many, changed = len(found.parties), 0
    with many_changes(known.club):
        for number, partie in enumerate(found.parties, start=1):
            changed += partie_made(known, partie, makes_chain=makes_chains)
            progress(number, many)
    for plan in found.plans:
        plan_made(known, plan)
    return Imported(known.club, many, changed, notes)
