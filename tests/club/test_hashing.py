"""No password is hashed while others wait to write."""

import datetime as dt
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any, ClassVar

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher, PBKDF2PasswordHasher
from django.db import connection
from django.test import Client, override_settings
from django.utils.crypto import pbkdf2 as hash_at_once
from pytest_django import Settings

from clubscore.club import limits
from clubscore.club.hashers import LEAST_URGENT, QueueingPasswordHasher
from clubscore.club.models import Account, Club, LoginAttempt, Member, Role, Season
from clubscore.club.new_passwords import link_path
from clubscore.club.services import invitation_make
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_start
from tests.conftest import prove
from tests.partie.test_services import record
from tests.table.test_keep_page import KEEP, NAMES
from tests.table.test_play_page import answers

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "bamboo and pearls"
NEW = {"username": "eva", "password1": PASSWORD, "password2": PASSWORD}
CONFIRM = "/accounts/confirm/"
MAKE_CLUB = "/accounts/clubs/new/"
CLUB = {"name": "Bamboe Vier", "slug": "", "is_public": "yes"}
MANY = 14
PATIENCE = 120
"""Seconds; only a fault makes anybody wait so long."""


class Watched(MD5PasswordHasher):
    """Hashes outside of transactions alone, and lets tests wait for each other."""

    hashed: ClassVar[list[str]] = []
    meet: ClassVar[threading.Barrier | None] = None

    def encode(self, password: str, salt: str) -> str:
        assert not connection.in_atomic_block, "hashed within a transaction"
        self.hashed.append(password)
        if self.meet is not None:
            self.meet.wait(PATIENCE)
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _hashes_are_watched(settings: Settings) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["tests.club.test_hashing.Watched"]
    Watched.hashed.clear()
    yield
    Watched.meet = None


def log_in(client: Client, club: Club, account: Account) -> None:
    typed = {"username": "willem", "password": "tiles and winds"}
    assert client.post("/accounts/login/", typed).status_code == 302


def log_in_as_staff(client: Client, club: Club, account: Account) -> None:
    typed = {"username": "willem", "password": "tiles and winds"}
    there = client.get("/admin/", follow=True).redirect_chain[-1][0]
    assert client.post(there, typed).status_code == 302


def change_password(client: Client, club: Club, account: Account) -> None:
    client.force_login(account)
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    sent = {"old_password": "tiles and winds", **new}
    assert client.post("/accounts/password/", sent).status_code == 302


def confirm(client: Client, club: Club, account: Account) -> None:
    client.force_login(account)
    assert client.post(CONFIRM, {"password": "tiles and winds"}).status_code == 302


def close_account(client: Client, club: Club, account: Account) -> None:
    client.force_login(account)
    sent = {"names": "name", "password": "tiles and winds"}
    assert client.post("/accounts/close/", sent).status_code == 302
    assert not Account.objects.filter(username="willem").exists()


def choose_new_password(client: Client, club: Club, account: Account) -> None:
    there = client.get(link_path(account))["Location"]
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    assert client.post(there, new).status_code == 302


def join(client: Client, club: Club, account: Account) -> None:
    found = invitation_make(club=club, made_by=account, role=Role.MEMBER, days=7)
    assert client.post(found.get_absolute_url(), NEW).status_code == 302
    assert Account.objects.get(username="eva").check_password(PASSWORD)


def keep(client: Client, club: Club, account: Account) -> None:
    client.post("/play/", answers(), follow=True)
    assert client.post(KEEP, {**NAMES, **NEW}).status_code == 302
    assert Account.objects.get(username="eva").check_password(PASSWORD)


def make_club(client: Client, club: Club, account: Account) -> None:
    with override_settings(CLUBS_BY_ANYBODY=True):
        assert client.post(MAKE_CLUB, {**CLUB, **NEW}).status_code == 302
    assert Account.objects.get(username="eva").check_password(PASSWORD)


def add_account(client: Client, club: Club, account: Account) -> None:
    client.force_login(_staff(account))
    prove(client)
    sent = {**NEW, "usable_password": "true", **_no_memberships()}
    answer = client.post("/admin/club/account/add/", sent)
    assert answer.status_code == 302, answer.text
    assert Account.objects.get(username="eva").check_password(PASSWORD)


def set_password(client: Client, club: Club, account: Account) -> None:
    client.force_login(_staff(account))
    prove(client)
    there = f"/admin/club/account/{account.pk}/password/"
    sent = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    assert client.post(there, sent).status_code == 302


def _staff(account: Account) -> Account:
    Account.objects.update(is_staff=True, is_superuser=True)
    account.refresh_from_db()
    return account


def _no_memberships() -> dict[str, str]:
    return {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}


@pytest.mark.parametrize(
    "enter",
    [
        log_in,
        log_in_as_staff,
        change_password,
        confirm,
        close_account,
        choose_new_password,
        join,
        keep,
        make_club,
        add_account,
        set_password,
    ],
)
def test_no_page_hashes_a_password_within_a_transaction(
    client: Client,
    club: Club,
    administrator: Account,
    enter: Callable[[Client, Club, Account], None],
) -> None:
    Watched.hashed.clear()
    enter(client, club, administrator)
    assert Watched.hashed


def test_what_is_refused_is_refused_before_it_is_hashed(
    client: Client, club: Club, administrator: Account
) -> None:
    found = invitation_make(club=club, made_by=administrator, role=Role.MEMBER, days=7)
    there = found.get_absolute_url()
    Watched.hashed.clear()
    for wrong in ({"username": "willem"}, {"password2": "another"}, {"username": ""}):
        assert client.post(there, NEW | wrong).status_code == 200
    found.used_at = found.expires_at
    found.save()
    assert client.post(there, NEW).status_code == 404
    LoginAttempt.objects.all().delete()
    with override_settings(CLUBS_BY_ANYBODY=True):
        for wrong in ({"username": "willem"}, {"name": ""}, {"slug": club.slug}):
            answer = client.post(MAKE_CLUB, {**CLUB, **NEW, **wrong})
            assert answer.status_code == 200
    assert Watched.hashed == []


def test_an_account_without_a_password_can_still_be_added(
    client: Client, administrator: Account
) -> None:
    client.force_login(_staff(administrator))
    prove(client)
    sent = {"username": "eva", "usable_password": "false", **_no_memberships()}
    assert client.post("/admin/club/account/add/", sent).status_code == 302
    assert not Account.objects.get(username="eva").has_usable_password()


def test_one_password_is_hashed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    entered, may_go = threading.Semaphore(0), threading.Semaphore(0)

    def pbkdf2(*said: Any, **more: Any) -> bytes:
        entered.release()
        assert may_go.acquire(timeout=PATIENCE)
        return hash_at_once(*said, **more)

    monkeypatch.setattr("django.contrib.auth.hashers.pbkdf2", pbkdf2)
    found: list[str] = []

    def encode() -> None:
        found.append(QueueingPasswordHasher().encode(PASSWORD, "salt", 1))

    threads = [threading.Thread(target=encode) for _ in range(MANY)]
    for one in threads:
        one.start()
    for number in range(MANY):
        assert entered.acquire(timeout=PATIENCE)
        # The others wait: none has begun, and none has ended but those before.
        assert not entered.acquire(blocking=False)
        assert len(found) <= number
        may_go.release()
    for one in threads:
        one.join(PATIENCE)
    # What it makes is Django's own, so that either can read the other's.
    monkeypatch.undo()
    assert found == [PBKDF2PasswordHasher().encode(PASSWORD, "salt", 1)] * MANY


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority there")
def test_whatever_else_is_asked_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []

    def pbkdf2(*said: Any, **more: Any) -> bytes:
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return hash_at_once(*said, **more)

    monkeypatch.setattr("django.contrib.auth.hashers.pbkdf2", pbkdf2)
    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    QueueingPasswordHasher().encode(PASSWORD, "salt", 1)
    assert found == [LEAST_URGENT]
    # Of all the threads that one alone.
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


# Whom it is charged to ----------------------------------------------------------------


@pytest.fixture
def hashes_for_real(
    settings: Settings, standing_minute: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Have the site's own hasher take half of a network's share each time."""
    settings.PASSWORD_HASHERS = ["clubscore.club.hashers.QueueingPasswordHasher"]
    monkeypatch.setattr(QueueingPasswordHasher, "iterations", 1)
    hashing = count(step=limits.share() / 2 + 0.01)

    def thread_time() -> float:
        is_hashing = threading.current_thread().name.startswith("passwords")
        return next(hashing) if is_hashing else 0.0

    monkeypatch.setattr("time.thread_time", thread_time)


@pytest.mark.usefixtures("hashes_for_real")
def test_a_network_is_charged_with_what_its_passwords_take(
    client: Client, administrator: Account
) -> None:
    administrator.set_password(PASSWORD)  # a command is charged for nothing
    administrator.save()
    client.force_login(administrator)
    answers = [
        client.post(CONFIRM, {"password": PASSWORD}).status_code for _ in range(3)
    ]
    assert answers == [302, 302, 429]
    # The login of a name that nobody has takes as long.
    other = Client(REMOTE_ADDR="192.0.2.9")
    typed = {"username": "nobody", "password": PASSWORD}
    answers = [other.post("/accounts/login/", typed).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


@pytest.mark.usefixtures("hashes_for_real")
def test_where_half_the_threads_wait_a_network_that_waits_already_tries_again(
    administrator: Account,
) -> None:
    administrator.set_password(PASSWORD)
    administrator.save()

    def posted(network: str) -> int:
        other = Client(REMOTE_ADDR=network)
        typed = {"username": "willem", "password": PASSWORD}
        return other.post("/accounts/login/", typed).status_code

    with ExitStack() as waiting:
        for _ in range(limits.MOST_WAITING):
            with limits.asked_by("192.0.2.1"):
                waiting.enter_context(limits.waiting_for_a_hash())
        assert posted("192.0.2.1") == 429
        assert posted("192.0.2.2") == 302
    assert posted("192.0.2.1") == 302


# Many at once -------------------------------------------------------------------------


def posted_at_once(where: str, cookies: Client) -> list[int]:
    """Send one form from many networks at once; return the answers' status codes."""
    found: list[int] = []

    def post(number: int) -> None:
        client = Client(REMOTE_ADDR=f"192.0.2.{number}", raise_request_exception=False)
        client.cookies.update(cookies.cookies)
        found.append(client.post(where, {**NAMES, **NEW}).status_code)
        connection.close()

    threads = [threading.Thread(target=post, args=[number]) for number in range(MANY)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(PATIENCE)
    return sorted(found)


def recording(season: Season) -> tuple[Partie, Callable[[], None]]:
    """Return a partie, and what records a game in it."""
    players = [
        season.club.players.create(name=name, slug=name.lower(), key=name.lower())
        for name in ("Wim", "Xia", "Yara", "Zoe")
    ]
    partie = partie_start(season=season, players=players, day=dt.date(2026, 11, 17))

    def record_game() -> None:
        record(partie)

    return partie, record_game


def test_a_game_is_recorded_while_many_accept_one_invitation(
    club: Club, season: Season, administrator: Account
) -> None:
    found = invitation_make(club=club, made_by=administrator, role=Role.MEMBER, days=7)
    partie, record_game = recording(season)
    # All have hashed before one goes on; meanwhile somebody records.
    Watched.meet = threading.Barrier(MANY, record_game)
    answers = posted_at_once(found.get_absolute_url(), Client())
    assert answers == [302] + [404] * (MANY - 1)
    assert partie.games.count() == 1
    assert club.members.count() == 2
    assert Account.objects.filter(username="eva").count() == 1


def test_a_game_is_recorded_while_many_take_a_club_over(
    client: Client, season: Season
) -> None:
    client.post("/play/", answers(), follow=True)
    home = Club.objects.get(is_unclaimed=True)
    partie, record_game = recording(season)
    Watched.meet = threading.Barrier(MANY, record_game)
    assert posted_at_once(KEEP, client) == [302] * MANY
    assert partie.games.count() == 1
    assert Member.objects.get(club=home).role == Role.ADMINISTRATOR
    assert Account.objects.count() == 1
