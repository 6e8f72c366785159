"""
Secrets sealed in the database, so that the database alone does not tell them.

The keys follow from SECRET_KEY, with which things are sealed, and from
SECRET_KEY_FALLBACKS, with which they are still opened.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class SealError(Exception):
    """What was sealed cannot be opened: by another key, for another use, or damaged."""


def seal(text: str, use: str) -> str:
    """Return *text* sealed for one *use*, such as one account's app."""
    return _box(use).encrypt(text.encode()).decode()


def unseal(sealed: str, use: str) -> str:
    """Return what was sealed for that *use*; raise SealError if it cannot be opened."""
    try:
        return _box(use).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise SealError(use) from error


def seal_anew(sealed: str, use: str) -> str:
    """Return it sealed with today's key; raise SealError if it cannot be opened."""
    return seal(unseal(sealed, use), use)


def _box(use: str) -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_key(one, use)) for one in keys])


def _key(secret: str, use: str) -> bytes:
    info = f"clubscore:{use}".encode()
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=info)
    return urlsafe_b64encode(derived.derive(secret.encode()))
