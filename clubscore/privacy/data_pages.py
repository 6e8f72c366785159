"""Pages and files with all that is kept of an account, or of a player without one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club import journal
from clubscore.club.access import administers_club
from clubscore.club.factor_pages import proves_first
from clubscore.club.journal import Deed
from clubscore.club.models import Account, Club, Player
from clubscore.club.templatetags.numbers import figure
from clubscore.privacy.own_data import (
    DataSection,
    Person,
    Row,
    Value,
    data_of,
    person_at_table,
    person_of,
)

MOST = 20
"""How many rows of a part a page shows; the file has all."""
FORMAT = "clubscore-person"


@require_safe
@proves_first
def own_data(request: HttpRequest, account: Account) -> HttpResponse:
    """Show all that is kept of whoever is logged in."""
    context = {"sections": _shown(data_of(person_of(account), MOST))}
    return render(request, "privacy/own_data.html", context)


@require_safe
@proves_first
def own_file(request: HttpRequest, account: Account) -> HttpResponse:
    """Give the same as a file, of each part all."""
    response = _file(person_of(account), account.get_username())
    journal.write(request, Deed.OWN_DATA)
    return response


@require_safe
@administers_club
@never_cache
def player_data(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Show an administrator all that is kept of a player without an account."""
    player = _player(club, pk)
    is_theirs = hasattr(player, "member")
    sections = [] if is_theirs else _shown(data_of(person_at_table(player), MOST))
    context = {
        "club": club,
        "player": player,
        "has_account": is_theirs,
        "sections": sections,
    }
    return render(request, "privacy/player_data.html", context)


@require_safe
@administers_club
@never_cache
def player_file(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Give the same as a file, of each part all."""
    player = _player(club, pk, member=None)
    response = _file(person_at_table(player), player.slug)
    journal.write(request, Deed.PLAYER_DATA, club=club, about=player.name)
    return response


def _player(club: Club, pk: int, **more: None) -> Player:
    """Return a player of a club who has not turned out to be another."""
    players = club.players.filter(merged_into=None, **more).select_related("member")
    return get_object_or_404(players, pk=pk)


def _file(person: Person, name: str) -> HttpResponse:
    """Return all that is kept of a person as JSON, to be kept by a browser."""
    told = {
        "format": FORMAT,
        "made_at": timezone.now(),
        **{one.key: one.as_json for one in data_of(person)},
    }
    response = JsonResponse(told, json_dumps_params={"indent": 1})
    name = f"clubscore-{slugify(name) or 'data'}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# On the page ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row as the page shows it."""

    first: str
    rest: list[tuple[str, str]]
    """What the others are called, and what they say; none that says nothing."""


def _shown(sections: list[DataSection]) -> list[tuple[DataSection, list[ShownRow]]]:
    """Return parts with their rows in words."""
    return [(one, [_row(one, row) for row in one.rows]) for one in sections]


def _row(section: DataSection, row: Row) -> ShownRow:
    texts = [_text(value) for value in row]
    labels = [*section.columns.values()]
    told = [(label, text) for label, text in zip(labels, texts, strict=True) if text]
    return ShownRow(told[0][1] if told else "", told[1:])


def _text(value: Value) -> str:
    """Return a value in words of the reader’s language; empty for nothing."""
    match value:
        case None | "":
            return ""
        case bool():
            return gettext("yes") if value else ""
        case datetime():
            return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
        case date():
            return date_format(value, "SHORT_DATE_FORMAT")
        case Fraction():
            return figure(value)
        case Mapping():
            return " ".join(_words(value))
        case _:
            return str(value)


def _words(value: object) -> list[str]:
    """Return every text and number in what JSON keeps of a hand."""
    if isinstance(value, Mapping):
        return [word for one in value.values() for word in _words(one)]
    if isinstance(value, list):
        return [word for one in value for word in _words(one)]
    return [] if value is None or value is False else [str(value)]
