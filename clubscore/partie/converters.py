"""Path converters for the addresses of a partie."""

from __future__ import annotations

from datetime import date


class DayConverter:
    """A date, as 2026-11-21."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Return the date; raise ValueError for one that no calendar has."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return how the date stands in an address."""
        return value.isoformat()
