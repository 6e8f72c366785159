"""The password hasher: Django's own, one password at a time, behind all other work."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from clubscore.club import limits

LEAST_URGENT = 19
"""How willing the thread that hashes is to wait: as much as Linux knows."""


class QueueingPasswordHasher(PBKDF2PasswordHasher):
    """
    Django's own hasher, in which a password waits until the one before it is hashed.

    A hash takes a quarter of a second of a core. Many at once would have all cores but
    a small share, and a game that is recorded meanwhile would wait for all of them. One
    after the other they end no later, and on Linux whatever else is asked goes first.
    Whoever asks is charged with it as with the rest of the request.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash that is kept, after those that were asked for before."""
        hashing = partial(super().encode, password, salt, iterations)
        with limits.waiting_for_a_hash():
            encoded, seconds = _queue(os.getpid()).submit(_timed, hashing).result()
        limits.charge_seconds(seconds)
        return encoded


def _timed(hashing: Callable[[], str]) -> tuple[str, float]:
    """Return a hash, and how many seconds of the processor this thread took for it."""
    began = time.thread_time()
    return hashing(), time.thread_time() - began


@cache
def _queue(process: int) -> ThreadPoolExecutor:
    """Return the one thread of a *process* that hashes; no fork takes it along."""
    return ThreadPoolExecutor(1, "passwords", initializer=_let_others_go_first)


def _let_others_go_first() -> None:
    # Elsewhere than on Linux a priority is the whole process's.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LEAST_URGENT)
