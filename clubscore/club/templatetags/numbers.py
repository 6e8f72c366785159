"""Template filters that write numbers as good print has them."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def signed(number: int) -> str:
    """
    Return a score with its sign, and a true minus.

    >>> signed(24), signed(0)
    ('+24', '0')
    >>> signed(-164) == "\N{MINUS SIGN}164"
    True
    """
    return with_minus(f"{number:+d}") if number else "0"


@register.filter
def with_minus(number: int | str) -> str:
    """
    Return a number that may be below 0, such as chips, with a true minus.

    >>> with_minus(2964)
    '2964'
    >>> with_minus(-36) == "\N{MINUS SIGN}36"
    True
    """
    return str(number).replace("-", "\N{MINUS SIGN}")
