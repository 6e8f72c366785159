"""
The page that says where to break the wall.

Nothing is kept: the dice stand in the address, so that a reload or a shared link
shows the same wall.
"""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import get_club_for
from clubscore.club.models import Club
from clubscore.club.requests import HtmxHttpRequest
from clubscore.partie.engine import walls
from clubscore.partie.pages import Seen, see
from clubscore.wall.forms import DICE, WallForm
from clubscore.wall.picture import drawing_of


@require_safe
def wall(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Where to break the wall, by any rule book; the season's is chosen already."""
    found = get_club_for(request, club)
    season = found.seasons.holding(timezone.localdate()).first()
    books = walls.books()
    usual = {"ruleset": books[0].key}
    context = {"club": found, "shows_club": True, "asks_rules": season is None}
    if season is not None:
        options = {name: str(value) for name, value in season.options.items()}
        usual = options | {"ruleset": _wall_of(found, season.ruleset)}
        context["says_nothing"] = _if_silent(season.ruleset)
    elif found.wall:
        usual["ruleset"] = found.wall
    form = WallForm(request.GET.dict(), books=books, usual=usual)
    return _answer(request, form, context)


def _wall_of(club: Club, ruleset: str) -> str:
    """Return by which rule book the wall is broken: any game's, if it says nothing."""
    usual = walls.book_called(ruleset).key if walls.says_how(ruleset) else ""
    return club.wall or usual or walls.ANY_GAME


def _if_silent(ruleset: str) -> str:
    """Return the name of a rule book that says nothing of the wall; else nothing."""
    silent = not walls.says_how(ruleset)
    return rule_books.ruleset_called(ruleset).name if silent else ""


@require_safe
def partie_wall(request: HtmxHttpRequest, club: str, number: int) -> HttpResponse:
    """Where to break the wall at a table whose rules and players are known."""
    seen = see(request, club, number)
    partie, table = seen.partie, seen.next_table
    usual = {"ruleset": _wall_of(partie.club, partie.ruleset)}
    if table is not None and table.owner is not None:
        usual["owner"] = table.owner
    keys = filter(walls.says_how, dict.fromkeys((partie.ruleset, walls.ANY_GAME)))
    form = WallForm(
        request.GET.dict(),
        books=map(walls.book_called, keys),
        usual=usual,
        partie=partie,
    )
    seats = seen.seats if table is not None and not table.dice_choose else []
    context = {**seen.context, "shows_club": seen.shows_club, "seats": seats}
    context["says_nothing"] = _if_silent(partie.ruleset)
    if table is not None and not table.knows_dealer:
        context["throws"] = _last_winner(seen)
    return _answer(request, form, context)


def _last_winner(seen: Seen) -> str:
    """Return who throws where the dice choose East: the winner of the last game."""
    played = seen.chronicle.games
    winner = played[-1].game.winner if played else None
    return seen.names.get(winner or "", "")


def _answer(
    request: HtmxHttpRequest, form: WallForm, context: dict[str, Any]
) -> HttpResponse:
    """Answer with the page, with its result alone, or with dice that were thrown."""
    if "throw" in request.GET and form.book is not None:
        return redirect(_thrown(request, form))
    broken = form.wall()
    context["form"] = form
    if broken is not None:
        context |= {
            "drawing": drawing_of(broken),
            "instruction": rule_books.sentence(broken.instruction),
            "counting": list(map(rule_books.sentence, broken.counting)),
            "notes": list(map(rule_books.sentence, broken.notes)),
        }
    template = "wall/_wall_result.html" if request.htmx else "wall/wall.html"
    response = render(request, template, context)
    if broken is not None and request.htmx and not _showed_wall(request, form):
        # Who has just tapped the last die need not scroll down to the picture.
        response["HX-Reswap"] = "innerHTML show:top"
    return response


def _showed_wall(request: HtmxHttpRequest, form: WallForm) -> bool:
    """Tell whether the page from which htmx asks shows a wall already."""
    query = QueryDict(urlsplit(request.htmx.current_url or "").query)
    return all(query.get(name) for name in form.dice_thrown)


def _thrown(request: HttpRequest, form: WallForm) -> str:
    """Return the address at which the dice have just been thrown."""
    said = request.GET.copy()
    del said["throw"]
    for name in DICE:
        said.pop(name, None)
    for name in form.dice_thrown:
        said[name] = str(secrets.randbelow(6) + 1)
    return f"{request.path}?{said.urlencode()}#wall-result"
