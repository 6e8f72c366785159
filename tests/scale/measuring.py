"""Asking two installations for the same, in turn, and judging the answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from operator import truediv
from statistics import median
from typing import Any, Self

from tests.bench.measure import Measured
from tests.scale import CORRECTING, FRONT_PAGE, PAGES, RECORDING
from tests.storm.__main__ import ROOT, say

MOST_TIMES = 1.3
"""How much longer the same may take among others."""
MOST_SECONDS = 2
"""How long a correction of the season's first game may take, standings and ratings."""
COMPARED = (*PAGES, RECORDING)
CORRECTIONS = 6
WARM = 2
"""How often each is asked for before anything counts."""


class Installation:
    """A process that serves one installation, which it fills first if it is empty."""

    def __init__(self, url: str, clubs: int, parties: int, *, is_alone: bool) -> None:
        self.environment = os.environ | {
            "DATABASE_URL": url,
            "SECRET_KEY": "to-measure",
            "DEBUG": "false",
        }
        self.command = [sys.executable, "-m", "tests.scale.worker"]
        self.size = [f"--clubs={clubs}", f"--parties={parties}"]
        if is_alone:
            self.size.append("--alone")

    def __enter__(self) -> Self:
        """Fill it where it is empty, and begin to answer."""
        subprocess.run(  # noqa: S603 (our own words)
            [*self.command, "--fill", *self.size],
            env=self.environment,
            cwd=ROOT,
            check=True,
        )
        self.process = subprocess.Popen(  # noqa: S603 (our own words)
            self.command,
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_error: object) -> None:
        """Ask for nothing more."""
        self.process.communicate()

    def ask(self, name: str) -> Any:
        """Return the answer to a question of `tests.scale.asking`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            message = f"The installation did not answer: {name}"
            raise RuntimeError(message)
        return json.loads(line)

    def queries(self, name: str) -> int:
        """Return how many queries something costs."""
        found: int = self.ask(f"{name}/counted")["queries"]
        return found


def compare(alone: Installation, among: Installation, rounds: int) -> bool:
    """Print what both take; return whether all of it passes."""
    with alone, among:
        passed = [_compared(alone, among, name, rounds) for name in COMPARED]
        passed.append(_corrected(among))
        _front_page(among, rounds)
        for one in (alone, among):
            one.ask("end")
    return all(passed)


def _compared(alone: Installation, among: Installation, name: str, rounds: int) -> bool:
    """Ask both for the same in turn."""
    for _number in range(WARM):
        for one in (alone, among):
            one.ask(name)
    times: dict[Installation, list[float]] = {alone: [], among: []}
    busy: dict[Installation, list[float]] = {alone: [], among: []}
    for number in range(rounds):
        # Neither is always the first, which another task may have kept waiting.
        for one in (alone, among) if number % 2 else (among, alone):
            answer = one.ask(name)
            times[one].append(answer["seconds"])
            busy[one].append(answer["cpu"])
    counts = [one.queries(name) for one in (alone, among)]
    ratio = Measured(
        name, median(map(truediv, times[among], times[alone])), MOST_TIMES, "times"
    )
    say(
        f"{ratio}; {1000 * median(times[alone]):.1f} ms alone,"
        f" {1000 * median(times[among]):.1f} ms among others; of a processor"
        f" {median(map(truediv, busy[among], busy[alone])):.2f} times"
        f" {1000 * median(busy[alone]):.1f} ms; queries {counts[0]}"
    )
    if counts[0] != counts[1]:
        say(f"{name}: FAILED: {counts[1]} queries among others")
    return ratio.passes and counts[0] == counts[1]


def _corrected(among: Installation) -> bool:
    """Correct the first game of the season, there and back."""
    answers = [among.ask(CORRECTING) for _number in range(CORRECTIONS)]
    seconds, busy = (
        median(one[what] for one in answers) for what in ("seconds", "cpu")
    )
    measured = Measured(CORRECTING, seconds, MOST_SECONDS, "s")
    say(f"{measured}; standings and ratings included, {busy:.2f} s of a processor")
    return measured.passes


def _front_page(among: Installation, rounds: int) -> None:
    """Ask for the page that lists all clubs; there is no limit to it."""
    times = [among.ask(FRONT_PAGE)["seconds"] for _number in range(rounds)]
    say(
        f"{FRONT_PAGE}, of all clubs: {1000 * median(times):.1f} ms,"
        f" queries {among.queries(FRONT_PAGE)}"
    )
