"""The app's door to the rules engine: the names of counted items and limit hands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import takewhile

from clubscore.rules.hand_points import FaanAndLaak, FanPoints, TypedValue
from clubscore.rules.items import ScoringItem, SetItem
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import find_ruleset, with_options


class Sort(Enum):
    """What an item is, for a list of those most used."""

    SET = "set"
    DOUBLING = "doubling"
    """Whatever is worth doubles or faan, sets too."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a ruleset; its name is to be translated."""

    name: str
    sort: Sort


def items_of(ruleset: str) -> dict[str, Item]:
    """Return the items of a ruleset by their keys; no house rule adds others."""
    return _items_of(find_ruleset(ruleset))


@lru_cache(maxsize=256)
def _items_of(ruleset: Ruleset) -> dict[str, Item]:
    # A club's own book has what it changes only with its options.
    rules = with_options(ruleset, {})
    items = (*ruleset.items, *rules.items)
    return {one.key: Item(one.name, _sort_of(one)) for one in items}


def _sort_of(item: ScoringItem) -> Sort:
    if item.is_bonus:
        return Sort.OTHER
    if item.doubles or item.faan or item.laak:
        return Sort.DOUBLING
    return Sort.SET if isinstance(item, SetItem) else Sort.OTHER


def limit_hands_of(ruleset: str) -> dict[str, str]:
    """Return the names of a ruleset's limit hands by their keys, in its order."""
    return _limit_hands_of(find_ruleset(ruleset))


@lru_cache(maxsize=256)
def _limit_hands_of(rules: Ruleset) -> dict[str, str]:
    if rules.base is not None:
        rules = with_options(rules, {})
    return {one.key: one.name for one in rules.limit_hands}


def limit_hand_called(ruleset: str, key: str) -> str:
    """Return the name of a limit hand; where names are typed, its key is one."""
    return limit_hands_of(ruleset).get(key, key)


# Worth of hands ---------------------------------------------------------------------

MOST_PARTS = 12
"""In so many parts worths are told apart at most."""
FIRST_DOUBLED = 20
"""Where the worth of hands doubles, the end of the first part."""
FAN_NEEDED = 8
"""Where fan are added up, a winner needs so many: the width of a part."""
ROUND_STEPS = (5, 10, 25, 50, 100, 250, 500, 1000)
"""Widths of parts where worths are typed."""


def parts_of_worths(
    ruleset: str, worths: Collection[int], most: int = MOST_PARTS
) -> list[int]:
    """
    Return where the parts begin in which hands are told apart by their worth in points.

    All of *worths* are in them: the first begins at the lowest or below, the last has
    no end, and there are no more than *most*. They are as a rule book counts: each
    twice the one before, the values of its table, or equal steps.

    >>> parts_of_worths("nts", [96, 40, 700])
    [40, 80, 160, 320, 640]
    >>> parts_of_worths("mcr", [9, 33])
    [8, 16, 24, 32]
    >>> parts_of_worths("hkos", [8, 32])
    [8, 16, 24, 32]
    """
    low, high = min(worths), max(worths)
    counting = find_ruleset(ruleset).counting
    begins: Collection[int]
    if isinstance(counting, FanPoints):
        begins = range(low // FAN_NEEDED * FAN_NEEDED, high + 1, FAN_NEEDED)[:most]
    elif isinstance(counting, TypedValue):
        step = next(
            (one for one in ROUND_STEPS if high - low < one * (MOST_PARTS - 1)),
            ROUND_STEPS[-1],
        )
        begins = range(low // step * step, high + 1, step)[:most]
    elif isinstance(counting, FaanAndLaak):
        # A table of the club's own has other values.
        begins = {*counting.table, *worths}
        if sum(low <= one <= high for one in begins) > MOST_PARTS:
            begins = _doubled(1, high)
    else:
        begins = _doubled(FIRST_DOUBLED, high)
    ordered = sorted(begins)
    below = sum(1 for _one in takewhile(lambda one: one <= low, ordered))
    return [one for one in ordered[max(below - 1, 0) :] if one <= high][:most]


def has_table_of_worths(ruleset: str) -> bool:
    """Tell whether hands are worth what a table of their rule book says."""
    return isinstance(find_ruleset(ruleset).counting, FaanAndLaak)


def _doubled(first: int, high: int) -> list[int]:
    """Return 0, *first* and its doubles, up to *high*."""
    return [0, *(first << doubles for doubles in range(high.bit_length()))]
