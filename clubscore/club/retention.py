"""Retention: how long rows about persons are kept that nobody needs for ever."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from clubscore.club import journal, login
from clubscore.club.models import Account, Invitation, Login, Mail
from clubscore.club.signals import forgetting

MAIL_KEPT = timedelta(days=90)
"""How long it is known that somebody was sent a mail; as long its link is good."""
INVITATION_KEPT = timedelta(days=90)
"""How long an invitation is kept that nobody has accepted."""
FILE_KEPT = timedelta(days=1)
"""How long a club's file is kept that was sent in, and of which no club is made."""


@transaction.atomic
def forget() -> dict[str, int]:
    """
    Let go whatever was kept for long enough; return how much of what that was.

    An invitation that is still good stays, however old it is.
    """
    now = timezone.now()
    blanked, failed = journal.forget()
    logins = Login.objects.filter(seen_at__lte=now - journal.ADDRESS_KEPT)
    invitations = Invitation.objects.filter(
        used_at=None, made_at__lte=now - INVITATION_KEPT
    ).exclude(pk__in=Invitation.objects.valid(now).values("pk"))
    found = {
        "addresses in the journal": blanked,
        "failed logins": failed,
        "attempts that count no more": login.attempts_drop(),
        "sessions that have ended": Session.objects.filter(
            expire_date__lte=now
        ).delete()[0],
        "browsers not seen for long": logins.delete()[0],
        "invitations": invitations.delete()[0],
        "mails that were sent": Mail.objects.filter(
            made_at__lte=now - MAIL_KEPT
        ).delete()[0],
    }
    answers: list[tuple[Any, Any]] = forgetting.send(sender=Account)
    for _receiver, more in answers:
        found |= more
    return found
