"""The smallest record with the same fault, for whoever mends it."""

from __future__ import annotations

from copy import deepcopy
from time import monotonic
from typing import TYPE_CHECKING, Any

from tests.rules.mutating import places_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = Any
MOST_SECONDS = 60


def shrunk(value: Json, fails: Callable[[Json], bool]) -> Json:
    """
    Return a part of *value* that still *fails*, from which nothing can be left out.

    Where that takes too long, return the smallest found so far.

    >>> shrunk({"a": [1, 2, 3], "b": "xyz"}, lambda one: 2 in one.get("a", []))
    {'a': [2]}
    """
    end = monotonic() + MOST_SECONDS
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for other in smaller(value):
            if monotonic() > end:
                return value
            if fails(other):
                value, is_smaller = other, True
                break
    return value


def smaller(value: Json) -> Iterator[Json]:
    """Yield the value with one thing left out or made shorter, the most first."""
    for index in range(len(places_in(value))):
        yield from _without(value, index)
    for index in range(len(places_in(value))):
        yield from _shortened(value, index)


def _without(value: Json, index: int) -> Iterator[Json]:
    other = deepcopy(value)
    container, key = places_in(other)[index]
    del container[key]
    yield other


def _shortened(value: Json, index: int) -> Iterator[Json]:
    container, key = places_in(value)[index]
    inner = container[key]
    shorter: list[Json] = []
    if isinstance(inner, str) and len(inner) > 20:
        half = len(inner) // 2
        shorter = [inner[:half], inner[half:]]
    elif isinstance(inner, str):
        shorter = [inner[:place] + inner[place + 1 :] for place in range(len(inner))]
    elif isinstance(inner, list) and len(inner) > 3:
        half = len(inner) // 2
        shorter = [inner[:half], inner[half:]]
    elif type(inner) is int and abs(inner) > 9:
        shorter = [0, 1, inner // 10]
    for one in shorter:
        other = deepcopy(value)
        container, key = places_in(other)[index]
        container[key] = one
        yield other
