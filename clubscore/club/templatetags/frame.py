"""The band and the menu around every page of a club."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from clubscore.club.access import may_administer, may_read
from clubscore.club.models import Club

register = template.Library()

PARTS: dict[str, tuple[str | Promise, str]] = {
    "tonight": (pgettext_lazy("menu", "Tonight"), "season:club"),
    "leaderboard": (pgettext_lazy("menu", "Leaderboard"), "season:leaderboard"),
    "players": (pgettext_lazy("menu", "Players"), "season:players"),
    "evenings": (pgettext_lazy("menu", "Evenings"), "season:evenings"),
    "records": (pgettext_lazy("menu", "Records"), "season:records"),
    "rules": (pgettext_lazy("menu", "Rules"), "table:rule_books"),
}
"""The parts of a club's site: their names, and the first page of each."""
SETTINGS = (pgettext_lazy("menu", "Settings"), "club:settings")

OF_PAGES = {
    **{name: key for key, (_, name) in PARTS.items()},
    **dict.fromkeys(("season:season", "season:seasons"), "leaderboard"),
    **dict.fromkeys(
        ("season:player", "season:statistics", "season:ratings", "club:initials"),
        "players",
    ),
    **dict.fromkeys(("table:reference", "wall:wall"), "rules"),
    "archive:paper": "evenings",
    "season:tournament": "evenings",
    "season:tournament_new": "evenings",
    **dict.fromkeys(
        (
            *("season:method", "season:website", "evening:plan", "evening:planned"),
            *("evening:sign_on_links", "evening:sign_on_link"),
            *("corrections:merge", "corrections:part"),
        ),
        "settings",
    ),
}
"""Which part a page belongs to."""
OF_ROOMS = {
    **dict.fromkeys(("table", "corrections", "evening", "wall"), "evenings"),
    **dict.fromkeys(("books", "club", "archive"), "settings"),
}
"""The same of the other pages, by the rooms that show them."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of the menu."""

    key: str
    name: str | Promise
    address: str
    current: str
    """As `aria-current` says it: the page itself, another one of its part, or empty."""


@dataclass(frozen=True, slots=True)
class ClubMenu:
    """The menu of a club's pages, for one reader."""

    club: Club
    items: tuple[MenuItem, ...]
    settings: MenuItem | None
    """Only for whoever runs the club."""


@register.simple_tag(takes_context=True)
def club_menu(context: Context) -> ClubMenu | None:
    """
    Return the menu of the club that a page is about; None where it is about none.

    Nor is there one where the club does not exist for the reader. Costs a query of an
    account, unless its role has been asked for already.
    """
    request, club = context.get("request"), context.get("club")
    if request is None or not isinstance(club, Club) or club.pk is None:
        return None
    if not may_read(request, club):
        return None
    match = request.resolver_match
    page = match.view_name if match is not None else ""
    room = page.partition(":")[0]
    part = OF_PAGES.get(page, OF_ROOMS.get(room, ""))

    def item(key: str, name: str | Promise, view: str) -> MenuItem:
        current = "page" if view == page else "true" if key == part else ""
        return MenuItem(key, name, reverse(view, args=[club.slug]), current)

    return ClubMenu(
        club,
        tuple(item(key, *told) for key, told in PARTS.items()),
        item("settings", *SETTINGS) if may_administer(request, club) else None,
    )
