"""Rule books of a club's own with something odd in them."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from tests.rules.own_blocks import NTS_LIMIT_HANDS

Json = Any

THREE_SISTERS: dict[str, Json] = {
    "key": "three_sisters",
    "name": "Three sisters",
    "who": "winner",
    "doubles": 1,
    "fits": {"sets": [["chow", "a1"], ["chow", "a4"], ["chow", "a7"]]},
    "yes": ["(123m)(456m)(789m)55z(222p)"],
    "no": ["(123m)(456p)(789m)55z(222p)"],
}
SNAKE: dict[str, Json] = {
    "key": "own_snake",
    "name": "A snake of one's own",
    "points": 500,
    **NTS_LIMIT_HANDS["wind_snake"],
    "yes": ["(1123456789m1234z)"],
    "no": ["(1123456789m1235z)"],
}
WHOLE: dict[str, Json] = {
    "base": "nts",
    "name": "Groene Draak 2027",
    "options": {"rounding": "tens"},
    "items": {"mahjong": {"points": 10}, "pure": {"who": "winner"}},
    "limit_hands": {"nine_gates": {"points": 1000}, "jade": {"off": True}},
    "limit": 1000,
    "minimum": 64,
    "add": [THREE_SISTERS, SNAKE],
}
"""What every spoilt book was."""
ODD: list[Json] = [None, -1, 10**30, "x", [], {}, True, 0.5, "a9", ["pung", "a1"]]
ODD += ["hkos", "schmale", "everybody", {"doubles": 3}, [0, 4], 2000]


def spoilt_book(rng: Random) -> Json:
    """Return a book with one thing or a few in it changed."""
    odd: Json = deepcopy(WHOLE)
    for _ in range(rng.choice([1, 1, 2, 4])):
        odd = _spoilt(rng, odd)
    return odd


def _spoilt(rng: Random, value: Json) -> Json:
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice([*value])
        return value | {key: _spoilt(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        return [*value[:place], _spoilt(rng, value[place]), *value[place + 1 :]]
    return rng.choice(ODD)
