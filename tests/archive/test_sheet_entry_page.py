"""Typing a sheet back in that was kept by hand."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Member, Player, Role
from clubscore.partie.audit import differences
from clubscore.partie.derive import chronicle_from
from clubscore.partie.models import Game, Partie, Submission
from clubscore.rules.partie import with_east
from tests.partie.rule_books import counted, key_of, play, start_in
from tests.partie.test_services import DRAW, record, results
from tests.table.test_partie_page import words

PAPER = "/groene-hart/parties/1/paper/"
HTMX = {"HX-Request": "true"}
CHECK = {**HTMX, "HX-Trigger": "paper-check"}
WORKED = {"winner": "b", "giver": "a", "Anna": "64", "Ben": "96", "Dirk": "20"}
"""The worked example of the book; Cleo's hand is dead."""
WORKED_SCORES = (24, 384, -244, -164)
DRAWN = {"winner": "-"}


def typed(
    partie: Partie, *lines: dict[str, str], action: str = "record", **more: str
) -> dict[str, Any]:
    """Return what is sent of a sheet with these lines; points go by name."""
    keys = {
        name: str(pk) for name, pk in partie.seats.values_list("player__name", "player")
    }
    sent = {
        "version": str(Partie.objects.get(pk=partie.pk).version),
        "lines": str(max(len(lines), 1)),
        "says": "points",
        "begin": "0",
        "action": action,
    }
    for number, line in enumerate(lines, start=1):
        sent[f"line-{number}-key"] = f"line {number} of {sent['version']}"
        for field, value in line.items():
            name = f"hand_{keys[field]}" if field in keys else field
            sent[f"line-{number}-{name}"] = value
    return sent | more


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may record."""
    client.force_login(administrator)
    return client


def scores(number: int) -> tuple[int, ...]:
    """Return what a game came to, in seating order."""
    game = Game.objects.get(number=number)
    return tuple(game.scores.order_by("player").values_list("score", flat=True))


def states(page: str) -> list[str]:
    """Return what the page says of each line."""
    return re.findall(r'data-state="(\w+)"', page.partition("<template")[0])


def test_what_no_database_keeps_is_left_out(
    scorekeeper: Client, partie: Partie
) -> None:
    long = {"key": "a\0" + "b" * 200, "remark": "at\0 last"}
    sent = typed(partie, WORKED | long)
    scorekeeper.post(PAPER, sent)
    scorekeeper.post(PAPER, sent)  # a second tap
    assert [game.revision.said["remark"] for game in Game.objects.all()] == ["at last"]
    assert Submission.objects.get().key == "a" + "b" * 99


def test_lines_become_games_in_order(scorekeeper: Client, partie: Partie) -> None:
    east_wins = {"winner": "1", "giver": "-", "Anna": "24", "remark": "at last"}
    sent = typed(partie, DRAWN, east_wins, WORKED)
    response = scorekeeper.post(PAPER, sent, follow=True)
    assert response.redirect_chain == [("/groene-hart/parties/1/", 302)]
    assert "3 games are recorded from the sheet." in response.text
    assert [game.outcome for game in Game.objects.all()] == ["draw", "win", "win"]
    assert scores(1) == (0, 0, 0, 0)
    assert scores(2) == (144, -48, -48, -48)
    assert scores(3) == WORKED_SCORES
    game = Game.objects.get(number=2)
    assert game.revision.said["remark"] == "at last"
    assert game.revision.author == "willem"
    assert list(differences()) == []


def test_empty_lines_are_no_games(scorekeeper: Client, partie: Partie) -> None:
    scorekeeper.post(PAPER, typed(partie, {}, DRAWN, {}, WORKED, {}))
    assert Game.objects.count() == 2


def test_a_sheet_may_say_what_each_gained_or_lost(
    scorekeeper: Client, partie: Partie
) -> None:
    line = WORKED | {"Anna": "+24", "Ben": "384", "Cleo": "−244", "Dirk": "-164"}
    scorekeeper.post(PAPER, typed(partie, line, DRAWN, says="scores"))
    assert scores(1) == WORKED_SCORES
    assert not Game.objects.get(number=1).payments.exists()
    assert results(partie)["Ben"][0] == 384
    assert list(differences()) == []


def test_scores_that_do_not_add_up_are_refused_with_their_sum(
    scorekeeper: Client, partie: Partie
) -> None:
    line = WORKED | {"Anna": "24", "Ben": "384", "Cleo": "-244", "Dirk": "-146"}
    page = scorekeeper.post(PAPER, typed(partie, line, says="scores")).text
    assert "The scores add to +18, and must add to 0." in page
    assert 'value="-146"' in page
    assert not Game.objects.exists()


def test_a_line_that_is_wrong_stops_those_after_it_and_loses_nothing(
    scorekeeper: Client, partie: Partie
) -> None:
    wrong = WORKED | {"giver": ""}
    lines = [WORKED, wrong, DRAWN]
    page = scorekeeper.post(PAPER, typed(partie, *lines)).text
    assert states(page) == ["right", "wrong", "waits"]
    assert not Game.objects.exists()
    assert "Record the game before line 2" in words(page)

    sent = typed(partie, *lines, action="record_right")
    page = scorekeeper.post(PAPER, sent).text
    assert Game.objects.count() == 1
    assert states(page) == ["wrong", "waits"]
    assert "1 game is recorded. What is left stands below." in words(page)
    assert 'name="version" value="1"' in page
    assert page.count('value="64"') == 1


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"winner": ""}, "winner", "Say who won"),
        ({"winner": "q"}, "winner", "is none of the players: type A, B, C, D."),
        ({"winner": "7"}, "winner", "is none of the players"),
        ({"giver": ""}, "giver", "Say who gave the winning tile"),
        ({"giver": "b"}, "giver", "“-” is self-drawn"),
        ({"Ben": ""}, "Ben", "Enter the points of the hand that won."),
        ({"Ben": "9b"}, "Ben", "“9b” is no whole number."),
        ({"Ben": "9" * 9}, "Ben", "is more than a game can come to."),
        ({"Ben": "-96"}, "Ben", "A hand has 0 to"),
        ({"Ben": "x"}, "winner", "dead"),
        ({"Anna": "1000001"}, "Anna", "A hand has 0 to 1000000"),
        ({"winner": "-"}, "giver", "nobody gave the tile"),
        ({"winner": "-", "giver": ""}, "Anna", "no hand is counted"),
        ({"east": "b"}, "east", "By the rules Anna is East."),
        ({"east": "q"}, "east", "is none of the players"),
    ],
)
def test_what_is_wrong_is_told_at_its_line_and_field(
    scorekeeper: Client,
    partie: Partie,
    changes: dict[str, str],
    field: str,
    said: str,
) -> None:
    page = scorekeeper.post(PAPER, typed(partie, WORKED | changes)).text
    player = partie.seats.filter(player__name=field).first()
    name = f"hand_{player.player_id}" if player is not None else field
    assert said in words(page)
    [marked] = re.findall(r'<input[^>]*aria-invalid="true"[^>]*>', page)[:1]
    assert f'name="line-1-{name}"' in marked
    assert 'aria-describedby="check-1"' in marked
    assert not Game.objects.exists()


def test_winds_that_pass_on_otherwise_than_written_are_marked(
    scorekeeper: Client, partie: Partie
) -> None:
    lines = [DRAWN | {"east": "a"}, DRAWN | {"east": "b"}, DRAWN]
    page = scorekeeper.post(PAPER, typed(partie, *lines)).text
    assert states(page) == ["right", "wrong", "waits"]
    assert "By the rules Anna is East." in page
    assert "type “b!”" in page


def test_who_really_sat_east_may_be_another_than_the_rules_say(
    scorekeeper: Client, partie: Partie
) -> None:
    scorekeeper.post(PAPER, typed(partie, DRAWN | {"east": "b!"}, DRAWN))
    assert [game.dealer.name for game in Game.objects.all()] == ["Ben", "Ben"]


def test_players_are_called_by_number_beginning_or_wind(
    scorekeeper: Client, partie: Partie
) -> None:
    by_number = {"winner": "2", "giver": "1", "Ben": "20"}
    by_name = {"winner": "CLEO", "giver": "dir", "Cleo": "20"}
    by_wind = {"winner": "E", "giver": "n", "Cleo": "20"}
    scorekeeper.post(PAPER, typed(partie, by_number, by_name, by_wind))
    found = [(one.winner, one.giver) for one in Game.objects.all()]
    names = [(str(winner), str(giver)) for winner, giver in found]
    assert names == [("Ben", "Anna"), ("Cleo", "Dirk"), ("Cleo", "Ben")]


def test_a_wind_that_could_be_a_name_is_asked_about(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    players[2].name = "Sandra"
    players[2].clean()
    players[2].save()
    page = scorekeeper.post(PAPER, typed(partie, WORKED | {"winner": "s"})).text
    assert "“s” can be Sandra / Ben" in page
    assert "<kbd>Sa</kbd>" in page


def test_a_dead_hand_is_an_x(scorekeeper: Client, partie: Partie) -> None:
    scorekeeper.post(PAPER, typed(partie, WORKED | {"Cleo": "x"}))
    assert scores(1) == WORKED_SCORES
    assert Game.objects.get().scores.get(seat="W").dead == "other"


def test_the_same_sheet_sent_twice_is_recorded_once(
    scorekeeper: Client, partie: Partie
) -> None:
    sent = typed(partie, WORKED, DRAWN)
    first = scorekeeper.post(PAPER, sent)
    again = scorekeeper.post(PAPER, sent)
    assert (first.status_code, again.status_code) == (302, 302)
    assert Game.objects.count() == 2


def test_a_sheet_of_which_a_part_was_recorded_goes_on_after_it(
    scorekeeper: Client, partie: Partie
) -> None:
    sent = typed(partie, WORKED, DRAWN)
    first = {name: text for name, text in sent.items() if "line-2" not in name}
    scorekeeper.post(PAPER, first)
    page = scorekeeper.post(PAPER, sent | {"action": "check"}).text
    assert states(page) == ["recorded", "right"]
    assert scorekeeper.post(PAPER, sent).status_code == 302
    assert Game.objects.count() == 2


def test_a_sheet_does_not_write_over_what_somebody_else_recorded(
    scorekeeper: Client, partie: Partie
) -> None:
    sent = typed(partie, WORKED, DRAWN)
    record(partie, DRAW)
    page = scorekeeper.post(PAPER, sent).text
    assert "Somebody else wrote first." in page
    assert 'name="version" value="1"' in page
    assert 'value="96"' in page
    assert Game.objects.count() == 1
    scorekeeper.post(PAPER, sent | {"version": "1"})
    assert Game.objects.count() == 3


def test_checking_answers_with_what_to_say_of_each_line_alone(
    scorekeeper: Client, partie: Partie
) -> None:
    sent = typed(partie, WORKED, {}, begin="0")
    response = scorekeeper.post(PAPER, sent, headers=CHECK)
    assert "<input" not in response.text
    assert "<html" not in response.text
    assert response.text.count('hx-swap-oob="true"') == 2 * (1 + 4) + 1
    text = words(response.text)
    assert "Game 1 · Round of East; Anna is East." in text
    assert "score +384 running total 384" in text
    assert "Next: Round of East; Ben is East." in text
    assert not Game.objects.exists()


def test_the_running_totals_begin_where_the_sheet_does(
    scorekeeper: Client, partie: Partie
) -> None:
    for begin, total in (("0", "384"), ("3000", "3 384"), ("", "3 384")):
        sent = typed(partie, WORKED, begin=begin)
        text = words(scorekeeper.post(PAPER, sent, headers=CHECK).text)
        assert f"running total {total}" in text


def test_lines_are_added_without_losing_what_was_typed(
    scorekeeper: Client, partie: Partie
) -> None:
    page = scorekeeper.post(PAPER, typed(partie, WORKED, action="more")).text
    assert len(states(page)) == 6
    assert 'name="line-6-winner"' in page
    assert 'value="96"' in page


def test_a_sheet_has_at_most_fifty_lines(scorekeeper: Client, partie: Partie) -> None:
    page = scorekeeper.post(PAPER, typed(partie, DRAWN, lines="5000")).text
    assert len(states(page)) == 50 or Game.objects.count() == 1
    page = scorekeeper.post(
        PAPER, typed(partie, WORKED | {"giver": ""}, lines="50", action="more")
    ).text
    assert len(states(page)) == 50
    assert "50 lines go in one sending" in words(page)


def test_nothing_typed_is_told_kindly(scorekeeper: Client, partie: Partie) -> None:
    page = scorekeeper.post(PAPER, typed(partie)).text
    assert "begin with the first game" in page


def test_no_game_follows_the_last_of_the_partie(
    scorekeeper: Client, club: Club
) -> None:
    partie = start_in(club, "nts", rounds=1)
    lines = [
        {"winner": "S", "giver": "E", name: "20"}
        for name in ("Ben", "Cleo", "Dirk", "Anna")
    ]
    page = scorekeeper.post(PAPER, typed(partie, *lines, WORKED)).text
    assert states(page) == ["right"] * 4 + ["wrong"]
    assert "The partie ends with game 4: no game can follow." in page
    assert scorekeeper.post(PAPER, typed(partie, *lines)).status_code == 302
    assert Partie.objects.get().is_finished
    assert scorekeeper.get(PAPER).status_code == 302


def again(ruleset: str, many: int) -> Any:
    """Return a rule book and a number of players that need one database alone."""
    asked_by_another = pytest.mark.same_on_every_database(
        "every rule book's parties are written by the same statements"
    )
    return pytest.param(ruleset, many, marks=asked_by_another)


@pytest.mark.parametrize("says", ["points", "scores"])
@pytest.mark.parametrize(
    ("ruleset", "many"),
    [
        ("nts", 4),
        again("nts", 5),
        again("nts", 3),
        again("schmale", 4),
        again("spiel-der-winde", 4),
    ],
)
def test_a_partie_typed_from_its_sheet_is_the_same_partie(
    scorekeeper: Client, club: Club, ruleset: str, many: int, says: str
) -> None:
    rng = Random(f"{ruleset} {many}")
    played = start_in(club, ruleset, many)
    lines = [play_one(rng, played, says) for _ in range(9)]
    typed_in = start_in(club, ruleset, many)
    address = f"/groene-hart/parties/{typed_in.number}/paper/"
    response = scorekeeper.post(address, typed(typed_in, *lines, says=says))
    assert response.status_code == 302
    assert rows(typed_in) == rows(played)
    assert results(typed_in) == results(played)
    assert list(differences()) == []


def play_one(rng: Random, partie: Partie, says: str) -> dict[str, str]:
    """Play a game by chance; return what a sheet kept by hand says of it."""
    chronicle = chronicle_from(partie)
    east = None
    if chronicle.state.now.dice_choose and chronicle.state.dice_chose is None:
        east = rng.choice(["Anna", "Ben", "Cleo"])
        chronicle.state = with_east(chronicle.state, key_of(partie, east))
    seats = "".join(one.letter for one in chronicle.state.winds)
    winner, giver = rng.sample(seats, 2)
    points = {seat: 2 * rng.randrange(1, 60) for seat in seats}
    drawn = rng.random() < 0.3
    game = DRAW
    if rng.random() < 0.8:
        game = counted(winner, None if drawn else giver, **points)
    play(partie, game, east=east)
    last = chronicle_from(partie).games[-1]
    names = {str(one.player_id): one.player.name for one in partie.results.all()}
    line = {"east": east or "", "winner": "-"}
    if game is not DRAW:
        line["winner"] = names[last.game.winner or ""]
        line["giver"] = names.get(last.game.giver or "", "-")
        for seat, key in last.table.winds.items():
            worth = points[seat] if says == "points" else last.scores[key]
            line[names[key]] = str(worth)
    return line


def rows(partie: Partie) -> list[Any]:
    """Return what the database has of a partie's games."""
    return [
        (
            game.number,
            game.round,
            game.round_wind,
            game.dealer,
            game.winner,
            game.giver,
            list(
                game.scores.order_by("seat").values_list(
                    "player", "seat", "score", "total", "chips"
                )
            ),
        )
        for game in partie.games.all()
    ]


# Rule books --------------------------------------------------------------------


def test_who_rests_neither_wins_nor_has_points(scorekeeper: Client, club: Club) -> None:
    partie = start_in(club, "nts", 5)
    page = scorekeeper.post(PAPER, typed(partie, WORKED | {"Eva": "8"})).text
    assert "Eva rests in this game." in page
    page = scorekeeper.post(PAPER, typed(partie, WORKED | {"winner": "eva"})).text
    assert "Eva rests in this game." in page
    page = scorekeeper.post(PAPER, typed(partie, WORKED), headers=CHECK).text
    assert ">rests</span>" in page
    scorekeeper.post(PAPER, typed(partie, WORKED | {"Eva": "-"}))
    assert results(partie)["Ben"][0] == 384


def test_dice_choose_the_east_of_a_green_dragon_game(
    scorekeeper: Client, club: Club
) -> None:
    partie = start_in(club, "nts", 3, three_player_rounds=1)
    names = ("Ben", "Cleo", "Anna")
    lines = [{"winner": "S", "giver": "E", name: "20"} for name in names]
    green = {"winner": "c", "giver": "-", "Cleo": "20"}
    page = scorekeeper.post(PAPER, typed(partie, *lines, green)).text
    assert "Dice chose the East of this game: say whom." in page
    scorekeeper.post(PAPER, typed(partie, *lines, green | {"east": "c"}))
    last = Game.objects.get(number=4)
    assert (last.round_wind, last.dealer.name) == ("G", "Cleo")


def test_only_the_winners_points_count_in_schmale(
    scorekeeper: Client, club: Club
) -> None:
    partie = start_in(club, "schmale")
    scorekeeper.post(PAPER, typed(partie, {"winner": "b", "giver": "a", "Ben": "8"}))
    assert scores(1) == (-32, 48, -8, -8)
    assert "the other hands are not counted" in scorekeeper.get(PAPER).text


def test_pao_and_penalties_are_typed_where_the_rules_know_them(
    scorekeeper: Client, club: Club
) -> None:
    partie = start_in(club, "schmale")
    cleo, dirk = key_of(partie, "Cleo"), key_of(partie, "Dirk")
    pao = {
        "winner": "b",
        "giver": "c",
        "Ben": "8",
        "pao_player": cleo,
        "pao_reason": "nine_tiles",
    }
    fault = {"offender": dirk, "offence": "spoiled_game"}
    page = scorekeeper.get(PAPER).text
    assert "Line 1: pao or penalty" in words(page)
    response = scorekeeper.post(PAPER, typed(partie, pao, fault))
    assert response.status_code == 302
    assert scores(1) == (0, 40, -40, 0)
    assert scores(2) == (16, 32, 16, -64)
    unsaid = pao | {"pao_reason": ""}
    page = scorekeeper.post(PAPER, typed(partie, unsaid)).text
    assert "Say why this player pays for all." in page


def test_nts_asks_for_neither_pao_nor_penalty(
    scorekeeper: Client, partie: Partie
) -> None:
    assert "pao" not in words(scorekeeper.get(PAPER).text)


def test_an_owner_is_asked_for_where_winds_stay(
    scorekeeper: Client, club: Club
) -> None:
    partie = start_in(club, "spiel-der-winde")
    page = scorekeeper.get(PAPER).text
    assert ">Owner</th>" in page
    page = scorekeeper.post(PAPER, typed(partie, WORKED | {"east": "d"})).text
    assert "By the rules it is Anna’s game." in page


def test_credited_scores_need_not_add_to_0(scorekeeper: Client, club: Club) -> None:
    partie = start_in(club, "spiel-der-winde", settlement="credit")
    line = {"winner": "b", "giver": "a", "Anna": "64", "Ben": "96", "Dirk": "20"}
    scorekeeper.post(PAPER, typed(partie, line, says="scores"))
    assert scores(1) == (64, 96, 0, 20)


def test_a_game_of_scores_alone_that_is_taken_back_stands_on_the_sheet_again(
    scorekeeper: Client, partie: Partie
) -> None:
    line = WORKED | {"Anna": "24", "Ben": "384", "Cleo": "-244", "Dirk": "-164"}
    line |= {"east": "c!", "remark": "blots"}
    scorekeeper.post(PAPER, typed(partie, line, says="scores"))
    sent = {"version": "1", "key": "undo"}
    page = scorekeeper.post("/groene-hart/parties/1/undo/", sent, follow=True).text
    assert not Game.objects.exists()
    assert "Put right what was said, and record it again." in page
    assert states(page)[:2] == ["right", "blank"]
    for text in ("B", "A", "C!", "384", "-244", "blots"):
        assert f'value="{text}"' in page
    assert 'value="scores" id="id_says_1" checked' in page.replace("required ", "")


# Who, and how much it asks of the database -----------------------------------------


def test_outsiders_are_refused(
    client: Client, partie: Partie, outsider: Account
) -> None:
    assert client.get(PAPER)["Location"].startswith("/accounts/login/")
    client.force_login(outsider)
    assert client.get(PAPER).status_code == 403
    assert client.post(PAPER, typed(partie, DRAWN)).status_code == 403
    assert not Game.objects.exists()


def test_other_methods_are_refused(scorekeeper: Client, partie: Partie) -> None:
    assert scorekeeper.put(PAPER).status_code == 405


def test_the_score_sheet_leads_to_it_while_games_can_follow(
    scorekeeper: Client, partie: Partie
) -> None:
    assert f'href="{PAPER}"' in scorekeeper.get("/groene-hart/parties/1/").text


def test_checking_costs_the_same_however_many_lines(
    scorekeeper: Client,
    partie: Partie,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for lines in ([WORKED], [WORKED, DRAWN] * 6):
        with django_assert_max_num_queries(12):
            scorekeeper.post(PAPER, typed(partie, *lines), headers=CHECK)


def test_recording_costs_the_same_for_every_game(
    scorekeeper: Client, club: Club
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for many in (2, 6, 10):
        partie = start_in(club, "nts")
        address = f"/groene-hart/parties/{partie.number}/paper/"
        with CaptureQueriesContext(connection) as asked:
            scorekeeper.post(address, typed(partie, *[WORKED] * many))
        counts.append(len(asked))
    assert counts[2] - counts[1] == counts[1] - counts[0]


def test_a_member_types_in_the_sheet_of_the_own_table(
    client: Client, partie: Partie, players: list[Player], club: Club
) -> None:
    account = Account.objects.create_user("anna", password="tiles and winds")
    Member.objects.create(
        club=club, account=account, role=Role.MEMBER, player=players[0]
    )
    client.force_login(account)
    client.post(PAPER, typed(partie, WORKED))
    assert Game.objects.count() == 1
