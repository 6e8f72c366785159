"""A note: written, shown wherever a partie is, taken back."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubscore.club.models import Account
from clubscore.partie.audit import differences
from clubscore.partie.chain import breaks_in
from clubscore.partie.entries import LONGEST_NOTE, Kind
from clubscore.partie.models import Entry, Partie, Revision
from clubscore.partie.notes import note_record
from clubscore.partie.services import partie_void
from clubscore.sheets import pdf, report, round_sheet
from clubscore.sheets.round_sheet import Paper
from tests.partie.rule_books import play
from tests.partie.test_services import GAME, write
from tests.table.test_partie_page import words

SHEET = "/groene-hart/parties/1/"
NOTE = SHEET + "notes/new/"
TEXT = "The 3 of bamboos is cracked: we play on"
LINE = f"Note: {TEXT}"


@pytest.fixture
def noted(partie: Partie) -> Partie:
    """Return a partie of a game, a note and another game."""
    play(partie, GAME)
    note_record(partie=partie, write=write(partie), text=f" {TEXT}\n")
    partie.refresh_from_db()
    play(partie, GAME)
    partie.refresh_from_db()
    return partie


def hidden_in(page: str) -> dict[str, str]:
    """Return what the form of a page sends along."""
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    return dict(fields)


def sent(partie: Partie, text: str, **more: Any) -> dict[str, str]:
    return {"version": str(partie.version), "key": "a note", "text": text} | more


def test_a_note_is_written_on_its_page(scorekeeper: Client, partie: Partie) -> None:
    assert f'href="{NOTE}"' in scorekeeper.get(SHEET).text
    assert scorekeeper.get(NOTE).status_code == 200
    answer = scorekeeper.post(NOTE, sent(partie, TEXT), follow=True)
    assert "The note is written." in answer.text
    assert LINE in words(answer.text)
    assert Revision.objects.get().said == {"text": TEXT}
    again = scorekeeper.post(NOTE, sent(partie, TEXT))
    assert again.status_code == 302
    assert Revision.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "Write what is to be noted."),
        (" \n ", "Write what is to be noted."),
        (
            "x" * (LONGEST_NOTE + 1),
            "A note has at most 500 characters, and this one has 501.",
        ),
    ],
)
def test_no_text_and_too_much_are_refused(
    scorekeeper: Client, partie: Partie, text: str, fault: str
) -> None:
    page = scorekeeper.post(NOTE, sent(partie, text))
    assert page.status_code == 200
    assert fault in page.text
    assert text.strip() in page.text
    assert not Revision.objects.exists()
    with pytest.raises(ValidationError):
        note_record(partie=partie, write=write(partie), text=text)


def test_what_was_typed_stays_where_somebody_else_wrote_first(
    scorekeeper: Client, partie: Partie
) -> None:
    before = sent(partie, TEXT)
    play(partie, GAME)
    page = scorekeeper.post(NOTE, before)
    assert "Somebody else wrote first." in page.text
    assert TEXT in page.text
    shown = {"text": TEXT, **hidden_in(page.text)}
    partie.refresh_from_db()
    assert shown["version"] == str(partie.version)
    assert shown["key"] != before["key"]
    assert scorekeeper.post(NOTE, shown).status_code == 302
    assert Entry.objects.filter(kind=Kind.NOTE).count() == 1


def test_readers_write_none_and_void_parties_take_none(
    scorekeeper: Client, partie: Partie
) -> None:
    reader = Client()
    assert reader.get(NOTE).status_code == 302
    assert NOTE not in reader.get(SHEET).text
    partie_void(partie=partie, write=write(partie), why="tiles missing")
    partie.refresh_from_db()
    assert scorekeeper.post(NOTE, sent(partie, TEXT)).status_code in (302, 403)
    with pytest.raises(ValidationError, match="void"):
        note_record(partie=partie, write=write(partie), text=TEXT)
    assert not Entry.objects.filter(kind=Kind.NOTE).exists()


def test_it_moves_nothing(noted: Partie) -> None:
    assert noted.games.count() == 2
    assert {one.score for one in noted.results.all()} != {0}
    assert sum(one.score for one in noted.results.all()) == 0
    assert not list(breaks_in(noted))
    assert not list(differences())


@pytest.mark.parametrize("sheet", [round_sheet, report])
def test_it_stands_on_paper(noted: Partie, sheet: Any) -> None:
    known = round_sheet.told(noted)
    context = sheet.context_of(known, address="http://club.test/", paper=Paper.A4)
    assert LINE in words(pdf.page_of(sheet.TEMPLATE, context))


def test_an_earlier_note_is_taken_back_from_the_list(
    administrator: Account, client: Client, noted: Partie
) -> None:
    client.force_login(administrator)
    page = client.get(SHEET + "revisions/").text
    assert LINE in words(page)
    address = f"{SHEET}entries/2/withdraw/"
    assert address in page
    asked = client.get(address)
    assert LINE in words(asked.text)
    data = hidden_in(asked.text)
    answer = client.post(address, data | {"reason": "mended", "action": "confirm"})
    assert answer.status_code == 302, words(answer.text)
    last = Revision.objects.filter(entry__kind=Kind.NOTE).order_by("number").last()
    assert last is not None
    assert last.is_withdrawn
    noted.refresh_from_db()
    assert noted.games.count() == 2
    assert not list(differences())


def test_the_last_note_is_taken_back_in_one_tap(
    scorekeeper: Client, partie: Partie
) -> None:
    note_record(partie=partie, write=write(partie), text=TEXT)
    partie.refresh_from_db()
    assert "Take back the last entry" in scorekeeper.get(SHEET).text
    undo = {"version": str(partie.version), "key": "undo"}
    page = scorekeeper.post(SHEET + "undo/", undo, follow=True)
    assert f"Taken back: {LINE}" in words(page.text)
