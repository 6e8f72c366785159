"""The receiver of the signal that what was kept for long enough is let go."""

from __future__ import annotations

from typing import Any

from clubscore.archive.transfer.uploads import uploads_forget
from clubscore.club.models import Account
from clubscore.club.signals import forgetting


def listen() -> None:
    """Hear every night of it from now on."""
    forgetting.connect(_forget, sender=Account, dispatch_uid="archive")


def _forget(**_more: Any) -> dict[str, int]:
    return {"clubs’ files that were sent in": uploads_forget()}
