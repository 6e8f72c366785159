"""Everybody sees, and takes along, all that is kept of them; and no secrets."""

import datetime as dt
import json

import pytest
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.factors import recovery_codes_make
from clubscore.club.initials import name_withhold
from clubscore.club.journal import Deed
from clubscore.club.models import (
    Account,
    Club,
    CodeApp,
    JournalEntry,
    LoginAttempt,
    Mail,
    Member,
    Passkey,
    Player,
    Season,
)
from clubscore.partie.models import (
    Agreement,
    Partie,
    PlannedEvening,
    Presence,
    SignOn,
    SignOnLink,
)
from clubscore.partie.notes import note_record
from clubscore.partie.services import Author, link_make
from clubscore.privacy.data_pages import MOST
from clubscore.privacy.own_data import data_of, person_of
from tests.club.device import Device
from tests.conftest import CAST, players_in, prove
from tests.season.played import DRAW, GAME, play, write

pytestmark = pytest.mark.django_db

DATA = "/accounts/data/"
FILE = "/accounts/data.json"


@pytest.fixture
def anna(season: Season, administrator: Account) -> Account:
    """Return an account with something of every kind."""
    made = Account.objects.create_user("annie", "anna@example.org", "tiles and winds")
    club = season.club
    players = players_in(club, *CAST[:4])
    Member.objects.create(club=club, account=made, player=players[0])
    partie = play(season, players, [GAME, DRAW], ends=False)
    link = link_make(partie=partie)
    for author, text in (
        (Author(account=made, name="Anna"), "a tile is cracked"),
        (Author(link=link, name="Anna"), "by the link"),
        (Author(link=link, name="Ben"), "by somebody else"),
    ):
        written = write(partie)
        note_record(
            partie=partie,
            write=type(written)(author, written.version, f"{text} {written.key}"),
            text=text,
        )
    Agreement.objects.create(
        revision=partie.games.get(number=1).revision, player=players[0], account=made
    )
    Presence.objects.create(evening=partie.evening, player=players[0])
    planned = PlannedEvening.objects.create(club=club, date=dt.date(2026, 12, 1))
    SignOn.objects.create(planned=planned, player=players[0], comes=True)
    SignOnLink.objects.create(player=players[0])
    Passkey.objects.create(
        account=made,
        name="My phone",
        credential_id="secret-id",
        credential=Device().credential,
    )
    made.language = "nl"
    made.save()
    member = Member.objects.get(account=made)
    Member.objects.filter(pk=member.pk).update(wants_reminders=True)
    Mail.objects.create(member=member, kind="reminder", day=dt.date(2026, 12, 1))
    for kind in LoginAttempt.Attempted:
        LoginAttempt.objects.create(kind=kind, name="annie", address="192.0.2.8")
    CodeApp.objects.create(account=made, sealed_secret="sealed-secret", last_step=7)
    recovery_codes_make(account=made)
    JournalEntry.objects.create(
        club=club,
        deed=Deed.ROLE_MEMBER,
        account=administrator,
        name="willem",
        about="annie",
        address="192.0.2.7",
    )
    return made


def downloaded(client: Client, path: str = FILE) -> dict[str, list[dict[str, object]]]:
    """Return what a file tells."""
    answer = client.get(path)
    assert "attachment" in answer["Content-Disposition"]
    told: dict[str, list[dict[str, object]]] = json.loads(answer.text)
    return told


def logged_in(client: Client, account: Account) -> None:
    client.force_login(account)
    prove(client)


def test_the_file_has_everything_and_the_page_shows_the_same(
    client: Client, anna: Account
) -> None:
    logged_in(client, anna)
    told = downloaded(client)
    assert told["account"][0]["email"] == "anna@example.org"
    assert told["account"][0]["language"] == "nl"
    assert told["memberships"][0]["player"] == "Anna"
    assert told["memberships"][0]["wants_reminders"]
    assert not told["memberships"][0]["wants_results"]
    assert [(one["kind"], one["day"]) for one in told["mails"]] == [
        ("reminder", "2026-12-01")
    ]
    assert {one["kind"] for one in told["attempts"]} == {
        *("Logging in", "Confirming an e-mail address")
    }
    assert [one["kind"] for one in told["logs_in_with"]] == [
        *("Password", "Passkey", "App with codes", "Recovery codes")
    ]
    assert len(told["sessions"]) == 1
    assert [one["text"] for one in told["remarks"]] == [
        *("by the link", "a tile is cracked")
    ]
    assert sum(one["count_by_link"] == 1 for one in told["revisions"]) == 1
    (partie,) = told["parties"]
    assert partie["date"] == "2026-11-17"
    assert [one["game"] for one in told["games"]] == [2, 1]
    assert told["games"][1]["hand"]
    for part in ("agreements", "presences", "answers"):
        assert len(told[part]) == 1, part
    page = client.get(DATA).text
    for text in ("anna@example.org", "My phone", "a tile is cracked", "by the link"):
        assert text in page
    assert 'id="ratings"' in page
    assert set(told) - {"format", "made_at"} == {
        section.key for section in data_of(person_of(anna))
    }
    assert JournalEntry.objects.filter(deed=Deed.OWN_DATA, account=anna).exists()


def test_no_secret_is_told_and_nothing_of_others(client: Client, anna: Account) -> None:
    logged_in(client, anna)
    texts = client.get(FILE).text + client.get(DATA).text
    secrets = [
        *("secret-id", "sealed-secret", anna.password, "pbkdf2", "argon2"),
        *anna.recovery_codes.values_list("digest", flat=True),
        *Session.objects.values_list("pk", flat=True),
        *anna.logins.values_list("session_hash", flat=True),
    ]
    for secret in secrets:
        assert secret not in texts
    # Who gave the role, and from where, is told of that administrator.
    for other in ("by somebody else", "192.0.2.7", "willem"):
        assert other not in texts
    assert "has given the role of member" in texts


def test_who_has_a_second_factor_shows_it_first(client: Client, anna: Account) -> None:
    client.force_login(anna)
    for path in (DATA, FILE):
        assert client.get(path)["Location"].startswith("/accounts/login/code/")


def test_it_is_reached_from_where_one_logs_in_and_from_the_page_for_everybody(
    client: Client, anna: Account
) -> None:
    logged_in(client, anna)
    for page in ("/accounts/logging-in/", "/privacy/"):
        assert f'href="{DATA}"' in client.get(page).text


def test_whose_name_is_withheld_sees_which_it_is(client: Client, anna: Account) -> None:
    name_withhold(player=Player.objects.get(name="Anna"))
    logged_in(client, anna)
    (player,) = downloaded(client)["players"]
    assert (player["name"], player["withheld_name"]) == ("A.", "Anna")
    assert len(downloaded(client)["remarks"]) == 2


def test_a_long_life_makes_the_page_no_dearer(
    client: Client,
    anna: Account,
    season: Season,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    logged_in(client, anna)
    club = season.club
    with django_assert_max_num_queries(60) as few:
        client.get(DATA)
    JournalEntry.objects.bulk_create(
        JournalEntry(club=club, deed=Deed.LOGGED_IN, account=anna, name="annie")
        for _ in range(MOST + 5)
    )
    players = [Player.objects.get(club=club, name=name) for name in CAST[:4]]
    for _ in range(2):
        play(season, players, [DRAW])
    with django_assert_max_num_queries(len(few)):
        page = client.get(DATA).text
    assert "more are in the file" in page


def test_every_table_that_holds_an_account_or_a_player_is_dealt_with() -> None:
    told = {
        *("CodeApp", "Login", "Passkey", "RecoveryCode", "Member", "Invitation"),
        *("JournalEntry", "LogEntry", "Revision", "Agreement", "PlanVersion"),
        *("PartieResult", "GameScore", "Presence", "SignOn", "SignOnLink"),
        *("LimitHandMade", "RatingChange", "ClubUpload", "Mail"),
    }
    follows = {
        # From the games: who sat where, paid, won, and what is counted of it.
        *("Seat", "Game", "Payment", "Tally", "HeadToHead"),
        # A name that was merged, of the players themselves.
        "Player",
        # Of accounts that are closed, and of staff.
        *("FormerAuthor", "Account_groups", "Account_user_permissions"),
    }
    holding = {
        one.related_model.__name__
        for model in (Account, Member, Player)
        for one in model._meta.get_fields(include_hidden=True)
        if isinstance(one, models.ForeignObjectRel)
        and isinstance(one.related_model, type)
    }
    assert holding - told - follows == set()
    assert told - holding == set()


# A player without an account --------------------------------------------------------


def test_an_administrator_gets_it_for_a_player_without_account(
    client: Client, administrator: Account, anna: Account, club: Club
) -> None:
    ben = Player.objects.get(name="Ben")
    address = f"/{club.slug}/settings/players/{ben.pk}/"
    logged_in(client, administrator)
    assert f'href="{address}data/"' in client.get(address).text
    assert "by somebody else" in client.get(f"{address}data/").text
    told = downloaded(client, f"{address}data.json")
    assert "account" not in told
    assert [one["text"] for one in told["remarks"]] == ["by somebody else"]
    entry = JournalEntry.objects.get(deed=Deed.PLAYER_DATA)
    assert (entry.club, entry.about) == (club, "Ben")


def test_of_whoever_has_an_account_an_administrator_gets_nothing(
    client: Client, administrator: Account, anna: Account, club: Club
) -> None:
    player = Player.objects.get(name="Anna")
    address = f"/{club.slug}/settings/players/{player.pk}/data"
    logged_in(client, administrator)
    page = client.get(f"{address}/").text
    assert "finds there what is kept" in page
    assert "a tile is cracked" not in page
    assert client.get(f"{address}.json").status_code == 404
    assert Partie.objects.exists()
