"""Players who are shown by initials, as programs name them and are told of them."""

from typing import Any

import pytest

from clubscore.club.initials import name_show, name_withhold
from clubscore.club.models import Club, Player
from clubscore.partie.models import Partie
from tests.api.conftest import Program, code
from tests.season.played import DRAW

Told = Any
"""JSON that was answered."""


@pytest.fixture
def anna(partie: Partie, players: list[Player]) -> Player:
    """Return the first East, who is shown by initials."""
    name_withhold(player=players[0])
    return players[0]


def test_she_is_told_by_her_initials(
    program: Program, partie: Partie, anna: Player
) -> None:
    told = program.get(f"parties/{partie.pk}/").json()
    assert told["next"]["dealer"] == "A."
    assert told["totals"] == {"A.": 0, "Ben": 0, "Cleo": 0, "Dirk": 0}


@pytest.mark.parametrize("name", ["A.", "anna", "Ánna"])
def test_a_program_names_her_by_the_name_or_the_initials(
    program: Program, partie: Partie, games: str, anna: Player, name: str
) -> None:
    record: Told = {"keyed_by": "player", "east": name, **DRAW}
    record["hands"] = {name: {"points": 10}}
    assert program.write(games, record).status_code == 201
    booking = {"from": "Ben", "to": name, "amount": 10, "reason": "a fine"}
    answer = program.write(
        f"parties/{partie.pk}/bookings/", booking, key="another", version=1
    )
    assert answer.status_code == 201
    assert answer.json()["booking"]["to"] == "A."


def test_a_partie_starts_with_her_by_the_whole_name(
    program: Program, club: Club, anna: Player
) -> None:
    body = {"players": ["Anna", "Ben", "Cleo", "Dirk"], "ruleset": "nts"}
    answer = program.post("clubs/groene-hart/parties/", body)
    assert answer.status_code == 201
    begun = Partie.objects.get(pk=answer.json()["id"])
    assert begun.seats.get(place=0).player == anna
    assert club.players.count() == 4
    twice = body | {"players": ["Anna", "A.", "Cleo", "Dirk"]}
    refused = program.post("clubs/groene-hart/parties/", twice)
    assert refused.status_code == 422


def test_somebody_of_another_partie_is_not_named_by_a_withheld_name(
    program: Program, games: str, anna: Player, club: Club
) -> None:
    other = Player.objects.create(club=club, name="Eva Vos", key="eva vos", slug="eva")
    name_withhold(player=other)
    record = {"keyed_by": "player", "east": "Eva Vos", **DRAW}
    assert code(program.write(games, record)) == (422, "bad_record")


def test_what_a_program_has_kept_is_not_called_the_same(
    program: Program, partie: Partie, players: list[Player]
) -> None:
    address, tag = f"parties/{partie.pk}/", {"If-None-Match": '"0"'}
    assert program.get(address, **tag).status_code == 304
    name_withhold(player=players[0])
    answer = program.get(address, **tag)
    assert answer.status_code == 200
    assert "A." in answer.json()["totals"]
    # The version is what a write has seen; it is no other for that.
    assert answer["ETag"] == '"0"'
    name_show(player=players[0])
    assert "Anna" in program.get(address, **tag).json()["totals"]
