"""The club’s icon on a phone: its manifest, and the partie that it opens."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import account_of
from clubscore.club.models import Club
from clubscore.partie.access import linked_parties
from clubscore.partie.models import Partie

GROUND = "#0b4a38"
"""The colour of the site's head, as the style sheets have it."""
PAPER = "#faf7ef"
"""The colour that pages lie on."""


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Say how the site stands on a home screen."""
    icons = [
        _icon("192", 192, "any"),
        _icon("512", 512, "any"),
        _icon("maskable", 512, "maskable"),
    ]
    return JsonResponse(
        {
            "id": get_script_prefix(),
            "name": "Clubscore",
            "short_name": "Clubscore",
            "description": _("Scores of mahjong clubs that play with real tiles"),
            "lang": get_language(),
            "start_url": reverse("table:start"),
            "scope": get_script_prefix(),
            "display": "standalone",
            "theme_color": GROUND,
            "background_color": PAPER,
            "icons": icons,
        },
        content_type="application/manifest+json",
    )


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"icons/{name}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@require_safe
def start(request: HttpRequest) -> HttpResponseRedirect:
    """Open the partie that the reader plays, or the club, or the clubs."""
    partie = _played(request)
    if partie is not None:
        return redirect("table:record", partie.club.slug, partie.number)
    account = account_of(request)
    club = Club.objects.filter(members__account=account).first() if account else None
    return redirect(club if club is not None else "/")


def _played(request: HttpRequest) -> Partie | None:
    """Return the partie that is played with the reader, the last one begun."""
    running = Partie.objects.open().select_related("club").order_by("-pk")
    linked = running.filter(pk__in=linked_parties(request)).first()
    account = account_of(request)
    if linked is not None or account is None:
        return linked
    return running.filter(results__player__member__account=account).first()
