"""A club's own rule book, and what a hand comes to by it."""

from __future__ import annotations

from typing import Any

import pytest

from clubscore.rules import RulesError, score_record
from tests.rules.dealt_tiles import Record

SISTERS = "123456789m55z222z"
LEFT_OUT = {"base", "points", "sets", "pairs", "key", "name", "yes", "no"}
"""Fields that are asked for, by their name, where they are left out."""


def book(base: str = "nts", **changed: Any) -> Record:
    """Return a club's own book."""
    return {"base": base, "name": "Groene Draak 2027", **changed}


def won(
    ruleset: Any, tiles: str = SISTERS, last: str = "2z", north: Record | None = None
) -> Any:
    """Return what South's self-drawn hand of these tiles comes to, North's beside."""
    outcome = {"kind": "win", "winner": "S", "winning_tile": last, "source": "wall"}
    hands = {"S": {"tiles": tiles}} | ({"N": north} if north else {})
    return score_record(
        {"ruleset": ruleset, "round_wind": "E", "hands": hands, "outcome": outcome}
    )


def south(result: Any) -> tuple[Any, Any, Any]:
    """Return South's points, their base and doubles."""
    hand = result["hands"]["S"]
    return hand["points"], hand["base"], hand["doubles"]


def earned(result: Any) -> set[str]:
    """Return the items of South's hand."""
    return {one["rule"] for one in result["hands"]["S"]["items"]}


def refused(changed: Record) -> RulesError:
    """Return why a book cannot be, which can be said in a sentence, and where."""
    with pytest.raises(RulesError) as caught:
        won(changed)
    assert caught.value.message.endswith(".")
    where, *way = (caught.value.field or "").split(".")
    inside: Any = changed
    for name in way if where == "ruleset" else ():
        if isinstance(inside, dict):
            assert name in inside or name in LEFT_OUT
            inside = inside.get(name)
        else:
            inside = inside[int(name)]
    return caught.value
