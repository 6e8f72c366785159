"""Kinds of things that a table holds, which come to be more as the app does more."""

from __future__ import annotations

from django.db import models


class Kinds(models.TextChoices):
    """
    Choices that migrations name instead of listing them.

    A field takes them as `choices=Kind.listed`: a new kind then needs no migration,
    which would only say all of them again and change nothing in the database.
    """

    @classmethod
    def listed(cls) -> list[tuple[str, str]]:
        """Return them all, each with its name."""
        return cls.choices
