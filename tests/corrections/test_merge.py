"""One person who stands in a club under two names: the page."""

import datetime as dt

import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Player, Season
from clubscore.club.services import player_add
from clubscore.evening.services import sign_on
from clubscore.partie.audit import differences
from clubscore.partie.models import PlannedEvening, SignOn
from clubscore.season.standings import leaderboard_of
from tests.season.played import GAME, play
from tests.table.test_partie_page import words


@pytest.fixture
def eva(club: Club) -> Player:
    """Return a player who is Anna, written down under another name."""
    return player_add(club=club, name="Eva")


@pytest.fixture
def host(client: Client, administrator: Account) -> Client:
    """Return the browser of who runs the club."""
    client.force_login(administrator)
    return client


def page_of(player: Player) -> str:
    """Return the address of a player's page."""
    return f"/groene-hart/settings/players/{player.pk}/merge/"


def test_what_was_played_under_both_names_counts_for_one(
    host: Client, season: Season, players: list[Player], eva: Player
) -> None:
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    play(season, [eva, *players[1:]], [GAME], day=dt.date(2026, 11, 17))
    assert page_of(eva) in host.get(f"/groene-hart/settings/players/{eva.pk}/").text
    assert "cannot be taken back" in words(host.get(page_of(eva)).text)
    answer = host.post(page_of(eva), {"into": players[0].pk}, follow=True)
    assert "What Eva has played counts for Anna now." in words(answer.text)
    points = {row.name: row.line.points for row in leaderboard_of(season).rows}
    assert points == {"Anna": 48, "Ben": 768, "Cleo": -488, "Dirk": -328}
    assert list(differences()) == []
    assert host.get(page_of(eva)).status_code == 404


def test_two_who_have_met_are_two(
    host: Client, season: Season, players: list[Player], eva: Player
) -> None:
    play(season, [eva, *players[1:]], [GAME], day=dt.date(2026, 11, 10))
    answer = host.post(page_of(eva), {"into": players[1].pk})
    assert answer.status_code == 422
    assert "They have sat at one table" in words(answer.text)
    eva.refresh_from_db()
    assert eva.merged_into is None


def test_nobody_is_chosen_or_somebody_of_another_club(
    host: Client, players: list[Player], eva: Player
) -> None:
    assert "Choose who it is." in words(host.post(page_of(eva), {"into": ""}).text)
    other = Club.objects.create(name="Other", slug="other")
    stranger = player_add(club=other, name="Stranger")
    answer = host.post(page_of(eva), {"into": stranger.pk})
    assert answer.status_code == 422
    assert "Stranger" not in host.get(page_of(eva)).text
    assert f'value="{eva.pk}"' not in host.get(page_of(eva)).text


def test_who_signed_on_under_either_name_comes_once(
    host: Client, club: Club, players: list[Player], eva: Player
) -> None:
    first, second = (
        PlannedEvening.objects.create(club=club, date=dt.date(2026, 12, day))
        for day in (1, 8)
    )
    sign_on(planned=first, player=eva, comes=True)
    sign_on(planned=second, player=eva, comes=True)
    sign_on(planned=second, player=players[0], comes=False)
    host.post(page_of(eva), {"into": players[0].pk})
    answers = SignOn.objects.order_by("planned__date")
    assert [(one.planned, one.player, one.comes) for one in answers] == [
        (first, players[0], True),
        (second, players[0], False),
    ]
