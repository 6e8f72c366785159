"""
The set that the winning tile completed.

A set that lay open before the last tile was claimed earlier. So a drawn tile
completes what is concealed, and a claimed one an exposed set only where nothing
concealed holds it, or where the record names that set.
"""

from __future__ import annotations

from clubscore.rules.hands import GIVEN, Circumstance, Hand, Source, Win
from clubscore.rules.sets import WrittenSet, is_cake
from clubscore.rules.tiles import Tile


def can_have_completed(one: WrittenSet, tile: Tile, source: Source) -> bool:
    """
    Tell whether the winning tile can have completed the written set at all.

    No kong; and an exposed set only if the tile was claimed.
    """
    return (
        not one.is_kong and tile in one.tiles and (one.is_concealed or source in GIVEN)
    )


def exposed_at_last(hand: Hand, win: Win) -> tuple[WrittenSet, ...]:
    """
    Return the exposed sets of the winner that the winning tile can have completed.

    One of them it did complete, if there are any; every other exposed set lay open
    before. The set that the record names is the one. Where it names none, a claimed
    tile completed something concealed if that holds the tile.
    """
    found: tuple[WrittenSet, ...] = hand.written
    if win.completes is not None:
        found = (win.completes,)
    elif Circumstance.BIRD_EATS_CAKE in win.circumstances:
        found = tuple(one for one in hand.written if _is_cake(one))
    elif win.tile in hand.tiles:
        return ()
    if win.tile is None:
        return ()
    held = [one for one in found if can_have_completed(one, win.tile, win.source)]
    if any(one.is_concealed for one in held):
        return ()
    return tuple(held)


def nameable(hand: Hand, win: Win) -> tuple[WrittenSet, ...]:
    """
    Return the exposed sets that the record could name as the completed one.

    Without that they are held to have lain open before.
    """
    if win.tile is None:
        return ()
    completed = exposed_at_last(hand, win)
    return tuple(
        one
        for one in dict.fromkeys(hand.written)
        if not one.is_concealed
        and can_have_completed(one, win.tile, win.source)
        and one not in completed
    )


def _is_cake(one: WrittenSet) -> bool:
    return one.as_set is not None and is_cake(one.as_set)
