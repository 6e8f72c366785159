"""
The file of a club's own rule book, which another club can begin one with.

It is the book as `rules.own_books` reads it, as JSON. What comes in may be anybody's:
it is short, and says what is wrong with each place of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from clubscore.club import engine as rule_books

MOST_BYTES = 200_000
"""A book of twenty hands of one's own with all their examples is a tenth of it."""
MOST_FAULTS = 10
"""Of so many places it is said what is wrong there."""


class BookFileError(Exception):
    """A file that no book can be begun with; it says why."""

    def __init__(self, *faults: str) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


def text_of(content: Mapping[str, Any]) -> str:
    """Return the file of a book."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def book_in(sent: UploadedFile | None, name: str = "") -> dict[str, Any]:
    """
    Return the book of a file that was sent, called *name* if that is given.

    Raise BookFileError if it is none, with what is wrong at each place.
    """
    if sent is None:
        raise BookFileError(_("Choose a file."))
    if sent.size is None or sent.size > MOST_BYTES:
        most = {"most": MOST_BYTES // 1000}
        raise BookFileError(_("The file is too long: At most %(most)d kB.") % most)
    try:
        content = json.loads(sent.read().decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise BookFileError(
            _("This is no file of a rule book: it cannot be read as JSON.")
        ) from None
    if not isinstance(content, dict) or "base" not in content:
        raise BookFileError(
            _("This is no file of a rule book: it does not say which it begins with.")
        )
    if name:
        content["name"] = name
    problems = rule_books.own_book_problems(content)
    if problems:
        said = [rule_books.sentence(one) for one in problems[:MOST_FAULTS]]
        if len(problems) > MOST_FAULTS:
            more = {"more": len(problems) - MOST_FAULTS}
            said.append(_("… and %(more)d more.") % more)
        raise BookFileError(*said)
    return content
