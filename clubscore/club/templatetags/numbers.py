"""Numbers as good print has them."""

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
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"
