"""Signals of the ledger for the rooms above it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.dispatch import Signal

from clubscore.club.models import Club

games_changed = Signal()
"""
Sent with `partie` and its `chronicle` inside the transaction that changed its games.

Whatever follows from them is written in the same transaction or not at all. With
`is_one_of_many` other parties of the club change along with it: what follows from all
of them together can wait for `parties_changed`.
"""

parties_changed = Signal()
"""Sent with the `club` of which many parties have changed, inside their transaction."""

partie_audited = Signal()
"""
Sent with `partie` and its `chronicle` when all that follows from it is looked at.

A receiver returns the differences that it has found in what it has written, as
`audit.Difference`.
"""

clubs_unfinished = Signal()
"""
Sent when all clubs are looked at.

A receiver returns the keys of those that are being made partie by partie: what follows
from all of their parties together is not there yet.
"""

club_exported = Signal()
"""
Sent with a `club`, and with `season_id`, which gives the ids of seasons in its file.

A receiver returns what that file also tells for its readers, by name: lists of what can
be said as JSON. Nothing of it is read back, since it follows from the parties.
"""

persons_changed = Signal()
"""
Sent with the `club` of which names were merged or parted, inside that transaction.

What counts persons rather than names is written anew in it.
"""

_together: ContextVar[bool] = ContextVar("_together", default=False)


@contextmanager
def one_of_many() -> Iterator[None]:
    """Let each partie that changes inside the block be one of many of its club."""
    before = _together.set(True)
    try:
        yield
    finally:
        _together.reset(before)


@contextmanager
def many_changes(club: Club) -> Iterator[None]:
    """
    Let parties of a club change together inside the block, and say so at its end.

    The caller holds the transaction.
    """
    with one_of_many():
        yield
    parties_changed.send(sender=type(club), club=club)


def is_one_of_many() -> bool:
    """Tell whether what changes now is one of many parties that change together."""
    return _together.get()
