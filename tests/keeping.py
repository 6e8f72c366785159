"""What it costs to keep what a page shows, for tests that count queries."""

from django.db import connection


def keeping() -> int:
    """
    Return how many queries it takes to look for what is kept, and to keep it anew.

    It is looked for, kept within a savepoint, and what is too much goes; SQLite is
    told not to wait meanwhile.
    """
    return 5 + (3 if connection.vendor == "sqlite" else 0)
