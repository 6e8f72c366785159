"""Whole small parties by every rule book and number of players."""

import re
from functools import partial
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club
from clubscore.partie import services
from clubscore.partie.models import Game, Partie, Revision
from clubscore.rules import RulesError
from tests.partie.rule_books import (
    SHEET,
    Start,
    chosen_in,
    counted,
    dealers,
    key_of,
    page_of,
    play,
    scores,
    seats_on,
    start_in,
    typed,
    won,
)
from tests.partie.test_services import DRAW, write
from tests.table.test_partie_page import words


@pytest.fixture
def start(club: Club) -> Start:
    """Return what starts a partie in the club."""
    return partial(start_in, club)


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may record."""
    client.force_login(administrator)
    return client


# Three players: the green-dragon game ------------------------------------------


@pytest.fixture
def before_green(start: Start) -> Partie:
    """Return a partie of three whose round of East has been played."""
    partie = start("nts", 3, three_player_rounds=2)
    for _ in range(3):
        play(partie, counted("S", E=50, S=80, W=20))
    return partie


def test_a_round_of_three_players_ends_with_a_game_whose_east_dice_choose(
    before_green: Partie, client: Client
) -> None:
    assert dealers(before_green) == ["Anna", "Ben", "Cleo"]
    assert scores(before_green, 1) == {
        "Anna": -160 - 60 + 120,
        "Ben": 240,
        "Cleo": -140,
    }
    said = (
        "Green-dragon game after round 1: the winner of the last game throws two dice"
    )
    page = client.get(SHEET).text
    assert said in words(page)
    assert seats_on(page) == ["Anna 3 000", "Ben 3 000", "Cleo 3 000"]


def test_the_wall_of_such_a_game_is_thrown_by_the_last_winner(
    before_green: Partie, client: Client
) -> None:
    address = f"/groene-hart/parties/{before_green.number}/wall/"
    page = words(client.get(address).text)
    assert "Anna, who won the last game, throws two dice" in page
    assert "East throws two dice" not in page
    assert "The dice choose who is East: the player whose side they name." in page
    play(before_green, east="Cleo")
    page = words(client.get(address).text)
    assert "who won the last game" not in page
    assert "East throws two dice" in page


def test_dice_choose_east_or_nobody_does(before_green: Partie) -> None:
    for _ in range(2):
        with pytest.raises(RulesError) as caught:
            play(before_green)
        assert caught.value.code == "bad_record"
        assert caught.value.field == "east"
        assert "whom the dice chose" in caught.value.message
        assert before_green.games.count() == 3
        before_green.refresh_from_db()


def test_a_drawn_green_dragon_game_is_played_again_and_says_again_who_is_east(
    before_green: Partie, client: Client
) -> None:
    play(before_green, east="Cleo")
    page = client.get(SHEET).text
    assert "Green-dragon game after round 1; Cleo is East." in words(page)
    assert seats_on(page) == ["East Cleo 3 000", "South Anna 3 000", "West Ben 3 000"]
    with pytest.raises(RulesError, match="whom the dice chose"):
        play(before_green)
    play(before_green, counted("W", E=50, S=20, W=80), east="Cleo")
    assert dealers(before_green)[3:] == ["Cleo", "Cleo"]
    assert scores(before_green, 5)["Ben"] == 240
    # The next round begins with the partie's first East.
    assert "Round of South; Anna is East." in page_of(client, "")
    games = Game.objects.order_by("number")
    assert [(one.round, one.round_wind) for one in games] == [
        *[(1, "E")] * 3,
        *[(1, "G")] * 2,
    ]
    # Nobody sat there against the rules.
    assert "By the rules" not in page_of(client, "games/5/")
    assert "by the rules" not in page_of(client, "")


def test_a_partie_of_three_ends_after_its_last_green_dragon_game(start: Start) -> None:
    partie = start("nts", 3, three_player_rounds=1)
    for _ in range(3):
        play(partie, counted("S", S=80))
    play(partie, counted("E", E=80), east="Ben")
    assert Partie.objects.get().is_finished


# The page on which it is recorded


def test_the_form_asks_whom_the_dice_chose(
    scorekeeper: Client, before_green: Partie
) -> None:
    page = scorekeeper.get(SHEET + "record/typed/").text
    assert "Whom did the dice choose as East?" in page
    assert "Somebody else sat East" not in page
    east = page.split('id="id_east"')[1].split("</fieldset>")[0]
    assert len(re.findall(r'type="radio" name="east"', east)) == 3
    assert "checked" not in east


def test_without_the_dice_nothing_is_recorded_and_what_was_typed_stays(
    scorekeeper: Client, before_green: Partie
) -> None:
    sent = typed(before_green, dice="on", kind="draw", remark="dice under the sofa")
    page = scorekeeper.post(SHEET + "record/typed/", sent).text
    assert 'href="#id_east"' in page
    assert "Say whom the dice chose as East." in page
    assert 'value="dice under the sofa"' in page
    assert before_green.games.count() == 3


def test_choosing_east_moves_the_seats_at_once(
    scorekeeper: Client, before_green: Partie
) -> None:
    sent = typed(
        before_green, dice="on", east="Cleo", Ben_hand_sets="(123s)", action="seats"
    )
    page = scorekeeper.post(
        SHEET + "record/typed/", sent, headers={"HX-Request": "true"}
    ).text
    assert seats_on(page) == ["East Cleo", "South Anna", "West Ben"]
    assert 'role="alert"' not in page
    assert "(123s)" in page
    assert chosen_in(page, "east") == [key_of(before_green, "Cleo")]


def test_the_form_of_a_repetition_presets_the_same_east(
    scorekeeper: Client, before_green: Partie
) -> None:
    scorekeeper.post(
        SHEET + "record/typed/",
        typed(before_green, dice="on", kind="draw", east="Cleo"),
    )
    assert dealers(before_green)[-1] == "Cleo"
    page = scorekeeper.get(SHEET + "record/typed/").text
    assert seats_on(page) == ["East Cleo", "South Anna", "West Ben"]
    assert chosen_in(page, "east") == [key_of(before_green, "Cleo")]


def test_a_green_dragon_game_that_is_taken_back_keeps_its_east(
    scorekeeper: Client, before_green: Partie
) -> None:
    scorekeeper.post(
        SHEET + "record/typed/", typed(before_green, dice="on", kind="draw", east="Ben")
    )
    undone = scorekeeper.post(SHEET + "undo/", {"version": "4", "key": "undo"})
    page = scorekeeper.get(undone["Location"].replace("record/", "record/typed/")).text
    assert seats_on(page) == ["East Ben", "South Cleo", "West Anna"]


OWN_COUNT = {
    "kind": "win",
    "winner": "Anna",
    "giver": "self",
    "Anna_hand_points": "80",
}


def test_the_last_game_of_a_round_sent_twice_is_recorded_once(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("nts", 3)
    for _ in range(2):
        play(partie, counted("S", S=80))
    sent = typed(partie, **OWN_COUNT)
    first = scorekeeper.post(SHEET + "record/typed/", sent)
    again = scorekeeper.post(SHEET + "record/typed/", sent)
    assert first["Location"] == again["Location"] == SHEET + "games/3/"
    assert partie.games.count() == 3
    # The same key with another game is a conflict, and asks for the dice.
    page = scorekeeper.post(SHEET + "record/typed/", {**sent, "kind": "draw"}).text
    assert "Somebody else wrote first." in page
    assert partie.games.count() == 3


def test_who_comes_second_after_a_round_is_asked_for_the_dice(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("nts", 3)
    for _ in range(2):
        play(partie, counted("S", S=80))
    sent = typed(partie, **OWN_COUNT, east="Ben", remark="mine")
    play(partie, counted("S", S=80))
    page = scorekeeper.post(SHEET + "record/typed/", sent).text
    assert "Somebody else wrote first." in page
    assert "Say whom the dice chose as East." in page
    assert chosen_in(page, "east") == []
    assert chosen_in(page, "winner") == [sent["winner"]]
    assert 'value="mine"' in page
    assert partie.games.count() == 3


def test_who_comes_second_after_a_green_dragon_game_sits_by_the_rules_again(
    scorekeeper: Client, before_green: Partie
) -> None:
    sent = typed(before_green, **OWN_COUNT, dice="on", east="Cleo")
    again = scorekeeper.post(SHEET + "record/typed/", {**sent, "key": "another phone"})
    assert again["Location"] == SHEET + "games/4/"
    page = scorekeeper.post(SHEET + "record/typed/", sent).text
    assert "Somebody else wrote first." in page
    assert seats_on(page) == ["East Anna", "South Ben", "West Cleo"]
    assert "By the rules" not in page
    assert (
        scorekeeper.post(SHEET + "record/typed/", {**sent, "key": "another phone"})[
            "Location"
        ]
        == SHEET + "games/4/"
    )
    assert before_green.games.count() == 4


def test_what_three_players_do_not_have_is_not_explained(
    scorekeeper: Client, before_green: Partie
) -> None:
    page = page_of(scorekeeper, "record/typed/")
    assert "the winds: East, South, West" in page
    assert "West, North" not in page
    assert "characters" not in page


# Five players: one rests --------------------------------------------------------


def test_five_players_and_who_rests(scorekeeper: Client, start: Start) -> None:
    partie = start("nts", 5)
    page = scorekeeper.get(SHEET).text
    assert seats_on(page)[0] == "East Anna 3 000"
    assert seats_on(page)[-1] == "rests Eva 3 000"
    assert "Round of East; Anna is East. Eva rests." in words(page)
    play(partie, counted("S", "E", E=64, S=96, W=0, N=20))
    play(partie)
    assert dealers(partie) == ["Anna", "Ben"]
    page = page_of(scorekeeper, "")
    assert "Round of East; Cleo is East. Ben rests." in page
    assert "Game 1 Ben , on Anna’s discard East: Anna +24" in page
    assert re.search(r"−164 hand 20 total so far 2 836 rests", page)
    assert "Total +24 +384 −244 −164 0" in page
    assert "Place 2 1 5 4 3" in page
    first = page_of(scorekeeper, "games/1/")
    assert "Round of East; Anna is East. Eva rests." in first
    assert "Eva rests – –" in first
    assert seats_on(scorekeeper.get(SHEET + "record/typed/").text)[-1] == "rests Ben"


def test_who_should_rest_can_have_sat_east(scorekeeper: Client, start: Start) -> None:
    partie = start("nts", 5)
    sent = typed(partie, kind="draw", east="Eva")
    page = scorekeeper.post(SHEET + "record/typed/", {**sent, "action": "count"}).text
    assert seats_on(page) == [
        "East Eva",
        "South Anna",
        "West Ben",
        "North Cleo",
        "rests Dirk",
    ]
    assert "By the rules Anna was East, but Eva sat there." in page
    scorekeeper.post(SHEET + "record/typed/", sent)
    assert dealers(partie) == ["Eva"]


def test_five_players_end_with_a_green_dragon_round_where_they_chose_it(
    start: Start, client: Client
) -> None:
    partie = start("nts", 5, rounds=1, fifth_round="yes")
    for _ in range(5):
        play(partie)
    assert "Green-dragon round; Anna is East. Eva rests." in page_of(client, "")
    for _ in range(5):
        play(partie)
    assert Partie.objects.get().is_finished
    assert Game.objects.get(number=10).round == 2


# Schmale ------------------------------------------------------------------------

BAMBOOS = {
    "hands": {"S": {"sets": ["111s", "234s", "567s"], "tiles": "8889s9s"}},
    "outcome": won(
        "S",
        "E",
        winning_tile="8s",
        pao={"player": "E", "reason": "nine_tiles"},
    ),
}
"""Three open sets of bamboos, and the winning tile given by East, who pays for all."""


def test_one_player_pays_for_all(scorekeeper: Client, start: Start) -> None:
    partie = start("schmale", uses_chips=True)
    play(partie, BAMBOOS)
    page = page_of(scorekeeper, "games/1/")
    assert "Ben won, on Anna’s discard." in page
    assert (
        "Pao: Anna pays for all (nine tiles: fed a hand with three open sets of one"
        " suit)." in page
    )
    # 1 faan for no honour and 2 laak for one suit: 7 faan.
    assert "Together 1 2 1 faan + 2 laak = 7 faan: 32 points" in page
    assert "Anna → pays Ben 256 for all: 128 + 64 + 64" not in page
    assert "Anna → pays Ben 192 for all: 128 + 32 + 32" in page
    assert "in chips: 1 × 100 1 × 50 2 × 20 1 × 2" in page
    assert scores(partie, 1) == {"Anna": -192, "Ben": 192, "Cleo": 0, "Dirk": 0}
    assert "Ben , on Anna’s discard, Anna pays for all East: Anna" in page_of(
        scorekeeper, ""
    )


def test_a_pao_that_does_not_fit_warns(scorekeeper: Client, start: Start) -> None:
    partie = start("schmale")
    pao = {"player": "W", "reason": "big_three_dragons"}
    game = {"hands": BAMBOOS["hands"], "outcome": {**BAMBOOS["outcome"], "pao": pao}}
    play(partie, game)
    assert "Look: South (Ben)’s hand does not fit the reason" in page_of(
        scorekeeper, "games/1/"
    )


def test_a_limit_hand_in_faan_shows_the_points_it_stands_for(
    client: Client, start: Start
) -> None:
    sets = ["(555z)", "(666z)", "777z", "(11m)", "(234m)"]
    play(
        start("schmale"),
        {"hands": {"E": {"sets": sets}}, "outcome": won("E", winning_tile="2m")},
    )
    page = page_of(client, "games/1/")
    assert "Big three dragons limit hand" in page
    assert "Big three dragons 6.1.2 64 points" in page
    assert "Anna’s hand, 64 × 2 for East × 2 self-drawn" in page


def test_a_hand_without_faan_is_a_point(client: Client, start: Start) -> None:
    sets = ["123m", "456p", "(111s)", "(99p)", "(777m)"]
    partie = start("schmale", bonus_tiles="yes")
    hand = {"sets": sets, "bonus": "1f"}
    play(
        partie,
        {"hands": {"S": hand}, "outcome": won("S", "W", winning_tile="9p")},
    )
    page = page_of(client, "games/1/")
    assert "Nothing in this hand scores. 0 faan: 1 point" in page
    assert scores(partie, 1) == {"Anna": -2, "Ben": 5, "Cleo": -2, "Dirk": -1}


def test_jokers_are_shown_among_the_tiles(client: Client, start: Start) -> None:
    hand = {"sets": ["111s", "234s", "567s"], "tiles": "880j99s"}
    play(
        start("schmale", jokers=4),
        {
            "hands": {"S": {**hand, "tiles": "88s0j99s"}},
            "outcome": won("S", "E", winning_tile="8s"),
        },
    )
    page = client.get(SHEET + "games/1/").text
    assert "tiles/0j.svg" in page
    assert 'alt="joker"' in page


def test_a_penalty_ends_the_game_and_east_stays(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    outcome: dict[str, Any] = {
        "kind": "penalty",
        "offender": "E",
        "offence": "false_mahjong",
        "from": "S",
        "excluded": ["W"],
    }
    play(partie, {"outcome": outcome})
    assert scores(partie, 1) == {"Anna": -96, "Ben": 64, "Cleo": 0, "Dirk": 32}
    page = page_of(scorekeeper, "games/1/")
    assert "A fault of Anna ended the game: false mahjong on Ben’s discard." in page
    assert "Cleo receives nothing, because of a fault of their own." in page
    assert "Ben 64 penalty, 16 × 2 for East × 2 for the claimed discard" in page
    assert "Dirk 32 penalty, 16 × 2 for East" in page
    assert "Next: Round of East; Anna is East." in page
    assert "Game: penalty: Anna, false mahjong on Ben’s discard" in page
    sheet = page_of(scorekeeper, "")
    assert "penalty: Anna, false mahjong on Ben’s discard East: Anna" in sheet


@pytest.mark.parametrize(("many", "east"), [(3, "Cleo"), (4, "Dirk"), (5, "Eva")])
def test_a_round_of_schmale_gives_everybody_the_deal(
    start: Start, many: int, east: str
) -> None:
    partie = start("schmale", many, rounds=1)
    play(partie)
    for _ in range(many):
        assert not Partie.objects.get().is_finished
        play(partie, counted("S", S=16))
    assert dealers(partie)[0] == dealers(partie)[1] == "Anna"
    assert dealers(partie)[-1] == east
    assert Partie.objects.get().is_finished
    assert sum(partie.results.values_list("score", flat=True)) == 0


def test_losers_who_settle_are_looked_up_too(client: Client, start: Start) -> None:
    partie = start("schmale", 3, losers_settle="yes")
    game = counted("S", S=8)
    game["hands"]["W"] = {"sets": ["555z"], "complete": False}
    play(partie, game)
    page = page_of(client, "games/1/")
    assert "1 faan: 2 points" in page
    assert "Anna → pays Cleo 2 difference, (2 − 1) × 2 for East" in page


# Das Spiel der Winde ------------------------------------------------------------


def four_hands(winner: str) -> dict[str, Any]:
    """Return a game that was won with one of four hands."""
    return counted(winner, E=64, S=96, W=0, N=20)


@pytest.mark.parametrize(
    ("settlement", "came_to"),
    [
        ("differences", (12, 288, -180, -120)),
        ("owner_double", (24, 384, -244, -164)),
        ("winner_only", (-96, 288, -96, -96)),
        ("credit", (64, 96, 0, 20)),
    ],
)
def test_a_game_of_winds_is_settled_as_the_table_chose(
    client: Client, start: Start, settlement: str, came_to: tuple[int, ...]
) -> None:
    partie = start("spiel-der-winde", settlement=settlement)
    play(partie, four_hands("S"))
    assert tuple(scores(partie, 1).values()) == came_to
    page = page_of(client, "games/1/")
    is_credit = settlement == "credit"
    credited = "Nobody pays: each is credited the points of the own hand."
    assert (credited in page) == is_credit
    assert ("→" in page) != is_credit
    assert ("× 2 for the owner" in page) == (settlement == "owner_double")
    assert "Anna East · owner" in page
    totals = " ".join(f"{one:+}".replace("+0", "0") for one in came_to)
    assert f"Total {totals}".replace("-", "−") in page_of(client, "")


def test_the_game_passes_from_owner_to_owner_and_the_winds_stay(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("spiel-der-winde", rounds=1)
    play(partie)
    play(partie, four_hands("E"))
    assert dealers(partie) == ["Anna", "Anna"]
    page = scorekeeper.get(SHEET).text
    assert "Round 1; Ben owns the game." in words(page)
    assert seats_on(page) == [
        "East Anna 192",
        "South Ben owner 108",
        *seats_on(page)[2:],
    ]
    assert "Owner: Anna" in words(page)
    assert "borrowed" not in page
    for _ in range(3):
        play(partie, four_hands("E"))
    assert dealers(partie)[2:] == ["Ben", "Cleo", "Dirk"]
    assert Partie.objects.get().is_finished


def test_somebody_elses_game_is_recorded_and_told(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("spiel-der-winde")
    form = page_of(scorekeeper, "record/typed/")
    assert "It was somebody else’s game" in form
    assert "Somebody else sat East" not in form
    scorekeeper.post(SHEET + "record/typed/", typed(partie, kind="draw", east="Cleo"))
    assert dealers(partie) == ["Cleo"]
    # Winds stay: East is Anna all the same.
    assert partie.games.get().scores.get(seat="E").player.name == "Anna"
    page = page_of(scorekeeper, "games/1/")
    assert "By the rules it was Anna’s game, but Cleo owned it." in page


# House rules, on every page -----------------------------------------------------


@pytest.mark.parametrize("address", ["", "record/typed/", "games/1/", "end/", "void/"])
def test_every_page_says_what_differs_from_the_book(
    scorekeeper: Client, start: Start, address: str
) -> None:
    partie = start("schmale", 5, jokers=8, minimum_points=4)
    play(partie)
    page = page_of(scorekeeper, address)
    assert "House rules: Points a winner needs: 4; Jokers: 8" in page
    assert "Jokers 8 (by the book: 0)" in page


def test_what_a_book_leaves_open_is_said_whatever_was_chosen(
    client: Client, start: Start
) -> None:
    start("spiel-der-winde", settlement="differences")
    page = page_of(client, "")
    assert "House rules: Who pays whom: all pay the winner" in page
    assert "(preset" not in page


@pytest.mark.parametrize("address", ["", "record/typed/", "games/1/", "end/", "void/"])
def test_without_house_rules_no_page_speaks_of_them(
    scorekeeper: Client, partie: Partie, address: str
) -> None:
    play(partie)
    assert "House rules:" not in page_of(scorekeeper, address)


def test_options_for_other_numbers_of_players_are_not_listed(
    client: Client, start: Start
) -> None:
    start("nts", 4, three_player_rounds=1, fifth_round="yes")
    assert "House rules:" not in page_of(client, "")


# What the database is asked -----------------------------------------------------

QUERIES = {"": 12, "record/": 8, "record/typed/": 7, "games/1/": 11}
"""One of a page that others see too is for the parts of it that are kept."""


@pytest.mark.parametrize("address", QUERIES)
@pytest.mark.parametrize(
    ("ruleset", "many"),
    [("nts", 3), ("nts", 5), ("schmale", 3), ("schmale", 5), ("spiel-der-winde", 4)],
)
def test_no_rule_book_asks_the_database_more(
    scorekeeper: Client,
    start: Start,
    django_assert_num_queries: DjangoAssertNumQueries,
    address: str,
    ruleset: str,
    many: int,
) -> None:
    partie = start(ruleset, many)
    for _ in range(2):
        play(partie)
    with django_assert_num_queries(QUERIES[address]):
        scorekeeper.get(SHEET + address)
    play(partie)
    with django_assert_num_queries(QUERIES[address]):
        scorekeeper.get(SHEET + address)


def test_taking_a_penalty_back_leaves_the_game_to_be_said_again(start: Start) -> None:
    partie = start("schmale")
    outcome: dict[str, Any] = {
        "kind": "penalty",
        "offender": "N",
        "offence": "spoiled_game",
        "from": None,
        "excluded": [],
    }
    play(partie, {"outcome": outcome})
    services.last_withdraw(partie=partie, write=write(partie))
    assert not Game.objects.exists()
    assert set(partie.results.values_list("score", flat=True)) == {0}
    play(partie, DRAW)
    assert Revision.objects.count() == 3


def test_with_a_notepad_from_0_the_score_sheet_has_totals_and_no_chips(
    start: Start, client: Client
) -> None:
    partie = start("schmale")
    play(partie, counted("S", "E", S=8))
    text = client.get(f"/groene-hart/parties/{partie.number}/").text
    page = words(text)
    assert "Total so far −32 48 −8 −8" in page
    assert 'aria-label="Total after each game: ' in text
    assert "hips" not in page
