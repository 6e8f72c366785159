"""
Dealer of seeded winning hands of `mcr`.

Hands are built from sets of a palette, so that suits, terminals, honours and runs come
together as often as by chance and far more; some are hands without sets. What cannot
have happened is not dealt.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

SUITS = "mps"
TILES = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)]
HONOURS = [f"{rank}z" for rank in range(1, 8)]
KINDS = TILES + HONOURS
ORPHANS = [one for one in KINDS if one[0] in "19" or one[1] == "z"]
GREENS = ["2s", "3s", "4s", "6s", "8s", "6z"]
REVERSIBLE = [
    *(f"{rank}p" for rank in (1, 2, 3, 4, 5, 8, 9)),
    *(f"{rank}s" for rank in (2, 4, 5, 6, 8, 9)),
    "5z",
]
KNITTINGS = [
    [
        f"{first + step}{suit}"
        for first, suit in enumerate(suits, 1)
        for step in (0, 3, 6)
    ]
    for suits in permutations(SUITS)
]
SEATS = "ESWN"


@dataclass
class Won:
    """One winning hand and how it was won."""

    melds: list[list[str]]
    kongs: list[list[str]]
    """Concealed kongs."""
    tiles: list[str]
    """All other tiles, without the winning one."""
    last: str
    source: str
    circumstances: list[str]
    seat: str
    round_wind: str
    flowers: int

    @property
    def record(self) -> dict[str, Any]:
        """The game in which the hand wins, as the contract has it."""
        giver = "E" if self.seat != "E" else "S"
        outcome: dict[str, Any] = {
            "kind": "win",
            "winner": self.seat,
            "winning_tile": self.last,
            "source": self.source,
            "circumstances": self.circumstances,
        }
        if self.source in ("discard", "robbed_kong"):
            outcome["from"] = giver
        return {
            "ruleset": "mcr",
            "options": {"practice": "chinese", "minimum_points": 0},
            "round_wind": self.round_wind,
            "hands": {
                self.seat: {
                    "sets": ["".join(one) for one in self.melds]
                    + [f"({''.join(one)})" for one in self.kongs],
                    "tiles": "".join([*self.tiles, self.last]),
                    "bonus": ("1f2f3f4f1y2y3y4y")[: 2 * self.flowers],
                }
            },
            "outcome": outcome,
        }


def deal_won(rng: Random) -> Won:
    """Return a winning hand."""
    while True:
        hand = _without_sets(rng) if rng.random() < 0.1 else _with_sets(rng)
        if hand is None:
            continue
        sets, loose = hand
        every = Counter(tile for one in sets for tile in one) + Counter(loose)
        if max(every.values()) <= 4:
            return _won(rng, sets, loose)


def _without_sets(rng: Random) -> tuple[list[list[str]], list[str]] | None:
    kind = rng.randrange(6)
    if kind == 0:
        return [], [*ORPHANS, rng.choice(ORPHANS)]
    if kind == 1:
        many = rng.choice((5, 6, 7))
        knitted = rng.sample(rng.choice(KNITTINGS), 14 - many)
        return [], rng.sample(HONOURS, many) + knitted
    if kind == 2:
        suit, first = rng.choice(SUITS), rng.randint(1, 3)
        return [], [f"{rank}{suit}" for rank in range(first, first + 7)] * 2
    if kind == 3:
        suit = rng.choice(SUITS)
        gates = [f"{rank}{suit}" for rank in "1112345678999"]
        return [], [*gates, f"{rng.randint(1, 9)}{suit}"]
    if kind == 4:
        return _knitted_straight(rng)
    palette = _palette(rng)
    return [], [tile for _ in range(7) for tile in [rng.choice(palette)] * 2]


def _knitted_straight(rng: Random) -> tuple[list[list[str]], list[str]]:
    fourth, pair = _set(rng, KINDS, 0.5), rng.choice(KINDS)
    loose = [*rng.choice(KNITTINGS), pair, pair]
    if rng.random() < 0.5:
        return [fourth], loose
    return [], loose + fourth[:3]


def _palette(rng: Random) -> list[str]:
    suits = rng.sample(SUITS, rng.choice((1, 2, 3, 3)))
    first = rng.randint(1, 7)
    return rng.choice(
        [
            KINDS,
            KINDS,
            TILES,
            ORPHANS,
            HONOURS,
            GREENS,
            REVERSIBLE,
            [one for one in TILES if one[1] in suits],
            [one for one in KINDS if one[1] in (*suits, "z")],
            [one for one in TILES if first <= int(one[0]) <= first + 2],
            [one for one in TILES if first <= int(one[0]) <= first + 3],
            [one for one in KINDS if one[0] in "1945" or one[1] == "z"],
            [one for one in TILES if one[0] in "2468"],
            [one for one in TILES if one[0] in "19"],
        ]
    )


def _set(rng: Random, palette: list[str], chows: float) -> list[str]:
    """Return a chow, a pung or a kong."""
    first = rng.choice(palette)
    if first[1] != "z" and first[0] < "8" and rng.random() < chows:
        return [f"{int(first[0]) + step}{first[1]}" for step in range(3)]
    return [first] * (4 if rng.random() < 0.15 else 3)


def _with_sets(rng: Random) -> tuple[list[list[str]], list[str]]:
    palette, chows = _palette(rng), rng.choice((0, 0.5, 0.8, 1))
    sets = [_set(rng, palette, chows) for _ in range(4)]
    if chows and rng.random() < 0.4:
        # A set again, or the same one in another suit, or shifted.
        for place in range(rng.randint(1, 3)):
            sets[place + 1] = _like(rng, sets[place])
    pair = rng.choice(palette)
    return sets, [pair, pair]


def _like(rng: Random, one: list[str]) -> list[str]:
    shift, suit = rng.choice((0, 0, 1, 2, 3, 6)), rng.choice((one[0][1], *SUITS))
    if one[0][1] == "z" or int(one[-1][0]) + shift > 9:
        return list(one)
    return [f"{int(tile[0]) + shift}{suit}" for tile in one]


def _won(rng: Random, sets: list[list[str]], loose: list[str]) -> Won:
    melds: list[list[str]] = []
    kongs: list[list[str]] = []
    tiles = list(loose)
    melding = rng.choice((0, 0.3, 0.6, 1))
    for one in sets:
        if len(one) == 4:
            (melds if rng.random() < 0.5 else kongs).append(one)
        elif rng.random() < melding:
            melds.append(one)
        else:
            tiles += one
    last = rng.choice(tiles)
    tiles.remove(last)
    flowers = rng.choice((0, 0, 1, 3))
    sources = ["wall", "discard", "discard"]
    sources += ["replacement" for one in (*melds, *kongs) if len(one) == 4]
    if flowers:
        sources.append("replacement_bonus")
    shown = sum(one.count(last) for one in melds)
    if last not in tiles and not shown:
        sources.append("robbed_kong")
    source = rng.choice(sources)
    circumstances = []
    if source in ("wall", "discard") and rng.random() < 0.1:
        circumstances.append("last_tile")
    if last not in tiles and rng.random() < 0.2:
        circumstances.append("last_of_its_kind")
    rng.shuffle(tiles)
    return Won(
        melds,
        kongs,
        tiles,
        last,
        source,
        circumstances,
        rng.choice(SEATS),
        rng.choice(SEATS),
        flowers,
    )
