"""A progress bar for a command that takes long."""

from __future__ import annotations

from time import monotonic
from typing import TextIO

WIDTH = 40
EVERY = 0.1
"""Seconds between two drawings."""


class Bar:
    """A line that is drawn again and again: how much is done, and the time left."""

    def __init__(self, title: str, whole: int, unit: str, stream: TextIO) -> None:
        self.title, self.whole, self.unit, self.stream = title, whole, unit, stream
        self.done = 0
        self._began = self._drawn = monotonic()

    def forward(self, many: int = 1) -> None:
        """Note that so many more are done."""
        self.done += many
        now = monotonic()
        is_end = self.done >= self.whole
        if self.stream.isatty() and (is_end or now - self._drawn >= EVERY):
            self._drawn = now
            self.stream.write(f"\r{self.line(now - self._began)}")
            if is_end:
                self.stream.write("\n")
            self.stream.flush()

    def line(self, seconds: float) -> str:
        """Return the bar as it is after so many seconds."""
        filled = WIDTH * self.done // self.whole
        bar = "#" * filled + "." * (WIDTH - filled)
        left = round(seconds * (self.whole - self.done) / max(self.done, 1))
        clock = f"{left // 60}:{left % 60:02d} left"
        return f"{self.title} [{bar}] {self.done}/{self.whole} {self.unit}, {clock} "
