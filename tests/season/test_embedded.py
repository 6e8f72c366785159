"""Pages in a frame on a club's own website, and the feed of its results."""

import datetime as dt
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.club.initials import name_withhold
from clubscore.club.models import Account, Club, Player, Season
from tests.season.played import GAME, play
from tests.table.test_partie_page import words
from tests.test_pages import policy

TOP = "/groene-hart/embed/leaderboard/"
LAST = "/groene-hart/embed/last/"
FEED = "/groene-hart/feed.atom"


@pytest.fixture
def played(season: Season, players: list[Player]) -> dt.date:
    """Return the day of an evening that is over."""
    Season.objects.update(starts_on=dt.date(2020, 1, 1), ends_on=None)
    season.refresh_from_db()
    day = timezone.localdate() - dt.timedelta(days=7)
    play(season, players, [GAME], day=day)
    return day


@pytest.mark.parametrize("path", [TOP, LAST])
def test_only_these_pages_stand_in_a_frame(
    client: Client, played: dt.date, path: str
) -> None:
    answer = client.get(path)
    assert "X-Frame-Options" not in answer
    directives = policy(answer["Content-Security-Policy"])
    assert directives["frame-ancestors"] == ["*"]
    assert directives["default-src"] == ["'self'"]
    other = client.get("/groene-hart/")
    assert other["X-Frame-Options"] == "DENY"
    other_directives = policy(other["Content-Security-Policy"])
    assert other_directives["frame-ancestors"] == ["'none'"]


def test_it_shows_the_head_of_the_leaderboard(client: Client, played: dt.date) -> None:
    page = words(client.get(TOP).text)
    assert "1 Ben 384" in page
    assert "Dirk" in page
    assert "Dirk" not in client.get(f"{TOP}?lines=2").text
    assert "Ben" in client.get(f"{TOP}?lines=many").text


def test_it_shows_what_the_last_evening_has_come_to(
    client: Client, played: dt.date
) -> None:
    page = words(client.get(LAST).text)
    assert "1 Ben +384" in page
    assert f"/groene-hart/evenings/{played}/" in client.get(LAST).text


@pytest.mark.parametrize("path", [TOP, LAST, FEED])
def test_a_name_that_is_withheld_is_told_nowhere(
    client: Client, played: dt.date, players: list[Player], path: str
) -> None:
    assert "Ben" in client.get(path).text
    name_withhold(player=players[1])
    text = client.get(path).text
    assert "Ben" not in text
    assert "B." in text


@pytest.mark.parametrize("path", [TOP, LAST])
def test_before_the_first_evening_it_says_so(
    client: Client, club: Club, path: str
) -> None:
    assert "Nothing has been played yet." in client.get(path).text


def test_its_colours_are_those_of_the_address(client: Client, club: Club) -> None:
    query = "ground=fff&ink=1a2B3c&accent=red;}body{display:none"
    assert (
        "colours.css?ground=fff&amp;ink=1a2B3c&amp;accent=red%3B"
        in client.get(f"{TOP}?{query}").text
    )
    css = client.get("/groene-hart/embed/colours.css?" + query)
    assert css["Content-Type"].startswith("text/css")
    assert css.text == ":root { --ground: #fff; --ink: #1a2B3c; }\n"


def test_the_feed_tells_who_has_won(client: Client, played: dt.date) -> None:
    answer = client.get(FEED)
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ET.fromstring(answer.content)  # noqa: S314 - our own
    atom = "{http://www.w3.org/2005/Atom}"
    assert root.findtext(f"{atom}title") == "Het Groene Hart"
    entry = root.find(f"{atom}entry")
    assert entry is not None
    assert entry.findtext(f"{atom}summary") == "Highest score: Ben, +384"
    link = entry.find(f"{atom}link")
    assert link is not None
    assert link.get("href") == f"http://testserver/groene-hart/evenings/{played}/"


def test_a_feed_can_be_empty(client: Client, club: Club) -> None:
    assert "<entry>" not in client.get(FEED).text


def test_the_line_of_html_is_there_to_copy(
    client: Client, club: Club, administrator: Account
) -> None:
    client.force_login(administrator)
    page = client.get("/groene-hart/settings/website/").text
    address = "http://testserver/groene-hart/embed/leaderboard/"
    assert f"&lt;iframe src=&quot;{address}&quot;" in page
    assert "The club is private" not in page
    Club.objects.update(is_public=False)
    page = client.get("/groene-hart/settings/website/").text
    assert "The club is private" in page
