"""The response of a document: a PDF, a page with its progress, or an error."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, quote_etag

from clubscore.club.models import Club
from clubscore.club.requests import HtmxHttpRequest
from clubscore.club.vocabulary import book_spoken, speak_as
from clubscore.sheets import documents
from clubscore.sheets.models import Document
from clubscore.sheets.pdf import NoPrintingError, PrintingError
from clubscore.sheets.press import Job

MAKING = "making"
"""Of an address: which document is made for who asks."""

logger = logging.getLogger(__name__)


@contextmanager
def in_language_of(request: HttpRequest) -> Iterator[None]:
    """Speak the language that the address asks for, else the reader's own."""
    asked = request.GET.get("language", "")
    known = dict(settings.LANGUAGES)
    language = asked if asked in known else translation.get_language() or "en"
    book = book_spoken()
    with translation.override(language):
        speak_as(book)
        yield


# At once --------------------------------------------------------------------------


def short(
    request: HttpRequest,
    club: Club | None,
    kind: Document.Content,
    job: Job,
    name: str,
) -> HttpResponse:
    """Answer with a document of a few pages, made now; *name* is its file's."""
    same = get_conditional_response(request, etag=quote_etag(job.identifier))
    if same is not None and same.status_code == 304:
        return same
    try:
        content = documents.made_at_once(club, kind, job)
    except NoPrintingError:
        logger.exception("this machine cannot print")
        return cannot(request, club)
    except PrintingError:
        logger.exception("a %s could not be made", kind)
        return failed(request, club)
    return pdf(content, name, job.identifier)


def pdf(content: bytes, name: str, tag: str) -> HttpResponse:
    """Return a PDF, which the browser shows if it can."""
    response = HttpResponse(content, content_type="application/pdf")
    disposition = content_disposition_header(
        as_attachment=False, filename=f"{name}.pdf"
    )
    assert disposition is not None
    response["Content-Disposition"] = disposition
    response["ETag"] = quote_etag(tag)
    return response


def cannot(request: HttpRequest, club: Club | None) -> HttpResponse:
    """Say that this machine cannot print, and what it lacks."""
    return render(request, "sheets/cannot.html", {"club": club}, status=503)


def failed(request: HttpRequest, club: Club | None) -> HttpResponse:
    """Say that it did not work this time."""
    context = {"club": club, "again": _address(request)}
    return render(request, "sheets/failed.html", context, status=503)


# In time --------------------------------------------------------------------------


def being_made(
    request: HtmxHttpRequest, club: Club, kind: Document.Content, name: str
) -> HttpResponse | None:
    """
    Answer who has asked before and now waits; None for everybody else.

    Nothing of the document is worked out again for that.
    """
    token = request.GET.get(MAKING, "")
    if not token:
        return None
    called = Document.objects.called(token).filter(club=club, kind=kind)
    document = called.defer("content", "job").first()
    if document is None:
        # It was let go, or the address is wrong: begin anew.
        return redirect(_address(request))
    documents.look_after(document)
    if document.is_done and "open" in request.GET:
        return pdf(documents.content_of(document), name, document.digest)
    return _progress(request, club, document)


def long(
    request: HttpRequest, club: Club, kind: Document.Content, job: Job, name: str
) -> HttpResponse:
    """Answer with a document if it is there, else with a page on which to wait."""
    try:
        document = documents.put_down(club, kind, job)
    except documents.NamesChangedError:
        return redirect(_address(request))  # with the names of now
    if document.is_done:
        return pdf(documents.content_of(document), name, document.digest)
    return redirect(_address(request, **{MAKING: document.token}))


def _progress(request: HtmxHttpRequest, club: Club, document: Document) -> HttpResponse:
    """Say how far a document is."""
    if document.lacks_library:
        return cannot(request, club)
    here = {MAKING: document.token}
    context = {
        "club": club,
        "document": document,
        "here": _address(request, **here),
        "open": _address(request, **here, open="1"),
        "again": _address(request),
    }
    template = "_making.html" if request.htmx else "making.html"
    response = render(request, f"sheets/{template}", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _address(request: HttpRequest, **more: str) -> str:
    """Return the address that is asked for, with *more* in it and nothing of ours."""
    asked = request.GET.copy()
    for name in (MAKING, "open"):
        asked.pop(name, None)
    asked.update(more)
    query = asked.urlencode()
    return f"{request.path}?{query}" if query else request.path


def number_asked(request: HttpRequest, name: str, known: range, otherwise: int) -> int:
    """Return a number of the address; raise Http404 for one that means nothing."""
    text = request.GET.get(name, "")
    if not text:
        return otherwise
    if text not in map(str, known):
        raise Http404
    return int(text)
