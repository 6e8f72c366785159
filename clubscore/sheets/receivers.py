"""Receivers of the signal that a name changed: documents with the old one go."""

from __future__ import annotations

from typing import Any

from clubscore.club.models import Club
from clubscore.club.signals import names_changed
from clubscore.sheets.models import Document


def listen() -> None:
    """Hear of every change of names from now on."""
    names_changed.connect(_let_go, sender=Club, dispatch_uid="sheets")


def _let_go(*, club: Club, **_more: Any) -> None:
    """Throw away the club's documents, also those that are just being made."""
    Document.objects.filter(club=club).delete()
