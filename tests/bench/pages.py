"""
What a club's pages take of a processor, beside the page that asks for a name.

A server as clubs run it, and a club with a past and three tables that play. What a
request takes is read from the system's own account of the server's processes, so that
others who work on the machine matter little.
"""

from __future__ import annotations

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.dealt_parties import play
from tests.bench.measure import Measured, on_processor

if TYPE_CHECKING:
    from clubscore.partie.models import Partie
    from clubscore.partie.services import Write
    from tests.storm.server import Server

ROOT = Path(__file__).parents[2]
PARTIES = (145, 1450)
"""A year of a club, and ten."""
GAMES_SO_FAR = 6
"""At each table that plays."""
YARDSTICK = "/accounts/login/"
WARM, ANEW = 3, 6
"""How many yardsticks a page may take, and its first look after a game."""
TIMES = 25
GAMES = 5
"""How often a game is recorded, and looked for on every page."""


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    passed = [_run(many, None) for many in PARTIES]
    return all(passed)


def _run(parties: int, database: str | None) -> bool:
    """Measure in a process of its own, which serves and fills a new database."""
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        environment = os.environ | {
            "DATABASE_URL": database or f"sqlite:///{folder}/bench.sqlite3",
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "SECRET_KEY": "for-the-bench",
            "DEBUG": "false",
            "HTTPS": "false",
        }
        own = [sys.executable, "-m", "tests.bench.pages"]
        done = subprocess.run(  # noqa: S603
            [*own, "--here", folder, "--parties", str(parties)],
            cwd=ROOT,
            env=environment,
            check=False,
        )
        return done.returncode == 0


def main() -> int:
    """Measure what is asked for; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parties", type=int, default=PARTIES[0])
    parser.add_argument("--database", help="the address of an empty one")
    parser.add_argument("--here", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.here is None:
        return 0 if _run(asked.parties, asked.database) else 1
    measured = list(_measured(Path(asked.here), asked.parties))
    for one in measured:
        print(one)
    return 0 if all(one.passes for one in measured) else 1


def _measured(folder: Path, parties: int) -> Iterator[Measured]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests.storm.server import Server

    call_command("compile_translations", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("migrate", verbosity=0)
    playing = _filled(parties)
    pages = _pages(playing[0])
    server = Server(folder, os.environ["DATABASE_URL"])
    server.environment["SECRET_KEY"] = os.environ["SECRET_KEY"]
    connection.close()
    server.start()
    try:
        yield from _asked(Asking(server), pages, playing, parties)
    finally:
        server.kill()


def _filled(parties: int) -> list[Partie]:
    """Fill the database; return the parties that are being played."""
    import io
    from random import Random

    from django.utils import timezone

    from clubscore.club.models import Club
    from clubscore.demo.bar import Bar
    from clubscore.demo.schedule import DemoSize, fill_clubs

    today = timezone.localdate()
    plan = DemoSize(seed=136, clubs=1, parties=parties, today=today)
    fill_clubs(plan, lambda *_title: Bar("", 1, "", io.StringIO()))
    club = Club.objects.get()
    seated = {
        result.player_id
        for partie in club.parties.open()
        for result in partie.results.all()
    }
    # Two tables of the last evening play on, and one more.
    spare = list(club.players.exclude(pk__in=seated).order_by("pk"))[:4]
    season = club.seasons.get()
    play(Random(1), season, spare, today, "7", GAMES_SO_FAR)
    playing = list(club.parties.open())
    evenings = club.evenings.count()
    print(f"{club.parties.count()} parties, {evenings} evenings, {len(playing)} tables")
    return playing


def _pages(partie: Partie) -> dict[str, str]:
    """Return the address of each page that is measured."""
    club = partie.club.get_absolute_url()
    season = partie.season.get_absolute_url()
    player = partie.results.all()[0].player
    return {
        "front page of the club": club,
        "leaderboard": season,
        "evening": f"{club}evenings/{partie.evening.date}/",
        "big screen": f"{club}live/",
        "player": f"{club}players/{player.slug}/",
        "statistics": f"{club}statistics/",
        "records": f"{club}records/",
        "ratings": f"{club}ratings/",
        "partie": partie.get_absolute_url(),
        "game": f"{partie.get_absolute_url()}games/1/",
        "standings by API": f"/api/v1/clubs{club}seasons/{partie.season.slug}"
        "/standings/",
    }


def _asked(
    asking: Asking, pages: dict[str, str], playing: list[Partie], parties: int
) -> Iterator[Measured]:
    """Yield each page beside the yardstick: warm, and after a game."""
    for address in (YARDSTICK, *pages.values()):
        for _ in range(4):  # both processes have seen it
            asking.took(address)
    taken: dict[str, list[float]] = {}
    for _ in range(TIMES):
        for address in (YARDSTICK, *pages.values()):
            taken.setdefault(address, []).append(asking.took(address))
    yardstick = median(taken[YARDSTICK])
    print(f"{YARDSTICK} takes {1000 * yardstick:.1f} ms of a processor")
    for name, address in pages.items():
        yield Measured(
            f"{name}, {parties} parties",
            median(taken[address]) / yardstick,
            WARM,
            "times",
        )
    first: dict[str, list[float]] = {}
    for _ in range(GAMES):
        # At the table whose pages are looked at, which change most.
        _record(playing[0])
        for name, address in pages.items():
            first.setdefault(name, []).append(asking.took(address))
    for name, times in first.items():
        yield Measured(
            f"{name}, {parties} parties, first look after a game",
            median(times) / yardstick,
            ANEW,
            "times",
        )
    member = Asking(asking.server, _session(playing[0]))
    for name, address in pages.items():
        times_it = median(member.took(address) for _ in range(TIMES)) / yardstick
        # What is made for somebody alone is told, and has no limit of its own.
        print(f"{name}, {parties} parties, for an administrator: {times_it:.2f}")
    # What only a partie's end changes is told likewise.
    _end(playing[0])
    for name, address in pages.items():
        times_it = asking.took(address) / yardstick
        print(f"{name}, {parties} parties, after a partie has ended: {times_it:.2f}")


def _session(partie: Partie) -> str:
    """Return the cookie of somebody who administers the club."""
    from django.conf import settings
    from django.test import Client

    from clubscore.club.models import Account, Member, Role

    account = Account.objects.create_user("bench")
    Member.objects.create(club=partie.club, account=account, role=Role.ADMINISTRATOR)
    client = Client()
    client.force_login(account)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


def _record(partie: Partie) -> None:
    """Record a game that nobody won."""
    from clubscore.partie.services import game_record

    game_record(
        partie=partie, write=_write(partie), record={"outcome": {"kind": "draw"}}
    )


def _end(partie: Partie) -> None:
    from clubscore.partie.services import partie_end

    partie_end(partie=partie, write=_write(partie), why="time")


def _write(partie: Partie) -> Write:
    from clubscore.partie.services import Author, Write

    partie.refresh_from_db()
    return Write(Author(name="Bench"), partie.version, f"bench {partie.version}")


class Asking:
    """Somebody who looks on, and what a server takes to answer."""

    def __init__(self, server: Server, cookie: str = "") -> None:
        self.server = server
        self.cookie = cookie

    def took(self, address: str) -> float:
        """Ask for a page; return the seconds of a processor that it took."""
        before = self._busy()
        headers = {"Accept-Encoding": "gzip"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        with closing(
            http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        ) as connection:
            connection.request("GET", address, headers=headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise RuntimeError(f"{address} answers {answer.status}")
            for cookie in answer.headers.get_all("Set-Cookie") or ():
                if not self.cookie:
                    self.cookie = cookie.partition(";")[0]
        return self._busy() - before

    def _busy(self) -> float:
        """Return how long the server's processes have had a processor."""
        return sum(map(on_processor, self.server.processes()))


if __name__ == "__main__":
    sys.exit(main())
