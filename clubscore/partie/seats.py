"""Who sits where in the next game, as pages and forms need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.partie import engine
from clubscore.partie.engine import Table


@dataclass(frozen=True, slots=True)
class TableSeat:
    """Who sits on a seat in the next game."""

    letter: str
    wind: str
    key: str
    """The player's id."""
    name: str
    chips: int


def seats_of(
    table: Table, names: Mapping[str, str], chips: Mapping[str, int]
) -> list[TableSeat]:
    """Return the seats of the next game, East first."""
    return [
        TableSeat(
            letter, gettext(engine.wind_name(letter)), key, names[key], chips[key]
        )
        for letter, key in table.winds.items()
    ]
