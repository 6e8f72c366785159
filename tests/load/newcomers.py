"""Many newcomers at one page at once, each of whom has a password hashed."""

from __future__ import annotations

import http.client
import re
import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.load.people import CSRF, Recorder
from tests.storm.server import HOST

MANY = 14
GAME_PAUSE = 0.2
"""Seconds between two games of the table beside them."""
SESSION = re.compile('sessionid=([^;"]+)')
"""What a server gives a browser that it lets in; one that goes is empty."""
PASSWORD = "winds over old towers"


@dataclass(frozen=True)
class Door:
    """Where newcomers make accounts."""

    told: str
    """What they do there."""
    path: str
    late: tuple[int, ...]
    """What all but one are answered: somebody else was let in before."""
    form: dict[str, str] = field(default_factory=dict)
    """What is asked for beside the account."""
    cookie: str = ""

    def is_right(self, came: Crowd) -> bool:
        """Tell whether all were answered, one of them let in."""
        are_late = set(came.late) <= {*self.late}
        return are_late and len(came.late) == MANY - 1 and len(came.let_in) == 1


@dataclass
class Crowd:
    """What came of it."""

    let_in: list[int] = field(default_factory=list)
    """What those were answered who are logged in now."""
    late: list[int] = field(default_factory=list)
    """What the others were answered."""
    seconds: float = 0
    """Until the last of them was answered."""
    games: list[float] = field(default_factory=list)
    """How long each game took that was recorded meanwhile, in seconds."""


def crowd(table: Recorder, door: Door) -> Crowd:
    """Let all of them come to one door while *table* records game after game."""
    found = Crowd()
    begins = threading.Barrier(MANY + 1)

    def accept(number: int) -> None:
        form = {
            "csrfmiddlewaretoken": CSRF,
            "username": f"{door.told.split()[-1]}{number}",
            "first_name": "Eva",
            "last_name": "de Boer",
            "password1": PASSWORD,
            "password2": PASSWORD,
            **door.form,
        }
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={CSRF}; {door.cookie}",
            "X-Forwarded-For": f"203.0.113.{number + 1}",
        }
        connection = http.client.HTTPConnection(HOST, table.port, timeout=60)
        begins.wait()
        connection.request("POST", door.path, urlencode(form), headers)
        answer = connection.getresponse()
        cookies = " ".join(answer.headers.get_all("Set-Cookie", []))
        given = SESSION.search(cookies)
        is_new = given is not None and given[1] not in door.cookie
        (found.let_in if is_new else found.late).append(answer.status)

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
        # Without a pause a table alone would take its room's share of the machine.
        table.ends.wait(GAME_PAUSE)
    found.seconds = time.monotonic() - began
    return found
