"""A rule book goes to another club as a file, and hostile files begin none."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from clubscore.books.files import MOST_BYTES
from clubscore.club import own_books
from clubscore.club.models import Account, Club, OwnBook
from tests.partie.test_own_book import BOOK
from tests.table.test_partie_page import words

pytestmark = pytest.mark.django_db

UPLOAD = "/groene-hart/settings/books/upload/"


@pytest.fixture
def runs_it(client: Client, administrator: Account) -> Client:
    """Return the browser of the club's administrator."""
    client.force_login(administrator)
    return client


def upload(browser: Client, content: bytes | str, name: str = "") -> Any:
    """Send a file."""
    raw = content.encode() if isinstance(content, str) else content
    file = SimpleUploadedFile("book.json", raw, "application/json")
    return browser.post(UPLOAD, {"file": file, "file_name": name})


def test_a_book_goes_from_club_to_club_with_its_own_hands(
    runs_it: Client, club: Club
) -> None:
    book = own_books.book_make(club=club, content=BOOK)
    file = runs_it.get(f"/groene-hart/settings/books/{book.pk}/book.json")
    assert file["Content-Type"] == "application/json"
    assert 'filename="groene-draak.json"' in file["Content-Disposition"]
    assert json.loads(file.content) == BOOK
    again = upload(runs_it, file.content)
    assert "of this name already" in words(again.text)
    assert upload(runs_it, file.content, "  Rode  Draak ").status_code == 302
    other = OwnBook.objects.get(pk__gt=book.pk)
    assert other.draft == {**BOOK, "name": "Rode Draak"}
    page = runs_it.get(f"/groene-hart/settings/books/{other.pk}/").text
    assert "Three sisters" in page


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "cannot be read as JSON"),
        (b"\xff\xfe", "cannot be read as JSON"),
        (b"{" * 5000, "cannot be read as JSON"),
        (b"[" * 100_000, "cannot be read as JSON"),
        (b"9" * 5000, "cannot be read as JSON"),
        (b"[]", "does not say which it begins with"),
        (b'{"name": "A"}', "does not say which it begins with"),
        (b'{"base": [], "name": "A"}', "There is no ruleset"),
        (b'{"base": "nts", "name": "A", "limit": NaN}', "limit"),
        (b'{"base": "nts", "name": "A", "evil": 1}', "evil"),
        (b'{"base": "nts", "name": "A\\u0000"}', "cannot be kept"),
        (b'{"base": "nts", "name": "A\\ud800"}', "cannot be kept"),
        (b" " * (MOST_BYTES + 1), "too long"),
    ],
)
def test_a_hostile_file_is_refused_and_says_why(
    runs_it: Client, club: Club, content: bytes, said: str
) -> None:
    page = upload(runs_it, content, "")
    assert page.status_code == 200
    assert said in words(page.text)
    assert not OwnBook.objects.exists()


def test_every_place_that_is_wrong_is_named_and_the_name_typed_stays(
    runs_it: Client, club: Club
) -> None:
    spoilt = {**BOOK, "limit": -1, "items": {"nothing": {}, "mahjong": {"points": "x"}}}
    page = upload(runs_it, json.dumps(spoilt), "Other").text
    for place in ("ruleset.limit", "ruleset.items.nothing", "mahjong.points"):
        assert place in page
    assert 'value="Other"' in page
    assert "Choose a file." in runs_it.post(UPLOAD).text


def test_a_file_shows_nothing_but_text(runs_it: Client, club: Club) -> None:
    name = "<script>alert(1)</script>"
    assert upload(runs_it, json.dumps({"base": "nts", "name": name})).status_code == 302
    assert "<script>alert" not in runs_it.get("/groene-hart/settings/books/").text


# Copied from another club -----------------------------------------------------------

BOOKS = "/groene-hart/settings/books/"


@pytest.fixture
def others(db: None) -> Club:
    """Return another club, with a book that it has published twice."""
    found = Club.objects.create(name="Bamboe", slug="bamboe")
    book = own_books.book_make(club=found, content={"base": "nts", "name": "Theirs"})
    own_books.book_publish(book=book, version=0, author="")
    own_books.book_change(book=book, version=0, content={**BOOK, "name": "Theirs"})
    own_books.book_publish(book=book, version=1, author="")
    own_books.book_make(club=found, content={"base": "nts", "name": "Not published"})
    return found


def copied(browser: Client, edition: object) -> str:
    """Ask for a copy; return why there is none, or nothing."""
    answer = browser.post(f"{BOOKS}copy/", {"edition": str(edition)})
    return "" if answer.status_code == 302 else words(answer.text)


def test_what_a_public_club_has_published_is_copied(
    runs_it: Client, club: Club, others: Club
) -> None:
    page = words(runs_it.get(BOOKS).text)
    assert "Theirs Bamboe" in page
    assert "Not published" not in page
    assert "Theirs" in runs_it.get(f"{BOOKS}?q=bamb").text
    assert "Theirs" not in runs_it.get(f"{BOOKS}?q=nobody").text
    first, newest = others.own_books.all()[0].editions.order_by("number")
    assert "not shown any more" in copied(runs_it, first.pk)
    assert copied(runs_it, newest.pk) == ""
    assert club.own_books.get().draft == {**BOOK, "name": "Theirs"}
    assert copied(runs_it, newest.pk) == ""
    assert [one.name for one in club.own_books.all()] == ["Theirs", "Theirs (Bamboe)"]
    # A third is called like the second, and says so.
    assert "of this name already" in copied(runs_it, newest.pk)


@pytest.mark.parametrize("why", ["private", "not offered", "installation", "own"])
def test_what_is_not_shown_is_not_copied(
    runs_it: Client, club: Club, others: Club, settings: Settings, why: str
) -> None:
    book = others.own_books.all()[0]
    if why == "private":
        Club.objects.filter(pk=others.pk).update(is_public=False)
    elif why == "not offered":
        own_books.book_offer(book=book, is_offered=False)
    elif why == "installation":
        settings.BOOKS_TO_COPY = False
    else:
        OwnBook.objects.filter(pk=book.pk).update(club=club)
    assert 'id="book-copy"' not in runs_it.get(BOOKS).text
    for asked in (book.editions.order_by("number")[1].pk, "x" * 30):
        assert "not shown any more" in copied(runs_it, asked)
    assert club.own_books.count() == (why == "own")
