"""The four winds: of a seat, of a round, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.tiles import EAST, Tile


class Wind(IntEnum):
    """A wind, as a player's seat or as the wind of a round; East deals."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def letter(self) -> str:
        """The wind's letter in a record."""
        return SEAT_LETTERS[self]

    @property
    def tile(self) -> Tile:
        """The tile that shows this wind."""
        return EAST + self

    @property
    def term(self) -> Term:
        """The wind's name, to be translated."""
        return WIND_NAMES[self]


USUAL_PLAYERS = len(Wind)
"""How many play where nobody says so."""
SEAT_LETTERS = ("E", "S", "W", "N")
"""The seats in the order of play, counter-clockwise from East."""
WIND_NAMES = (
    Term(gettext_noop("East")),
    Term(gettext_noop("South")),
    Term(gettext_noop("West")),
    Term(gettext_noop("North")),
)
WINDS_BY_LETTER: Mapping[str | None, Wind] = {wind.letter: wind for wind in Wind}
