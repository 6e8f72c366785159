"""The page on which a game is typed, counted and recorded."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.partie import services
from clubscore.partie.models import Game, Partie, Revision
from clubscore.partie.services import Author, Write

RECORD = "/groene-hart/parties/1/record/typed/"
HTMX = {"HX-Request": "true"}


def typed(partie: Partie, **changes: str | list[str]) -> dict[str, Any]:
    """Return what is typed for the worked example of the book."""
    anna, ben, cleo, dirk = partie.seats.values_list("player", flat=True)
    version = Partie.objects.get(pk=partie.pk).version
    return {
        "version": str(version),
        "key": f"key {version}",
        "kind": "win",
        "winner": str(ben),
        "giver": str(anna),
        "winning_tile": "3s",
        f"hand-{anna}-sets": "(222m) (888p) (777z)",
        f"hand-{ben}-sets": "(234s) (456p) (567m) (345m) (33s)",
        f"hand-{cleo}-dead": "tile_count",
        f"hand-{dirk}-sets": "555s (222z)",
        f"hand-{dirk}-claims": ["half_flush"],
        "action": "record",
        **changes,
    }


def draw(partie: Partie) -> dict[str, str]:
    """Return what is typed for a draw."""
    version = Partie.objects.get(pk=partie.pk).version
    return {
        "version": str(version),
        "key": f"key {version}",
        "kind": "draw",
        "action": "record",
    }


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may record."""
    client.force_login(administrator)
    return client


def test_the_worked_example_is_recorded_as_the_book_settles_it(
    scorekeeper: Client, partie: Partie
) -> None:
    response = scorekeeper.post(RECORD, typed(partie))
    assert response.status_code == 302
    assert response["Location"] == "/groene-hart/parties/1/games/1/"
    scores = Game.objects.get().scores.order_by("pk")
    assert [(one.points, one.score) for one in scores] == [
        (64, 24),
        (96, 384),
        (0, -244),
        (20, -164),
    ]


def test_counting_records_nothing(scorekeeper: Client, partie: Partie) -> None:
    page = scorekeeper.post(RECORD, typed(partie, action="count")).text
    assert "What it comes to" in page
    assert "+384" in page
    assert not Game.objects.exists()


def test_counting_with_htmx_sends_the_entry_alone(
    scorekeeper: Client, partie: Partie
) -> None:
    sent = typed(partie, action="count")
    response = scorekeeper.post(RECORD, sent, headers=HTMX)
    assert response.text.strip().startswith('<div id="entry">')
    assert "<html" not in response.text
    assert response["HX-Reswap"] == "outerHTML show:#counted:top"
    assert "<html" in scorekeeper.post(RECORD, sent).text


def test_a_draw_needs_nothing_else(scorekeeper: Client, partie: Partie) -> None:
    scorekeeper.post(RECORD, draw(partie))
    game = Game.objects.get()
    assert game.outcome == "draw"
    assert set(game.scores.values_list("score", flat=True)) == {0}


def test_sending_the_same_game_twice_records_it_once(
    scorekeeper: Client, partie: Partie
) -> None:
    sent = typed(partie)
    first = scorekeeper.post(RECORD, sent)
    again = scorekeeper.post(RECORD, sent)
    assert again["Location"] == first["Location"]
    assert Game.objects.count() == 1


def test_who_wrote_stands_with_the_game(scorekeeper: Client, partie: Partie) -> None:
    scorekeeper.post(RECORD, typed(partie, remark="what a hand"))
    revision = Revision.objects.get()
    assert revision.author == "willem"
    assert revision.said["remark"] == "what a hand"


@pytest.mark.parametrize(
    ("player", "field", "text", "wrong", "said"),
    [
        (1, "sets", "(234s) (456p) (567m) (345m) (3x)", "sets", "is not a tile"),
        (1, "sets", "(234s) (456p) (567m) (359m) (33s)", "sets", "is not a pair"),
        (0, "sets", "(222m) (888p) 77z7", "sets", "“7” is not a tile"),
        (0, "tiles", "9q", "tiles", "is not a tile"),
        (0, "points", "-1", "points", "greater than or equal to 0"),
        (0, "points", "40", "points", "Enter tiles or an own count, not both."),
        (3, "claims", "full_flush", "claims", "contradict this"),
        (3, "waiting", "seven_pairs", "waiting", "contradict this"),
        (1, "claims", "full_flush", "claims", "its tiles say it already"),
    ],
)
def test_a_fault_in_a_hand_stands_at_its_field(
    scorekeeper: Client,
    partie: Partie,
    players: list[Player],
    player: int,
    field: str,
    text: str,
    wrong: str,
    said: str,
) -> None:
    name = f"hand-{players[player].pk}-{field}"
    sent = typed(partie, **{name: text})
    if field == "waiting":
        del sent[f"hand-{players[player].pk}-claims"]
    page = scorekeeper.post(RECORD, sent).text
    target = f"id_hand-{players[player].pk}-{wrong}"
    assert f'href="#{target}"' in page
    assert f'id="{target}_error"' in page
    assert said in page
    assert text.partition(" ")[0] in page
    assert not Game.objects.exists()


def test_a_hand_of_the_wrong_size_is_told_at_the_hand(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    ben = players[1].pk
    sent = typed(partie, **{f"hand-{ben}-sets": "(234s) (33s)"})
    page = scorekeeper.post(RECORD, sent).text
    assert f'href="#hand-{ben}"' in page
    assert "South (Ben) has 5 tiles; a winning hand has 14" in page
    assert "Ben</a>: South" not in page


@pytest.mark.parametrize(
    ("changes", "target", "said"),
    [
        ({"winner": ""}, "id_winner", "Say who won."),
        ({"giver": ""}, "id_giver", "Say who gave the winning tile"),
        ({"winning_tile": ""}, "id_winning_tile", "Enter the tile that won"),
        ({"winning_tile": "9m"}, "id_winning_tile", "does not hold the winning tile"),
        ({"winning_tile": "3"}, "id_winning_tile", "is not a tile"),
        ({"completes": "(99m)"}, "id_completes", "no such set"),
        ({"way": "replacement"}, "id_way", "nobody else can have given it"),
        ({"way": "robbed_kong", "giver": "self"}, "id_giver", "whose kong"),
        ({"way": "deal", "giver": "self"}, "id_way", "only East can"),
        ({"circumstances": "kong_on_kong"}, "id_circumstances", "replacement tile"),
        ({"kind": ""}, "id_kind", "This field is required"),
    ],
)
def test_a_fault_in_how_it_ended_stands_at_its_field(
    scorekeeper: Client,
    partie: Partie,
    changes: dict[str, str],
    target: str,
    said: str,
) -> None:
    page = scorekeeper.post(RECORD, typed(partie, **changes)).text
    assert f'href="#{target}"' in page
    assert said in page
    assert "(222m) (888p) (777z)" in page
    assert not Game.objects.exists()


OPEN_CHOW = "345m (555m) (234p) (567p) (99m)"
"""The 5 of characters lies in the open chow and in the concealed pung."""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A drawn tile completes no exposed set."),
        ("de", "Ein selbst genommener Stein vervollständigt keinen offenen Satz."),
        ("nl", "Een zelf gepakte steen voltooit geen open serie."),
    ],
)
def test_a_drawn_tile_cannot_have_completed_an_open_set(
    scorekeeper: Client,
    partie: Partie,
    players: list[Player],
    language: str,
    said: str,
) -> None:
    changes = {
        "winning_tile": "5m",
        "giver": "self",
        "completes": "345m",
        f"hand-{players[1].pk}-sets": OPEN_CHOW,
    }
    page = scorekeeper.post(
        RECORD, typed(partie, **changes), headers={"accept-language": language}
    ).text
    assert 'href="#id_completes"' in page
    assert said in page
    assert not Game.objects.exists()


def sets_offered(page: str) -> dict[str, bool]:
    """Return the sets that can be chosen as the completed one, and which is."""
    marks = re.findall(r'<input[^>]*type="radio"[^>]*name="completes"[^>]*>', page)
    return {
        mark.partition('value="')[2].partition('"')[0]: "checked" in mark
        for mark in marks
    }


def test_where_several_sets_hold_the_winning_tile_they_are_offered(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    hand = "345m (555m) (678m) (666z) (99m)"
    sets = f"hand-{players[1].pk}-sets"
    sent = typed(partie, winning_tile="5m", action="count", **{sets: hand})
    page = scorekeeper.post(RECORD, sent).text
    assert sets_offered(page) == {"": True, "345m": False, "(555m)": False}
    assert "Let the program find it" in page
    assert f'value="{hand}"' in page
    # Written in another order it is the same set, and stays chosen.
    page = scorekeeper.post(RECORD, sent | {"completes": "543m"}).text
    assert sets_offered(page) == {"": False, "543m": True, "(555m)": False}
    assert "What it comes to" in page


def test_of_a_drawn_tile_only_concealed_sets_are_offered(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    sent = typed(
        partie,
        winning_tile="5m",
        giver="self",
        completes="345m",
        **{f"hand-{players[1].pk}-sets": "345m (55m) (456m) (567p) (222s)"},
    )
    page = scorekeeper.post(RECORD, sent).text
    assert "A drawn tile completes no exposed set." in page
    # What was typed stays, beside what can be chosen instead.
    assert sets_offered(page) == {
        "": False,
        "(55m)": False,
        "(456m)": False,
        "345m": True,
    }


def test_where_one_set_holds_the_winning_tile_nothing_is_asked(
    scorekeeper: Client, partie: Partie
) -> None:
    page = scorekeeper.post(RECORD, typed(partie, action="count")).text
    assert sets_offered(page) == {"": True, "(234s)": False, "(33s)": False}
    one = typed(partie, action="count", winning_tile="2s")
    page = scorekeeper.post(RECORD, one).text
    assert sets_offered(page) == {}
    assert '<input type="text" name="completes"' in page


def test_where_naming_the_open_set_would_win_it_is_asked_for_at_its_field(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    sets = f"hand-{players[1].pk}-sets"
    tiles = f"hand-{players[1].pk}-tiles"
    sent = typed(partie, **{"winning_tile": "5m", sets: "345m"})
    sent[tiles] = "99s345778899m"
    page = scorekeeper.post(RECORD, sent).text
    assert 'href="#id_completes"' in page
    assert "name it as the completed set, and the hand wins" in page
    assert sets_offered(page) == {"": True, "345m": False}
    assert "an exposed set only if nothing else holds the tile" in page
    assert not Game.objects.exists()
    scorekeeper.post(RECORD, sent | {"completes": "345m"})
    # Seven pairs.
    ben = Game.objects.get().scores.get(player=players[1])
    assert ben.points == 250


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "only the tile that wins is claimed for a pair"),
        ("de", "Für ein Paar wird nur der Gewinnstein gerufen"),
        ("nl", "voor een paar mag alleen de winnende steen van tafel komen"),
    ],
)
def test_a_losers_open_pair_brings_a_warning_in_words_of_players(
    scorekeeper: Client,
    partie: Partie,
    players: list[Player],
    language: str,
    said: str,
) -> None:
    changes = {f"hand-{players[3].pk}-sets": "555s 22z"}
    preview = typed(partie, **changes) | {"action": "preview"}
    page = scorekeeper.post(RECORD, preview, headers={"accept-language": language})
    assert said in page.text


def test_a_question_in_the_list_of_faults_keeps_its_own_mark(
    scorekeeper: Client, partie: Partie
) -> None:
    page = scorekeeper.post(RECORD, typed(partie, winner="", winning_tile="9x")).text
    assert "Who won?</a> Say who won." in page
    assert "Who won?</a>:" not in page


def test_the_winner_cannot_have_given_the_tile(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    sent = typed(partie, giver=str(players[1].pk))
    page = scorekeeper.post(RECORD, sent).text
    assert 'href="#id_giver"' in page
    assert "cannot both win and give" in page


def test_a_tile_in_too_many_hands_is_told_at_the_top(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    dirk = players[3].pk
    sent = typed(partie) | {f"hand-{dirk}-sets": "222m", f"hand-{dirk}-claims": []}
    page = scorekeeper.post(RECORD, sent).text
    assert "All hands together hold" in page
    assert 'role="alert"' in page


def test_a_winner_may_count_for_himself(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    ben = players[1].pk
    sent = typed(
        partie,
        winning_tile="",
        **{f"hand-{ben}-sets": "", f"hand-{ben}-points": "96"},
    )
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert Game.objects.get().scores.get(player=ben).points == 96


def test_capitals_and_commas_do_not_matter(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    ben = players[1].pk
    sent = typed(
        partie,
        winning_tile="3S",
        **{f"hand-{ben}-sets": "(234S), (4 5 6 P), (567m), (345m)(33s)"},
    )
    assert scorekeeper.post(RECORD, sent).status_code == 302


def test_a_losers_whole_hand_is_whole_when_ticked(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    anna = players[0].pk
    page = scorekeeper.post(
        RECORD, typed(partie, **{f"hand-{anna}-complete": "on"})
    ).text
    assert "East (Anna) has 9 tiles; a whole hand has 13" in page


def test_who_comes_second_sees_the_first_game_and_keeps_what_was_typed(
    scorekeeper: Client, partie: Partie
) -> None:
    sent = typed(partie)
    services.game_record(
        partie=partie,
        write=Write(Author(name="Cleo"), 0, "another phone"),
        record={"outcome": {"kind": "draw"}},
    )
    page = scorekeeper.post(RECORD, sent).text
    assert "Somebody else wrote first." in page
    assert "Game 1 is recorded already:" in page
    assert "(234s) (456p) (567m) (345m) (33s)" in page
    assert 'name="version" value="1"' in page
    assert f'value="{sent["key"]}"' not in page
    assert Game.objects.count() == 1


def test_a_key_of_another_game_is_a_conflict_too(
    scorekeeper: Client, partie: Partie
) -> None:
    scorekeeper.post(RECORD, typed(partie))
    page = scorekeeper.post(RECORD, {**draw(partie), "key": "key 0"}).text
    assert "Game 1 is recorded already:" in page
    assert Game.objects.count() == 1


def test_what_was_taken_back_is_there_to_be_put_right(
    scorekeeper: Client, partie: Partie
) -> None:
    scorekeeper.post(RECORD, typed(partie, remark="what a hand"))
    undone = scorekeeper.post(
        "/groene-hart/parties/1/undo/", {"version": "1", "key": "undo"}
    )
    page = scorekeeper.get(undone["Location"].replace("record/", "record/typed/")).text
    for text in ("(222m) (888p) (777z)", 'value="3s"', 'value="what a hand"'):
        assert text in page
    assert 'name="version" value="2"' in page


# Who sat East -------------------------------------------------------------------


def seats_shown(page: str) -> list[str]:
    """Return who sits where by the page, East first."""
    listed = page.split('<ol class="seats')[1].split("</ol>", maxsplit=1)[0]
    return re.findall(r"<strong>(\w+)</strong>", listed)


def test_east_is_whom_the_rules_say_until_another_is_chosen(
    scorekeeper: Client, partie: Partie
) -> None:
    page = scorekeeper.get(RECORD).text
    east = page.split('name="east"')[1].split("</select>")[0]
    assert re.findall(r"<option value=\"(\d*)\"( selected)?>([^<]+)", east)[0] == (
        "",
        " selected",
        "Anna, as the rules say",
    )
    assert "the winds pass on from there" in page
    scorekeeper.post(RECORD, draw(partie))
    assert Game.objects.get().dealer.name == "Anna"
    assert Revision.objects.get().said["east"] == str(Game.objects.get().dealer_id)


def test_another_east_is_recorded_told_and_the_winds_pass_on_from_there(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    cleo = players[2].pk
    response = scorekeeper.post(RECORD, typed(partie, east=str(cleo)))
    game = Game.objects.get()
    assert game.dealer_id == cleo
    # Ben sits North then; the deal passes from Cleo to Dirk.
    assert game.scores.get(player=players[1]).seat == "N"
    page = scorekeeper.get(response["Location"]).text
    assert "By the rules Anna was East, but Cleo sat there." in page
    assert "(by the rules Anna)" in scorekeeper.get("/groene-hart/parties/1/").text
    assert seats_shown(scorekeeper.get(RECORD).text)[0] == "Dirk"


def test_counting_shows_the_seats_as_they_really_were(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    sent = typed(partie, east=str(players[2].pk), action="count")
    page = scorekeeper.post(RECORD, sent).text
    assert seats_shown(page) == ["Cleo", "Dirk", "Anna", "Ben"]
    assert "By the rules Anna was East, but Cleo sat there." in page
    assert not Game.objects.exists()


def test_choosing_east_moves_the_seats_and_finds_no_fault_yet(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    sent = typed(partie, east=str(players[3].pk), action="seats", winner="")
    response = scorekeeper.post(RECORD, sent, headers=HTMX)
    page = response.text
    assert seats_shown(page) == ["Dirk", "Anna", "Ben", "Cleo"]
    assert 'role="alert"' not in page
    for text in ("(222m) (888p) (777z)", 'value="3s"', f'value="{sent["key"]}"'):
        assert text in page
    giver = page.split('id="id_giver"')[1].split("</fieldset>")[0]
    assert re.findall(r'value="(\w+)"[^>]* checked', giver) == [str(players[0].pk)]
    assert '<option value="tile_count" selected>' in page
    assert not Game.objects.exists()


def test_who_does_not_sit_at_the_table_cannot_be_east(
    scorekeeper: Client, partie: Partie
) -> None:
    page = scorekeeper.post(RECORD, typed(partie, east="9999")).text
    assert 'href="#id_east"' in page
    assert re.search(r'<div id="east"[^>]*>\s*<details class="more" open', page)
    assert not Game.objects.exists()


def test_another_east_stays_with_a_game_that_is_taken_back(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    scorekeeper.post(RECORD, typed(partie, east=str(players[2].pk)))
    undone = scorekeeper.post(
        "/groene-hart/parties/1/undo/", {"version": "1", "key": "undo"}
    )
    page = scorekeeper.get(undone["Location"].replace("record/", "record/typed/")).text
    assert seats_shown(page) == ["Cleo", "Dirk", "Anna", "Ben"]
    assert f'<option value="{players[2].pk}" selected>' in page


def test_a_chosen_east_who_is_east_by_the_rules_meanwhile_is_no_remark(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    sent = typed(partie, east=str(players[1].pk))
    # Somebody else records a game that Ben wins: the deal passes to him.
    scorekeeper.post(RECORD, typed(partie, key="another phone"))
    page = scorekeeper.post(RECORD, sent).text
    assert "Somebody else wrote first." in page
    assert seats_shown(page)[0] == "Ben"
    east = page.split('name="east"')[1].split("</select>")[0]
    assert '<option value="" selected>Ben, as the rules say' in east


def test_a_game_with_another_east_sent_twice_is_recorded_once(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    sent = typed(partie, east=str(players[2].pk))
    first = scorekeeper.post(RECORD, sent)
    again = scorekeeper.post(RECORD, sent)
    assert again["Location"] == first["Location"]
    assert Game.objects.count() == 1


# A hand that may be whole --------------------------------------------------------

HINT = "These are as many tiles as a whole hand has."


@pytest.mark.parametrize(
    ("hand", "is_hinted"),
    [
        ({"sets": "555s (222z)", "tiles": "147m258p9s"}, True),
        ({"sets": "5555s (222z)", "tiles": "147m258p9s"}, True),
        ({"sets": "5555s (222z)", "tiles": "147m258p"}, False),
        ({"sets": "555s (222z)", "tiles": "147m258p"}, False),
        ({"sets": "555s (222z)", "tiles": "147m258p9s", "complete": "on"}, False),
        ({"sets": "555s (222z)", "tiles": "147m258p9s", "dead": "other"}, False),
    ],
)
def test_a_hand_as_big_as_a_whole_one_gets_a_hint_at_the_field(
    scorekeeper: Client,
    partie: Partie,
    players: list[Player],
    hand: dict[str, str],
    is_hinted: bool,
) -> None:
    dirk = players[3].pk
    fields = {f"hand-{dirk}-{name}": text for name, text in hand.items()}
    sent = typed(partie, action="count") | {f"hand-{dirk}-claims": []} | fields
    page = scorekeeper.post(RECORD, sent).text
    assert (HINT in page) == is_hinted
    assert (f'href="#id_hand-{dirk}-complete"' in page) == is_hinted
    assert (f'aria-describedby="id_hand-{dirk}-complete_hint"' in page) == is_hinted
    assert hand["sets"] in page
    assert "What it comes to" in page


def test_a_hint_stops_a_game_once(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    dirk = players[3].pk
    sent = typed(partie) | {
        f"hand-{dirk}-claims": [],
        f"hand-{dirk}-tiles": "147m258p9s",
    }
    page = scorekeeper.post(RECORD, sent).text
    assert HINT in page
    assert "Nothing is recorded yet." in page
    assert "147m258p9s" in page
    assert not Game.objects.exists()
    (seen,) = re.findall(r'name="hinted" value="(\d+)"', page)
    assert scorekeeper.post(RECORD, {**sent, "hinted": seen}).status_code == 302
    assert Game.objects.get().scores.get(player=dirk).points == 10


def test_what_the_rules_forbid_is_not_offered(
    scorekeeper: Client, partie: Partie
) -> None:
    page = scorekeeper.get(RECORD).text
    for word in ("bonus", "pao", "penalty"):
        assert word not in page.casefold()


def test_flowers_are_asked_for_where_they_are_played(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    services.partie_start(
        season=season,
        players=players,
        day=season.starts_on,
        options={"flowers": "yes"},
    )
    page = scorekeeper.get(RECORD).text
    assert "Flowers and seasons" in page
    assert "replacement tile of a flower or season" in page


def test_a_partie_that_is_over_has_no_page_to_record_on(
    scorekeeper: Client, partie: Partie
) -> None:
    services.partie_end(
        partie=partie, write=Write(Author(name="Anna"), 0, "end"), why="last tram"
    )
    for response in (
        scorekeeper.get(RECORD),
        scorekeeper.post(RECORD, draw(partie)),
    ):
        assert response.status_code == 302
        assert response["Location"] == "/groene-hart/parties/1/"


def test_a_write_without_version_or_key_is_none(
    scorekeeper: Client, partie: Partie
) -> None:
    for name in ("version", "key"):
        sent = {**draw(partie), name: ""}
        assert 'role="alert"' in scorekeeper.post(RECORD, sent).text
    assert not Game.objects.exists()


# Who may ------------------------------------------------------------------------


def member(club: Club, role: Role, player: Player | None = None) -> Account:
    """Return an account with a role in the club."""
    account = Account.objects.create_user("mia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=role, player=player)
    return account


def test_who_is_not_logged_in_is_asked_to(client: Client, partie: Partie) -> None:
    response = client.get(RECORD)
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=")


def test_an_outsider_may_not_record(
    client: Client, partie: Partie, outsider: Account
) -> None:
    client.force_login(outsider)
    assert client.get(RECORD).status_code == 403
    assert client.post(RECORD, draw(partie)).status_code == 403
    assert not Game.objects.exists()


def test_a_private_clubs_table_is_not_there_for_outsiders(
    client: Client, partie: Partie, club: Club
) -> None:
    Club.objects.update(is_public=False)
    assert client.get(RECORD).status_code == 404


def test_a_member_records_at_the_own_table_only(
    client: Client, partie: Partie, club: Club, players: list[Player]
) -> None:
    client.force_login(member(club, Role.MEMBER))
    assert client.get(RECORD).status_code == 403
    Member.objects.filter(account__username="mia").update(player=players[2])
    assert client.get(RECORD).status_code == 200


def test_a_scorekeeper_records_at_every_table(
    client: Client, partie: Partie, club: Club
) -> None:
    client.force_login(member(club, Role.SCOREKEEPER))
    assert client.post(RECORD, draw(partie)).status_code == 302
    assert Game.objects.exists()


def test_wrong_methods_are_refused(scorekeeper: Client, partie: Partie) -> None:
    assert scorekeeper.put(RECORD).status_code == 405


QUERIES = 7


def test_the_page_costs_the_same_after_many_games(
    scorekeeper: Client,
    partie: Partie,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(QUERIES):
        scorekeeper.get(RECORD)
    for _ in range(5):
        scorekeeper.post(RECORD, typed(partie))
    with django_assert_num_queries(QUERIES):
        scorekeeper.get(RECORD)
    sent = typed(partie, action="count")
    with django_assert_num_queries(QUERIES):
        scorekeeper.post(RECORD, sent)
