"""Numbers that are none, or too long for the database or for Python itself."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client

from clubscore.club.models import Player
from clubscore.partie.models import Partie, Revision
from tests.partie.test_services import DRAW, record

SHEET = "/groene-hart/parties/1/"
NO_NUMBERS = ["9" * 5000, "9" * 20, "9" * 10, "٣" * 5000, "²", "-1", "1.5", "x", ""]
UNREADABLE = ["9" * 5000, "9" * 20, "²", ""]
"""One of each kind: what Python refuses, what no column holds, a sign, and nothing."""


def statuses(
    ask: Callable[[str], Any], texts: list[str] = NO_NUMBERS
) -> dict[str, int]:
    """Return what each of them is answered, by how it begins and how long it is."""
    return {f"{text[:4]} ({len(text)} long)": ask(text).status_code for text in texts}


def unlike(found: dict[str, int], *right: int) -> dict[str, int]:
    """Return what was answered otherwise."""
    return {text: status for text, status in found.items() if status not in right}


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
    scorekeeper: Client, played: Partie, page: str
) -> None:
    address, _, name = page.rstrip("=").partition("?")
    found = statuses(lambda text: scorekeeper.get(address, {name: text}))
    assert unlike(found, 200) == {}


def test_nobody_of_no_number_agrees(scorekeeper: Client, played: Partie) -> None:
    game = played.games.get(number=1)
    sent = {"revision": game.revision_id}
    found = statuses(
        lambda text: scorekeeper.post(SHEET + "games/1/agree/", sent | {"player": text})
    )
    assert unlike(found, 404) == {}


@pytest.mark.parametrize("field", ["about", "edit", "keep", "without", "also", "said"])
@pytest.mark.parametrize("step", ["games/1/correct/", "games/1/withdraw/", "reseat/"])
def test_a_step_of_a_correction_without_a_number_changes_nothing(
    scorekeeper: Client, played: Partie, players: list[Player], step: str, field: str
) -> None:
    def ask(more: dict[str, str], text: str) -> Any:
        value = json.dumps({text: {}}) if field == "also" else text
        sent: dict[str, Any] = {field: value, "game": text}
        told = {name: one.replace("TEXT", text) for name, one in more.items()}
        return scorekeeper.post(SHEET + step, sent | told)

    for more in ({}, {"action": "foretell", "about": "1"}, {"about": "TEXT"}):
        found = statuses(partial(ask, more), UNREADABLE)
        assert unlike(found, 200, 302, 400, 404, 409) == {}, more
    assert Revision.objects.count() == 2


@pytest.mark.parametrize("address", ["undo/", "bookings/new/", "substitute/", "end/"])
def test_a_write_that_has_seen_no_version_writes_nothing(
    scorekeeper: Client, played: Partie, address: str
) -> None:
    def ask(text: str) -> Any:
        sent = {"version": text, "key": "a key", "leaving": text, "payer": text}
        return scorekeeper.post(SHEET + address, sent)

    assert unlike(statuses(ask), 200, 404) == {}
    assert Revision.objects.count() == 2


@pytest.mark.parametrize("address", ["games/", "preview/"])
def test_a_length_that_is_no_number_is_refused(
    scorekeeper: Client, played: Partie, address: str
) -> None:
    def ask(text: str) -> Any:
        return scorekeeper.post(
            SHEET + address,
            b"{}",
            content_type="application/json",
            CONTENT_LENGTH=text.encode().decode("latin-1"),
        )

    *too_long, nothing = statuses(ask).values()
    assert set(too_long) == {413}
    # Without any length there is nothing to be read.
    assert nothing == 400
    assert Revision.objects.count() == 2


def test_a_game_at_a_table_of_no_number_is_not_foretold(
    scorekeeper: Client, played: Partie
) -> None:
    def ask(text: str) -> Any:
        return scorekeeper.post(f"/groene-hart/parties/{text}/preview/")

    assert unlike(statuses(ask), 404) == {}


def test_a_line_of_a_sheet_calls_nobody_by_no_number(
    scorekeeper: Client, partie: Partie
) -> None:
    def ask(text: str) -> Any:
        sent = {
            "version": "0",
            "says": "points",
            "begin": text,
            "lines": text,
            "line-1-winner": text,
            "action": "record",
        }
        return scorekeeper.post(SHEET + "paper/", sent)

    assert unlike(statuses(ask), 200) == {}
    assert not Revision.objects.exists()
