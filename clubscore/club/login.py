"""
The login of accounts, with a pause after too many attempts that failed.

They are counted by name and network, by network over all names, and by name over all
networks. That last pause anybody could bring about for anybody: a browser in which the
name has logged in before is spared it. Making an account, starting a club at a table
and asking for a passkey are counted in the same way, by network; a wrong old password
where it is changed, and a wrong code of a second factor, count as a login.

The attempts are counted in the database, so that several processes count together.
An attempt is written down before the password is looked at: whoever tries many
passwords at once gets no more of them than one after the other.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import (
    login,
    user_logged_in,
    user_logged_out,
    user_login_failed,
)
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, Min, Q
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club import journal
from clubscore.club.access import may_make_clubs
from clubscore.club.factors import Factors, confirm, factors_of, mark_shown, proof_first
from clubscore.club.journal import Deed
from clubscore.club.models import Account, LoginAttempt
from clubscore.club.names import folded
from clubscore.club.networks import network_of
from clubscore.club.passwords import wants_change
from clubscore.club.requests import page_asked_for
from clubscore.club.sessions import note

logger = logging.getLogger("clubscore.journal")

Attempted = LoginAttempt.Attempted

PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"  # noqa: S105 - a path

MOST_ATTEMPTS = 5
"""With one name from one network, before there is a pause."""
MOST_FROM_NETWORK = 10
"""With whatever names from one network: a club night shares one, and forgets names."""
MOST_WITH_NAME = 20
"""With one name from wherever."""
REMEMBERED = timedelta(minutes=15)
"""How long an attempt counts."""
MOST_CLUBS = 20
"""Started at a table from one network, before there is a pause."""
CLUBS_REMEMBERED = timedelta(hours=1)
"""How long it counts that a club was started."""
MOST_CONFIRMATIONS = 5
"""Of e-mail addresses, asked for by one account: each sends a mail to somebody."""
MOST_CONFIRMATIONS_FROM_NETWORK = 30
"""Of those from one network: a club night shares one."""
MOST_CHALLENGES = 30
"""For passkeys, to one network: each keeps a session, and people may hesitate."""
BEGUN = "clubscore.attempt"
"""What a request calls the id of the attempt that it has begun."""

REMEMBERED_OF = {
    Attempted.LOGIN: REMEMBERED,
    Attempted.ACCOUNT: REMEMBERED,
    Attempted.CLUB: CLUBS_REMEMBERED,
    Attempted.CHALLENGE: REMEMBERED,
    Attempted.MAIL: CLUBS_REMEMBERED,
}


def attempt_begin(
    request: HttpRequest, kind: Attempted, name: str = "", *, most: int = MOST_ATTEMPTS
) -> datetime | None:
    """
    Write an attempt down; return until when to wait if there were more than *most*.

    An attempt during the pause does not make it longer.
    """
    attempts_drop()
    attempt = LoginAttempt.objects.create(
        kind=kind, name=counted_as(name), address=network_of(request)
    )
    request.META[BEGUN] = attempt.pk
    limits = {Q(name=attempt.name, address=attempt.address): most}
    if kind is Attempted.MAIL:  # from wherever one account asks, and whoever from here
        limits = {
            Q(name=attempt.name): most,
            Q(address=attempt.address): MOST_CONFIRMATIONS_FROM_NETWORK,
        }
    if kind is Attempted.LOGIN:
        limits[Q(address=attempt.address)] = MOST_FROM_NETWORK
        if not is_known(request, name):
            limits[Q(name=attempt.name)] = MOST_WITH_NAME
    firsts: list[datetime] = [
        counted["first"]
        for which, many in limits.items()
        if (counted := _counted(which & Q(kind=kind)))["many"] > many
    ]
    if not firsts:
        return None
    attempt.delete()
    return max(firsts) + REMEMBERED_OF[kind]


def attempts_drop() -> int:
    """Drop the attempts that count no more; return how many there were."""
    now = timezone.now()
    return sum(
        LoginAttempt.objects.filter(kind=one, made_at__lte=now - remembered).delete()[0]
        for one, remembered in REMEMBERED_OF.items()
    )


def _counted(which: Q) -> dict[str, Any]:
    """Return how many attempts there were, and when the first was."""
    found = LoginAttempt.objects.filter(which)
    return found.aggregate(many=Count("pk"), first=Min("made_at"))


def counted_as(name: str) -> str:
    """Return a name as attempts to log in are counted by it."""
    return folded(name)[:150]


def attempts_forget(request: HttpRequest, name: str) -> None:
    """Forget the attempts of an account that has logged in."""
    LoginAttempt.objects.filter(
        kind=Attempted.LOGIN, name=counted_as(name), address=network_of(request)
    ).delete()


def attempt_count_not(request: HttpRequest, kind: Attempted) -> None:
    """
    Forget one attempt, which did what was wanted; those that failed still count.

    It is the one that this request has begun, or of others the newest from there.
    """
    alike = LoginAttempt.objects.filter(
        kind=kind, name="", address=network_of(request)
    ).order_by("-pk")
    begun: int | None = request.META.get(BEGUN)
    own = [begun] if begun is not None else alike.values("pk")[:1]
    LoginAttempt.objects.filter(pk__in=own).delete()


KNOWN = f"{settings.HOST_ONLY}known_browser"
"""The cookie of a browser in which somebody has logged in."""
KNOWN_SALT = "known_browser"
KNOWN_FOR = timedelta(days=365)


def is_known(request: HttpRequest, name: str) -> bool:
    """Tell whether somebody of that *name* has logged in with this browser before."""
    known = request.get_signed_cookie(
        KNOWN, default="", salt=KNOWN_SALT, max_age=KNOWN_FOR
    )
    return bool(known) and known == counted_as(name)


def browser_remember(response: HttpResponseBase, name: str) -> None:
    """Let a browser be known in which somebody of that *name* has logged in."""
    response.set_signed_cookie(
        KNOWN,
        counted_as(name),
        salt=KNOWN_SALT,
        max_age=KNOWN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def log_in_new(
    request: HttpRequest, account: Account, response: HttpResponseBase
) -> None:
    """Log in whoever has just made an account, and let the browser be known."""
    login(request, account, backend=PASSWORD_BACKEND)
    browser_remember(response, account.get_username())


def minutes_until(until: datetime) -> int:
    """Return how many minutes to wait, 1 at least."""
    return max(1, math.ceil((until - timezone.now()).total_seconds() / 60))


def account_refusal(request: HttpRequest) -> str:
    """
    Write an attempt to make an account down; return why it must wait, or nothing.

    Else accounts could be made without end, and names tried for those that exist.
    """
    until = attempt_begin(request, Attempted.ACCOUNT)
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
    until = attempt_begin(request, Attempted.CLUB, most=MOST_CLUBS)
    if until is None:
        return ""
    minutes = minutes_until(until)
    return ngettext(
        "Too many tables were started from here. Wait a minute, then try again.",
        "Too many tables were started from here. Wait %(minutes)d minutes, then try "
        "again.",
        minutes,
    ) % {"minutes": minutes}


def mail_refusal(request: HttpRequest, name: str) -> str:
    """
    Write down that an address is to be confirmed; return why it must wait, or nothing.

    Else strangers could be sent mail without end.
    """
    until = attempt_begin(request, Attempted.MAIL, name, most=MOST_CONFIRMATIONS)
    if until is None:
        return ""
    minutes = minutes_until(until)
    return ngettext(
        "Too many addresses were tried. Wait a minute, then try again.",
        "Too many addresses were tried. Wait %(minutes)d minutes, then try again.",
        minutes,
    ) % {"minutes": minutes}


def refuse_attempt(request: HttpRequest, name: str) -> None:
    """Write an attempt to log in down; raise ValidationError if it must wait."""
    until = attempt_begin(request, Attempted.LOGIN, name)
    if until is None:
        return
    minutes = minutes_until(until)
    logger.warning("%r must wait to log in from %s", name, network_of(request))
    raise ValidationError(
        ngettext(
            "Too many attempts have failed. Wait a minute, then try again.",
            "Too many attempts have failed. Wait %(minutes)d minutes, then try again.",
            minutes,
        )
        % {"minutes": minutes},
        code="too_many",
    )


class LoginForm(AuthenticationForm):
    """Name and password, asked for at most so often."""

    factors = Factors(has_app=False, has_passkey=False)
    """What is asked for after the password."""

    def clean(self) -> dict[str, Any]:
        """Refuse everything for a while after too many attempts."""
        name = self.cleaned_data.get("username")
        if not name or not self.cleaned_data.get("password") or self.request is None:
            return super().clean()
        refuse_attempt(self.request, name)
        data = super().clean()
        account = self.get_user()
        assert isinstance(account, Account)
        self.factors = factors_of(account)
        # Who only knows the password would begin anew with it, and try all codes.
        if not self.factors:
            attempts_forget(self.request, name)
        return data


class LoginPage(LoginView):
    """Log in, or go on to the second factor; the browser is known afterwards."""

    next_page = "season:front_page"
    redirect_authenticated_user = True
    authentication_form = LoginForm

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Tell whether somebody who comes by can have an account here."""
        can = may_make_clubs(self.request)
        return super().get_context_data(**more, may_make_clubs=can)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in whoever needs no more than the password."""
        assert isinstance(form, LoginForm)
        account = form.get_user()
        assert isinstance(account, Account)
        if form.factors:
            step_begin(self.request, account)
            there = urlencode({"next": self.get_redirect_url()})
            return redirect(f"{reverse('club:second_step')}?{there}")
        response = super().form_valid(form)
        browser_remember(response, account.get_username())
        if wants_change(form.cleaned_data["password"], account):
            messages.warning(
                self.request,
                gettext(
                    "Your password is one that is no longer taken. Please change it: "
                    "your name at the top of the page leads there."
                ),
            )
        return response


# Between the password and the second factor -------------------------------------------

WAITING = "second_step"
"""Where a session keeps who has given the password."""
WAITS = 600
"""For so many seconds."""


def step_begin(request: HttpRequest, account: Account) -> None:
    """Wait for the second factor of an account whose password was right."""
    request.session.cycle_key()
    request.session[WAITING] = {
        "account": account.pk,
        # A password that is changed meanwhile was not given.
        "password": account.get_session_auth_hash(),
        "at": time.time(),
    }


def step_account(request: HttpRequest) -> Account | None:
    """Return whose second factor is waited for."""
    waiting = request.session.get(WAITING)
    if waiting is None or time.time() - waiting["at"] > WAITS:
        return None
    account = Account.objects.filter(pk=waiting["account"], is_active=True).first()
    if account is None or account.get_session_auth_hash() != waiting["password"]:
        return None
    return account


def step_finish(
    request: HttpRequest, account: Account, response: HttpResponseBase
) -> None:
    """Log somebody in who has shown a second factor, and let the browser be known."""
    request.session.pop(WAITING, None)
    if request.user == account:
        request.session.cycle_key()
        note(request, account)
    else:
        login(request, account)
    mark_shown(request)
    name = account.get_username()
    attempts_forget(request, name)
    browser_remember(response, name)


@require_safe
@never_cache
def staff_login(request: HttpRequest) -> HttpResponse:
    """
    Send whoever wants the staff's pages to the one page on which all log in.

    So they are paused and remembered there as everywhere, and show the second factor.
    """
    admin = reverse("admin:index")
    asked = page_asked_for(request, request.GET.get("next", ""), admin)
    if not request.user.is_authenticated:
        return redirect_to_login(asked)
    if not request.user.is_staff:
        raise PermissionDenied
    return proof_first(request, asked) or redirect(asked)


# What the journal tells -------------------------------------------------------------


@receiver(user_logged_in)
def _tell_login(request: HttpRequest, user: Account, **_more: Any) -> None:
    confirm(request)
    journal.write(request, Deed.LOGGED_IN, account=user)


@receiver(user_logged_out)
def _tell_logout(request: HttpRequest, user: Account | None, **_more: Any) -> None:
    if user is not None:
        journal.write(request, Deed.LOGGED_OUT, account=user)


@receiver(user_login_failed)
def _tell_failed_login(
    credentials: dict[str, Any], request: HttpRequest | None = None, **_more: Any
) -> None:
    if request is not None:
        name = str(credentials.get("username"))
        tried = Account.objects.filter(username=name).first()
        journal.write(request, Deed.LOGIN_FAILED, account=tried, name=name)


class OwnPasswordForm(PasswordChangeForm):
    """The change of a password; the old one is asked for at most so often."""

    def __init__(self, *args: Any, request: HttpRequest, **more: Any) -> None:
        super().__init__(*args, **more)
        self.request = request

    def clean_old_password(self) -> str:
        """Count it as a login."""
        with _counted_as_login(self.request, self.user.get_username()):
            old: str = super().clean_old_password()
        return old


class ConfirmForm(forms.Form):
    """The password of whoever is logged in, asked for at most so often."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, account: Account) -> None:
        super().__init__(*args)
        self.request = request
        self.account = account

    def clean_password(self) -> str:
        """Count it as a login."""
        password: str = self.cleaned_data["password"]
        with _counted_as_login(self.request, self.account.get_username()):
            if not self.account.check_password(password):
                raise ValidationError(_("This is not your password. Type it again."))
        return password


@contextmanager
def _counted_as_login(request: HttpRequest, name: str) -> Iterator[None]:
    """Count what raises ValidationError inside as a login that has failed."""
    refuse_attempt(request, name)
    try:
        yield
    except ValidationError:
        journal.write(request, Deed.PASSWORD_WRONG)
        raise
    attempts_forget(request, name)
