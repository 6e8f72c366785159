"""
Pages for a club's own website, where they stand in a frame, and its Atom feed.

They are the only ones that may stand in a frame. They show what everybody sees, in
colours of the address, and lead to the club's pages.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from clubscore.club.access import administers_club, get_club_for
from clubscore.club.models import Club
from clubscore.club.numbers import number_in
from clubscore.club.templatetags.numbers import signed
from clubscore.evening.overview import evenings_of, parties_of, results_of, tables_of
from clubscore.partie.answers import kept
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.versions import counted_version
from clubscore.season.standings import leaderboard_of
from clubscore.season.views.clubs import season_on_top, seasons_of
from clubscore.season.views.lists import with_winners

MOST_LINES = 30
LINES = 5
"""How many lines a frame shows, unless its address says otherwise."""
COLOURS = {"ground": "--ground", "ink": "--ink", "accent": "--green"}
"""What the address can say, and the token that it stands for."""
COLOUR = re.compile(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}")
IN_THE_FEED = 20
"""So many evenings the feed tells of."""


# In a frame -------------------------------------------------------------------------


@require_safe
def top(request: HttpRequest, club: str) -> HttpResponse:
    """Show the head of the leaderboard of the season that is on."""
    found = get_club_for(request, club)
    season = season_on_top(list(seasons_of(found)), day_of_tonight(found))
    many = min(number_in(request.GET.get("lines", "")) or LINES, MOST_LINES)
    shown = top_lines(found, season.pk, many) if season is not None else ""
    context = {
        "club": found,
        "heading": season.name if season is not None else gettext("Leaderboard"),
        "address": reverse("season:leaderboard", args=[found.slug]),
        "shown": shown,
    }
    return _framed(request, context)


@kept(counted_version)
def top_lines(club: Club, season: int, many: int) -> str:
    """Return the head of a leaderboard as a table of three columns."""
    of_club = club.seasons.get(pk=season)
    of_club.club = club
    lines = [
        (row.line.place, row.name, row.points)
        for row in leaderboard_of(of_club).placed[:many]
    ]
    return _table(lines)


@require_safe
def last(request: HttpRequest, club: str) -> HttpResponse:
    """Show what the last evening has come to."""
    found = get_club_for(request, club)
    evening = evenings_of(found).filter(date__lt=day_of_tonight(found)).first()
    context: dict[str, Any] = {
        "club": found,
        "heading": gettext("Last evening"),
        "address": reverse("season:evenings", args=[found.slug]),
    }
    if evening is not None:
        day = evening.date
        context["heading"] = formats.date_format(day)
        context["address"] = reverse("evening:evening", args=[found.slug, day])
        context["shown"] = last_lines(found, day.isoformat())
    return _framed(request, context)


@kept(counted_version)
def last_lines(club: Club, day: str) -> str:
    """Return what an evening has come to as a table of three columns."""
    tables = tables_of(parties_of(club, datetime.fromisoformat(day).date()))
    return _table(
        [(one.place, one.player.name, signed(one.score)) for one in results_of(tables)]
    )


def _table(lines: list[tuple[Any, str, str]]) -> str:
    return render_to_string("season/_embedded.html", {"lines": lines})


def _framed(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Return a page that any site may show in a frame."""
    context["query"] = request.GET.urlencode()

    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"]})
    def page(request: HttpRequest) -> HttpResponse:
        return render(request, "season/embedded.html", context)

    response = page(request)
    assert isinstance(response, HttpResponse)
    return response


@require_safe
def colours(request: HttpRequest, club: str) -> HttpResponse:
    """Return the colours that the address of a frame asks for, as CSS."""
    get_club_for(request, club)
    asked = (
        f"{token}: #{request.GET[name]};"
        for name, token in COLOURS.items()
        if COLOUR.fullmatch(request.GET.get(name, ""))
    )
    return HttpResponse(f":root {{ {' '.join(asked)} }}\n", content_type="text/css")


# How to put it there ----------------------------------------------------------------


@require_safe
@administers_club
@never_cache
def website(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the HTML with which a club's own website shows its results."""

    def line(view: str, name: str) -> dict[str, str]:
        address = request.build_absolute_uri(reverse(view, args=[club.slug]))
        html = format_html(
            '<iframe src="{}" title="{}" width="100%" height="320"></iframe>',
            address,
            f"{club.name}: {name}",
        )
        return {"id": f"html-{view[7:]}", "name": name, "html": html}

    context = {
        "club": club,
        "lines": [
            line("season:embed_top", gettext("The top five of the leaderboard")),
            line("season:embed_last", gettext("What the last evening has come to")),
        ],
        "feed": request.build_absolute_uri(reverse("season:feed", args=[club.slug])),
    }
    return render(request, "season/website.html", context)


# The feed ---------------------------------------------------------------------------


@require_safe
def feed(request: HttpRequest, club: str) -> HttpResponse:
    """Return who has won the last evenings, as an Atom feed."""
    found = get_club_for(request, club)
    address = request.build_absolute_uri
    made = Atom1Feed(
        title=found.name,
        link=address(found.get_absolute_url()),
        description="",
        feed_url=address(request.path),
    )
    over = evenings_of(found).filter(date__lt=day_of_tonight(found))[:IN_THE_FEED]
    for one in with_winners(found, list(over)):
        day = one.evening.date
        names = get_text_list([who.name for who in one.winners], gettext("and"))
        link = address(reverse("evening:evening", args=[found.slug, day]))
        made.add_item(
            title=formats.date_format(day),
            link=link,
            unique_id=link,
            updateddate=datetime.combine(day, time(), UTC),
            description=gettext("Highest score: %(names)s, %(score)s")
            % {"names": names, "score": signed(one.score)},
        )
    return HttpResponse(made.writeString("utf-8"), content_type=made.content_type)
