"""A list of names is pasted, looked at, and added: each name once."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook
from pytest_django import DjangoAssertNumQueries

from clubscore.club.initials import name_withhold
from clubscore.club.models import Account, Club, JournalEntry, Player
from clubscore.club.player_list import MOST_NAMES, PlayerList, names_in
from clubscore.club.services import players_add
from tests.table.test_partie_page import words

PASTE = "/groene-hart/settings/players/paste/"
ANYBODY = pytest.mark.same_on_every_database("names are read before anything is asked")


@pytest.fixture
def host(administrator: Account) -> Client:
    """Return the browser of who runs the club."""
    browser = Client()
    browser.force_login(administrator)
    return browser


def paste(host: Client, text: str, **more: object) -> str:
    """Paste a list; return what the page says then."""
    return words(host.post(PASTE, {"text": text, "action": "check", **more}).text)


# What is read -----------------------------------------------------------------------


@ANYBODY
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna\nBen\n\n  Cleo  ", ["Anna", "Ben", "Cleo"]),
        ("1. Anna\n2) Ben\n• Cleo\n- Dirk", ["Anna", "Ben", "Cleo", "Dirk"]),
        ("Anna, Ben\r\nCleo", ["Anna", "Ben", "Cleo"]),
        ("Anna-Lena\n3 Musketiere", ["Anna-Lena", "3 Musketiere"]),
        ("Anna\t12\nBen\t3", ["Anna", "Ben"]),
        ("Voornaam;Achternaam\nAnna;de Vries\nBen;", ["Anna de Vries", "Ben"]),
        ("Nr.;Naam;E-mail\n1;Anna;a@clubscore.example", ["Anna"]),
        ('"Anna', ["Anna"]),
        ("anna@clubscore.example", []),
        ("", []),
    ],
)
def test_names_are_read_as_people_write_lists(text: str, names: list[str]) -> None:
    assert list(names_in(text)) == names


# What is shown ----------------------------------------------------------------------


def test_each_name_is_held_against_the_club_before_anything_is_saved(
    host: Client, players: list[Player]
) -> None:
    page = paste(host, "Eva\nánna\nEva \nBenn\nFred Bakker\nBakker Fred")
    assert "3 names are new" not in page
    assert "4 names are new" in page
    assert "ánna The club has this player already." in page
    assert "Eva This name stands in the list twice." in page
    assert "Is this Ben?" in page
    assert "Is this Fred Bakker?" in page
    assert Player.objects.count() == len(players)


def test_a_family_is_several_people(host: Client) -> None:
    page = paste(host, "Anna van Dam\nJan van Dam\nIda van Dam\nBen van Dam")
    assert "4 names are new" in page
    assert "Is this" not in page


def test_who_is_perhaps_there_is_not_ticked(
    host: Client, players: list[Player]
) -> None:
    page = host.post(PASTE, {"text": "Eva\nBenn", "action": "check"}).text
    assert 'value="Eva" checked' in page
    assert 'value="Benn" >' in page


def test_who_is_shown_by_initials_is_not_added_again(
    host: Client, players: list[Player]
) -> None:
    name_withhold(player=players[0])
    assert "The club has this player already." in paste(host, "Anna")


def test_two_hundred_names_ask_as_little_as_two(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found = PlayerList(club, "\n".join(f"Player {one:03}" for one in range(200)))
    assert len(found.new) == 200


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (" \n ", "Paste the names first, or choose a file."),
        ("a@clubscore.example", "There is no name in it."),
        ("\n".join(f"P{one}" for one in range(MOST_NAMES + 1)), "more than 500 names"),
        ("A" * 50_001, "This is too long."),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(
    host: Client, text: str, fault: str
) -> None:
    answer = host.post(PASTE, {"text": text, "action": "check"})
    assert fault in answer.text
    assert text.strip() in answer.text
    assert not Player.objects.exists()


def test_a_name_that_is_too_long_is_said(host: Client) -> None:
    assert "at most 80 signs" in paste(host, "A" * 81)


# What is saved ----------------------------------------------------------------------


def test_those_ticked_are_added_once_however_often_it_is_sent(
    host: Client, club: Club, players: list[Player]
) -> None:
    ticked = {"action": "add", "text": "Eva\nFred\nGerda", "name": ["Eva", "Fred"]}
    page = host.post(PASTE, ticked, follow=True).text
    assert "2 players are added." in page
    assert "0 players are added." in host.post(PASTE, ticked, follow=True).text
    new = club.players.exclude(pk__in=[one.pk for one in players])
    assert sorted(new.values_list("name", "slug", "is_guest")) == [
        ("Eva", "eva", False),
        ("Fred", "fred", False),
    ]
    told = JournalEntry.objects.filter(deed="settings.player")
    assert sorted(told.values_list("about", flat=True)) == ["Eva", "Fred"]


def test_when_nobody_is_ticked_it_says_so(host: Client) -> None:
    page = paste(host, "Eva", action="add")
    assert "Nobody is ticked." in page
    assert "1 name is new" in page


def test_a_forged_name_saves_nobody(host: Client) -> None:
    sent = {"action": "add", "text": "Eva", "name": ["Eva", "A" * 81]}
    assert host.post(PASTE, sent).status_code == 200
    assert not Player.objects.exists()


def test_addresses_are_told_apart(club: Club) -> None:
    players_add(club=club, names=["Eva", "Éva!", "e-v-a", "EVA"])
    assert sorted(club.players.values_list("slug", flat=True)) == [
        "e-v-a",
        "eva",
        "eva-2",
    ]


# Files ------------------------------------------------------------------------------


def workbook(*rows: list[object]) -> bytes:
    """Return a workbook with these rows."""
    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def send(host: Client, content: bytes, name: str = "list.xlsx") -> str:
    """Send a file; return what the page says then."""
    file = SimpleUploadedFile(name, content)
    return words(host.post(PASTE, {"file": file, "action": "add"}).text)


def test_a_workbook_is_looked_at_first(host: Client) -> None:
    content = workbook(["No", "Naam"], [1, "Eva"], [2, "=Fred"], [None, None])
    page = send(host, content)
    assert "1 name is new" in page  # a formula that was never worked out is nothing
    assert not Player.objects.exists()


def test_a_text_file_is_read_in_its_own_letters(host: Client) -> None:
    assert "Zoë" in send(host, "Zoë\nJürgen".encode("cp1252"), "list.csv")
    assert "Zoë" in send(host, "Zoë\nJürgen".encode("utf-16"), "list.txt")


def packed(name: str, content: bytes = b"x") -> bytes:
    """Return an archive with one part."""
    file = BytesIO()
    with ZipFile(file, "w", compression=8) as parts:
        parts.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"%PDF-1.7", "a file of the kind PDF"),
        (b"\xd0\xcf\x11\xe0old", "a file of the kind XLS."),
        (packed("content.xml"), "a file of the kind ODS"),
        (packed("word/document.xml"), "a file of the kind DOCX"),
        (packed("photo.jpeg"), "a file of the kind ZIP"),
        (b"PK\x03\x04broken", "This workbook cannot be read."),
        (packed("xl/workbook.xml", b"<broken"), "This workbook cannot be read."),
        (packed("xl/workbook.xml", b" " * 30_000_001), "This workbook is too large."),
        (b"a\0b", "This is no file with text."),
        (b"", "The submitted file is empty."),
    ],
)
def test_a_wrong_kind_of_file_is_named(
    host: Client, content: bytes, fault: str
) -> None:
    assert fault in send(host, content)
