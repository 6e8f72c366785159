"""
Who gets what answer at every address, whatever they ask it with.

The table in `tests.roles_table` has a line for each address of the site; a new address
without a line fails, and so does a line without an address. A refused request
must not have written anything, nor may one that only reads; one that is allowed to
write must have. Of a partie that is over, final or void it tells the same.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.template.backends.django import Template
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import DjangoDbBlocker, Settings

from clubscore.club.models import Club, Correctors
from clubscore.sheets import pdf
from tests.roles_scene import METHODS, Scene, scene
from tests.roles_table import STATES, Page, pages

pytestmark = pytest.mark.django_db

ASKED_ALREADY = pytest.mark.same_on_every_database(
    "of a private club every page is asked for by everybody on every database; public"
    " or in another state it asks the same questions, and decides otherwise"
)
HOW_IT_IS_TOLD = pytest.mark.same_on_every_database(
    "on every database each page is asked for by everybody; what its answer says beside"
    " the rows, and how it is sent, is no matter of the database"
)

# The tests --------------------------------------------------------------------------


def addresses(patterns: list[Any], before: str = "/") -> Iterator[str]:
    """Yield every address below *patterns*; of the staff's pages the first."""
    for one in patterns:
        route = before + re.sub(r"<\w+:", "<", str(one.pattern))
        if isinstance(one, URLPattern) or one.namespace == "admin":
            yield route
        elif isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, route)


def test_every_address_has_its_line_and_every_line_its_address() -> None:
    known = {page.route for page in pages()}
    there = set(addresses(get_resolver().url_patterns))
    assert there - known == set(), "addresses without a line"
    assert known - there == set(), "lines without an address"


@pytest.fixture(scope="module")
def everybody(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Scene]:
    """Return the scene; it is made once, and every test leaves it as it was."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield scene()
        transaction.set_rollback(True)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """
    Let pages be empty and logs silent: who gets a page does not depend on them.

    Return the list of what the templates are given to show.
    """
    found: list[Mapping[str, Any]] = []

    def rendered(_template: Template, context: Any = None, request: Any = None) -> str:
        found.append(context or {})
        return ""

    monkeypatch.setattr(Template, "render", rendered)
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    return found


@pytest.fixture(autouse=True)
def _nothing_is_printed(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Let the press print nothing (`tests.sheets` looks at it), and mail be set up."""
    monkeypatch.setattr(pdf, "printed", lambda *_, **__: b"%PDF")
    settings.HAS_MAIL = True


WRITTEN = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
VISITS = {
    *("django_session", "club_loginattempt", "api_tally"),
    *("club_login", "club_journalentry"),
}
"""What the site notes of whoever comes."""
KEPT = {"sheets_document", "partie_keptanswer"}
"""What is printed or shown is kept, so that it need not be made twice."""


@contextmanager
def writing() -> Iterator[set[str]]:
    """Collect the names of the tables that are written to."""
    found: set[str] = set()

    def noted(execute: Any, sql: str, *more: Any) -> Any:
        match = WRITTEN.match(sql)
        if match is not None:
            found.add(match[1])
        return execute(sql, *more)

    with connection.execute_wrapper(noted):
        yield found
    found -= VISITS | KEPT


def answer(response: HttpResponse) -> str:
    """Return in a word what was answered."""
    status = response.status_code
    if status in {301, 302} and "/login/" in response["Location"]:
        return "login"
    words = {401: "token", 403: "no", 404: "gone", 405: "wrong method"}
    words |= {409: "told", 422: "told"}
    assert status < 400 or status in words
    return words.get(status, "ok")


@pytest.mark.parametrize(
    "is_public",
    [pytest.param(True, marks=ASKED_ALREADY), False],
    ids=["public", "private"],
)
@pytest.mark.parametrize("page", list(pages()), ids=lambda page: page.route)
def test_everybody_gets_the_answer_of_the_table(
    everybody: Scene,
    shown: list[Mapping[str, Any]],
    page: Page,
    is_public: bool,
) -> None:
    wrong = []
    with transaction.atomic():
        Club.objects.filter(pk=everybody.club.pk).update(is_public=is_public)
        for method, role in _questions(page, is_public=is_public):
            said = page.says(method, role, is_public=is_public)
            asked = Asked(everybody, page, everybody.values)
            wrong += asked.differs(shown, role, method, said)
        transaction.set_rollback(True)
    assert not wrong, "\n".join(wrong)


EITHER_WAY = ("anonymous", "administrator", "administrator_program")
"""Somebody unknown, and who may do all: with a method that is not a page's own."""


def _questions(page: Page, *, is_public: bool) -> Iterator[tuple[str, str]]:
    """
    Yield by which methods a page is asked, and by whom.

    By its own methods everybody asks in private. In public those ask again who are told
    something else there, and EITHER_WAY: a club that is public closes to nobody what it
    was open to. What nobody may ask so, and HEAD, is asked where more can go wrong: in
    private, and on the first database alone, for either is answered by no row, or as
    GET; and of EITHER_WAY: whether the method is looked at first or who asks is told by
    those who differ most.
    """
    own = sorted(page.kinds.keys() - {"HEAD"})
    few = [one for one in page.roles if one in EITHER_WAY]
    if is_public:
        for method, role in product(own, page.roles):
            told = (page.says(method, role, is_public=one) for one in (True, False))
            if role in few or len({*told}) > 1:
                yield method, role
        return
    yield from product(own, page.roles)
    if connection.vendor == "sqlite":
        others = [method for method in METHODS if method not in own]
        yield from product(others, few)


@ASKED_ALREADY
@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize(
    "page",
    [one for one in pages() if one.is_of_a_partie],
    ids=lambda page: page.route,
)
def test_everybody_gets_the_answer_of_the_state_that_the_partie_is_in(
    everybody: Scene, shown: list[Mapping[str, Any]], page: Page, name: str
) -> None:
    state, wrong = STATES[name], []
    values = everybody.values | everybody.states.get(name, {})
    with transaction.atomic():
        clubs = Club.objects.filter(pk=everybody.club.pk)
        clubs.update(is_public=False)
        if name == "strict":
            clubs.update(correctors=Correctors.ADMINISTRATORS)
        asked = Asked(everybody, page, values, is_late=name == "late_link")
        methods = sorted(page.kinds.keys() - {"HEAD"})
        roles = [role for role in state.roles if role in page.roles]
        for method, role in product(methods, roles):
            said = page.says(method, role, is_public=False, state=state)
            wrong += asked.differs(shown, role, method, said)
        transaction.set_rollback(True)
    assert not wrong, "\n".join(wrong)


@dataclass(frozen=True)
class Asked:
    """A page that is asked for, in one place and state."""

    scene: Scene
    page: Page
    values: Mapping[str, Any]
    is_late: bool = False

    def differs(
        self, shown: list[Mapping[str, Any]], role: str, method: str, said: str
    ) -> list[str]:
        """Ask, and return what of the answer is not as *said*."""
        page = self.page
        shown.clear()
        with transaction.atomic(), writing() as tables:
            response = self.scene.ask(
                role,
                method,
                page.path(self.values),
                page.body(method, self.values),
                version=self.values["version"],
                is_late=self.is_late,
            )
            transaction.set_rollback(True)
        got, expected = answer(response), said
        if said == "told" and got == "ok":
            expected = "ok"
        shows = page.shows is not None and any(one.get(page.shows) for one in shown)
        facts = {
            "answer": (got, expected),
            "writes": (bool(tables), page.writes(method, said)),
            "shows": (shows, page.reaches(method, said)),
        }
        return [
            f"{method} by {role}: {fact} is {found}, not {right}"
            for fact, (found, right) in facts.items()
            if found != right
        ]


# A private club is not there --------------------------------------------------------

OUTSIDE = ("anonymous", "outsider", "stranger", "other_link", "other_program")
VOLATILE = re.compile(r'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"')


def looks(response: HttpResponse, slug: str) -> tuple[int, str, str]:
    """Return all that an answer tells, without what differs each time."""
    told = response.headers.get("Location", ""), VOLATILE.sub("", response.text)
    location, text = (one.replace(slug, "SLUG") for one in told)
    return response.status_code, location, text


@HOW_IT_IS_TOLD
@pytest.mark.parametrize(
    "page",
    [one for one in pages() if "<club>" in one.route],
    ids=lambda page: page.route,
)
def test_to_outsiders_a_private_club_is_as_one_that_does_not_exist(
    everybody: Scene, page: Page
) -> None:
    club = everybody.club.slug
    there = page.path(everybody.values)
    missing = page.path(everybody.values | {"club": "no-such-club"})
    with transaction.atomic():
        Club.objects.filter(slug=club).update(is_public=False)
        for method, role in product(sorted({"GET", "POST"} & set(page.kinds)), OUTSIDE):
            body = page.body(method, everybody.values)
            private = looks(everybody.ask(role, method, there, body), club)
            absent = looks(everybody.ask(role, method, missing, body), "no-such-club")
            assert private == absent, (method, role)
            assert everybody.club.name not in private[2]
        transaction.set_rollback(True)


# What every answer brings -----------------------------------------------------------

INLINE = re.compile(
    r"<style|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:"
    r"|<script(?![^>]*(?:\ssrc=|type=\"application/json\"))",
    re.IGNORECASE,
)
SAME_FOR_ALL = {
    *("/sw.js", "/offline.html", "/robots.txt"),
    *("/manifest.json", "/engine.json/<ruleset>/", "/words.json/<language>/<ruleset>/"),
    "/help/card.pdf",
}
FRAMED = {"/<club>/embed/leaderboard/", "/<club>/embed/last/"}
"""What a club shows in frames on its own website, and nothing else of the site."""
BROUGHT = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@HOW_IT_IS_TOLD
@pytest.mark.parametrize("role", ["anonymous", "administrator"])
@pytest.mark.parametrize("page", list(pages()), ids=lambda page: page.route)
def test_every_answer_is_guarded_and_nothing_in_it_is_inline(
    everybody: Scene, page: Page, role: str
) -> None:
    method = "GET" if "GET" in page.kinds else "POST"
    path = page.path(everybody.values)
    with transaction.atomic():
        response = everybody.ask(role, method, path)
        transaction.set_rollback(True)
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    if page.route in FRAMED:
        assert "X-Frame-Options" not in response
        assert "frame-ancestors *" in policy
    else:
        assert response["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in policy
    assert {name: response[name] for name in BROUGHT} == BROUGHT
    kept = response["Cache-Control"]
    assert "private" in kept or page.route in SAME_FOR_ALL
    assert "no-cache" in kept
    if "text/html" in response.get("Content-Type", ""):
        assert INLINE.findall(response.text) == []


@HOW_IT_IS_TOLD
@pytest.mark.parametrize("role", ["administrator", "link"])
@pytest.mark.parametrize(
    "page",
    [
        page
        for page in pages()
        # Programs keep what they keep; these two are the same for everybody.
        if not page.route.startswith("/api/") and page.route not in SAME_FOR_ALL
    ],
    ids=lambda page: page.route,
)
def test_no_browser_keeps_what_is_not_public(
    everybody: Scene, page: Page, role: str
) -> None:
    method = "GET" if "GET" in page.kinds else "POST"
    with transaction.atomic():
        Club.objects.filter(pk=everybody.club.pk).update(is_public=False)
        response = everybody.ask(role, method, page.path(everybody.values))
        transaction.set_rollback(True)
    assert "no-store" in response["Cache-Control"]


def test_what_is_inline_is_found() -> None:
    for bad in (
        "<style>",
        '<p style="color: red">',
        "<p onclick='go()'>",
        "<script>go()</script>",
        '<script type="module">go()</script>',
    ):
        assert INLINE.search(bad), bad
    for good in (
        '<script src="a.js" defer></script>',
        '<script id="data" type="application/json">{}</script>',
        "<p>the style of play on = 1</p>",
    ):
        assert not INLINE.search(good), good
