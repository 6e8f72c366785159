"""The programs of the storm: each records game after game until it is told to end."""

from __future__ import annotations

import http.client
import json
import random
import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.rules.golden import WORKED_EXAMPLE
from tests.storm.server import HOST, Server

TABLES = 8
CLIENTS = 20
"""So that at every table two or three record against each other."""
PLAYERS = [f"Player {number}" for number in range(1, 1 + 4 * TABLES)]
SEATS = "ESWN"
CUT = 0.1
"""How often a client hangs up before the answer, as a phone without a signal."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A game that the server has said it recorded."""

    partie: int
    key: str
    number: int
    version: int
    client: int


@dataclass
class Table:
    """A table, and the partie that is played there now."""

    number: int
    partie: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def players(self) -> list[str]:
        """The four who play here."""
        return PLAYERS[4 * self.number : 4 * self.number + 4]


class Ledger:
    """What was sent and what was acknowledged, of all clients together."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.games: list[Acknowledged] = []
        self.sent: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.failure = ""

    def send(self, key: str) -> None:
        """Note that a game is about to be sent for the first time."""
        with self._changed:
            self.sent.add(key)

    def acknowledge(self, game: Acknowledged) -> None:
        """Note that a game is recorded."""
        with self._changed:
            self.games.append(game)
            self._changed.notify_all()

    def count(self, what: str) -> None:
        """Count something that happened."""
        with self._changed:
            self.counts[what] += 1

    def fail(self, why: str) -> None:
        """Note what no server may answer, and end the storm."""
        with self._changed:
            self.failure = self.failure or why
            self._changed.notify_all()

    def wait_for(self, many: int, seconds: float) -> None:
        """Wait until so many games are acknowledged in all, or something failed."""
        with self._changed:
            came = self._changed.wait_for(
                lambda: self.failure or len(self.games) >= many, seconds
            )
        if not came:
            self.fail(f"no {many} games were acknowledged in {seconds} seconds")


class Client(threading.Thread):
    """A program that records at one table."""

    def __init__(
        self,
        number: int,
        *,
        table: Table,
        ledger: Ledger,
        token: str,
        server: Server,
        seed: int,
    ) -> None:
        super().__init__(name=f"client {number}", daemon=True)
        self.number, self.table, self.ledger = number, table, ledger
        self.server = server
        self.headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
        }
        self.chance = random.Random(f"{seed} {number}")
        self.ends = threading.Event()
        self._connection: http.client.HTTPConnection | None = None
        self._version = 0

    def run(self) -> None:
        """Record until the end; what was sent is seen through to its answer."""
        try:
            while not self.ends.is_set():
                self._record_one()
        except Exception as error:  # noqa: BLE001 (the storm tells it, and ends)
            self.ledger.fail(f"{self.name}: {type(error).__name__}: {error}")

    # One game

    def _record_one(self) -> None:
        """Record a game, whatever happens to the server meanwhile."""
        key = f"{self.chance.getrandbits(128):032x}"
        game = {**self._game(), "remark": key}
        partie = self.table.partie
        self.ledger.send(key)
        while True:
            status, answer = self._ask(
                f"/api/v1/parties/{partie}/games/",
                game,
                {"Idempotency-Key": key, "If-Match": f'"{self._version}"'},
            )
            if status == 201:
                self._version = answer["version"]
                self.ledger.acknowledge(
                    Acknowledged(
                        partie, key, answer["number"], self._version, self.number
                    )
                )
                return
            code = answer.get("error", {}).get("code")
            if status == 409:
                self.ledger.count("conflicts")
                self._version = answer["error"]["version"]
            elif status == 422 and code == "finished":
                self._start_next(partie)
                partie = self.table.partie
            else:
                raise RuntimeError(f"{status} {answer}")

    def _start_next(self, finished: int) -> None:
        """Start the table's next partie, unless another client has done so."""
        with self.table.lock:
            if self.table.partie == finished:
                self.table.partie = self.start_partie()
        self._version = 0

    def start_partie(self) -> int:
        """Start a partie of the table's players; return its id."""
        said = {
            "players": self.table.players,
            "ruleset": "nts",
            "table": str(self.table.number),
        }
        status, answer = self._ask("/api/v1/clubs/storm/parties/", said, {})
        if status != 201:
            raise RuntimeError(f"{status} {answer}")
        self.ledger.count("parties")
        return int(answer["id"])

    def _game(self) -> dict[str, Any]:
        """Return a game that may have been played."""
        dice = self.chance.random()
        if dice < 0.2:
            return {"outcome": {"kind": "draw"}}
        if dice < 0.3:
            return {name: WORKED_EXAMPLE[name] for name in ("hands", "outcome")}
        winner, giver = self.chance.sample(SEATS, 2)
        is_self_drawn = self.chance.random() < 0.3
        return {
            "hands": {
                seat: {"points": 2 * self.chance.randint(10, 150)} for seat in SEATS
            },
            "outcome": {
                "kind": "win",
                "winner": winner,
                "winning_tile": None,
                "source": "wall" if is_self_drawn else "discard",
                "from": None if is_self_drawn else giver,
            },
        }

    # The wire

    def _ask(
        self, address: str, body: dict[str, Any], headers: dict[str, str]
    ) -> tuple[int, dict[str, Any]]:
        """Return the answer to a request, sent again until there is one."""
        text = json.dumps(body)
        while True:
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(
                        HOST, self.server.port, timeout=60
                    )
                self._connection.request("POST", address, text, self.headers | headers)
                if self.chance.random() < CUT:
                    self.ledger.count("cut")
                    self._hang_up()
                    continue
                response = self._connection.getresponse()
                content = response.read()
            except (OSError, http.client.HTTPException):
                # The server was killed before, under or after the request.
                self.ledger.count("unanswered")
                self._hang_up()
                if self.ledger.failure:
                    raise
                self.server.is_up.wait()
                continue
            if response.status >= 500:
                raise RuntimeError(f"{response.status} {content!r}")
            return response.status, json.loads(content)

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None
