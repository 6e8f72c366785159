"""
Mails to members about evenings: who is to get one, and sending each of them once.

A mail is a row before it is sent. Whatever fails on the way to the mail server leaves
the row waiting for the next time; a mail of which nobody knows whether the server has
taken it is not sent again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from clubscore.club.models import Mail, Member

MailKind = Mail.MailKind
MailStage = Mail.MailStage

LOST_AFTER = timedelta(hours=1)
"""Whoever was sending a mail for so long has died over it."""
FOR_EVER = 500
"""From this answer of a mail server on it never takes that mail."""
CLOSES = 421
"""The answer of a mail server that takes no more mail now."""
STOP_SALT = "clubscore.club.mail.stop"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says, in the language of who gets it."""

    subject: str
    text: str


Write = Callable[[Mail], Letter | None]
"""Returns what a mail says; None where there is nothing to say any more."""


@dataclass(frozen=True, slots=True)
class MailsSent:
    """What became of the mails that waited."""

    sent: int = 0
    dropped: int = 0
    left: int = 0
    """Still waiting, since the mail server does not take them now."""


def recipients() -> QuerySet[Member]:
    """Return the members whom mail can reach."""
    return Member.objects.filter(account__is_active=True).exclude(account__email="")


def mails_add(kind: MailKind, day: date, members: Iterable[Member]) -> None:
    """Put down a mail to each of *members* who has not got it, or is to get it."""
    rows = [Mail(member=member, kind=kind, day=day) for member in members]
    Mail.objects.bulk_create(rows, ignore_conflicts=True)


def mails_send(writers: Mapping[str, Write]) -> MailsSent:
    """
    Send what waits, each mail as the writer of its kind says.

    What went wrong is in the log. When the server does not answer, the rest stays.
    """
    _give_up_lost()
    waiting = Mail.objects.filter(state=MailStage.WAITING)
    keys = list(waiting.order_by("pk").values_list("pk", flat=True))
    if not keys:
        return MailsSent()
    counts = dict.fromkeys(MailStage, 0)
    connection = get_connection()
    try:
        connection.open()
        for pk in keys:
            # Of two commands at the same moment, one sends it.
            now = timezone.now()
            if waiting.filter(pk=pk).update(state=MailStage.SENDING, tried_at=now):
                counts[_send(pk, writers, connection)] += 1
    except OSError:  # the faults of a mail server are OSErrors too
        logger.exception("The mail server does not take mail now")
    finally:
        connection.close()
    left = waiting.filter(pk__in=keys).count()
    return MailsSent(counts[MailStage.SENT], counts[MailStage.DROPPED], left)


def _send(
    pk: int, writers: Mapping[str, Write], connection: BaseEmailBackend
) -> MailStage:
    """Send one mail; return how far it is. Raise OSError if the server has a fault."""
    mail = Mail.objects.select_related("member__account", "member__club").get(pk=pk)
    try:
        message = _message(mail, writers[mail.kind], connection)
        state = MailStage.DROPPED if message is None else _given(mail, message)
    except SMTPServerDisconnected:  # what timed out too
        # Nobody knows whether the server has taken it: `_give_up_lost` lets it go.
        raise
    except OSError:
        _note(mail, MailStage.WAITING)
        raise
    except Exception:  # one that cannot be written keeps no other from being sent
        logger.exception("A mail to %r failed", mail.member.account.get_username())
        state = MailStage.WAITING
    _note(mail, state)
    return state


def _note(mail: Mail, state: MailStage) -> None:
    Mail.objects.filter(pk=mail.pk).update(state=state)


def _given(mail: Mail, message: EmailMessage) -> MailStage:
    """
    Give a mail to the server; return what became of it.

    Raise OSError for what is no fault of this mail.
    """
    try:
        message.send()
    except (SMTPRecipientsRefused, SMTPDataError) as error:
        if CLOSES in _codes(error):
            raise
        is_for_ever = all(code >= FOR_EVER for code in _codes(error))
        logger.warning(
            "The mail server refuses a mail to %r%s: %s",
            mail.member.account.get_username(),
            "" if is_for_ever else " for now",
            error,
        )
        return MailStage.DROPPED if is_for_ever else MailStage.WAITING
    return MailStage.SENT


def _codes(error: SMTPRecipientsRefused | SMTPDataError) -> list[int]:
    """Return what the server has answered."""
    if isinstance(error, SMTPRecipientsRefused):
        return [code for code, _text in error.recipients.values()]
    return [error.smtp_code]


def _message(
    mail: Mail, write: Write, connection: BaseEmailBackend
) -> EmailMessage | None:
    """Return what is to be sent, or None; in the language of who gets it."""
    account = mail.member.account
    if not (account.email and account.is_active):
        return None
    with translation.override(account.language or settings.LANGUAGE_CODE):
        letter = write(mail)
        return None if letter is None else _enveloped(mail, letter, connection)


def _enveloped(
    mail: Mail, letter: Letter, connection: BaseEmailBackend
) -> EmailMessage:
    """Return a mail with the way to be rid of such mails below it and in its head."""
    stop = address_of(reverse("club:mail_stop_open", args=[stop_token(mail)]))
    why = (
        gettext("You get this since you want to be reminded of evenings.")
        if mail.kind == MailKind.REMINDER
        else gettext("You get this since you want the results of evenings.")
    )
    below = [why, gettext("No more of these: %(address)s") % {"address": stop}]
    return EmailMessage(
        " ".join(letter.subject.split()),
        "\n".join([letter.text.strip(), "", "-- ", *below, ""]),
        to=[mail.member.account.email],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
        connection=connection,
    )


def _give_up_lost() -> None:
    """Let go the mails over which a command has died."""
    long_ago = timezone.now() - LOST_AFTER
    lost = Mail.objects.filter(state=MailStage.SENDING, tried_at__lt=long_ago)
    many = lost.update(state=MailStage.DROPPED)
    if many:
        logger.warning("%d mails may have been sent, and are not sent again", many)


def address_of(path: str) -> str:
    """Return an address of the site as it stands in a mail."""
    return f"{settings.SITE_URL}{path}"


# Ending them --------------------------------------------------------------------------


def stop_token(mail: Mail) -> str:
    """Return what stands in the address at which a member wants no more such mails."""
    return signing.Signer(salt=STOP_SALT).sign(f"{mail.member_id}-{mail.kind}")


def stop_called(token: str) -> tuple[Member, MailKind] | None:
    """Return who wants no more mails of which kind; None if there is nobody such."""
    try:
        member, kind = signing.Signer(salt=STOP_SALT).unsign(token).split("-")
    except signing.BadSignature:
        return None
    found = Member.objects.filter(pk=member).select_related("club").first()
    return (found, MailKind(kind)) if found is not None else None


def mails_stop(*, member: Member, kind: MailKind) -> None:
    """Send a member no more mails of a kind."""
    field = "wants_reminders" if kind == MailKind.REMINDER else "wants_results"
    Member.objects.filter(pk=member.pk).update(**{field: False})
