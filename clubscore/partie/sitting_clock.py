"""
The clock of a plan's sitting: how its minutes are counted, paused and lengthened.

What is kept is the moment at which time is over, or what is left of a paused clock. So
every screen counts down to the same moment by itself, and a page without a script can
say when that is.
"""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.db import transaction
from django.utils import timezone

from clubscore.partie.models import ClubPlan, StartedSitting

MORE = timedelta(minutes=5)
"""How much longer a sitting is made at a time."""


def last_sitting(plan: ClubPlan) -> StartedSitting | None:
    """Return the sitting that was started last; None before the first one."""
    return plan.sittings.order_by("-number").first()


@transaction.atomic
def clock_start(*, sitting: StartedSitting) -> StartedSitting:
    """Let the clock run, from its beginning or from where it was paused."""
    found = _held(sitting)
    minutes = found.plan.minutes
    if found.ends_at is not None or minutes is None:
        return found
    left = found.seconds_left
    length = timedelta(minutes=minutes) if left is None else timedelta(seconds=left)
    return _set(found, ends_in=length)


@transaction.atomic
def clock_pause(*, sitting: StartedSitting) -> StartedSitting:
    """Stop the clock where it is; one whose time is over stays as it is."""
    found = _held(sitting)
    if found.ends_at is None:
        return found
    left = ceil((found.ends_at - timezone.now()).total_seconds())
    return _set(found, left=left) if left > 0 else found


@transaction.atomic
def clock_lengthen(*, sitting: StartedSitting) -> StartedSitting:
    """Give the sitting five minutes more: from now on, where its time is over."""
    found = _held(sitting)
    if found.seconds_left is not None:
        return _set(found, left=found.seconds_left + int(MORE.total_seconds()))
    if found.ends_at is None:
        return found
    left = max(found.ends_at - timezone.now(), timedelta())
    return _set(found, ends_in=left + MORE)


@transaction.atomic
def clock_set_back(*, sitting: StartedSitting) -> StartedSitting:
    """Set the clock to its beginning, where it waits to be started."""
    return _set(_held(sitting))


def minutes_set(*, plan: ClubPlan, minutes: int) -> None:
    """Let clocks that start from now on count so many minutes."""
    plan.minutes = minutes
    plan.full_clean()
    plan.save(update_fields=["minutes"])


def _held(sitting: StartedSitting) -> StartedSitting:
    """Return the sitting as it is now: of two who tap at once one waits."""
    rows = StartedSitting.objects.select_for_update(of=("self",))
    return rows.select_related("plan").get(pk=sitting.pk)


def _set(
    sitting: StartedSitting,
    *,
    ends_in: timedelta | None = None,
    left: int | None = None,
) -> StartedSitting:
    sitting.ends_at = timezone.now() + ends_in if ends_in is not None else None
    sitting.seconds_left = left
    sitting.save(update_fields=["ends_at", "seconds_left"])
    return sitting
