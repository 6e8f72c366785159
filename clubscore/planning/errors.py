"""Errors of the planner: `PlanningError` and its codes, for a plan that cannot be."""

from __future__ import annotations

from enum import StrEnum


class PlanningCode(StrEnum):
    """The codes of wrong wishes; the first that applies is reported."""

    TOO_FEW_PLAYERS = "too_few_players"
    TOO_MANY_PLAYERS = "too_many_players"
    BAD_PLAYERS = "bad_players"
    """An empty name, or a name twice."""
    BAD_ROUNDS = "bad_rounds"
    BAD_NUMBER = "bad_number"
    """The seed is no whole number, or the seconds are not within their limits."""
    BAD_TABLES = "bad_tables"
    """Sizes of tables other than 3, 4 and 5, or none."""
    NO_TABLES = "no_tables"
    """The sizes cannot seat even one table."""
    UNKNOWN_PLAYER = "unknown_player"
    """A wish names somebody who is not among the players."""
    BAD_TABLE = "bad_table"
    """A fixed table number that does not exist."""
    CONTRADICTION = "contradiction"
    """Wishes that cannot hold together."""
    BAD_HISTORY = "bad_history"


class PlanningError(ValueError):
    """What was asked for has no plan."""

    def __init__(self, code: PlanningCode, message: str, field: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        """One English sentence."""
        self.field = field
        """What of the input it is about, by its name in `Wanted`."""
