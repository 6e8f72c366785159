"""The reader's own lines say so, and those of nobody else."""

import datetime as dt
import re

import pytest
from django.test import Client

from clubscore.club.models import Account, Member, Player, Role, Season
from tests.season.played import GAME, play
from tests.season.test_club_page import section

SEASON = "/groene-hart/seasons/2026/"

OWN = re.compile(r'class="you" data-player="(\d+)">you<')


@pytest.fixture
def ben(client: Client, season: Season, players: list[Player]) -> Player:
    """Log in an account that is linked to Ben, after a partie."""
    play(season, players, [GAME])
    account = Account.objects.create_user("ben", password="tiles and winds")
    Member.objects.create(
        club=season.club, account=account, role=Role.MEMBER, player=players[1]
    )
    client.force_login(account)
    return players[1]


@pytest.mark.parametrize(
    "address", [SEASON, f"{SEASON}?sort=name", f"{SEASON}?why=anna"]
)
def test_the_own_line_of_the_leaderboard_says_you(
    client: Client, ben: Player, address: str
) -> None:
    # What a stranger was shown before is kept, and shown to Ben with his line.
    assert OWN.findall(Client().get(address).text) == []
    assert OWN.findall(client.get(address).text) == [str(ben.pk)]
    assert OWN.findall(Client().get(address).text) == []
    drawn = {"HX-Request": "true", "HX-Target": "leaderboard"}
    assert OWN.findall(client.get(address, headers=drawn).text) == [str(ben.pk)]


def test_the_word_is_in_the_readers_language(client: Client, ben: Player) -> None:
    german = client.get(SEASON, headers={"Accept-Language": "de"}).text
    assert f'data-player="{ben.pk}">du<' in german


def test_the_front_page_says_you_on_the_board_and_at_the_own_table(
    client: Client, season: Season, players: list[Player], ben: Player
) -> None:
    play(season, players, [GAME], ends=False)
    page = client.get("/groene-hart/").text
    assert "Ben you" in section(page, "top")
    assert OWN.findall(page) == [str(ben.pk)] * 2
    assert OWN.findall(Client().get("/groene-hart/").text) == []


def test_a_page_that_a_browser_keeps_is_another_once_the_player_is_linked(
    client: Client, ben: Player, players: list[Player]
) -> None:
    tag = client.get(SEASON)["ETag"]
    again = {"If-None-Match": tag}
    assert client.get(SEASON, headers=again).status_code == 304
    Member.objects.update(player=players[2])
    answer = client.get(SEASON, headers=again)
    assert OWN.findall(answer.text) == [str(players[2].pk)]


def test_the_own_line_is_told_apart_in_the_picture_of_places(
    client: Client, season: Season, players: list[Player], ben: Player
) -> None:
    play(season, players, [GAME], day=dt.date(2026, 11, 24))
    page = client.get(SEASON).text
    # A line and a name, in the wide picture and in that for a phone.
    assert page.count(f'<text class="you" data-player="{ben.pk}">you<') == 4
    assert page.count('data-player="') == 5 * len(players)
