"""
The engine's tests, run in a process of their own on a copy of the tree.

Either all of them on the engine as it is, to learn how long each takes and which
lines it runs, or those that matter on the engine with one mistake, up to the first
that fails. Django is not needed and not loaded.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cached_property
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import coverage
import hypothesis
import pytest

ENGINE = Path("clubscore/rules")
TESTS = (Path("tests/rules"), ENGINE)
"""The folders of the engine's tests, and of its examples in docstrings."""
CHOSEN = "not no_more_than and not the_command"
"""How long something takes says little on a busy machine, and commands need Django."""
SETTINGS = Path("mutants.ini")
SETTINGS_TEXT = "[pytest]\nfilterwarnings = error\n"
"""pytest's settings: those of the tree would load Django."""
OUTPUT = Path("mutants.log")
"""What pytest prints of the tests on the engine as it is."""
DATA = Path("mutants.coverage")
MEMORY = 4 << 30
"""A mistake that asks for more bytes than this has been noticed."""
TRACED_SECONDS = 2
"""So long it is noted which lines a test runs; then it is taken to run them all."""
LEAST_SECONDS = 10
TIMES_LONGER = 4
"""A test that takes so many times longer than it should, and at least the seconds
above, never ends."""


def context_of_file(test: str) -> str:
    """Return where lines are noted that all tests of a test's file share."""
    return test.partition("::")[0]


@dataclass
class Baseline:
    """What the tests do on the engine as it is."""

    seconds: dict[str, float] = field(default_factory=dict)
    """The processor's time of each test, without what its file shares."""
    shared: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """How long what the tests of a file share takes."""
    failing: list[str] = field(default_factory=list)
    untraced: set[str] = field(default_factory=set)
    """The files with a test that runs for so long that not all its lines are known."""

    def limit(self, test: str) -> float:
        """Return the seconds after which a test is taken for endless."""
        usual = self.seconds[test] + self.shared[context_of_file(test)]
        return LEAST_SECONDS + TIMES_LONGER * usual


def _arguments(paths: Sequence[str]) -> list[str]:
    return [
        *("-c", str(SETTINGS), "--rootdir", ".", "--confcutdir", str(TESTS[0])),
        *("-p", "no:cacheprovider", "--doctest-modules", "-q", "--tb=no"),
        *("-k", CHOSEN),
        *paths,
    ]


def _prepare(output: Path | str = os.devnull) -> None:
    """Say nothing here, and let Hypothesis try the same examples every time."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    silence = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(silence, stream)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.path.insert(0, "")
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        deadline=None,
        # A mistake is to be noticed, not explained.
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutants")


# The engine as it is -----------------------------------------------------------


def run_baseline(answer: Connection) -> None:
    """Run every test, note the lines that each of them runs, and send a Baseline."""
    _prepare(OUTPUT)
    measured = coverage.Coverage(
        data_file=str(DATA), include=[f"{ENGINE}/*"], config_file=False
    )
    measured.start()
    watch = _Watch(measured)
    signal.signal(signal.SIGPROF, watch.stop_tracing)
    code = pytest.main(_arguments([str(one) for one in TESTS]), plugins=[watch])
    measured.stop()
    measured.save()
    if code in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        answer.send(watch.baseline)


class _Watch:
    """Notes what every test does; what the engine remembers is forgotten between."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.baseline = Baseline()
        self.kept: list[Any] = []
        self.is_tracing = True
        self.test = self.file = ""

    def pytest_collection_finish(self) -> None:
        self.kept = [
            one
            for one in gc.get_objects()
            if type(one).__module__.startswith("clubscore.")
            or type(one) is _lru_cache_wrapper
        ]

    def forget(self) -> None:
        """Empty every cache, so that each test runs all the lines it depends on."""
        for one in self.kept:
            if isinstance(one, _lru_cache_wrapper):
                if one.__module__.startswith(("clubscore.", "tests.")):
                    one.cache_clear()
                continue
            for name in list(getattr(one, "__dict__", ())):
                if isinstance(getattr(type(one), name, None), cached_property):
                    del one.__dict__[name]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.test, self.file = item.nodeid, context_of_file(item.nodeid)
        self.forget()
        self.switch_context(item.nodeid)
        begin, shared = time.process_time(), self.baseline.shared[self.file]
        signal.setitimer(signal.ITIMER_PROF, TRACED_SECONDS)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            spent = time.process_time() - begin
            shared = self.baseline.shared[self.file] - shared
            self.baseline.seconds[self.test] = spent - shared
            if not self.is_tracing:
                self.measured.start()
                self.is_tracing = True
            self.switch_context("")

    def stop_tracing(self, *_: object) -> None:
        """Leave off noting the lines of a test that runs for long."""
        self.measured.stop()
        self.is_tracing = False
        self.baseline.untraced.add(self.file)

    def switch_context(self, context: str) -> None:
        """Say where the lines that follow are noted."""
        if self.is_tracing:
            self.measured.switch_context(context)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any]
    ) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        begin = time.process_time()
        self.switch_context(self.file)
        result = yield
        self.baseline.shared[self.file] += time.process_time() - begin
        self.switch_context(self.test)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.baseline.failing.append(report.nodeid)


# The engine with a mistake -----------------------------------------------------


def run_mutant(
    answer: Connection, file: str, text: str, tests: Mapping[str, float]
) -> None:
    """
    Run *tests* in their order with *text* in place of the file's own.

    Each has a limit of seconds, at which this process ends by a signal. Send the
    test that failed, or None.
    """
    _prepare()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, _Finder(file, text))
    trial = _Trial(tests)
    signal.setitimer(signal.ITIMER_PROF, LEAST_SECONDS)
    # A file named by itself pytest would load without asking for the other text.
    paths = dict.fromkeys(
        str(ENGINE) if test.startswith(f"{ENGINE}/") else context_of_file(test)
        for test in tests
    )
    code = pytest.main([*_arguments(list(paths)), "-x"], plugins=[trial])
    if code is pytest.ExitCode.OK:
        answer.send(None)
    else:
        answer.send(trial.failed or "before any test")


class _Trial:
    """Runs the chosen tests alone, each within its limit."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        self.tests = tests
        self.place = {test: place for place, test in enumerate(tests)}
        self.failed: str | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self.place]
        items[:] = sorted(chosen, key=lambda item: self.place[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, self.tests[item.nodeid])
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


class _Finder(MetaPathFinder):
    """Finds one module with another text."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        parts = Path(file).with_suffix("").parts
        self.is_package = parts[-1] == "__init__"
        self.module = ".".join(parts[: len(parts) - self.is_package])
        self.text = text

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return how to load the module, None for every other."""
        if fullname != self.module:
            return None
        folder = [str(Path(self.file).parent)] if self.is_package else None
        return spec_from_file_location(
            fullname,
            self.file,
            loader=_Loader(fullname, self.file, self.text),
            submodule_search_locations=folder,
        )


class _Loader(SourceFileLoader):
    """Loads a module from a text instead of its file."""

    def __init__(self, fullname: str, path: str, text: str) -> None:
        super().__init__(fullname, path)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the text, never a compiled file's."""
        return compile(self.text, self.path, "exec", dont_inherit=True)
