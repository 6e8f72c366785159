"""What holds for every answer of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.middleware.gzip import GZipMiddleware

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase


def keep_private(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """
    Let nobody but the reader's own browser keep a page, and it ask before showing it.

    Every page says who reads it or what they may do, the public ones too. A view that
    knows better says so itself.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answered


class CompressedPages(GZipMiddleware):
    """
    Compress pages for those who take them so.

    What has an ETag goes out as it is: compressed, the tag would not be the same any
    more, and programs send it back with what they write.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed if it is a page."""
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if not is_page or response.has_header("ETag"):
            return response
        return super().process_response(request, response)
