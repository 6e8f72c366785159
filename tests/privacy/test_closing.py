"""An account is closed by its owner: the login goes, results and the chain stay."""

import datetime as dt
import json
import threading
import uuid

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import PROTECT, ForeignObjectRel
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from clubscore.archive.transfer.export import club_file
from clubscore.club.initials import name_withhold
from clubscore.club.journal import Deed
from clubscore.club.models import (
    Account,
    Club,
    CodeApp,
    FormerAuthor,
    Invitation,
    JournalEntry,
    Login,
    Member,
    Passkey,
    Player,
    RecoveryCode,
    Role,
    Season,
)
from clubscore.club.services import invitation_make
from clubscore.evening.services import sign_on, sign_on_links_make
from clubscore.partie.audit import differences_of
from clubscore.partie.chain import published
from clubscore.partie.models import Partie, PlannedEvening, Revision, SignOn, SignOnLink
from clubscore.partie.services import Author, Write, game_record, partie_start
from clubscore.privacy.closed_accounts import account_close
from tests.club.device import Device
from tests.conftest import CAST, players_in
from tests.season.played import DRAW

pytestmark = pytest.mark.django_db

CLOSE = "/accounts/close/"
PASSWORD = "tiles and winds"


@pytest.fixture
def partie(season: Season) -> Partie:
    players = players_in(season.club, *CAST[:4])
    return partie_start(season=season, players=players, day=dt.date(2026, 11, 17))


@pytest.fixture
def anna(partie: Partie, administrator: Account) -> Account:
    """Return the account of Anna, who has written under two names."""
    made = Account.objects.create_user("annie", "anna@example.org", PASSWORD)
    player = partie.club.players.get(name="Anna")
    Member.objects.create(club=partie.club, account=made, player=player)
    for name in ("Anna", ""):
        record(partie, made, name)
    return made


def record(partie: Partie, account: Account, name: str = "") -> None:
    """Let an account record a draw."""
    author = Author(account=account, name=name)
    partie.refresh_from_db()
    write = Write(author, partie.version, uuid.uuid4().hex)
    game_record(partie=partie, write=write, record=DRAW)


def close(client: Client, names: str = "initials", password: str = PASSWORD) -> int:
    """Close the account that is logged in; return the status of the answer."""
    return client.post(CLOSE, {"names": names, "password": password}).status_code


def test_what_goes_and_what_stays_is_said_before(client: Client, anna: Account) -> None:
    client.force_login(anna)
    page = client.get(CLOSE).text
    assert "What goes at once" in page
    assert "The name stays: Anna" in page
    assert "Initials stand for it: A." in page
    assert 'href="/accounts/data/"' in page
    assert f'href="{CLOSE}"' in client.get("/accounts/logging-in/").text
    assert f'href="{CLOSE}"' in client.get("/privacy/").text


def test_it_asks_for_the_password_and_how_results_go_on(
    client: Client, anna: Account
) -> None:
    client.force_login(anna)
    assert close(client, password="wrong") == 200
    assert close(client, names="") == 200
    anna.refresh_from_db()
    assert anna.is_active
    assert JournalEntry.objects.filter(deed=Deed.PASSWORD_WRONG).exists()


def test_who_has_a_second_factor_shows_it_first(client: Client, anna: Account) -> None:
    Passkey.objects.create(
        account=anna, name="Key", credential_id="key", credential=Device().credential
    )
    client.force_login(anna)
    answer = client.post(CLOSE, {"names": "name", "password": PASSWORD})
    assert answer["Location"].startswith("/accounts/login/code/")
    assert Account.objects.get(pk=anna.pk).is_active


def test_the_login_goes_and_nothing_tells_whose_it_was(
    client: Client, anna: Account, partie: Partie, settings: Settings
) -> None:
    settings.HAS_MAIL = True
    client.post("/accounts/login/", {"username": "annie", "password": PASSWORD})
    elsewhere = Client()
    elsewhere.force_login(anna)
    Account.objects.filter(pk=anna.pk).update(language="nl")
    CodeApp.objects.create(account=anna, sealed_secret="x", last_step=0)
    RecoveryCode.objects.create(account=anna, digest="x")
    CodeApp.objects.all().delete()
    assert close(client) == 302
    assert elsewhere.get("/accounts/data/").status_code == 302
    assert client.get("/accounts/data/").status_code == 302
    left = Account.objects.get(pk=anna.pk)
    assert left.username.startswith("closed-")
    assert (left.email, left.get_full_name(), left.is_active) == ("", "", False)
    assert left.language == ""
    assert not left.has_usable_password()
    assert left.closed_at is not None
    for model in (Login, RecoveryCode, Member):
        rows = model._default_manager.filter(account=left)
        assert not rows.exists(), model
    assert not JournalEntry.objects.filter(name="annie").exists()
    assert not JournalEntry.objects.filter(about__startswith="annie").exists()
    assert [one.to for one in mail.outbox] == [["anna@example.org"]]
    told = JournalEntry.objects.get(deed=Deed.ACCOUNT_CLOSED)
    assert (told.club, told.name) == (partie.club, "A.")
    fresh = {"username": "annie", "password": PASSWORD}
    assert "sessionid" not in Client().post("/accounts/login/", fresh).cookies


def test_initials_stand_where_the_account_wrote(
    client: Client, anna: Account, partie: Partie
) -> None:
    rows = list(Revision.objects.order_by("pk").values())
    client.force_login(anna)
    assert close(client) == 302
    # The chain holds the names, and nobody has touched it.
    assert list(Revision.objects.order_by("pk").values()) == rows
    assert list(differences_of(Partie.objects.get(pk=partie.pk))) == []
    club = Club.objects.get(pk=partie.club_id)
    assert published(club) is None
    told = client.get(f"/{club.slug}/parties/{partie.number}/revisions/").text
    assert "A." in told
    shared = "".join(club_file(club))
    for text in (told, shared):
        assert "annie" not in text
        assert "Anna" not in text
    whole = json.loads("".join(club_file(club, has_withheld=True)))
    assert [one["initials"] for one in whole["former_authors"]] == ["A."]


def test_under_the_name_what_was_written_stays_signed(
    client: Client, anna: Account, partie: Partie
) -> None:
    client.force_login(anna)
    assert close(client, "name") == 302
    told = client.get(f"/{partie.club.slug}/parties/{partie.number}/revisions/").text
    assert "Anna" in told
    assert not FormerAuthor.objects.exists()
    assert Player.objects.get(club=partie.club, name="Anna").withheld_name == ""


def test_who_is_shown_by_initials_already_stays_so_under_every_name(
    anna: Account, partie: Partie
) -> None:
    name_withhold(player=Player.objects.get(name="Anna"))
    account_close(account=anna, under_initials=False)
    assert [one.initials for one in FormerAuthor.objects.all()] == ["A."]
    club = Club.objects.get(pk=partie.club_id)
    assert "annie" not in "".join(club_file(club))


def test_clubs_that_it_had_left_show_initials_too(
    anna: Account, partie: Partie
) -> None:
    Member.objects.filter(account=anna).delete()
    account_close(account=anna, under_initials=True)
    assert [one.initials for one in FormerAuthor.objects.all()] == ["A."]


def test_without_anything_recorded_no_row_is_left(
    client: Client, administrator: Account, club: Club
) -> None:
    nora = Account.objects.create_user("nora", password=PASSWORD)
    Member.objects.create(club=club, account=nora)
    JournalEntry.objects.create(club=club, deed=Deed.LOGGED_IN, account=nora, name="x")
    client.force_login(nora)
    assert close(client) == 302
    assert not Account.objects.filter(pk=nora.pk).exists()
    assert set(JournalEntry.objects.values_list("deed", "name")) == {
        (Deed.LOGGED_IN, ""),
        (Deed.ACCOUNT_CLOSED, "N."),
    }


def test_everything_that_keeps_an_account_is_known() -> None:
    keeping = {
        one.related_model.__name__
        for one in Account._meta.get_fields(include_hidden=True)
        if isinstance(one, ForeignObjectRel)
        and one.on_delete is PROTECT
        and isinstance(one.related_model, type)
    }
    # As `closed_accounts._is_kept` asks for.
    assert keeping == {"Revision", "Agreement", "Invitation"}


def test_answers_links_and_unused_invitations_go(
    anna: Account, partie: Partie, administrator: Account
) -> None:
    club, player = partie.club, Player.objects.get(name="Anna")
    planned = PlannedEvening.objects.create(club=club, date=timezone.localdate())
    sign_on(planned=planned, player=player, comes=True)
    Member.objects.filter(account=anna).update(role=Role.ADMINISTRATOR)
    sign_on_links_make(club=player.club, players=[player])
    invitation_make(club=club, made_by=anna, role=Role.MEMBER, days=7)
    stays = invitation_make(club=club, made_by=administrator, role=Role.MEMBER, days=7)
    account_close(account=anna, under_initials=False)
    assert not SignOn.objects.exists()
    assert not SignOnLink.objects.exists()
    assert list(Invitation.objects.all()) == [stays]


def test_who_runs_a_club_alone_is_told_what_to_do_first(
    client: Client, administrator: Account, anna: Account, club: Club
) -> None:
    client.force_login(administrator)
    page = client.get(CLOSE).text
    assert f'href="/{club.slug}/settings/people/"' in page
    assert "Close the account for ever</button>" not in page
    assert close(client) == 409
    assert Account.objects.get(pk=administrator.pk).is_active
    Member.objects.filter(account=anna).update(role=Role.ADMINISTRATOR)
    assert close(client) == 302


def test_who_is_alone_in_a_club_can_leave_it(
    client: Client, administrator: Account, club: Club
) -> None:
    client.force_login(administrator)
    assert f"Nobody else is in {club.name}" in client.get(CLOSE).text
    assert close(client) == 302
    assert not club.members.exists()


def test_the_last_who_runs_the_site_stays(client: Client) -> None:
    root = Account.objects.create_superuser("root", password=PASSWORD)
    client.force_login(root)
    assert "Nobody else runs this site" in client.get(CLOSE).text
    assert close(client) == 409


def somebody_waits_for_us() -> bool:
    """Tell whether a transaction waits for this one; on SQLite every one does."""
    if connection.vendor == "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted"
            " AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
def test_of_two_who_run_the_site_and_leave_at_once_one_stays() -> None:
    older, newer = (
        Account.objects.create_superuser(name, password=PASSWORD)
        for name in ("older", "newer")
    )
    refused: list[ValidationError] = []

    def close_newer() -> None:
        try:
            account_close(account=newer, under_initials=True)
        except ValidationError as error:
            refused.append(error)
        finally:
            connection.close()

    other = threading.Thread(target=close_newer)
    with transaction.atomic():
        account_close(account=older, under_initials=True)
        other.start()
        while other.is_alive() and not somebody_waits_for_us():
            pass
    other.join()
    assert len(refused) == 1
    assert list(Account.objects.filter(is_superuser=True)) == [newer]


# A player without an account --------------------------------------------------------


def only_results(player: Player) -> str:
    """Return the address at which nothing but results is kept of a player."""
    return f"/{player.club.slug}/settings/players/{player.pk}/close/"


def test_an_administrator_closes_a_player_without_account(
    client: Client, administrator: Account, partie: Partie
) -> None:
    ben = Player.objects.get(name="Ben")
    planned = PlannedEvening.objects.create(club=partie.club, date=timezone.localdate())
    sign_on(planned=planned, player=ben, comes=True)
    invitation_make(
        club=ben.club, made_by=administrator, role=Role.MEMBER, days=7, player=ben
    )
    client.force_login(administrator)
    assert (
        only_results(ben)
        in client.get(f"/{ben.club.slug}/settings/players/{ben.pk}/").text
    )
    assert client.post(only_results(ben), {"names": "initials"}).status_code == 302
    ben.refresh_from_db()
    assert ben.name == "B."
    assert not SignOn.objects.exists()
    assert not Invitation.objects.exists()
    told = JournalEntry.objects.get(deed=Deed.PLAYER_CLOSED)
    assert (told.club, told.about) == (ben.club, "B.")


def test_whoever_has_an_account_closes_it_themselves(
    client: Client, administrator: Account, anna: Account
) -> None:
    player = Player.objects.get(name="Anna")
    client.force_login(administrator)
    assert "has an account" in client.get(only_results(player)).text
    answer = client.post(only_results(player), {"names": "initials"})
    assert answer.status_code == 409
    player.refresh_from_db()
    assert player.name == "Anna"
