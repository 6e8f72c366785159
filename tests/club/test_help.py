"""Help: a page a task, whose pictures are there, reached from what it is about."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import translation
from PIL import Image

from clubscore.club.help_pages import HELP, help_of
from clubscore.club.models import Account, Club, Player, Season
from clubscore.club.names import RESERVED
from clubscore.club.templatetags.help import HEIGHT, WIDTH
from clubscore.partie.phone_engine import engine_files
from tests.season.played import GAME, play

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PICTURE = re.compile(r'src="/static/(help/[^"]+)"')
QUESTION_MARK = re.compile(r'class="help-link" href="([^"]+)"')


def named(patterns: Sequence[object], room: str = "") -> Iterator[str]:
    """Yield the name of each address below *patterns*, with its room."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from named(one.url_patterns, one.namespace or room)
        else:
            yield f"{room}:{getattr(one, 'name', '')}"


def test_every_page_leads_to_it_and_no_club_can_have_its_address(
    client: Client, club: Club
) -> None:
    for page in ("/play/", club.get_absolute_url(), "/accounts/login/"):
        assert 'href="/help/"' in client.get(page).text
    assert "help" in RESERVED
    index = client.get("/help/").text
    for one in HELP:
        assert f'href="{one.get_absolute_url()}"' in index


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_of_every_task_is_there_in_every_language(
    client: Client, root: Path, language: str
) -> None:
    shown = set()
    for one in HELP:
        page = client.get(one.get_absolute_url(), headers={"accept-language": language})
        assert page.status_code == 200
        with translation.override(language):
            assert f"<h1>{one.name}</h1>" in page.text
        pictures = PICTURE.findall(page.text)
        assert pictures
        shown |= set(pictures)
    there = (root / "static" / "help" / language).iterdir()
    assert shown == {f"help/{language}/{file.name}" for file in there}


def test_all_pictures_are_of_one_size_and_small(root: Path) -> None:
    files = list((root / "static" / "help").rglob("*.webp"))
    for file in files:
        with Image.open(file) as picture:
            assert picture.width * HEIGHT == picture.height * WIDTH, file
    assert sum(file.stat().st_size for file in files) < 1_000_000


def test_what_leads_there_by_a_question_mark_is_an_address() -> None:
    known = set(named(get_resolver().url_patterns))
    for one in HELP:
        assert one.pages - known == set()
    assert help_of("privacy:kept") is None


def test_no_task_is_asked_for_that_there_is_not(client: Client) -> None:
    assert client.get("/help/cooking/").status_code == 404


def test_the_question_mark_leads_to_what_the_page_is_about(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    partie = play(season, players, [GAME], ends=False)
    client.force_login(administrator)
    club, sheet = season.club.get_absolute_url(), partie.get_absolute_url()
    for address, tasks in {
        club: ["evening"],
        sheet: ["recording", "paper"],
        f"{sheet}games/1/": ["mistakes"],
        f"{club}evenings/{partie.evening.date}/": ["evening"],
        f"{club}seasons/{season.slug}/": ["season"],
        f"{sheet}paper/": ["paper"],
        f"{club}settings/": [],
    }.items():
        found = QUESTION_MARK.findall(client.get(address).text)
        assert found == [f"/help/{task}/" for task in tasks], address


def test_the_screen_at_the_table_leads_there_behind_its_dots(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    partie = play(season, players, [GAME], ends=False)
    client.force_login(administrator)
    screen = client.get(f"{partie.get_absolute_url()}record/").text
    assert QUESTION_MARK.findall(screen) == []  # it has no room for one
    addresses = [one["address"] for one in engine_files("nts")["sentences"]["help"]]
    assert addresses == ["/help/recording/", "/help/mistakes/", "/help/signal/"]
