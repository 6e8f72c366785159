"""The service worker, what a phone counts with, and the page without a signal."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.views.decorators.http import require_safe

from clubscore.club.engine import problems_of
from clubscore.partie.phone_engine import engine_files, words_of

ANY = "*"
"""Stands for a part of an address that is another one each time."""
ACCOUNT_PAGES: dict[str, list[str]] = {
    "club:login": [],
    "club:logout": [],
    "club:invitation": [ANY],
    "club:invitation_open": [],
    "table:keep": [ANY],
    "admin:login": [],
    "admin:logout": [],
}
"""
Where a phone changes hands, and what their addresses take: there somebody logs in or
out, or makes an account. What the phone kept for its reader goes.
"""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """
    The service worker of the whole site.

    Its address has no version in it, so it is asked for anew each time; its code has.
    """
    known = {
        "static": settings.STATIC_URL,
        "offline": reverse("table:offline"),
        "start": reverse("table:start"),
        "account": [reverse(name, args=args) for name, args in ACCOUNT_PAGES.items()],
    }
    code = (
        f"self.clubscore = {json.dumps(known)};\n"
        f"importScripts({json.dumps(static('js/table/sw.js'))});\n"
    )
    response = HttpResponse(code, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = get_script_prefix()
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """
    Say that there is no signal; the service worker keeps the answer.

    It is the same for everybody who reads the language, so nothing is asked for.
    """
    return HttpResponse(render_to_string("table/offline.html"))


@require_safe
def phone_engine(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Tell a phone what the rules engine is made of, in its reader's language."""
    response = JsonResponse(engine_files(_book(ruleset)))
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def phone_words(request: HttpRequest, language: str, ruleset: str) -> HttpResponse:
    """Give a phone the words of a rule book, which it keeps itself by their version."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    response = JsonResponse(words_of(language, _book(ruleset)))
    response["Cache-Control"] = "no-cache"
    return response


def _book(key: str) -> str:
    """Return the key of a rule book that is played here; raise Http404 if none is."""
    if problems_of(key, {}):
        raise Http404
    return key
