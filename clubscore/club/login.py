"""
Logging in, with a pause after too many attempts.

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


def attempt_begin(request: HttpRequest, name: str) -> datetime | None:
    """
    Write an attempt down; return until when to wait if there were too many.

    An attempt during the pause does not make it longer.
    """
    now = timezone.now()
    LoginAttempt.objects.filter(made_at__lte=now - REMEMBERED).delete()
    attempt = LoginAttempt.objects.create(
        name=folded(name)[:150], address=address_of(request)
    )
    attempts = LoginAttempt.objects.filter(name=attempt.name, address=attempt.address)
    if attempts.count() <= MOST_ATTEMPTS:
        return None
    attempt.delete()
    first = attempts.order_by("made_at").first()
    return (first.made_at if first is not None else now) + REMEMBERED


def attempts_forget(request: HttpRequest, name: str) -> None:
    """Forget the attempts of somebody who has logged in."""
    LoginAttempt.objects.filter(
        name=folded(name)[:150], address=address_of(request)
    ).delete()


class LoginForm(AuthenticationForm):
    """Name and password, asked for at most so often."""

    def clean(self) -> dict[str, Any]:
        """Refuse everything for a while after too many attempts."""
        name = self.cleaned_data.get("username")
        if not name or not self.cleaned_data.get("password") or self.request is None:
            return super().clean()
        until = attempt_begin(self.request, name)
        if until is not None:
            seconds = (until - timezone.now()).total_seconds()
            minutes = max(1, math.ceil(seconds / 60))
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
