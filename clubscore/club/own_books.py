"""
The rule books of clubs' own: kept, published as editions, and found by their keys.

A draft is changed as often as a club likes. An edition is what seasons and parties are
played by: it never changes, and its key is the hash of what it says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.club import engine
from clubscore.club.engine import Rules
from clubscore.club.models import BookEdition, Club, OwnBook
from clubscore.club.names import folded

LONGEST_NAME = engine.LONGEST_NAME
Content = dict[str, Any]
"""What a book says, as `rules.own_books` reads it."""
MOST_BOOKS = 20
"""So many rule books of its own can a club have."""


DRAFT_KEPT = timedelta(days=90)
"""How long a draft is kept, of a book or of a plan, that nobody changes."""


class StaleError(Exception):
    """Somebody else has changed the book since it was shown."""


# Found by their keys --------------------------------------------------------------


def content_of(key: str) -> Content | None:
    """Return what the edition of that key says; None where there is none."""
    try:
        return _content(key)
    except LookupError:
        return None


@lru_cache(maxsize=256)
def _content(key: str) -> Content:
    """Return what an edition says, which is the same for ever."""
    found = BookEdition.objects.filter(key=key).first()
    if found is None:
        raise LookupError(key)
    content: Content = found.content
    return content


def said(key: str) -> str | Content:
    """Return what stands for a ruleset outside of this site: its key, or the book."""
    return content_of(key) or key if key.startswith("own-") else key


def is_of(club: Club, key: str) -> bool:
    """Tell whether a club can name that ruleset: one of ours, or published by it."""
    if not key.startswith("own-"):
        return True
    return BookEdition.objects.filter(book__club=club, key=key).exists()


def refuse_others(club: Club, key: str) -> None:
    """Raise ValidationError for a book of a club's own that this one has not."""
    if not is_of(club, key):
        raise ValidationError(
            {"ruleset": _("The club has published no such rule book.")}
        )


def published(club: Club) -> tuple[Rules, ...]:
    """Return the newest edition of every own book that the club offers; a query."""
    editions = BookEdition.objects.filter(book__club=club, book__is_offered=True)
    newest = dict(editions.order_by("book", "number").values_list("book", "key"))
    found = map(engine.ruleset_called, newest.values())
    return tuple(sorted(found, key=lambda one: folded(one.name)))


def offered(club: Club | None, *more: str) -> tuple[Rules, ...]:
    """
    Return the rule books that can be played by: the club's own, then ours.

    Those whose keys are *more* are among them, a season's older edition say.
    """
    own = published(club) if club is not None else ()
    found = {one.key: one for one in (*own, *engine.rulesets())}
    others = [engine.ruleset_called(key) for key in more if key not in found]
    return (*others, *found.values())


SHOWN = 50
"""So many rule books of other clubs are shown at once, the newest first."""


def shared(
    club: Club, sought: str = "", pk: int | None = None
) -> tuple[list[BookEdition], bool]:
    """
    Return what other clubs have published, which this one can copy, and if that is all.

    It is the newest edition of every book that a public club offers; of those *sought*
    the name of the book or of its club has that text. Given *pk*, that one alone.
    """
    if not settings.BOOKS_TO_COPY:
        return [], True
    later = BookEdition.objects.filter(
        book=OuterRef("book"), number__gt=OuterRef("number")
    )
    found = BookEdition.objects.filter(
        ~Exists(later), book__is_offered=True, book__club__is_public=True
    ).exclude(book__club=club)
    if pk is not None:
        found = found.filter(pk=pk)
    if sought:
        found = found.filter(
            Q(content__name__icontains=sought) | Q(book__club__name__icontains=sought)
        )
    editions = list(found.select_related("book__club").order_by("-pk")[: SHOWN + 1])
    return editions[:SHOWN], len(editions) <= SHOWN


# Written --------------------------------------------------------------------------


def _refuse(club: Club, content: Content, book: OwnBook | None = None) -> None:
    """Raise ValidationError if a book cannot be, or is called like another."""
    for problem in engine.own_book_problems(content):
        raise ValidationError(engine.sentence(problem))
    if not _can_be_kept(content):
        raise ValidationError(_("The rule book holds a sign that cannot be kept."))
    name = folded(str(content["name"]))
    others = (other for other in club.own_books.all() if other != book)
    if any(folded(other.name) == name for other in others):
        raise ValidationError(_("The club has a rule book of this name already."))


def _can_be_kept(content: Content) -> bool:
    """Tell whether every database keeps the texts of a book: no NUL, no half signs."""
    text = json.dumps(content, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\\u0000" not in text


@transaction.atomic
def book_make(*, club: Club, content: Mapping[str, Any]) -> OwnBook:
    """Begin a book; raise ValidationError if it cannot be."""
    Club.objects.select_for_update().get(pk=club.pk)
    if club.own_books.count() >= MOST_BOOKS:
        raise ValidationError(
            _("A club has %(most)d rule books of its own at most."),
            params={"most": MOST_BOOKS},
        )
    draft = dict(content)
    _refuse(club, draft)
    return OwnBook.objects.create(club=club, draft=draft)


@transaction.atomic
def book_copy(*, club: Club, edition: BookEdition) -> OwnBook:
    """
    Begin a book with one that another club has published.

    It keeps its name, with that of its club behind it if this one has such a book;
    raise ValidationError if it cannot be.
    """
    content = dict(edition.content)
    name = str(content["name"])
    if any(folded(one.name) == folded(name) for one in club.own_books.all()):
        of_club = f" ({edition.book.club.name})"[:LONGEST_NAME]
        content["name"] = f"{name[: LONGEST_NAME - len(of_club)]}{of_club}"
    return book_make(club=club, content=content)


def _locked(book: OwnBook, version: int) -> OwnBook:
    """Return the book's row, held; raise StaleError if it was changed since."""
    found = OwnBook.objects.select_for_update().select_related("club").get(pk=book.pk)
    if found.version != version:
        raise StaleError
    return found


@transaction.atomic
def book_change(*, book: OwnBook, version: int, content: Mapping[str, Any]) -> OwnBook:
    """
    Change the draft of a book.

    Raise ValidationError if it cannot be so, StaleError if it was changed since
    *version*.
    """
    found = _locked(book, version)
    draft = dict(content)
    _refuse(found.club, draft, found)
    found.draft = draft
    found.version += 1
    found.save()
    return found


@transaction.atomic
def book_offer(*, book: OwnBook, is_offered: bool) -> None:
    """Offer a book where a partie starts, or no longer."""
    OwnBook.objects.filter(pk=book.pk).update(is_offered=is_offered)


@transaction.atomic
def book_publish(*, book: OwnBook, version: int, author: str) -> BookEdition:
    """
    Make an edition of the draft, or return the newest one where it says just that.

    Raise ValidationError if it cannot be played by, StaleError if it was changed since
    *version*.
    """
    found = _locked(book, version)
    _refuse(found.club, found.draft, found)
    key = engine.own_book(found.draft).key
    newest = found.editions.order_by("-number").first()
    if newest is not None and newest.key == key:
        return newest
    last = found.editions.aggregate(last=Max("number"))["last"] or 0
    edition = BookEdition(
        book=found, number=last + 1, key=key, content=found.draft, author=author
    )
    edition.full_clean()
    edition.save()
    return edition


def goes_at(book: OwnBook, newest: BookEdition | None) -> datetime | None:
    """Return when the draft of a book goes; None where all of it is published."""
    if newest is not None and newest.content == book.draft:
        return None
    return book.changed_at + DRAFT_KEPT


@transaction.atomic
def drafts_drop() -> int:
    """
    Let go what is not published and was not changed for long; return how much.

    A book without an edition goes, another one is again as it was published.
    """
    old = OwnBook.objects.filter(changed_at__lte=timezone.now() - DRAFT_KEPT)
    dropped, _of_what = old.filter(editions=None).delete()
    for book in old.select_for_update().prefetch_related("editions"):
        newest = max(book.editions.all(), key=lambda one: one.number)
        if book.draft != newest.content:
            book.draft = newest.content
            book.version += 1
            book.save()
            dropped += 1
    return dropped
