"""The requests that views read: what they may ask for, and what htmx adds."""

from __future__ import annotations

from django.http import HttpRequest
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

reads_and_writes = require_http_methods(["GET", "HEAD", "POST"])
"""Lets a view be asked for its page, and sent what was typed there."""


class HtmxHttpRequest(HttpRequest):
    """A request that htmx may have made."""

    htmx: HtmxDetails
