"""How names are compared and become addresses."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from django.utils.text import slugify

RESERVED = frozenset(("play", "t", "api", "healthz", "admin", "static", "accounts"))
"""First words of addresses that are no club's."""


def tidied(name: str) -> str:
    """Return *name* with single blanks and none at its ends."""
    return " ".join(name.split())


def folded(name: str) -> str:
    """
    Return what two names share that only differ in case, accents and blanks.

    >>> folded("  Jürgen  MÜLLER ")
    'jurgen muller'
    """
    decomposed = unicodedata.normalize("NFKD", tidied(name).casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def free_slug(name: str, taken: Container[str], otherwise: str) -> str:
    """
    Return an address part for *name* that is not among those *taken*.

    *otherwise* serves where nothing of the name can stand in an address.
    """
    base = slugify(name)[:60] or slugify(name, allow_unicode=True)[:60] or otherwise
    slug = base
    number = 2
    while slug in taken or slug in RESERVED:
        slug = f"{base}-{number}"
        number += 1
    return slug
