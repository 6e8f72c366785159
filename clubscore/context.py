"""What every page is told besides its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubscore.version import VERSION

if TYPE_CHECKING:
    from django.http import HttpRequest


def version_told(request: HttpRequest) -> dict[str, str]:
    """Return which version its foot names."""
    return {"clubscore_version": VERSION}
