"""The template context that every page has besides its own."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from clubscore.club.display import APPEARANCES, appearance_of
from clubscore.version import VERSION


def version_told(request: HttpRequest) -> dict[str, str]:
    """Return which version its foot names."""
    return {"clubscore_version": VERSION}


def mail_told(request: HttpRequest) -> dict[str, bool]:
    """Return whether mail can be offered here."""
    return {"has_mail": settings.HAS_MAIL}


def appearance_told(request: HttpRequest) -> dict[str, Any]:
    """Return how it looks for this reader, and how else it could."""
    return {"appearance": appearance_of(request), "appearances": APPEARANCES}
