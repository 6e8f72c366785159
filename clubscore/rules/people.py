"""The people of a record, by whatever they are called there: seats, ids or names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PLAYER_FIELDS = ("winner", "from", "offender")
"""The fields of an outcome that name somebody, or several."""


def players_of(named: Any) -> list[str]:
    """Return the players whom a field of an outcome names: none, one or several."""
    if isinstance(named, list):
        return named
    return [] if named is None else [named]


def with_keys(by_player: Any, name: Callable[[Any], Any]) -> Any:
    """Return what goes by people, by other names for them."""
    if not isinstance(by_player, dict):
        return by_player
    return {name(key): one for key, one in by_player.items()}


def _each_named(value: Any, name: Callable[[Any], Any]) -> Any:
    """Return another name for one person, or for each of several."""
    return [name(one) for one in value] if isinstance(value, list) else name(value)


def outcome_with(outcome: Any, name: Callable[[Any], Any]) -> Any:
    """Return an outcome in which other names stand for the same people."""
    if not isinstance(outcome, dict):
        return outcome
    changed = {
        key: _each_named(value, name) if key in PLAYER_FIELDS else value
        for key, value in outcome.items()
    }
    if isinstance(changed.get("pao"), dict):
        changed["pao"] = changed["pao"] | {"player": name(changed["pao"].get("player"))}
    if isinstance(changed.get("excluded"), list):
        changed["excluded"] = [name(one) for one in changed["excluded"]]
    return changed
