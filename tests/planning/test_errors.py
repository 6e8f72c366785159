"""What cannot be planned, row by row of the table of errors."""

from dataclasses import replace
from typing import Any

import pytest

from clubscore.planning import PlannedTable, PlanningError, Round, Wanted, plan
from tests.planning.meetings import Steps

EIGHT = tuple("ABCDEFGH")
ROUND = Round(1, (PlannedTable(1, "A", "B", "C", "D"),), ("E",))


def refusal(**wishes: Any) -> tuple[str, str]:
    """Return the code and the field of the error."""
    asked = replace(Wanted(EIGHT, 3), **wishes)
    with pytest.raises(PlanningError) as refused:
        plan(asked, Steps(40))
    assert refused.value.message.endswith(".")
    return refused.value.code.value, refused.value.field


@pytest.mark.parametrize(
    ("code", "field", "wishes"),
    [
        ("too_few_players", "players", {"players": ()}),
        ("too_few_players", "players", {"players": tuple("ABC"), "rounds": 0}),
        ("too_many_players", "players", {"players": tuple(range(401))}),
        ("bad_players", "players", {"players": ("A", "B", "C", " ")}),
        ("bad_players", "players", {"players": tuple("ABCA"), "rounds": 0}),
        ("bad_rounds", "rounds", {"rounds": 0, "seed": "x"}),
        ("bad_rounds", "rounds", {"rounds": 61}),
        ("bad_rounds", "rounds", {"rounds": "three"}),
        ("bad_rounds", "rounds", {"rounds": 2.5}),
        ("bad_rounds", "rounds", {"rounds": True}),
        ("bad_number", "seed", {"seed": "x", "sizes": ()}),
        ("bad_number", "seconds", {"seconds": 0.09}),
        ("bad_number", "seconds", {"seconds": 601}),
        ("bad_number", "seconds", {"seconds": float("nan")}),
        ("bad_number", "seconds", {"seconds": "x"}),
        ("bad_tables", "sizes", {"sizes": (), "apart": [("A", "X")]}),
        ("bad_tables", "sizes", {"sizes": (4, 6)}),
        ("no_tables", "sizes", {"players": tuple("ABCD"), "sizes": (5,)}),
        ("unknown_player", "apart", {"apart": [("A", "X")], "fixed": {"A": 3}}),
        ("unknown_player", "together", {"together": [("A", "X")]}),
        ("unknown_player", "fixed", {"fixed": {"X": 9}}),
        (
            "bad_table",
            "fixed",
            {"fixed": {"A": 0}, "apart": ["AB"], "together": ["AB"]},
        ),
        ("bad_table", "fixed", {"fixed": {"A": 3}}),
        ("bad_table", "fixed", {"fixed": {"A": "one"}}),
        ("contradiction", "apart", {"apart": ["AB"], "together": ["AB"]}),
        ("contradiction", "apart", {"apart": ["AC"], "together": ["AB", "BC"]}),
        ("contradiction", "together", {"together": ["ABCDE"]}),
        ("contradiction", "together", {"together": ["ABC", "CDE"]}),
        ("contradiction", "fixed", {"fixed": dict.fromkeys("ABCDE", 1)}),
        ("contradiction", "fixed", {"fixed": {"A": 1, "B": 2}, "together": ["AB"]}),
        ("contradiction", "apart", {"fixed": {"A": 1, "B": 1}, "apart": ["AB"]}),
        ("contradiction", "apart", {"apart": ["ABC"]}),
        ("contradiction", "apart", {"apart": ["AB", "BC", "CA"]}),
        (
            "contradiction",
            "together",
            {"players": tuple("ABCDEF"), "together": ["AB", "CD", "EF"]},
        ),
        # No rule foresees that three who hold together leave too few places.
        ("contradiction", "together", {"together": ["ABC", "DEF", "GH"]}),
        ("contradiction", "apart", {"apart": ["AE", "BE", "CE", "DE", "AF", "FE"]}),
        ("bad_history", "history", {"history": (ROUND, ROUND)}),
        (
            "bad_history",
            "history",
            {"history": (replace(ROUND, waiting=("A",)),)},
        ),
    ],
)
def test_what_is_wrong_is_said(code: str, field: str, wishes: dict[str, Any]) -> None:
    assert refusal(**wishes) == (code, field)


def test_the_message_names_the_player() -> None:
    with pytest.raises(PlanningError, match="Zoë"):
        plan(Wanted(EIGHT, 3, apart=[("A", "Zoë")]))


def test_a_time_that_is_over_is_said() -> None:
    made = plan(Wanted(tuple(range(18)), 5), Steps(5))
    assert "time was over" in made.warnings[0]


def test_time_is_kept() -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.5
        return now

    plan(Wanted(tuple(range(18)), 5, seconds=10), clock)
    assert now < 11
