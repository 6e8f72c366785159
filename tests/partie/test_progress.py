"""What is kept of how far a partie has come is what its records say."""

import json
from random import Random

import pytest
from django.test import Client

from clubscore.club.models import Account, Player
from clubscore.club.services import player_add
from clubscore.partie import correction_services, engine, services
from clubscore.partie.derive import chronicle_from, progress_of
from clubscore.partie.engine import Progress, Terms
from clubscore.partie.models import Partie
from tests.partie import test_foresight as walking
from tests.partie.rule_books import counted, play
from tests.partie.test_services import write
from tests.table.test_table_page import ask, example

EAST_WINS = counted("E", S=20, E=80)
SOUTH_WINS = counted("S", E=20, S=80)


@walking.every_table
def test_what_is_kept_comes_back_as_it_was(terms: Terms) -> None:
    rng = Random(str(terms))
    for _ in range(5):
        chronicle = walking.begun(terms)
        while not chronicle.is_finished:
            kept = json.loads(json.dumps(chronicle.progress.as_json))
            assert Progress.from_json(terms, kept) == chronicle.progress
            east = walking.east_of(rng, chronicle, 0.2)
            table = engine.next_table(chronicle, east)
            outcome = walking.some_outcome(rng, list(table.winds.values()))
            walking.play(chronicle, outcome, east)
        kept = json.loads(json.dumps(chronicle.progress.as_json))
        assert Progress.from_json(terms, kept).state.is_finished


def test_every_write_keeps_it(partie: Partie, players: list[Player]) -> None:
    anna, ben, cleo, dirk = players
    eva = player_add(club=partie.club, name="Eva")

    def look(number: int, east: Player) -> None:
        partie.refresh_from_db()
        assert partie.progress == chronicle_from(partie).progress.as_json
        progress = progress_of(partie)
        assert progress.number == number
        assert engine.next_table(progress, None).dealer == str(east.pk)

    look(1, anna)
    play(partie, SOUTH_WINS)
    look(2, ben)
    play(partie)
    look(3, ben)
    correction_services.substitute_record(
        partie=partie, write=write(partie), leaving=ben, coming=eva
    )
    look(3, eva)
    correction_services.seating_record(
        partie=partie,
        write=write(partie),
        players=[str(one.pk) for one in (dirk, eva, cleo, anna)],
    )
    look(3, dirk)
    services.last_withdraw(partie=partie, write=write(partie))
    look(3, eva)
    correction_services.game_correct(
        partie=partie,
        write=write(partie),
        number=1,
        record=EAST_WINS,
        why="misheard",
        winds="should",
    )
    look(3, anna)
    play(partie, east="Cleo")
    look(4, cleo)


def test_a_partie_older_than_it_is_worked_out(
    client: Client, partie: Partie, administrator: Account
) -> None:
    client.force_login(administrator)
    play(partie, SOUTH_WINS)
    said = {"said": example(partie)}
    answer = ask(client, said).json()
    Partie.objects.update(progress=None)
    assert ask(client, said).json() == answer
    play(partie)
    partie.refresh_from_db()
    assert partie.progress is not None


@pytest.mark.parametrize("ends", [services.partie_end, services.partie_void])
def test_nothing_is_foretold_of_a_partie_that_is_over(
    client: Client, partie: Partie, administrator: Account, ends: object
) -> None:
    assert callable(ends)
    client.force_login(administrator)
    ends(partie=partie, write=write(partie), why="the last tram")
    answer = ask(client, {"said": example(partie)})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "finished")
