"""
How quick what is printed is, beside what WeasyPrint needs for a bare table, and how
much of it stays in the memory of the site's process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        environment = os.environ | {
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "SECRET_KEY": "for-the-bench",
            "ALLOWED_HOSTS": "testserver",
            "DEBUG": "true",  # static files are read where they are
        }
        command = [sys.executable, "-m", "tests.bench.evening_on_paper"]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False)  # noqa: S603
        return done.returncode == 0
