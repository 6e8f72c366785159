"""
The search for starters: one round that becomes all by adding 1 in Z_k again and again.

The players are the points of orbits of k each, and fewer fixed points than there are
tables. Two players meet in the k rounds as often as their difference occurs in the
starter, so that only the differences of one round are annealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import log
from random import Random

from clubscore.planning.annealing import BLOCK, IsOver
from clubscore.planning.designs import Tables

BLOCKS = 40
"""How long one attempt is, for each table."""
ATTEMPTS = 24
"""How many attempts there are, in turn over the values of k."""
HEAT = 0.34
"""How warm it is all the time; repeats cost 1. Cooling found fewer."""


def search_starters(
    players: int, rounds: int, rng: Random, is_over: IsOver
) -> Iterator[list[Tables]]:
    """Yield the rounds of each attempt; they may have repeats."""
    orders = [
        order
        for order in (rounds, rounds + 1, rounds + 2)
        if order <= players and players % order <= players // 4
    ]
    for attempt in range(ATTEMPTS if orders else 0):
        starter = Starter(players, orders[attempt % len(orders)], rng)
        if not starter.can_search(is_over):
            return
        yield starter.developed(rounds)


class Starter:
    """One round of players on orbits of Z_k and fixed points, being annealed."""

    def __init__(self, players: int, order: int, rng: Random) -> None:
        self.players = players
        self.order = order
        self.rng = rng
        self.first_fixed = players - players % order
        lots = list(range(players))
        rng.shuffle(lots)
        self.tables = [lots[at : at + 4] for at in range(0, players, 4)]
        self._kind = [
            [self._difference(one, other) for other in range(players)]
            for one in range(players)
        ]
        kinds: dict[tuple[int, int, int], int] = {}
        for row in self._kind:
            for difference in row:
                kinds.setdefault(difference, len(kinds))
        self._number = [[kinds[difference] for difference in row] for row in self._kind]
        self._price = [self._first_price(kind) for kind in kinds]
        self._counts = [0] * len(kinds)
        self.cost = 0.0
        for table in self.tables:
            for one, other in combinations(table, 2):
                kind = self._number[one][other]
                self.cost += 1.0 if self._counts[kind] else self._price[kind]
                self._counts[kind] += 1

    def _difference(self, one: int, other: int) -> tuple[int, int, int]:
        """Return what is the same of two pairs if adding makes one of the other."""
        if max(one, other) >= self.first_fixed:
            low, high = sorted((one, other))
            return (
                low if low >= self.first_fixed else -1 - low // self.order,
                high,
                -1,
            )
        (first, x), (second, y) = sorted(
            (divmod(one, self.order), divmod(other, self.order))
        )
        difference = (y - x) % self.order
        if first == second:
            difference = min(difference, self.order - difference)
        return first, second, difference

    def _first_price(self, kind: tuple[int, int, int]) -> float:
        """Return what a first occurrence repeats in k rounds, divided by k."""
        first, second, difference = kind
        if difference == -1 and first >= 0:  # two fixed points
            return 1 - 1 / self.order
        return 0.5 if first == second and 2 * difference == self.order else 0.0

    def can_search(self, is_over: IsOver) -> bool:
        """Swap until there is no repeat; tell whether the time was enough."""
        blocks = BLOCKS * len(self.tables)
        for _block in range(blocks):
            if is_over():
                return False
            self._moves()
            if self.cost < 1e-6:
                return True
        return True

    def _moves(self) -> None:
        """Try to swap two players, again and again."""
        random, tables, price = self.rng.random, self.tables, self._price
        counts, number = self._counts, self._number
        many = len(tables)
        for _move in range(BLOCK):
            here = int(random() * many)
            there = int(random() * (many - 1))
            there += there >= here
            one_table, other_table = tables[here], tables[there]
            place, opposite = int(random() * 4), int(random() * 4)
            one, other = one_table[place], other_table[opposite]
            stay, opposed = one_table[:], other_table[:]
            del stay[place], opposed[opposite]
            of_one, of_other = number[one], number[other]
            gone = [of_one[x] for x in stay]
            gone += [of_other[x] for x in opposed]
            come = [of_other[x] for x in stay]
            come += [of_one[x] for x in opposed]
            delta = 0.0
            for kind in gone:
                counts[kind] -= 1
                delta -= 1.0 if counts[kind] else price[kind]
            for kind in come:
                delta += 1.0 if counts[kind] else price[kind]
                counts[kind] += 1
            if delta <= 0 or delta < -HEAT * log(1.0 - random()):
                self.cost += delta
                one_table[place], other_table[opposite] = other, one
                continue
            for kind in come:
                counts[kind] -= 1
            for kind in gone:
                counts[kind] += 1

    def developed(self, rounds: int) -> list[Tables]:
        """Return the first *rounds* that the starter makes."""
        order = self.order
        return [
            [
                [
                    point
                    if point >= self.first_fixed
                    else point // order * order + (point % order + step) % order
                    for point in table
                ]
                for table in self.tables
            ]
            for step in range(rounds)
        ]
