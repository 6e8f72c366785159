"""
Names stand as the language sorts them, in every list and where a table has ties.

Every address of `tests.roles_table` that shows a page, a file or JSON is asked for, in
a club where all have played alike: nothing but names tells them apart. They sit at the
tables by name, so that no row of seats is out of order either.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any, cast

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader
from pytest_django import DjangoDbBlocker

from clubscore.archive.earlier.writer import results_import
from clubscore.club import methods
from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.club.services import season_make, season_method_change
from clubscore.partie.club_plans import PlanWish, make_soon, plan_make
from clubscore.partie.models import ClubPlan, Partie, PlannedEvening, Presence, SignOn
from clubscore.partie.services import (
    Author,
    game_record,
    link_make,
    partie_end,
    partie_start,
    scores_record,
)
from tests.conftest import players_in
from tests.roles_table import pages
from tests.season.played import DRAW, write

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Élodie", "Emil", "Oskar", "Øyvind", "Özgür", "Ulla", "Zoë")
"""As German and Dutch sort them; by their letters’ numbers É, Ø and Ö come last."""
NAME = re.compile(rf"\b({'|'.join(NAMES)})\b")
JOINED = re.compile(rf"{NAME.pattern}(?:(?:, | und | en | and ){NAME.pattern})+")
LANGUAGES = ("de", "nl")
DAY = dt.date(2026, 11, 17)

NOT_ASKED = (
    # Of no club, or of the machine, a phone or its engine.
    *("/admin/", "/accounts/", "/.well-known/", "/healthz", "/readyz", "/metrics"),
    "/help/",
    *("/robots", "/sw.js", "/offline", "/manifest", "/start.html", "/words.json"),
    *("/engine.json", "/api/v1/openapi", "/api/v1/^"),
    # Of one person or thing.
    *("/<club>/records/<kind>/", "/<club>/records/limit-hands/"),
    *("/<club>/settings/people/<pk>/", "/<club>/settings/books/<pk>/"),
    *("/<club>/settings/import/<key>/", "/<club>/settings/programs/<pk>/"),
    *("/<club>/settings/players/<pk>/part/", "/<club>/settings/players/<pk>/data"),
    # In another order: as it came, by ids, by seats that were drawn.
    *("/<club>/settings/journal/", "/<club>/settings/export/club.json"),
    *("/api/v1/clubs/<club>/export/", "/<club>/evenings/<day>/tables/"),
    "/<club>/plans/<plan>/",
)
"""How addresses begin whose lists have no names, or have them in another order."""
TIES_AT = {
    "/",
    "/<club>/",
    "/<club>/embed/leaderboard/",
    "/<club>/embed/last/",
    "/<club>/evenings/<day>/",
    "/<club>/evenings/<day>/settle/",
    "/<club>/feed.atom",
    "/<club>/live/",
    "/<club>/parties/<number>/",
    "/<club>/players/",
    "/<club>/players/<player>/",
    "/<club>/ratings.csv",
    "/<club>/ratings/",
    "/<club>/records/",
    "/<club>/seasons/<season>.csv",
    "/<club>/seasons/<season>.pdf",
    "/<club>/seasons/<season>.xlsx",
    "/<club>/seasons/<season>/",
    "/<club>/settings/people/",
    "/<club>/settings/players/",
    "/<club>/statistics/",
    "/api/v1/clubs/<club>/",
    "/api/v1/clubs/<club>/seasons/<season>/standings/",
}
"""Where names are known to stand below one another."""


def play_alike(season: Season, players: list[Player], table: str) -> None:
    """Play a partie in which each of four wins one game."""
    partie = partie_start(season=season, players=players, day=DAY, table=table)
    keys = [str(one.pk) for one in players]
    for winner in keys:
        scores_record(
            partie=partie,
            write=write(partie),
            scores={key: 90 if key == winner else -30 for key in keys},
            outcome={
                "kind": "win",
                "winner": winner,
                "source": "wall",
                "from": None,
                "winning_tile": None,
            },
        )
    partie_end(partie=partie, write=write(partie), why="time")


def set_up() -> dict[str, Any]:
    """Return what stands in the addresses of a club in which all are alike."""
    for name in reversed(NAMES):
        Club.objects.create(name=name, slug=f"club-{name}")
    club = Club.objects.create(name="Het Groene Hart", slug="hart", fewest_parties=1)
    season = season_make(
        club=club, name="2026", starts_on=dt.date(2026, 1, 1), ruleset="nts"
    )
    players = players_in(club, *reversed(NAMES))[::-1]
    play_alike(season, players[:4], "1")
    play_alike(season, players[4:], "2")
    today = timezone.localdate()
    partie = partie_start(season=season, players=players[:4], day=today, table="1")
    for _ in range(3):
        game_record(partie=partie, write=write(partie), record=DRAW)
    planned = PlannedEvening.objects.create(club=club, date=today)
    for one in reversed(players):
        Presence.objects.create(evening=partie.evening, player=one)
        SignOn.objects.create(planned=planned, player=one, comes=True)
    members = [
        Member.objects.create(
            club=club, account=Account.objects.create_user(one.name), player=one
        )
        for one in reversed(players)
    ]
    host = Account.objects.create_user("willem")
    Member.objects.create(club=club, account=host, role=Role.ADMINISTRATOR)
    version = plan_make(
        season=season,
        occasion=ClubPlan.Occasion.SEASON,
        day=None,
        wish=PlanWish(tuple(one.pk for one in players[:3:-1]), sittings=1),
        account=host,
    )
    make_soon(version)
    tournament = plan_make(
        season=season,
        occasion=ClubPlan.Occasion.TOURNAMENT,
        day=None,
        wish=PlanWish(tuple(one.pk for one in players[:3:-1]), sittings=1),
        account=host,
    )
    make_soon(tournament)
    results_import(
        club=club,
        text="2026-01-02;;" + ";".join(f"{one.name};0" for one in players[3::-1]),
        adding=(),
        author=Author(host),
        key="old results",
    )
    partie.refresh_from_db()
    return {
        "club": club.slug,
        "season": season.slug,
        "season_pk": season.pk,
        "number": partie.number,
        "partie_pk": partie.pk,
        "old": Partie.objects.get(is_result_only=True).number,
        "game": 1,
        "typed": 1,
        "last": 3,
        "place": 1,
        "player": players[0].slug,
        "own_player": players[0].slug,
        "player_pk": players[0].pk,
        "free_0": players[0].pk,
        "member_pk": members[0].pk,
        "planned_pk": planned.pk,
        "year": today.year,
        "day": DAY.isoformat(),
        "plan": version.plan.number,
        "tournament": tournament.plan.number,
        "ruleset": "nts",
        "link": link_make(partie=partie).token,
    }


@pytest.fixture(scope="module")
def alike(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, Any]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield set_up()
        transaction.set_rollback(True)


# Lists in answers -------------------------------------------------------------------


class Lists(HTMLParser):
    """The rows of each list and table of a page, as texts."""

    LISTS = frozenset(("table", "tbody", "ul", "ol", "select", "datalist"))
    ROWS = frozenset(("tr", "li", "option"))

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[list[str]] = []
        self._open: list[tuple[str, list[str]]] = [("page", [])]
        self.feed(page)

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        if tag in self.LISTS:
            rows: list[str] = []
            self.found.append(rows)
            self._open.append((tag, rows))
        elif tag in self.ROWS:
            self._open[-1][1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._open[-1][0]:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for _tag, rows in self._open:
            if rows:
                rows[-1] += f" {data}"


def lists_in(response: HttpResponse) -> Iterator[list[str]]:
    """Yield the rows of each list in an answer, and lists within a sentence."""
    kind, content = response.get("Content-Type", ""), response.getvalue()
    if kind == "application/pdf":
        for page in PdfReader(io.BytesIO(content)).pages:
            # Pictures and text stand among the tables: a place begins their lines.
            yield [row for row in page.extract_text().splitlines() if row[0].isdigit()]
    elif "spreadsheet" in kind:
        for sheet in load_workbook(io.BytesIO(content)):
            yield [" ".join(map(str, row)) for row in sheet.values]
    elif kind.startswith("text/csv"):
        yield [" ".join(row) for row in csv.reader(io.StringIO(content.decode()))]
    elif "json" in kind:
        yield from _lists_of(json.loads(content))
    elif kind.startswith(("text/html", "application/atom")):
        text = unescape(content.decode())
        yield from (*Lists(text).found, *within_sentences(text))


def within_sentences(text: str) -> list[list[str]]:
    """Return the names that stand beside one another, as in *Anna, Emil and Zoë*."""
    return [NAME.findall(one[0]) for one in JOINED.finditer(text)]


def _lists_of(value: Any) -> Iterator[list[str]]:
    if isinstance(value, list):
        yield [json.dumps(one, ensure_ascii=False) for one in value]
    for one in value.values() if isinstance(value, dict) else value:
        if isinstance(one, dict | list):
            yield from _lists_of(one)


def names_in(rows: list[str]) -> list[str]:
    """Return the names that rows begin with; a row of several is of the first."""
    firsts = (NAME.search(row) for row in rows)
    return [found[0] for found in firsts if found is not None]


def out_of_order(lists: Iterable[list[str]]) -> list[list[str]]:
    """Return the names of each list that is not in their order."""
    found = map(names_in, lists)
    return [names for names in found if names != sorted(names, key=NAMES.index)]


def has_several(lists: Iterable[list[str]]) -> bool:
    """Tell whether several names stand in one of *lists*."""
    return any(len(set(names_in(rows))) > 1 for rows in lists)


def sorted_otherwise(path: str, response: HttpResponse) -> set[str]:
    """Return the addresses that the heads of a page's columns lead to."""
    if not response.get("Content-Type", "").startswith("text/html"):
        return set()
    found = re.findall(
        r'href="(\?[^"]*\b(?:sort|by)=[^"]*)"', response.content.decode()
    )
    return {path + unescape(query) for query in found}


def reader(language: str) -> Client:
    """Return the browser of the administrator, in a language."""
    client = Client(headers={"accept-language": language})
    client.force_login(Account.objects.get(username="willem"))
    return client


def asked(client: Client, path: str) -> HttpResponse:
    """Return what an address answers."""
    return cast("HttpResponse", client.get(path))


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stand_as_the_language_sorts_them(
    alike: dict[str, Any], language: str
) -> None:
    client = reader(language)
    wrong, seen = [], set()
    for page in pages():
        if "GET" not in page.kinds or page.route.startswith(NOT_ASKED):
            continue
        path = page.path(alike)
        response = asked(client, path)
        for address in (path, *sorted_otherwise(path, response)):
            lists = list(lists_in(asked(client, address)))
            wrong += [(address, names) for names in out_of_order(lists)]
            seen |= {page.route} if has_several(lists) else set()
    assert wrong == []
    assert seen >= TIES_AT


def test_ties_stand_by_name_by_every_method(alike: dict[str, Any]) -> None:
    client = reader("de")
    season = Season.objects.get(club__slug=alike["club"], slug=alike["season"])
    for preset in methods.presets():
        season_method_change(
            season=season,
            method=methods.stored(preset.method),
            substitutes=season.substitutes,
        )
        path = f"/{alike['club']}/seasons/{season.slug}/?why=anna"
        page = unescape(asked(client, path).content.decode())
        board, _, more = page.partition('id="titles"')
        # One title stands below the other; their winners stand beside one another.
        titles, _, periods = more.partition("</section>")
        lists = [*Lists(board).found, *within_sentences(board), *Lists(periods).found]
        lists += within_sentences(titles)
        assert out_of_order(lists) == []
        assert has_several(lists)


def test_an_old_result_stands_by_name(alike: dict[str, Any]) -> None:
    page = asked(reader("nl"), f"/{alike['club']}/parties/{alike['old']}/")
    lists = list(lists_in(page))
    assert out_of_order(lists) == []
    assert has_several(lists)


def test_the_players_of_a_plan_stand_by_name(alike: dict[str, Any]) -> None:
    page = asked(reader("nl"), f"/{alike['club']}/plans/{alike['plan']}/")
    lines = re.findall(r"<summary>([^<]+)</summary>", page.content.decode())
    assert [name for name in lines if name in NAMES] == [*NAMES[4:]]
