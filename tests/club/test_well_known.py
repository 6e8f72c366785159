"""What programs ask every site for."""

import datetime as dt

import pytest
from django.test import Client
from pytest_django import Settings

from clubscore.club.models import Club
from clubscore.club.names import RESERVED

pytestmark = pytest.mark.django_db

SECURITY = "/.well-known/security.txt"


def test_without_a_contact_there_is_no_security_txt(client: Client) -> None:
    assert client.get(SECURITY).status_code == 404


def test_security_txt_says_whom_to_tell(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = ["mailto:host@club.example"]
    answer = client.get(SECURITY)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert lines["Contact"] == "mailto:host@club.example"
    until = dt.datetime.fromisoformat(lines["Expires"])
    left = until - dt.datetime.now(dt.UTC)
    assert dt.timedelta(days=100) < left < dt.timedelta(days=365)


def test_robots_leave_alone_what_is_nobodys_to_find(client: Client, club: Club) -> None:
    club.is_public = False
    club.save()
    text = client.get("/robots.txt").text
    assert text.startswith("User-agent: *\n")
    for address in ("/accounts/", "/admin/", "/t/", "/*/settings/"):
        assert f"Disallow: {address}\n" in text
    assert club.slug not in text
    assert all("." not in word for word in RESERVED)  # no club is called so anyway
