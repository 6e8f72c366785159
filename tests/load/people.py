"""Who is there: somebody at each table who taps, and readers."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from clubscore.demo.dealer import deal_game
from clubscore.rules import RulesError, score_record
from tests.rules.golden import WORKED_EXAMPLE
from tests.storm.server import HOST

GAME_SECONDS = 180
RULESET = "nts"
"""Of the tables of tonight."""
TAPS = 20
POLL_SECONDS = 5
"""How often the big screen asks."""
ROOMS = 8
"""Networks; a room has five tables of forty, and an eighth of those who look on."""
READ_SECONDS = 30
"""How often somebody looks at the leaderboard again."""
JSON = {"Content-Type": "application/json"}
CSRF = "abcdefghijklmnopqrstuvwxyzabcdef"


@dataclass
class Ledger:
    """What was asked, how long each answer took, and what was not right."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    recorded: list[str] = field(default_factory=list)
    """The keys of the games that were acknowledged."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class Person(threading.Thread):
    """Somebody with a connection of their own."""

    def __init__(self, port: int, ledger: Ledger, seed: int) -> None:
        super().__init__(daemon=True)
        self.port, self.ledger = port, ledger
        self.room = {"X-Forwarded-For": f"198.51.100.{seed // 2 % ROOMS + 1}"}
        self.chance = random.Random(seed)
        self.ends = threading.Event()
        self._connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        """Do what this person does until the end."""
        # Nobody comes at the same moment as everybody else.
        self.ends.wait(self.chance.uniform(0, self.pause))
        while not self.ends.is_set():
            try:
                self.act()
            except Exception as error:  # noqa: BLE001 (it is told, and this one goes)
                with self.ledger.lock:
                    self.ledger.errors.append(f"{type(error).__name__}: {error}")
                self._connection = None
                self.ends.wait(1)

    pause = 1.0

    def act(self) -> None:
        """Do it once, and wait."""
        raise NotImplementedError

    def ask(
        self,
        kind: str,
        method: str,
        path: str,
        body: Any,
        headers: dict[str, str],
        right: tuple[int, ...] = (200,),
    ) -> http.client.HTTPResponse:
        """Ask for something; note how long it took and whether it was right."""
        headers = headers | self.room
        if self._connection is None:
            self._connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        text = None if body is None else json.dumps(body)
        began = time.monotonic()
        try:
            self._connection.request(method, path, text, headers)
            response = self._connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            # What was kept open is closed after a while; a browser asks again too.
            self._connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
            self._connection.request(method, path, text, headers)
            response = self._connection.getresponse()
        answer = response.read()
        seconds = time.monotonic() - began
        with self.ledger.lock:
            self.ledger.times[kind].append(seconds)
            if response.status not in right:
                what = f"{kind}: {response.status} {answer[:200]!r}"
                self.ledger.errors.append(what)
        return response


class Watcher(Person):
    """A big screen, which asks whether something is new."""

    pause = POLL_SECONDS

    def __init__(self, port: int, ledger: Ledger, seed: int, path: str) -> None:
        super().__init__(port, ledger, seed)
        self.path, self.tag = path, ""

    def act(self) -> None:
        """Ask, and wait."""
        headers = {"HX-Request": "true", "Accept-Encoding": "gzip"}
        if self.tag:
            headers["If-None-Match"] = self.tag
        answer = self.ask("big screen", "GET", self.path, None, headers, (200, 304))
        self.tag = answer.headers.get("ETag", self.tag)
        self.ends.wait(POLL_SECONDS)


class Reader(Person):
    """Somebody who looks at the leaderboard again and again."""

    pause = READ_SECONDS

    def __init__(self, port: int, ledger: Ledger, seed: int, path: str) -> None:
        super().__init__(port, ledger, seed)
        self.path = path
        self.kept: dict[str, str] = {}
        """What a browser sends with the next look: its cookie, and what it has."""

    def act(self) -> None:
        """Look, and wait."""
        headers = {"Accept-Encoding": "gzip", **self.kept}
        answer = self.ask("leaderboard", "GET", self.path, None, headers, (200, 304))
        if cookie := answer.headers.get("Set-Cookie"):
            self.kept["Cookie"] = cookie.partition(";")[0]
        self.kept["If-None-Match"] = answer.headers.get("ETag") or ""
        self.ends.wait(READ_SECONDS)


@dataclass(frozen=True)
class Table:
    """Where somebody records."""

    partie: int
    page: str
    """The address of the partie's pages."""
    players: tuple[str, ...]
    session: str
    token: str


def played(chance: random.Random) -> dict[str, Any]:
    """
    Return a game as people play it; whoever wins is East, so that no partie ends.

    What nobody may win with too few doubles goes on at the table.
    """
    while True:
        game = deal_game(chance)
        winner = game["outcome"].get("winner", "E")
        other = {winner: "E", "E": winner}
        hands = {
            other.get(seat, seat): one for seat, one in game.get("hands", {}).items()
        }
        seats = {
            name: other.get(said, said)
            for name, said in game["outcome"].items()
            if name in ("winner", "from")
        }
        game = {"hands": hands, "outcome": game["outcome"] | seats}
        with suppress(RulesError):
            score_record({"ruleset": RULESET, "round_wind": "E", **game})
            return game


class Recorder(Person):
    """Somebody at a table, who enters a game tap by tap and sends it."""

    pause = GAME_SECONDS

    def __init__(self, port: int, ledger: Ledger, seed: int, table: Table) -> None:
        super().__init__(port, ledger, seed)
        self.table, self.version = table, 0
        self.cookie = {"Cookie": f"sessionid={table.session}; csrftoken={CSRF}"}

    def act(self) -> None:
        """Open the screen, tap, record; a game every three minutes."""
        began = time.monotonic()
        tapping = {
            **self.cookie,
            "X-CSRFToken": CSRF,
            "Content-Type": "application/json",
        }
        self.ask("table screen", "GET", f"{self.table.page}record/", None, self.cookie)
        sets = WORKED_EXAMPLE["hands"]["S"]["sets"]
        for tap in range(TAPS):
            many = min(len(sets), 1 + tap * len(sets) // (TAPS - 4))
            said = {
                "hands": {self.table.players[1]: {"sets": sets[:many]}},
                "outcome": {
                    "kind": "win",
                    "winner": self.table.players[1],
                    "winning_tile": "3s",
                    "source": "discard",
                    "from": self.table.players[0],
                },
            }
            preview = f"{self.table.page}preview/"
            self.ask("preview", "POST", preview, {"said": said, "east": None}, tapping)
            if self.ends.wait(self.chance.uniform(0.5, 1.5)):
                return
        self.record()
        self.ends.wait(max(0, GAME_SECONDS - (time.monotonic() - began)))

    def record(self) -> None:
        """Record what was played; whoever recorded last knows the version."""
        key = f"{self.chance.getrandbits(128):032x}"
        answer = self.ask(
            "recording",
            "POST",
            f"/api/v1/parties/{self.table.partie}/games/",
            {**played(self.chance), "remark": key},
            {
                "Authorization": f"Bearer {self.table.token}",
                **JSON,
                "Idempotency-Key": key,
                "If-Match": f'"{self.version}"',
            },
            (201,),
        )
        if answer.status == http.HTTPStatus.CREATED:
            self.version += 1
            with self.ledger.lock:
                self.ledger.recorded.append(key)
