"""
A seeded sample of mistakes, each tried on the tests that run its lines.

All of this happens in a copy of the tree, so that nobody's file is ever changed and
nobody's edit disturbs it.
"""

from __future__ import annotations

import multiprocessing
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from random import Random

import coverage

from tests.mutants.mutations import Mutant, mutants_of
from tests.mutants.session import (
    DATA,
    ENGINE,
    OUTPUT,
    SETTINGS,
    SETTINGS_TEXT,
    Baseline,
    context_of_file,
    run_baseline,
    run_mutant,
)

SLOW_SECONDS = 5
"""A file whose tests take longer is slow."""
FORK = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    killed_by: str | None
    """The test that noticed it, None if none did."""


@dataclass
class Campaign:
    """One run: what is tried, and what came of it so far."""

    count: int
    seed: int
    jobs: int
    seconds: float
    """When these are over, no other mutant is begun."""
    only: str = ""
    """A part of the names of the files to change."""
    sources: dict[str, str] = field(default_factory=dict)
    baseline: Baseline = field(default_factory=Baseline)
    verdicts: list[Verdict] = field(default_factory=list)
    left: int = 0
    """How many were not tried for want of time."""

    def run(self) -> None:
        """Try a sample of mutants."""
        self.began = time.monotonic()
        SETTINGS.write_text(SETTINGS_TEXT, encoding="utf-8")
        self.sources = {
            path.as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(ENGINE.rglob("*.py"))
        }
        _say("Running the engine's tests to see which lines each of them runs")
        self._learn()
        for test in self.baseline.failing:
            _say(f"Left out, since it fails without any mistake: {test}")
        chosen = self._sample()
        spent = int(time.monotonic() - self.began)
        _say(f"{len(self.baseline.seconds)} tests in {spent} s; {len(chosen)} mutants")
        self._try(chosen)
        self.verdicts.sort(key=lambda one: (one.mutant.file, one.mutant.span))

    def _learn(self) -> None:
        receiver, sender = FORK.Pipe(duplex=False)
        process = FORK.Process(target=run_baseline, args=(sender,), daemon=True)
        process.start()
        sender.close()
        try:
            self.baseline = receiver.recv()
        except EOFError:
            sys.stderr.write(OUTPUT.read_text(encoding="utf-8"))
            sys.exit("The engine's tests could not be run.")
        process.join()
        for test in self.baseline.failing:
            self.baseline.seconds.pop(test, None)
        data = coverage.CoverageData(basename=str(DATA))
        data.read()
        self.contexts = {
            Path(file).relative_to(Path.cwd()).as_posix(): {
                line: frozenset(contexts)
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        self.kills: dict[str, Counter[str]] = defaultdict(Counter)
        self.kills_of_file = Counter[str]()

    def _sample(self) -> list[Mutant]:
        """Return mutants drawn evenly from the whole engine, module after module."""
        rng = Random(self.seed)
        found = [
            mutant
            for file, source in self.sources.items()
            if self.only in file
            for mutant in mutants_of(file, source)
        ]
        many = min(self.count, len(found))
        sample = []
        for place in range(many):
            begin, end = (edge * len(found) // many for edge in (place, place + 1))
            part = found[begin:end]
            rng.shuffle(part)
            for mutant in part:
                if mutant.is_a_change_of(self.sources[mutant.file]):
                    sample.append(mutant)
                    break
        # What is not tried for want of time is no part of the engine by itself.
        rng.shuffle(sample)
        return sample

    def _tests_for(self, mutant: Mutant) -> dict[str, float]:
        """
        Return the tests that can notice a mutant, the likeliest and quickest first.

        What runs when a module is imported can concern every test. A test that runs
        for long is taken to run every line of a module that it runs at all.
        """
        lines = self.contexts.get(mutant.file, {})
        touching = {
            context_of_file(one) for contexts in lines.values() for one in contexts
        }
        first, last = mutant.lines
        contexts = frozenset[str]().union(
            *(lines.get(line, ()) for line in range(first, last + 1))
        )
        files: dict[str, list[str]] = defaultdict(list)
        running = set()
        for test in self.baseline.seconds:
            file = context_of_file(test)
            if test in contexts or file in contexts:
                running.add(test)
            elif file in self.baseline.untraced:
                if file not in touching:
                    continue
            elif "" not in contexts:
                continue
            files[file].append(test)
        return self._in_order(files, running, self.kills[mutant.file])

    def _in_order(
        self, files: dict[str, list[str]], running: set[str], kills: Counter[str]
    ) -> dict[str, float]:
        """
        Return tests, file by file, with their limits.

        Quick files come first, then those that have noticed most. All of them are
        asked: a mistake that only a slow file would notice has not survived.
        """
        seconds, shared = self.baseline.seconds, self.baseline.shared
        cost = {
            file: shared[file] + sum(seconds[test] for test in tests)
            for file, tests in files.items()
        }

        def urgency(file: str) -> tuple[bool, int, float]:
            is_slow = cost[file] > SLOW_SECONDS
            return is_slow, -self.kills_of_file[file] if is_slow else 0, cost[file]

        found: dict[str, float] = {}
        for file in sorted(files, key=urgency):
            tests = sorted(
                files[file],
                key=lambda one: (one not in running, -kills[one], seconds[one]),
            )
            found |= {test: self.baseline.limit(test) for test in tests}
        return found

    def _try(self, chosen: list[Mutant]) -> None:
        """Try the mutants, as many at a time as there are jobs."""
        waiting = list(reversed(chosen))
        running: dict[int, tuple[Mutant, ForkProcess, Connection]] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                if time.monotonic() - self.began > self.seconds:
                    self.left, waiting = len(waiting), []
                    break
                mutant = waiting.pop()
                tests = self._tests_for(mutant)
                if not tests:
                    self._judge(mutant, None, len(chosen))
                    continue
                receiver, sender = FORK.Pipe(duplex=False)
                text = mutant.applied_to(self.sources[mutant.file])
                process = FORK.Process(
                    target=run_mutant,
                    args=(sender, mutant.file, text, tests),
                    daemon=True,
                )
                process.start()
                sender.close()
                running[process.sentinel] = mutant, process, receiver
            for sentinel in wait(list(running)) if running else ():
                assert isinstance(sentinel, int)
                mutant, process, receiver = running.pop(sentinel)
                process.join()
                self._judge(mutant, _killer(process, receiver), len(chosen))

    def _judge(self, mutant: Mutant, killed_by: str | None, many: int) -> None:
        self.verdicts.append(Verdict(mutant, killed_by))
        if killed_by is not None:
            self.kills[mutant.file][killed_by] += 1
            self.kills_of_file[context_of_file(killed_by)] += 1
        survivors = sum(one.killed_by is None for one in self.verdicts)
        minutes, seconds = divmod(int(time.monotonic() - self.began), 60)
        _say(
            f"{len(self.verdicts)} of {many} mutants tried, {survivors} survived,"
            f" {minutes}:{seconds:02}; {mutant.file}:{mutant.line} ({mutant.kind}):"
            f" {killed_by or 'survived'}",
            is_progress=len(self.verdicts) < many,
        )

    @property
    def survivors(self) -> list[Mutant]:
        """The mutants that no test noticed, in the order of the files."""
        return [one.mutant for one in self.verdicts if one.killed_by is None]


def _killer(process: ForkProcess, receiver: Connection) -> str | None:
    """Return what a trial that has ended found."""
    try:
        killer: str | None = receiver.recv()
    except EOFError:
        # It never ended, or the mistake brought the interpreter down.
        code = process.exitcode or 0
        return f"ended by {signal.Signals(-code).name if code < 0 else code}"
    return killer


def _say(text: str, *, is_progress: bool = False) -> None:
    """Tell how far it is, on one line where somebody watches."""
    if sys.stderr.isatty():
        # Cut to one line, which the next one overwrites.
        width = shutil.get_terminal_size().columns - 1
        text = f"\r\x1b[K{text[:width]}" if is_progress else f"\r\x1b[K{text}\n"
        sys.stderr.write(text)
    else:
        sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
