"""
Games dealt by chance from one wall, for the demo clubs.

A winner's hand is put together from sets that leaning players would collect; the
losers hold what such players hold. What it all comes to is the engine's business.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

Record = dict[str, Any]

SEATS = "ESWN"
SUITS = "mps"
HONOURS = tuple(f"{number}z" for number in range(1, 8))
SIMPLES = tuple(f"{number}{suit}" for suit in SUITS for number in range(2, 9))
TERMINALS = tuple(f"{number}{suit}" for suit in SUITS for number in (1, 9))
KINDS = SIMPLES + TERMINALS + HONOURS

STYLES = {
    "chows of simples": 30,
    "one suit and honours": 20,
    "pungs": 20,
    "anything": 25,
    "one suit": 0.15,
    "seven pairs": 0.15,
}
"""What a winner collects, and how often."""
DRAWN_SHARE = 0.3
"""How many wins are self-drawn."""
DRAWN_GAMES = 0.08
"""How many games nobody wins."""


class Wall:
    """The tiles that nobody has yet."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = Counter(dict.fromkeys(KINDS, 4))

    def take(self, tiles: list[str]) -> bool:
        """Take all of *tiles* if they are there."""
        wanted = Counter(tiles)
        if any(self.left[tile] < many for tile, many in wanted.items()):
            return False
        self.left -= wanted
        return True

    def draw(self, many: int) -> list[str]:
        """Take tiles as they come."""
        tiles = self.rng.sample(sorted(self.left.elements()), many)
        self.left -= Counter(tiles)
        return tiles


def deal_game(rng: Random) -> Record:
    """Return hands and outcome of one game, keyed by seat."""
    if rng.random() < DRAWN_GAMES:
        return {"outcome": {"kind": "draw"}}
    wall = Wall(rng)
    seats = list(SEATS)
    winner = rng.choice(seats)
    style = rng.choices(list(STYLES), list(STYLES.values()))[0]
    groups = _winning_groups(wall, style)
    outcome: Record = {"kind": "win", "winner": winner}
    exposed = _exposed(rng, groups, style)
    # The pair is never exposed before, so that something is left to be completed.
    concealed = [one for place, one in enumerate(groups) if place not in exposed]
    if rng.random() < DRAWN_SHARE:
        outcome["source"] = "wall"
    else:
        outcome["source"] = "discard"
        outcome["from"] = rng.choice([seat for seat in seats if seat != winner])
    outcome["winning_tile"] = rng.choice(rng.choice(concealed))
    hands: Record = {
        winner: {
            "sets": ["".join(groups[place]) for place in sorted(exposed)],
            "tiles": "".join(tile for group in concealed for tile in group),
        }
    }
    for seat in seats:
        if seat != winner:
            hands[seat] = _losers_hand(wall)
    return {"hands": hands, "outcome": outcome}


def _winning_groups(wall: Wall, style: str) -> list[list[str]]:
    """Return four sets and a pair, or seven pairs, taken from the wall."""
    rng = wall.rng
    suit = rng.choice(SUITS)
    of_suit = tuple(f"{number}{suit}" for number in range(1, 10))
    pool = {
        "chows of simples": SIMPLES,
        "one suit and honours": of_suit + HONOURS,
        "one suit": of_suit,
    }.get(style, KINDS)
    chows = {"chows of simples": 1.0, "one suit": 0.6, "pungs": 0.0}.get(style, 0.35)
    groups: list[list[str]] = []
    pairs = 7 if style == "seven pairs" else 1
    while len(groups) < 4 and pairs == 1:
        tile = rng.choice(pool)
        group = _chow(tile) if rng.random() < chows else [tile] * 3
        if group and set(group) <= set(pool) and wall.take(group):
            groups.append(group)
    while pairs:
        tile = rng.choice(pool)
        if wall.take([tile] * 2):
            groups.append([tile] * 2)
            pairs -= 1
    return groups


def _chow(tile: str) -> list[str]:
    number, suit = int(tile[0]), tile[1]
    if suit == "z" or number > 7:
        return []
    return [f"{number + step}{suit}" for step in range(3)]


def _exposed(rng: Random, groups: list[list[str]], style: str) -> set[int]:
    """Return the places of the sets that the winner had claimed before."""
    if style == "seven pairs":
        return set()
    sets = [place for place, group in enumerate(groups) if len(group) > 2]
    return set(rng.sample(sets, rng.choice([0, 1, 2, 2, 3, 3])))


def _losers_hand(wall: Wall) -> Record:
    """Return 13 tiles of somebody who was after pungs."""
    rng = wall.rng
    sets = []
    held: list[str] = []
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
        tile = rng.choice(KINDS)
        many = rng.choice([2, 3, 3, 3, 4])
        if not wall.take([tile] * many):
            continue
        if many == 2:
            held += [tile] * 2
        else:
            text = tile * many
            sets.append(text if rng.random() < 0.6 else f"({text})")
    held += wall.draw(13 - 3 * len(sets) - len(held))
    return {"sets": sets, "tiles": "".join(held)}
