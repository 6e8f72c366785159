"""The request that a view reads which answers htmx too."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request that htmx may have made."""

    htmx: HtmxDetails
