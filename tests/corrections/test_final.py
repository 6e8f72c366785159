"""A finished partie is provisional for a while, and then final."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.club.models import Account, Club, Member, Role
from clubscore.partie import services
from clubscore.partie.models import Partie, Revision
from tests.corrections.test_correcting import SOUTH, fresh
from tests.partie.rule_books import play
from tests.partie.test_services import write
from tests.table.test_partie_page import words

SHEET = "/groene-hart/parties/1/"


@pytest.fixture
def ended(partie: Partie) -> Partie:
    """Return a partie that has just been ended."""
    play(partie, SOUTH)
    services.partie_end(partie=partie, write=write(partie), why="last tram")
    return partie


def ended_before(partie: Partie, hours: int) -> None:
    """Let a partie have ended so many hours ago."""
    at = timezone.now() - dt.timedelta(hours=hours)
    Partie.objects.filter(pk=partie.pk).update(finished_at=at)


def browser_of(club: Club, role: Role) -> Client:
    account = Account.objects.create_user(role, password="tiles and winds")
    Member.objects.create(club=club, account=account, role=role)
    client = Client()
    client.force_login(account)
    return client


def undo(client: Client, partie: Partie) -> None:
    version = fresh(partie).version
    client.post(SHEET + "undo/", {"version": version, "key": f"undo {version}"})


def test_at_first_the_page_says_from_when_on_it_is_final(
    client: Client, ended: Partie
) -> None:
    page = words(client.get(SHEET).text)
    assert "Provisional: mistakes can still be put right. Final from" in page


def test_then_it_says_that_it_is_final(client: Client, ended: Partie) -> None:
    ended_before(ended, hours=48)
    assert "Final. Only an administrator" in words(client.get(SHEET).text)


def test_the_club_says_how_long_it_takes(
    client: Client, club: Club, ended: Partie
) -> None:
    club.final_after = 72
    club.save()
    ended_before(ended, hours=71)
    assert "Provisional" in client.get(SHEET).text
    ended_before(ended, hours=73)
    assert "Provisional" not in client.get(SHEET).text


ADDRESSES = ["games/1/correct/", "games/1/withdraw/", "bookings/new/", "reseat/"]


def test_scorekeepers_correct_it_until_it_is_final(club: Club, ended: Partie) -> None:
    client = browser_of(club, Role.SCOREKEEPER)
    ended_before(ended, hours=47)
    assert [client.get(SHEET + one).status_code for one in ADDRESSES] == [200] * 4
    assert "Go on playing" in client.get(SHEET).text
    ended_before(ended, hours=49)
    assert [client.get(SHEET + one).status_code for one in ADDRESSES] == [403] * 4
    assert "Go on playing" not in client.get(SHEET).text
    undo(client, ended)
    assert Revision.objects.count() == 2


def test_administrators_correct_it_afterwards(club: Club, ended: Partie) -> None:
    client = browser_of(club, Role.ADMINISTRATOR)
    ended_before(ended, hours=1000)
    assert [client.get(SHEET + one).status_code for one in ADDRESSES] == [200] * 4
    undo(client, ended)
    assert not fresh(ended).is_finished


def test_a_partie_that_is_played_is_not_final(client: Client, partie: Partie) -> None:
    play(partie, SOUTH)
    assert 'id="final"' not in client.get(SHEET).text
