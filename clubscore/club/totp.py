"""
Codes of an app on a phone, after RFC 6238: six digits, a new one every 30 seconds.

The form that every such app knows: SHA-1, no other length, no other pace.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote, urlencode

DIGITS = 6
PACE = 30
"""Seconds that a code is shown."""
DRIFT = 1
"""How many codes a phone's clock may be ahead or behind."""


def new_secret() -> str:
    """Return what codes are made of: 160 random bits, as people can type them."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def step_at(seconds: float) -> int:
    """Return the number of the code that is shown so many seconds after 1970."""
    return int(seconds // PACE)


def code_of(secret: str, step: int) -> str:
    """
    Return the code of that number.

    >>> code_of("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", step_at(59))
    '287082'
    """
    mac = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1)
    place = mac[-1] & 15
    number = int.from_bytes(mac[place : place + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def step_of(secret: str, code: str, now: int) -> int | None:
    """Return the number of *code*, if it is shown about now."""
    for step in range(max(now - DRIFT, 0), now + DRIFT + 1):
        if hmac.compare_digest(code_of(secret, step).encode(), code.encode()):
            return step
    return None


def address_of(secret: str, *, name: str, site: str) -> str:
    """
    Return the address that a phone's camera gives to the app.

    >>> address_of("ABC", name="willem", site="club.example")
    'otpauth://totp/club.example:willem?secret=ABC&issuer=club.example'
    """
    asked = urlencode({"secret": secret, "issuer": site})
    return f"otpauth://totp/{quote(site)}:{quote(name)}?{asked}"
