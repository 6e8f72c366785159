"""
Mutate records for a while and judge what comes of them.

Progress goes to standard error; the smallest record of each fault to standard output,
a line of JSON each, and the exit status is 1 if there was any.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

import django

from tests.fuzz import judging
from tests.fuzz.judging import Answer, FaultError, TooSlowError
from tests.fuzz.shrinking import shrunk
from tests.rules import mutating
from tests.rules.spoilt_books import spoilt_book

Json = Any
Judge = Callable[[Any], Answer]

COUNT, SEED = 100_000, 1
MUTANTS = 4
"""So many are made of each dealt record."""
PARTIES, LINES, GARBLED, BOOKS = 25, 500, 10, 5
"""Every so many records a partie, a run of the command, a garbled line, an own book."""
SILENCE = 2
"""Seconds between two lines of progress."""
LONGEST = 60
"""Seconds after which a record is given up."""


class Fuzz:
    """A run: what was found so far."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.codes: Counter[str | None] = Counter()
        self.faults: Counter[str] = Counter()
        self.examples: dict[str, tuple[Json, Judge]] = {}
        self.lines: list[tuple[bytes, Answer]] = []
        self.garbled: list[bytes] = []

    def take(self, value: Json, judge: Judge) -> Answer | None:
        """Judge a record; keep the first of every fault."""
        answer, fault = tried(value, judge)
        if fault is not None:
            kind = fault.kind
            self.faults[kind] += 1
            self.examples.setdefault(kind, (value, judge))
        if answer is not None:
            self.codes[answer.code] += 1
        return answer

    def run(self, count: int) -> None:
        """Make so many records."""
        told = 0.0
        record: Json = {}
        for index in range(count):
            rng = Random(f"{self.seed}/{index}")
            if index % MUTANTS == 0:
                record = mutating.deal_game(rng)
            mutant = mutating.mutated(rng, record)
            answer = self.take(mutant, game_judge(index))
            if answer is not None:
                self.lines.append((json.dumps(mutant).encode(), answer))
            if index % GARBLED == 0:
                self.garbled.append(mutating.garbled(rng, record))
            if index % PARTIES == 0:
                partie = mutating.mutated_partie(rng, mutating.deal_partie(rng))
                self.take(partie, partie_judge(index))
            if index % BOOKS == 0:
                own = record | {"ruleset": spoilt_book(rng), "options": {}}
                self.take(own, judging.judge_own_book)
            if len(self.lines) >= LINES:
                self.say_lines()
            if monotonic() - told > SILENCE or index + 1 == count:
                told = monotonic()
                self.tell(index + 1, count)
        self.say_lines()

    def say_lines(self) -> None:
        """Put what has gathered through the command."""
        lines, garbled = self.lines, self.garbled
        self.lines, self.garbled = [], []
        for together, judge in ((lines, judge_said), (garbled, judge_garbled)):
            if kind_of(together, judge) is not None:
                # Which of them it is, one by one.
                for one in together:
                    self.take([one], judge)

    def tell(self, done: int, count: int) -> None:
        """Say how far it is."""
        judged = sum(self.codes.values()) or 1
        sys.stderr.write(
            f"{done} of {count}, {self.codes[None] * 100 // judged} % scored,"
            f" {self.faults.total()} faults\n"
        )
        sys.stderr.flush()

    def report(self) -> bool:
        """Print what was found; return whether there was no fault."""
        for code, many in self.codes.most_common():
            sys.stderr.write(f"{many:8} {code or 'scored'}\n")
        for kind, (value, judge) in self.examples.items():
            sys.stderr.write(f"Looking for the smallest: {kind}\n")
            smallest = shrunk(value, fails_as(kind, judge))
            _, fault = tried(smallest, judge)
            found = {"fault": str(fault), "times": self.faults[kind]}
            written = json.dumps(found | {"record": smallest}, default=repr)
            sys.stdout.write(written + "\n")
        return not self.examples


def game_judge(index: int) -> Judge:
    """Return the judge of a game."""
    return lambda record: judging.judge_game(record, index, "seconds")


def partie_judge(index: int) -> Judge:
    """Return the judge of a partie."""
    return lambda partie: judging.judge_partie(partie, index)


def judge_said(lines: list[tuple[bytes, Answer]]) -> Answer:
    """Judge what the command says to records."""
    judging.judge_lines([line for line, _ in lines], [one for _, one in lines])
    return Answer({}, None)


def judge_garbled(lines: list[bytes]) -> Answer:
    """Judge what the command says to lines that may be no JSON."""
    judging.judge_garbled(
        [line for line in lines if line.strip() and b"\n" not in line]
    )
    return Answer({}, None)


def fails_as(kind: str, judge: Judge) -> Callable[[Json], bool]:
    """Return whether a record has the same fault."""
    return lambda value: kind_of(value, judge) == kind


def kind_of(value: Json, judge: Judge) -> str | None:
    """Return which fault the judge finds, None if none."""
    _, fault = tried(value, judge)
    return fault.kind if fault is not None else None


def tried(value: Json, judge: Judge) -> tuple[Answer | None, FaultError | None]:
    """Return the answer, or the fault; what takes far too long is one."""

    def give_up(*_: object) -> None:
        raise TooSlowError

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LONGEST)
    try:
        return judge(value), None
    except FaultError as fault:
        return None, fault
    except TooSlowError:
        return None, FaultError("far too slow", f"given up after {LONGEST} s")
    except Exception as error:  # noqa: BLE001 (what no judge foresaw is a fault too)
        return None, FaultError(
            f"{type(error).__name__} while judging", str(error)[:300]
        )
    finally:
        signal.alarm(0)


def main() -> int:
    """Run as `make fuzz` does."""
    parser = ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    fuzz = Fuzz(chosen.seed)
    fuzz.run(chosen.count)
    return 0 if fuzz.report() else 1


if __name__ == "__main__":
    sys.exit(main())
