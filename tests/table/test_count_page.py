"""Counting what lies on the table."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Player, Season
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_start
from tests.corrections.test_correcting import SOUTH
from tests.partie.rule_books import key_of, play
from tests.partie.test_services import record
from tests.table.test_partie_page import words

COUNT = "/groene-hart/parties/1/count/"


@pytest.fixture
def partie(season: Season, players: list[Player]) -> Partie:
    """Return a partie that is played with chips, every point of which counts."""
    return partie_start(
        season=season,
        players=players,
        day=season.starts_on,
        options={"rounding": "none"},
        uses_chips=True,
    )


def lying(partie: Partie, **moved: int) -> dict[str, Any]:
    """Return what is counted if chips lie as much too many with some players."""
    return {
        f"chips_{one.player_id}": one.chips + moved.get(one.player.name, 0)
        for one in partie.results.select_related("player")
    }


def test_chips_that_lie_right_need_nothing(client: Client, partie: Partie) -> None:
    record(partie)
    page = words(client.get(COUNT, lying(partie)).text)
    assert "Every chip lies where it should." in page
    assert "What would explain it" not in page


def test_a_missed_payment_is_named_with_its_game(
    client: Client, partie: Partie
) -> None:
    record(partie)
    page = client.get(COUNT, lying(partie, Dirk=88, Anna=-88)).text
    said = words(page)
    assert "Dirk 2 836 2 924 +88" in said
    assert "Game 1 : Dirk did not pay Anna 88." in said
    assert "Dirk → gives Anna 88" in said
    assert "/groene-hart/parties/1/games/1/" in page


def test_a_booking_sets_it_right_in_one_tap(
    scorekeeper: Client, partie: Partie
) -> None:
    record(partie)
    data = lying(partie, Dirk=88, Anna=-88)
    page = scorekeeper.get(COUNT, data).text
    assert "Book Anna → Dirk 88" in words(page)
    found = re.search(r'href="([^"]*bookings/new/\?[^"]*)"', page)
    assert found is not None
    address = found.group(1).replace("&amp;", "&")
    form = scorekeeper.get(address).text
    anna = key_of(partie, "Anna")
    assert re.search(rf'name="payer" value="{anna}"[^>]*checked', form)
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"[^>]*checked', form))
    sent |= dict(
        re.findall(r'type="hidden" name="(version|key)" value="([^"]*)"', form)
    )
    scorekeeper.post(address, sent | {"amount": "88", "reason": "counted"})
    assert "Every chip lies where it should." in scorekeeper.get(COUNT, data).text


def test_readers_book_nothing(client: Client, partie: Partie) -> None:
    record(partie)
    page = client.get(COUNT, lying(partie, Dirk=88, Anna=-88)).text
    assert "bookings/new/" not in page


def test_east_who_was_not_doubled_is_named(client: Client, partie: Partie) -> None:
    record(partie)
    moved = {"Anna": 96 - 64 - 44, "Ben": -96, "Cleo": 64, "Dirk": 44}
    page = words(client.get(COUNT, lying(partie, **moved)).text)
    assert "Nothing was doubled for Anna, who was East." in page


@pytest.mark.parametrize(
    ("less", "said"), [(-30, "30 are missing"), (30, "30 are too many")]
)
def test_chips_that_are_not_there_at_all_are_said(
    client: Client, partie: Partie, less: int, said: str
) -> None:
    record(partie)
    page = words(client.get(COUNT, lying(partie, Cleo=less)).text)
    assert said in page
    assert "all together there should be 12 000" in page
    assert "What would explain it" not in page


def test_what_nothing_explains_is_said_and_can_be_set_right(
    client: Client, partie: Partie
) -> None:
    record(partie)
    page = words(client.get(COUNT, lying(partie, Cleo=1, Anna=-1)).text)
    assert "No single game explains it" in page
    assert "Cleo → gives Anna 1" in page


def test_every_players_chips_are_asked(client: Client, partie: Partie) -> None:
    record(partie)
    data = lying(partie)
    data[f"chips_{key_of(partie, 'Ben')}"] = ""
    page = words(client.get(COUNT, data).text)
    assert "Enter what lies there; 0 if nothing does." in page
    assert "Who differs" not in page


def test_before_the_first_game_everybody_has_the_start_chips(
    client: Client, partie: Partie
) -> None:
    assert "everybody should have the start chips" in client.get(COUNT).text


def test_counting_costs_the_same_after_many_games(
    client: Client, partie: Partie, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play(partie, SOUTH)
    data = lying(partie, Dirk=7, Anna=-7)
    with django_assert_num_queries(4):
        client.get(COUNT, data)
    for _number in range(6):
        play(partie, SOUTH)
    with django_assert_num_queries(4):
        client.get(COUNT, data)
