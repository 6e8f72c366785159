"""A table on the screen, and a finger that counts."""

from __future__ import annotations

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Club, Season
from clubscore.partie.models import Partie, Revision
from clubscore.partie.services import link_make, partie_start
from tests.conftest import players_in

LONGEST_WAIT = 120_000
"""Milliseconds in which whatever is waited for is there, the first engine too."""
NAMES = ["Anna", "Ben", "Cleo", "Dirk", "Emma"]


class Taps(ABC):
    """What can be tapped on the table screen of a partie, whatever browser shows it."""

    partie: Partie

    @abstractmethod
    def tap(self, target: str) -> None:
        """Tap what a selector finds, once it is in sight."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Open a page."""

    @abstractmethod
    def ask(self, script: str) -> Any:
        """Return what a function of the page returns."""

    @abstractmethod
    def wait_until(self, script: str) -> None:
        """Wait until a function of the page returns something true."""

    def won(self, name: str) -> None:
        """Say who won."""
        self.tap(f"#won-{self.key(name)}")

    def gave(self, name: str) -> None:
        """Say who gave the winning tile."""
        self.tap(f"#from-{self.key(name)}")

    def hand(self, name: str) -> None:
        """Turn to a player's hand."""
        self.tap(f"#tab-{self.key(name)}")

    def mode(self, shape: str, how: str) -> None:
        """Say what a tap adds."""
        self.tap(f"#mode-{shape}-{how}")

    def tiles(self, *tiles: str) -> None:
        """Tap tiles of the pad."""
        for tile in tiles:
            self.tap(f"#tile-{tile}")

    def winning(self, tile: str) -> None:
        """Say which tile won the game, where the screen asks for it."""
        self.tap(f"#winning-{tile}")

    def key(self, name: str) -> str:
        """Return the id of a player."""
        return str(self.partie.club.players.get(name=name).pk)


class Finger(Taps):
    """Taps on a screen, and counts every tap."""

    def __init__(self, page: Page, partie: Partie) -> None:
        self.page = page
        self.partie = partie
        self.taps = 0
        self.log: list[str] = []

    def tap(self, target: str | Locator) -> None:
        """Tap what is in sight: nothing has to be scrolled for."""
        place = self.page.locator(target) if isinstance(target, str) else target
        expect(place).to_be_visible()
        box = place.bounding_box()
        assert box is not None
        size = self.page.viewport_size
        assert size is not None
        middle = box["y"] + box["height"] / 2
        assert 0 <= middle <= size["height"], f"{target} has to be scrolled for"
        place.click()
        self.taps += 1
        self.log.append(str(target))

    def open(self, address: str) -> None:
        """Open a page."""
        self.page.goto(address)

    def ask(self, script: str) -> Any:
        """Return what a function of the page returns."""
        return self.page.evaluate(script)

    def wait_until(self, script: str) -> None:
        """Wait until a function of the page returns something true."""
        self.page.wait_for_function(script, timeout=LONGEST_WAIT)

    def record(self) -> None:
        """Record the game, and see that it is recorded."""
        self.tap("#record")
        expect(self.page.locator("#recorded-heading")).to_be_visible()

    def record_refused(self) -> None:
        """Try to record the game, and see that it is not."""
        self.tap("#record")
        expect(self.page.locator("#worth").get_by_role("alert")).to_be_visible()

    # What is looked at --------------------------------------------------------------

    @property
    def said(self) -> dict[str, Any]:
        """What was recorded last, with names instead of ids."""
        revision = Revision.objects.filter(entry__partie=self.partie).last()
        assert revision is not None
        said: dict[str, Any] = _named(revision.said, self.partie)
        return said

    @property
    def scores(self) -> dict[str, int]:
        """What the last game came to."""
        game = self.partie.games.order_by("number").last()
        assert game is not None
        return {one.player.name: one.score for one in game.scores.all()}

    def sum_up(self, what: str) -> None:
        """Print how many taps it took."""
        print(f"{what}: {self.taps} taps")  # noqa: T201 - asked for by whoever runs it


def _named(value: Any, partie: Partie) -> Any:
    names = {str(one.pk): one.name for one in partie.club.players.all()}
    if isinstance(value, dict):
        return {names.get(key, key): _named(one, partie) for key, one in value.items()}
    if isinstance(value, list):
        return [_named(one, partie) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def table_of(
    club: Club,
    ruleset: str,
    many: int = 4,
    options: Mapping[str, object] | None = None,
    *,
    names: Sequence[str] = NAMES,
    uses_chips: bool = False,
) -> Partie:
    """Begin a partie, in a season of its own."""
    if ruleset == "spiel-der-winde":
        options = {"settlement": "differences", **(options or {})}
    season = Season.objects.create(
        club=club,
        name=ruleset,
        slug=ruleset,
        starts_on=dt.date(2026, 1, 1),
        ruleset=ruleset,
    )
    return partie_start(
        season=season,
        players=players_in(club, *names[:many]),
        day=dt.date(2026, 11, 17),
        options=options,
        uses_chips=uses_chips,
    )


Sit = Callable[..., Finger]


@pytest.fixture
def sit(page: Page, live_server: LiveServer, club: Club) -> Iterator[Sit]:
    """Return what opens the table screen of a new partie, with its link."""

    def sat(ruleset: str = "nts", *said: Any, **more: Any) -> Finger:
        partie = table_of(club, ruleset, *said, **more)
        open_table(page, live_server, partie)
        return Finger(page, partie)

    yield sat
    # The server does not end while it works out what a game comes to.
    expect(page.locator("#worth[aria-busy=true]")).to_have_count(0)


def open_table(page: Page, live_server: LiveServer, partie: Partie) -> None:
    """Open the table screen of a partie with a link."""
    page.goto(live_server.url + link_make(partie=partie).get_absolute_url())
    expect(page.locator("#table")).to_be_visible()


def ben_wins(table: Finger) -> None:
    """Enter how the worked example ended, and the hand that won it."""
    table.won("Ben")
    table.gave("Anna")
    table.tiles("2s", "4p", "5m", "3m", "3s")
    table.winning("3s")


def tray(table: Finger) -> list[str]:
    """Return what lies in the tray, as a screen reader says it."""
    return [
        one.get_attribute("aria-label") or one.inner_text()
        for one in table.page.locator("#tray .set").all()
    ]
