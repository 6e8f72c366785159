"""The language and the look of all pages, as chosen at their foot."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST

from clubscore.club.requests import page_asked_for

APPEARANCES = {
    "light": pgettext_lazy("appearance", "Light"),
    "dark": pgettext_lazy("appearance", "Dark"),
    "": pgettext_lazy("appearance", "As the device"),
}
"""What can be chosen, and its name; without a choice the device decides."""
APPEARANCE = f"{settings.HOST_ONLY}appearance"
"""The cookie that keeps the choice."""
KEPT_SECONDS = 365 * 24 * 60 * 60


def appearance_of(request: HttpRequest) -> str:
    """Return the appearance that was chosen; empty where the device decides."""
    chosen = request.COOKIES.get(APPEARANCE, "")
    return chosen if chosen in APPEARANCES else ""


@cache_control(private=True, no_cache=True, no_store=True)
@require_POST
def display(request: HttpRequest) -> HttpResponse:
    """Keep the language or the appearance that was chosen, and lead back."""
    response = redirect(page_asked_for(request, request.POST.get("next", ""), "/"))
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        _keep(response, settings.LANGUAGE_COOKIE_NAME, language)
    appearance = request.POST.get("appearance")
    if appearance in APPEARANCES:
        _keep(response, APPEARANCE, appearance)
    return response


def _keep(response: HttpResponse, name: str, value: str) -> None:
    """Let the browser keep a choice, or forget it where none is left."""
    if not value:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(
        name,
        value,
        max_age=KEPT_SECONDS,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
