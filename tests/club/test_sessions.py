"""Where an account is logged in, and how that ends."""

import datetime as dt

import pytest
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club import sessions
from clubscore.club.journal import Deed
from clubscore.club.models import Account, Club, JournalEntry, Login
from clubscore.club.new_passwords import link_path
from clubscore.club.sessions import browser_told
from tests.conftest import prove

SESSIONS = "/accounts/sessions/"
PASSWORD = "/accounts/password/"
TYPED = {"username": "willem", "password": "tiles and winds"}
NEW = {"new_password1": "four winds blow", "new_password2": "four winds blow"}
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
)


def logged_in(address: str = "192.0.2.1", browser: str = "") -> Client:
    """Return a browser in which willem has logged in."""
    client = Client(REMOTE_ADDR=address, headers={"user-agent": browser})
    assert client.post("/accounts/login/", TYPED).status_code == 302
    return client


def is_in(client: Client) -> bool:
    """Tell whether a browser is logged in still."""
    return client.get(PASSWORD).status_code == 200


def test_every_browser_is_listed_with_where_and_when(administrator: Account) -> None:
    own = logged_in("192.0.2.1", "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0")
    logged_in("198.51.100.7", PHONE)
    page = own.get(SESSIONS).text
    assert page.count("last seen") == 2
    assert page.count("End it") == 2  # the sentence above says so too
    assert "Firefox, Linux · this browser" in page
    assert "Safari, iPhone" in page
    assert "from 198.51.100.7" in page


def test_who_logs_in_once_more_in_the_same_browser_is_listed_once(
    administrator: Account,
) -> None:
    own = logged_in()
    assert own.post("/accounts/login/", TYPED).status_code == 302
    own.force_login(administrator)
    assert own.get(SESSIONS).text.count("last seen") == 1


def test_one_of_them_is_ended_and_no_other(administrator: Account) -> None:
    own, lost, third = logged_in(), logged_in(), logged_in()
    row = Login.objects.get(session_key=lost.session.session_key)
    page = own.post(SESSIONS, {"end": row.pk}, follow=True).text
    assert "That session has ended." in page
    assert [is_in(one) for one in (own, lost, third)] == [True, False, True]
    assert page.count("last seen") == 2
    assert JournalEntry.objects.latest("pk").deed == Deed.SESSION_ENDED


def test_all_others_are_ended(administrator: Account) -> None:
    own, lost, older = logged_in(), logged_in(), logged_in()
    Login.objects.filter(session_key=older.session.session_key).delete()
    page = own.post(SESSIONS, {"action": "others"}, follow=True).text
    assert "You are logged in here alone now." in page
    assert [is_in(one) for one in (own, lost, older)] == [True, False, False]
    assert Login.objects.count() == 1
    assert JournalEntry.objects.latest("pk").deed == Deed.SESSIONS_ENDED
    assert is_in(logged_in())


def test_nobody_ends_the_sessions_of_others(
    client: Client, administrator: Account, outsider: Account
) -> None:
    theirs = logged_in()
    client.force_login(outsider)
    client.post(SESSIONS, {"end": Login.objects.filter(account=administrator)[0].pk})
    client.post(SESSIONS, {"end": "nonsense"})
    client.post(SESSIONS, {"action": "others"})
    assert is_in(theirs)
    assert Client().get(SESSIONS)["Location"].startswith("/accounts/login/")


def test_who_logs_out_is_gone_from_the_list(administrator: Account) -> None:
    own = logged_in()
    logged_in().post("/accounts/logout/")
    assert own.get(SESSIONS).text.count("last seen") == 1
    assert Login.objects.count() == 1


def test_a_session_that_is_older_than_the_list_is_in_it(
    administrator: Account,
) -> None:
    own = logged_in()
    Login.objects.all().delete()
    assert "this browser" in own.get(SESSIONS).text
    assert Login.objects.get().account == administrator


def test_a_new_password_ends_the_others_and_not_this_one(
    administrator: Account,
) -> None:
    own, lost = logged_in(), logged_in()
    own.post(PASSWORD, NEW | {"old_password": "tiles and winds"})
    assert [is_in(own), is_in(lost)] == [True, False]
    assert own.get(SESSIONS).text.count("last seen") == 1
    assert JournalEntry.objects.latest("pk").deed == Deed.PASSWORD_CHANGED


def test_a_new_password_by_a_link_ends_them_all(administrator: Account) -> None:
    lost = logged_in()
    administrator.refresh_from_db()
    client = Client()
    there = client.get(link_path(administrator), follow=True).redirect_chain[-1][0]
    assert client.post(there, NEW).status_code == 302
    assert not is_in(lost)
    assert not Login.objects.exists()
    assert JournalEntry.objects.latest("pk").deed == Deed.PASSWORD_CHOSEN


@pytest.mark.parametrize("has_mail", [True, False])
def test_a_changed_password_is_told_by_mail_where_there_is_mail(
    administrator: Account, settings: Settings, has_mail: bool
) -> None:
    settings.HAS_MAIL = has_mail
    own = logged_in()
    own.post(PASSWORD, NEW | {"old_password": "tiles and winds"})
    assert mail.outbox == []  # nobody knows where to
    Account.objects.update(email="willem@club.example")
    again = {"new_password1": "tiles and winds", "new_password2": "tiles and winds"}
    own.post(PASSWORD, again | {"old_password": "four winds blow"})
    assert len(mail.outbox) == has_mail
    for message in mail.outbox:
        assert message.to == ["willem@club.example"]
        assert "willem" in message.body
        assert "tiles" not in message.body


def test_mail_that_cannot_be_sent_keeps_nobody_from_a_new_password(
    administrator: Account, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.HAS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    Account.objects.update(email="willem@club.example")
    own = logged_in()
    sent = own.post(PASSWORD, NEW | {"old_password": "tiles and winds"})
    assert sent.status_code == 302
    assert "A mail to 'willem' could not be sent" in caplog.text


def test_the_staff_who_set_a_password_tell_it_too(
    client: Client, administrator: Account, settings: Settings
) -> None:
    settings.HAS_MAIL = True
    Account.objects.update(email="willem@club.example")
    lost = logged_in()
    client.force_login(Account.objects.create_superuser("staff"))
    prove(client)
    there = f"/admin/club/account/{administrator.pk}/password/"
    new = {"password1": "four winds blow", "password2": "four winds blow"}
    assert client.post(there, new | {"usable_password": "true"}).status_code == 302
    assert len(mail.outbox) == 1
    assert not is_in(lost)
    assert not administrator.logins.exists()


def test_it_is_noted_every_ten_minutes_who_was_seen(
    administrator: Account,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    own = logged_in("192.0.2.1")
    before = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    Login.objects.update(seen_at=before)
    own.get(PASSWORD)
    assert Login.objects.get().seen_at == before
    sessions._noted.clear()
    own.get(PASSWORD, REMOTE_ADDR="192.0.2.9")
    found = Login.objects.get()
    assert found.seen_at > before
    assert found.address == "192.0.2.9"
    with django_assert_num_queries(2):  # the session and the account
        own.get(PASSWORD)


def test_a_link_of_a_table_is_no_login(client: Client, club: Club) -> None:
    client.get("/groene-hart/")
    assert not Login.objects.exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Windows) Chrome/1 Safari/5 Edg/126.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile", "Chrome, Android"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_browsers_are_told_in_plain_words(text: str, told: str) -> None:
    assert browser_told(text) == told
