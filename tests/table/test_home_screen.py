"""The site on a home screen: its manifest, its icons, and what opens."""

import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from clubscore.club.models import Account, Club, Member, Player
from clubscore.partie import services
from clubscore.partie.models import Partie

pytestmark = pytest.mark.django_db
RECORD = "/groene-hart/parties/1/record/"


def test_the_manifest_says_what_a_home_screen_needs(client: Client) -> None:
    page = client.get("/accounts/login/").text
    assert '<link rel="manifest" href="/manifest.json">' in page
    answer = client.get("/manifest.json", headers={"accept-language": "nl"})
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["lang"], told["display"]) == ("nl", "standalone")
    assert {one["purpose"] for one in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        side, _, other = icon["sizes"].partition("x")
        assert size_of(icon["src"]) == (int(side), int(other))
    assert size_of("/static/icons/apple.png") == (180, 180)
    assert 'rel="apple-touch-icon" href="/static/icons/apple.png"' in page


def size_of(address: str) -> tuple[int, int]:
    """Return how wide and high a picture is."""
    file = finders.find(address.removeprefix("/static/"))
    assert isinstance(file, str)
    data = Path(file).read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_its_colours_are_those_of_the_pages(client: Client, root: Path) -> None:
    tokens = (root / "static/css/tokens.css").read_text()
    told = client.get("/manifest.json").json()
    assert f"--band: {told['theme_color']};" in tokens
    assert f"--ground: {told['background_color']};" in tokens
    page = client.get("/accounts/login/").text
    assert f'<meta name="theme-color" content="{told["theme_color"]}">' in page


def test_it_opens_the_partie_whose_link_was_opened(
    client: Client, partie: Partie
) -> None:
    assert client.get("/start.html")["Location"] == "/"
    client.get(services.link_make(partie=partie).get_absolute_url())
    assert client.get("/start.html")["Location"] == RECORD
    Partie.objects.update(is_finished=True)
    assert client.get("/start.html")["Location"] == "/"


def test_it_opens_the_partie_that_is_played_or_the_club(
    client: Client, club: Club, partie: Partie, players: list[Player], outsider: Account
) -> None:
    client.force_login(outsider)
    assert client.get("/start.html")["Location"] == "/"
    member = Member.objects.create(club=club, account=outsider)
    assert client.get("/start.html")["Location"] == "/groene-hart/"
    member.player = players[0]
    member.save()
    assert client.get("/start.html")["Location"] == RECORD
