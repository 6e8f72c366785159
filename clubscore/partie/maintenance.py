"""Letting revisions go: for wiping a club and for the flush of tests, never a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from clubscore.partie.models import Maintenance


@contextmanager
def maintenance() -> Iterator[None]:
    """
    Let revisions be deleted inside the block, in one transaction.

    Whatever happens, no other transaction ever sees that they may go.
    """
    with transaction.atomic():
        Maintenance.objects.update_or_create(pk=1, defaults={"is_on": True})
        yield
        Maintenance.objects.update_or_create(pk=1, defaults={"is_on": False})
