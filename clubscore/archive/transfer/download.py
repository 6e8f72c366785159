"""The response that sends a club's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header

from clubscore.archive.transfer.export import club_file

if TYPE_CHECKING:
    from clubscore.club.models import Club


def file_response(club: Club) -> StreamingHttpResponse:
    """Return the file of a club, sent while it is written: it can be long."""
    name = f"{club.slug}-{timezone.localdate()}.json"
    headers = {
        "Content-Disposition": content_disposition_header(True, name) or "",
        "Cache-Control": "private, no-cache",
    }
    return StreamingHttpResponse(
        club_file(club), content_type="application/json", headers=headers
    )
