"""
Second factors: passkeys, codes of an app and recovery codes beside the password.

An app with codes, or a passkey; recovery codes stand in for either. Whoever has one is
asked for it after the password, once a session. Whether one must have one says the
setting SECOND_FACTOR. Every write of them is here.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import time
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext

from clubscore.club import totp
from clubscore.club.models import Account, CodeApp, Passkey, RecoveryCode
from clubscore.club.seals import SealError, seal, seal_anew, unseal

logger = logging.getLogger("clubscore.journal")

RECOVERY_CODES = 8
"""Made at once."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of recovery codes; none of them is mistaken for another on paper."""


@dataclass(frozen=True, slots=True)
class Factors:
    """Which second factors somebody has."""

    has_app: bool
    has_passkey: bool

    def __bool__(self) -> bool:
        return self.has_app or self.has_passkey


def factors_of(account: Account) -> Factors:
    """Return which second factors *account* has; costs a query."""
    mine = {"account": OuterRef("pk")}
    found = Account.objects.filter(pk=account.pk).values_list(
        Exists(CodeApp.objects.filter(**mine)), Exists(Passkey.objects.filter(**mine))
    )
    return Factors(*found.get())


# Who must show one, and has -----------------------------------------------------------

SHOWN = "second_factor"
"""The mark of a session in which one was shown."""


def shown_in(request: HttpRequest) -> bool:
    """Tell whether a second factor was shown in this session."""
    return bool(request.session.get(SHOWN))


def mark_shown(request: HttpRequest) -> None:
    """Ask for no second factor any more in this session."""
    request.session[SHOWN] = True


CONFIRMED = "password_given_at"
"""Where a session keeps when the password was given, or a passkey shown, last."""
CONFIRMED_FOR = 600
"""Seconds in which it is not asked for again."""
WANTED = "wanted"
"""Where a session keeps the page that somebody must have a second factor for."""


def confirm(request: HttpRequest) -> None:
    """Note that whoever asks has just shown who they are."""
    request.session[CONFIRMED] = time.time()


def is_confirmed(request: HttpRequest) -> bool:
    """
    Tell whether a first factor may be added: not by who finds a browser open.

    Who has one has shown it before; who has none has given the password just now.
    """
    given = request.session.get(CONFIRMED, 0)
    return shown_in(request) or time.time() - given < CONFIRMED_FOR


def is_required(account: Account) -> bool:
    """Tell whether *account*, which runs a club or the site, must have one."""
    match settings.SECOND_FACTOR:
        case "required":
            return True
        case "staff":
            return account.is_staff or account.is_superuser
    return False


def is_proved(request: HttpRequest) -> bool:
    """
    Tell whether an account may go on to what it runs.

    Where it needs no second factor and has none, the request is marked, so that a page
    can remind of it.
    """
    if shown_in(request):
        return True
    assert isinstance(request.user, Account)
    is_without = not _own(request) and not is_required(request.user)
    request.__dict__["lacks_second_factor"] = is_without
    return is_without


def step_first(request: HttpRequest, there: str = "") -> HttpResponse | None:
    """Return the way to show a second factor, if the account has one not yet shown."""
    if shown_in(request) or not _own(request):
        return None
    back = urlencode({"next": there or request.get_full_path()})
    return redirect(f"{reverse('club:second_step')}?{back}")


def proof_first(request: HttpRequest, there: str = "") -> HttpResponse | None:
    """
    Return where an account that runs something goes first; None if nowhere.

    It shows its second factor, or sets one up where it must have one.
    """
    if is_proved(request):
        return None
    step = step_first(request, there)
    if step is not None:
        return step
    if request.method in ("GET", "HEAD"):
        request.session[WANTED] = there or request.get_full_path()
    messages.warning(
        request,
        gettext(
            "Whoever runs something here has a second factor. Set one up, then go on."
        ),
    )
    return redirect("club:logging_in")


def _own(request: HttpRequest) -> Factors:
    """Return what the account that asks has; asked once a request."""
    kept = request.__dict__
    if "_factors" not in kept:
        assert isinstance(request.user, Account)
        kept["_factors"] = factors_of(request.user)
    found: Factors = kept["_factors"]
    return found


# Codes --------------------------------------------------------------------------------


def code_use(*, account: Account, code: str) -> bool:
    """Use a code of the app, or a recovery code; return whether it was good."""
    typed = re.sub(r"[\W_]", "", code.lower())
    if len(typed) == totp.DIGITS:
        return _app_code_use(account, typed)
    return _recovery_code_use(account, typed)


def _app_code_use(account: Account, code: str) -> bool:
    app = CodeApp.objects.filter(account=account).first()
    if app is None:
        return False
    try:
        secret = secret_of(app)
    except SealError:
        logger.error("the app of %r was sealed with a key that is gone", str(account))  # noqa: TRY400 (the trace says no more)
        return False
    now = totp.step_at(timezone.now().timestamp())
    step = totp.step_of(secret, code, now)
    if step is None:
        return False
    # Who has looked over the shoulder comes second.
    unused = CodeApp.objects.filter(pk=app.pk, last_step__lt=step)
    return bool(unused.update(last_step=step))


def secret_of(app: CodeApp) -> str:
    """Return what an app's codes are made of; raise SealError if the key is gone."""
    return unseal(app.sealed_secret, _use_of(app.account_id))


def _use_of(account: int) -> str:
    """Return what a secret is sealed for: in another account's row it is nothing."""
    return f"code app of {account}"


@transaction.atomic
def secrets_seal_anew() -> tuple[int, list[CodeApp]]:
    """
    Seal what apps make codes of with the SECRET_KEY of today.

    Return how many that are, and those that no key opens any more.
    """
    done, lost = 0, []
    for app in CodeApp.objects.select_for_update(of=("self",)).order_by("pk"):
        try:
            app.sealed_secret = seal_anew(app.sealed_secret, _use_of(app.account_id))
        except SealError:
            lost.append(app)
            continue
        app.save(update_fields=["sealed_secret"])
        done += 1
    return done, lost


def _recovery_code_use(account: Account, code: str) -> bool:
    mine = RecoveryCode.objects.filter(account=account, digest=_digest(code))
    return mine.delete()[0] == 1


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


@transaction.atomic
def recovery_codes_make(*, account: Account) -> list[str]:
    """Return new recovery codes, which are good instead of all earlier ones."""
    codes = [
        "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))
        for _ in range(RECOVERY_CODES)
    ]
    RecoveryCode.objects.filter(account=account).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(account=account, digest=_digest(code.replace("-", "")))
        for code in codes
    )
    return codes


def code_app_set_up(*, account: Account, secret: str, code: str) -> bool:
    """Keep the secret that an app shows codes of, if *code* is one of them."""
    now = totp.step_at(timezone.now().timestamp())
    step = totp.step_of(secret, re.sub(r"\s", "", code), now)
    if step is None:
        return False
    CodeApp.objects.update_or_create(
        account=account,
        defaults={
            "sealed_secret": seal(secret, _use_of(account.pk)),
            "last_step": step,
        },
    )
    return True


# Away with them -----------------------------------------------------------------------


@transaction.atomic
def code_app_remove(*, account: Account) -> None:
    """Ask for no code of an app any more."""
    CodeApp.objects.filter(account=account).delete()
    _drop_idle_codes(account)


@transaction.atomic
def passkey_remove(*, passkey: Passkey) -> None:
    """Let nobody log in with that passkey any more."""
    account = passkey.account
    passkey.delete()
    _drop_idle_codes(account)


def _drop_idle_codes(account: Account) -> None:
    """Drop recovery codes that stand in for nothing any more."""
    if not factors_of(account):
        RecoveryCode.objects.filter(account=account).delete()


@transaction.atomic
def factors_remove(*, account: Account) -> None:
    """Remove the second factors of an account, so that its password is enough."""
    CodeApp.objects.filter(account=account).delete()
    Passkey.objects.filter(account=account).delete()
    RecoveryCode.objects.filter(account=account).delete()
