"""What is kept of people, told as the installation is set."""

import datetime as dt

import pytest
from django.db.models import ProtectedError
from django.test import Client
from pytest_django import Settings

from clubscore.club.models import Account, Club, Season
from clubscore.club.names import RESERVED
from clubscore.partie.services import Author, Write, game_record, partie_start
from tests.conftest import CAST, players_in
from tests.season.played import DRAW

pytestmark = pytest.mark.django_db

ADDRESS = "/privacy/"


def shown(client: Client, language: str = "en") -> str:
    """Return the page."""
    answer = client.get(ADDRESS, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.text


def test_every_page_leads_to_it_and_no_club_can_have_its_address(
    client: Client, club: Club
) -> None:
    for page in ("/play/", club.get_absolute_url(), "/accounts/login/"):
        assert f'href="{ADDRESS}"' in client.get(page).text
    assert "privacy" in RESERVED


def test_who_runs_the_site_is_named_or_said_to_be_missing(
    client: Client, settings: Settings
) -> None:
    assert "has not said here who they are" in shown(client)
    settings.OPERATOR = "Het Groene Hart, Dorpsstraat 1 <Gouda>"
    text = shown(client)
    assert "Het Groene Hart, Dorpsstraat 1 &lt;Gouda&gt;" in text
    assert "has not said" not in text


def test_how_long_is_told_as_it_is_set(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_DAYS, settings.BACKUP_WEEKS, settings.BACKUP_MONTHS = 3, 5, 8
    settings.SESSION_COOKIE_AGE = 4 * 24 * 60 * 60
    page = "clubscore.privacy.kept"
    monkeypatch.setattr(f"{page}.ADDRESS_KEPT", dt.timedelta(days=41))
    monkeypatch.setattr(f"{page}.INVITATION_KEPT", dt.timedelta(days=1))
    monkeypatch.setattr(f"{page}.DRAFT_KEPT", dt.timedelta(days=77))
    monkeypatch.setattr(f"{page}.REMEMBERED", dt.timedelta(minutes=17))
    text = shown(client)
    assert "3 days, 5 weeks and 8 months" in text
    assert "The login for 4 days" in text
    assert "41 days after the browser was seen last." in text
    assert "Addresses and failed logins for 41 days" in text
    assert "Unused ones for 1 day." in text
    assert "77 days after they were changed last" in text
    assert "17 minutes; for a club 60 minutes." in text


def test_an_account_that_has_recorded_something_is_closed_and_not_removed(
    client: Client, administrator: Account, season: Season
) -> None:
    players = players_in(season.club, *CAST[:4])
    partie = partie_start(season=season, players=players, day=dt.date(2026, 11, 17))
    by = Write(Author(account=administrator), partie.version, "a draw")
    game_record(partie=partie, write=by, record=DRAW)
    with pytest.raises(ProtectedError):
        administrator.delete()
    assert "a number without a name stays in its place" in shown(client)


def test_a_log_of_requests_is_owned_up_to(client: Client, settings: Settings) -> None:
    assert "every page asked for" not in shown(client)
    settings.LOG_REQUESTS = True
    assert "every page asked for" in shown(client)


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("de", "Was von Menschen aufbewahrt wird"),
        ("nl", "Wat van mensen wordt bewaard"),
    ],
)
def test_it_is_told_in_the_readers_language(
    client: Client, language: str, heading: str
) -> None:
    text = shown(client, language)
    assert f"<h1>{heading}</h1>" in text
    assert "Who sees it" not in text
