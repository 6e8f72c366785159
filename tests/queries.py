"""The queries that it takes to keep an answer, for tests that count queries."""

from django.db import connection


def queries_to_keep() -> int:
    """
    Return how many queries it takes to look for what is kept, and to keep it.

    It is looked for, kept within a savepoint, and what is too much goes; SQLite is
    told not to wait meanwhile.
    """
    return 5 + _not_waiting()


def queries_to_keep_again() -> int:
    """Return how many it takes to find what is kept, and to keep it anew."""
    return 2 + _not_waiting()


def _not_waiting() -> int:
    return 3 if connection.vendor == "sqlite" else 0
