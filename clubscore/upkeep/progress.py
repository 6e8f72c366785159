"""The progress of a long backup or restore."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Stream(Protocol):
    """Where it is told."""

    def write(self, text: str) -> object:
        """Write a line."""


@contextmanager
def telling(stream: Stream, what: str, how_far: Callable[[], str]) -> Iterator[None]:
    """Say every second what is being done and how far it is; nothing if it is quick."""
    done = threading.Event()
    began = time.monotonic()

    def tell() -> None:
        pause = 1.0
        while not done.wait(pause):
            seconds = time.monotonic() - began
            stream.write(f"{what}: {how_far() or f'{seconds:.0f} s'}")
            pause = max(1.0, seconds / 10)  # an hour needs no line a second

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def megabytes(size: int) -> str:
    """
    Return a number of bytes as people read it.

    >>> megabytes(1_728_512)
    '1.7 MB'
    """
    return f"{size / 1_000_000:.1f} MB"
