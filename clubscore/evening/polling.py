"""Pages that are asked for again and again, and mostly have nothing new to show."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.http import quote_etag
from django.utils.translation import get_language

from clubscore.partie.models import Partie
from clubscore.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from typing import Any

    from django.http import HttpRequest

    from clubscore.club.models import Club
    from clubscore.partie.pages import HtmxHttpRequest

SHARED_SECONDS = 60
"""For how long a process keeps what it has shown to one reader, for all others."""


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
    text = repr((VERSION, get_language(), *parts))
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def shared(key: str, make: Callable[[], str]) -> str:
    """
    Return what was made under *key*, which changes whenever it would be another text.

    Hundreds who look on ask within seconds of each game, for the same.
    """
    known: str | None = cache.get(key)
    if known is None:
        known = make()
        cache.set(key, known, SHARED_SECONDS)
    return known


def unchanged(request: HtmxHttpRequest, tag: str) -> HttpResponse | None:
    """Return the answer 304 to a page that asks again and shows *tag* already."""
    if not request.htmx:
        return None
    answer = get_conditional_response(request, etag=quote_etag(tag))
    assert answer is None or isinstance(answer, HttpResponse)
    return answer


def polled(
    request: HtmxHttpRequest, page: str, fragment: str, context: dict[str, Any]
) -> HttpResponse:
    """Return the page, or to htmx its fragment alone."""
    response = render(request, fragment if request.htmx else page, context)
    return for_polling(request, response, context["tag"])


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


def _page_etag(request: HttpRequest, tag: str) -> str:
    """Return the tag of a page, whose forms are good with one cookie alone."""
    return f"W/{quote_etag(tag_for(tag, request.META.get('CSRF_COOKIE')))}"
