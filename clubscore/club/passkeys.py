"""
Passkeys, by WebAuthn: the door to the library that reads what a device has signed.

A device signs a challenge, which the session keeps and which is good once. The site is
known to it by the name of the request's host, and the page must be one of that host's.
Devices must have seen who holds them (a PIN, a finger, a face), so that a passkey alone
is both what somebody has and what they know or are.
"""

from __future__ import annotations

import hmac
import json
import logging
import struct
import time
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.club.models import Account, Passkey

if TYPE_CHECKING:
    from fido2.server import Fido2Server

logger = logging.getLogger("clubscore.journal")

CHALLENGE = "passkey_challenge"
"""Where a session keeps what a device is to sign."""
SECONDS = 300
"""How long somebody may look for their device."""
MOST_PASSKEYS = 20
"""Of one account."""
UNREADABLE = (
    *(ValueError, KeyError, TypeError, IndexError, AttributeError),
    *(struct.error, OverflowError, RecursionError),
)
"""What the library raises for answers that no device gives."""


class PasskeyError(ValueError):
    """The device's answer cannot be accepted; the text says so to its owner."""


def _server(request: HttpRequest) -> Fido2Server:
    """Return the library's server, for the host that was asked."""
    from fido2.server import Fido2Server  # 19 MB, which few processes need
    from fido2.webauthn import PublicKeyCredentialRpEntity

    host = request.get_host().lower()
    origin = f"{request.scheme}://{host}"
    site = PublicKeyCredentialRpEntity(name="Clubscore", id=split_domain_port(host)[0])
    return Fido2Server(site, verify_origin=lambda told: told == origin)


def _handle(account: Account) -> bytes:
    """Return what devices know an account by; it tells nobody who that is."""
    return f"clubscore-{account.pk}".encode()


def _keep(request: HttpRequest, state: Any, purpose: str) -> None:
    """Keep a challenge, instead of any before it."""
    request.session[CHALLENGE] = {**state, "for": purpose, "at": time.time()}


def _taken(request: HttpRequest, purpose: str) -> dict[str, Any]:
    """Return the challenge, which no other answer can be given to any more."""
    state: dict[str, Any] = request.session.pop(CHALLENGE, {})
    if state.get("for") != purpose or time.time() - state["at"] > SECONDS:
        raise PasskeyError(_("That took too long. Please try again."))
    return state


def _read(answer: str) -> dict[str, Any]:
    try:
        read = json.loads(answer)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise _unknown()
    return read


def _unknown() -> PasskeyError:
    return PasskeyError(
        _("This passkey cannot be accepted. Try another one, or your password.")
    )


# A new one ----------------------------------------------------------------------------


def new_options(request: HttpRequest, account: Account) -> dict[str, Any]:
    """Return what the browser asks a device for, to make a passkey of *account*."""
    from fido2.webauthn import (
        AttestedCredentialData,
        PublicKeyCredentialUserEntity,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    name = account.get_username()
    options, state = _server(request).register_begin(
        PublicKeyCredentialUserEntity(
            name=name, id=_handle(account), display_name=name
        ),
        [
            AttestedCredentialData(bytes(one.credential))
            for one in account.passkeys.all()
        ],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    _keep(request, state, "add")
    return dict(options)


def passkey_add(
    request: HttpRequest, *, account: Account, name: str, answer: str
) -> Passkey:
    """Keep the passkey that a device has made; raise PasskeyError if it is none."""
    state = _taken(request, "add")
    read = _read(answer)
    try:
        made = _server(request).register_complete(state, read)
        credential = made.credential_data
        assert credential is not None  # the library has looked
        credential_id = _text(credential.credential_id)
    except UNREADABLE as error:
        logger.warning("%r gave no passkey: %s", account.get_username(), error)
        raise _unknown() from error
    if account.passkeys.count() >= MOST_PASSKEYS:
        raise PasskeyError(_("You have too many passkeys. Remove one first."))
    passkey, is_new = Passkey.objects.get_or_create(
        credential_id=credential_id,
        defaults={
            "account": account,
            "name": name,
            "credential": bytes(credential),
            "counter": made.counter,
        },
    )
    if not is_new:
        raise PasskeyError(_("This passkey is known already."))
    return passkey


def _text(credential_id: bytes) -> str:
    from fido2.utils import websafe_encode

    return websafe_encode(credential_id)


# Logging in ---------------------------------------------------------------------------


def login_options(request: HttpRequest) -> dict[str, Any]:
    """Return what the browser asks a device for, whoever holds it."""
    from fido2.webauthn import UserVerificationRequirement

    options, state = _server(request).authenticate_begin(
        user_verification=UserVerificationRequirement.REQUIRED
    )
    _keep(request, state, "login")
    return dict(options)


def passkey_use(
    request: HttpRequest, *, answer: str, only: Account | None = None
) -> Account:
    """
    Return whose passkey has signed; raise PasskeyError if none has.

    Who is logged in already is *only* asked for one of their own.
    """
    from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

    state = _taken(request, "login")
    read = _read(answer)
    try:
        found = AuthenticationResponse.from_dict(read)
        passkey = (
            Passkey.objects.select_related("account")
            .filter(credential_id=_text(found.raw_id))
            .first()
        )
        if passkey is None or not passkey.account.is_active:
            raise _unknown()
        known = AttestedCredentialData(bytes(passkey.credential))
        _server(request).authenticate_complete(state, [known], found)
    except PasskeyError:
        raise
    except UNREADABLE as error:
        logger.warning("A passkey was refused: %s", error)
        raise _unknown() from error
    handle = found.response.user_handle
    if handle and not hmac.compare_digest(handle, _handle(passkey.account)):
        raise _unknown()
    if only is not None and only != passkey.account:
        raise PasskeyError(_("This passkey is of another account."))
    _count(passkey, found.response.authenticator_data.counter)
    return passkey.account


def _count(passkey: Passkey, counter: int) -> None:
    """
    Keep how often the device says that it has signed.

    One that does not count says 0 for ever. Of one that does, a number that does not
    grow means that two devices hold the key, or that an answer was given twice.
    """
    known = passkey.counter
    if (counter or known) and counter <= known:
        logger.warning(
            "A passkey of %r counts %d after %d: it may have been copied",
            passkey.account.get_username(),
            counter,
            known,
        )
        raise _unknown()
    same = Passkey.objects.filter(pk=passkey.pk, counter=known)
    if not same.update(counter=counter, used_at=timezone.now()):
        raise _unknown()
