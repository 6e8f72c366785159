"""The longest body that a request to each address may have."""

from __future__ import annotations

import re

MOST_BYTES = 1_000_000
"""Of a page's form, or of what a program sends."""
LONGER = {
    # Old results: 200 000 signs, of which a form makes six bytes at most.
    re.compile(r"/[^/]+/settings/import/"): 3_000_000,
    # A club's file, packed perhaps, and what a form has around it.
    re.compile(r"/accounts/clubs/read/"): 8_100_000,
}
"""The addresses that take more."""
LONGEST = max(MOST_BYTES, *LONGER.values())


def most_bytes(path: str) -> int:
    """
    Return how many bytes the body of a request to *path* may have.

    >>> most_bytes("/demo/parties/1/games/"), most_bytes("/demo/settings/import/")
    (1000000, 3000000)
    """
    for address, many in LONGER.items():
        if address.fullmatch(path):
            return many
    return MOST_BYTES
