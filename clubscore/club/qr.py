"""QR codes as SVG paths of black squares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

QUIET_ZONE = 4
"""Squares of white around a code, without which phones do not find it."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A code of so many squares a side."""

    path: str
    """The black squares, as the path of an SVG."""
    side: int
    """With the quiet zone."""


@lru_cache(maxsize=256)
def qr_code(text: str) -> QrCode:
    """
    Return the QR code of *text*, which a scratch or a fold does not spoil.

    The codes asked for last are kept: a table's is on every look at its page, and one
    takes longer to work out than all the rest of the page.
    """
    import segno

    rows = segno.make_qr(text, error="m").matrix
    path = []
    for y, row in enumerate(rows, QUIET_ZONE):
        x = QUIET_ZONE
        for is_black, squares in groupby(row):
            many = len(list(squares))
            if is_black:
                path.append(f"M{x} {y}h{many}v1h-{many}z")
            x += many
    return QrCode("".join(path), len(rows) + 2 * QUIET_ZONE)
