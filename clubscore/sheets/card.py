"""The reference card of a rule book, with a club's house rules, on two sides of A4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clubscore.sheets import rendering

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clubscore.club.models import Club
    from clubscore.sheets.press import Job

TEMPLATE = "sheets/card.html"
STYLES = ("css/sheets/tiles.css", "css/sheets/card.css")


MANY = 45
"""Cards with more items and limit hands than this are set smaller, to fit two sides."""


def job_of(club: Club, context: Mapping[str, Any]) -> Job:
    """Return what prints the card of a *context*, which the card's page has too."""
    is_roomy = len(context["reference"].entries) < MANY
    page = rendering.page_of(TEMPLATE, {**context, "is_roomy": is_roomy})
    return rendering.job_of([page], *STYLES, scope=club.pk)
