"""
Logging in, with a pause after too many attempts.

Making an account and starting a club at a table are counted in the same way.

The attempts are counted in the database, so that several processes count together.
An attempt is written down before the password is looked at: whoever tries many
passwords at once gets no more of them than one after the other.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import ngettext

from clubscore.club.models import LoginAttempt
from clubscore.club.names import folded

if TYPE_CHECKING:
    from django.http import HttpRequest

MOST_ATTEMPTS = 5
"""With one name from one address, before there is a pause."""
REMEMBERED = timedelta(minutes=15)
"""How long an attempt counts."""
MOST_CLUBS = 20
"""Started at a table from one address, before there is a pause."""
CLUBS_REMEMBERED = timedelta(hours=1)
"""How long it counts that a club was started."""


def address_of(request: HttpRequest) -> str:
    """
    Return where a request comes from.

    Behind a proxy it is the last address of the list, which the proxy itself wrote;
    what stands before it anybody can claim.
    """
    address: str = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        listed = request.headers.get("X-Forwarded-For", "").split(",")
        address = listed[-1].strip() or address
    return address[:45]


NEW_ACCOUNT = ""
"""Attempts to make an account are counted under the one name that nobody can have."""

NEW_CLUB = "/play/"
"""What clubs started at a table are counted under; no account can be called so."""


def attempt_begin(
    request: HttpRequest,
    name: str,
    *,
    most: int = MOST_ATTEMPTS,
    remembered: timedelta = REMEMBERED,
) -> datetime | None:
    """
    Write an attempt down; return until when to wait if there were more than *most*.

    An attempt during the pause does not make it longer. *remembered* is how long those
    of that name count.
    """
    now = timezone.now()
    of_clubs = Q(name=NEW_CLUB)
    LoginAttempt.objects.filter(
        (~of_clubs & Q(made_at__lte=now - REMEMBERED))
        | (of_clubs & Q(made_at__lte=now - CLUBS_REMEMBERED))
    ).delete()
    attempt = LoginAttempt.objects.create(
        name=folded(name)[:150], address=address_of(request)
    )
    attempts = LoginAttempt.objects.filter(name=attempt.name, address=attempt.address)
    if attempts.count() <= most:
        return None
    attempt.delete()
    first = attempts.order_by("made_at").first()
    return (first.made_at if first is not None else now) + remembered


def attempts_forget(request: HttpRequest, name: str) -> None:
    """Forget the attempts of somebody who has logged in."""
    LoginAttempt.objects.filter(
        name=folded(name)[:150], address=address_of(request)
    ).delete()


def minutes_until(until: datetime) -> int:
    """Return how many minutes to wait, 1 at least."""
    return max(1, math.ceil((until - timezone.now()).total_seconds() / 60))


def account_refusal(request: HttpRequest) -> str:
    """
    Write an attempt to make an account down; return why it must wait, or nothing.

    Else accounts could be made without end, and names tried for those that exist.
    """
    until = attempt_begin(request, NEW_ACCOUNT)
    if until is None:
        return ""
    minutes = minutes_until(until)
    return ngettext(
        "Too many accounts were tried from here. Wait a minute, then try again.",
        "Too many accounts were tried from here. Wait %(minutes)d minutes, then try "
        "again.",
        minutes,
    ) % {"minutes": minutes}


def club_refusal(request: HttpRequest) -> str:
    """
    Write down that a club is started at a table; return why it must wait, or nothing.

    Else anybody could make clubs without end, as nobody needs an account for it.
    """
    until = attempt_begin(
        request, NEW_CLUB, most=MOST_CLUBS, remembered=CLUBS_REMEMBERED
    )
    if until is None:
        return ""
    minutes = minutes_until(until)
    return ngettext(
        "Too many tables were started from here. Wait a minute, then try again.",
        "Too many tables were started from here. Wait %(minutes)d minutes, then try "
        "again.",
        minutes,
    ) % {"minutes": minutes}


class LoginForm(AuthenticationForm):
    """Name and password, asked for at most so often."""

    def clean(self) -> dict[str, Any]:
        """Refuse everything for a while after too many attempts."""
        name = self.cleaned_data.get("username")
        if not name or not self.cleaned_data.get("password") or self.request is None:
            return super().clean()
        until = attempt_begin(self.request, name)
        if until is not None:
            minutes = minutes_until(until)
            raise ValidationError(
                ngettext(
                    "Too many attempts with this name have failed. Wait a minute, then "
                    "try again.",
                    "Too many attempts with this name have failed. Wait %(minutes)d "
                    "minutes, then try again.",
                    minutes,
                )
                % {"minutes": minutes},
                code="too_many",
            )
        data = super().clean()
        attempts_forget(self.request, name)
        return data


class StaffLoginForm(LoginForm, AdminAuthenticationForm):
    """The same for the staff's pages."""
