"""The requests that views read: what they may ask for, and what htmx adds."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

reads_and_writes = require_http_methods(["GET", "HEAD", "POST"])
"""Lets a view be asked for its page, and sent what was typed there."""


def page_asked_for(request: HttpRequest, asked: str, otherwise: str) -> str:
    """
    Return the page of ours that was *asked* for, *otherwise* another one.

    What a browser sends may be another site's address, or none at all.
    """
    is_ours = asked.startswith("/") and url_has_allowed_host_and_scheme(
        asked, {request.get_host()}, require_https=request.is_secure()
    )
    return asked if is_ours else otherwise


class HtmxHttpRequest(HttpRequest):
    """A request that htmx may have made."""

    htmx: HtmxDetails
