"""Answers that only read ask the database once for what they need several times."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse

Value = TypeVar("Value")

_read: ContextVar[dict[Any, Any] | None] = ContextVar("_read", default=None)
"""What was read in a request; None in what is none, or may write."""


def read_once(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let an answer that only reads ask once what `once` is given."""

    def answered(request: HttpRequest) -> HttpResponse:
        before = _read.set({} if request.method in ("GET", "HEAD") else None)
        try:
            return get_response(request)
        finally:
            _read.reset(before)

    return answered


def once(read: Callable[..., Value], *about: Hashable) -> Value:
    """Return what *read* finds of what it is asked, or found in this request."""
    known = _read.get()
    if known is None:
        return read(*about)
    key = read, about
    if key not in known:
        known[key] = read(*about)
    found: Value = known[key]
    return found
