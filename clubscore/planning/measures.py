"""The measures of a plan's rounds, however they were planned: `measure`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations

from clubscore.planning.values import WINDS, Key, Measures, Round


def measure(
    rounds: Sequence[Round],
    history: Sequence[Round] = (),
    fixed: Collection[Key] = (),
) -> Measures:
    """
    Return the measures of *rounds* after *history*.

    They are taken over the players of *rounds*. Meetings, winds and waits of the
    history count; table numbers are those of *rounds* alone. *fixed* are the players
    who always sit at one table number. Waits are compared between those who are there
    in every round of both, since who came later could not wait as often.
    """
    players = list(dict.fromkeys(chain(*(one.players for one in rounds))))
    everything = (*history, *rounds)
    listed = set(players)
    met = Counter(
        frozenset(pair)
        for one in everything
        for table in one.tables
        for pair in combinations([key for key in table.players if key in listed], 2)
    )
    meetings = met.total()
    pairs = len(players) * (len(players) - 1) // 2
    return Measures(
        repeats=meetings - len(met),
        most_meetings=max(met.values(), default=0),
        least_indirect=_least_indirect(players, met),
        table_repeats=_table_repeats(rounds, set(fixed)),
        wind_spread=_wind_spread(everything, listed),
        wait_spread=_wait_spread(everything, players),
        bound=max(0, meetings - pairs),
    )


def least_indirect(met_by: Sequence[int]) -> int | None:
    """
    Return how many others two who never met have both met, at least.

    *met_by* has a number for each player whose bits are those the player has met.
    """
    least: int | None = None
    everybody = (1 << len(met_by)) - 1
    for player, mask in enumerate(met_by):
        # Each pair once: only those who come later.
        unmet = ~mask & everybody & ~((2 << player) - 1)
        while unmet:
            bit = unmet & -unmet
            unmet ^= bit
            both = (mask & met_by[bit.bit_length() - 1]).bit_count()
            if least is None or both < least:
                least = both
    return least


def _least_indirect(
    players: Sequence[Key], met: Iterable[frozenset[Key]]
) -> int | None:
    place = {key: index for index, key in enumerate(players)}
    masks = [0] * len(players)
    for pair in met:
        one, other = (place[key] for key in pair)
        masks[one] |= 1 << other
        masks[other] |= 1 << one
    return least_indirect(masks)


def _table_repeats(rounds: Iterable[Round], fixed: Collection[Key]) -> int:
    at = [
        (key, table.number)
        for one in rounds
        for table in one.tables
        for key in table.players
        if key not in fixed
    ]
    return len(at) - len(set(at))


def _wind_spread(rounds: Iterable[Round], listed: Collection[Key]) -> int:
    counts = {key: dict.fromkeys(WINDS, 0) for key in listed}
    for one in rounds:
        for table in one.tables:
            for key, wind in zip(table.seats, WINDS, strict=False):
                if key in counts:
                    counts[key][wind] += 1
    return max(
        (max(own.values()) - min(own.values()) for own in counts.values()), default=0
    )


def _wait_spread(rounds: Sequence[Round], players: Iterable[Key]) -> int:
    there = [set(one.players) for one in rounds]
    waits = waits_of(rounds)
    throughout = [waits[key] for key in players if all(key in one for one in there)]
    return max(throughout, default=0) - min(throughout, default=0)


def waits_of(rounds: Iterable[Round]) -> Counter[Key]:
    """Return how often each player waited or sat out first."""
    waits: Counter[Key] = Counter()
    for one in rounds:
        waits.update(one.waiting)
        waits.update(table.fifth for table in one.tables if table.fifth is not None)
    return waits
