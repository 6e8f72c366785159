"""A game is recorded as its screen showed it, or as somebody chose."""

from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Player
from clubscore.partie import correction_services, engine, services
from clubscore.partie.derive import chronicle_from
from clubscore.partie.engine import Shown
from clubscore.partie.models import Partie
from tests.partie.rule_books import counted, play, seats_shown, start_in
from tests.partie.test_services import write
from tests.table.test_post import DRAW, GAMES, behind, body, counts, post
from tests.table.test_record_page import RECORD, typed

Said = dict[str, Any]


@pytest.fixture
def phone(administrator: Account, client: Client) -> Client:
    """Return the phone of somebody who may record."""
    client.force_login(administrator)
    return client


def ids_of(partie: Partie) -> dict[str, str]:
    """Return the players' ids by name."""
    return {one.player.name: str(one.player_id) for one in partie.results.all()}


def with_east(partie: Partie, name: str) -> Said:
    """Return what a screen shows on which somebody else is East of the next game."""
    return seats_shown(partie, ids_of(partie)[name])


def tables(partie: Partie) -> list[Said]:
    """Return who sat where in every game, and in which round."""
    chronicle = chronicle_from(Partie.objects.get(pk=partie.pk))
    return [asdict(Shown.of(one.table)) for one in chronicle.games]


def asked(answer: Any) -> Any:
    """Return what is asked of a game that was entered on other winds."""
    assert answer.status_code == 409, answer.json()
    error = answer.json()["error"]
    assert error["code"] == "winds"
    return error


def test_who_sat_otherwise_by_the_screen_is_asked_and_nothing_is_recorded(
    phone: Client, partie: Partie
) -> None:
    said = counts(ids_of(partie), "Cleo", "Dirk", Cleo=64)
    said["outcome"] |= {"source": "wall", "from": None}
    error = asked(post(phone, body(said, shown=with_east(partie, "Ben"))))
    assert error["message"] == (
        "It was entered with: Round of East; Ben is East."
        " By what is recorded it would be: Round of East; Anna is East."
    )
    # East pays double, and so it matters who it was.
    minus = "\N{MINUS SIGN}"
    assert error["played"] == {
        "seats": "Round of East; Ben is East",
        "scores": f"Ben {minus}128, Cleo +256, Dirk {minus}64, Anna {minus}64.",
        "error": "",
    }
    assert error["should"] == {
        "seats": "Round of East; Anna is East",
        "scores": f"Anna {minus}128, Ben {minus}64, Cleo +256, Dirk {minus}64.",
        "error": "",
    }
    assert tables(partie) == []


@pytest.mark.parametrize(("winds", "east"), [("played", "Ben"), ("should", "Anna")])
def test_what_somebody_chose_is_recorded(
    phone: Client, partie: Partie, winds: str, east: str
) -> None:
    sent = body(shown=with_east(partie, "Ben"), winds=winds)
    assert post(phone, sent).status_code == 201
    assert [one["winds"]["E"] for one in tables(partie)] == [ids_of(partie)[east]]


def test_a_choice_changes_nothing_where_the_screen_was_right(
    phone: Client, partie: Partie
) -> None:
    assert post(phone, body(winds="should")).status_code == 201
    assert post(phone, behind("one", "two", winds="played")).status_code == 201
    assert [set(one.revision.said) for one in partie.games.all()] == [
        {"hands", "outcome", "east"}
    ] * 2


def test_what_a_phone_showed_holds_for_a_game_that_a_choice_did_not_turn(
    phone: Client, partie: Partie
) -> None:
    said = counts(ids_of(partie), "Anna", "Dirk", Anna=64)
    nothing = dict.fromkeys(ids_of(partie).values(), 0)
    more: dict[str, Any] = {"winds": "should", "expects": nothing}
    turned = body(said, shown=with_east(partie, "Ben"), **more)
    assert post(phone, turned).status_code == 201
    as_it_was = post(phone, behind("one", "two", said, **more))
    assert as_it_was.json()["error"]["code"] == "differs"


def test_the_round_is_kept_with_east(phone: Client, partie: Partie) -> None:
    # The screen was a game further: Dirk lost the last deal of the round of East.
    for _ in range(3):
        play(partie, counted("S", S=96))
    chronicle = chronicle_from(partie)
    (ahead,) = [
        one.as_json
        for one in engine.foresight(chronicle)
        if one.table.round_wind == "S" and one.east == ids_of(partie)["Anna"]
    ]
    shown = {name: ahead[name] for name in seats_shown(partie)}
    version = Partie.objects.get().version
    error = asked(post(phone, body(version=version, shown=shown)))
    assert error["played"]["seats"] == "Round of South; Anna is East"
    assert error["should"]["seats"] == "Round of East; Dirk is East"
    sent = body(version=version, shown=shown, winds="played")
    assert post(phone, sent).status_code == 201
    assert tables(partie)[-1] == shown
    # The partie goes on from there.
    next_one = engine.next_table(chronicle_from(partie), None)
    assert (next_one.round_wind, next_one.dealer) == ("S", ids_of(partie)["Anna"])


def test_seats_that_no_record_can_say_are_never_kept(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    shown = seats_shown(partie)
    others = [str(one.pk) for one in (players[1], players[0], *players[2:])]
    correction_services.seating_record(
        partie=partie, write=write(partie), players=others
    )
    for winds in (None, "played"):
        sent = body(version=1, shown=shown, winds=winds)
        error = asked(post(phone, sent))
        assert error["played"] is None
        assert error["message"].startswith("The players sit otherwise by now")
    assert tables(partie) == []
    sent = body(version=1, shown=shown, winds="should")
    assert post(phone, sent).status_code == 201
    assert tables(partie)[0]["winds"]["E"] == others[0]


def test_a_game_of_somebody_who_was_replaced_is_never_recorded_for_another(
    phone: Client, partie: Partie, players: list[Player], outside: Player
) -> None:
    shown = seats_shown(partie)
    said = counts(ids_of(partie), "Ben", "Anna", Ben=96)
    correction_services.substitute_record(
        partie=partie, write=write(partie), leaving=players[1], coming=outside
    )
    error = asked(post(phone, body(said, version=1, shown=shown)))
    assert error["played"] is None
    assert error["should"]["error"] != ""
    sent = body(said, version=1, shown=shown, winds="should")
    assert post(phone, sent).status_code == 422
    assert tables(partie) == []


@pytest.fixture
def outside(club: Club) -> Player:
    """Return somebody of the club who does not play yet."""
    return club.players.create(name="Frits", slug="frits")


def test_five_players_keep_who_rested(phone: Client, club: Club) -> None:
    partie = start_in(club, "nts", 5)
    shown = with_east(partie, "Ben")
    assert shown["resting"] == ids_of(partie)["Anna"]
    error = asked(post(phone, body(shown=shown)))
    assert error["played"]["seats"] == "Round of East; Ben is East; Anna rests"
    assert post(phone, body(shown=shown, winds="played")).status_code == 201
    assert tables(partie) == [shown]


def test_the_owner_is_kept_where_winds_stay(phone: Client, club: Club) -> None:
    partie = start_in(club, "spiel-der-winde")
    shown = with_east(partie, "Ben")
    error = asked(post(phone, body(shown=shown)))
    assert error["played"]["seats"] == "Round 1; Ben owns the game"
    assert post(phone, body(shown=shown, winds="played")).status_code == 201
    assert tables(partie) == [shown]


def test_whom_dice_chose_is_kept(phone: Client, club: Club) -> None:
    partie = start_in(club, "nts", 3)
    for _ in range(3):
        play(partie, counted("S", S=96))
    version = Partie.objects.get().version
    ids = ids_of(partie)
    shown = with_east(partie, "Cleo")
    sent = body(version=version, shown=shown, east=ids["Cleo"])
    assert post(phone, sent).status_code == 201
    # Nobody won it: it is played again, and its East needs no dice.
    assert post(phone, behind("one", "two", shown=shown)).status_code == 201
    services.last_withdraw(partie=partie, write=write(partie))
    services.last_withdraw(partie=partie, write=write(partie))
    version = Partie.objects.get().version
    sent = body(key="three", version=version, shown=shown)
    assert asked(post(phone, sent))["should"] is None
    sent["winds"] = "played"
    assert post(phone, sent).status_code == 201
    assert tables(partie)[-1] == shown


def test_somebody_who_wrote_first_comes_before_the_winds(
    phone: Client, partie: Partie
) -> None:
    shown = with_east(partie, "Ben")
    play(partie, counted("S", S=96))
    answer = post(phone, body(shown=shown, winds="played"))
    assert answer.json()["error"]["code"] == "conflict"


@pytest.mark.parametrize(
    "changes",
    [
        {"round": "1"},
        {"round_wind": 1},
        {"winds": ["1"]},
        {"winds": {"E": "Anna"}},
        {"owner": 5},
        {"resting": "E"},
        {"more": 1},
    ],
)
def test_what_a_screen_never_shows_is_no_game(
    phone: Client, partie: Partie, changes: Said
) -> None:
    answer = post(phone, body(shown={**seats_shown(partie), **changes}))
    assert answer.status_code == 400
    assert "shown" in answer.json()["error"]["message"]


@pytest.mark.parametrize("winds", ["name", "", 1, ["played"]])
def test_a_choice_that_nobody_offers_is_no_game(
    phone: Client, partie: Partie, winds: Any
) -> None:
    answer = post(phone, body(winds=winds))
    assert answer.status_code == 400
    assert "winds" in answer.json()["error"]["message"]


def test_no_game_is_recorded_without_what_its_screen_showed(
    phone: Client, partie: Partie
) -> None:
    asked(phone.post(GAMES, body(DRAW), content_type="application/json"))
    assert tables(partie) == []


# Typed ------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["seats", "count", "record"])
def test_a_typed_form_from_before_shows_who_is_east_now_and_records_nothing(
    scorekeeper: Client, partie: Partie, action: str
) -> None:
    sent = typed(partie)
    play(partie, counted("S", S=96))
    # Ben is East by now, and not Anna, whom the form showed.
    scorekeeper.post(RECORD, {**sent, "action": action})
    page = scorekeeper.post(RECORD, sent).text
    assert "Somebody else wrote first." in page
    assert "Else look at who is East now and record yours" in page
    assert partie.games.count() == 1


def test_a_game_that_does_not_say_who_sat_where_is_asked_about(
    phone: Client, partie: Partie
) -> None:
    error = asked(post(phone, body(shown=None)))
    assert error["message"] == (
        "It was entered on an older page, which did not say who sat where."
        " By what is recorded it would be: Round of East; Anna is East."
    )
    assert (error["played"], error["should"]["seats"]) == (
        None,
        "Round of East; Anna is East",
    )
    # Nobody can say that it is to be as its screen showed it.
    asked(post(phone, body(shown=None, winds="played")))
    assert tables(partie) == []
    answer = post(phone, body(shown=None, winds="should"))
    assert (answer.status_code, answer.json()["number"]) == (201, 1)
    # What was recorded is known by its key, whoever sends it again.
    assert post(phone, body(shown=None)).status_code == 201
