"""
Pages that are asked for again and again, and mostly have nothing new to show.

What they say is made once for all who may be told the same. It is kept in a row, which
every process of every server reads, with a tag that changes with each write it follows
from: whoever asks reads that first, so that nothing old is ever shown. A browser that
shows what has that tag already is told so, and nothing is rendered.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_resolver
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.http import quote_etag
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override

from clubscore.club.vocabulary import book_spoken, in_plain_words, speak_as
from clubscore.partie.models import KeptAnswer, Partie

if TYPE_CHECKING:
    from datetime import date
    from typing import Any

    from clubscore.club.models import Club
    from clubscore.partie.pages import HtmxHttpRequest

MOST_KEPT = 500
"""How many answers are kept of a club; those made first go first."""

Asked: TypeAlias = "int | str | bool"
"""What an answer may depend on, beside the club and the language."""


def tag_of(club: Club, day: date, *more: object) -> str:
    """
    Return a tag that changes with any partie of an evening and with the names of those
    who play; costs a query.

    *More* is what else the answer depends on. A clock is not among it: pages show
    times that stay true.
    """
    parties = Partie.objects.filter(club=club, evening__date=day)
    shown = parties.order_by("pk", "results__player").values_list(
        "pk", "version", "results__player__name"
    )
    return tag_for(day, *more, *shown)


def tag_for(*parts: object) -> str:
    """Return a tag that changes with each of *parts*, the language and the site."""
    text = repr((_program(), settings.TIME_ZONE, get_language(), *parts))
    return hashlib.sha256(text.encode()).hexdigest()[:20]


@cache
def _program() -> str:
    """Return what tells this program from the one before an update."""
    digest = hashlib.sha256()
    for folder in ("clubscore", "static", "templates"):
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.read_bytes())
    return digest.hexdigest()


# What is kept -----------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """A text that is the same for all who may be told it, kept until it is another."""

    name: str
    version: Callable[..., object]
    """What changes with every write that the text follows from."""
    make: Callable[..., str]

    def tag(self, club: Club, *asked: Asked) -> str:
        """Return the tag of the text as it is now."""
        return tag_for(self.name, asked, self.version(club, *asked))

    def __call__(self, club: Club, *asked: Asked, tag: str = "") -> SafeString:
        """
        Return the text, in whose words its page speaks from here on.

        *tag* is its tag, where a page knows it already.
        """
        # Who develops sees each change at once.
        if settings.DEBUG or _anew.get():
            text, book = self.made(club, *asked)
            speak_as(book)
            return mark_safe(text)  # noqa: S308
        tag = tag or self.tag(club, *asked)
        key = {
            "club": club,
            "name": self.name,
            "asked": json.dumps(asked),
            "language": get_language() or "",
        }
        row = KeptAnswer.objects.filter(**key, tag=tag).first()
        if row is None:
            text, book = self.made(club, *asked)
            row = KeptAnswer(tag=tag, book=book, content=zlib.compress(text.encode()))
            _keep(key, row)
        speak_as(row.book)
        return mark_safe(zlib.decompress(row.content).decode())  # noqa: S308

    def made(self, club: Club, *asked: Asked) -> tuple[str, str]:
        """Return the text, made anew, and the rule book in whose words it speaks."""
        with in_plain_words():
            return self.make(club, *asked), book_spoken()


_anew: ContextVar[bool] = ContextVar("_anew", default=False)
"""Whether nothing that is kept is read, or kept, for now."""

ANSWERS: dict[str, Answer] = {}
"""All answers that are kept, by their names."""


def kept(version: Callable[..., object]) -> Callable[[Callable[..., str]], Answer]:
    """Let what a function makes be kept, as long as *version* returns the same."""

    def keep(make: Callable[..., str]) -> Answer:
        answer = Answer(make.__name__, version, make)
        assert answer.name not in ANSWERS, answer.name
        ANSWERS[answer.name] = answer
        return answer

    return keep


def _keep(key: dict[str, Any], row: KeptAnswer) -> None:
    """Keep an answer, unless whoever reads would have to wait for whoever writes."""
    values = {"tag": row.tag, "book": row.book, "content": row.content}
    try:
        with _without_waiting(), transaction.atomic():
            KeptAnswer.objects.bulk_create(
                [KeptAnswer(**key, **values)],
                update_conflicts=True,
                unique_fields=list(key),
                update_fields=list(values),
            )
            others = KeptAnswer.objects.filter(club=key["club"]).order_by("-pk")
            first = others.values_list("pk", flat=True)[MOST_KEPT : MOST_KEPT + 1]
            for pk in first:
                others.filter(pk__lte=pk).delete()
    except DatabaseError:
        pass  # the next who asks keeps it


@contextmanager
def _without_waiting() -> Iterator[None]:
    """Let SQLite refuse at once to write where somebody writes, as in a backup."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        before = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {before}")


def stranger() -> HttpRequest:
    """
    Return a request of nobody in particular.

    What is kept for all who look on is made for it, and so holds nothing of anybody.
    """
    request = HttpRequest()
    request.user = AnonymousUser()
    request.session = SessionBase()
    return request


def stale_answers() -> Iterator[str]:
    """Yield what is kept as what it would be made now, and is another text."""
    _ = get_resolver().url_patterns  # every page has said what it keeps
    rows = KeptAnswer.objects.select_related("club").order_by("pk")
    for row in rows.iterator():
        answer, asked = ANSWERS.get(row.name), json.loads(row.asked)
        if answer is None:
            continue
        with override(row.language):
            try:
                is_shown = answer.tag(row.club, *asked) == row.tag
            except ObjectDoesNotExist:
                is_shown = False
            if not is_shown:
                continue
            before = _anew.set(True)
            try:
                text, book = answer.made(row.club, *asked)
            finally:
                _anew.reset(before)
        if (text, book) != (zlib.decompress(row.content).decode(), row.book):
            yield f"{row.club.slug}: the kept answer {row.name} {row.asked} is another"


# Asked again ------------------------------------------------------------------------


def unchanged(request: HtmxHttpRequest, tag: str) -> HttpResponse | None:
    """Return the answer 304 to a page that asks again and shows *tag* already."""
    if not request.htmx:
        return None
    answer = get_conditional_response(request, etag=quote_etag(tag))
    assert answer is None or isinstance(answer, HttpResponse)
    return answer


def for_polling(
    request: HtmxHttpRequest, response: HttpResponse, tag: str
) -> HttpResponse:
    """Return an answer with what a browser must know of it."""
    # A fragment must not be shown as the page when somebody goes back to it.
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, private=True, no_cache=True)
    if request.htmx:
        response["ETag"] = quote_etag(tag)
    return response


# Whole pages ------------------------------------------------------------------------


def page_unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """Return the answer 304 to a browser that keeps the page of *tag* already."""
    if len(get_messages(request)):
        return None
    etag = _page_etag(request, tag)
    answer = get_conditional_response(request, etag=etag)
    assert answer is None or isinstance(answer, HttpResponse)
    return answer


def for_asking_again(
    request: HttpRequest, response: HttpResponse, tag: str
) -> HttpResponse:
    """Return a page that its browser keeps, and asks for again before it shows it."""
    patch_vary_headers(response, ["HX-Request"])
    response["ETag"] = _page_etag(request, tag)
    return response


def answered(
    request: HttpRequest, template: str, context: dict[str, Any], tag: str
) -> HttpResponse:
    """Return a page around what is kept."""
    return for_asking_again(request, render(request, template, context), tag)


def _page_etag(request: HttpRequest, tag: str) -> str:
    """
    Return the tag of a page for this reader.

    Its head names the account, and its forms are good with one cookie alone.
    """
    user = request.user
    names = (user.get_full_name(), user.get_username()) if user.pk else ()
    own = tag_for(tag, request.get_full_path(), names, request.META.get("CSRF_COOKIE"))
    return f"W/{quote_etag(own)}"
