"""Language and appearance, chosen at the foot of any page."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from clubscore.club.models import Club

DISPLAY = "/accounts/display/"
CLUB = "/groene-hart/"

pytestmark = pytest.mark.django_db


def html_of(page: str) -> str:
    """Return the tag that a page begins with."""
    found = re.search(r"<html[^>]*>", page)
    assert found is not None
    return found[0]


def test_a_language_is_kept_whatever_the_browser_asks_for(
    client: Client, club: Club
) -> None:
    answer = client.post(DISPLAY, {"language": "nl", "next": CLUB})
    assert (answer.status_code, answer["Location"]) == (302, CLUB)
    page = client.get(CLUB, headers={"accept-language": "de"}).text
    assert html_of(page) == '<html lang="nl">'
    assert 'value="nl" lang="nl" aria-current="true"' in page


@pytest.mark.parametrize("appearance", ["light", "dark"])
def test_an_appearance_is_kept_until_it_is_the_devices_again(
    client: Client, club: Club, appearance: str
) -> None:
    client.post(DISPLAY, {"appearance": appearance, "next": CLUB})
    page = client.get(CLUB).text
    assert html_of(page) == f'<html lang="en" data-theme="{appearance}">'
    assert f'value="{appearance}" aria-current="true"' in page
    client.post(DISPLAY, {"appearance": "", "next": CLUB})
    assert html_of(client.get(CLUB).text) == '<html lang="en">'


def test_a_browser_that_has_the_page_is_given_the_one_that_was_chosen(
    client: Client, club: Club
) -> None:
    tag = client.get(CLUB)["ETag"]
    assert client.get(CLUB, headers={"if-none-match": tag}).status_code == 304
    client.post(DISPLAY, {"appearance": "dark"})
    dark = client.get(CLUB, headers={"if-none-match": tag})
    assert 'data-theme="dark"' in html_of(dark.text)


@pytest.mark.parametrize("typed", [{"language": "xx"}, {"appearance": "neon"}, {}])
def test_what_cannot_be_chosen_changes_nothing(
    client: Client, club: Club, typed: dict[str, str]
) -> None:
    assert client.post(DISPLAY, typed).status_code == 302
    assert html_of(client.get(CLUB).text) == '<html lang="en">'


@pytest.mark.parametrize(
    "back", ["https://elsewhere.example/", "//elsewhere.example/", "elsewhere", "a:b"]
)
def test_nobody_is_led_to_another_site_or_to_nothing(client: Client, back: str) -> None:
    answer = client.post(DISPLAY, {"appearance": "dark", "next": back})
    assert answer["Location"] == "/"


def test_what_is_kept_is_of_this_very_host(client: Client, settings: Settings) -> None:
    chosen = {"language": "de", "appearance": "dark"}
    client.post(DISPLAY, chosen, secure=True)
    for name in (settings.LANGUAGE_COOKIE_NAME, "__Host-appearance"):
        cookie = client.cookies[name]
        assert name.startswith("__Host-")
        assert (cookie["secure"], cookie["httponly"]) == (True, True)
        assert (cookie["samesite"], cookie["path"]) == ("Lax", "/")


def test_only_a_form_chooses(client: Client) -> None:
    assert client.get(DISPLAY).status_code == 405
