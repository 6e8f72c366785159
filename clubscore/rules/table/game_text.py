"""
Refusals of a game and its seats in the reader's language.

Every function takes the words first; nothing here decides a score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clubscore.rules.errors import NotationError, Notice, RulesError, Term, gettext_noop
from clubscore.rules.seats import WINDS_BY_LETTER
from clubscore.rules.sentences import Language, sentence
from clubscore.rules.sets import parse_set
from clubscore.rules.table.table_seats import Entered, Table, named_in
from clubscore.rules.tiles import (
    COPIES,
    FLOWERS,
    JOKER,
    SEASONS,
    format_tiles,
    parse_tiles,
)

Names = Mapping[str, str]
"""Players' names by their ids."""

DEAD = {
    "tile_count": gettext_noop("wrong number of tiles"),
    "faulty_set": gettext_noop("faulty set"),
    "false_mahjong": gettext_noop("false mahjong"),
    "other": gettext_noop("another reason"),
}
"""Why a hand is dead, by the contract's keys; to be translated."""
OTHERWISE = gettext_noop("for a reason that is not known here")
"""What a newer version of the site may have written; to be translated."""


def wind_name(letter: str) -> Term:
    """Return the name of a seat's or round's wind, to be translated."""
    return WINDS_BY_LETTER[letter].term


def with_wind(words: Language, wind: str, name: str) -> str:
    """Return how a player is called where it matters who sits where."""
    return words.gettext("%(wind)s (%(name)s)") % {"wind": wind, "name": name}


def refusal_of(
    words: Language, error: RulesError, table: Table | None, game: Entered, names: Names
) -> dict[str, Any]:
    """
    Return what is wrong with a game, in the words of its players.

    *table* is None where nobody can say who sat where.
    """
    winds = table.winds if table is not None else {}
    refusal = {
        "code": str(error.code),
        "seat": error.seat,
        "player": winds.get(error.seat or ""),
        "field": error.field,
        "message": _sentence(words, error, winds, game, names),
    }
    resting = table.resting if table is not None else None
    if resting is None or resting not in named_in(game):
        return refusal
    message = words.gettext(
        "%(player)s rests in this game, but something was entered for this player."
        " Look at it: who sat East?"
    )
    return refusal | {
        "seat": None,
        "player": resting,
        "message": message % {"player": names[resting]},
    }


def _sentence(
    words: Language,
    error: RulesError,
    winds: Mapping[str, str],
    game: Entered,
    names: Names,
) -> str:
    """Return what is wrong in the reader's language, with names instead of winds."""
    called = {letter: names[key] for letter, key in winds.items()}
    text = sentence_with(words, error, called)
    hands = {names.get(key, ""): hand for key, hand in game.hands.items()}
    return f"{text} {holders_of(words, error, hands)}".rstrip()


def holders_of(words: Language, error: RulesError, hands: Mapping[str, Any]) -> str:
    """
    Return who holds the tile of which all hands together have too many.

    *hands* go by how their players are called. It is empty for every other error.
    """
    if str(error.code) != "too_many_of_a_tile" or error.seat is not None:
        return ""
    holders = [
        words.gettext("%(player)s has %(many)d") % {"player": player, "many": many}
        for player, many in holders_of_too_many(hands)
    ]
    return f"{', '.join(holders)}." if holders else ""


def sentence_with(
    words: Language, problem: RulesError | Notice, called: Mapping[str, str]
) -> str:
    """Return a sentence in the reader's language, other words for the seats in it."""
    winds: dict[str, str] = {wind_name(letter): name for letter, name in called.items()}
    return sentence(words, problem, winds)


def holders_of_too_many(hands: Mapping[str, Any]) -> list[tuple[str, int]]:
    """
    Return who holds the tiles that all hands together have too often, and how many.

    >>> holders_of_too_many({"Anna": {"sets": ["333s"]}, "Ben": {"tiles": "3355s"}})
    [('Anna', 3), ('Ben', 2)]
    """
    held = {who: Counter(_tiles_read(hand)) for who, hand in hands.items()}
    together = sum(held.values(), Counter[int]())
    return [
        (who, tiles[tile])
        for tile, many in together.items()
        for who, tiles in held.items()
        if tiles[tile] and _are_too_many(tile, many)
    ]


def _are_too_many(tile: int, many: int) -> bool:
    """Tell whether so many are not in the game; jokers are told of otherwise."""
    if tile == JOKER:
        return False
    return many > (1 if tile in FLOWERS or tile in SEASONS else COPIES)


def _tiles_read(hand: Any) -> Iterator[int]:
    """
    Yield the tiles of a hand as it was entered, as far as they can be read.

    Of a player's own count there are none.
    """
    if not isinstance(hand, dict) or hand.get("points") is not None:
        return
    sets, tiles, bonus = (hand.get(name) or "" for name in ("sets", "tiles", "bonus"))
    written = sets if isinstance(sets, (list, tuple)) else ()
    if not all(isinstance(text, str) for text in (*written, tiles, bonus)):
        return
    try:
        for text in written:
            yield from parse_set(text).tiles
        yield from parse_tiles(tiles)
        yield from parse_tiles(bonus)
    except NotationError:
        return


def laid_out(arrangement: Iterable[str]) -> tuple[str, ...]:
    """
    Return the sets of an arrangement, and its loose tiles together at the end.

    >>> laid_out(["55s", "(1m)", "(7z)"])
    ('55s', '(1m7z)')
    """
    sets: list[str] = []
    loose: list[int] = []
    for text in arrangement:
        tiles = parse_set(text).tiles
        if len(tiles) == 1:
            loose += tiles
        else:
            sets.append(text)
    if loose:
        sets.append(f"({format_tiles(tuple(loose))})")
    return tuple(sets)
