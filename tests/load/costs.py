"""What each kind of request takes of a processor, one by one, in one process."""

from __future__ import annotations

import random
import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from django.test import Client, override_settings

from tests.load.people import CSRF, played
from tests.rules.golden import WORKED_EXAMPLE

if TYPE_CHECKING:
    from tests.load.people import Table
    from tests.load.scene import Scene

TIMES = 9


def costs(scene: Scene, table: Table) -> Iterator[tuple[str, float]]:
    """
    Yield each kind of request and the milliseconds of a processor that one takes.

    It is the median of some; what is shared has been made before. *table* is one that
    nobody else records at.
    """
    with override_settings(ALLOWED_HOSTS=["testserver"], NETWORK_PERCENT=0):
        for kind, ask in _requests(scene, table):
            ask()
            yield kind, statistics.median(_taken(ask) for _ in range(TIMES))


def _taken(ask: Callable[[], Any]) -> float:
    began = time.thread_time()
    answer = ask()
    assert answer.status_code in (200, 201, 304), answer.content
    return 1000 * (time.thread_time() - began)


def _requests(scene: Scene, table: Table) -> Iterator[tuple[str, Callable[[], Any]]]:
    reader = Client(headers={"accept-encoding": "gzip"})
    page = reader.get(scene.leaderboard)
    kept = {"if-none-match": page["ETag"]}
    yield "leaderboard", lambda: reader.get(scene.leaderboard)
    yield (
        "leaderboard, nothing new",
        lambda: reader.get(scene.leaderboard, headers=kept),
    )
    polls = {"hx-request": "true"}
    kept_screen = polls | {
        "if-none-match": reader.get(scene.live, headers=polls)["ETag"]
    }
    yield "big screen", lambda: reader.get(scene.live, headers=polls)
    yield (
        "big screen, nothing new",
        lambda: reader.get(scene.live, headers=kept_screen),
    )
    writer = Client(headers={"x-csrftoken": CSRF})
    writer.cookies["sessionid"], writer.cookies["csrftoken"] = table.session, CSRF
    yield "table screen", lambda: writer.get(f"{table.page}record/")
    said = {
        "hands": {table.players[1]: {"sets": WORKED_EXAMPLE["hands"]["S"]["sets"]}},
        "outcome": {
            "kind": "win",
            "winner": table.players[1],
            "winning_tile": "3s",
            "source": "discard",
            "from": table.players[0],
        },
    }
    body = {"said": said, "east": None}
    where = f"{table.page}preview/"
    yield (
        "preview",
        lambda: writer.post(where, body, content_type="application/json"),
    )
    chance = random.Random(1)
    games, version = f"/api/v1/parties/{table.partie}/games/", iter(range(1000))
    program = Client(headers={"authorization": f"Bearer {table.token}"})
    yield (
        "recording",
        lambda: program.post(
            games,
            played(chance),
            content_type="application/json",
            headers={
                "if-match": f'"{next(version)}"',
                "idempotency-key": secrets.token_hex(16),
            },
        ),
    )
