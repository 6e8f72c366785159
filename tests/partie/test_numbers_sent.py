"""Numbers that are none, or too long for the database or for Python itself."""

import json
from typing import Any

import pytest
from django.test import Client

from clubscore.club.models import Player
from clubscore.partie.models import Partie, Revision
from tests.partie.test_services import DRAW, record

SHEET = "/groene-hart/parties/1/"
NO_NUMBERS = ["9" * 5000, "9" * 20, "9" * 10, "٣" * 5000, "²", "-1", "1.5", "x", ""]

pytestmark = pytest.mark.parametrize(
    "text", NO_NUMBERS, ids=lambda text: f"{text[:4]}-{len(text)}"
)


@pytest.fixture
def played(partie: Partie) -> Partie:
    """Return a partie of two games, the second a draw."""
    record(partie)
    record(partie, DRAW)
    return partie


@pytest.mark.parametrize(
    "page",
    [
        SHEET + "record/?again=",
        SHEET + "record/typed/?again=",
        SHEET + "paper/?again=",
        SHEET + "reseat/?game=",
        "/groene-hart/parties/new/?season=",
        "/groene-hart/parties/new/?players=",
        "/play/?players=",
    ],
)
def test_a_page_that_is_asked_for_with_no_number_is_shown_without(
    scorekeeper: Client, played: Partie, page: str, text: str
) -> None:
    name = page.partition("?")[2].rstrip("=")
    assert scorekeeper.get(page.partition("?")[0], {name: text}).status_code == 200


def test_nobody_of_no_number_agrees(
    scorekeeper: Client, played: Partie, text: str
) -> None:
    game = played.games.get(number=1)
    sent = {"player": text, "revision": game.revision_id}
    assert scorekeeper.post(SHEET + "games/1/agree/", sent).status_code == 404


@pytest.mark.parametrize("field", ["about", "edit", "keep", "without", "also", "said"])
@pytest.mark.parametrize("step", ["games/1/correct/", "games/1/withdraw/", "reseat/"])
def test_a_step_of_a_correction_without_a_number_changes_nothing(
    scorekeeper: Client,
    played: Partie,
    players: list[Player],
    step: str,
    field: str,
    text: str,
) -> None:
    value = json.dumps({text: {}}) if field == "also" else text
    sent: dict[str, Any] = {field: value, "game": text}
    for more in ({}, {"action": "foretell", "about": "1"}, {"about": text}):
        answer = scorekeeper.post(SHEET + step, sent | more)
        assert answer.status_code in (200, 302, 400, 404, 409)
    assert Revision.objects.count() == 2


@pytest.mark.parametrize("address", ["undo/", "bookings/new/", "substitute/", "end/"])
def test_a_write_that_has_seen_no_version_writes_nothing(
    scorekeeper: Client, played: Partie, address: str, text: str
) -> None:
    sent = {"version": text, "key": "a key", "leaving": text, "payer": text}
    answer = scorekeeper.post(SHEET + address, sent)
    assert answer.status_code in (200, 404)
    assert Revision.objects.count() == 2


@pytest.mark.parametrize("address", ["games/", "preview/"])
def test_a_length_that_is_no_number_is_refused(
    scorekeeper: Client, played: Partie, address: str, text: str
) -> None:
    answer = scorekeeper.post(
        SHEET + address,
        b"{}",
        content_type="application/json",
        CONTENT_LENGTH=text.encode().decode("latin-1"),
    )
    # Without any length there is nothing to be read.
    assert answer.status_code == (413 if text else 400)
    assert Revision.objects.count() == 2


def test_a_line_of_a_sheet_calls_nobody_by_no_number(
    scorekeeper: Client, partie: Partie, text: str
) -> None:
    sent = {
        "version": "0",
        "says": "points",
        "begin": text,
        "lines": text,
        "line-1-winner": text,
        "action": "record",
    }
    assert scorekeeper.post(SHEET + "paper/", sent).status_code == 200
    assert not Revision.objects.exists()
