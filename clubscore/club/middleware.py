"""Middleware for every response of the site."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from clubscore.bodies import most_bytes
from clubscore.club import limits
from clubscore.club.networks import network_of
from clubscore.club.numbers import is_longer

NUL = re.compile("\0|%00")
"""The sign in a query, as itself or as addresses write it."""


def keep_private(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """
    Let nobody but the reader's own browser keep a page, and it ask before showing it.

    Every page says who reads it or what they may do, the public ones too. A view that
    knows better says so itself. What somebody reads by an account or a link is kept
    nowhere, whatever the view says: the next one at that machine is somebody else.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = getattr(request, "session", None)
        if session is not None and session.accessed and not session.is_empty():
            response.headers["Cache-Control"] = "private, no-cache, no-store"
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answered


def log_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Write a line for each request that is answered, where LOG_REQUESTS asks."""

    def answered(request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        response = get_response(request)
        requests.info(
            "%s %s %d %d ms %s",
            request.method,
            request.path,
            response.status_code,
            (time.monotonic() - began) * 1000,
            network_of(request),
        )
        return response

    return answered


def pass_over_nul(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """
    Read every address without the sign NUL, which nobody types.

    PostgreSQL takes no text that holds it, so that looking one up would be an error.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        request.path = request.path.replace("\0", "")
        request.path_info = request.path_info.replace("\0", "")
        query = request.META.get("QUERY_STRING", "")
        while NUL.search(query):  # taking one out can make another
            query = NUL.sub("", query)
        request.META["QUERY_STRING"] = query
        return get_response(request)

    return answered


def refuse_long_bodies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """
    Answer 413 to a request that announces more than its address takes.

    Before anything reads it, as the check of forms does. Behind our own worker none
    comes so far; other servers know nothing of our limits. The API refuses what is
    too long itself, unread and in its own words.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        is_api = request.path_info.startswith("/api/")
        if not is_api and is_longer(request, most_bytes(request.path_info)):
            return HttpResponse("Content Too Large", "text/plain", 413)
        return get_response(request)

    return answered


def charge_networks(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Charge each network with what its requests take, from the first line to here."""

    def answered(request: HttpRequest) -> HttpResponse:
        with limits.asked_by(network_of(request)):
            return get_response(request)

    return answered


class SpendthriftsRefused:
    """
    Answer 429 to who has taken a network's share, or would with many jokers.

    It asks nothing of the database. Whether the site lives is told to everybody, until
    it is a flood that `clubscore.worker` refuses.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, unless the share is taken."""
        wait = limits.wait_of(network_of(request))
        if wait is not None and request.path_info != "/healthz":
            return too_much(request, str(TOO_MUCH), wait)
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, error: Exception
    ) -> HttpResponse | None:
        """Say that it was too much; another exception is none of ours."""
        if not isinstance(error, limits.TooCostlyError):
            return None
        is_jokers = isinstance(error, limits.TooManyJokersError)
        return too_much(
            request, str(TOO_MANY_JOKERS if is_jokers else TOO_MUCH), error.wait
        )


def too_much(request: HttpRequest, sentence: str, wait: int) -> HttpResponse:
    """
    Return the answer 429, with how many seconds to wait.

    A phone gets it in the shape of all others, and sends a game again later.
    """
    response: HttpResponse
    if "text/html" in request.headers.get("Accept", ""):
        # Without the request: nobody is looked up for it.
        page = render_to_string("429.html", {"sentence": sentence})
        response = HttpResponse(page, status=429)
    else:
        told = {"code": "too_many_requests", "message": sentence}
        response = JsonResponse({"error": told}, status=429)
    response.headers["Retry-After"] = str(wait)
    return response


TOO_MUCH = _("Too much was asked from here at once. Wait a minute, then try again.")
TOO_MANY_JOKERS = _(
    "Too many hands with many jokers were counted from here. Wait a minute, then try "
    "again."
)

requests = logging.getLogger("clubscore.requests")


class CompressedPages(GZipMiddleware):
    """
    Compress pages for those who take them so.

    What has a strong ETag goes out as it is: compressed, the tag would not be the same
    any more, and programs send it back with what they write.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed if it is a page."""
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if not is_page or response.headers.get("ETag", "").startswith('"'):
            return response
        return super().process_response(request, response)
