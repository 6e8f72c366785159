"""The files under `/.well-known/` and `/robots.txt`."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=180)
"""How long whoever has read security.txt may rely on it."""

NOT_LISTED = (
    *("/accounts/", "/admin/", "/api/", "/t/", "/play/", "/metrics"),
    *("/*/settings/", "/*/keep/", "/*/parties/*/record/", "/*/parties/*/link/"),
)
"""
Addresses that mean nothing to whoever searches.

Private clubs are not among them: who asks for one without being a member is told that
there is none, and a list would name them.
"""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say whom to tell of a hole, as RFC 9116 has it; nothing where nobody is named."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    # The same all day, so that it can be kept.
    until = timezone.localdate() + GOOD_FOR
    lines = [f"Contact: {one}" for one in settings.SECURITY_CONTACT]
    lines += [f"Expires: {until}T00:00:00Z", "Preferred-Languages: en, de, nl"]
    return HttpResponse("\n".join(lines) + "\n", "text/plain; charset=utf-8")


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Say which addresses search engines leave alone."""
    lines = ["User-agent: *", *(f"Disallow: {one}" for one in NOT_LISTED)]
    return HttpResponse("\n".join(lines) + "\n", "text/plain; charset=utf-8")
