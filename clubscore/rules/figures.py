"""Points, scores and chips as pages write them: thousands apart, a true minus."""

from __future__ import annotations

import re

_LONG = re.compile(r"(?<![\d.,])\d{4,}")
"""What is whole of a number's text and has thousands."""
_THIN = "\N{NARROW NO-BREAK SPACE}"
"""Keeps a number in one line."""


def figure(number: int | str) -> str:
    """
    Return a number as good print has it; of a fraction's text, what is whole of it.

    >>> figure(964), figure("2.5")
    ('964', '2.5')
    >>> figure(-12594) == "\N{MINUS SIGN}12\N{NARROW NO-BREAK SPACE}594"
    True
    >>> figure("-1250,3") == "\N{MINUS SIGN}1\N{NARROW NO-BREAK SPACE}250,3"
    True
    """
    if isinstance(number, int):
        text = f"{number:_}"
    else:
        text = _LONG.sub(lambda long: f"{int(long[0]):_}", str(number), count=1)
    return text.replace("_", _THIN).replace("-", "\N{MINUS SIGN}")


def signed(number: int) -> str:
    """
    Return a score with its sign; 0 has none.

    >>> signed(24), signed(0)
    ('+24', '0')
    >>> signed(-1164) == "\N{MINUS SIGN}1\N{NARROW NO-BREAK SPACE}164"
    True
    """
    return f"+{figure(number)}" if number > 0 else figure(number)
