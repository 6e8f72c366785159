"""The players of a club who play most, in a grid of who meets whom, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from clubscore.club.models import Player
from clubscore.partie.short_names import short_names
from clubscore.season.statistics import ClubPlayers, PartiePlayed

MOST = 24
"""How many players the grid has at most."""
FEWEST = 5
"""Of fewer everybody meets everybody."""
GREENS = 4
HIGH = 12
"""From so many rows on the names of the columns stand below them too."""


@dataclass(frozen=True, slots=True)
class MeetingCell:
    """Two players; both None where somebody would meet the own self."""

    many: int | None
    """In how many parties they met."""
    green: int
    """The number of its colour, 1 the darkest; 0 where they never met."""
    other: str = ""
    """The name at the head of its column."""


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A player, and everybody else."""

    name: str
    cells: tuple[MeetingCell, ...]


@dataclass(frozen=True, slots=True)
class MeetingGrid:
    """The grid."""

    heads: tuple[str, ...]
    """The names of the columns, short and no two of them the same."""
    rows: tuple[MeetingRow, ...]
    greens: tuple[tuple[int, str], ...]
    """What each colour stands for, from seldom to often."""
    players: int
    """How many people played."""

    @property
    def is_whole(self) -> bool:
        """Whether everybody who played is in it."""
        return self.players <= len(self.rows)

    @property
    def is_high(self) -> bool:
        """Whether the names above are out of sight, on a phone, at its end."""
        return len(self.rows) >= HIGH


def meetings_of(
    played: Iterable[PartiePlayed],
    people: ClubPlayers,
    met: Callable[[Collection[int]], Counter[frozenset[int]]],
) -> MeetingGrid | None:
    """
    Return who met whom; None before two evenings, and of few players.

    *met* says how often every two of some players met, whatever they were called.
    """
    parties: Counter[Player] = Counter()
    days = set()
    for one in played:
        parties[people.who(one.player)] += 1
        days.add(one.day)
    if len(days) < 2 or len(parties) < FEWEST:
        return None
    often = sorted(parties, key=lambda one: (-parties[one], one.key))[:MOST]
    shown = sorted(often, key=lambda one: one.key)
    many = met([pk for one in shown for pk in people.ids_of(one)])
    return grid_of([(one.pk, one.name) for one in shown], many, len(parties))


def grid_of(
    shown: list[tuple[int, str]], many: Counter[frozenset[int]], players: int
) -> MeetingGrid | None:
    """Return the grid of players, by their ids; None where nobody met anybody."""
    highest = max(many.values(), default=0)
    if not highest:
        return None
    short = short_names({str(pk): name for pk, name in shown})
    rows = []
    for pk, name in shown:
        cells = []
        for other, other_name in shown:
            if pk == other:
                cells.append(MeetingCell(None, 0))
                continue
            times = many[frozenset((pk, other))]
            cells.append(MeetingCell(times, green_of(times, highest), other_name))
        rows.append(MeetingRow(name, tuple(cells)))
    return MeetingGrid(
        heads=tuple(short[str(pk)] for pk, _name in shown),
        rows=tuple(rows),
        greens=_greens(highest),
        players=players,
    )


def green_of(times: int, highest: int) -> int:
    """
    Return the number of the green that says how often: 1, the darkest, is for most.

    >>> [green_of(times, 10) for times in (0, 1, 3, 5, 8, 10)]
    [0, 4, 3, 3, 1, 1]
    """
    return GREENS - (GREENS * times - 1) // highest if times else 0


def _greens(highest: int) -> tuple[tuple[int, str], ...]:
    """Return what each green stands for, those alone that can be."""
    by_green: dict[int, list[int]] = {}
    for times in range(1, highest + 1):
        by_green.setdefault(green_of(times, highest), []).append(times)
    return tuple(
        (green, str(ends[0]) if len(ends) == 1 else f"{ends[0]}–{ends[-1]}")
        for green, ends in by_green.items()
    )
