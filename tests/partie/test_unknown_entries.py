"""An entry that a newer version of the site has written is told for what it is."""

import json
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from clubscore.club.models import Account
from clubscore.partie.history import history_of
from clubscore.partie.models import Entry, Partie, Revision
from clubscore.partie.outcome_text import how_of, how_won, pao_of, penalty_of
from clubscore.partie.services import partie_void
from clubscore.sheets import pdf, report, round_sheet
from clubscore.sheets.round_sheet import Paper
from tests.partie.rule_books import play
from tests.partie.test_services import GAME, write
from tests.table.test_partie_page import words

PARTIE = "/groene-hart/parties/1/"
ENTRY = "Entry of a kind that is not known here"
NAMES = {"1": "Anna", "2": "Ben"}


@pytest.fixture
def played(partie: Partie) -> Partie:
    """Return a partie of a game and of something that this version knows nothing of."""
    play(partie, GAME)
    entry = Entry.objects.create(partie=partie, place=2, kind="lottery")
    Revision.objects.create(
        entry=entry,
        number=1,
        said={"reason": "everybody drew a lot", "drawn": 7},
        edition=partie.edition,
        author="Anna",
    )
    return partie


@pytest.mark.parametrize(
    "address", ["", "revisions/", "record/", "record/typed/", "paper/"]
)
def test_its_pages_neither_fail_nor_call_it_void(
    scorekeeper: Client, played: Partie, address: str
) -> None:
    page = scorekeeper.get(PARTIE + address)
    assert page.status_code == 200
    assert "Made void" not in page.text
    if address in {"", "revisions/"}:
        assert ENTRY in words(page.text)
        assert "everybody drew a lot" in page.text


@pytest.mark.parametrize("language", ["de", "nl"])
def test_every_language_has_words_for_it(
    client: Client, played: Partie, language: str
) -> None:
    client.cookies["__Host-language"] = language
    page = client.get(PARTIE).text
    assert ENTRY not in page
    assert {"de": "Eintrag einer Art", "nl": "Regel van een soort"}[language] in page


@pytest.mark.parametrize("sheet", [round_sheet, report])
def test_sheets_tell_it_too(played: Partie, sheet: ModuleType) -> None:
    known = round_sheet.told(played)
    context = sheet.context_of(known, address="http://club.test/", paper=Paper.A4)
    text = words(pdf.page_of(sheet.TEMPLATE, context))
    assert ENTRY in text
    assert "Made void" not in text


def test_other_programs_and_files_get_it_as_it_is_called(
    client: Client, administrator: Account, played: Partie
) -> None:
    client.force_login(administrator)
    answer = client.get(f"/api/v1/parties/{played.pk}/")
    assert answer.status_code == 200, answer.text
    assert "void" not in answer.text
    exported = client.get("/groene-hart/settings/export/club.json")
    kinds = json.loads(b"".join(exported))["parties"][0]["entries"]
    assert [one["kind"] for one in kinds] == ["game", "lottery"]


def test_it_moves_no_result(played: Partie) -> None:
    before = {one.score for one in played.results.all()}
    assert before == {24, 384, -244, -164}
    assert not Partie.objects.get().is_void


def test_what_was_made_void_is_called_so(played: Partie) -> None:
    partie_void(partie=played, write=write(played), why="tiles missing")
    revisions = list(Revision.objects.select_related("entry"))
    names = {str(one.player_id): one.player.name for one in played.results.all()}
    lines = history_of(Partie.objects.get(), revisions, names)
    assert [line.what for line in lines if "void" in line.what] == ["Made void"]
    assert ENTRY in [line.what for line in lines]


def test_an_outcome_or_a_reason_that_is_not_known_is_no_other() -> None:
    win: Any = {
        "kind": "win",
        "winner": "1",
        "source": "lottery",
        "circumstances": ["luck"],
    }
    lottery: Any = {"kind": "lottery"}
    assert how_won("nts", win, NAMES) == "in another way, in another way"
    assert how_of("nts", {"kind": "draw"}, NAMES) == "draw"
    assert how_of("nts", lottery, NAMES) == "ended otherwise"
    pao = pao_of(win | {"pao": {"player": "2", "reason": "luck"}}, NAMES)
    assert pao is not None
    assert pao.reason == "for a reason that is not known here"
    fault: Any = {"kind": "penalty", "offender": "1", "offence": "luck"}
    penalty = penalty_of(fault, NAMES)
    assert penalty is not None
    assert penalty.offence == "for a reason that is not known here"
