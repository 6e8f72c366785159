"""The response that sends a club's file."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header

from clubscore.archive.transfer.export import club_file
from clubscore.archive.transfer.importer import GZIP
from clubscore.club import limits
from clubscore.club.models import Club


def file_response(club: Club, *, is_packed: bool = False) -> StreamingHttpResponse:
    """Return the file of a club, sent while it is written: it can be long."""
    name = f"{club.slug}-{timezone.localdate()}.json"
    if is_packed:
        name += ".gz"
    headers = {
        "Content-Disposition": content_disposition_header(True, name) or "",
        "Cache-Control": "private, no-cache",
    }
    text = club_file(club)
    pieces: Iterable[str | bytes] = _packed(text) if is_packed else text
    return StreamingHttpResponse(
        limits.charged(pieces),
        content_type="application/gzip" if is_packed else "application/json",
        headers=headers,
    )


def _packed(pieces: Iterable[str]) -> Iterator[bytes]:
    """Yield a text as gzip packs it, piece by piece."""
    packing = zlib.compressobj(wbits=GZIP)
    for piece in pieces:
        yield packing.compress(piece.encode())
    yield packing.flush()
