"""Names compared without case and accents, and as parts of an address."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator

from django.utils.text import slugify

RESERVED = frozenset(
    (
        *("play", "t", "api", "healthz", "admin", "static", "accounts", "privacy"),
        "help",
    )
)
"""First words of addresses that are no club's."""
MOST_INITIALS = 8
"""Of how many words of a name initials are shown."""
NOBODY = "N. N."
"""What stands for a name without letters, as in print for one that is not known."""


def tidied(name: str) -> str:
    """Return *name* with single blanks and none at its ends."""
    return " ".join(name.split())


PLAIN = str.maketrans(
    {"æ": "ae", "œ": "oe", "þ": "th"}
    | dict(zip("øłđðħŧ\N{LATIN SMALL LETTER DOTLESS I}", "olddhti", strict=True))
)
"""Letters whose accent Unicode does not part from them, as they are sorted."""


def folded(name: str) -> str:
    """
    Return what two names share that only differ in case, accents and blanks.

    >>> folded("  Jürgen  MÜLLER ")
    'jurgen muller'
    >>> folded("Łucja Sørensen")
    'lucja sorensen'
    """
    return bare(name).translate(PLAIN)


def bare(name: str) -> str:
    """
    Return *name* without case, accents and further blanks, but with its ø and the like.

    >>> bare("Łucja  MÜLLER")
    'łucja muller'
    """
    decomposed = unicodedata.normalize("NFKD", tidied(name).casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def initials_of(name: str) -> str:
    """
    Return the initials of *name*, each with its point.

    A name that has neither letters nor digits has none to show, and is nobody's then.

    >>> initials_of("Jan-Willem van den Berg")
    'J.-W. v. d. B.'
    >>> initials_of("(Éva) O’Neill")
    'É. O.'
    >>> initials_of("★")
    'N. N.'
    """
    words = unicodedata.normalize("NFC", tidied(name)).split()
    found = ["-".join(_first_signs(word)) for word in words]
    return " ".join(list(filter(None, found))[:MOST_INITIALS]) or NOBODY


def _first_signs(word: str) -> Iterator[str]:
    """Yield the first sign of each part of a word, with a point."""
    for part in word.split("-"):
        first = next(filter(str.isalnum, part), "")
        if first:
            yield f"{first}."


def free_slug(name: str, taken: Container[str], otherwise: str) -> str:
    """
    Return an address part for *name* that is not among those *taken*.

    *otherwise* serves where nothing of the name can stand in an address.
    """
    base = (
        slugify(folded(name))[:60]
        or slugify(name, allow_unicode=True)[:60]
        or otherwise
    )
    slug = base
    number = 2
    while slug in taken or slug in RESERVED:
        slug = f"{base}-{number}"
        number += 1
    return slug
