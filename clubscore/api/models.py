"""The counts of API requests, which all processes of an installation share."""

from __future__ import annotations

from django.db import models


class RequestCount(models.Model):
    """How many requests of one kind came from one address in a window of time."""

    kind = models.CharField(max_length=20)
    address = models.CharField(max_length=45)
    window = models.PositiveBigIntegerField()
    """Counts the windows since 1970."""
    many = models.PositiveIntegerField(default=1)

    class Meta:
        db_table = "api_tally"  # as 1.0.0 has it
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "address", "window"], name="tally_once"
            )
        ]
        indexes = [models.Index(fields=["window"], name="tally_windows")]

    def __str__(self) -> str:
        return f"{self.kind}, {self.address}: {self.many}"
