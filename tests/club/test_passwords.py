"""Which new passwords are taken, and that old ones still log in."""

import pytest
from django.test import Client

from clubscore.club.models import Account
from clubscore.club.passwords import wants_change

PASSWORD = "/accounts/password/"
LOGIN = "/accounts/login/"


def refused(password: str) -> bool:
    return wants_change(password, Account(username="willem"))


@pytest.mark.parametrize(
    "password",
    [
        "pearls 2026",  # eleven signs
        "password1234",
        "Password!2026!",
        "letmeinletmein",
        "123456789012",
        "987654321098",
        "qwertyuiop12",
        "abcdefghijkl",
        "aaaaaaaaaaaab",
        "willem-willem",
        "Willem 20261122",
        "letmein, letmein",
    ],
)
def test_what_is_tried_first_is_refused(password: str) -> None:
    assert refused(password)


@pytest.mark.parametrize(
    "password",
    [
        "pearls, rain",
        "tiles and winds",
        "east-south-west-north",  # the demo's
        "x7Kp29!mQz4#",
        "2026-11-22-1954",
        "曇り 竹 七筒 紅中 発財 北風 南",
        "two words " * 12,
    ],
)
def test_a_dozen_signs_that_nobody_tries_first_are_taken(password: str) -> None:
    assert not refused(password)


@pytest.mark.parametrize(
    ("language", "what_to_do"),
    [
        ("en", "Take three or four words"),
        ("de", "Bitte drei oder vier Wörter nehmen"),
        ("nl", "Neem drie of vier woorden"),
    ],
)
def test_the_refusal_says_what_to_do(
    client: Client, administrator: Account, language: str, what_to_do: str
) -> None:
    client.force_login(administrator)
    sent = {"old_password": "tiles and winds"}
    for easy in ("new_password1", "new_password2"):
        sent[easy] = "password1234"
    page = client.post(PASSWORD, sent, headers={"accept-language": language}).text
    assert what_to_do in page


def test_the_page_says_how_long_a_password_is(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    assert "at least 12 characters" in client.get(PASSWORD).text


@pytest.mark.parametrize(
    ("password", "told"), [("tiles", True), ("tiles and winds", False)]
)
def test_who_has_an_old_password_logs_in_and_is_told_to_change_it(
    client: Client, administrator: Account, password: str, told: bool
) -> None:
    administrator.set_password(password)
    administrator.save()
    typed = {"username": "willem", "password": password}
    page = client.post(LOGIN, typed, follow=True).text
    assert "Log out" in page
    assert ("no longer taken. Please change it" in page) == told
