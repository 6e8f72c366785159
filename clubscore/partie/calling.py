"""
How players are called in short.

Where a sheet is typed by a number, a letter or two; where a name has little room by
the first name, with initials if another at the table has it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from clubscore.club.names import folded
from clubscore.club.numbers import number_in
from clubscore.partie import engine
from clubscore.partie.engine import Table

NOBODY = frozenset("-–−—=")
"""What stands where nobody does: nobody won, nobody gave the tile."""
LONGEST_SHORT = 3
LONGEST_WHOLE = 10
"""A name of so many letters is shown whole on a button."""
LEAST_FIRST_NAME = 3
"""What has fewer letters is an initial or a title, and tells nobody from another."""


@dataclass(frozen=True)
class Called:
    """A player, and how he is called in short."""

    key: str
    name: str
    number: int
    """Counts the players in seating order, from 1."""
    short: str
    """The beginning of the name; the number, where that would be long."""


class Calling:
    """The players of a partie, to be found by what is typed."""

    def __init__(
        self,
        players: Sequence[tuple[str, str]],
        withheld: Mapping[str, str] | None = None,
    ) -> None:
        """
        Take ids and names, in seating order.

        Who is shown by initials is found by the whole name too: *withheld* are the ids
        by these names, without case and accents.
        """
        self._players = tuple(players)
        seated = {key for key, _name in players}
        self._withheld = {
            name: key for name, key in (withheld or {}).items() if key in seated
        }

    @cached_property
    def players(self) -> tuple[Called, ...]:
        """The players, in seating order."""
        return tuple(
            Called(key, name, number, self._short(name) or str(number))
            for number, (key, name) in enumerate(self._players, start=1)
        )

    @cached_property
    def _winds(self) -> dict[str, str]:
        """The seats by the first letters of their winds, in the reader's language."""
        return {
            folded(gettext(engine.wind_name(letter)))[:1]: letter for letter in "ESWN"
        }

    def _short(self, name: str) -> str:
        """Return the beginning that no other name and no wind has, if it is short."""
        others = [folded(other) for _key, other in self._players if other != name]
        for length in range(1, min(LONGEST_SHORT, len(name)) + 1):
            start = folded(name[:length])
            is_others = any(other.startswith(start) for other in others)
            if start and start not in self._winds and not is_others:
                return name[:length]
        return ""

    def found(self, text: str, table: Table) -> str:
        """
        Return the player's id whom *text* calls, by number, name or seat wind.

        Raise ValidationError if that is nobody, or could be several.
        """
        sought = folded(text)
        names = dict(self._players)
        if sought.isdecimal():
            number = number_in(sought)
            if number is not None and 1 <= number <= len(self._players):
                return self._players[number - 1][0]
            raise self._nobody(text)
        exact = [key for key, name in names.items() if folded(name) == sought]
        if sought in self._withheld:
            exact = [self._withheld[sought]]
        found = exact or [
            key for key, name in names.items() if folded(name).startswith(sought)
        ]
        seated = table.winds.get(self._winds.get(sought, ""))
        if seated is not None and seated not in found and not exact:
            found.append(seated)
        if not found:
            raise self._nobody(text)
        if len(found) > 1:
            raise ValidationError(
                gettext(
                    "“%(text)s” can be %(names)s: type the number, or more of the name."
                ),
                params={
                    "text": text,
                    "names": " / ".join(names[key] for key in found),
                },
            )
        return found[0]

    def _nobody(self, text: str) -> ValidationError:
        return ValidationError(
            gettext("“%(text)s” is none of the players: type %(shorts)s."),
            params={
                "text": text,
                "shorts": ", ".join(one.short for one in self.players),
            },
        )


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """
    Return by id how those players are called whose names are too long for a button.

    Nobody is called as another could be; who has no such name keeps the whole one.

    >>> short_names({"1": "Jan de Vries", "2": "Jan de Boer", "3": "Anneliese Maier"})
    {'1': 'Jan V', '2': 'Jan B', '3': 'Anneliese'}
    """
    ways = {key: [*_shorter(name), name] for key, name in names.items()}
    found: dict[str, str] = {}
    for key, name in names.items():
        others = {
            folded(way) for other, has in ways.items() if other != key for way in has
        }
        short = next((way for way in ways[key] if folded(way) not in others), name)
        if len(short) < len(name) and len(name) > LONGEST_WHOLE:
            found[key] = short
    return found


def _shorter(name: str) -> Iterator[str]:
    """Yield what a player can be called instead, the shortest first."""
    first, *rest = name.split() or [""]
    initials = [letter for word in rest if (letter := word[0]).isalnum()]
    if len(first) < LEAST_FIRST_NAME or not initials:
        return
    yield first
    yield f"{first} {initials[-1]}"
    yield f"{first} {''.join(initials)}"
