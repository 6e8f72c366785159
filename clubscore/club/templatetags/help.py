"""Template tags of the help: the way to one of its pages, and its pictures."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template.context import Context
from django.utils.translation import get_language

from clubscore.club.help_pages import HelpPage, help_called, help_of

register = template.Library()

WIDTH, HEIGHT = 360, 420
"""Of every picture, in CSS pixels; `tests/pictures` takes them."""


@register.inclusion_tag("_help_link.html", takes_context=True)
def help_link(context: Context, key: str = "") -> dict[str, HelpPage | None]:
    """Show the way to a page of the help, or to the one that this page leads to."""
    if key:
        return {"help_page": help_called(key)}
    request = context.get("request")
    match = request.resolver_match if request is not None else None
    return {"help_page": help_of(match.view_name) if match is not None else None}


@register.inclusion_tag("club/help/_picture.html")
def help_picture(name: str) -> dict[str, str | int]:
    """Show a picture in the reader's language; what it shows is told beside it."""
    spoken = (get_language() or "").partition("-")[0]
    language = spoken if spoken in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    return {"path": f"help/{language}/{name}.webp", "width": WIDTH, "height": HEIGHT}
