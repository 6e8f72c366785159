"""Receivers of what the ledger asks of the archive."""

from __future__ import annotations

from typing import Any

from clubscore.archive.models import ClubUpload
from clubscore.club.models import Club
from clubscore.partie.signals import clubs_unfinished


def listen() -> None:
    """Tell from now on which clubs are being made."""
    clubs_unfinished.connect(_unfinished, sender=Club, dispatch_uid="archive")


def _unfinished(**_more: Any) -> list[int]:
    return list(ClubUpload.objects.unfinished().values_list("club", flat=True))
