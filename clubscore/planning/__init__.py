"""
Planning several rounds: who sits where, and when.

It is plain Python without Django or a database; `README.md` beside this file is its
map.
"""

from clubscore.planning.errors import PlanningCode, PlanningError
from clubscore.planning.measures import measure
from clubscore.planning.planner import plan
from clubscore.planning.sizes import table_sizes
from clubscore.planning.values import (
    Compared,
    Key,
    Measures,
    Plan,
    PlannedTable,
    Round,
    Wanted,
)
from clubscore.planning.wishes import check

__all__ = [
    "Compared",
    "Key",
    "Measures",
    "Plan",
    "PlannedTable",
    "PlanningCode",
    "PlanningError",
    "Round",
    "Wanted",
    "check",
    "measure",
    "plan",
    "table_sizes",
]
