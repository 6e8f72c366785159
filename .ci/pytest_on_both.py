"""
Run the tests on SQLite, and those that ask a database on PostgreSQL too.

They are run in parts, one more at the same time than there are cores: a test waits for
its browser or database, and either for it. Those who tap at the pace of a player wait
most of the time; all of them begin beside the others. What a part prints is kept until
it is done; the ten slowest tests of all parts stand last.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import IO, TypeAlias

from postgres_url import postgres_url

ROOT = Path(__file__).parent.parent
ASKING_NO_DATABASE = tuple(
    f"tests/{one}" for one in ("rules", "mutants", "planning", "ranking", "ratings")
)
"""Need not be looked through for tests that do."""
IN_A_BROWSER = "tests/browser"
TAP_BY_TAP = "tests/browser/test_still.py"
"""Taps thousands of times at the pace of a player, which takes its time and no work."""
IN_FIREFOX = "tests/browser/test_firefox.py"
"""Run by `make firefox`, where there is one."""
IN_A_BROWSER_TOO = ("test_signal.py",)
"""
Of the browser's tests those in which several write at once, also on PostgreSQL.

What one person alone writes, a service's tests and tests/test_roles.py ask there.
"""
NOT_INHERITED = {"TEST_DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}
"""What is not for the tests: each process they start would compile all of it anew."""


LAST_LINES = 30
"""What is told of a part that whoever stops all of it did not wait for."""
MANY_SLOW = 10
SLOW = re.compile(r"(\d+\.\d\d)s (call|setup|teardown) +(.+)")

Slow: TypeAlias = tuple[float, str, str]
"""Seconds, the test, and the title of its part."""


@dataclass(frozen=True)
class Part:
    """Some of the tests, on one database."""

    key: str
    """Names what it leaves behind in .cache: no part may clear another's."""
    title: str
    places: tuple[str, ...]
    """Where its tests are."""
    ignored: tuple[str, ...] = ()
    """Where there are others."""
    environment: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()

    @property
    def command(self) -> list[str]:
        """The command that runs it."""
        left = [f"-ocache_dir=.cache/pytest-{self.key}"]
        left.append(f"--output=.cache/browser-{self.key}")
        ignored = [f"--ignore={place}" for place in self.ignored]
        chosen = [*left, *ignored, *self.options, *self.places]
        return [sys.executable, "-m", "pytest", f"--durations={MANY_SLOW}", *chosen]

    def run(self, outputs: dict[str, IO[str]]) -> tuple[int, IO[str], float]:
        """
        Run it; return its status, what it printed, and how many seconds it took.

        While it runs, *outputs* has what it prints, by its title.
        """
        output = tempfile.TemporaryFile("w+")  # noqa: SIM115, whoever asked closes it
        outputs[self.title] = output
        started = monotonic()
        inherited = {k: v for k, v in os.environ.items() if k not in NOT_INHERITED}
        status = subprocess.run(  # noqa: S603, these are our own arguments
            self.command,
            env={**inherited, **self.environment},
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
        del outputs[self.title]
        output.seek(0)
        return status, output, monotonic() - started


def main() -> int:
    """Run all parts; return 0 if every test passed that could be run."""
    with tempfile.TemporaryDirectory(prefix="clubscore-migrated-") as folder:
        return run(Path(folder) / "migrated.sqlite3")


def run(migrated: Path) -> int:
    """Run all parts, those on SQLite with copies of what one process has *migrated*."""
    url = postgres_url()
    if url is None and os.environ.get("REQUIRE_POSTGRES") == "1":
        print("No PostgreSQL answers, and REQUIRE_POSTGRES=1 asks for one.")
        return 1
    migrate(migrated)
    waiting = [copying(migrated, part) for part in tap_by_tap()]
    working = [*on_postgresql(url), *(copying(migrated, part) for part in on_sqlite())]
    at_once = min(len(working), len(os.sched_getaffinity(0)) + 1)
    heading(
        f"pytest in {len(working)} parts, {at_once} at the same time,"
        f" beside {len(waiting)} that wait"
    )
    failed = False
    slow: list[Slow] = []
    outputs: dict[str, IO[str]] = {}
    signal.signal(signal.SIGTERM, lambda *_signal: stopped(outputs))
    with (
        ThreadPoolExecutor(len(waiting)) as patient,
        ThreadPoolExecutor(at_once) as busy,
    ):
        running = {patient.submit(part.run, outputs): part for part in waiting}
        running |= {busy.submit(part.run, outputs): part for part in working}
        try:
            for done in as_completed(running):
                status, output, seconds = done.result()
                heading(f"pytest {running[done].title} ({seconds:.0f} s)")
                with output:
                    for line in output:
                        sys.stdout.write(line)
                        slow += slow_in(line, running[done])
                failed = failed or status != 0
        finally:
            # Whoever stops it wants no other part to begin.
            busy.shutdown(cancel_futures=True)
    heading("the slowest of all parts")
    for seconds, test, title in sorted(slow, reverse=True)[:MANY_SLOW]:
        print(f"{seconds:7.2f} s  {test}, {title}")
    if url is None:
        heading("pytest on PostgreSQL")
        print("Not run: TEST_DATABASE_URL is not set and no local PostgreSQL answers.")
        if not failed:
            print("All checks passed, and all tests on SQLite alone.")
    return int(failed)


def stopped(outputs: dict[str, IO[str]]) -> None:
    """Tell how far the parts have come that still run, and end."""
    for title, output in [*outputs.items()]:
        heading(f"stopped: pytest {title}")
        text = os.pread(output.fileno(), os.fstat(output.fileno()).st_size, 0)
        lines = text.decode(errors="replace").splitlines()
        print("\n".join(lines[-LAST_LINES:]), flush=True)
    os._exit(1)


def migrate(file: Path) -> None:
    """Make a database with every migration, which takes longer than many tests do."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        env={**os.environ, "DEBUG": "true", "DATABASE_URL": f"sqlite:///{file}"},
        check=True,
    )


def copying(migrated: Path, part: Part) -> Part:
    """Return a part that begins with a copy of a database, and migrates nothing."""
    return replace(
        part,
        environment={**part.environment, "MIGRATED_DATABASE": str(migrated)},
        options=(*part.options, "--reuse-db"),
    )


def slow_in(line: str, part: Part) -> list[Slow]:
    """Return the slow test that a line of a part's output tells of, if it does."""
    told = SLOW.fullmatch(line.strip())
    if told is None:
        return []
    seconds, when, test = told.groups()
    return [(float(seconds), f"{test} ({when})", part.title)]


def tap_by_tap() -> list[Part]:
    """Return the parts that take the longest and work the least: a tenth of a core."""
    taps = Part("taps", "on SQLite, in a browser, tap by tap", (TAP_BY_TAP,))
    return shares(4, taps)


def on_sqlite() -> list[Part]:
    """Return the parts that are, with the taps, all tests together."""
    shown = [one for one in browser_tests() if one != TAP_BY_TAP]
    docstrings = Part("docstrings", "the examples in docstrings", ("clubscore",))
    title = "on SQLite, all but the browser"
    others = Part("sqlite", title, ("tests",), (IN_A_BROWSER,))
    browser = Part("browser", "on SQLite, in a browser", tuple(shown))
    # Shares of few minutes: what is left when the others are done is soon done too.
    return [*shares(3, others), *shares(4, browser), docstrings]


def shares(many: int, part: Part) -> list[Part]:
    """Return *many* parts that are all tests of one together."""
    return [
        replace(
            part,
            key=f"{part.key}-{which}",
            title=f"{part.title}, share {which} of {many}",
            options=(*part.options, f"--share={which}/{many}"),
        )
        for which in range(1, many + 1)
    ]


def on_postgresql(url: str | None) -> list[Part]:
    """Return the part of the tests that pass or fail for a database's sake, if any."""
    if url is None:
        return []
    shown = [one for one in browser_tests() if Path(one).name not in IN_A_BROWSER_TOO]
    title = "on PostgreSQL (all that a database can answer)"
    environment = {"TEST_DATABASE_URL": url}
    chosen = ("--asking-the-database",)
    ignored = (*ASKING_NO_DATABASE, *shown)
    return [Part("postgres", title, ("tests",), ignored, environment, chosen)]


def browser_tests() -> list[str]:
    """Return the files of the tests in a browser, Chromium."""
    found = sorted(ROOT.glob(f"{IN_A_BROWSER}/test_*.py"))
    files = [str(one.relative_to(ROOT)) for one in found]
    return [one for one in files if one != IN_FIREFOX]


def heading(text: str) -> None:
    """Print what comes next."""
    print(f"\n=== {text}", flush=True)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
