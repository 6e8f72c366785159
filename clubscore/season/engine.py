"""The app's door to the rules engine: the names of counted items and limit hands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

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
