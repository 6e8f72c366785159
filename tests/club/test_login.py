import datetime as dt
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club.models import Account, Club, LoginAttempt, Season
from tests.conftest import prove
from tests.table.test_play_page import answers

TYPED = {"username": "willem", "password": "tiles and winds"}
LOGIN = "/accounts/login/"
LOGOUT = "/accounts/logout/"


def test_the_login_page_asks_the_database_nothing(
    client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert client.get(LOGIN).status_code == 200


def test_after_logging_in_one_is_on_the_front_page(
    client: Client, administrator: Account
) -> None:
    assert client.post(LOGIN, TYPED)["Location"] == "/"


def test_after_logging_in_one_is_where_one_wanted_to_go(
    client: Client, administrator: Account, club: Club
) -> None:
    there = reverse("club:settings", args=[club.slug])
    asked = client.get(there)
    assert asked["Location"] == f"{LOGIN}?next={there}"
    assert f'name="next" value="{there}"' in client.get(asked["Location"]).text
    assert client.post(LOGIN, TYPED | {"next": there})["Location"] == there


def test_nobody_is_led_to_another_site(client: Client, administrator: Account) -> None:
    response = client.post(LOGIN, TYPED | {"next": "https://evil.example/"})
    assert response["Location"] == "/"


def test_a_wrong_password_is_told_and_the_name_stays(
    client: Client, administrator: Account
) -> None:
    page = client.post(LOGIN, TYPED | {"password": "wrong"}).text
    assert 'role="alert"' in page
    assert "correct username and password" in page
    assert 'value="willem"' in page


def test_every_page_says_who_is_logged_in_and_lets_them_out(
    client: Client, administrator: Account, club: Club
) -> None:
    client.force_login(administrator)
    page = client.get("/groene-hart/").text
    assert "willem" in page
    assert f'<form method="post" action="{LOGOUT}">' in page


def test_others_are_offered_to_log_in_and_come_back(client: Client, club: Club) -> None:
    page = client.get("/groene-hart/?page=2").text
    assert f'href="{LOGIN}?next=/groene-hart/%3Fpage%3D2"' in page


def test_logging_out(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    assert "You are logged out" in client.post(LOGOUT).text
    assert "_auth_user_id" not in client.session


def test_logging_out_leads_where_it_was_asked_to(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    response = client.post(LOGOUT, {"next": "/groene-hart/"})
    assert response["Location"] == "/groene-hart/"


def test_a_link_cannot_log_anybody_out(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    assert client.get(LOGOUT).status_code == 405
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("method", ["patch", "delete"])
def test_login_refuses_other_methods(client: Client, db: None, method: str) -> None:
    assert getattr(client, method)(LOGIN).status_code == 405


# Too many attempts ----------------------------------------------------------------

WRONG = TYPED | {"password": "wrong"}
PAUSE = "Too many attempts have failed. Wait 15 minutes, then try again."


def fail(client: Client, times: int, where: str = LOGIN, **more: Any) -> None:
    """Try to log in with a wrong password."""
    for _ in range(times):
        assert "Too many" not in client.post(where, WRONG, **more).text


def later(**by: int) -> None:
    """Let time pass since all attempts."""
    LoginAttempt.objects.update(made_at=F("made_at") - dt.timedelta(**by))


def test_after_five_attempts_there_is_a_pause_even_for_the_right_password(
    client: Client, administrator: Account
) -> None:
    fail(client, 5)
    for typed in (WRONG, TYPED, TYPED | {"username": " Willem"}):
        page = client.post(LOGIN, typed).text
        assert PAUSE in page
        assert "correct username and password" not in page
    assert "_auth_user_id" not in client.session


def test_the_pause_ends_by_itself_and_no_attempt_makes_it_longer(
    client: Client, administrator: Account
) -> None:
    fail(client, 5)
    later(minutes=14)
    page = client.post(LOGIN, WRONG).text
    assert "Wait a minute, then try again." in page
    later(minutes=1)
    assert client.post(LOGIN, TYPED).status_code == 302


def test_a_name_that_nobody_has_gets_the_same_pause(client: Client, db: None) -> None:
    fail(client, 5)
    assert PAUSE in client.post(LOGIN, WRONG).text


def test_others_are_not_kept_out(client: Client, administrator: Account) -> None:
    Account.objects.create_user("otto", password="tiles and winds")
    fail(client, 5)
    assert client.post(LOGIN, TYPED | {"username": "otto"}).status_code == 302
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post(LOGIN, TYPED).status_code == 302


def test_who_logs_in_starts_anew(client: Client, administrator: Account) -> None:
    fail(client, 4)
    client.post(LOGIN, TYPED)
    assert not LoginAttempt.objects.exists()
    client.post(LOGOUT)
    fail(client, 5)


def test_a_form_that_is_not_filled_in_is_no_attempt(client: Client, db: None) -> None:
    client.post(LOGIN, TYPED | {"password": ""})
    assert not LoginAttempt.objects.exists()


def test_attempts_are_not_kept_longer_than_they_count(client: Client, db: None) -> None:
    fail(client, 3)
    later(minutes=16)
    client.post(LOGIN, WRONG | {"username": "otto"})
    assert LoginAttempt.objects.get().name == "otto"


def test_the_staffs_pages_count_the_same_attempts(
    client: Client, administrator: Account
) -> None:
    Account.objects.update(is_staff=True)
    fail(client, 3)
    staffs = client.get("/admin/", follow=True).redirect_chain[-1][0]
    assert staffs == f"{LOGIN}?next=/admin/"
    fail(client, 2, where=staffs)
    assert PAUSE in client.post(staffs, TYPED).text


def test_who_logs_in_for_the_staffs_pages_is_remembered_as_everybody(
    client: Client, administrator: Account
) -> None:
    Account.objects.update(is_staff=True)
    staffs = client.get("/admin/", follow=True).redirect_chain[-1][0]
    assert client.post(staffs, TYPED)["Location"] == "/admin/"
    prove(client)
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/login/?next=//evil.example/")["Location"] == "/admin/"
    client.post(LOGOUT)
    assert_known_alone(client, "willem", "tiles and winds")


def test_the_staffs_pages_are_nobody_elses(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    assert client.get("/admin/", follow=True).status_code == 403
    assert client.post("/admin/login/", TYPED).status_code == 405


@pytest.mark.parametrize("name", ["/play/", "club", "account"])
def test_no_name_is_taken_for_what_else_is_counted(
    client: Client, season: Season, name: str
) -> None:
    fail_as = WRONG | {"username": name}
    for _ in range(5):
        client.post(LOGIN, fail_as)
    assert "Too many attempts" in client.post(LOGIN, fail_as).text
    assert "Too many" not in client.post("/play/", answers(), follow=True).text
    assert LoginAttempt.objects.filter(kind="club").count() == 1
    assert "Too many attempts" in client.post(LOGIN, fail_as).text


@pytest.mark.parametrize("is_behind", [True, False])
def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(
    client: Client, db: None, settings: Settings, is_behind: bool
) -> None:
    settings.BEHIND_PROXY = is_behind
    claimed = {"X-Forwarded-For": "198.51.100.1, 192.0.2.7"}
    client.post(LOGIN, WRONG, headers=claimed)
    address = LoginAttempt.objects.get().address
    assert address == ("192.0.2.7" if is_behind else "127.0.0.1")


# Wherever they come from ----------------------------------------------------------


def from_address(address: str) -> Client:
    """Return a browser at an address, and nobody's yet."""
    return Client(REMOTE_ADDR=address)


def refused(client: Client, **typed: str) -> bool:
    """Try to log in; tell whether there is a pause."""
    return "Too many attempts" in client.post(LOGIN, WRONG | typed).text


def test_an_ipv6_client_is_its_64(administrator: Account) -> None:
    for number in range(5):
        assert not refused(from_address(f"2001:db8:1:2:{number}::7"))
    assert refused(from_address("2001:db8:1:2:ffff::1"))
    assert not refused(from_address("2001:db8:1:3::1"))
    assert set(LoginAttempt.objects.values_list("address", flat=True)) == {
        "2001:db8:1:2::/64",
        "2001:db8:1:3::/64",
    }


def test_an_ipv4_address_is_the_same_behind_an_ipv6_socket(
    administrator: Account,
) -> None:
    fail(from_address("::ffff:192.0.2.7"), 5)
    assert refused(from_address("192.0.2.7"))
    assert not refused(from_address("::ffff:192.0.2.8"))


def test_many_names_from_one_address_are_a_pause_for_all_names(
    administrator: Account,
) -> None:
    tried = [
        refused(from_address("192.0.2.7"), username=f"name-{number}")
        for number in range(12)
    ]
    assert tried == [False] * 10 + [True] * 2
    assert refused(from_address("192.0.2.7"), username="willem")
    assert not refused(from_address("192.0.2.8"), username="willem")


def test_who_logs_in_counts_for_nobody_else_at_the_club(
    administrator: Account,
) -> None:
    for number in range(30):
        name = f"member-{number}"
        Account.objects.create_user(name, password="tiles and winds")
        client = from_address("192.0.2.7")
        assert client.post(LOGIN, TYPED | {"username": name}).status_code == 302


def test_one_name_from_many_addresses_is_a_pause_but_not_in_a_known_browser(
    administrator: Account,
) -> None:
    own = from_address("198.51.100.1")
    assert own.post(LOGIN, TYPED).status_code == 302
    own.post(LOGOUT)
    for number in range(20):
        assert not refused(from_address(f"192.0.2.{number}"))
    assert refused(from_address("192.0.2.99"))
    assert refused(from_address("198.51.100.1"))
    assert own.post(LOGIN, TYPED).status_code == 302
    own.post(LOGOUT)
    # There too nobody tries without end.
    fail(own, 5)
    assert refused(own)


def test_a_browser_is_known_for_its_own_name_alone_and_nobody_forges_it(
    administrator: Account, outsider: Account
) -> None:
    theirs = from_address("198.51.100.1")
    assert theirs.post(LOGIN, TYPED | {"username": "otto"}).status_code == 302
    theirs.post(LOGOUT)
    for number in range(20):
        assert not refused(from_address(f"192.0.2.{number}"))
    assert refused(theirs)
    theirs.cookies["__Host-known_browser"] = "willem:forged"
    assert refused(theirs)


def assert_known_alone(client: Client, name: str, password: str) -> None:
    """Assert that a pause of a name from wherever does not hold in this browser."""
    LoginAttempt.objects.bulk_create(
        LoginAttempt(name=name, address=f"192.0.2.{number}") for number in range(20)
    )
    typed = {"username": name, "password": password}
    assert "Too many attempts" in Client().post(LOGIN, typed).text
    assert client.post(LOGIN, typed).status_code == 302


# The own password -----------------------------------------------------------------


def test_wrong_old_passwords_are_counted_as_logins(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    new = {"new_password1": "four winds blow", "new_password2": "four winds blow"}
    for _ in range(5):
        page = client.post(PASSWORD, new | {"old_password": "wrong"}).text
        assert "Too many attempts" not in page
    page = client.post(PASSWORD, new | {"old_password": "tiles and winds"}).text
    assert PAUSE in page
    assert PAUSE in Client().post(LOGIN, TYPED).text
    administrator.refresh_from_db()
    assert administrator.check_password("tiles and winds")


PASSWORD = "/accounts/password/"


def test_the_own_password_is_changed_and_one_stays_logged_in(
    client: Client, administrator: Account, club: Club
) -> None:
    client.force_login(administrator)
    assert 'href="/accounts/logging-in/"' in client.get("/groene-hart/").text
    assert f'href="{PASSWORD}"' in client.get("/accounts/logging-in/").text
    new = {"new_password1": "four winds blow", "new_password2": "four winds blow"}
    page = client.post(PASSWORD, new | {"old_password": "wrong"}).text
    assert 'href="#id_old_password"' in page
    sent = new | {"old_password": "tiles and winds"}
    page = client.post(PASSWORD, sent, follow=True).text
    assert "The password is changed." in page
    assert "willem" in page
    administrator.refresh_from_db()
    assert administrator.check_password("four winds blow")


def test_only_who_is_logged_in_has_a_password_to_change(
    client: Client, db: None
) -> None:
    assert client.get(PASSWORD)["Location"] == f"{LOGIN}?next={PASSWORD}"
