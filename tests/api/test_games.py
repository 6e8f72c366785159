"""Games and bookings that programs record: once, in order, or not at all."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.api.bodies import MOST_BYTES
from clubscore.club.models import Account, Club, Player, Role, Season
from clubscore.partie import entries, services
from clubscore.partie.models import Game, Partie, Revision
from clubscore.partie.services import Author, Write, last_withdraw
from clubscore.rules import score_record
from tests.api.conftest import Answer, Program, Programs, code
from tests.rules.golden import WORKED_EXAMPLE
from tests.season.played import DRAW, GAME, play

NAMED: dict[str, Any] = {
    "keyed_by": "player",
    "hands": {
        "Anna": GAME["hands"]["E"],
        "Ben": GAME["hands"]["S"],
        "Cleo": GAME["hands"]["W"],
        "Dirk": GAME["hands"]["N"],
    },
    "outcome": GAME["outcome"] | {"winner": "Ben", "from": "Anna"},
}
"""The worked example with names for seats."""


# Recording ------------------------------------------------------------------------


def test_a_game_is_answered_with_what_score_prints(
    program: Program, games: str, partie: Partie
) -> None:
    answer = program.write(games, GAME)
    assert answer.status_code == 201
    assert answer["ETag"] == '"1"'
    assert answer.json() == score_record(WORKED_EXAMPLE) | {"number": 1, "version": 1}
    assert Game.objects.get().winner == partie.results.get(player__name="Ben").player


def test_a_revision_bears_the_name_of_the_program(program: Program, games: str) -> None:
    program.write(games, GAME)
    revision = Revision.objects.get()
    assert revision.author == "Scoreboard"
    assert revision.token is not None
    assert revision.account is None


def test_players_can_be_named_instead_of_seats(program: Program, games: str) -> None:
    assert program.write(games, DRAW).status_code == 201
    # Ben is East now, and his seat passes on with him.
    answer = program.write(games, NAMED, key="two", version=1)
    assert answer.status_code == 201, answer.json()
    assert {
        score.player.name: score.points
        for score in Game.objects.get(number=2).scores.all()
    } == {"Anna": 64, "Ben": 96, "Cleo": 0, "Dirk": 20}


def test_who_really_sat_east_can_be_said(
    program: Program, games: str, partie: Partie
) -> None:
    answer = program.write(games, GAME | {"east": "cleo", "remark": "mixed up"})
    assert answer.status_code == 201
    assert Game.objects.get().dealer.name == "Cleo"
    told = program.get(f"parties/{partie.pk}/").json()
    assert told["warnings"][0]["code"] == "other_east"
    assert "Cleo as East" in told["warnings"][0]["message"]


def test_a_game_that_waited_names_the_one_before_it(
    program: Program, games: str
) -> None:
    first = program.write(games, GAME, key="one")
    waited = {"Idempotency-Key": "two"}
    second = program.post(games, DRAW | {"after": "one"}, **waited)
    assert (first.json()["version"], second.json()["version"]) == (1, 2)
    again = program.post(games, DRAW | {"after": "one"}, **waited)
    assert again.json() == second.json()


@pytest.mark.parametrize("after", ["one", "never sent"])
def test_a_game_that_waited_behind_another_is_refused(
    program: Program, games: str, after: str
) -> None:
    program.write(games, GAME, key="one")
    program.write(games, DRAW, key="other", version=1)
    answer = program.post(games, DRAW | {"after": after}, **{"Idempotency-Key": "two"})
    assert code(answer) == (409, "conflict")
    assert answer.json()["error"]["first"]["outcome"] == {"kind": "draw"}


def test_a_game_that_waited_is_shown_what_came_after_the_one_it_follows(
    program: Program, games: str
) -> None:
    program.write(games, GAME, key="one")
    program.write(games, DRAW | {"remark": "quick"}, key="other", version=1)
    program.write(games, DRAW, key="third", version=2)
    answer = program.post(games, DRAW | {"after": "one"}, **{"Idempotency-Key": "two"})
    first = answer.json()["error"]["first"]
    assert (first["number"], first["version"], first["remark"]) == (2, 2, "quick")


# Once -----------------------------------------------------------------------------


def test_the_same_game_sent_twice_is_recorded_once_and_answered_alike(
    program: Program, games: str, partie: Partie
) -> None:
    first = program.write(games, GAME)
    program.write(games, DRAW, key="two", version=1)
    again = program.write(games, GAME)
    assert (again.status_code, again.json()) == (201, first.json())
    assert again["ETag"] == '"1"'
    assert Game.objects.count() == 2


def test_a_game_is_answered_alike_after_it_was_taken_back(
    program: Program, games: str, partie: Partie
) -> None:
    program.write(games, DRAW, key="one")
    second = program.write(games, GAME, key="two", version=1)
    for version in (2, 3):
        write = Write(Author(name="Anna"), version, f"undo {version}")
        last_withdraw(partie=partie, write=write)
    third = program.write(games, DRAW, key="three", version=4)
    assert [second.json()["number"], third.json()["number"]] == [2, 1]
    for key, game, answer in (("two", GAME, second), ("three", DRAW, third)):
        assert program.write(games, game, key=key).json() == answer.json()


def test_a_key_names_one_body(program: Program, games: str) -> None:
    program.write(games, GAME)
    answer = program.write(games, DRAW, version=1)
    assert code(answer) == (422, "key_reused")
    assert Game.objects.count() == 1


def test_who_comes_second_is_shown_what_came_first(
    program: Program, games: str, partie: Partie
) -> None:
    program.write(games, GAME | {"remark": "quick"}, key="one")
    program.write(games, DRAW, key="two", version=1)
    answer = program.write(games, DRAW, key="late", version=0)
    assert code(answer) == (409, "conflict")
    assert answer["ETag"] == '"2"'
    error = answer.json()["error"]
    assert error["version"] == 2
    first = error["first"]
    assert (first["version"], first["number"]) == (1, 1)
    assert first["author"] == "Scoreboard"
    assert first["outcome"] == NAMED["outcome"]
    assert first["remark"] == "quick"
    assert first["hands"].keys() == {"Anna", "Ben", "Cleo", "Dirk"}
    assert first["result"] == score_record(WORKED_EXAMPLE)
    assert Game.objects.count() == 2


def test_a_tag_that_a_proxy_has_marked_is_the_version(
    program: Program, games: str
) -> None:
    marked = {"Idempotency-Key": "k", "If-Match": '"0-gzip"'}
    assert program.post(games, GAME, **marked).status_code == 201


@pytest.mark.parametrize("tag", ['"1"', '"x"', "*", 'W/"0"', '"²"', "9" * 40])
def test_what_is_no_current_version_is_a_conflict(
    program: Program, games: str, tag: str
) -> None:
    answer = program.post(games, GAME, **{"Idempotency-Key": "k", "If-Match": tag})
    assert code(answer) == (409, "conflict")
    assert answer.json()["error"]["first"] is None


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Idempotency-Key": "k"},
        {"If-Match": '"0"'},
        {"Idempotency-Key": "", "If-Match": '"0"'},
    ],
)
@pytest.mark.parametrize("what", ["games", "bookings"])
def test_a_write_says_what_it_has_seen_and_names_itself(
    program: Program, partie: Partie, what: str, headers: dict[str, str]
) -> None:
    body = GAME if what == "games" else FINE
    answer = program.post(f"parties/{partie.pk}/{what}/", body, **headers)
    assert code(answer) == (428, "precondition_required")


def test_a_key_is_no_longer_than_can_be_kept(program: Program, games: str) -> None:
    assert program.write(games, GAME, key="k" * 100).status_code == 201
    assert code(program.write(games, GAME, key="k" * 101)) == (422, "bad_key")


# What is refused ------------------------------------------------------------------


def test_what_the_engine_refuses_is_told_with_its_code_and_seat(
    program: Program, games: str
) -> None:
    short = {"sets": ["(234s)"], "tiles": "1m"}
    answer = program.write(games, GAME | {"hands": {"S": short}})
    assert answer.status_code == 422
    assert answer.json() == {
        "error": {
            "code": "tile_count",
            "seat": "S",
            "message": "South has 4 tiles; a winning hand has 14.",
            "field": "hands.S",
            "game": 1,
        }
    }
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"hands": {"Anna": {}}}, "hands"),
        ({"hands": {"17": {}}}, "hands"),
        ({"outcome": GAME["outcome"] | {"winner": "Ben"}}, "outcome"),
        ({"outcome": None}, "outcome"),
        ({"outcome": {"kind": "draw", "winner": "E"}}, "outcome.winner"),
        ({"keyed_by": "wind"}, "keyed_by"),
        ({"keyed_by": "player"}, "hands"),
        ({"east": 7}, "east"),
        ({"east": "Eva"}, "east"),
        ({"after": 7}, "after"),
        ({"remark": "x" * 201}, "remark"),
        ({"ruleset": "schmale"}, "ruleset"),
        ({"remark": "a\0b"}, None),
        ({"remark": "\ud800"}, None),
    ],
)
def test_a_record_that_is_none_says_which_field_is_wrong(
    program: Program, games: str, said: dict[str, Any], field: str | None
) -> None:
    answer = program.write(games, GAME | said)
    assert code(answer) == (422, "bad_record")
    assert answer.json()["error"].get("field") == field
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "hand", [None, 5, "", [], {"sets": "abc"}, {"sets": [1]}, {"claims": [1]}]
)
def test_of_a_draw_no_hands_are_kept(program: Program, games: str, hand: Any) -> None:
    drawn = DRAW | {"hands": {"E": hand}}
    assert program.write(games, drawn).status_code == 201
    said = drawn | {"reason": "a slip", "remark": "all tiles gone"}
    corrected = program.write(f"{games}1/", said, key="2", version=1, method="put")
    assert corrected.status_code == 200
    kept = [revision.said["hands"] for revision in Revision.objects.all()]
    assert kept == [{}, {}]


@pytest.mark.same_on_every_database("any hand is the same JSON to a database")
@pytest.mark.parametrize("hand", [None, 5, [], {"sets": [1]}, {"claims": [1]}])
@pytest.mark.parametrize(
    "page",
    [
        "",
        "games/1/",
        "games/1/recorded/",
        "games/1/correct/",
        "games/1/correct/typed/",
        "revisions/",
    ],
)
def test_a_draw_that_was_kept_with_strange_hands_is_shown(
    administrator: Account, client: Client, partie: Partie, hand: Any, page: str
) -> None:
    anna = str(partie.seats.get(place=0).player_id)
    said = {"hands": {anna: hand}, "outcome": {"kind": "draw"}, "east": anna}
    begun = services.begin(partie, Write(Author(), 0, "as it once was"), said)
    services.add_entry(begun, entries.RecordedGame.from_json(said))
    client.force_login(administrator)
    address = partie.get_absolute_url()
    assert client.get(address + page).status_code == 200
    if not page:
        undone = client.post(address + "undo/", {"version": "1", "key": "undo"})
        again = undone["Location"]
        assert client.get(again).status_code == 200
        assert client.get(again.replace("record/", "record/typed/")).status_code == 200


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"hands": {"E": {}}}, "hands"),
        ({"hands": {"Ben": {}, "BEN": {}}}, "hands"),
        ({"outcome": GAME["outcome"]}, "outcome"),
    ],
)
def test_named_players_are_those_of_the_partie(
    program: Program, games: str, said: dict[str, Any], field: str
) -> None:
    answer = program.write(games, NAMED | said)
    assert code(answer) == (422, "bad_record")
    assert answer.json()["error"]["field"] == field


def test_who_rests_has_no_hand(
    program: Program, season: Season, players: list[Player]
) -> None:
    eva = Player.objects.create(club=season.club, name="Eva", key="eva", slug="eva")
    partie = services.partie_start(
        season=season, players=[*players, eva], day=season.starts_on
    )
    answer = program.write(
        f"parties/{partie.pk}/games/",
        NAMED | {"hands": {"Eva": {}, "Ben": GAME["hands"]["S"]}},
    )
    assert code(answer) == (422, "bad_record")
    error = answer.json()["error"]
    assert error["field"] == "hands.Eva"
    assert "hands.Eva" in error["message"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b'{"outcome": NaN}',
        b"\xff\xfe",
        b"[" * 5000,
        b"1" * 5000,
    ],
)
def test_what_is_no_json_is_told_so(program: Program, games: str, body: bytes) -> None:
    assert code(program.write(games, body)) == (400, "not_json")
    assert code(program.post("score/", body)) == (400, "not_json")


@pytest.mark.parametrize("body", [b"[]", b"7", b'"game"', b"null"])
def test_a_game_is_an_object(program: Program, games: str, body: bytes) -> None:
    assert code(program.write(games, body)) == (422, "bad_record")
    assert code(program.post("score/", body)) == (422, "bad_record")


def test_a_number_that_no_database_keeps_is_refused(
    program: Program, games: str
) -> None:
    body = b'{"hands": {"E": {"points": 1e999}}, "outcome": {"kind": "draw"}}'
    assert code(program.write(games, body)) == (422, "bad_record")


def test_what_is_nested_too_deep_is_refused(program: Program, games: str) -> None:
    deep: Any = {}
    for _ in range(200):
        deep = {"E": deep}
    assert code(program.write(games, DRAW | {"hands": deep})) == (422, "bad_record")


def test_a_body_is_no_longer_than_games_are(program: Program, games: str) -> None:
    body = DRAW | {"remark": "x" * MOST_BYTES}
    assert code(program.write(games, body)) == (413, "too_large")
    assert code(program.post("score/", body)) == (413, "too_large")


def test_no_game_follows_the_end(
    program: Program, season: Season, players: list[Player]
) -> None:
    partie = play(season, players, [GAME])
    answer = program.write(f"parties/{partie.pk}/games/", GAME, version=2)
    assert code(answer) == (422, "finished")


def test_no_game_follows_in_a_void_partie(
    program_of: Programs, club: Club, games: str, partie: Partie
) -> None:
    write = Write(Author(name="Anna"), 0, "void")
    services.partie_void(partie=partie, write=write, why="the wrong rule book")
    keeper, runs_it = program_of(club), program_of(club, Role.ADMINISTRATOR)
    assert code(keeper.write(games, GAME, version=1)) == (403, "forbidden")
    assert code(runs_it.write(games, GAME, version=1)) == (422, "void")


def test_recording_a_later_game_asks_no_more_queries(
    program: Program,
    games: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for version in range(6):
        with django_assert_max_num_queries(30):
            program.write(games, GAME, key=f"k{version}", version=version)


# Bookings -------------------------------------------------------------------------

FINE = {"from": "Ben", "to": "anna", "amount": 10, "reason": "late"}


def test_a_booking_moves_chips(program: Program, partie: Partie) -> None:
    address = f"parties/{partie.pk}/bookings/"
    answer = program.write(address, FINE)
    assert answer.status_code == 201
    assert answer.json() == {"booking": FINE | {"to": "Anna"}, "version": 1}
    again = program.write(address, FINE)
    assert (again.status_code, again.json()) == (201, answer.json())
    assert program.get(f"parties/{partie.pk}/").json()["chips"] == {
        "Anna": 3010,
        "Ben": 2990,
        "Cleo": 3000,
        "Dirk": 3000,
    }


def test_a_booking_that_comes_second_is_a_conflict(
    program: Program, partie: Partie, games: str
) -> None:
    address = f"parties/{partie.pk}/bookings/"
    program.write(address, FINE, key="one")
    answer = program.write(games, GAME, key="two", version=0)
    assert code(answer) == (409, "conflict")
    assert answer.json()["error"]["first"]["booking"]["amount"] == 10
    assert code(program.write(address, FINE, key="two")) == (409, "conflict")
    assert code(program.write(games, GAME, key="one")) == (422, "key_reused")


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"from": "Eva"}, "from"),
        ({"to": 7}, "to"),
        ({"to": "Ben"}, None),
        ({"amount": 0}, "amount"),
        ({"amount": None}, "amount"),
        ({"amount": 10**7}, "amount"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"when": "now"}, "when"),
    ],
)
def test_a_booking_that_cannot_be_made_says_why(
    program: Program, partie: Partie, said: dict[str, Any], field: str | None
) -> None:
    answer = program.write(f"parties/{partie.pk}/bookings/", FINE | said)
    assert code(answer) == (422, "bad_record")
    assert answer.json()["error"].get("field") == field


# Revisions ------------------------------------------------------------------------


def test_a_game_tells_all_its_revisions(
    program: Program, stranger: Program, games: str
) -> None:
    program.write(games, GAME)
    answer = stranger.get(f"{games}1/revisions/")
    [told] = answer.json()["revisions"]
    assert told.pop("made_at")
    assert told == {
        "revision": 1,
        "kind": "game",
        "author": "Scoreboard",
        "reason": "",
        "withdrawn": False,
        "keyed_by": "player",
        "hands": NAMED["hands"],
        "outcome": NAMED["outcome"],
        "east": "Anna",
        "remark": "",
        "result": score_record(WORKED_EXAMPLE),
    }


def test_the_revisions_of_a_game_ask_few_queries(
    program: Program,
    stranger: Program,
    games: str,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    program.write(games, GAME)
    with django_assert_num_queries(4):
        stranger.get(f"{games}1/revisions/")
    assert code(stranger.get(f"{games}2/revisions/")) == (404, "not_found")


@pytest.mark.parametrize("length", ["9" * 5000, "9" * 20, "-1", "x"])
def test_a_body_without_a_sound_length_is_not_read(
    program: Program, games: str, length: str
) -> None:
    answer: Answer = program.client.post(
        f"/api/v1/{games}",
        json.dumps(DRAW),
        content_type="application/json",
        headers={
            "Authorization": f"Bearer {program.secret}",
            "Idempotency-Key": "a key",
            "If-Match": '"0"',
        },
        CONTENT_LENGTH=length,
    )
    assert code(answer) == (413, "too_large")
