"""The measures of a plan's rounds, however they were planned: `measure`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations

from clubscore.planning.values import WINDS, Compared, Key, Measures, Round


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
    in every round of both, since who came later could not wait as often; where those
    are fewer than two, the waits of *rounds* alone.
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
    wait_spread, waits_compared = _waits(rounds, history, players)
    return Measures(
        repeats=meetings - len(met),
        most_meetings=max(met.values(), default=0),
        least_indirect=_least_indirect(players, met),
        table_repeats=_table_repeats(rounds, set(fixed)),
        wind_spread=_wind_spread(everything, listed),
        wait_spread=wait_spread,
        waits_compared=waits_compared,
        bound=max(0, meetings - pairs),
    )


def least_indirect(met_by: Sequence[int]) -> int | None:
    """Return how many others two who never met have both met, at least."""
    fewest = fewest_indirect(met_by)
    return fewest[0] if fewest is not None else None


def fewest_indirect(met_by: Sequence[int]) -> tuple[int, int] | None:
    """
    Return how many others two who never met have both met at least; None if all met.

    With it goes, below 0, how many pairs have no more. *met_by* has a number for each
    player whose bits are those the player has met.
    """
    least, pairs = len(met_by), 0
    everybody = (1 << len(met_by)) - 1
    for player, mask in enumerate(met_by):
        # Each pair once: only those who come later.
        unmet = ~mask & everybody & ~((2 << player) - 1)
        while unmet:
            bit = unmet & -unmet
            unmet ^= bit
            both = (mask & met_by[bit.bit_length() - 1]).bit_count()
            if both <= least:
                pairs = pairs + 1 if both == least else 1
                least = both
    return (least, -pairs) if pairs else None


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


def _waits(
    rounds: Sequence[Round], history: Sequence[Round], players: Collection[Key]
) -> tuple[int, Compared]:
    """Return how far waits differ, and between whom."""
    everything = (*history, *rounds)
    for among, those in ((everything, Compared.THROUGHOUT), (rounds, Compared.PLAN)):
        there = [set(one.players) for one in among]
        waits = waits_of(among)
        compared = [waits[key] for key in players if all(key in one for one in there)]
        if len(compared) > 1:
            is_all = among is everything and len(compared) == len(players)
            spread = max(compared) - min(compared)
            return spread, Compared.ALL if is_all else those
    return 0, Compared.PLAN


def waits_of(rounds: Iterable[Round]) -> Counter[Key]:
    """Return how often each player waited or sat out first."""
    waits: Counter[Key] = Counter()
    for one in rounds:
        waits.update(one.waiting)
        waits.update(table.fifth for table in one.tables if table.fifth is not None)
    return waits
