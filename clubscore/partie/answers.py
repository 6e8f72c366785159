"""
Answers that are kept: pages asked for again and again that have not changed.

What they say is made once for all who may be told the same. It is kept in a row, which
every process of every server reads, with a tag that changes with each write it follows
from: whoever asks reads that first, so that nothing old is ever shown. A browser that
shows what has that tag already is told so, and nothing is rendered.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import get_resolver
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.html import escape
from django.utils.http import quote_etag
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, override

from clubscore.club.display import appearance_of
from clubscore.club.models import Club, Player
from clubscore.club.requests import HtmxHttpRequest
from clubscore.club.vocabulary import book_spoken, in_plain_words, speak_as
from clubscore.partie.models import KeptAnswer, Partie

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
    parties = Partie.objects.filter(club=club, evening__date=day).order_by()
    names = ("results__player", "results__player__name")
    return _tag_of_rows(day, more, parties.values_list("pk", "version", *names))


def tag_of_parties(day: date, parties: Iterable[Partie], *more: object) -> str:
    """Return the same of all parties of an evening, with their players, as read."""
    return _tag_of_rows(
        day,
        more,
        (
            (partie.pk, partie.version, result.player_id, result.player.name)
            for partie in parties
            for result in partie.results.all()
        ),
    )


def _tag_of_rows(
    day: date, more: tuple[object, ...], rows: Iterable[tuple[int, int, int, str]]
) -> str:
    return tag_for(day, *more, *sorted(rows))


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
        if settings.DEBUG or _anew.get() is not None:
            text, book = self.made_anew(club, *asked)
            speak_as(book)
            return mark_safe(text)  # noqa: S308
        tag = tag or self.tag(club, *asked)
        key = self._key(club, *asked)
        row = KeptAnswer.objects.filter(**key).first()
        if row is not None and row.tag == tag:
            speak_as(row.book)
            return mark_safe(_text_of(row))  # noqa: S308
        with _made_of_parts(row) as parts:
            text, book = self.made(club, *asked)
        _keep(key, row, {"tag": tag, "book": book, **_content(text, parts)})
        speak_as(book)
        return mark_safe(text)  # noqa: S308

    def _key(self, club: Club, *asked: Asked) -> dict[str, Any]:
        return {
            "club": club,
            "name": self.name,
            "asked": json.dumps(asked),
            "language": get_language() or "",
        }

    @contextmanager
    def lent(self, club: Club, *asked: Asked) -> Iterator[None]:
        """
        Lend the parts of what is kept to a text that is made for one reader.

        Where the values of a part are the same, so is the part.
        """
        row = KeptAnswer.objects.filter(**self._key(club, *asked)).first()
        with _made_of_parts(None if settings.DEBUG else row):
            yield

    def made(self, club: Club, *asked: Asked) -> tuple[str, str]:
        """Return the text, made anew, and the rule book in whose words it speaks."""
        with in_plain_words():
            return self.make(club, *asked), book_spoken()

    def made_anew(self, club: Club, *asked: Asked) -> tuple[str, str]:
        """Return the same; once, while nothing that is kept is read."""
        made = _anew.get()
        if made is None:
            return self.made(club, *asked)
        key = self.tag(club, *asked)
        if key not in made:
            made[key] = self.made(club, *asked)
        return made[key]


_anew: ContextVar[dict[str, tuple[str, str]] | None] = ContextVar("_anew", default=None)
"""What was made by tags, while nothing that is kept is read or kept; else None."""

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


def _text_of(row: KeptAnswer) -> str:
    return zlib.decompress(row.content).decode()


def _content(text: str, parts: Mapping[str, str]) -> dict[str, Any]:
    """Return what a row holds of a text, and of the parts that are found in it."""
    found = []
    end = 0
    for tag, part in parts.items():
        # Mostly they follow one another.
        begin = text.find(part, end)
        if begin < 0:
            begin = text.find(part)
        if begin >= 0:
            end = begin + len(part)
            found.append([tag, begin, end])
    return {"content": zlib.compress(text.encode(), level=1), "parts": found}


def _keep(key: dict[str, Any], row: KeptAnswer | None, values: dict[str, Any]) -> None:
    """Keep an answer, unless whoever reads would have to wait for whoever writes."""
    try:
        with _without_waiting():
            if row is not None:
                KeptAnswer.objects.filter(pk=row.pk).update(**values)
            else:
                _keep_first(key, values)
    except DatabaseError:
        pass  # the next who asks keeps it


@transaction.atomic
def _keep_first(key: dict[str, Any], values: dict[str, Any]) -> None:
    """Keep what was never kept before, and let go what is too much by now."""
    KeptAnswer.objects.bulk_create(
        [KeptAnswer(**key, **values)],
        update_conflicts=True,
        unique_fields=list(key),
        update_fields=list(values),
    )
    others = KeptAnswer.objects.filter(club=key["club"]).order_by("-pk")
    for pk in others.values_list("pk", flat=True)[MOST_KEPT : MOST_KEPT + 1]:
        others.filter(pk__lte=pk).delete()


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


# Parts of what is kept --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Parts:
    """What an answer is made of, by tags."""

    before: Mapping[str, str]
    """What it was made of the last time."""
    now: dict[str, str]


_parts: ContextVar[_Parts | None] = ContextVar("_parts", default=None)
"""Of the answer that is being made; None where nothing of it is kept."""


@contextmanager
def _made_of_parts(row: KeptAnswer | None) -> Iterator[dict[str, str]]:
    """Let an answer be made of parts that it had in *row*; fill in those it has now."""
    before = {}
    if row is not None:
        text = _text_of(row)
        before = {tag: text[begin:end] for tag, begin, end in row.parts}
    parts = _Parts(before, {})
    outside = _parts.set(parts)
    try:
        yield parts.now
    finally:
        _parts.reset(outside)


def part(template: str, **values: object) -> SafeString:
    """
    Return what a template makes of *values*: a part of an answer, mostly the same.

    Where the answer had it before, it is taken from there. The values are all that
    the template may read, and plain ones, so that nothing else can change it.
    """
    return _taken_over(template, values, lambda: render_to_string(template, values))


def part_made(make: Callable[..., str], *values: object) -> SafeString:
    """Return what a function makes of *values* alone, as `part` a template's text."""
    return _taken_over(make.__qualname__, values, lambda: make(*values))


def _taken_over(name: str, values: object, make: Callable[[], str]) -> SafeString:
    parts = _parts.get()
    if parts is None:
        return mark_safe(make())  # noqa: S308
    tag = tag_for(name, book_spoken(), _plain(values))
    text = parts.before.get(tag)
    if text is None:
        text = make()
    parts.now[tag] = text
    return mark_safe(text)  # noqa: S308


def parts_in_turn(
    make: Callable[[Sequence[str]], Sequence[str]], values: Sequence[object]
) -> list[str]:
    """
    Return texts of which each follows from its value and from all values before it.

    Those that the answer had before are taken from there, up to the first value that
    has changed. *make* is given them, and returns the rest.
    """
    digest = hashlib.sha256(tag_for(make.__qualname__, book_spoken()).encode())
    tags = []
    for value in values:
        digest.update(repr(_plain(value)).encode())
        tags.append(digest.hexdigest()[:20])
    parts = _parts.get()
    before = parts.before if parts is not None else {}
    known = [before[tag] for tag in takewhile(before.__contains__, tags)]
    texts = [*known, *make(known)]
    if parts is not None:
        parts.now.update(zip(tags, texts, strict=True))
    return texts


PLAIN = (str, int, float, date, Fraction, type(None))
"""Values of which `repr` says all."""


def _plain(value: object) -> object:
    """Return what says all of a value; raise TypeError if nothing does."""
    if type(value) is str or type(value) is int:
        return value
    if isinstance(value, SafeString):
        return "safe", str(value)
    if isinstance(value, Mapping):
        return [(key, _plain(one)) for key, one in value.items()]
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return [_plain(getattr(value, one.name)) for one in fields(value)]
    if isinstance(value, PLAIN):
        return value
    message = f"nobody knows what a template reads of a {type(value).__name__}"
    raise TypeError(message)


def stranger() -> HttpRequest:
    """
    Return a request of nobody in particular.

    What is kept for all who look on is made for it, and so holds nothing of anybody.
    """
    request = HttpRequest()
    request.user = AnonymousUser()
    request.session = SessionBase()
    return request


def with_own_lines(text: str, own: Player | None) -> SafeString:
    """
    Return a text in which the lines of the reader's own player say so.

    It was made for everybody: each line has a place for the word, which stays empty
    but in those of one player.
    """
    if own is not None:
        place = f'data-player="{own.pk}">'
        text = text.replace(place, place + escape(gettext("you")))
    return mark_safe(text)  # noqa: S308


def stale_answers() -> Iterator[str]:
    """Yield what is kept as what it would be made now, and is another text."""
    _ = get_resolver().url_patterns  # every page has said what it keeps
    rows = KeptAnswer.objects.select_related("club")
    made: dict[str, tuple[str, str]] = {}
    before: object = None
    # What one text is made of another one is made of too: each is made once.
    for row in rows.order_by("club", "language", "pk").iterator():
        if before != (before := (row.club_id, row.language)):
            made = {}
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
            outside = _anew.set(made)
            try:
                text, book = answer.made_anew(row.club, *asked)
            finally:
                _anew.reset(outside)
        if (text, book) != (_text_of(row), row.book):
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

    Its head names the account, its look is chosen, and its forms are good with one
    cookie alone.
    """
    user = request.user
    names = (user.get_full_name(), user.get_username()) if user.pk else ()
    own = tag_for(
        *(tag, request.get_full_path(), names, appearance_of(request)),
        request.META.get("CSRF_COOKIE"),
    )
    return f"W/{quote_etag(own)}"
