"""Updates that are killed, on one database, which DATABASE_URL names."""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import django

from clubscore.version import VERSION

if TYPE_CHECKING:
    from tests.updates.installed import Installation, Source

BEFORE = 0.2
"""How often a kill comes while the new version is only made ready, which takes long."""


def main() -> int:
    """Update, kill, judge, tell how it goes; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"
    django.setup()
    from django.db import connection

    connection.settings_dict["OPTIONS"].pop("pool", None)
    from tests.updates.installed import Installation, Source

    source = Source(asked.folder / "source")
    place = Installation(asked.folder, os.environ["DATABASE_URL"], source)
    began = time.monotonic()
    try:
        place.install()
        killing = Killing(place, source, asked.seed)
        found = killing.kill(asked.count)
    finally:
        place.kill()
    for fault in found[:20]:
        say(fault)
    if found:
        log = (place.prefix / "run" / "stand-in" / "log").read_text()
        say(f"{len(found)} faults\n{log[-5000:]}")
        return 1
    say(
        f"{asked.count} kills, {killing.came['old']} times the old and"
        f" {killing.came['new']} times the new version,"
        f" {len(killing.recording.ledger.games)} games, every one acknowledged and"
        f" there once and in order; audit clean after every kill"
        f" in {time.monotonic() - began:.0f} s"
    )
    return 0


class Killing:
    """Versions, updates to them, and kills."""

    def __init__(self, place: Installation, source: Source, seed: int) -> None:
        from tests.updates.recording import Recording

        self.place, self.source = place, source
        self.chance = random.Random(seed)
        self.recording = Recording(place, seed)
        self.number = 0
        self.came = Counter[str]()
        self.seconds = self.still = 0.0
        """How long an update takes that nobody kills; how long the site is away."""

    def kill(self, count: int) -> list[str]:
        """Kill so many updates; return the first faults."""
        self.recording.begin()
        found = self.leave_alone()
        for kill in range(1, count + 1):
            if found:
                break
            say(f"kill {kill}/{count}: ", end="")
            found = self.kill_one()
        return found + self.recording.end()

    def publish(self) -> str:
        """Make the next version; return its name."""
        self.number += 1
        return self.source.publish(self.number)

    def leave_alone(self) -> list[str]:
        """Kill nothing, to see how long it takes."""
        before, wanted, began = self.place.version(), self.publish(), time.monotonic()
        process = self.place.begin(self.place.command, "update", wanted)
        wait_for_standstill(self.place, process)
        stopped = time.monotonic()
        process.communicate()
        self.seconds = time.monotonic() - began
        self.still = time.monotonic() - stopped
        say(
            f"from {before} to {wanted} in {self.seconds:.0f} s while games come in,"
            f" {self.still:.0f} of them without the site"
        )
        return self.judge(self.place.version(), wanted)

    def kill_one(self) -> list[str]:
        """Kill an update at a moment that chance chooses; return the faults."""
        from tests.updates.installed import killed

        place, chance = self.place, self.chance
        before, wanted = place.version(), self.publish()
        began, alone = time.monotonic(), chance.random() < 0.5
        process = place.begin(place.command, "update", wanted)
        if chance.random() < BEFORE:
            time.sleep(chance.uniform(0, self.seconds - self.still))
        else:
            wait_for_standstill(place, process)
            # Also after its end, when it is the new version that must run.
            time.sleep(chance.uniform(0, self.still * 1.25))
        at, reached = time.monotonic() - began, place.reached
        killed(process, alone=alone)
        said = process.communicate()[0].strip().splitlines()
        say(
            f"{'the command' if alone else 'all of it'} after {at:.1f} s"
            f" ({reached or 'not begun'}: {said[-1] if said else ''}): ",
            end="",
        )
        # The timer looks after it, or the machine starts again.
        if chance.random() < 0.5:
            place.systemctl("start", "clubscore-recover.service")
        else:
            place.systemctl("start")
        now = place.version()
        self.came["new" if now == wanted else "old"] += 1
        say(f"{now} runs, {len(self.recording.ledger.games)} games acknowledged")
        return self.judge(now, before, wanted)

    def judge(self, now: str, *allowed: str) -> list[str]:
        """Return every fault of what is there, while the site stands still."""
        from django.db import connection

        self.place.systemctl("stop")
        try:
            found = [*self.recording.faults(), *wrong_version(now, allowed)]
        finally:
            connection.close()
        if not found:
            self.place.systemctl("start")
            self.place.version()
        return found


def wait_for_standstill(place: Installation, process: subprocess.Popen[str]) -> None:
    """Wait until an update has written down that it stops the site, or has ended."""
    while not place.reached and process.poll() is None:
        time.sleep(0.02)


def wrong_version(now: str, allowed: tuple[str, ...]) -> Iterator[str]:
    """Yield what is not of the version that the site says it is."""
    from django.db import connection

    from clubscore.club.models import Club

    if now not in allowed:
        yield f"{now} runs, which is none of {allowed}"
    number = 0 if now == VERSION else int(now.removeprefix(f"{VERSION}."))
    name = f"Storm {number}" if number else "Storm"
    if (found := Club.objects.get().name) != name:
        yield f"{now} runs with the data of another version: {found}"
    tables = connection.introspection.table_names()
    if later := [
        table
        for table in tables
        if table.startswith("update_") and int(table[7:]) > number
    ]:
        yield f"{now} runs with tables of a later version: {later}"


def say(sentence: str, end: str = "\n") -> None:
    """Print it now."""
    sys.stdout.write(f"{sentence}{end}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
