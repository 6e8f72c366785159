"""Notes that programs write and read."""

from typing import Any

import pytest

from clubscore.partie.entries import LONGEST_NOTE, Kind
from clubscore.partie.models import Entry, Partie
from clubscore.partie.services import last_withdraw
from tests.api.conftest import Program
from tests.partie.rule_books import play
from tests.partie.test_services import GAME, write

TEXT = "The 3 of bamboos is cracked"


def test_a_note_is_written_once_and_read(program: Program, partie: Partie) -> None:
    play(partie, GAME)
    address = f"parties/{partie.pk}/notes/"
    answer = program.write(address, {"text": f" {TEXT} "}, version=1)
    assert answer.status_code == 201, answer.text
    assert answer.headers["ETag"] == '"2"'
    assert answer.json()["version"] == 2
    note = answer.json()["note"]
    assert note["text"] == TEXT
    assert program.write(address, {"text": f" {TEXT} "}, version=1).text == answer.text
    read = program.get(address).json()
    assert read == {"notes": [note | {"after": 1}], "version": 2}
    partie.refresh_from_db()
    last_withdraw(partie=partie, write=write(partie))
    assert program.get(address).json() == {"notes": [], "version": 3}
    # The same key is answered the same, also after that.
    assert program.write(address, {"text": f" {TEXT} "}, version=1).text == answer.text


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "Write what is to be noted."),
        ({"text": "  "}, "Write what is to be noted."),
        ({"text": "x" * (LONGEST_NOTE + 1)}, "has at most 500 characters"),
        ({"text": 5}, "must be a text"),
        ({"text": TEXT, "by": "Anna"}, "is unknown here"),
    ],
)
def test_what_is_no_note_is_refused(
    program: Program, partie: Partie, body: Any, message: str
) -> None:
    answer = program.write(f"parties/{partie.pk}/notes/", body)
    assert answer.status_code == 422
    assert message in answer.json()["error"]["message"]
    assert not Entry.objects.filter(kind=Kind.NOTE).exists()


def test_a_note_that_comes_second_is_a_conflict(
    program: Program, partie: Partie
) -> None:
    address = f"parties/{partie.pk}/notes/"
    assert program.write(address, {"text": TEXT}).status_code == 201
    answer = program.write(address, {"text": TEXT}, key="another")
    assert answer.status_code == 409
    assert answer.json()["error"]["first"]["kind"] == "note"
