"""Long pages stand in parts on a phone; each part has a tab, and each tab its part."""

import datetime as dt
import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from clubscore.club.models import Account, Player, Season
from tests.season.played import GAME, play

pytestmark = pytest.mark.django_db

VOID = {"input", "img", "br", "link", "meta", "hr", "path", "circle", "line"}


class Parts(HTMLParser):
    """What a page has in parts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.is_in_parts = False
        self.parts: list[set[str]] = []
        """The ids in each part that is not seen at first."""
        self.at_first: set[str | None] = set()
        """The ids of the parts that are."""
        self.forms: list[str] = []
        """Where the answers of the forms are asked for that are not seen at first."""
        self._open: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        if tag == "main":
            self.is_in_parts = "in-parts" in classes
        begins = "part" in classes and "at-first" not in classes
        if "at-first" in classes:
            self.at_first.add(given.get("id"))
        if begins:
            self.parts.append(set())
        self._open.append(begins)
        if any(self._open) and tag == "form" and given.get("method") == "get":
            self.forms.append(given.get("action") or "")
        if any(self._open) and given.get("id"):
            self.parts[-1].add(str(given["id"]))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._open:
            self._open.pop()


@pytest.mark.parametrize(
    "address",
    [
        "/groene-hart/leaderboard/",
        "/groene-hart/players/anna/",
        "/groene-hart/statistics/",
        "/groene-hart/evenings/2026-11-17/",
        "/groene-hart/parties/1/",
        "/groene-hart/parties/1/games/1/",
    ],
)
def test_every_part_has_its_tab_and_every_tab_its_part(
    client: Client,
    season: Season,
    players: list[Player],
    administrator: Account,
    address: str,
) -> None:
    play(season, players, [GAME], table="1")
    play(season, players, [GAME], table="2")
    # A player has pictures from two evenings on.
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    client.force_login(administrator)
    page = client.get(address, follow=True).text
    seen = Parts(page)
    [tabs] = re.findall(r'<nav class="contents.*?</nav>', page, re.DOTALL)
    led_to = set(re.findall(r'href="#([^"]+)"', tabs)) - {"main"}
    assert seen.is_in_parts
    assert seen.at_first
    assert len(led_to) > 0
    for ids in seen.parts:
        assert ids & led_to, f"no tab leads to {ids}"
    # The browser would stay at the form, in a part where the answer may not stand.
    assert all(action.startswith("#") for action in seen.forms)
    # Who is not rated yet has nothing to be held against.
    assert led_to <= set.union(*seen.parts) | seen.at_first | {"evening-forecast"}
