"""The style sheets and scripts of a page, called by their names."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def styles(*names: str) -> SafeString:
    """Link the style sheets of static/css that are called so."""
    link = '<link rel="stylesheet" href="{}">'
    return format_html_join("\n", link, ([static(f"css/{one}.css")] for one in names))


@register.simple_tag
def scripts(*names: str) -> SafeString:
    """Load the modules of static/js that are called so."""
    script = '<script type="module" src="{}"></script>'
    return format_html_join("\n", script, ([static(f"js/{one}.js")] for one in names))
