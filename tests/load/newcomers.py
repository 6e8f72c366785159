"""Many newcomers at one invitation at once, each of whom has a password hashed."""

from __future__ import annotations

import http.client
import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.load.people import CSRF, Recorder
from tests.storm.server import HOST

MANY = 14
PASSWORD = "winds over old towers"


@dataclass
class Crowd:
    """What came of it."""

    statuses: list[int] = field(default_factory=list)
    """The answers to the newcomers: one is let in, the others come too late."""
    seconds: float = 0
    """Until the last of them was answered."""
    games: list[float] = field(default_factory=list)
    """How long each game took that was recorded meanwhile, in seconds."""


def crowd(table: Recorder, invitation: str) -> Crowd:
    """Let all of them accept one invitation while *table* records game after game."""
    found = Crowd()
    begins = threading.Barrier(MANY + 1)

    def accept(number: int) -> None:
        form = {
            "csrfmiddlewaretoken": CSRF,
            "username": f"newcomer{number}",
            "first_name": "Eva",
            "last_name": "de Boer",
            "password1": PASSWORD,
            "password2": PASSWORD,
        }
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={CSRF}",
            "X-Forwarded-For": f"203.0.113.{number + 1}",
        }
        connection = http.client.HTTPConnection(HOST, table.port, timeout=60)
        begins.wait()
        connection.request("POST", invitation, urlencode(form), headers)
        found.statuses.append(connection.getresponse().status)

    newcomers = [threading.Thread(target=accept, args=[one]) for one in range(MANY)]
    for one in newcomers:
        one.start()
    ledger = table.ledger
    begins.wait()
    began = time.monotonic()
    while any(one.is_alive() for one in newcomers):
        before = len(ledger.times["recording"])
        table.record()
        found.games += ledger.times["recording"][before:]
    found.seconds = time.monotonic() - began
    return found
