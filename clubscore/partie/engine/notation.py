"""Tiles and winds in notation and in words, and the tiles of a typed hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clubscore.rules.completed import can_have_completed
from clubscore.rules.errors import NotationError
from clubscore.rules.hands import Source
from clubscore.rules.sets import parse_set
from clubscore.rules.table.table_seats import Terms
from clubscore.rules.tiles import JOKER, TILE_NAMES, format_tiles, parse_tiles


def unreadable_field(hand: Mapping[str, Any]) -> str | None:
    """Return the field of a hand that holds a text which names no tile."""
    for field_, texts, parse in (
        ("sets", hand.get("sets", ()), parse_set),
        ("tiles", (hand.get("tiles", ""),), parse_tiles),
        ("bonus", (hand.get("bonus", ""),), parse_tiles),
    ):
        for text in texts:
            try:
                parse(text)
            except NotationError:
                return field_
    return None


def sets_completed(hand: Mapping[str, Any], tile: str, source: str) -> list[str]:
    """
    Return the sets of a winner, as written, that the winning tile can have completed.

    None where nothing has to be chosen: only one place holds the tile, or a text
    names no tile.

    >>> sets_completed({"sets": ["345m", "(55m)"], "tiles": "9s"}, "5m", "discard")
    ['345m', '(55m)']
    >>> sets_completed({"sets": ["345m", "(55m)"], "tiles": "9s"}, "5m", "wall")
    []
    """
    try:
        (won,) = parse_tiles(tile)
        sets = [parse_set(text) for text in hand.get("sets", ())]
        loose = parse_tiles(hand.get("tiles", ""))
    except (ValueError, NotationError):
        return []
    found = [
        one.notation
        for one in dict.fromkeys(sets)
        if can_have_completed(one, won, Source(source))
    ]
    return found if len(found) + (won in loose) > 1 else []


def is_same_set(text: str, other: str) -> bool:
    """Tell whether two texts name the same set, whatever the order of its tiles."""
    try:
        return parse_set(text) == parse_set(other)
    except NotationError:
        return False


def is_of_whole_size(hand: Mapping[str, Any]) -> bool:
    """
    Tell whether as many tiles were entered as a loser holds: 13, and one a kong.

    >>> is_of_whole_size({"sets": ["(5555p)", "777z"], "tiles": "123m45s99p"})
    True
    """
    try:
        sets = [parse_set(text).tiles for text in hand.get("sets", ())]
        loose = parse_tiles(hand.get("tiles", ""))
    except NotationError:
        return False
    kongs = sum(len(one) == 4 and len(set(one)) == 1 for one in sets)
    return sum(map(len, sets)) + len(loose) == 13 + kongs


KINDS_OF_TILES = {
    "characters": "123m",
    "circles": "456p",
    "bamboos": "789s",
    "winds": "1234z",
    "dragons": "567z",
    "jokers": "0j",
}
"""An example of each kind of tile that sets are made of, the honours all of them."""


def kinds_played(terms: Terms) -> dict[str, str]:
    """
    Return how the kinds of tiles are written that are played with.

    >>> kinds_played(Terms("nts", {}, 0, 3))["winds"]
    '123z'
    """
    tiles = terms.rules.tiles
    found = {
        kind: format_tiles(tuple(filter(tiles.has, parse_tiles(text))))
        for kind, text in KINDS_OF_TILES.items()
    }
    if tiles.has_bonus:
        found |= {"flowers": "1234f", "seasons": "1234y"}
    return found


def has_bonus_tiles(terms: Terms) -> bool:
    """Tell whether flowers and seasons are played with."""
    return terms.rules.tiles.has_bonus


def number_of_tiles(notation: str) -> int:
    """
    Return how many tiles a text names.

    >>> number_of_tiles("1f 34y")
    3

    Raise RulesError if a part of *notation* is no tile.
    """
    return len(parse_tiles(notation))


def kind_of_set(text: str) -> str:
    """
    Return what a set of an arrangement is: chow, pung, kong, pair, or single.

    >>> [kind_of_set(text) for text in ("(234s)", "555s", "5555z", "(11p)", "7z")]
    ['chow', 'pung', 'kong', 'pair', 'single']
    """
    tiles = parse_set(text).tiles
    if len(tiles) == 3:
        # A joker stands for the tile that the others leave open.
        is_pung = len(set(tiles) - {JOKER}) <= 1
        return "pung" if is_pung else "chow"
    return {1: "single", 2: "pair", 4: "kong"}[len(tiles)]


def tile_names(notation: str) -> list[tuple[str, str]]:
    """
    Return each tile as it is written alone, and its name, to be translated.

    >>> tile_names("1m5z")
    [('1m', '1 of characters'), ('5z', 'white dragon')]

    Raise RulesError if a part of *notation* is no tile.
    """
    return _named(parse_tiles(notation))


def set_tiles(text: str) -> tuple[list[tuple[str, str]], bool]:
    """
    Return the tiles of one set as `tile_names` does, and whether it is concealed.

    >>> set_tiles("(77z)")
    ([('7z', 'red dragon'), ('7z', 'red dragon')], True)

    Raise RulesError if a part of *text* is no tile.
    """
    written = parse_set(text)
    return _named(written.tiles), written.is_concealed


def _named(tiles: Iterable[int]) -> list[tuple[str, str]]:
    return [(format_tiles((tile,)), TILE_NAMES[tile]) for tile in tiles]
