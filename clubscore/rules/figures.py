"""Points, scores and chips as pages write them: thousands apart, a true minus."""

from __future__ import annotations

import re

_THOUSAND = re.compile(r"(?<=\d)(?=(?:\d{3})+(?!\d))")
"""Between which digits of a whole number a space stands."""
_THIN = "\N{NARROW NO-BREAK SPACE}"
"""Keeps a number in one line."""


def figure(number: int | str) -> str:
    """
    Return a number as good print has it; of a fraction's text, what is whole of it.

    >>> figure(964), figure("2.5")
    ('964', '2.5')
    >>> figure(-12594) == "\N{MINUS SIGN}12\N{NARROW NO-BREAK SPACE}594"
    True
    """
    whole, *rest = re.split(r"(?=[^\d-])", str(number), maxsplit=1)
    return _THOUSAND.sub(_THIN, whole).replace("-", "\N{MINUS SIGN}") + "".join(rest)


def signed(number: int) -> str:
    """
    Return a score with its sign; 0 has none.

    >>> signed(24), signed(0)
    ('+24', '0')
    >>> signed(-1164) == "\N{MINUS SIGN}1\N{NARROW NO-BREAK SPACE}164"
    True
    """
    return f"+{figure(number)}" if number > 0 else figure(number)
