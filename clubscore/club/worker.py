"""The worker: a process beside the site's that runs a command and goes."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from django.conf import settings

NICE = 10
"""By so much a worker stands behind the site, where both want the processor."""

called: list[subprocess.Popen[bytes]] = []
"""Those that were started and may still run."""


def call(command: str) -> None:
    """Start a process that runs a command of ours, and outlives this one."""
    called[:] = [one for one in called if one.poll() is None]
    manage = Path(settings.BASE_DIR) / "manage.py"
    process = subprocess.Popen(  # noqa: S603 (our own command)
        [sys.executable, str(manage), command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    nice = min(os.getpriority(os.PRIO_PROCESS, 0) + NICE, 19)
    os.setpriority(os.PRIO_PROCESS, process.pid, nice)
    called.append(process)


def bounded(memory: int) -> None:
    """Let this process have so many bytes of memory and no more."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
