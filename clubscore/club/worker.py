"""The worker: a process beside the site's that runs a command and goes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from django.conf import settings

called: list[subprocess.Popen[bytes]] = []
"""Those that were started and may still run."""


def call(command: str) -> None:
    """Start a process that runs a command of ours, and outlives this one."""
    called[:] = [one for one in called if one.poll() is None]
    manage = Path(settings.BASE_DIR) / "manage.py"
    called.append(
        subprocess.Popen(  # noqa: S603 (our own command)
            [sys.executable, str(manage), command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
    )
