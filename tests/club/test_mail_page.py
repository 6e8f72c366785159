"""An account chooses what mail it gets, and confirms its address."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore

import pytest
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from pytest_django import Settings

from clubscore.club import mail_queue
from clubscore.club.models import Account, JournalEntry, Member

pytestmark = pytest.mark.django_db

MAIL = "/accounts/mail/"


@pytest.fixture
def willem(client: Client, administrator: Account, settings: Settings) -> Client:
    """Return the browser of somebody whose mail is set up."""
    settings.HAS_MAIL = True
    client.force_login(administrator)
    return client


def chosen(**more: str) -> dict[str, str]:
    """Return what is sent."""
    return {"action": "save", "email": "", "language": "nl", **more}


def test_mail_is_offered_only_where_it_is_set_up(
    willem: Client, settings: Settings
) -> None:
    assert f'href="{MAIL}"' in willem.get("/accounts/logging-in/").text
    assert "Mail</h2>" in willem.get("/privacy/").text
    settings.HAS_MAIL = False
    assert f'href="{MAIL}"' not in willem.get("/accounts/logging-in/").text
    assert "Mail</h2>" not in willem.get("/privacy/").text
    assert willem.get(MAIL).status_code == 404


def test_each_club_writes_what_was_asked_for(willem: Client) -> None:
    member = Member.objects.get()
    assert "Het Groene Hart" in willem.get(MAIL).text
    page = willem.post(
        MAIL, chosen(**{f"wants_results_{member.pk}": "on"}), follow=True
    )
    assert "Your choice is kept." in page.text
    member.refresh_from_db()
    assert (member.wants_reminders, member.wants_results) == (False, True)
    assert member.account.language == "nl"
    assert "This is no e-mail address." in willem.post(MAIL, chosen(email="here")).text


def test_an_address_counts_when_it_is_confirmed_and_the_old_one_is_told(
    willem: Client, administrator: Account
) -> None:
    Account.objects.update(email="old@club.example")
    page = willem.post(MAIL, chosen(email="new@club.example"), follow=True).text
    assert "A link is on its way to new@club.example" in page
    administrator.refresh_from_db()
    assert administrator.email == "old@club.example"
    [sent] = mail.outbox
    assert sent.to == ["new@club.example"]
    [link] = re.findall(r"http://testserver(\S+)", str(sent.body))
    stranger = Client()
    shown = stranger.get(link, follow=True)
    assert shown.request["PATH_INFO"] == "/accounts/mail/address/"
    assert "Is mail to willem to go to new@club.example?" in shown.text
    administrator.refresh_from_db()
    assert administrator.email == "old@club.example"
    assert "is confirmed" in stranger.post("/accounts/mail/address/").text
    administrator.refresh_from_db()
    assert administrator.email == "new@club.example"
    assert mail.outbox[1].to == ["old@club.example"]
    assert "no longer goes to this address" in mail.outbox[1].body
    assert JournalEntry.objects.filter(deed="login.mail", name="willem").count() == 1
    # Dropped, no link that was sent before brings it back.
    willem.post(MAIL, chosen())
    assert stranger.get(link, follow=True).status_code == 404


def test_strangers_are_not_sent_mail_without_end(willem: Client) -> None:
    for number in range(7):
        page = willem.post(MAIL, chosen(email=f"x{number}@club.example"), follow=True)
    assert len(mail.outbox) == 5
    assert "Too many addresses were tried." in page.text


@pytest.fixture
def _silent_server(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Have a mail server that lets everybody connect, and says nothing."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    with ThreadPoolExecutor(max_workers=1) as line:
        monkeypatch.setattr(mail_queue, "_line", line)
        with socket.create_server(("127.0.0.1", 0)) as server:
            settings.EMAIL_PORT = server.getsockname()[1]
            yield
        # With it go those whom it kept waiting.


@pytest.mark.usefixtures("_silent_server")
def test_a_mail_server_that_takes_its_time_holds_no_page(willem: Client) -> None:
    Account.objects.update(email="old@club.example")
    began = time.monotonic()
    for number in range(3):
        chosen_now = chosen(email=f"x{number}@club.example")
        page = willem.post(MAIL, chosen_now, follow=True).text
        assert f"A link is on its way to x{number}@club.example" in page
    willem.post(MAIL, chosen())  # which tells the old address
    assert time.monotonic() - began < django_settings.EMAIL_TIMEOUT / 2


@pytest.mark.usefixtures("_silent_server")
def test_where_too_many_mails_wait_nobody_is_told_that_one_comes(
    willem: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_queue, "_places", BoundedSemaphore(1))
    sent = [
        willem.post(MAIL, chosen(email=f"x{number}@club.example"), follow=True).text
        for number in range(2)
    ]
    assert "is on its way" in sent[0]
    assert "The mail server does not answer." in sent[1]
    assert "is on its way" not in sent[1]


def test_a_mail_that_could_not_be_sent_makes_room_for_another(
    willem: Client,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(mail_queue, "_places", BoundedSemaphore(1))
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    for _ in range(2):
        page = willem.post(MAIL, chosen(email="new@club.example"), follow=True).text
        assert "is on its way" in page
    assert caplog.text.count("A mail to 'willem' could not be sent") == 2


def test_a_process_that_ends_waits_for_no_mail_and_names_those_it_lets_go(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(mail_queue, "_line", ThreadPoolExecutor(max_workers=1))
    monkeypatch.setattr(mail.EmailMessage, "send", lambda _mail: goes_on.wait(10))
    for name in ("anna", "ben"):
        assert mail_queue.mail_soon(mail.EmailMessage(), name)
    mail_queue.close()
    assert not goes_on.is_set()
    assert caplog.messages == ["'ben' is sent no mail: the site has ended"]
    assert not mail_queue.mail_soon(mail.EmailMessage(), "cleo")
    goes_on.set()


@pytest.mark.parametrize("kind", ["address", "stop", "evening"])
def test_a_link_that_nobody_sent_keeps_nothing(client: Client, kind: str) -> None:
    before = Session.objects.count()
    answer = client.get(f"{MAIL}{kind}/{'x' * 3000}/")
    assert answer.status_code == 404
    assert "sessionid" not in answer.cookies
    assert Session.objects.count() == before


def test_an_account_cannot_have_strangers_written_to_without_end(
    willem: Client, settings: Settings
) -> None:
    settings.BEHIND_PROXY = True
    for number in range(7):
        page = willem.post(
            MAIL,
            chosen(email=f"{number}@club.example"),
            headers={"x-forwarded-for": f"192.0.2.{number}"},
            follow=True,
        )
    assert "Too many addresses were tried" in page.text
    assert len(mail.outbox) == 5
