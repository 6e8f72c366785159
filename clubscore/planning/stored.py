"""
Starters that took long to find, stored.

Their players are the points (orbit, x) of three orbits of Z_k and one, two or three
fixed points; k rounds come of the starter by adding 1 to every x. Nobody meets twice
in them, and everybody meets all others, or all but one, or all but two.

They are also kept by a turn: (orbit, x) becomes (orbit + 1, m x), with m³ = 1 in
Z_k. So of three tables that turn into one another one is enough.

Source of all: our own search (exact cover over the differences that a starter has to
contain, each once), 2026-11-22.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredStarter:
    """One round that becomes *order* rounds, written as one table of every three."""

    players: int
    turn: int
    """The m of the turn."""
    ends: tuple[tuple[int, ...], ...]
    """Whom the fixed points sit with; of three fixed points, the first one's."""
    tables: tuple[tuple[int, ...], ...]

    @property
    def order(self) -> int:
        """The number k of rounds, and of the points of an orbit."""
        return (self.players - 1) // 3

    def turned(self, table: Sequence[int]) -> list[int]:
        """Return the table that *table* turns into."""
        order = self.order
        turned = []
        for point in table:
            orbit, x = divmod(point, order)
            turned.append((orbit + 1) % 3 * order + x * self.turn % order)
        return turned

    def tables_of_first_round(self) -> list[list[int]]:
        """Return the starter with all its tables."""
        first = 3 * self.order
        ends = [list(end) for end in self.ends]
        if self.players - first == 3:
            [end] = ends
            ends = [end, self.turned(end), self.turned(self.turned(end))]
        tables = [[first + number, *end] for number, end in enumerate(ends)]
        for table in self.tables:
            once = self.turned(table)
            tables += [list(table), once, self.turned(once)]
        return tables

    def developed(self) -> list[list[list[int]]]:
        """Return all rounds that the starter makes."""
        order = self.order
        starter = self.tables_of_first_round()
        return [
            [
                [
                    point
                    if point >= 3 * order
                    else point // order * order + (point % order + step) % order
                    for point in table
                ]
                for table in starter
            ]
            for step in range(order)
        ]


# A starter a line, however long.
# fmt: off
# ruff: noqa: E501
STARTERS = {
    starter.players: starter
    for starter in (
        StoredStarter(24, 1, ((2, 7, 17),), ((1, 18, 5, 6),)),
        StoredStarter(28, 4, ((1, 13, 25),), ((0, 4, 20, 7), (2, 15, 11, 21))),
        StoredStarter(36, 1, ((2, 20, 23),), ((0, 16, 10, 7), (3, 8, 28, 26))),
        StoredStarter(40, 1, ((2, 28, 15),), ((0, 38, 4, 31), (1, 23, 20, 3), (6, 22, 21, 11))),
        StoredStarter(44, 9, ((38, 26, 6), (1, 39, 23)), ((0, 41, 18, 4), (3, 32, 11, 12), (7, 9, 19, 20))),
        StoredStarter(48, 1, ((10, 21, 42),), ((0, 4, 44, 3), (1, 32, 37, 39), (5, 38, 11, 28))),
        StoredStarter(52, 1, ((4, 21, 38),), ((0, 35, 44, 23), (2, 20, 12, 15), (5, 33, 43, 7), (8, 14, 13, 45))),
        StoredStarter(56, 7, ((17, 29, 41), (33, 51, 15)), ((0, 35, 39, 10), (1, 28, 22, 2), (6, 8, 38, 13), (7, 11, 48, 45))),
        StoredStarter(60, 1, ((4, 37, 40),), ((0, 8, 3, 50), (1, 14, 25, 5), (7, 34, 35, 47), (10, 51, 49, 17))),
        StoredStarter(64, 1, ((25, 4, 46),), ((0, 52, 45, 51), (1, 28, 5, 59), (2, 12, 36, 50), (6, 19, 53, 62), (13, 18, 16, 35))),
        StoredStarter(72, 1, ((21, 33, 64),), ((0, 51, 50, 45), (1, 7, 60, 55), (2, 38, 36, 11), (3, 58, 19, 6), (8, 40, 16, 20))),
        StoredStarter(76, 1, ((4, 29, 54),), ((0, 16, 34, 56), (1, 49, 18, 64), (2, 12, 28, 48), (5, 17, 19, 47), (7, 46, 45, 13), (8, 11, 15, 35))),
        StoredStarter(96, 1, ((4, 49, 89),), ((0, 2, 77, 7), (1, 19, 53, 5), (3, 76, 13, 70), (6, 21, 72, 43), (9, 20, 55, 17), (11, 91, 23, 92), (16, 57, 90, 25))),
    )
}
"""By the number of players."""
