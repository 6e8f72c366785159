"""Twenty tables on one server; run by `at_the_table` in a process of its own."""

from __future__ import annotations

import datetime as dt
import http.client
import json
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from clubscore.partie.models import Partie
    from tests.storm.server import Server

TABLES = 20
GAMES = 12
"""So many has every table played before it is measured: about half a partie."""
SEED = 20261121
ROUNDS = 12
"""How often every table asks what its game comes to, all at the same time."""
LONGEST = 60
"""Seconds after which an answer does not come any more."""
AS_LONG_AS_IT_MOVES = 400
"""Milliseconds after which a tap counts for what has come where it is."""
TAPS = 40
MOST_KILOBYTES, MOST_TO_PAINT, MOST_TO_PREVIEW = 100, 100, 200
"""Of the first load, compressed; then milliseconds."""
BARE, MOST_TIMES_BARE = "/bare", 2
"""A view that answers JSON and nothing else, and how many of it a preview may take."""
OF_A_HUNDRED = 95
"""Which of a hundred answers, the quickest first, has to keep the limit."""

EXAMPLE = {
    "hands": {
        "E": {"sets": ["(222m)", "(888p)", "(777z)"], "complete": False},
        "S": {"sets": ["(234s)", "(456p)", "(567m)", "(345m)", "(33s)"]},
        "W": {"dead": "tile_count"},
        "N": {
            "sets": ["555s", "(222z)"],
            "complete": False,
            "claims": ["half_flush"],
        },
    },
    "outcome": {
        "kind": "win",
        "winner": "S",
        "winning_tile": "3s",
        "source": "discard",
        "from": "E",
    },
}
"""The game that the rule book of the NTS works out."""


def main() -> int:
    """Measure, print, and return the exit status."""
    django.setup()
    from tests.bench import without_signal
    from tests.bench.at_the_table import lighthouse
    from tests.storm.server import Server

    folder = Path(sys.argv[1])
    parties = set_up()
    server = Server(folder, f"sqlite:///{folder}/bench.sqlite3")
    server.environment["SECRET_KEY"] = "for-the-bench"
    server.environment["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    server.start()
    try:
        address = f"http://127.0.0.1:{server.port}"
        link = parties[0].links.get().get_absolute_url()
        measured = [
            *on_a_phone(address + link),
            *without_signal.measured(address + link),
            *previews(server, parties),
            *lighthouse(address + link, folder),
        ]
    finally:
        server.kill()
    for one in measured:
        print(one)
    return 0 if all(one.passes for one in measured) else 1


def set_up() -> list[Partie]:
    """Return twenty parties, each in the middle of an evening."""
    from django.core.management import call_command

    from clubscore.club.services import club_make, player_add, season_make
    from clubscore.partie.services import (
        Author,
        Write,
        game_record,
        link_make,
        partie_start,
    )
    from tests.rules.dealing import deal_bench_game

    rng = Random(SEED)
    call_command("migrate", verbosity=0)
    club = club_make(name="Bench", slug="bench")
    season = season_make(
        club=club,
        name="2026",
        starts_on=dt.date(2026, 1, 1),
        ruleset="nts",
        options={"minimum_doubles": 0},  # every hand that is dealt wins
    )
    parties = []
    for table in range(1, TABLES + 1):
        names = [f"{name} {table}" for name in ("Anna", "Ben", "Cleo", "Dirk")]
        partie = partie_start(
            season=season,
            players=[player_add(club=club, name=name) for name in names],
            day=dt.date(2026, 11, 17),
            table=str(table),
        )
        for number in range(GAMES):
            game_record(
                partie=partie,
                write=Write(Author(name=names[0]), number, f"game {number + 1}"),
                record=deal_bench_game(rng),
            )
        link_make(partie=partie)
        parties.append(partie)
    return parties


def on_a_phone(address: str) -> list[Any]:
    """Measure the first load of the table screen, and its taps."""
    from playwright.sync_api import sync_playwright

    from tests.bench.measure import Measured

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        )
        page = browser.new_page(viewport={"width": 360, "height": 740}, has_touch=True)
        received: list[float] = []
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on(
            "Network.loadingFinished",
            lambda event: received.append(event["encodedDataLength"]),
        )
        page.goto(address, wait_until="networkidle")
        kilobytes = sum(received) / 1000
        to_paint = sorted(taps(page))
        browser.close()
    slow = to_paint[len(to_paint) * OF_A_HUNDRED // 100]
    return [
        Measured("table screen, first load", kilobytes, MOST_KILOBYTES, "kB", 1),
        Measured("table screen, tap to paint", slow, MOST_TO_PAINT, "ms"),
    ]


def taps(page: Page) -> list[float]:
    """Tap tiles in and out; return how long each took to be seen, in milliseconds."""
    page.evaluate(
        """() => {
          window.slow = [];
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              if (entry.name === "click") window.slow.push(entry.duration);
            }
          }).observe({ type: "event", durationThreshold: 16, buffered: true });
        }"""
    )
    for answer in ("[id^=won-] >> nth=1", "[id^=from-] >> nth=0"):
        page.locator(answer).tap()
        page.wait_for_timeout(AS_LONG_AS_IT_MOVES)
    for _ in range(TAPS // 2):
        page.locator("#tile-1p").tap()
        page.locator("#undo-tap").tap()
    page.wait_for_timeout(500)
    seen: list[float] = page.evaluate("window.slow")
    # What took less than 16 ms is not told.
    return [*seen, *[16.0] * max(0, TAPS - len(seen))]


def previews(server: Server, parties: list[Partie]) -> Iterator[Any]:
    """Let every table ask at the same time, again and again, also the bare view."""
    from tests.bench.measure import Measured, on_processor

    def busy() -> float:
        return sum(map(on_processor, server.processes()))

    tables = [Table(server.port, partie) for partie in parties]
    took: list[float] = []
    beside: list[float] = []
    for _ in range(ROUNDS):
        before = busy()
        took += at_once(tables, [one.path for one in tables])
        between = busy()
        at_once(tables, [BARE] * len(tables))
        beside.append((between - before) / (busy() - between))
    took.sort()
    slow = took[len(took) * OF_A_HUNDRED // 100]
    print(
        f"preview at {TABLES} tables at once, after {GAMES} games:"
        f" half of them in {median(took):.0f} ms"
    )
    yield Measured(
        f"preview at {TABLES} tables at once, {OF_A_HUNDRED} of 100",
        slow,
        MOST_TO_PREVIEW,
        "ms",
    )
    yield Measured(
        f"preview at {TABLES} tables at once beside a bare JSON view",
        # Each process of the server answers its first ones slowly.
        median(beside[1:]),
        MOST_TIMES_BARE,
        "times",
    )


def at_once(tables: list[Table], paths: list[str]) -> list[float]:
    """Let every table ask its path; return the milliseconds that they waited."""
    together = threading.Barrier(len(tables))
    with ThreadPoolExecutor(len(tables)) as threads:
        return [
            *threads.map(lambda table, path: table.ask(path, together), tables, paths)
        ]


class Table:
    """A phone with a table's link."""

    def __init__(self, port: int, partie: Partie) -> None:
        from clubscore.partie import engine
        from clubscore.partie.derive import chronicle_from

        table = engine.next_table(chronicle_from(partie), None)
        said = engine.game_of(partie.terms, table, EXAMPLE).as_json
        self.body = json.dumps({"said": said, "east": None})
        self.path = f"{partie.get_absolute_url()}preview/"
        self.port = port
        self.cookies: SimpleCookie = SimpleCookie()
        self._read(partie.links.get().get_absolute_url())
        self._read(f"{partie.get_absolute_url()}record/")

    def _read(self, path: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", path, headers={"Cookie": self._cookie()})
        answer = connection.getresponse()
        answer.read()
        for line in answer.headers.get_all("Set-Cookie") or ():
            self.cookies.load(line)

    def _cookie(self) -> str:
        return "; ".join(f"{key}={one.value}" for key, one in self.cookies.items())

    def ask(self, path: str, together: threading.Barrier) -> float:
        """Ask when all others do; return the milliseconds until the answer."""
        headers = {
            "Cookie": self._cookie(),
            "X-CSRFToken": self.cookies["csrftoken"].value,
            "Content-Type": "application/json",
        }
        together.wait(LONGEST)
        before = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        connection.request("POST", path, self.body, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path} answers {answer.status}")
        return 1000 * (time.perf_counter() - before)


if __name__ == "__main__":
    sys.exit(main())
