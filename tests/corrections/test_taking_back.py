"""How far back somebody takes what was recorded, who corrects the last game alone."""

import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Correctors, Member, Player, Role
from clubscore.partie import services
from clubscore.partie.models import Partie
from tests.partie.test_services import record

SHEET = "/groene-hart/parties/1/"
FURTHER = "A game was taken back already"
ONE_STEP = {"version": "3", "key": "one"}


@pytest.fixture(params=["member", "link", "scorekeeper"])
def last_game_alone(
    request: pytest.FixtureRequest,
    client: Client,
    club: Club,
    partie: Partie,
    players: list[Player],
) -> Client:
    """Return a browser of each of those who correct the last game alone."""
    Club.objects.update(correctors=Correctors.ADMINISTRATORS)
    if request.param == "link":
        client.get(services.link_make(partie=partie).get_absolute_url())
        return client
    account = Account.objects.create_user("anna")
    role = Role.MEMBER if request.param == "member" else Role.SCOREKEEPER
    Member.objects.create(club=club, account=account, player=players[0], role=role)
    client.force_login(account)
    return client


def _three(partie: Partie) -> None:
    for _number in range(3):
        record(partie)


def test_who_corrects_the_last_game_alone_takes_back_one_alone(
    last_game_alone: Client, partie: Partie
) -> None:
    _three(partie)
    once = last_game_alone.post(SHEET + "undo/", ONE_STEP)
    assert "again=" in once["Location"]
    # Sent twice it is made once, and answered alike.
    twice = last_game_alone.post(SHEET + "undo/", ONE_STEP)
    assert twice["Location"] == once["Location"]
    more = {"version": "4", "key": "more"}
    refused = last_game_alone.post(SHEET + "undo/", more, follow=True)
    assert FURTHER in refused.text
    assert Partie.objects.get().games.count() == 2


def test_what_was_recorded_since_can_be_taken_back(
    last_game_alone: Client, partie: Partie
) -> None:
    _three(partie)
    last_game_alone.post(SHEET + "undo/", ONE_STEP)
    partie.refresh_from_db()
    record(partie)
    sent = {"version": "5", "key": "again"}
    assert "again=" in last_game_alone.post(SHEET + "undo/", sent)["Location"]
    further = {"version": "6", "key": "further"}
    assert FURTHER in last_game_alone.post(SHEET + "undo/", further, follow=True).text
    assert Partie.objects.get().games.count() == 2


def test_an_end_is_taken_back_and_then_the_last_game(
    last_game_alone: Client, partie: Partie
) -> None:
    _three(partie)
    sent = {"version": "3", "key": "end", "reason": "last tram", "action": "end"}
    last_game_alone.post(SHEET + "end/", sent)
    assert Partie.objects.get().is_finished
    for version in ("4", "5"):
        sent = {"version": version, "key": f"undo {version}"}
        last_game_alone.post(SHEET + "undo/", sent)
    assert not Partie.objects.get().is_finished
    assert Partie.objects.get().games.count() == 2


@pytest.mark.parametrize("address", ["games/2/withdraw/", "games/2/correct/"])
def test_the_last_game_is_not_taken_out_after_another_was(
    last_game_alone: Client, partie: Partie, address: str
) -> None:
    _three(partie)
    sent = {
        "version": "3",
        "key": "out",
        "reason": "never played",
        "action": "confirm",
        "winds": "played",
    }
    last_game_alone.post(SHEET + "games/3/withdraw/", sent)
    assert Partie.objects.get().games.count() == 2
    more = sent | {"version": "4", "key": "more", "without": "2"}
    page = last_game_alone.post(SHEET + address, more, follow=True)
    assert FURTHER in page.text
    assert Partie.objects.get().games.count() == 2


def test_nobody_is_offered_to_take_back_more_than_they_may(
    last_game_alone: Client, partie: Partie
) -> None:
    _three(partie)
    offers = {
        SHEET: "undo/",
        SHEET + "games/{}/": "undo/",
        SHEET + "games/{}/recorded/": "undo/",
        SHEET + "games/{}/correct/": "never played",
        SHEET + "games/{}/correct/typed/": "never played",
    }
    for page, offer in offers.items():
        assert offer in last_game_alone.get(page.format(3)).text
    last_game_alone.post(SHEET + "undo/", ONE_STEP)
    for page, offer in offers.items():
        answer = last_game_alone.get(page.format(2))
        assert answer.status_code == 200
        assert offer not in answer.text


def test_who_corrects_earlier_games_takes_back_as_many_as_they_like(
    scorekeeper: Client, partie: Partie
) -> None:
    _three(partie)
    for version in ("3", "4", "5"):
        assert f"{SHEET}undo/" in scorekeeper.get(SHEET).text
        sent = {"version": version, "key": f"undo {version}"}
        scorekeeper.post(SHEET + "undo/", sent)
    assert not Partie.objects.get().games.exists()
