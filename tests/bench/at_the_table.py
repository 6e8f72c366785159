"""
How quick the table screen is: its first load, a tap, the points while tiles go in.

A server as clubs run it, twenty tables, and a Chromium with the screen of a phone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.measure import Measured

ROOT = Path(__file__).parent.parent.parent
LIGHTHOUSE = "lighthouse@12.8.2"
LIGHTHOUSE_CATEGORIES = ("performance", "accessibility")
CHROMIUM_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run"
)
"""The old headless mode tells Lighthouse nothing of when a page began."""
MOST_POINTS_MISSED = 2
"""Of Lighthouse's 100."""


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        environment = os.environ | {
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "SECRET_KEY": "for-the-bench",
            "DEBUG": "false",
            "HTTPS": "false",
            "NETWORK_PERCENT": "0",
        }
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input"]
        for command in (
            [*collect, "--verbosity", "0"],
            [sys.executable, "-m", "tests.bench.tables_at_once", folder],
        ):
            done = subprocess.run(command, cwd=ROOT, env=environment, check=False)  # noqa: S603
            if done.returncode:
                return False
    return True


def lighthouse(address: str, folder: Path) -> list[Measured]:
    """
    Return how many points the page misses by Lighthouse.

    Without Node.js it says that nothing was measured, and returns nothing.
    """
    npx = shutil.which("npx")
    if npx is None:
        return _skipped("it needs Node.js, and there is no `npx`")
    report = folder / "lighthouse.json"
    done = subprocess.run(  # noqa: S603
        [
            *(npx, "--yes", LIGHTHOUSE, address, "--quiet", "--output=json"),
            f"--output-path={report}",
            f"--only-categories={','.join(LIGHTHOUSE_CATEGORIES)}",
            f"--chrome-flags={CHROMIUM_FLAGS}",
        ],
        env=os.environ | {"CHROME_PATH": shutil.which("chromium") or ""},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode or not report.exists():
        return _skipped(f"`npx {LIGHTHOUSE}` could not be started")
    categories = json.loads(report.read_text())["categories"]
    return [
        Measured(
            f"Lighthouse, {name}: points missed",
            round(100 - 100 * categories[name]["score"]),
            MOST_POINTS_MISSED,
            "of 100",
        )
        for name in LIGHTHOUSE_CATEGORIES
    ]


def _skipped(why: str) -> list[Measured]:
    print(
        f"Lighthouse: SKIPPED, {why}; its limit of {MOST_POINTS_MISSED} points missed"
        f" ({', '.join(LIGHTHOUSE_CATEGORIES)}) was not checked"
    )
    return []
