"""What was said of an entry, with other ids for the same players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clubscore.partie import engine
from clubscore.partie.engine import Said
from clubscore.partie.models import Entry

Kind = Entry.Kind
Rename = Callable[[str], str]
"""Returns the other id of a player."""


def retold(kind: str, said: Said, rename: Rename) -> dict[str, Any]:
    """Return what was said of an entry of a *kind*, with other ids for its players."""

    def name(player: Any) -> Any:
        return rename(player) if isinstance(player, str) else player

    told = dict(said)
    match kind:
        case Kind.GAME:
            told |= _game(said, name)
        case Kind.BOOKING:
            told |= {"from": name(said["from"]), "to": name(said["to"])}
        case Kind.SEATING:
            told["players"] = [name(one) for one in said["players"]]
        case Kind.SUBSTITUTE:
            told |= {"out": name(said["out"]), "in": name(said["in"])}
        case Kind.RESULT:
            told["totals"] = {name(one): many for one, many in said["totals"].items()}
    return told


def _game(said: Said, name: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the fields of a game in which players stand."""
    other = engine.renamed(said, name)
    told = {field: other[field] for field in ("hands", "outcome") if field in said}
    if "scores" in said:
        told["scores"] = {name(one): many for one, many in said["scores"].items()}
    if "east" in said:
        told["east"] = name(said["east"])
    return told
