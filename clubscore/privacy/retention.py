"""Retention: how long rows about persons are kept that nobody needs for ever."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from clubscore.api.limits import counts_drop
from clubscore.archive.transfer.uploads import uploads_forget
from clubscore.club import journal, login, own_books
from clubscore.club.models import Invitation, Login, Mail
from clubscore.partie import club_plans
from clubscore.sheets.models import Document

MAIL_KEPT = timedelta(days=90)
"""How long it is known that somebody was sent a mail; as long its link is good."""
INVITATION_KEPT = timedelta(days=90)
"""How long an invitation is kept that nobody has accepted."""


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
    return {
        "addresses in the journal": blanked,
        "failed logins": failed,
        "attempts that count no more": login.attempts_drop(),
        "sessions that have ended": Session.objects.filter(
            expire_date__lte=now
        ).delete()[0],
        "browsers not seen for long": logins.delete()[0],
        "requests that count no more": counts_drop(),
        "invitations": invitations.delete()[0],
        "mails that were sent": Mail.objects.filter(
            made_at__lte=now - MAIL_KEPT
        ).delete()[0],
        "drafts of rule books": own_books.drafts_drop(),
        "plans that nobody used": club_plans.drafts_drop(),
        "documents that nobody fetched": Document.objects.outdated(now).delete()[0],
        "clubs’ files that were sent in": uploads_forget(),
    }
