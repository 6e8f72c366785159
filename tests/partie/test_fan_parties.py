"""Parties by a book of fan: what its table asks, refuses and says."""

import json
import re
from functools import partial
from html import unescape
from typing import Any

import pytest
from django.test import Client

from clubscore.club import own_books
from clubscore.club.methods import method_of, name_of
from clubscore.club.models import Account, Club, Season
from clubscore.partie.models import Partie, Revision
from tests.conftest import CAST
from tests.partie.pages import words
from tests.partie.rule_books import (
    SHEET,
    Start,
    key_of,
    page_of,
    play,
    scores,
    start_in,
    typed,
    won,
)

ALL_SIMPLES = {"tiles": "234m 567m 345p 678s 88s".replace(" ", ""), "sets": []}
"""All chows 2, all simples 2, a short straight 1; on a discard a concealed hand 2."""


@pytest.fixture
def start(club: Club) -> Start:
    """Return what starts a partie in the club."""
    return partial(start_in, club)


@pytest.fixture
def partie(start: Start) -> Partie:
    """Return a partie by the Mahjong Competition Rules."""
    return start("mcr")


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may record."""
    client.force_login(administrator)
    return client


# Dead hands --------------------------------------------------------------------


def dead(*seats: str) -> dict[str, Any]:
    """Return a drawn game in which those seats have declared a false mahjong."""
    return {
        "hands": {seat: {"dead": "false_mahjong"} for seat in seats},
        "outcome": {"kind": "draw"},
    }


def test_a_false_mahjong_is_paid_for_after_a_draw_and_the_pages_say_so(
    partie: Partie, scorekeeper: Client
) -> None:
    play(partie, dead("S", "N"))
    assert scores(partie, 1) == {"Anna": 20, "Ben": -20, "Cleo": 20, "Dirk": -20}
    assert "dead" in page_of(scorekeeper, "")
    page = page_of(scorekeeper, "games/1/")
    assert "Ben → pays Anna 10 penalty, 10" in page
    # Whoever corrects it finds it as it was recorded.
    form = scorekeeper.get(SHEET + "games/1/correct/typed/").text
    asked = form.split('id="id_dead"')[1].split("</fieldset>")[0]
    assert asked.count("checked") == 2


def test_a_hand_that_is_dead_otherwise_is_none_of_a_draw(
    partie: Partie, scorekeeper: Client
) -> None:
    drawn = dead("S")
    drawn["hands"]["N"] = {"dead": "tile_count"}
    play(partie, drawn)
    assert scores(partie, 1) == {"Anna": 10, "Ben": -30, "Cleo": 10, "Dirk": 10}
    # Nobody is asked about it again, and nobody pays for it by a correction.
    form = scorekeeper.get(SHEET + "games/1/correct/typed/").text
    asked = form.split('id="id_dead"')[1].split("</fieldset>")[0]
    assert asked.count("checked") == 1


def test_an_x_on_paper_is_a_false_mahjong(partie: Partie, scorekeeper: Client) -> None:
    ben, cleo, dirk = (f"hand_{key_of(partie, one)}" for one in CAST[1:])
    sent = {
        "version": str(partie.version),
        "lines": "2",
        "says": "points",
        "begin": "0",
        "action": "record",
        "line-1-key": "one",
        "line-1-winner": "-",
        f"line-1-{dirk}": "x",
        "line-2-key": "two",
        "line-2-winner": "Cleo",
        "line-2-giver": "Anna",
        f"line-2-{cleo}": "12",
        f"line-2-{ben}": "X",
    }
    page = scorekeeper.get(SHEET + "paper/").text
    assert "dead by a false mahjong, also where nobody won" in page
    assert scorekeeper.post(SHEET + "paper/", sent).status_code == 302
    assert scores(partie, 1) == {"Anna": 10, "Ben": 10, "Cleo": 10, "Dirk": -30}
    assert scores(partie, 2) == {"Anna": -10, "Ben": -38, "Cleo": 46, "Dirk": 2}


def test_the_form_asks_whose_hand_is_dead_after_a_draw(
    partie: Partie, scorekeeper: Client
) -> None:
    page = page_of(scorekeeper, "record/typed/")
    assert "Whose hand is dead by a false mahjong?" in page
    assert "first turn" not in page
    sent = typed(partie, kind="draw", dead=["Cleo"])
    scorekeeper.post(SHEET + "record/typed/", sent)
    assert scores(partie, 1) == {"Anna": 10, "Ben": 10, "Cleo": -30, "Dirk": 10}


def test_the_form_asks_whose_hand_is_dead_after_a_win_too(
    partie: Partie, scorekeeper: Client
) -> None:
    sent = typed(
        partie,
        kind="win",
        winner="Ben",
        giver="Anna",
        Ben_hand_points="20",
        Dirk_hand_tiles="19m",
        Cleo_hand_dead="tile_count",
        dead=["Anna", "Dirk"],
    )
    scorekeeper.post(SHEET + "record/typed/", sent)
    # Ben has 28, 8 and 8, and 10 each of Anna and Dirk, who pay each other and Cleo.
    expected = {"Anna": -28 - 20, "Ben": 44 + 20, "Cleo": -8 + 20, "Dirk": -8 - 20}
    assert scores(partie, 1) == expected
    recorded = Revision.objects.get().game.hands
    assert recorded[key_of(partie, "Dirk")]["tiles"] == "19m"
    form = scorekeeper.get(SHEET + "games/1/correct/typed/").text
    asked = form.split('id="id_dead"')[1].split("</fieldset>")[0]
    assert asked.count("checked") == 2
    # It is said in one place: a hand of its own says only why else it is dead.
    one_hand = form.split(f'id="hand-{key_of(partie, "Dirk")}"')[1]
    assert "false_mahjong" not in one_hand
    assert form.count('value="tile_count" selected') == 1


def test_a_winner_is_not_dead_by_the_form_either(
    partie: Partie, scorekeeper: Client
) -> None:
    sent = typed(partie, kind="win", winner="Ben", giver="Anna", dead=["Ben"])
    sent |= typed(partie, Ben_hand_points="20")
    page = words(scorekeeper.post(SHEET + "record/typed/", sent).text)
    assert "’s hand is dead; a dead hand cannot win." in page
    assert not Revision.objects.exists()


def test_no_other_book_keeps_the_hands_of_a_draw(
    start: Start, scorekeeper: Client
) -> None:
    partie = start("hkos")
    play(partie, dead("S"))
    assert Revision.objects.get().game.hands == {}
    assert "Whose hand is dead" not in page_of(scorekeeper, "record/typed/")


# The least points --------------------------------------------------------------


def preview(client: Client, said: dict[str, Any]) -> dict[str, Any]:
    """Return what the table screen is told of a half-entered game."""
    answer: dict[str, Any] = client.post(
        SHEET + "preview/",
        {"said": said, "east": None, "explain": True},
        content_type="application/json",
    ).json()
    return answer


def test_a_hand_of_too_few_points_is_counted_so_far(
    partie: Partie, scorekeeper: Client
) -> None:
    ben = key_of(partie, "Ben")
    outcome = won(ben, key_of(partie, "Anna"), winning_tile="8s")
    said = {"hands": {ben: {**ALL_SIMPLES, "bonus": "1f"}}, "outcome": outcome}
    answer = preview(scorekeeper, said)
    assert [one["message"] for one in answer["errors"]] == [
        (
            "Ben’s hand is worth 7 without flowers and seasons, and a winner needs 8."
            " Check the tiles and how the game was won."
        )
    ]
    assert answer["hands"][ben]["points"] == 8
    assert answer["payments"] is None
    [hand] = answer["why"]["hands"]
    assert [one["name"] for one in hand["items"]] == [
        "Concealed Hand",
        "All Chows",
        "All Simples",
        "Short Straight",
        "Flower Tiles",
    ]


# What is laid, and who moves -----------------------------------------------------


def test_hands_without_sets_and_knitted_ones_are_laid_by_a_tap(
    partie: Partie, scorekeeper: Client
) -> None:
    page = scorekeeper.get(SHEET + "record/").text
    config = page.split('id="table-config"')[1].split(">", 1)[1].split("</script>")[0]
    rules = json.loads(config)["rules"]
    assert [
        (one["key"], one["adds"], [form["shown"] for form in one["forms"]][:2])
        for one in rules["templates"]
    ] == [
        ("seven_pairs", "pair", []),
        ("thirteen_orphans", "tile", ["1m1p1s1z5z"]),
        ("honours_and_knitted_tiles", "tile", ["1z5z", "1m2p3s"]),
        ("knitted_straight", "chow", ["1m2p3s", "1m3p2s"]),
    ]
    # Of the reasons for a dead hand the one that is paid for comes first.
    assert rules["dead"][0]["key"] == "false_mahjong"


def test_the_pages_say_who_moves_before_a_round(
    partie: Partie, scorekeeper: Client
) -> None:
    for _ in range(3):
        play(partie)
    assert "change seats" not in page_of(scorekeeper, "")
    play(partie)
    said = (
        "The players change seats: Ben to Anna’s place, Anna to Ben’s place, Dirk to"
        " Cleo’s place, Cleo to Dirk’s place."
    )
    for address in ("", "games/4/", "games/4/recorded/"):
        assert said in page_of(scorekeeper, address)
    play(partie)
    assert "change seats" not in page_of(scorekeeper, "")


# Standings -----------------------------------------------------------------------


def test_a_season_by_it_begins_with_table_points(
    club: Club, scorekeeper: Client
) -> None:
    def chosen(sent: dict[str, str]) -> list[str]:
        page = scorekeeper.post(f"/{club.slug}/settings/seasons/new/", sent).text
        return re.findall(r'name="method" value="([\w-]+)"[^>]*checked', page)

    sent = {"action": "ruleset", "shown": "nts", "ruleset": "mcr", "method": "chips"}
    assert chosen(sent) == ["table-points"]
    assert chosen(sent | {"method": "mean"}) == ["mean"]
    assert chosen(sent | {"shown": "mcr", "ruleset": "nts"}) == ["chips"]
    # A book of the club's own proposes what the one does that it began with.
    book = own_books.book_make(club=club, content={"base": "mcr", "name": "Ours"})
    own = own_books.book_publish(book=book, version=0, author="Anna").key
    back = sent | {"shown": own, "ruleset": "nts", "method": "table-points"}
    assert chosen(back) == ["chips"]


@pytest.mark.django_db
def test_a_partie_that_is_played_at_once_gives_table_points_too(
    client: Client,
) -> None:
    names = {f"name_{at}": name for at, name in enumerate(CAST)}
    sent = {"ruleset": "mcr", "shown_ruleset": "mcr", "players": "4", "key": "k"}
    client.post("/play/", sent | {"shown_players": "4"} | names)
    season = Season.objects.get()
    assert name_of(method_of(season.method)) == "Table points"


# Why it is so much ---------------------------------------------------------------


def test_a_game_says_what_is_base_and_defines_each_fan(
    partie: Partie, scorekeeper: Client
) -> None:
    hand = {"tiles": "147m258p369s123m99p", "sets": []}
    outcome = won("S", "E", winning_tile="3m")
    play(partie, {"hands": {"S": hand}, "outcome": outcome})
    assert scores(partie, 1) == {"Anna": -25, "Ben": 41, "Cleo": -8, "Dirk": -8}
    page = page_of(scorekeeper, "games/1/")
    assert "Anna → pays Ben 25 base 8 + Ben’s hand, 17" in page
    assert "Cleo → pays Ben 8 everybody’s base, 8" in page
    assert "Edge Wait No other kind of tile would have completed the hand" in page
    written = scorekeeper.get(SHEET + "games/1/").text
    [card] = re.findall(r'href="([^"#]*)#item-edge_wait"', written)
    assert 'id="item-edge_wait"' in scorekeeper.get(unescape(card)).text
