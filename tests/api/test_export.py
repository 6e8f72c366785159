"""GET /api/v1/clubs/<club>/export/: everything of a club, for who runs it."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.archive.transfer.export import AT_ONCE
from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.club.models import Account, Club, Player, Role, Season
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_start
from tests.api.conftest import Program, Programs, code
from tests.season.played import GAME

EXPORT = "clubs/groene-hart/export/"


def content(answer: Any) -> bytes:
    """Return what was sent piece by piece."""
    found: bytes = answer.getvalue()
    return found


def test_who_runs_the_club_gets_a_file_that_is_read_back(
    club: Club, partie: Partie, program: Program, program_of: Programs
) -> None:
    program.write(f"parties/{partie.pk}/games/", GAME)
    runs = program_of(club, Role.ADMINISTRATOR)
    answer = runs.get(EXPORT)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    assert "no-cache" in answer["Cache-Control"]
    assert 'filename="groene-hart-' in answer["Content-Disposition"]
    sent = content(answer)
    made = club_import(file_read(sent), slug="again")
    assert made.club.parties.get().games.count() == 1
    # What opens something is not in it.
    assert runs.secret.encode() not in sent
    assert club.tokens.earliest("pk").digest.encode() not in sent
    assert b"Scoreboard" in sent  # who recorded the game


def test_whoever_runs_the_club_can_be_logged_in_instead(
    administrator: Account, partie: Partie, client: Client
) -> None:
    client.force_login(administrator)
    answer = client.get(f"/api/v1/{EXPORT}")
    told = json.loads(content(answer))
    assert told["members"][0]["account"] == "willem"
    # Nothing else is opened by a session.
    assert client.post(f"/api/v1/parties/{partie.pk}/games/").status_code == 401


def test_nobody_else_gets_it(
    club: Club, program: Program, stranger: Program, outsider: Account, client: Client
) -> None:
    assert code(program.get(EXPORT)) == (403, "forbidden")
    assert code(stranger.get(EXPORT)) == (401, "unauthorized")
    assert code(program.get("clubs/elsewhere/export/")) == (404, "not_found")
    Club.objects.update(is_public=False)
    client.force_login(outsider)
    answer: Any = client.get(f"/api/v1/{EXPORT}")
    assert code(answer) == (404, "not_found")


@pytest.mark.parametrize("many", [1, AT_ONCE])
def test_it_costs_the_same_for_many_parties(
    club: Club,
    season: Season,
    players: list[Player],
    program_of: Programs,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    for _ in range(many):
        partie_start(season=season, players=players, day=season.starts_on)
    runs = program_of(club, Role.ADMINISTRATOR)
    with django_assert_num_queries(19):
        content(runs.get(EXPORT))
