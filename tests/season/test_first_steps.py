"""The checklist of a first evening: ticked by what is there, until it is put away."""

import datetime as dt
import re

import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Member, Role
from clubscore.club.services import player_add, season_make
from clubscore.partie.models import PlannedEvening
from clubscore.partie.services import partie_end, partie_start
from tests.club.people import EVERYBODY, WHO_RUNS_THE_CLUB, log_in
from tests.season.played import write

pytestmark = pytest.mark.django_db

CLUB = "/groene-hart/"
AWAY = "/groene-hart/settings/checklist/"


def ticked(client: Client) -> list[str]:
    """Return which lines of the checklist are done."""
    page = client.get(CLUB).text
    return re.findall(r'<li id="step-(\w+)" class="done"', page)


def test_each_line_ticks_itself_until_all_are_done(
    client: Client, administrator: Account
) -> None:
    club = Club.objects.get()
    client.force_login(administrator)
    page = client.get(CLUB).text
    for address in ("players/", "seasons/new/", "people/invitations/", "evenings/"):
        assert f'<a class="what" href="{CLUB}settings/{address}">' in page
    assert ticked(client) == []

    players = [player_add(club=club, name=name) for name in ("A", "B", "C")]
    assert ticked(client) == []  # three are no table
    players.append(player_add(club=club, name="D"))
    assert ticked(client) == ["players"]

    season = season_make(
        club=club, name="2026", starts_on=dt.date(2026, 1, 1), ruleset="nts"
    )
    assert ticked(client) == ["players", "season"]

    planned = PlannedEvening.objects.create(club=club, date=dt.date(2030, 1, 1))
    assert ticked(client) == ["players", "season", "evening"]
    planned.delete()
    partie = partie_start(season=season, players=players, day=dt.date(2026, 11, 17))
    assert ticked(client) == ["players", "season", "evening"]
    partie_end(partie=partie, write=write(partie), why="time")
    assert ticked(client) == ["players", "season", "evening", "partie"]

    account = Account.objects.create_user("somebody")
    Member.objects.create(club=club, account=account, role=Role.MEMBER)
    assert 'id="first-steps"' not in client.get(CLUB).text


@pytest.mark.parametrize("who", EVERYBODY)
def test_only_those_who_run_the_club_see_it(
    client: Client, club: Club, who: str
) -> None:
    log_in(client, club, who)
    shown = 'id="first-steps"' in client.get(CLUB).text
    assert shown == (who in WHO_RUNS_THE_CLUB)


def test_put_away_it_stays_away_until_the_settings_show_it(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    answer = client.post(AWAY, follow=True)
    assert "The checklist is put away." in answer.text
    assert 'id="first-steps"' not in answer.text
    assert 'id="first-steps"' not in client.get(CLUB).text
    settings = client.get("/groene-hart/settings/").text
    [box] = re.findall(r'<input[^>]*name="shows_checklist"[^>]*>', settings)
    assert "checked" not in box
