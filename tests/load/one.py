"""An evening on one database, which DATABASE_URL names and which is empty."""

from __future__ import annotations

import argparse
import io
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from tests.load.newcomers import Crowd, Door
    from tests.load.people import Ledger

LIMIT = 0.25
"""Seconds within which 95 of 100 answers are to be there, on two cores of our own."""
NEWCOMERS_LIMIT = 0.5
"""Seconds within which a game is recorded beside many who make accounts."""
SLACK = 3
"""It fails beyond so many times the limit: this machine may have other work."""


def main() -> int:
    """Play the evening, print what it was like, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--readers", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"
    django.setup()
    from django.db import connection

    from tests.load.costs import costs
    from tests.load.newcomers import crowd
    from tests.load.people import Ledger, Person, Reader, Recorder, Watcher
    from tests.load.scene import scene
    from tests.storm.server import Server

    set_up = scene(asked.tables + 3)
    say(f"{'':26}milliseconds of a processor")
    for what, cost in costs(set_up, set_up.tables.pop()):
        say(f"{what:26}{cost:6.1f}")
    spare = [set_up.tables.pop() for _ in set_up.doors]
    connection.close()
    server = Server(asked.folder, os.environ["DATABASE_URL"])
    server.environment["SECRET_KEY"] = os.environ["SECRET_KEY"]  # of the sessions
    server.environment["NETWORK_PERCENT"] = "10"
    server.environment["BEHIND_PROXY"] = "true"  # it says in which room one sits
    server.start()
    ledger = Ledger()
    threading.stack_size(256 * 1024)
    people: list[Person] = [
        Recorder(server.port, ledger, number, table)
        for number, table in enumerate(set_up.tables)
    ]
    for number in range(asked.readers):
        kind, path = (
            (Reader, set_up.leaderboard) if number % 2 else (Watcher, set_up.live)
        )
        people.append(kind(server.port, ledger, 1000 + number, path))
    try:
        for person in people:
            person.start()
        time.sleep(asked.minutes * 60)
        for person in people:
            person.ends.set()
        for person in people:
            person.join(60)
        # In a room each: a table that records without a pause takes most of a share.
        beside = [
            Recorder(server.port, Ledger(), 2 * room, table)
            for room, table in enumerate(spare)
        ]
        doors = zip(set_up.doors, beside, strict=True)
        came = [(door, crowd(table, door)) for door, table in doors]
    finally:
        server.kill()
    for table in beside:
        ledger.errors += table.ledger.errors
        ledger.recorded += table.ledger.recorded
    went_well = [told(ledger), *(told_of_newcomers(*one) for one in came)]
    return 0 if all(went_well) else 1


def told_of_newcomers(door: Door, came: Crowd) -> bool:
    """Print what many at one page cost a table; return whether it went well."""
    most = max(came.games)
    say(
        f"{len(came.let_in + came.late)} {door.told} within {came.seconds:.1f} s;"
        f" {len(came.games)} games were recorded meanwhile, each within"
        f" {held_against(most, NEWCOMERS_LIMIT)}"
    )
    is_right = door.is_right(came)
    if not is_right:
        say(f"let in with {came.let_in}, the others answered {sorted(came.late)}")
    return is_right and most <= NEWCOMERS_LIMIT * SLACK


def held_against(seconds: float, limit: float) -> str:
    """Return a time and how far it is from its limit, and from where it fails."""
    return (
        f"{1000 * seconds:.0f} ms, {100 * seconds / limit:.0f} % of the limit of"
        f" {1000 * limit:.0f} ms; it fails beyond {100 * SLACK} %"
    )


def told(ledger: Ledger) -> bool:
    """Print the table; return whether the evening went well."""
    all_of_them = [one for times in ledger.times.values() for one in times]
    rows = {**ledger.times, "all": all_of_them}
    say(f"{'':14}{'answers':>9}{'half':>9}{'95 of 100':>11}{'most':>9}   milliseconds")
    for kind, times in rows.items():
        half, most_of_them, most = (share(times, one) for one in (0.5, 0.95, 1))
        say(
            f"{kind:14}{len(times):9}{1000 * half:9.0f}{1000 * most_of_them:11.0f}"
            f"{1000 * most:9.0f}"
        )
    lost = list(losses(ledger))
    for wrong in (*ledger.errors[:10], *lost[:10]):
        say(wrong)
    say(
        f"{len(ledger.recorded)} games acknowledged, {len(lost)} faults,"
        f" {len(ledger.errors)} errors"
    )
    quickness = share(all_of_them, 0.95)
    say(f"95 of 100 answers within {held_against(quickness, LIMIT)}")
    return not lost and not ledger.errors and quickness <= LIMIT * SLACK


def share(times: list[float], part: float) -> float:
    """Return within what time that part of all was answered."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def losses(ledger: Ledger) -> Iterator[str]:
    """Yield each game that was acknowledged and is not there, and what audit finds."""
    from django.core.management import call_command

    from clubscore.partie.models import Submission

    stored = set(Submission.objects.values_list("key", flat=True))
    for key in ledger.recorded:
        if key not in stored:
            yield f"{key} is lost"
    said = io.StringIO()
    try:
        call_command("audit", stdout=said)
    except SystemExit:
        yield from said.getvalue().splitlines()


def say(sentence: str) -> None:
    """Print a line now."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
