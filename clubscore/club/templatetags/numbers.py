"""Template filters that write numbers as good print has them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils import formats

from clubscore.rules import figures

register = template.Library()

VULGAR = {
    Fraction(0): "",
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
}
"""What print has one sign for."""
HUNDREDTHS = 100
"""Parts that people write as decimals."""


@register.filter
def figure(number: int | Fraction | str) -> str:
    """
    Return a number as good print has it, thousands apart; exact.

    >>> [figure(Fraction(*one)) for one in ((7, 2), (-1, 2), (3, 1), (333, 10))]
    ['3½', '−½', '3', '33.3']
    >>> figure(Fraction(22, 7))
    '3 1/7'
    """
    if not isinstance(number, Fraction):
        return figures.figure(number)
    whole, rest = divmod(abs(number.numerator), number.denominator)
    part = Fraction(rest, number.denominator)
    if part in VULGAR:
        text = f"{figures.figure(whole) if whole or not part else ''}{VULGAR[part]}"
    elif HUNDREDTHS % number.denominator == 0:
        decimals = Decimal(abs(number.numerator)) / number.denominator
        text = figures.figure(formats.number_format(decimals))
    else:
        text = f"{figures.figure(whole)} {part}" if whole else str(part)
    return f"\N{MINUS SIGN}{text}" if number < 0 else text


@register.filter
def signed(number: int | Fraction) -> str:
    """
    Return a score with its sign; 0 has none.

    >>> signed(24), signed(0), signed(Fraction(193, 2))
    ('+24', '0', '+96½')
    """
    return f"+{figure(number)}" if number > 0 else figure(number)
