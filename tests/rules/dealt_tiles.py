"""
Tiles of `nts` as they are dealt: the wall, and the sets and hands taken from it.

No fifth copy of a tile turns up. What is taken follows from the generator handed in and
from nothing else.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

Record = dict[str, Any]
Groups = list[list[str]]

SEATS = ["E", "S", "W", "N"]
SUITS = ["m", "p", "s"]
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
HONOURS = WINDS + DRAGONS
RUNS = {suit: [number + suit for number in "123456789"] for suit in SUITS}
SUITED = RUNS["m"] + RUNS["p"] + RUNS["s"]
TERMINALS = [tile for tile in SUITED if tile[0] in "19"]
SIMPLES = [tile for tile in SUITED if tile[0] not in "19"]
GREENS = ["2s", "3s", "4s", "6s", "8s", "6z"]
KINDS = SUITED + HONOURS
KINDS_OF_THREE = [kind for kind in KINDS if kind[1] != "m" and kind != "4z"]
BONUS = [number + kind for kind in "fy" for number in "1234"]

IRREGULAR = [
    "nine_gates",
    "thirteen_orphans",
    "honour_pairs",
    "wind_snake",
    "dragon_snake",
    "peking_court",
    "pure_pairs",
    "very_clean_pairs",
    "clean_pairs",
    "seven_pairs",
]
IRREGULAR_OF_THREE = [
    name
    for name in IRREGULAR
    if name not in ("thirteen_orphans", "wind_snake", "peking_court")
]
"""The limit hands without sets for which 96 tiles are enough."""

REGULAR_STYLES = {
    "any": 8,
    "chows": 10,
    "simples": 8,
    "pungs": 12,
    "one_suit": 8,
    "one_suit_honours": 8,
    "terminals_honours": 3,
    "terminals": 2,
    "honours": 2,
    "dragons": 6,
    "winds": 5,
    "jade": 3,
    "snake": 4,
    "gates": 2,
    "kongs": 4,
    "twin_chows": 4,
    "doubtful": 3,
    "blossom": 7,
}
"""How the winner of four sets and a pair is built, with how often."""


class Wall:
    """The tiles not yet dealt."""

    def __init__(self, kinds: list[str] = KINDS) -> None:
        self.kinds = kinds
        self.left = Counter(dict.fromkeys(kinds, 4))

    @property
    def suits(self) -> list[str]:
        """The suits in the game."""
        return [suit for suit in SUITS if "1" + suit in self.kinds]

    def of(self, kinds: list[str]) -> list[str]:
        """Return those of these kinds that are in the game."""
        return [kind for kind in kinds if kind in self.kinds]

    def has(self, tiles: list[str]) -> bool:
        """Say whether all these tiles are still there."""
        return all(self.left[kind] >= tiles.count(kind) for kind in tiles)

    def take(self, tiles: list[str]) -> list[str]:
        """Take these very tiles."""
        assert self.has(tiles), "more copies than the wall holds"
        for kind in tiles:
            self.left[kind] -= 1
        return tiles

    def draw(self, rng: Random, number: int, pool: list[str]) -> list[str]:
        """Take so many random tiles, from the pool while it lasts."""
        drawn: list[str] = []
        for _ in range(number):
            wanted = [kind for kind in pool for _ in range(self.left[kind])]
            wanted = wanted or list(self.left.elements())
            drawn += self.take([rng.choice(wanted)])
        return drawn


def chance(rng: Random, probability: float) -> bool:
    """Return true so often."""
    return rng.random() < probability


def weighted(rng: Random, weights: dict[str, int]) -> str:
    """Return one of the keys, each as often as its weight says."""
    return rng.choices(list(weights), list(weights.values()))[0]


# Groups of tiles


KONGS = [0.0, 0.0, 0.1, 0.3]
"""How often a set of equal tiles is a kong, one of these a hand."""

GATES = [
    "111 123 456 789 99",
    "111 22 345 678 999",
    "11 123 345 678 999",
    "111 234 456 789 99",
    "111 234 55 678 999",
    "11 123 456 678 999",
    "111 234 567 789 99",
    "111 234 567 88 999",
    "11 123 456 789 999",
]
"""Nine gates with each tile twice in turn, as four sets and a pair."""


CHOWS = [run[start : start + 3] for run in RUNS.values() for start in range(7)]


def chows_in(pool: list[str]) -> Groups:
    """Return every chow whose tiles are all in the pool."""
    kinds = set(pool)
    return [chow for chow in CHOWS if kinds.issuperset(chow)]


def take_group(rng: Random, wall: Wall, groups: Groups) -> list[str] | None:
    """Take a random one of the groups that the wall still has."""
    possible = [group for group in groups if wall.has(group)]
    return wall.take(list(rng.choice(possible))) if possible else None


def take_set(
    rng: Random, wall: Wall, pool: list[str], chows: float, kongs: float = 0.0
) -> list[str]:
    """Take a chow, pung or kong of the pool, or of all tiles where it has none."""
    for kinds in (pool, KINDS):
        equal = 4 if chance(rng, kongs) else 3
        sequences = chows_in(kinds)
        same = [[kind] * equal for kind in kinds]
        first, second = (
            (sequences, same)
            if chance(rng, chows)
            else (same, sequences if chows else [])
        )
        group = take_group(rng, wall, first) or take_group(rng, wall, second)
        if group:
            return group
    return wall.take(next(chow for chow in chows_in(wall.kinds) if wall.has(chow)))


def take_pair(rng: Random, wall: Wall, pool: list[str]) -> list[str]:
    """Take a pair of the pool, or of any kind where it has none."""
    pair = take_group(rng, wall, [[kind] * 2 for kind in pool])
    if pair:
        return pair
    return wall.take(next([kind] * 2 for kind in KINDS if wall.has([kind] * 2)))


def take_sets_and_pair(
    rng: Random, wall: Wall, pool: list[str], chows: float, kongs: float
) -> Groups:
    """Take four sets and a pair of the pool."""
    sets = [take_set(rng, wall, pool, chows, kongs) for _ in range(4)]
    return [*sets, take_pair(rng, wall, pool)]


def take_regular(rng: Random, wall: Wall, style: str) -> Groups:
    """Take four sets and a pair in this style."""
    if style in SPECIAL_STYLES:
        return SPECIAL_STYLES[style](rng, wall)
    run = RUNS[rng.choice(wall.suits)]
    pools = {
        "any": [KINDS],
        "simples": [SIMPLES],
        "pungs": [KINDS, KINDS, SUITED, SIMPLES, TERMINALS + HONOURS],
        "kongs": [KINDS],
        "one_suit": [run],
        "one_suit_honours": [run + HONOURS, run + HONOURS, [run[0], run[8], *HONOURS]],
        "terminals_honours": [TERMINALS + HONOURS],
        "terminals": [TERMINALS],
        "honours": [HONOURS],
        "jade": [GREENS, [*GREENS, "1s"], GREENS[:5]],
    }
    chows = {"pungs": [0.0, 0.0, 0.2], "kongs": [0.0]}.get(style, [0.4, 0.6])
    kongs = {"kongs": [1.0, 1.0, 0.8], "jade": [0.0, 0.1]}.get(style, KONGS)
    return take_sets_and_pair(
        rng, wall, rng.choice(pools[style]), rng.choice(chows), rng.choice(kongs)
    )


def take_chows(rng: Random, wall: Wall) -> Groups:
    """Take four chows and a pair."""
    pool = rng.choice([SUITED, SUITED, SIMPLES, RUNS[rng.choice(wall.suits)]])
    sets = [take_set(rng, wall, pool, 1.0) for _ in range(4)]
    return [*sets, take_pair(rng, wall, rng.choice([pool, pool, KINDS]))]


def take_dragons(rng: Random, wall: Wall) -> Groups:
    """Take two or three sets of dragons and what makes a hand of them."""
    return take_honour_sets(rng, wall, DRAGONS)


def take_winds(rng: Random, wall: Wall) -> Groups:
    """Take three or four sets of winds and what makes a hand of them."""
    return take_honour_sets(rng, wall, wall.of(WINDS))


def take_honour_sets(rng: Random, wall: Wall, honours: list[str]) -> Groups:
    """Take as many sets of these honours as it needs for a small or full hand."""
    pool = rng.choice([KINDS, KINDS, SUITED, HONOURS])
    order = rng.sample(honours, len(honours))
    in_pair = chance(rng, 0.5)
    groups = [
        wall.take([kind] * rng.choice([3, 3, 3, 4]))
        for kind in (order[1:] if in_pair else order)
    ]
    pair = wall.take([order[0]] * 2) if in_pair else take_pair(rng, wall, pool)
    while len(groups) < 4:
        groups.append(take_set(rng, wall, pool, 0.6, 0.1))
    return [*groups, pair]


def take_snake(rng: Random, wall: Wall) -> Groups:
    """Take a squirming snake."""
    suit, kongs = rng.choice(wall.suits), rng.choice([0.0, 0.0, 0.5, 1.0])
    body = rng.choice(["345 678 22", "234 678 55", "234 567 88"])
    ends = [[end + suit] * (4 if chance(rng, kongs) else 3) for end in "19"]
    groups = ends + [[n + suit for n in part] for part in body.split()]
    return [wall.take(group) for group in groups]


def take_gates(rng: Random, wall: Wall) -> Groups:
    """Take nine gates as four sets and a pair."""
    suit = rng.choice(wall.suits)
    parts = rng.choice(GATES).split()
    return [wall.take([n + suit for n in part]) for part in parts]


def take_twin_chows(rng: Random, wall: Wall) -> Groups:
    """Take two chows twice and a pair: also seven pairs."""
    suits = wall.suits if chance(rng, 0.5) else [rng.choice(wall.suits)]
    pool = [tile for suit in suits for tile in RUNS[suit]]
    groups: Groups = []
    while len(groups) < 4:
        chow = rng.choice(chows_in(pool))
        if wall.has(chow * 2):
            groups += [wall.take(chow), wall.take(list(chow))]
    return [*groups, take_pair(rng, wall, rng.choice([pool, KINDS]))]


def take_doubtful(rng: Random, wall: Wall) -> Groups:
    """Take a hand that may also have waited for a seventh pair, of four equal tiles."""
    first, second = rng.sample(wall.of(HONOURS), 2)
    chow = rng.choice(chows_in(wall.of(SUITED)))
    groups = [[first] * 3, [second] * 3, chow, list(chow), [chow[1]] * 2]
    return [wall.take(group) for group in groups]


def take_blossom(rng: Random, wall: Wall) -> Groups:
    """Take kongs and a set or pair with the 5 of circles."""
    with_five = [chow for chow in chows_in(SUITED) if "5p" in chow]
    blossom = wall.take(rng.choice([*with_five, ["5p"] * 3, ["5p"] * 2]))
    number = rng.choice([1, 2, 2])
    kongs = [take_set(rng, wall, SIMPLES, 0.0, 1.0) for _ in range(number)]
    rest = [blossom, *kongs]
    while sum(len(group) > 2 for group in rest) < 4:
        rest.append(take_set(rng, wall, KINDS, 0.5))
    return rest if len(blossom) == 2 else [*rest, take_pair(rng, wall, KINDS)]


SPECIAL_STYLES = {
    "chows": take_chows,
    "dragons": take_dragons,
    "winds": take_winds,
    "snake": take_snake,
    "gates": take_gates,
    "twin_chows": take_twin_chows,
    "doubtful": take_doubtful,
    "blossom": take_blossom,
}
"""The styles that are more than tiles of one pool."""


def irregular_tiles(rng: Random, wall: Wall, name: str) -> list[str]:
    """Return the 14 tiles of an irregular limit hand."""
    suit = rng.choice(wall.suits)
    run = RUNS[suit]
    honours = wall.of(HONOURS)
    match name:
        case "nine_gates":
            return [*run, run[0], run[0], run[8], run[8], rng.choice(run)]
        case "thirteen_orphans":
            orphans = TERMINALS + HONOURS
            return [*orphans, rng.choice(orphans)]
        case "wind_snake":
            snake = run + WINDS
            return [*snake, rng.choice(snake)]
        case "dragon_snake":
            return run + DRAGONS + [rng.choice(wall.of(WINDS))] * 2
        case "peking_court":
            return run[:7] + HONOURS
    pools = {
        "honour_pairs": honours,
        "pure_pairs": run,
        "very_clean_pairs": [run[0], run[8], *honours],
        "clean_pairs": run + honours,
        "seven_pairs": wall.kinds,
    }
    pool = pools[name]
    if name == "very_clean_pairs" and chance(rng, 0.4):
        pool = wall.of(TERMINALS) + honours
    twice = chance(rng, 0.3) or len(pool) < 7
    pairs = rng.sample(pool * 2 if twice else pool, 7)
    return [tile for pair in pairs for tile in (pair, pair)]


# Writing hands down


def tiles_text(rng: Random, tiles: list[str]) -> str:
    """Write tiles in the short notation, not always in order."""
    if chance(rng, 0.1):
        return " ".join(rng.sample(tiles, len(tiles)))
    suits = sorted({tile[1] for tile in tiles})
    return "".join(
        "".join(sorted(tile[0] for tile in tiles if tile[1] == suit)) + suit
        for suit in suits
    )


def set_text(group: list[str], *, concealed: bool) -> str:
    """Write a set as it lies."""
    text = "".join(
        "".join(tile[0] for tile in group if tile[1] == suit) + suit
        for suit in sorted({tile[1] for tile in group})
    )
    return f"({text})" if concealed else text


def with_defaults(rng: Random, hand: Record) -> Record:
    """Leave out what is empty, or now and then write it all."""
    full = {
        "sets": [],
        "tiles": "",
        "bonus": "",
        "complete": True,
        "claims": [],
        "dead": None,
        "points": None,
    }
    if chance(rng, 0.3):
        return full | hand
    return {key: value for key, value in hand.items() if value != full[key]}
