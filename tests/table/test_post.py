"""Games that a phone sends: recorded once, in order, or answered with what is wrong."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.club.services import player_add
from clubscore.partie import services
from clubscore.partie.models import Game, Partie, Revision
from tests.corrections.test_correcting import correct, fresh
from tests.partie.rule_books import counted, play, seats_shown, start_in
from tests.partie.test_services import DRAW as DRAW_OF_SEATS
from tests.partie.test_services import record, write

GAMES = "/groene-hart/parties/1/games/"
TOKEN = "/groene-hart/parties/1/token/"

Said = dict[str, Any]
DRAW: Said = {"hands": {}, "outcome": {"kind": "draw"}}


@pytest.fixture
def ids(players: list[Player]) -> dict[str, str]:
    """Return the players' ids by name."""
    return {player.name: str(player.pk) for player in players}


@pytest.fixture
def phone(administrator: Account, client: Client) -> Client:
    """Return the phone of somebody who may record."""
    client.force_login(administrator)
    return client


def body(said: Said = DRAW, key: str = "one", **changes: Any) -> Said:
    """Return a game as the table screen sends it."""
    return {
        "key": key,
        "version": 0,
        "after": "",
        "said": said,
        "east": None,
        **changes,
    }


def behind(after: str, key: str, said: Said = DRAW, **changes: Any) -> Said:
    """Return a game that waited behind another."""
    return body(said, key, version=None, after=after, **changes)


def post(client: Client, sent: Any, address: str = GAMES, **more: Any) -> Any:
    """Send a game, entered on the seats that a page made now shows."""
    if isinstance(sent, dict) and "shown" not in sent:
        partie = Partie.objects.get(number=1)
        sent = {**sent, "shown": seats_shown(partie, sent.get("east"))}
    text = sent if isinstance(sent, (str, bytes)) else json.dumps(sent)
    return client.post(address, text, content_type="application/json", **more)


def counts(ids: dict[str, str], winner: str, giver: str, **points: int) -> Said:
    """Return a game whose players counted their hands themselves."""
    return {
        "hands": {ids[name]: {"points": many} for name, many in points.items()},
        "outcome": {
            "kind": "win",
            "winner": ids[winner],
            "winning_tile": None,
            "source": "discard",
            "from": ids[giver],
        },
    }


def numbers() -> list[tuple[int, str, str]]:
    """Return the games that were recorded: number, East, outcome."""
    games = Game.objects.select_related("dealer").order_by("number")
    return [(one.number, one.dealer.name, one.outcome) for one in games]


# Recording ----------------------------------------------------------------------


def test_a_game_said_by_player_is_recorded(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    said = counts(ids, "Ben", "Anna", Ben=96, Anna=64, Dirk=20) | {"remark": "at last"}
    answer = post(phone, body(said))
    assert answer.status_code == 201
    assert answer.json() == {
        "key": "one",
        "number": 1,
        "version": 1,
        "url": f"{GAMES}1/",
        "told": "Anna +24, Ben +384, Cleo \N{MINUS SIGN}244, Dirk \N{MINUS SIGN}164."
        " Ben is East next.",
    }
    game = Game.objects.get()
    scores = game.scores.select_related("player")
    assert {one.player.name: one.score for one in scores} == {
        "Anna": 24,
        "Ben": 384,
        "Cleo": -244,
        "Dirk": -164,
    }
    assert game.revision.said["remark"] == "at last"
    assert game.revision.author == "willem"


def test_a_game_that_counts_otherwise_than_it_was_shown_is_asked_about(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    said = counts(ids, "Ben", "Anna", Ben=96, Anna=64, Dirk=20)
    shown = {ids["Anna"]: -24, ids["Ben"]: 24, ids["Cleo"]: 0, ids["Dirk"]: 0}
    answer = post(phone, body(said, expects=shown))
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert (error["code"], error["choice"]) == ("differs", "Record it as it counts now")
    assert "Shown were: Anna −24, Ben +24, Cleo 0, Dirk 0." in error["message"]
    assert "It would be: Anna +24, Ben +384, Cleo −244, Dirk −164." in error["message"]
    assert not Game.objects.exists()
    scores = dict(zip(ids.values(), (24, 384, -244, -164), strict=False))
    assert post(phone, body(said, expects=scores)).status_code == 201
    # Whoever chose to has it recorded as it counts.
    assert post(phone, behind("one", "two", said, expects=None)).status_code == 201


@pytest.mark.parametrize("expects", [1, {"E": 1}, {"1": "1"}, {"1": True}])
def test_what_was_shown_are_whole_numbers_by_player(
    phone: Client, partie: Partie, expects: object
) -> None:
    answer = post(phone, body(expects=expects))
    assert answer.status_code == 400
    assert "expects" in answer.json()["error"]["message"]


def test_the_same_game_sent_again_is_recorded_once(
    phone: Client, partie: Partie
) -> None:
    first = post(phone, body())
    again = post(phone, body())
    assert (again.status_code, again.json()) == (201, first.json())
    assert numbers() == [(1, "Anna", "draw")]


def test_it_is_answered_again_after_others_were_recorded(
    phone: Client, partie: Partie
) -> None:
    first = post(phone, body())
    post(phone, behind("one", "two"))
    # Who is East next was said when it was.
    assert post(phone, body()).json() == {
        **first.json(),
        "told": "Nobody pays anybody.",
    }
    assert len(numbers()) == 2


def test_it_is_answered_without_number_once_it_is_taken_back(
    phone: Client, partie: Partie
) -> None:
    post(phone, body())
    services.last_withdraw(partie=partie, write=write(partie))
    answer = post(phone, body())
    assert answer.status_code == 201
    assert answer.json() == {
        "key": "one",
        "number": None,
        "version": 1,
        "url": "/groene-hart/parties/1/",
        "told": "",
    }
    assert numbers() == []


def test_games_that_waited_follow_each_other_and_the_winds_pass_on(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    won = counts(ids, "Cleo", "Dirk", Cleo=96)
    assert post(phone, body(won)).status_code == 201
    for number in range(2, 6):
        sent = behind(str(number - 1) if number > 2 else "one", str(number), won)
        assert post(phone, sent).status_code == 201
    assert [east for _, east, _ in numbers()] == ["Anna", "Ben", "Cleo", "Cleo", "Cleo"]


def test_who_really_sat_east_is_sent_with_it(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    assert post(phone, body(east=ids["Cleo"])).status_code == 201
    assert numbers() == [(1, "Cleo", "draw")]


def test_a_table_link_records(partie: Partie, client: Client) -> None:
    client.get(services.link_make(partie=partie).get_absolute_url())
    assert post(client, body()).status_code == 201
    assert Revision.objects.get().link is not None


# Somebody wrote first -----------------------------------------------------------


def test_what_was_recorded_first_is_shown(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    post(phone, body(counts(ids, "Ben", "Anna", Ben=96)))
    game = Game.objects.get()
    answer = post(phone, body(key="two"))
    assert answer.status_code == 409
    assert answer.json()["error"] == {
        "code": "conflict",
        "message": "Game 1 is recorded already: Ben, on Anna’s discard.",
        "version": 1,
        "open": True,
        "first": {
            "version": 1,
            "number": 1,
            "round": "Round of East",
            "east": "Anna",
            "winner": "Ben",
            "how": "on Anna’s discard",
            "by": "Written by willem.",
            "scores": "Anna −192, Ben +384, Cleo −96, Dirk −96.",
            "url": f"{GAMES}1/",
            # Whoever may correct it can put the own game in its place.
            "correction": {
                "url": f"{GAMES}1/correct/",
                "draft": f"{partie.pk}:{game.entry_id}",
                "revision": game.revision_id,
            },
        },
    }
    assert len(numbers()) == 1


def test_of_several_the_one_in_its_own_place_is_shown(
    phone: Client, partie: Partie
) -> None:
    post(phone, body())
    post(phone, behind("one", "two"))
    error = post(phone, body(key="three")).json()["error"]
    assert error["first"]["number"] == 1
    assert error["version"] == 2


def test_a_game_that_was_corrected_meanwhile_is_none_in_its_place(
    phone: Client, partie: Partie
) -> None:
    for _again in range(4):
        record(partie)
    seen = fresh(partie).version
    correct(partie, 2, DRAW_OF_SEATS)
    answer = post(phone, body(key="five", version=seen))
    error = answer.json()["error"]
    assert (answer.status_code, error["first"]) == (409, None)
    assert error["message"] == (
        "This partie was changed meanwhile. Look at it, then record your game."
    )
    # Whoever has looked records it as what it is, the fifth.
    answer = post(phone, body(key="five", version=error["version"]))
    assert (answer.status_code, answer.json()["number"]) == (201, 5)


def test_after_a_correction_the_game_that_came_first_is_shown_all_the_same(
    phone: Client, partie: Partie
) -> None:
    record(partie)
    record(partie)
    seen = fresh(partie).version
    correct(partie, 1, DRAW_OF_SEATS)
    post(phone, body(version=fresh(partie).version))
    error = post(phone, body(key="two", version=seen)).json()["error"]
    assert error["first"]["number"] == 3


def test_a_game_recorded_again_after_it_was_taken_back_is_none_in_its_place(
    phone: Client, partie: Partie
) -> None:
    play(partie)
    play(partie)
    seen = fresh(partie).version
    services.last_withdraw(partie=partie, write=write(partie))
    post(phone, body(version=fresh(partie).version))
    # It stands where the second game stood, not where this one, the third, belongs.
    error = post(phone, body(key="two", version=seen)).json()["error"]
    assert error["first"] is None


def test_a_key_names_one_game(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    post(phone, body())
    answer = post(phone, body(counts(ids, "Ben", "Anna", Ben=96)))
    assert answer.status_code == 409
    assert answer.json()["error"]["first"]["how"] == "draw"
    assert numbers() == [(1, "Anna", "draw")]


def test_a_game_behind_one_that_never_came_waits(phone: Client, partie: Partie) -> None:
    answer = post(phone, behind("lost", "two"))
    assert answer.status_code == 409
    assert answer.json()["error"]["first"] is None
    assert numbers() == []


def test_a_game_behind_one_that_was_taken_back_is_not_recorded(
    phone: Client, partie: Partie
) -> None:
    post(phone, body())
    services.last_withdraw(partie=partie, write=write(partie))
    answer = post(phone, behind("one", "two"))
    assert answer.status_code == 409
    assert "This partie was changed meanwhile" in answer.json()["error"]["message"]
    assert numbers() == []


def test_a_game_behind_one_that_another_followed_is_not_recorded(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    post(phone, body())
    services.booking_record(
        partie=partie,
        write=write(partie),
        payer=players[0],
        payee=players[1],
        amount=10,
        why="a fine",
    )
    answer = post(phone, behind("one", "two"))
    assert answer.status_code == 409
    assert answer.json()["error"]["version"] == 2
    assert len(numbers()) == 1


def test_what_it_follows_goes_before_the_version_it_has_seen(
    phone: Client, partie: Partie
) -> None:
    post(phone, body())
    answer = post(phone, body(key="two", version=0, after="one"))
    assert answer.status_code == 201


def test_where_the_partie_has_ended_meanwhile_it_is_said(
    phone: Client, partie: Partie
) -> None:
    services.partie_end(partie=partie, write=write(partie), why="the last tram")
    error = post(phone, body()).json()["error"]
    assert error["message"] == "The partie is over: no game can follow."
    assert not error["open"]
    seen = post(phone, body(version=1))
    assert (seen.status_code, seen.json()["error"]["code"]) == (422, "finished")


# What cannot be scored ----------------------------------------------------------


def test_what_is_wrong_is_said_of_the_player(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    said = counts(ids, "Ben", "Anna", Ben=96)
    said["hands"][ids["Ben"]] = {"sets": ["(123m)"]}
    said["outcome"]["winning_tile"] = "3m"
    answer = post(phone, body(said))
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error == {
        "code": "tile_count",
        "seat": "S",
        "player": ids["Ben"],
        "field": "hands.S",
        "message": "Ben has 3 tiles; a winning hand has 14.",
    }
    assert numbers() == []


def test_it_is_said_in_the_readers_language(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    said = counts(ids, "Ben", "Ben", Ben=96)
    german = post(phone, body(said), headers={"accept-language": "de"})
    english = post(phone, body(said))
    messages = [one.json()["error"]["message"] for one in (german, english)]
    assert messages[0] != messages[1]
    assert all("Ben" in one for one in messages)


def test_a_refused_game_can_be_put_right_under_the_same_key(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    assert post(phone, body(counts(ids, "Ben", "Ben", Ben=96))).status_code == 422
    assert post(phone, body(counts(ids, "Ben", "Anna", Ben=96))).status_code == 201


def test_who_rests_is_named(phone: Client, club: Club, players: list[Player]) -> None:
    partie = start_in(club, "nts", 5)
    ids = {one.player.name: str(one.player_id) for one in partie.results.all()}
    said = counts(ids, "Eva", "Anna", Eva=96)
    error = post(phone, body(said)).json()["error"]
    assert error["player"] == ids["Eva"]
    assert error["message"].startswith("Eva rests in this game")


def test_dice_have_to_have_chosen(
    phone: Client, club: Club, players: list[Player]
) -> None:
    partie = start_in(club, "nts", 3)
    ids = {one.player.name: str(one.player_id) for one in partie.results.all()}
    for _ in range(3):
        play(partie, counted("S", S=96))
    version = Partie.objects.get().version
    refused = post(phone, body(version=version, winds="should")).json()["error"]
    assert (refused["code"], refused["field"]) == ("bad_record", "east")
    answer = post(phone, body(version=version, east=ids["Cleo"]))
    assert answer.status_code == 201


def test_what_was_entered_before_a_draw_is_not_kept(
    phone: Client, partie: Partie, ids: dict[str, str]
) -> None:
    said = {"hands": {ids["Anna"]: ["\0"]}, "outcome": {"kind": "draw"}}
    assert post(phone, body(said)).status_code == 201
    assert Revision.objects.get().said["hands"] == {}


# What is no game ----------------------------------------------------------------

BROKEN: dict[str, Any] = {
    "not JSON": "draw",
    "not UTF-8": b"\xff\xfe",
    "a list": [],
    "very deep": "[" * 50_000,
    "a long number": '{"version": ' + "9" * 9_999 + "}",
    "no key": body(key=""),
    "a key of odd letters": body(key="a\0b"),
    "a key too long": body(key="k" * 101),
    "a number for a key": body(key=7),  # type: ignore[arg-type]
    "no version": body(version=None),
    "a version in words": body(version="0"),
    "truth for a version": body(version=True),
    "a list behind it": body(after=["one"]),
    "a seat for East": body(east="E"),
    "nothing said": body(said=None),  # type: ignore[arg-type]
    "no hands": body({"outcome": {"kind": "draw"}}),
    "no outcome": body({"hands": {}}),
    "a hand by seat": body({"hands": {"E": {}}, "outcome": {"kind": "draw"}}),
    "a winner by seat": body({"hands": {}, "outcome": {"kind": "win", "winner": "E"}}),
    "another ruleset": body({**DRAW, "ruleset": "schmale"}),
    "a remark without letters": body({**DRAW, "remark": "\0"}),
    "half a letter": body({**DRAW, "remark": "\ud800"}),
    "a number for a sender": body(sender=5),
    "a sender without a name": body(sender=""),
    "a field too many": body() | {"table": 3},
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN.keys())
def test_what_is_no_game_is_not_taken(phone: Client, partie: Partie, sent: Any) -> None:
    answer = post(phone, sent)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_request"
    assert numbers() == []


ODD: dict[str, Any] = {
    "a hand in a list": {"hands": {"1": []}, "outcome": {"kind": "win"}},
    "another end": {"hands": {}, "outcome": {"kind": "lost"}},
    "no end": {"hands": {}, "outcome": {}},
    "a stranger": {"hands": {"9999": {"points": 3}}, "outcome": {"kind": "win"}},
    "pao in a list": {"hands": {}, "outcome": {"kind": "win", "pao": [1]}},
    "excluded in words": {
        "hands": {},
        "outcome": {"kind": "penalty", "excluded": "everybody"},
    },
    "excluded lists": {"hands": {}, "outcome": {"kind": "penalty", "excluded": [[1]]}},
    "a long remark": {**DRAW, "remark": "so " * 100},
}


@pytest.mark.parametrize("said", ODD.values(), ids=ODD.keys())
def test_odd_games_are_refused_by_the_rules(
    phone: Client, partie: Partie, said: Said
) -> None:
    answer = post(phone, body(said))
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "bad_record"


def test_a_game_is_not_long(phone: Client, partie: Partie) -> None:
    answer = post(phone, body({**DRAW, "remark": "x" * 100_000}))
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


# Who may send -------------------------------------------------------------------


@pytest.mark.parametrize("address", [GAMES, "/groene-hart/parties/7/games/"])
@pytest.mark.parametrize("is_public", [True, False])
def test_strangers_learn_nothing(
    partie: Partie, client: Client, address: str, *, is_public: bool
) -> None:
    Club.objects.update(is_public=is_public)
    answer = post(client, body(), address)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "logged_out"
    assert numbers() == []


def test_who_may_not_record_is_told_so(
    partie: Partie, outsider: Account, client: Client
) -> None:
    client.force_login(outsider)
    answer = post(client, body())
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "forbidden"


def test_a_private_partie_is_not_there_for_outsiders(
    partie: Partie, outsider: Account, client: Client
) -> None:
    Club.objects.update(is_public=False)
    client.force_login(outsider)
    answer = post(client, body())
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "gone")


def test_the_link_of_a_void_partie_is_told_that_it_records_no_more(
    partie: Partie, client: Client
) -> None:
    client.get(services.link_make(partie=partie).get_absolute_url())
    services.partie_void(partie=partie, write=write(partie), why="A test")
    answer = post(client, body())
    assert answer.status_code == 403
    # Logging in would not help, and waiting neither.
    assert answer.json()["error"]["code"] == "forbidden"
    assert client.get(TOKEN).json()["error"]["code"] == "forbidden"


def test_a_revoked_link_records_no_more(partie: Partie, client: Client) -> None:
    link = services.link_make(partie=partie)
    client.get(link.get_absolute_url())
    link.revoked_at = partie.made_at
    link.save()
    answer = post(client, body())
    assert answer.json()["error"]["code"] == "logged_out"
    assert numbers() == []


def test_a_scorekeeper_of_another_club_does_not_record(
    partie: Partie, outsider: Account, client: Client
) -> None:
    other = Club.objects.create(name="Andere", slug="andere")
    Member.objects.create(club=other, account=outsider, role=Role.ADMINISTRATOR)
    client.force_login(outsider)
    assert post(client, body()).status_code == 403


def test_a_game_of_somebody_else_is_not_recorded_for_whoever_is_logged_in(
    phone: Client, partie: Partie, administrator: Account, club: Club
) -> None:
    club.members.update(player=None)
    mine = {"id": f"account:{administrator.pk}", "name": "willem"}
    for theirs in (f"account:{administrator.pk + 1}", "link", "nobody"):
        answer = post(phone, body(sender=theirs))
        assert answer.status_code == 403
        error = answer.json()["error"]
        assert (error["code"], error["sender"]) == ("other_sender", mine)
    assert numbers() == []
    assert post(phone, body(sender=mine["id"])).status_code == 201
    assert phone.get(TOKEN).json()["sender"] == mine


def test_a_link_sends_what_was_recorded_with_a_link(
    partie: Partie, client: Client, administrator: Account
) -> None:
    client.get(services.link_make(partie=partie).get_absolute_url())
    link = {"id": "link", "name": ""}
    assert client.get(TOKEN).json()["sender"] == link
    theirs = f"account:{administrator.pk}"
    assert post(client, body(sender=theirs)).json()["error"]["sender"] == link
    # A new link to the same table is no other sender.
    new = services.link_renew(partie=partie)
    client.get(new.get_absolute_url())
    assert post(client, body(sender="link")).status_code == 201
    assert Revision.objects.get().link == new


def test_a_player_is_called_so_at_the_table(
    phone: Client, partie: Partie, club: Club, players: list[Player]
) -> None:
    club.members.update(player=players[0])
    assert phone.get(TOKEN).json()["sender"]["name"] == "Anna"


def test_who_may_not_record_is_told_who_may(
    phone: Client, partie: Partie, outsider: Account, client: Client
) -> None:
    client.force_login(outsider)
    error = post(client, body()).json()["error"]
    assert error["sender"] == {"id": f"account:{outsider.pk}", "name": "otto"}
    assert "scorekeepers and administrators can, who plays" in error["message"]
    Partie.objects.update(is_finished=True)
    assert "The partie is over" in post(client, body()).json()["error"]["message"]
    Partie.objects.update(is_void=True)
    message = post(client, body()).json()["error"]["message"]
    assert "administrators alone can" in message
    Club.objects.update(is_public=False)
    gone = post(client, body()).json()["error"]
    assert (gone["code"], gone["sender"]["name"]) == ("gone", "otto")


def test_games_are_sent_not_fetched(phone: Client, partie: Partie) -> None:
    assert phone.get(GAMES).status_code == 405


def test_a_game_needs_its_token(administrator: Account, partie: Partie) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(administrator)
    refused = post(client, body())
    assert refused.status_code == 403
    # The phone tells by this that the token is at fault, and fetches another.
    assert "html" in refused["Content-Type"]
    token = client.get(TOKEN).json()["token"]
    answer = post(client, body(), headers={"X-CSRFToken": token})
    assert answer.status_code == 201


def test_the_token_is_never_kept_and_only_for_recorders(
    partie: Partie, administrator: Account, outsider: Account, client: Client
) -> None:
    assert client.get(TOKEN).json()["error"]["code"] == "logged_out"
    client.force_login(outsider)
    assert client.get(TOKEN).json()["error"]["code"] == "forbidden"
    client.force_login(administrator)
    answer = client.get(TOKEN)
    assert "no-store" in answer["Cache-Control"]
    assert answer.json()["version"] == 0
    assert client.post(TOKEN).status_code == 405


QUERIES = 31


def test_sending_costs_the_same_after_many_games(
    phone: Client,
    partie: Partie,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    post(phone, body())
    second = behind("one", "two", shown=seats_shown(partie))
    with django_assert_max_num_queries(QUERIES):
        post(phone, second)
    for _ in range(9):
        play(partie)
    version = Partie.objects.get().version
    last = body(key="last", version=version, shown=seats_shown(partie))
    with django_assert_max_num_queries(QUERIES):
        assert post(phone, last).status_code == 201


def test_a_partie_of_guests_can_be_recorded(
    phone: Client, season: Season, club: Club, players: list[Player]
) -> None:
    guest = player_add(club=club, name="Gast", is_guest=True)
    services.partie_start(
        season=season, players=[*players[:3], guest], day=season.starts_on
    )
    ids = {"Gast": str(guest.pk), "Anna": str(players[0].pk)}
    assert post(phone, body(counts(ids, "Gast", "Anna", Gast=96))).status_code == 201
