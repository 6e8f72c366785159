import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Player

PLAYERS = "/groene-hart/settings/players/"


@pytest.fixture(autouse=True)
def _runs_the_club(client: Client, administrator: Account) -> None:
    client.force_login(administrator)


def test_a_club_without_players_says_what_to_do(client: Client) -> None:
    assert "No player yet. Add everybody" in client.get(PLAYERS).text


def test_a_player_is_added(client: Client, club: Club) -> None:
    page = client.post(PLAYERS, {"name": "  Eva   Maria "}, follow=True).text
    assert "Eva Maria is added." in page
    assert [(one.name, one.is_guest) for one in club.players.all()] == [
        ("Eva Maria", False)
    ]


def test_a_guest_is_added_and_listed_as_one(client: Client, club: Club) -> None:
    client.post(PLAYERS, {"name": "Eva", "is_guest": "on"})
    assert club.players.get().is_guest
    assert "guest" in client.get(PLAYERS).text.split('id="player-list"')[1]


@pytest.mark.parametrize("name", ["anna", "ÁNNA", " Anna "])
def test_a_name_is_once_in_a_club_whatever_its_case_and_accents(
    client: Client, players: list[Player], name: str
) -> None:
    page = client.post(PLAYERS, {"name": name}).text
    assert "a player called Anna already" in page
    assert 'role="alert"' in page
    assert Player.objects.count() == 4


def test_a_player_is_renamed_and_keeps_the_address(
    client: Client, players: list[Player]
) -> None:
    anna = players[0]
    client.post(f"{PLAYERS}{anna.pk}/", {"name": "Annelies"})
    anna.refresh_from_db()
    assert (anna.name, anna.key, anna.slug) == ("Annelies", "annelies", "anna")


def test_a_players_own_name_can_change_its_case(
    client: Client, players: list[Player]
) -> None:
    client.post(f"{PLAYERS}{players[0].pk}/", {"name": "ANNA", "is_guest": "on"})
    players[0].refresh_from_db()
    assert (players[0].name, players[0].is_guest) == ("ANNA", True)


def test_a_name_that_another_has_changes_nothing(
    client: Client, players: list[Player]
) -> None:
    page = client.post(f"{PLAYERS}{players[0].pk}/", {"name": "ben"}).text
    assert "a player called Ben already" in page
    assert 'value="ben"' in page
    players[0].refresh_from_db()
    assert players[0].name == "Anna"
