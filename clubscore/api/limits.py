"""
Limits on API requests from one address, in fixed windows of a minute.

The requests are counted in the database, so that several processes count together.
"""

from __future__ import annotations

from enum import StrEnum

from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from clubscore.api.models import RequestCount
from clubscore.club.networks import network_of

WINDOW = 60
"""Seconds in which requests count together."""


class RequestKind(StrEnum):
    """What is counted."""

    SCORE = "score"
    FAILED = "failed"


def now() -> int:
    """Return the seconds since 1970."""
    return int(timezone.now().timestamp())


def wait_for(
    request: HttpRequest, kind: RequestKind, most: int, cost: int = 1
) -> int | None:
    """
    Count a request; return how many seconds to wait if there were too many.

    One that asks for much counts for several: its *cost*. With *most* 0 nothing is
    limited.
    """
    if not most:
        return None
    window, passed = divmod(now(), WINDOW)
    if _counted(kind, network_of(request), window, cost) <= most:
        return None
    return WINDOW - passed


@transaction.atomic
def _counted(kind: RequestKind, address: str, window: int, cost: int) -> int:
    """Count so many more, and return how many there are now."""
    tally = RequestCount.objects.filter(kind=kind, address=address, window=window)
    if not tally.update(many=F("many") + cost):
        RequestCount.objects.filter(window__lt=window).delete()
        try:
            with transaction.atomic():
                RequestCount.objects.create(
                    kind=kind, address=address, window=window, many=cost
                )
        except IntegrityError:  # another process was as quick
            tally.update(many=F("many") + cost)
    # The row is ours until the end of the transaction.
    return tally.values_list("many", flat=True).get()


def counts_drop() -> int:
    """Drop the counts of windows that are over; return how many there were."""
    over = RequestCount.objects.filter(window__lt=now() // WINDOW)
    return over.delete()[0]
