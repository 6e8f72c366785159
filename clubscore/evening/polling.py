"""Pages that ask again every few seconds, and mostly hear that nothing has changed."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from datetime import date
    from typing import Any

    from clubscore.club.models import Club
    from clubscore.partie.pages import HtmxHttpRequest


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
    parts = (day, get_language(), *more, *shown)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


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
