"""
A name that somebody does not want to be shown is nowhere, whoever looks.

Every address of `tests.roles_table` is asked for by everybody, before and after.
"""

from __future__ import annotations

import gzip
import io
import json
import logging
import re
import uuid
import zipfile
from collections.abc import Iterator
from html import unescape
from typing import cast

import pytest
from django.db import transaction
from django.http import HttpResponse
from pypdf import PdfReader
from pytest_django import DjangoDbBlocker

from clubscore.club.initials import name_withhold
from clubscore.club.journal import Deed
from clubscore.club.models import Account, JournalEntry, Member, Player, Role
from clubscore.club.names import folded
from clubscore.club.services import invitation_make
from clubscore.partie.agreements import game_agree
from clubscore.partie.audit import differences_of
from clubscore.partie.models import Partie, Revision, TableLink
from clubscore.partie.services import Author, Write, game_record
from clubscore.sheets.models import Document
from tests.partie.rule_books import seats_shown
from tests.roles_scene import Scene, scene
from tests.roles_table import Page, pages
from tests.season.played import DRAW

pytestmark = pytest.mark.django_db

NAME = "Quirina Zonneveld"
TYPED = " quirína ZONNEVELD"
SHOWN = "Q. Z."
TOLD = re.compile("quirina|zonneveld")

HEAD = "administrator"
"""Who sees the most: asked in every state of a partie, and for what takes long."""
ROLES = ("anonymous", "player", "scorekeeper", HEAD, "link")
PROGRAMS = ("anonymous", "program", "administrator_program")
STATES = ("", "finished", "void")
IN_THE_SETTINGS = {"/<club>/settings/players/", "/<club>/settings/players/<pk>/"}
HER_OWN = {"/accounts/data/", "/accounts/data.json"}
"""What is kept of her, and shown to her alone."""
NAMING = IN_THE_SETTINGS | {
    "/<club>/",
    "/<club>/seasons/<season>/",
    "/<club>/seasons/<season>.csv",
    "/<club>/embed/leaderboard/",
    "/<club>/seasons/<season>.xlsx",
    "/<club>/players/<player>/",
    "/<club>/players/<player>/initials/",
    "/<club>/statistics/",
    "/<club>/records/",
    "/<club>/live/",
    "/<club>/evenings/<day>/",
    "/<club>/evenings/<day>/settle/",
    "/<club>/parties/new/",
    "/<club>/parties/<number>/",
    "/<club>/parties/<number>/record/",
    "/<club>/parties/<number>/paper/",
    "/<club>/parties/<number>/revisions/",
    "/<club>/parties/<number>/settle/",
    "/<club>/parties/<number>/sheet.pdf",
    "/<club>/parties/<number>/games/<game>/",
    "/<club>/settings/players/<pk>/data/",
    "/<club>/settings/players/<pk>/close/",
    "/<club>/settings/people/",
    "/<club>/settings/people/<pk>/",
    "/<club>/settings/people/invitations/",
    "/<club>/settings/export/club.json",
    "/<club>/settings/export/club.json.gz",
    "/<club>/seasons/<season>.pdf",
    "/<club>/players/<player>/<year>.pdf",
    "/<club>/ratings/",
    "/<club>/ratings.csv",
    "/accounts/invitations/<token>/",
    "/api/v1/clubs/<club>/",
    "/api/v1/clubs/<club>/seasons/<season>/standings/",
    "/api/v1/parties/<pk>/",
    "/api/v1/parties/<pk>/games/<number>/revisions/",
}
"""Where her name is as long as she does not mind."""
INVITED = "/accounts/invitations/"
PRINTED = (".pdf", ".xlsx", ".gz")
"""What takes long to make, and is the same for all."""


@pytest.fixture(scope="module")
def everybody(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Scene]:
    """Return the scene in which the second player has written in every way."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield written(scene(["Anna", NAME, "Cleo", "Dirk"]))
        transaction.set_rollback(True)


def written(made: Scene) -> Scene:
    """Let her write, agree, be invited, and say at the table who she is."""
    her = Player.objects.get(name=NAME)
    account = Account.objects.get(memberships__player=her)
    partie = Partie.objects.get(pk=made.values["partie_pk"])
    link = TableLink.objects.filter(partie=partie).get()
    for author in (
        Author(account=account, name=NAME),
        Author(account=account, name=account.username),
        Author(link=link, name=TYPED),
    ):
        write = Write(author, partie.version, uuid.uuid4().hex)
        game_record(partie=partie, write=write, record=DRAW)
        partie.refresh_from_db()
    made.values |= {"version": partie.version, "last": 7, "next": 8}
    game = partie.games.get(number=4)
    game_agree(partie=partie, revision=game.revision, player=her, account=account)
    host = Account.objects.get(username="willem")
    invitation = invitation_make(
        club=made.club, made_by=host, role=Role.MEMBER, days=7, player=her
    )
    made.values |= {"invite": invitation.token, "invited": invitation.pk}
    made.values["member_pk"] = Member.objects.get(player=her).pk
    who = f"/{made.club.slug}/parties/{partie.number}/who/"
    assert made.ask("link", "POST", who, {"name": TYPED}).status_code == 302
    return made


def point_at(made: Scene, her: Player) -> None:
    """Let the addresses of a player be hers."""
    made.values |= {"player": her.slug, "own_player": her.slug, "player_pk": her.pk}


def texts_of(response: HttpResponse) -> Iterator[str]:
    """Yield what an answer tells, in whatever it is written."""
    yield from (f"{name}: {value}" for name, value in response.items())
    kind = response.get("Content-Type", "")
    content = response.getvalue()
    if kind == "application/pdf":
        yield from (
            page.extract_text() for page in PdfReader(io.BytesIO(content)).pages
        )
    elif "spreadsheet" in kind:
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            yield from (book.read(name).decode() for name in book.namelist())
    elif kind == "application/gzip":
        yield gzip.decompress(content).decode()
    else:
        yield unescape(content.decode())


def tells(response: HttpResponse) -> bool:
    """Tell whether the name stands in an answer."""
    return TOLD.search(folded(" ".join(texts_of(response)))) is not None


def asked(
    made: Scene, page: Page, role: str, state: str = ""
) -> Iterator[tuple[str, HttpResponse]]:
    """Ask for a page in every way that changes nothing; yield how, and the answer."""
    values = made.values | made.states.get(state, {})
    for method in page.kinds.keys() & {"GET", "POST"}:
        if method == "POST" and page.asks is None:
            continue
        with transaction.atomic():
            path, body = page.path(values), page.body(method, values)
            response = made.ask(role, method, path, body, version=values["version"])
            if response.get("Location") == INVITED:  # it says there who is invited
                response = cast("HttpResponse", made.browser.get(INVITED))
            transaction.set_rollback(True)
        yield f"{method} {page.route} by {role} {state}", response


def walk(made: Scene) -> Iterator[tuple[Page, str, HttpResponse]]:
    """Ask for every page there is, by everybody, of parties in every state."""
    for page in pages():
        if page.route.startswith("/admin/"):
            continue
        for role in PROGRAMS if page.route.startswith("/api/") else ROLES:
            if page.route.endswith(PRINTED) and role != HEAD:
                continue
            for state in STATES if page.is_of_a_partie and role == HEAD else ("",):
                for how, response in asked(made, page, role, state):
                    yield page, how, response


@pytest.fixture(autouse=True)
def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)


@pytest.fixture
def withheld(everybody: Scene) -> Iterator[Scene]:
    """Return the scene after she has asked for initials."""
    with transaction.atomic():
        her = Player.objects.get(name=NAME)
        name_withhold(player=her)
        before, everybody.values = everybody.values, dict(everybody.values)
        point_at(everybody, her)
        everybody.club.refresh_from_db()
        yield everybody
        everybody.values = before
        transaction.set_rollback(True)


@pytest.mark.same_on_every_database("pages show the rows that they get")
def test_the_name_is_on_many_pages_as_long_as_nobody_minds(everybody: Scene) -> None:
    found = set()
    with transaction.atomic():
        before, everybody.values = everybody.values, dict(everybody.values)
        point_at(everybody, Player.objects.get(name=NAME))
        for page in pages():
            if page.route in NAMING:
                role = "anonymous" if page.route.startswith("/accounts/") else HEAD
                for _how, response in asked(everybody, page, role):
                    found |= {page.route} if tells(response) else set()
        everybody.values = before
        transaction.set_rollback(True)
    assert found == NAMING


@pytest.mark.same_on_every_database("pages show the rows that they get")
def test_it_is_nowhere_any_more_but_in_the_settings(withheld: Scene) -> None:
    told, seen, exempt = [], 0, set()
    for page, how, response in walk(withheld):
        seen += response.status_code == 200
        if not tells(response):
            continue
        is_hers = page.route in HER_OWN and "by player" in how
        if is_hers or (page.route in IN_THE_SETTINGS and "by administrator" in how):
            exempt.add(page.route)
        else:
            told.append(how)
    assert told == []
    assert exempt == IN_THE_SETTINGS | HER_OWN
    assert seen > 200


def test_nobody_finds_the_old_address(withheld: Scene) -> None:
    for role in ROLES:
        old = f"/{withheld.club.slug}/players/quirina-zonneveld/"
        for path in (old, f"{old}initials/"):
            assert withheld.ask(role, "GET", path).status_code in {404, 302}
        answer = withheld.ask(role, "GET", old)
        assert answer.status_code == 404


def test_it_is_not_on_the_pages_of_staff_either(withheld: Scene) -> None:
    for model in ("member", "account"):
        listed = withheld.ask("superuser", "GET", f"/admin/club/{model}/")
        assert listed.status_code == 200
        assert not tells(listed)
    pk = withheld.values["member_pk"]
    changed = withheld.ask("superuser", "GET", f"/admin/club/member/{pk}/change/")
    assert SHOWN in changed.text
    assert not tells(changed)


def test_the_journal_of_staff_tells_initials(withheld: Scene) -> None:
    about = JournalEntry.objects.create(
        club=withheld.club, deed=Deed.PLAYER_CHANGED, name="willem", about=NAME
    )
    role = f"{NAME} · member"
    JournalEntry.objects.create(deed=Deed.STAFF_CHANGED, name="root", about=role)
    JournalEntry.objects.create(deed=Deed.LOGIN_FAILED, name=TYPED)
    journal = "/admin/club/journalentry/"
    for where in ("", f"?q={NAME[:3]}", f"{about.pk}/change/"):
        shown = withheld.ask("superuser", "GET", journal + where)
        assert shown.status_code == 200
        assert SHOWN in shown.text
        assert not tells(shown)
    about.refresh_from_db()
    assert about.about == NAME


def test_what_is_kept_in_print_is_let_go(everybody: Scene) -> None:
    reports = f"/{everybody.club.slug}/parties/{everybody.values['number']}/"
    with transaction.atomic():
        for name in ("sheet.pdf", "report.pdf"):
            everybody.ask("administrator", "GET", reports + name)
        jobs = Document.objects.filter(job__isnull=False)
        assert [NAME in str(one.job) for one in jobs] == [True]
        assert Document.objects.filter(job__isnull=True).exists()
        name_withhold(player=Player.objects.get(name=NAME))
        assert not Document.objects.exists()
        everybody.ask("administrator", "GET", reports + "report.pdf")
        (made,) = Document.objects.all()
        assert SHOWN in str(made.job)
        assert TOLD.search(folded(str(made.job))) is None
        transaction.set_rollback(True)


def test_who_comes_second_is_not_told_the_name_of_the_first(withheld: Scene) -> None:
    partie = Partie.objects.get(pk=withheld.values["partie_pk"])
    for version in range(partie.version - 3, partie.version):
        game = {"hands": {}, "outcome": {"kind": "draw"}}
        sent = {"key": uuid.uuid4().hex, "version": version, "said": game}
        sent["shown"] = seats_shown(partie)
        path = f"/{withheld.club.slug}/parties/{partie.number}/games/"
        page = withheld.ask("scorekeeper", "POST", path, json.dumps(sent))
        assert page.status_code == 409
        assert f"Written by {SHOWN}." in page.text
        assert not tells(page)
        told = withheld.ask(
            *("program", "POST", f"/api/v1/parties/{partie.pk}/games/"),
            json.dumps(game),
            version=version,
        )
        assert told.status_code == 409
        assert json.loads(told.text)["error"]["first"]["author"] == SHOWN


def test_nothing_else_changes_and_the_books_stay_clean(everybody: Scene) -> None:
    club = everybody.club.slug
    board = f"/api/v1/clubs/{club}/seasons/{everybody.values['season']}/standings/"
    sheet = f"/api/v1/parties/{everybody.values['partie_pk']}/"

    def told() -> list[str]:
        answers = [
            everybody.ask("program", "GET", path).text for path in (board, sheet)
        ]
        return [answer.replace(NAME, SHOWN) for answer in answers]

    def audited() -> list[str]:
        parties = Partie.objects.order_by("pk")
        return [str(one) for partie in parties for one in differences_of(partie)]

    rows = list(Revision.objects.order_by("pk").values())
    with transaction.atomic():
        before, was = told(), audited()
        assert SHOWN in before[0]
        name_withhold(player=Player.objects.get(name=NAME))
        assert told() == before
        assert list(Revision.objects.order_by("pk").values()) == rows
        assert audited() == was
        transaction.set_rollback(True)
