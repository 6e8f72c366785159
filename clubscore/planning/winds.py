"""
The winds of a plan: which player sits on which.

Where all tables have four, each player's games are cut into fours, in order, and the
places between these and the tables are coloured with the four winds so that none meets
itself: every bipartite graph has as many colours as its largest degree (König). Other
sizes are evened out by a search.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from clubscore.planning.problem import Problem, Sitting

SWEEPS = 6
"""How often all tables are looked at where a search evens winds out."""
MOST_SEATS = 20_000
"""How many players at tables a search looks at; beyond it sweeps less often."""


def seat(problem: Problem, sittings: Sequence[Sitting]) -> None:
    """Order everybody at each table: East, South, West, North, who sits out first."""
    counts = [list(winds) for winds in problem.winds]
    if set(problem.sizes) == {4}:
        _Colouring(sittings, counts).seat()
    else:
        _even_out(sittings, counts)


class _Colouring:
    """The graph of fours of games and tables, an edge for each player at a table."""

    def __init__(self, sittings: Sequence[Sitting], counts: list[list[int]]) -> None:
        self.tables = [table for sitting in sittings for table in sitting.tables]
        self.counts = counts
        games = [0] * len(counts)
        fours: dict[tuple[int, int], int] = {}
        self.edges: list[tuple[int, int]] = []
        """The number of the four, and of the table."""
        self.players: list[int] = []
        for number, table in enumerate(self.tables):
            for player in table:
                four = (player, games[player] // 4)
                games[player] += 1
                self.edges.append((fours.setdefault(four, len(fours)), number))
                self.players.append(player)
        self.fours = len(fours)
        self.winds = [0] * len(self.edges)

    def seat(self) -> None:
        """Colour the edges and order the tables by it."""
        for half, bit in self._halves(range(len(self.edges))):
            for quarter, low in self._halves(half):
                for edge in quarter:
                    self.winds[edge] = 2 * bit + low
        self._even_with_history()
        for number, table in enumerate(self.tables):
            at = range(4 * number, 4 * number + 4)
            table[:] = [
                self.players[edge] for edge in sorted(at, key=self.winds.__getitem__)
            ]

    def _halves(self, edges: Sequence[int]) -> list[tuple[list[int], int]]:
        """Part edges so that each four and each table has half of its own in both."""
        # An even degree everywhere by edges to one more vertex on either side; then
        # the edges of closed walks alternate.
        at: dict[int, list[int]] = {}
        ends: list[tuple[int, int]] = []
        names: list[int | None] = []
        fours, tables = self.fours, len(self.tables)
        spare_table, spare_four = fours + tables, fours + tables + 1

        def join(one: int, other: int, name: int | None) -> None:
            at.setdefault(one, []).append(len(ends))
            at.setdefault(other, []).append(len(ends))
            ends.append((one, other))
            names.append(name)

        for edge in edges:
            four, table = self.edges[edge]
            join(four, fours + table, edge)
        for vertex in list(at):
            if len(at[vertex]) % 2:
                join(vertex, spare_table if vertex < fours else spare_four, None)
        if len(at.get(spare_table, ())) % 2:
            join(spare_table, spare_four, None)
        parts: tuple[list[int], list[int]] = ([], [])
        used = [False] * len(ends)
        for start in list(at):
            here, side = start, 0
            while True:
                while at[here] and used[at[here][-1]]:
                    at[here].pop()
                if not at[here]:
                    break
                number = at[here].pop()
                used[number] = True
                name = names[number]
                if name is not None:
                    parts[side].append(name)
                one, other = ends[number]
                here, side = (other if here == one else one), 1 - side
        return [(parts[0], 0), (parts[1], 1)]

    def _even_with_history(self) -> None:
        """Swap two winds along whole paths where that evens somebody's winds out."""
        if not any(any(own) for own in self.counts):
            return
        counts = self.counts
        for player, wind in zip(self.players, self.winds, strict=True):
            counts[player][wind] += 1
        at_four: list[dict[int, int]] = [{} for _ in range(self.fours)]
        at_table: list[dict[int, int]] = [{} for _ in self.tables]
        for edge, (four, table) in enumerate(self.edges):
            at_four[four][self.winds[edge]] = edge
            at_table[table][self.winds[edge]] = edge
        has_swapped = True
        while has_swapped:
            has_swapped = False
            for four in range(self.fours):
                for here in list(at_four[four]):
                    for there in range(4):
                        own = at_four[four]
                        if here in own and there not in own:
                            has_swapped |= self._swap_path(
                                own[here], here, there, at_four, at_table
                            )

    def _swap_path(
        self,
        edge: int,
        here: int,
        there: int,
        at_four: list[dict[int, int]],
        at_table: list[dict[int, int]],
    ) -> bool:
        """
        Swap two winds on the path that begins with *edge*, if that evens winds out.

        A table has all winds, so a path ends at another four; fours on the way have
        both winds before and after.
        """
        first = self.players[edge]
        path = []
        wind, other = here, there
        while True:
            path.append(edge)
            edge = at_table[self.edges[edge][1]][other]
            path.append(edge)
            four = self.edges[edge][0]
            if wind not in at_four[four]:
                break
            edge = at_four[four][wind]
        last = self.players[edge]
        if first == last:
            return False
        gain = (
            self.counts[first][here]
            - self.counts[first][there]
            + self.counts[last][there]
            - self.counts[last][here]
        )
        # Two counts of each come nearer by 1: squares fall by twice (gain - 2).
        if gain <= 2:
            return False
        self.counts[first][here] -= 1
        self.counts[first][there] += 1
        self.counts[last][there] -= 1
        self.counts[last][here] += 1
        for one in path:
            four, table = self.edges[one]
            del at_four[four][self.winds[one]]
        for one in path:
            four, table = self.edges[one]
            self.winds[one] = there if self.winds[one] == here else here
            at_four[four][self.winds[one]] = one
            at_table[table][self.winds[one]] = one
        return True


def _even_out(sittings: Sequence[Sitting], counts: list[list[int]]) -> None:
    """Seat each table as evenly as can be with the others as they are, some times."""
    tables = []
    for sitting in sittings:
        for table in sitting.tables:
            # Who sits out first stays last.
            table.sort(key=lambda one: one in sitting.fifths)
            tables.append(table)
    seats = sum(len(table) for table in tables)
    for sweep in range(SWEEPS if seats < MOST_SEATS else 1):
        has_changed = False
        for table in tables:
            seated = table[:4]
            if sweep:
                for wind, player in enumerate(seated):
                    counts[player][wind] -= 1
            best = min(
                permutations(seated),
                key=lambda order: sum(
                    counts[player][wind] for wind, player in enumerate(order)
                ),
            )
            has_changed |= list(best) != seated
            table[:4] = best
            for wind, player in enumerate(best):
                counts[player][wind] += 1
        if sweep and not has_changed:
            break
