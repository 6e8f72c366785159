"""Holding what is stored against what was acknowledged."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator

from django.db import connection

from clubscore.partie.audit import differences
from clubscore.partie.models import Game, Partie, Submission
from tests.storm.clients import Acknowledged, Ledger

PATIENCE = 30
"""Seconds in which the sessions of a killed server must have ended."""


def wait_for_the_dead() -> None:
    """Wait until the database has noticed that its clients are gone."""
    if connection.vendor != "postgresql":
        return
    until = time.monotonic() + PATIENCE
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            [many] = cursor.fetchone()
        if not many:
            return
        if time.monotonic() > until:
            raise RuntimeError(f"{many} sessions of a killed server live on")
        time.sleep(0.01)


def faults(ledger: Ledger) -> Iterator[str]:
    """Yield everything that is not as it was acknowledged, or does not follow."""
    for difference in differences():
        yield f"audit: {difference}"
    acknowledged = list(ledger.games)
    stored = {
        submission.key: submission
        for submission in Submission.objects.select_related("revision__entry")
    }
    numbers = dict(Game.objects.values_list("entry", "number"))
    for game in acknowledged:
        yield from _faults_of(game, stored.get(game.key), numbers)
    yield from _faults_of_parties(stored, ledger)
    yield from _disorder(acknowledged)


def _faults_of(
    game: Acknowledged, submission: Submission | None, numbers: dict[int, int]
) -> Iterator[str]:
    """Yield what is wrong with a game that was acknowledged."""
    if submission is None:
        yield f"{game} is lost"
        return
    revision = submission.revision
    found = (
        submission.partie_id,
        numbers.get(revision.entry_id),
        submission.version,
        revision.said.get("remark"),
    )
    if found != (game.partie, game.number, game.version, game.key):
        yield f"{game} is stored as {found}"


def _faults_of_parties(stored: dict[str, Submission], ledger: Ledger) -> Iterator[str]:
    """Yield the parties in which a game stands twice, unsent, or out of order."""
    for key in stored.keys() - ledger.sent:
        yield f"nobody sent {key}"
    games: dict[int, list[str]] = defaultdict(list)
    rows = Game.objects.select_related("revision").order_by("partie", "number")
    for game in rows:
        games[game.partie_id].append(game.revision.said["remark"])
    submitted: dict[int, list[Submission]] = defaultdict(list)
    for submission in stored.values():
        submitted[submission.partie_id].append(submission)
    for partie in Partie.objects.all():
        written = sorted(submitted[partie.pk], key=lambda one: one.version)
        if games[partie.pk] != [one.key for one in written]:
            yield f"partie {partie.pk} does not hold what was sent, once and in order"
        if partie.version != len(written):
            yield f"partie {partie.pk} is at version {partie.version}"


def _disorder(acknowledged: list[Acknowledged]) -> Iterator[str]:
    """Yield where a client's later game stands before an earlier one."""
    last: dict[tuple[int, int], int] = {}
    for game in acknowledged:
        seen = last.get((game.client, game.partie), 0)
        if game.number <= seen:
            yield f"{game} stands before game {seen} of the same client"
        last[game.client, game.partie] = game.number


def unacknowledged(ledger: Ledger) -> int:
    """Return how many games are stored whose answer never arrived."""
    known = {game.key for game in ledger.games}
    return sum(
        key not in known for key in Submission.objects.values_list("key", flat=True)
    )
