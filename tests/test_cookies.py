"""Under an installation's settings cookies travel by https:// and to us alone."""

import pytest
from django.test import Client
from pytest_django import Settings

from clubscore.club.models import Account

pytestmark = pytest.mark.django_db


@pytest.fixture
def logged_in(client: Client, outsider: Account) -> Client:
    """Return the browser of somebody who has just logged in on the page."""
    typed = {"username": outsider.username, "password": "tiles and winds"}
    assert client.post("/accounts/login/", typed, secure=True).status_code == 302
    return client


def test_the_session_is_no_scripts_and_no_other_sites(
    logged_in: Client, settings: Settings
) -> None:
    cookie = logged_in.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_what_makes_a_browser_known_is_no_scripts_and_no_other_sites(
    logged_in: Client,
) -> None:
    cookie = logged_in.cookies["__Host-known_browser"]
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_the_token_of_forms_is_no_other_sites(
    logged_in: Client, settings: Settings
) -> None:
    logged_in.get("/accounts/password/", secure=True)
    cookie = logged_in.cookies[settings.CSRF_COOKIE_NAME]
    assert cookie["secure"]
    assert cookie["samesite"] == "Lax"


def test_messages_are_no_scripts_and_no_other_sites(logged_in: Client) -> None:
    typed = {
        "old_password": "tiles and winds",
        "new_password1": "bamboo and circles",
        "new_password2": "bamboo and circles",
    }
    there = logged_in.post("/accounts/password/", typed, secure=True)
    assert there.status_code == 302
    cookie = logged_in.cookies["__Host-messages"]
    assert cookie.value
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    logged_in.get(there["Location"], secure=True)
    assert not logged_in.cookies["__Host-messages"].value  # shown once


def test_logging_out_ends_the_session(logged_in: Client, settings: Settings) -> None:
    before = logged_in.cookies[settings.SESSION_COOKIE_NAME].value
    logged_in.post("/accounts/logout/", secure=True)
    logged_in.cookies[settings.SESSION_COOKIE_NAME] = before
    there = logged_in.get("/accounts/password/", secure=True)
    assert there["Location"].startswith("/accounts/login/")


def test_cookies_are_of_this_very_host(logged_in: Client) -> None:
    logged_in.get("/accounts/password/", secure=True)
    names = {f"__Host-{name}" for name in ("sessionid", "csrftoken", "known_browser")}
    assert logged_in.cookies.keys() >= names
    for name in names:
        cookie = logged_in.cookies[name]
        assert cookie["secure"]
        assert cookie["path"] == "/"
        assert not cookie["domain"]
