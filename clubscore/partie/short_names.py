"""
Short names of players, none alike at one table.

Where a sheet is typed by a number, a letter or two; where a name has little room by
the first name, with initials if another at the table has it too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from clubscore.club.names import folded
from clubscore.club.numbers import number_in
from clubscore.partie import engine
from clubscore.partie.engine import Table

NOBODY = frozenset("-–−—=")
"""What stands where nobody does: nobody won, nobody gave the tile."""
CUT = "…"
"""Stands where letters of a name are missing."""
LONGEST_SHORT = 3
LONGEST_WHOLE = 10
"""A name of so many letters is shown whole on a button."""
LONGEST_SHORTENED = 12
"""A first name of so many letters is not cut."""
LEAST_LETTERS = 6
"""So many letters of a name stay that has to be cut."""
COLUMNS_LETTERS = 44
"""So many letters stand in a line of a phone, over columns; one between two of them."""
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


def brief_names(names: Mapping[str, str]) -> dict[str, str]:
    """
    Return by id how players are called where there is hardly any room.

    >>> brief_names({"1": "Anneliese", "2": "Jan de Boer", "3": "Wilhelmina Vos"})
    {'1': 'Anneli…', '2': 'Jan', '3': 'Wilhel…'}
    """
    return short_names(names, whole=LEAST_LETTERS + 1, shortened=LEAST_LETTERS + 1)


def column_names(names: Mapping[str, str]) -> dict[str, str]:
    """
    Return by id how players are called over columns that stand beside each other.

    The fewer there are, the more of a name has room.

    >>> column_names({"1": "Ferdinand", "2": "Jan de Boer", "3": "Bartholomeus Vos"})
    {'1': 'Ferdinand', '2': 'Jan', '3': 'Bartholom…'}
    >>> column_names({name: name for name in ("Ferdinand", "Bo", "Al", "Ed", "Ida")})
    {'Ferdinand': 'Ferdin…', 'Bo': 'Bo', 'Al': 'Al', 'Ed': 'Ed', 'Ida': 'Ida'}
    """
    room = min(LONGEST_WHOLE, max(LEAST_LETTERS + 1, COLUMNS_LETTERS // len(names) - 1))
    return short_names(names, whole=room, shortened=room)


def short_names(
    names: Mapping[str, str],
    *,
    whole: int = LONGEST_WHOLE,
    shortened: int = LONGEST_SHORTENED,
) -> dict[str, str]:
    """
    Return by id how players are called where there is little room.

    A name of so many letters stays *whole*; the first name alone, or with initials, may
    have so many as *shortened* says.

    Who has a short name keeps it; else it is the first name, with the beginning of the
    last one where another could be called so. No two are called the same, and of a
    name that has to be cut six letters stay.

    >>> short_names({"1": "Jan de Vries", "2": "Jan de Boer", "3": "Anneliese Maier"})
    {'1': 'Jan V', '2': 'Jan B', '3': 'Anneliese'}
    >>> short_names({"1": "Wolfeschlegelstein", "2": "Wolfeschlegelsteiner"})
    {'1': 'Wolfes…n', '2': 'Wolfes…r'}
    """
    ways = {key: [*_shorter(name), name] for key, name in names.items()}
    could_be = Counter(chain(*({folded(way) for way in has} for has in ways.values())))
    found: dict[str, str] = {}
    for key, name in names.items():
        fitting = (way for way in ways[key] if len(way) <= shortened)
        # Nobody is called as another could be.
        short = next((way for way in fitting if could_be[folded(way)] == 1), "")
        found[key] = name if len(name) <= whole else short
    taken = {folded(short) for short in found.values() if short}
    cut = {key: _cut(names[key], whole) for key, short in found.items() if not short}
    for key, cuts in cut.items():
        alike = {
            (place, folded(way))
            for other, has in cut.items()
            for place, way in enumerate(has)
            if other != key
        }
        numbered = (f"{names[key][:LEAST_LETTERS]}{CUT}{number}" for number in count(1))
        found[key] = next(
            way
            for place, way in enumerate(chain(cuts, numbered))
            if folded(way) not in taken and (place, folded(way)) not in alike
        )
        taken.add(folded(found[key]))
    return found


def _shorter(name: str) -> Iterator[str]:
    """Yield what a player can be called instead, the shortest first."""
    first, *rest = name.split() or [""]
    initials = [letter for word in rest if (letter := word[0]).isalnum()]
    if len(first) < LEAST_FIRST_NAME:
        if rest and len(rest[-1]) >= LEAST_FIRST_NAME:
            yield rest[-1]
            yield f"{first} {rest[-1]}"
        return
    yield first
    if initials:
        yield f"{first} {initials[-1]}"
        yield f"{first} {''.join(initials)}"
        yield from (f"{first} {rest[-1][:many]}" for many in range(2, len(rest[-1])))


def _cut(name: str, most: int) -> list[str]:
    """Return a name cut to *most* letters: without its end, then without a middle."""
    ends = range(1, most - LEAST_LETTERS)
    return [
        f"{name[: most - 1].rstrip()}{CUT}",
        *(f"{name[:LEAST_LETTERS]}{CUT}{name[-many:].lstrip()}" for many in ends),
    ]
