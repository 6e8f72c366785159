"""The storm's judge sees what is lost, doubled or out of order."""

from dataclasses import replace
from typing import Any

import pytest

from clubscore.partie.models import GameScore, Partie, Submission
from clubscore.partie.services import Author, Write, game_record
from tests.season.played import DRAW
from tests.storm.clients import Acknowledged, Ledger
from tests.storm.judging import faults, unacknowledged


@pytest.fixture
def ledger(partie: Partie) -> Ledger:
    """Return the ledger of one client who recorded three games."""
    kept = Ledger()
    for version, key in enumerate(("one", "two", "three")):
        write = Write(Author(name="Anna"), version, key)
        game_record(partie=partie, write=write, record=DRAW | {"remark": key})
        kept.send(key)
        number = version + 1
        kept.acknowledge(Acknowledged(partie.pk, key, number, number, client=7))
    return kept


def test_what_is_as_it_was_acknowledged_has_no_fault(ledger: Ledger) -> None:
    assert list(faults(ledger)) == []
    assert unacknowledged(ledger) == 0


def test_a_game_that_is_not_there_is_lost(ledger: Ledger, partie: Partie) -> None:
    ledger.acknowledge(Acknowledged(partie.pk, "four", 4, 4, client=7))
    [fault] = faults(ledger)
    assert fault.endswith("is lost")


@pytest.mark.parametrize("change", [{"number": 4}, {"version": 4}, {"partie": 0}])
def test_a_game_in_another_place_is_told(ledger: Ledger, change: Any) -> None:
    ledger.games[2] = replace(ledger.games[2], **change)
    assert any("is stored as" in fault for fault in faults(ledger))


def test_a_game_whose_answer_was_lost_is_none_of_the_faults(ledger: Ledger) -> None:
    del ledger.games[1]
    assert list(faults(ledger)) == []
    assert unacknowledged(ledger) == 1


def test_a_game_that_nobody_sent_is_told(ledger: Ledger) -> None:
    ledger.sent.remove("two")
    assert "nobody sent two" in faults(ledger)


def test_a_game_that_stands_twice_is_told(ledger: Ledger, partie: Partie) -> None:
    write = Write(Author(name="Anna"), 3, "three again")
    game_record(partie=partie, write=write, record=DRAW | {"remark": "three"})
    ledger.send("three again")
    assert any("once and in order" in fault for fault in faults(ledger))


def test_a_version_that_no_write_made_is_told(ledger: Ledger, partie: Partie) -> None:
    Partie.objects.filter(pk=partie.pk).update(version=4)
    assert f"partie {partie.pk} is at version 4" in faults(ledger)


def test_a_clients_games_stand_in_its_order(ledger: Ledger) -> None:
    ledger.games[0], ledger.games[1] = ledger.games[1], ledger.games[0]
    assert any("of the same client" in fault for fault in faults(ledger))


def test_what_the_audit_finds_is_a_fault(ledger: Ledger) -> None:
    GameScore.objects.filter(game__number=2).update(total=5)
    assert any(fault.startswith("audit: ") for fault in faults(ledger))
    assert Submission.objects.count() == 3
