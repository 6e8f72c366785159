"""Numbers in addresses, forms and headers, read with a limit on their length."""

from __future__ import annotations

import re

from django.http import HttpRequest

_NUMBER = re.compile(r"\d{1,9}")
"""Longer ones no database column of ours holds, and the longest Python refuses."""


def number_in(text: str) -> int | None:
    """
    Return the whole number that is *text*; None if it is none, or too long for us.

    >>> [number_in(one) for one in ("17", "007", "", "-1", "²", "1.5", "9" * 10)]
    [17, 7, None, None, None, None, None]
    """
    return int(text) if _NUMBER.fullmatch(text) else None


def is_longer(request: HttpRequest, most: int) -> bool:
    """Tell whether a request announces more than *most* bytes, or no number of them."""
    announced = number_in(request.headers.get("Content-Length") or "0")
    return announced is None or announced > most
