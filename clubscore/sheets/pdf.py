"""
PDFs made of HTML.

Each process of the site has at most one press of its own, started when something is
printed and gone soon after. What it makes of the same HTML is the same, byte by byte.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.template.loader import render_to_string

from clubscore.club import limits
from clubscore.sheets import press
from clubscore.sheets.press import Job

STYLES = ("css/sheets/sheets.css",)
"""What every sheet is set with; those after it are for one kind."""
FONTS = "Sheet,Sheet Signs,sans-serif"
"""Those of sheets.css, for drawings, which know nothing of styles; without a space."""
STARTING = 30
"""How many seconds a press may take until it is ready, on a busy machine."""

BEAT = 3
"""After how many seconds without a word whoever waits hears the last one again."""

_INDENTED = re.compile(r"[ \t\r\n]{2,}")

Told = Callable[[int, int], None]
"""Hears how many parts are done, and how many pages; every BEAT seconds at least."""


class PrintingError(Exception):
    """Nothing could be printed; the text says why, for whoever runs the site."""


class NoPrintingError(PrintingError):
    """A library that printing needs is not installed on this machine."""


class _WentHomeError(PrintingError):
    """The press had done its last job when it was given another."""


# What a sheet is made of ----------------------------------------------------------


def page_of(template: str, context: Mapping[str, Any]) -> str:
    """Return the HTML of a sheet, or of a part of one, without its indents."""
    page = render_to_string(template, {"drawing_fonts": FONTS, **context})
    # A quarter of a report is how templates are indented, and all of it is parsed.
    return _INDENTED.sub(" ", page)


def job_of(parts: Sequence[str], *styles: str, scope: object = "") -> Job:
    """
    Return what makes a document of HTML *parts*.

    Its identifier follows from all that it is made of; *scope* keeps apart what is
    alike and belongs to different clubs.
    """
    digest = hashlib.sha256(f"{edition()} {scope}".encode())
    for text in (*styles, *parts):
        digest.update(b"\x00" + text.encode())
    return Job(
        tuple(parts),
        (*STYLES, *styles),
        settings.STATIC_URL,
        # Our own first, as in the digest: what was collected may be from before.
        tuple(map(str, (*settings.STATICFILES_DIRS, settings.STATIC_ROOT))),
        digest.hexdigest(),
    )


def edition() -> str:
    """Return what tells one state of all that prints from another."""
    return _edition(settings.DEBUG and time.monotonic())


@cache
def _edition(_moment: float) -> str:
    """Return it, worked out once; while somebody changes the styles, every time."""
    digest = hashlib.sha256(version("weasyprint").encode())
    folder = Path(settings.BASE_DIR) / "static"
    files = [
        *sorted((folder / "css" / "sheets").glob("*.css")),
        *sorted((folder / "tiles").glob("*.svg")),
        *sorted((folder / "help").rglob("*.webp")),
        *sorted((folder / "vendor" / "noto").glob("*.ttf")),
        *(
            Path(press.__file__).with_name(f"{name}.py")
            for name in ("press", "pictures")
        ),
    ]
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


# The press of this process --------------------------------------------------------


class _Running:
    """A press that runs, and what it says."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        """Whose it is: after a fork it is somebody else's."""
        self._said = b""
        self._process = subprocess.Popen(  # noqa: S603 (our own module)
            [sys.executable, "-m", press.__name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            env={**os.environ, "PYTHONHASHSEED": "0"},  # the same bytes every time
        )
        said = self.line(time.monotonic() + STARTING)
        if "missing" in said:
            self.end()
            raise NoPrintingError(said["missing"])

    @property
    def is_there(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def send(self, job: Job) -> None:
        """Give it a job; raise OSError if it has just ended."""
        assert self._process.stdin is not None
        self._process.stdin.write(job.written())
        self._process.stdin.flush()

    def line(
        self, until: float, still: Callable[[], None] | None = None
    ) -> dict[str, Any]:
        """
        Return what it says next; raise PrintingError if it does not.

        Every few seconds until then *still* is called.
        """
        while b"\n" not in self._said:
            self._read(until, still)
        line, _, self._said = self._said.partition(b"\n")
        said: dict[str, Any] = json.loads(line)
        return said

    def content(self, many: int, until: float) -> bytes:
        """Return so many bytes."""
        while len(self._said) < many:
            self._read(until)
        content, self._said = self._said[:many], self._said[many:]
        return content

    def _read(self, until: float, still: Callable[[], None] | None = None) -> None:
        stream: IO[bytes] | None = self._process.stdout
        assert stream is not None
        left = until - time.monotonic()
        while left > 0 and not select.select([stream], [], [], min(left, BEAT))[0]:
            if still is not None:
                still()
            left = until - time.monotonic()
        if left <= 0:
            self.end()
            message = "the press took too long"
            raise PrintingError(message)
        said = os.read(stream.fileno(), 1 << 16)
        if not said:
            self._process.wait()  # it has closed its end, so it is about to go
            self.end()
            status = self._process.returncode
            message = f"the press ended with {status}"
            raise _WentHomeError(message) if status == 0 else PrintingError(message)
        self._said += said

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # what it has not read is nobody's any more
                    stream.close()


_lock = threading.Lock()
_running: _Running | None = None


def printed(job: Job, told: Told | None = None, *, seconds: float = 60) -> bytes:
    """
    Return the PDF of a job.

    Raise PrintingError if it cannot be made in so many *seconds*, and NoPrintingError
    if none can be made on this machine.
    """
    until = time.monotonic() + seconds
    with _lock:
        try:
            return _printed(job, told, until)
        except _WentHomeError:
            return _printed(job, told, until)


def _printed(job: Job, told: Told | None, until: float) -> bytes:
    running = _handed_over(job)
    so_far = (0, 0)

    def still() -> None:
        if told is not None:
            told(*so_far)

    while True:
        said = running.line(until, still)
        limits.charge_seconds(said.get("seconds", 0))
        if "bytes" in said:
            return running.content(said["bytes"], until)
        if "fault" in said:
            raise PrintingError(said["fault"])
        so_far = said["parts"], said["pages"]
        still()


def _handed_over(job: Job) -> _Running:
    """Return the press that has got the job: the running one, or a new one."""
    global _running  # noqa: PLW0603 (one press a process)
    if _running is not None and _running.pid == os.getpid() and _running.is_there:
        try:
            _running.send(job)
        except OSError:
            pass  # it went home in this very moment
        else:
            return _running
    close()
    _running = _Running()
    _running.send(job)
    return _running


def close() -> None:
    """End the press of this process, if it has one."""
    global _running  # noqa: PLW0603 (likewise)
    if _running is not None and _running.pid == os.getpid():
        _running.end()
    _running = None


atexit.register(close)
