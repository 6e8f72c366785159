"""A situation: everything about a reading of a hand that a rule may look at."""

from __future__ import annotations

from enum import IntEnum, auto
from typing import NamedTuple

from clubscore.rules.hands import Claim, Win
from clubscore.rules.irregular import Irregular
from clubscore.rules.seats import Wind
from clubscore.rules.sets import Shape, TileSet
from clubscore.rules.tiles import (
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    HONOURS,
    SIMPLES,
    TERMINALS_AND_HONOURS,
    UNIT,
    Kinds,
    Packed,
    Tile,
)

HALF_FLUSH = 1
HALF_FLUSH_TERMINALS = 2
ONLY_TERMINALS_AND_HONOURS = 4
FULL_FLUSH = 8
ALL_HONOURS = 16
ONLY_SIMPLES = 32

CLAIMED_COLOURS = {
    Claim.HALF_FLUSH: HALF_FLUSH,
    Claim.HALF_FLUSH_TERMINALS: HALF_FLUSH_TERMINALS,
    Claim.TERMINALS_AND_HONOURS: ONLY_TERMINALS_AND_HONOURS,
    Claim.FULL_FLUSH: FULL_FLUSH,
    Claim.ALL_HONOURS: ALL_HONOURS,
}


def colours_of(kinds: Kinds) -> int:
    """Return which patterns of suits, terminals and honours a whole hand has."""
    if not kinds:
        return 0
    suits = bool(kinds & CHARACTERS) + bool(kinds & CIRCLES) + bool(kinds & BAMBOOS)
    colours = 0
    if suits == 1:
        colours = HALF_FLUSH if kinds & HONOURS else FULL_FLUSH
    elif not suits:
        colours = ALL_HONOURS
    if not kinds & SIMPLES:
        colours |= ONLY_TERMINALS_AND_HONOURS
        if colours & HALF_FLUSH:
            colours |= HALF_FLUSH_TERMINALS
    elif not kinds & TERMINALS_AND_HONOURS:
        colours |= ONLY_SIMPLES
    return colours


def contradicts(claim: Claim, kinds: Kinds) -> bool:
    """Tell whether a hand that has *kinds* cannot be what is claimed."""
    suits = bool(kinds & CHARACTERS) + bool(kinds & CIRCLES) + bool(kinds & BAMBOOS)
    match claim:
        case Claim.HALF_FLUSH:
            return suits > 1
        case Claim.HALF_FLUSH_TERMINALS:
            return suits > 1 or bool(kinds & SIMPLES)
        case Claim.TERMINALS_AND_HONOURS:
            return bool(kinds & SIMPLES)
        case Claim.FULL_FLUSH:
            return suits > 1 or bool(kinds & HONOURS)
        case Claim.ALL_HONOURS:
            return suits > 0


class Reading(NamedTuple):
    """One way in which a hand lies."""

    sets: tuple[TileSet, ...]
    loose: tuple[Tile, ...] = ()
    """Tiles that belong to no set."""
    completed: int | None = None
    """Which of the sets the winning tile completed."""


class Wait(IntEnum):
    """What a tile is waited for as, the one that is named first of several first."""

    EDGE = auto()
    """The 3 of 123 or the 7 of 789."""
    CLOSED = auto()
    """The middle of a chow."""
    SINGLE = auto()
    """The second tile of the pair."""


class Situation(NamedTuple):
    """Everything about one reading of one hand that a rule may look at."""

    seat: Wind
    round_wind: Wind | None
    owner: Wind | None
    win: Win | None
    """How the game was won, if this is the winner's hand."""
    bonus: tuple[Tile, ...]
    kinds: Kinds
    """The kinds of the whole hand; none where it was not entered completely."""
    colours: int
    """Patterns of the whole hand: HALF_FLUSH and its like."""
    pungs: Kinds
    """The kinds of which there is a pung or a kong."""
    pairs: Kinds
    chows: Packed
    """The lowest tiles of the chows."""
    concealed_pungs: int
    """How many pungs are concealed; kongs not among them."""
    concealed_kongs: int
    kongs: int
    """How many kongs there are, exposed ones too."""
    exposed: int
    """How many sets are exposed."""
    exposed_before: int
    """How many of these lay open before the winning tile."""
    completes_pair: bool
    """Whether the winning tile completed the pair."""
    is_only_possible: bool
    """Whether no other kind of tile would have completed the hand."""
    original_call: bool
    """Whether the player needed one tile before the first discard, as ever since."""
    tiles: Packed
    """All tiles of the hand, as `kinds`; none where it was not entered completely."""
    kong_kinds: Kinds
    """The kinds of which there is a kong."""
    melds: int
    """How many sets lay open before the winning tile."""
    shown: int
    """How many tiles of the winning tile's kind lay in these."""
    wait: Wait | None
    """What the winning tile was waited for as, where no other kind would have won."""
    shape: Irregular | None
    """What the tiles are where they are no sets."""
    is_knitted: bool
    """Whether knitted tiles stand for three of the sets."""


def situation_of(
    *,
    seat: Wind,
    round_wind: Wind | None,
    owner: Wind | None = None,
    win: Win | None = None,
    bonus: tuple[Tile, ...] = (),
    kinds: Kinds = 0,
    colours: int = 0,
    reading: Reading,
    is_only_possible: bool = False,
    original_call: bool = False,
    tiles: Packed = 0,
    melds: int = 0,
    shown: int = 0,
    wait: Wait | None = None,
    shape: Irregular | None = None,
    is_knitted: bool = False,
) -> Situation:
    """Return what rules may know about *reading*."""
    pungs = pairs = chows = kong_kinds = 0
    concealed_pungs = concealed_kongs = kongs = exposed = 0
    for one in reading.sets:
        form = one.shape
        if not one.is_concealed:
            exposed += 1
        if form == Shape.CHOW:
            chows += UNIT[one.tile]
        elif form == Shape.PAIR:
            pairs |= UNIT[one.tile]
        else:
            pungs |= UNIT[one.tile]
            if form == Shape.KONG:
                kongs += 1
                kong_kinds |= UNIT[one.tile]
                concealed_kongs += one.is_concealed
            else:
                concealed_pungs += one.is_concealed
    completed = reading.completed
    is_claimed = completed is not None and not reading.sets[completed].is_concealed
    return Situation(
        seat,
        round_wind,
        owner,
        win,
        bonus,
        kinds,
        colours,
        pungs,
        pairs,
        chows,
        concealed_pungs,
        concealed_kongs,
        kongs,
        exposed,
        exposed - is_claimed,
        completed is not None and reading.sets[completed].shape == Shape.PAIR,
        is_only_possible,
        original_call,
        tiles,
        kong_kinds,
        melds,
        shown,
        wait,
        shape,
        is_knitted,
    )
