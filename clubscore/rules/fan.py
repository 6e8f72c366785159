"""
The fan of a hand that count, of those that contain others or share sets.

The rules of combining are the same wherever fan are counted: what a fan contains is
not counted beside it; all fan are counted on one division; sets joined to a fan make
it with no third; a set not used yet is joined once with one already used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from clubscore.rules.items import (
    BonusItem,
    Earned,
    HandItem,
    JoinedItem,
    OtherwiseItem,
    RepeatedItem,
)
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.situations import Situation
from clubscore.rules.tiles import HONOURS, KINDS, Kinds, Packed, Tile

Joined = tuple[JoinedItem, ...]


def count_fan(rules: Ruleset, hand: Situation) -> tuple[int, list[Earned]]:
    """Return what a winner's hand comes to, and its fan in the ruleset's order."""
    joined: Joined = ()
    if hand.chows:
        joined = best_joined(rules.joined_chows, hand.chows, hand.pairs)
    pungs = hand.pungs & ~HONOURS
    if pungs:
        joined += best_joined(rules.joined_pungs, pungs, hand.pairs)
    points = 0
    excluded = 0
    is_bare = True
    earned: list[Earned] = []
    for item, bit, excludes in rules.excluding:
        if excluded & bit:
            continue
        if isinstance(item, HandItem):
            times = 1 if item.fits(hand) else 0
        elif isinstance(item, RepeatedItem):
            times = item.times(hand)
        elif isinstance(item, JoinedItem):
            times = joined.count(item) if joined else 0
        elif isinstance(item, BonusItem):
            found = [tile for tile in hand.bonus if item.fits(tile, hand.seat)]
            points += len(found) * item.points
            earned += [Earned(item, tile) for tile in found]
            continue
        else:
            continue
        if times:
            is_bare = False
            excluded |= excludes
            points += times * item.points
            earned += [Earned(item)] * times
    if is_bare:
        otherwise = [
            Earned(item)
            for item in rules.items_played
            if isinstance(item, OtherwiseItem)
        ]
        earned = otherwise + earned
        points += sum(one.item.points for one in otherwise)
    return points, earned


@lru_cache(maxsize=1 << 14)
def best_joined(joins: Joined, sets: Packed, pairs: Kinds) -> Joined:
    """
    Return what chows, or pungs, make together, of all choices the one worth most.

    *sets* are their lowest tiles, packed. Either a fan of four; or one of three, and
    one of two of what is left with one of the three; or fan of two that join the sets
    without a ring.
    """
    lowest = tuple(
        kind
        for kind, many in enumerate(sets.to_bytes(KINDS, "little"))
        for _ in range(many)
    )
    if len(lowest) < 2:
        return ()
    whole = _fitting(joins, lowest, pairs)
    if whole is not None:
        return (whole,)
    best: Joined = ()
    for chosen in combinations(range(len(lowest)), 3):
        three = _fitting(joins, tuple(lowest[place] for place in chosen), pairs)
        if three is None:
            continue
        found: Joined = (three,)
        for rest in set(range(len(lowest))) - set(chosen):
            with_rest = _joining(joins, lowest[rest], chosen, lowest, pairs)
            if with_rest is not None:
                found += (with_rest,)
        best = max(best, found, key=_points)
    return best or tuple(_without_a_ring(joins, lowest, pairs))


def _points(joined: Joined) -> int:
    return sum(one.points for one in joined)


def _fitting(
    joins: Joined, lowest: tuple[Tile, ...], pairs: Kinds
) -> JoinedItem | None:
    """Return what exactly these sets make; no two fan are made of the same."""
    fitting = (
        one for one in joins if one.many == len(lowest) and one.fits(lowest, pairs)
    )
    return next(fitting, None)


def _joining(
    joins: Joined,
    rest: Tile,
    used: Sequence[int],
    lowest: tuple[Tile, ...],
    pairs: Kinds,
) -> JoinedItem | None:
    """Return what the set that is left makes with one of those *used*."""
    found = [
        two
        for place in used
        for two in [_fitting(joins, tuple(sorted((rest, lowest[place]))), pairs)]
        if two is not None
    ]
    return max(found, key=lambda one: one.points, default=None)


def _without_a_ring(
    joins: Joined, lowest: tuple[Tile, ...], pairs: Kinds
) -> list[JoinedItem]:
    """
    Return the fan of two that join the sets, as many as can be without a ring.

    Of fan worth as much that would close one the first of the ruleset count.
    """
    pairs_of_sets = [
        (joins.index(two), one, other)
        for one, other in combinations(range(len(lowest)), 2)
        for two in [_fitting(joins, (lowest[one], lowest[other]), pairs)]
        if two is not None
    ]
    group = list(range(len(lowest)))
    found = []
    for place, one, other in sorted(pairs_of_sets):
        if group[one] != group[other]:
            found.append(joins[place])
            group = [group[one] if each == group[other] else each for each in group]
    return found
