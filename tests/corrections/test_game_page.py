"""One game explained item by item."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Player, Season
from clubscore.partie import services
from clubscore.partie.models import Partie
from tests.partie.test_services import DRAW, record, write
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.table.test_partie_page import words

GAME_PAGE = "/groene-hart/parties/1/games/1/"


def test_every_item_stands_with_its_place_in_the_book(
    client: Client, partie: Partie
) -> None:
    record(partie)
    page = words(client.get(GAME_PAGE).text)
    assert "Ben won, on Anna’s discard." in page
    assert re.search(r"Mahjong Combinaties van stenen 20", page)
    assert "24 × 4 = 96" in page
    assert "16 × 4 = 64" in page
    assert "A dead hand (wrong number of tiles): 0 points." in page


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ({"source": "discard", "from": "E"}, "on Anna’s discard"),
        ({"source": "robbed_kong", "from": "E"}, "by robbing Anna’s kong"),
        ({"source": "wall"}, "self-drawn"),
        ({"source": "replacement"}, "with the replacement tile of a kong"),
        (
            {"source": "wall", "circumstances": ["last_tile"]},
            "self-drawn, last tile of the wall",
        ),
    ],
)
def test_the_page_says_in_a_sentence_how_it_was_won(
    client: Client, partie: Partie, outcome: dict[str, Any], said: str
) -> None:
    won = {"kind": "win", "winner": "S", "winning_tile": "2s", **outcome}
    sets = ["5555z", "(111s)", "(777s)", "(234s)", "(99s)"]
    record(partie, {"hands": {"S": {"sets": sets}}, "outcome": won})
    assert f"Ben won, {said}." in words(client.get(GAME_PAGE).text)


def test_the_tiles_are_shown_as_pictures(client: Client, partie: Partie) -> None:
    record(partie)
    page = client.get(GAME_PAGE).text
    assert 'alt="3 of bamboos"' in page
    assert "tiles/3s.svg" in page


def test_who_pays_whom_and_why(client: Client, partie: Partie) -> None:
    record(partie)
    page = words(client.get(GAME_PAGE).text)
    assert "Anna → pays Ben 192 Ben’s hand, 96 × 2 for East" in page
    assert "Cleo → pays Ben 96 Ben’s hand, 96" in page
    assert "Dirk → pays Anna 88 difference, (64 − 20) × 2 for East" in page
    assert "Cleo → pays Dirk 20 difference, 20 − 0" in page


def test_chips_that_make_an_amount_up_are_shown_with_chips_only(
    client: Client, season: Season, players: list[Player], partie: Partie
) -> None:
    record(partie)
    assert "in chips:" not in client.get(GAME_PAGE).text
    other = services.partie_start(
        season=season, players=players, day=season.starts_on, uses_chips=True
    )
    record(other)
    page = words(client.get(GAME_PAGE.replace("parties/1", "parties/2")).text)
    assert "Cleo → pays Anna 120 difference, (60 − 0) × 2 for East" in page
    assert "in chips: 1 × 100 2 × 10" in page
    assert "24 × 4 = 96 Rounded to 100." in page


def test_a_limit_hand_is_named(
    client: Client, partie: Partie, players: list[Player]
) -> None:
    game: dict[str, Any] = {
        "hands": {
            "E": {"tiles": "19m19p19s12345677z"},
            "S": {"tiles": "2233445566778m"},
        },
        "outcome": {
            "kind": "win",
            "winner": "E",
            "winning_tile": "7z",
            "source": "wall",
            "from": None,
            "circumstances": [],
        },
    }
    record(partie, game)
    page = words(client.get(GAME_PAGE).text)
    assert "Thirteen orphans limit hand" in page
    assert "One tile short of “" in page


FOUR_WINDS = ["111z", "222z", "333z", "444z", "(55m)"]
ODD_KONGS = ["(1111p)", "(9999p)", "(3333p)", "(5555p)", "(77p)"]


@pytest.mark.parametrize(
    ("ruleset", "options", "sets", "tile", "said"),
    [
        # NTS: a limit hand of sets has its value; 20 + 8 + 4 + 2 + 2, three times
        # doubled, would be its count.
        (
            "nts",
            {},
            ["111s", "(234s)", "(55s)", "(678s)", "(999s)"],
            "5s",
            "in place of the ordinary count, which would be 288.",
        ),
        # Das Spiel der Winde, Sonderspiele: 32 + 32 + 16 + 16 + 20 + 2, four times
        # doubled: one suit alone, and the owner.
        (
            "spiel-der-winde",
            {"settlement": "differences"},
            ODD_KONGS,
            "7p",
            "The ordinary count is higher than the limit hand “Odd pungs”, 1 000,",
        ),
        (
            "spiel-der-winde",
            {"settlement": "differences"},
            FOUR_WINDS,
            "5m",
            "The limit hand stands in place of the ordinary count, which would be",
        ),
        # Schmale 6.1.2: no count is more than a limit hand; self-drawn 1, pungs 2,
        # one suit with honours 2, own and round wind 1 each are 7 faan.
        (
            "schmale",
            {},
            FOUR_WINDS,
            "5m",
            "The limit hand stands in place of the ordinary count, which would be 32.",
        ),
    ],
)
def test_what_won_over_what_is_said(
    client: Client,
    season: Season,
    players: list[Player],
    ruleset: str,
    options: dict[str, Any],
    sets: list[str],
    tile: str,
    said: str,
) -> None:
    season.ruleset, season.options = ruleset, options
    season.save()
    partie = services.partie_start(
        season=season, players=players, day=dt.date(2026, 11, 17)
    )
    won = {"kind": "win", "winner": "E", "winning_tile": tile, "source": "wall"}
    record(partie, {"hands": {"E": {"sets": sets}}, "outcome": won})
    assert said in words(client.get(GAME_PAGE).text)


def test_where_nothing_gave_way_nothing_is_said_of_it(
    client: Client, partie: Partie
) -> None:
    record(partie)
    assert "passed-over" not in client.get(GAME_PAGE).text


def test_a_draw_pays_nothing(client: Client, partie: Partie) -> None:
    record(partie, DRAW)
    page = words(client.get(GAME_PAGE).text)
    assert "A draw: nobody won." in page
    assert "Nobody pays anybody." in page
    assert "Next: Round of East; Anna is East." in page


def test_a_warning_and_a_remark_are_shown(client: Client, partie: Partie) -> None:
    game: dict[str, Any] = {
        "hands": {
            "E": {"sets": ["(55z)"], "tiles": "5z", "complete": False},
            "S": {"points": 96},
        },
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": None,
            "source": "discard",
            "from": "E",
            "circumstances": [],
        },
        "remark": "Ben counted himself",
    }
    record(partie, game)
    page = words(client.get(GAME_PAGE).text)
    assert "Remark: Ben counted himself" in page
    assert "The player’s own count." in page
    assert "Look: East (Anna)’s concealed tiles would be worth 16 points" in page


def test_the_last_game_says_who_is_east_next(
    client: Client, partie: Partie, administrator: Account
) -> None:
    record(partie)
    client.force_login(administrator)
    page = words(client.get(GAME_PAGE).text)
    assert "Next: Round of East; Ben is East." in page
    assert "Next game" in page
    assert "That was wrong" in page
    record(partie, DRAW)
    page = words(client.get(GAME_PAGE).text)
    assert "That was wrong" not in page


def test_what_came_after_the_last_game_is_taken_back_first(
    client: Client, partie: Partie, administrator: Account
) -> None:
    record(partie)
    services.partie_end(partie=partie, write=write(partie), why="last tram")
    client.force_login(administrator)
    page = words(client.get(GAME_PAGE).text)
    assert "The partie is over." in page
    assert "That was wrong" not in page


def test_who_only_reads_is_offered_nothing(client: Client, partie: Partie) -> None:
    record(partie)
    page = client.get(GAME_PAGE).text
    assert "That was wrong" not in page
    assert "Who wrote this game (1)" in words(page)


def test_a_game_that_is_not_there(client: Client, partie: Partie) -> None:
    assert client.get(GAME_PAGE).status_code == 404


def test_a_private_clubs_game_is_not_there_for_outsiders(
    client: Client, partie: Partie
) -> None:
    record(partie)
    Club.objects.update(is_public=False)
    assert client.get(GAME_PAGE).status_code == 404


def test_wrong_methods_are_refused(client: Client, partie: Partie) -> None:
    record(partie)
    assert client.post(GAME_PAGE).status_code == 405


QUERIES = 7
VERSION = 2
"""Agreements and names, beside the partie, which is asked for once."""


def test_the_page_costs_the_same_after_many_games(
    client: Client, partie: Partie, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    queries = QUERIES + VERSION
    record(partie)
    with django_assert_num_queries(queries + queries_to_keep()):
        client.get(GAME_PAGE)
    for _ in range(5):
        record(partie)
    with django_assert_num_queries(queries + queries_to_keep_again()):
        client.get(GAME_PAGE)


@pytest.mark.parametrize("language", ["nl", "de"])
def test_the_page_speaks_the_readers_language(
    client: Client, partie: Partie, language: str
) -> None:
    record(partie)
    response = client.get(GAME_PAGE, headers={"Accept-Language": language})
    assert f'<html lang="{language}">' in response.text
