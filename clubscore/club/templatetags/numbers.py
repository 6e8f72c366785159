"""Template filters that write numbers as good print has them."""

from __future__ import annotations

from django import template

from clubscore.rules.figures import figure, signed

__all__ = ["figure", "signed"]

register = template.Library()
register.filter("figure", figure)
register.filter("signed", signed)
