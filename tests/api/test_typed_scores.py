"""Programs that tell what each player won or lost by the table's own rules."""

from typing import Any

import pytest

from clubscore.club.models import Club
from clubscore.partie.models import Partie
from tests.api.conftest import Program, code
from tests.partie.rule_books import start_in

GAME: dict[str, Any] = {
    "outcome": {"kind": "win", "winner": "S", "source": "discard", "from": "E"},
    "scores": {"E": -7700, "S": 7700, "W": 0, "N": 0},
    "limit": "Daisangen",
}
NAMED: dict[str, Any] = {
    "keyed_by": "player",
    "outcome": {"kind": "win", "winner": None, "source": None},
    "scores": {"Anna": 0, "Ben": 1, "Cleo": 2, "Dirk": -3},
}


@pytest.fixture
def partie(club: Club) -> Partie:
    """Return a partie by no book's rules."""
    return start_in(club, "free")


def test_scores_are_recorded_and_told(
    program: Program, games: str, partie: Partie
) -> None:
    answer = program.write(games, GAME)
    assert answer.status_code == 201, answer.json()
    assert answer.json()["scores"] == GAME["scores"]
    assert answer.json()["payments"] == []
    assert program.write(games, NAMED, key="two", version=1).status_code == 201
    told = program.get(f"{games}1/revisions/").json()["revisions"][0]
    assert (told["limit"], told["scores"]["Ben"]) == ("Daisangen", 7700)
    told = program.get(f"{games}2/revisions/").json()["revisions"][0]
    assert told["outcome"] == NAMED["outcome"]


def test_a_game_is_corrected(program: Program, games: str, partie: Partie) -> None:
    program.write(games, GAME)
    anew = {**NAMED, "reason": "misread"}
    answer = program.write(f"{games}1/", anew, key="two", version=1, method="put")
    assert answer.status_code == 200, answer.json()
    assert partie.games.get().winner is None


def test_other_books_take_no_scores(
    program: Program, club: Club, partie: Partie
) -> None:
    games = f"parties/{start_in(club, 'nts').pk}/games/"
    assert code(program.write(games, GAME)) == (422, "bad_record")
