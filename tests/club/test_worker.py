"""Processes beside the site's."""

import os
import subprocess
import sys

from clubscore.club import worker


def test_a_worker_leaves_the_processor_to_the_site() -> None:
    worker.call("version")
    process = worker.called[-1]
    try:
        nice = os.getpriority(os.PRIO_PROCESS, process.pid)
        assert nice == min(os.getpriority(os.PRIO_PROCESS, 0) + 10, 19)
    finally:
        assert process.wait() == 0


def test_a_worker_that_needs_more_memory_than_it_may_have_ends() -> None:
    bounded = "from clubscore.club.worker import bounded; bounded(300_000_000)"
    for more, ends in ((100_000_000, True), (400_000_000, False)):
        command = [sys.executable, "-c", f"{bounded}; bytearray({more})"]
        done = subprocess.run(  # noqa: S603 (our own command)
            command, capture_output=True, text=True, check=False
        )
        assert (done.returncode == 0) == ends, done.stderr
        assert ends or "MemoryError" in done.stderr
