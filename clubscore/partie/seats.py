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
    deals: bool
    """Whether the player is East, or owns the game."""


def seats_of(
    table: Table, names: Mapping[str, str], chips: Mapping[str, int]
) -> list[TableSeat]:
    """Return the seats of the next game, East first."""
    return [
        TableSeat(
            letter,
            gettext(engine.wind_name(letter)),
            key,
            names[key],
            chips[key],
            key == table.dealer and not table.dice_choose,
        )
        for letter, key in table.winds.items()
    ]


@dataclass(frozen=True, slots=True)
class Deal:
    """What a page says of a game before a tile is drawn."""

    round: str
    """How its round is called."""
    dealer: str
    """The name of East, or of the owner; empty until dice have chosen."""
    is_owners: bool
    """Whether the game has an owner instead of a dealer."""
    resting: str
    """The name of who rests, if somebody does."""


def deal_of(table: Table, names: Mapping[str, str], *, is_played: bool) -> Deal:
    """Return what to say of a game; the dice of one *is_played* have chosen."""
    is_known = is_played or not table.dice_choose
    return Deal(
        round_name(table),
        names[table.dealer] if is_known else "",
        table.owner is not None,
        names[table.resting] if table.resting is not None else "",
    )


def round_name(table: Table) -> str:
    """Return how a game's round is called."""
    if table.round_wind is None:
        return gettext("Round %(number)d") % {"number": table.round}
    if table.round_wind != engine.GREEN:
        wind = gettext(engine.wind_name(table.round_wind))
        return gettext("Round of %(wind)s") % {"wind": wind}
    if table.dice_choose:
        return gettext("Green-dragon game after round %(number)d") % {
            "number": table.round
        }
    return gettext("Green-dragon round")
