"""
The sessions of an account: the browsers in which it is logged in.

Django keeps what a session holds; a row beside it says whose it is and from where it
was last used. A session ends with its row, with a new password, and with all others.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import update_session_auth_hash, user_logged_in
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from clubscore.club import journal
from clubscore.club.access import account_of
from clubscore.club.factors import factors_remove
from clubscore.club.journal import Deed
from clubscore.club.mail_queue import mail_soon
from clubscore.club.models import Account, Club, Login
from clubscore.club.networks import network_of

SEEN_EVERY = timedelta(minutes=10)
"""How exactly it is known when a browser was last seen."""
LOGIN = "login"
"""Where a session keeps the id of its row."""

_noted: dict[int, float] = {}
"""When this process last noted that a browser was seen, by row."""


def sessions_of(account: Account) -> list[Login]:
    """Return where an account is logged in, the one used last first."""
    now = timezone.now()
    rows = account.logins.filter(session_hash=account.get_session_auth_hash())
    keys = [row.session_key for row in rows]
    alive = set(
        Session.objects.filter(pk__in=keys, expire_date__gt=now).values_list(
            "pk", flat=True
        )
    )
    return [row for row in rows if row.session_key in alive]


def note(request: HttpRequest, account: Account) -> Login:
    """Note that a browser is logged in, or that its session goes by another key."""
    session = request.session
    if not session.session_key:
        session.save()
    known = session.get(LOGIN)
    # Who logs in once more in the same browser keeps the key of the session.
    same: dict[str, Any] = {"session_key": session.session_key}
    if known is not None:
        same = {"pk": known}
    row, _is_new = Login.objects.update_or_create(
        **same,
        defaults={
            "account": account,
            "session_key": session.session_key,
            "session_hash": account.get_session_auth_hash(),
            "browser": request.headers.get("User-Agent", "")[:300],
            "address": network_of(request),
            "seen_at": timezone.now(),
        },
    )
    session[LOGIN] = row.pk
    _noted[row.pk] = time.monotonic()
    return row


def end(row: Login) -> None:
    """End a session; whoever used it is logged out."""
    Session.objects.filter(pk=row.session_key).delete()
    row.delete()


def end_others(request: HttpRequest, account: Account) -> None:
    """End every session of an account but the one that asks; it was changed for it."""
    row = note(request, account)
    others = account.logins.exclude(pk=row.pk)
    Session.objects.filter(pk__in=others.values("session_key")).delete()
    others.delete()


@transaction.atomic
def end_all_others(request: HttpRequest, account: Account) -> None:
    """End also those of which nothing is known here."""
    Account.objects.filter(pk=account.pk).update(sessions_ended=F("sessions_ended") + 1)
    account.refresh_from_db(fields=["sessions_ended"])
    update_session_auth_hash(request, account)
    end_others(request, account)


@transaction.atomic
def end_all(account: Account) -> None:
    """End every session of an account, wherever its lost phone may be."""
    Account.objects.filter(pk=account.pk).update(sessions_ended=F("sessions_ended") + 1)
    Session.objects.filter(pk__in=account.logins.values("session_key")).delete()
    account.logins.all().delete()


@receiver(user_logged_in)
def _begun(request: HttpRequest, user: Account, **_more: object) -> None:
    request.session.pop(LOGIN, None)
    note(request, user)


@receiver(user_logged_out)
def _ended(request: HttpRequest, user: Account | None, **_more: object) -> None:
    if user is not None:
        Login.objects.filter(session_key=request.session.session_key).delete()


def sessions_seen(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Note every ten minutes when and from where somebody was last seen."""

    def answered(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        row = session.get(LOGIN) if session.accessed else None
        if row is None:
            return response
        now, every = time.monotonic(), SEEN_EVERY.total_seconds()
        if now - _noted.get(row, -every) >= every and request.user.is_authenticated:
            _noted[row] = now
            Login.objects.filter(pk=row).update(
                seen_at=timezone.now(),
                address=network_of(request),
                # Django gives it another key where SECRET_KEY is another one.
                session_key=session.session_key,
                session_hash=request.user.get_session_auth_hash(),
            )
        return response

    return answered


# In plain words ---------------------------------------------------------------------

BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""By what stands in how they call themselves; the first that fits."""
MACHINES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def browser_told(text: str) -> str:
    """
    Return what a browser is called, and what it runs on; nothing of what is unknown.

    >>> browser_told("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Firefox/130.0")
    'Firefox, Android'
    """
    found = (
        next((name for sign, name in BROWSERS.items() if f"{sign}/" in text), ""),
        next((name for sign, name in MACHINES.items() if re.search(sign, text)), ""),
    )
    return ", ".join(filter(None, found))


# The password -----------------------------------------------------------------------


def password_changed(request: HttpRequest, account: Account, deed: Deed) -> None:
    """
    Do what follows when an account has another password.

    Its other sessions end; it is told by mail where there is mail, in case it was
    somebody else. The caller holds no transaction.
    """
    journal.write(request, deed, account=account)
    if account_of(request) == account:
        end_others(request, account)
    else:
        account.logins.all().delete()
    tell_password(request, account)


def tell_password(request: HttpRequest, account: Account) -> None:
    """Tell an account by mail that its password was changed."""
    _tell_by_mail(
        request,
        account,
        gettext("Your password at %(site)s was changed"),
        gettext(
            "The password of %(name)s at %(site)s was changed. If that was not you, "
            "tell whoever runs your club or the site at once, and have it changed "
            "again."
        ),
    )


def second_factor_taken(
    request: HttpRequest, account: Account, club: Club | None = None
) -> None:
    """
    Take the second factor of somebody away who has lost the phone.

    All their sessions end, the phone's too; they are told by mail where there is mail.
    The caller holds no transaction.
    """
    factors_remove(account=account)
    end_all(account)
    about = account.get_username()
    journal.write(request, Deed.FACTOR_TAKEN, club=club, about=about)
    _tell_by_mail(
        request,
        account,
        gettext("Your second factor at %(site)s was taken away"),
        gettext(
            "%(name)s logs in at %(site)s with the password alone now. If you have not "
            "asked for that, tell whoever runs your club or the site at once, and "
            "change your password."
        ),
    )


def factors_changed(request: HttpRequest, account: Account, deed: Deed) -> None:
    """Write down that somebody changed how they log in, and tell them by mail."""
    journal.write(request, deed)
    _tell_by_mail(
        request,
        account,
        gettext("How you log in at %(site)s was changed"),
        gettext(
            "A passkey, an app with codes or recovery codes of %(name)s at %(site)s "
            "were added or removed. If that was not you, tell whoever runs your club "
            "or the site at once, and change your password."
        ),
    )


def address_changed(request: HttpRequest, account: Account, was: str) -> None:
    """Write down that an account has another address, and tell the one it had."""
    journal.write(request, Deed.MAIL_CHANGED, account=account)
    _tell_by_mail(
        request,
        Account(username=account.get_username(), email=was),
        gettext("Your e-mail address at %(site)s was changed"),
        gettext(
            "Mail to %(name)s at %(site)s no longer goes to this address. If that was "
            "not you, tell whoever runs your club or the site at once, and change your "
            "password."
        ),
    )


def tell_closed(request: HttpRequest, account: Account) -> None:
    """Tell by mail that an account is closed; *account* is what it was before."""
    _tell_by_mail(
        request,
        account,
        gettext("Your account at %(site)s is closed"),
        gettext(
            "The account %(name)s at %(site)s was closed for ever, and this address is "
            "kept there no longer. If that was not you, tell whoever runs your club or "
            "the site."
        ),
    )


def _tell_by_mail(
    request: HttpRequest, account: Account, subject: str, text: str
) -> None:
    """Tell an account something of itself, if mail can reach it."""
    if not (account.email and settings.HAS_MAIL):
        return
    told = {"name": account.get_username(), "site": request.get_host()}
    message = EmailMessage(subject % told, text % told, to=[account.email])
    mail_soon(message, told["name"])
