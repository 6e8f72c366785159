"""The password hasher: Django's own, one password at a time in each process."""

from __future__ import annotations

import threading

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QueueingPasswordHasher(PBKDF2PasswordHasher):
    """
    Django's own hasher, in which a password waits until the one before it is hashed.

    A hash takes a quarter of a second of a core. Many at once would have all cores but
    a small share, and a game that is recorded meanwhile would wait for all of them. One
    after the other they end no later, and the game gets its half of a core.
    """

    _turn = threading.Lock()

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash that is kept, after those that were asked for before."""
        with self._turn:
            return super().encode(password, salt, iterations)
