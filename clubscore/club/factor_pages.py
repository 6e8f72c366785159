"""Pages on which an account chooses how it logs in, and shows its second factor."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, user_login_failed
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubscore.club import factors, journal, passkeys, totp
from clubscore.club.access import account_of, administers_club
from clubscore.club.journal import Deed
from clubscore.club.login import (
    MOST_CHALLENGES,
    Attempted,
    ConfirmForm,
    attempt_begin,
    attempt_count_not,
    minutes_until,
    refuse_attempt,
    step_account,
    step_finish,
)
from clubscore.club.models import Account, Club, Passkey
from clubscore.club.names import tidied
from clubscore.club.new_passwords import why_not
from clubscore.club.qr import qr_code
from clubscore.club.requests import page_asked_for, reads_and_writes
from clubscore.club.sessions import factors_changed, second_factor_taken

NEW_SECRET = "code_app"  # noqa: S105 - where a session keeps one
"""Where a session keeps what an app is to make codes of, until one was typed."""


class CodeField(forms.CharField):
    """A code as it is typed: blanks, hyphens and case do not count."""

    widget = forms.TextInput(
        attrs={
            "autocomplete": "one-time-code",
            "autocapitalize": "none",
            "spellcheck": "false",
        }
    )


class CodeForm(forms.Form):
    """A code of the app or a recovery code, asked for at most so often."""

    code = CodeField(label=_("Code"), max_length=40)

    def __init__(self, *args: Any, request: HttpRequest, account: Account) -> None:
        super().__init__(*args)
        self.request = request
        self.account = account

    def clean_code(self) -> str:
        """Count it as a login."""
        code: str = self.cleaned_data["code"]
        name = self.account.get_username()
        refuse_attempt(self.request, name)
        if not factors.code_use(account=self.account, code=code):
            user_login_failed.send(
                __name__, credentials={"username": name}, request=self.request
            )
            raise ValidationError(
                _(
                    "This code is not right, or has been used. Those of an app change "
                    "every half minute, recovery codes are good once."
                )
            )
        return code


class NewAppForm(forms.Form):
    """The first code of a new app."""

    code = CodeField(
        label=_("The code that the app shows now"), max_length=20, strip=True
    )


class PasskeyForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a passkey is called."""

    class Meta:
        model = Passkey
        fields = ("name",)

    def clean_name(self) -> str:
        """Return the name without needless blanks."""
        return tidied(self.cleaned_data["name"])


def proves_first(
    view: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """
    Give *view* the account that asks, once it has shown the second factor that it has.

    Else whoever finds a browser open takes it away, or adds one of their own.
    """

    @wraps(view)
    @login_required
    @never_cache
    def guarded(request: HttpRequest, **more: Any) -> HttpResponseBase:
        account = account_of(request)
        assert account is not None
        return factors.step_first(request) or view(request, account, **more)

    return guarded


def adds_factor(
    view: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Give *view* the account that asks, once it has just shown who it is."""

    @wraps(view)
    @proves_first
    def guarded(
        request: HttpRequest, account: Account, **more: Any
    ) -> HttpResponseBase:
        if factors.is_confirmed(request):
            return view(request, account, **more)
        is_read = request.method in ("GET", "HEAD")
        there = request.get_full_path() if is_read else reverse("club:logging_in")
        return redirect(f"{reverse('club:confirm')}?{urlencode({'next': there})}")

    return guarded


@reads_and_writes
@proves_first
def confirm(request: HttpRequest, account: Account) -> HttpResponse:
    """Ask for the password again, before a first factor is added."""
    form = ConfirmForm(request.POST or None, request=request, account=account)
    if form.is_valid():
        factors.confirm(request)
        return redirect(_next(request))
    context = {"form": form, "next": _next(request)}
    return render(request, "club/confirm.html", context)


# How I log in -------------------------------------------------------------------------


@require_safe
@proves_first
def logging_in(request: HttpRequest, account: Account) -> HttpResponse:
    """List with what the account logs in."""
    app = getattr(account, "code_app", None)
    context = {
        "app": app,
        "passkeys": account.passkeys.all(),
        "codes_left": account.recovery_codes.count(),
        "is_confirmed": factors.is_confirmed(request),
    }
    return render(request, "club/logging_in.html", context)


def _added(
    request: HttpRequest, account: Account, deed: Deed, sentence: str
) -> HttpResponse:
    """Go on from a new factor: to codes for the day on which it is lost."""
    factors.mark_shown(request)
    factors_changed(request, account, deed)
    messages.success(request, sentence)
    if not account.recovery_codes.exists():
        return redirect("club:recovery_codes")
    return redirect(request.session.pop(factors.WANTED, "club:logging_in"))


@require_POST
@adds_factor
def passkey_options(request: HttpRequest, account: Account) -> HttpResponse:
    """Tell the browser what to ask a device for."""
    return JsonResponse(passkeys.new_options(request, account))


@require_POST
@adds_factor
def passkey_add(request: HttpRequest, account: Account) -> HttpResponse:
    """Keep the passkey that a device has made."""
    day = date_format(timezone.localdate(), "DATE_FORMAT")
    name = tidied(request.POST.get("name", "").replace("\0", ""))[:80]
    try:
        passkeys.passkey_add(
            request,
            account=account,
            name=name or gettext("Passkey of %(day)s") % {"day": day},
            answer=request.POST.get("credential", ""),
        )
    except passkeys.PasskeyError as error:
        messages.error(request, str(error))
        return redirect("club:logging_in")
    return _added(
        request, account, Deed.PASSKEY_ADDED, gettext("The passkey is added.")
    )


@reads_and_writes
@proves_first
def passkey(request: HttpRequest, account: Account, pk: int) -> HttpResponse:
    """Give a passkey another name."""
    found = get_object_or_404(account.passkeys, pk=pk)
    form = PasskeyForm(request.POST or None, instance=found)
    if form.is_valid():
        form.save()
        messages.success(request, gettext("The passkey is renamed."))
        return redirect("club:logging_in")
    return render(request, "club/passkey.html", {"passkey": found, "form": form})


@reads_and_writes
@proves_first
def passkey_remove(request: HttpRequest, account: Account, pk: int) -> HttpResponse:
    """Remove a passkey; GET asks first."""
    found = get_object_or_404(account.passkeys, pk=pk)
    if request.method == "POST":
        factors.passkey_remove(passkey=found)
        factors_changed(request, account, Deed.FACTOR_REMOVED)
        messages.success(request, gettext("The passkey is removed."))
        return redirect("club:logging_in")
    return render(request, "club/passkey_remove.html", {"passkey": found})


@reads_and_writes
@adds_factor
def code_app(request: HttpRequest, account: Account) -> HttpResponse:
    """Set up an app with codes: show its key, until a code of it is typed."""
    secret = request.session.setdefault(NEW_SECRET, totp.new_secret())
    form = NewAppForm(request.POST or None)
    if form.is_valid():
        code = form.cleaned_data["code"]
        if factors.code_app_set_up(account=account, secret=secret, code=code):
            del request.session[NEW_SECRET]
            return _added(
                request, account, Deed.APP_SET_UP, gettext("The app is set up.")
            )
        form.add_error(
            "code",
            gettext(
                "This is not the code of this key. Type the one that the app shows "
                "now, and see whether the phone’s clock is right."
            ),
        )
    site = split_domain_port(request.get_host())[0]
    address = totp.address_of(secret, name=account.get_username(), site=site)
    context = {
        "form": form,
        "key": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "address": address,
        "qr": qr_code(address),
    }
    return render(request, "club/code_app.html", context)


@reads_and_writes
@proves_first
def code_app_remove(request: HttpRequest, account: Account) -> HttpResponse:
    """Ask for no code of the app any more; GET asks first."""
    if request.method == "POST":
        factors.code_app_remove(account=account)
        factors_changed(request, account, Deed.FACTOR_REMOVED)
        messages.success(request, gettext("No code of the app is asked for any more."))
        return redirect("club:logging_in")
    return render(request, "club/code_app_remove.html")


@reads_and_writes
@proves_first
def recovery_codes(request: HttpRequest, account: Account) -> HttpResponse:
    """Make new recovery codes and show them, this once; GET tells what they are."""
    stand_in = bool(factors.factors_of(account))
    made: list[str] = []
    if request.method == "POST" and stand_in:
        made = factors.recovery_codes_make(account=account)
        factors_changed(request, account, Deed.CODES_MADE)
    wanted = request.session.pop(factors.WANTED, "") if made else ""
    context = {
        "onward": wanted or reverse("club:logging_in"),
        "stand_in": stand_in,
        "made": made,
        "left": account.recovery_codes.count(),
    }
    status = 409 if request.method == "POST" and not stand_in else 200
    return render(request, "club/recovery_codes.html", context, status=status)


# Logging in ---------------------------------------------------------------------------


def _next(request: HttpRequest) -> str:
    """Return where somebody wanted to go; never to another site."""
    there = request.POST.get(
        REDIRECT_FIELD_NAME, request.GET.get(REDIRECT_FIELD_NAME, "")
    )
    return page_asked_for(request, there, resolve_url("season:front_page"))


@reads_and_writes
@never_cache
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor: after the password, or before a page that needs it."""
    account = account_of(request)
    if account is not None and factors.shown_in(request):
        return redirect(_next(request))
    account = account or step_account(request)
    if account is None:
        return redirect("club:login")
    found = factors.factors_of(account)
    if not found:  # somebody has taken it away
        return redirect(_next(request) if request.user == account else "club:login")
    form = CodeForm(request.POST or None, request=request, account=account)
    if form.is_valid():
        response = redirect(_next(request))
        step_finish(request, account, response)
        _tell_codes_left(request, account, form.cleaned_data["code"])
        return response
    context = {"form": form, "factors": found, "next": _next(request)}
    return render(request, "club/second_step.html", context)


def _tell_codes_left(request: HttpRequest, account: Account, code: str) -> None:
    """Tell who has used a recovery code how many there are."""
    if sum(sign.isalnum() for sign in code) == totp.DIGITS:
        return
    journal.write(request, Deed.CODE_USED)
    left = account.recovery_codes.count()
    messages.warning(
        request,
        ngettext(
            "That recovery code is used up; %(left)d is left. Your name at the top of "
            "the page leads to new ones.",
            "That recovery code is used up; %(left)d are left. Your name at the top of "
            "the page leads to new ones.",
            left,
        )
        % {"left": left},
    )


@require_POST
@never_cache
def login_options(request: HttpRequest) -> HttpResponse:
    """Tell the browser what to ask a device for, whoever holds it."""
    until = attempt_begin(request, Attempted.CHALLENGE, most=MOST_CHALLENGES)
    if until is not None:
        minutes = minutes_until(until)
        refusal = ngettext(
            "Passkeys were asked for too often from here. Wait a minute, or use your "
            "password.",
            "Passkeys were asked for too often from here. Wait %(minutes)d minutes, or "
            "use your password.",
            minutes,
        ) % {"minutes": minutes}
        return JsonResponse({"error": refusal}, status=429)
    return JsonResponse(passkeys.login_options(request))


@require_POST
@never_cache
def passkey_login(request: HttpRequest) -> HttpResponse:
    """
    Log in whoever's passkey has signed.

    No pause holds for it: nobody guesses a passkey, and who is kept out by somebody
    else's attempts gets in with it.
    """
    before = account_of(request)
    try:
        account = passkeys.passkey_use(
            request, answer=request.POST.get("credential", ""), only=before
        )
    except passkeys.PasskeyError as error:
        messages.error(request, str(error))
        step = before is not None or step_account(request) is not None
        return redirect("club:second_step" if step else "club:login")
    attempt_count_not(request, Attempted.CHALLENGE)
    response = redirect(_next(request))
    step_finish(request, account, response)
    return response


# Who has lost the phone ---------------------------------------------------------------


@reads_and_writes
@administers_club
@never_cache
def member_second_factor(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Take a member's second factor away; GET asks first."""
    member = get_object_or_404(club.members.select_related("account"), pk=pk)
    refusal = why_not(member.account, club)
    if request.method == "POST" and not refusal:
        second_factor_taken(request, member.account, club)
        messages.success(
            request,
            gettext("%(name)s logs in with the password alone now.")
            % {"name": member.account.get_username()},
        )
        return redirect("club:member", club.slug, member.pk)
    context = {
        "club": club,
        "member": member,
        "refusal": refusal,
        "has_one": bool(factors.factors_of(member.account)),
    }
    return render(request, "club/member_second_factor.html", context)
