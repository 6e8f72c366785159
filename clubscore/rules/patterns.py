"""
Patterns that several rule books score: small pure functions and shapes.

No value stands here; what a pattern is worth, and where a book says so, is in
the rulesets.
"""

from __future__ import annotations

from collections.abc import Callable

from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hands import Circumstance, Source, TableWinds, Win
from clubscore.rules.irregular import OneOfEach, Template
from clubscore.rules.items import Citation, Example, SetItem
from clubscore.rules.seats import Wind
from clubscore.rules.sets import Shape, TileSet
from clubscore.rules.situations import FULL_FLUSH, Situation
from clubscore.rules.tiles import (
    BAMBOO_1,
    DRAGONS,
    FLOWERS,
    GREEN_DRAGON,
    SEASONS,
    SIMPLES,
    SUIT_STARTS,
    SUITS,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    UNIT,
    WINDS,
    Kinds,
    Packed,
    Tile,
    pack,
)

YES = Term(gettext_noop("yes"))
NO = Term(gettext_noop("no"))


# Single sets ------------------------------------------------------------------


def is_pair(one: TileSet) -> bool:
    """Tell whether it is a pair."""
    return one.shape is Shape.PAIR


def is_pung_or_kong(one: TileSet) -> bool:
    """Tell whether it is a pung or a kong."""
    return one.is_pung_or_kong


def is_wind(one: TileSet, wind: Wind | None) -> bool:
    """Tell whether it is of the wind; there may be none."""
    return wind is not None and one.tile == wind.tile


def is_dragon(one: TileSet) -> bool:
    """Tell whether it is of a dragon."""
    return bool(UNIT[one.tile] & DRAGONS)


def _sets_worth(
    key: str,
    name: str,
    definition: str,
    examples: tuple[str, ...],
    shape: Shape,
    kinds: Kinds,
    *,
    concealed: bool,
    points: int,
) -> Callable[[Citation], SetItem]:
    """Return what makes the item for sets of *shape* of *kinds*."""
    return lambda source: SetItem(
        key=key,
        name=Term(name),
        definition=definition,
        examples=tuple(map(Example, examples)),
        source=source,
        points=points,
        fits=lambda one, _own, _round: (
            one.shape is shape
            and one.is_concealed is concealed
            and bool(UNIT[one.tile] & kinds)
        ),
    )


_CLASSICAL_SETS = (
    _sets_worth(
        "exposed_pung_of_simples",
        gettext_noop("Exposed pung of simples"),
        gettext_noop(
            "Three equal tiles from 2 to 8 of a suit, the last of them claimed."
        ),
        ("555s",),
        Shape.PUNG,
        SIMPLES,
        concealed=False,
        points=2,
    ),
    _sets_worth(
        "concealed_pung_of_simples",
        gettext_noop("Concealed pung of simples"),
        gettext_noop(
            "Three equal tiles from 2 to 8 of a suit, all drawn by the player."
        ),
        ("(666p)",),
        Shape.PUNG,
        SIMPLES,
        concealed=True,
        points=4,
    ),
    _sets_worth(
        "exposed_pung_of_terminals_or_honours",
        gettext_noop("Exposed pung of terminals or honours"),
        gettext_noop(
            "Three equal ones, nines, winds or dragons, the last of them claimed."
        ),
        (
            "999p",
            "333z",
            "777z",
        ),
        Shape.PUNG,
        TERMINALS_AND_HONOURS,
        concealed=False,
        points=4,
    ),
    _sets_worth(
        "concealed_pung_of_terminals_or_honours",
        gettext_noop("Concealed pung of terminals or honours"),
        gettext_noop(
            "Three equal ones, nines, winds or dragons, all drawn by the player."
        ),
        (
            "(111s)",
            "(333z)",
            "(555z)",
        ),
        Shape.PUNG,
        TERMINALS_AND_HONOURS,
        concealed=True,
        points=8,
    ),
    _sets_worth(
        "exposed_kong_of_simples",
        gettext_noop("Exposed kong of simples"),
        gettext_noop(
            "Four equal tiles from 2 to 8 of a suit, declared as a kong: one"
            " was claimed for it, or for the pung that it was before."
        ),
        ("5555s",),
        Shape.KONG,
        SIMPLES,
        concealed=False,
        points=8,
    ),
    _sets_worth(
        "concealed_kong_of_simples",
        gettext_noop("Concealed kong of simples"),
        gettext_noop(
            "Four equal tiles from 2 to 8 of a suit, all drawn by the player"
            " and declared as a kong."
        ),
        ("(6666p)",),
        Shape.KONG,
        SIMPLES,
        concealed=True,
        points=16,
    ),
    _sets_worth(
        "exposed_kong_of_terminals_or_honours",
        gettext_noop("Exposed kong of terminals or honours"),
        gettext_noop(
            "Four equal ones, nines, winds or dragons, declared as a kong: one"
            " was claimed for it, or for the pung that it was before."
        ),
        (
            "9999p",
            "3333z",
            "7777z",
        ),
        Shape.KONG,
        TERMINALS_AND_HONOURS,
        concealed=False,
        points=16,
    ),
    _sets_worth(
        "concealed_kong_of_terminals_or_honours",
        gettext_noop("Concealed kong of terminals or honours"),
        gettext_noop(
            "Four equal ones, nines, winds or dragons, all drawn by the player"
            " and declared as a kong."
        ),
        (
            "(1111s)",
            "(3333z)",
            "(5555z)",
        ),
        Shape.KONG,
        TERMINALS_AND_HONOURS,
        concealed=True,
        points=32,
    ),
)


def classical_sets(source: Citation) -> tuple[SetItem, ...]:
    """
    Return the items for pungs and kongs as the classical game values them.

    2 points for an exposed pung of simples, twice as many for terminals or
    honours, for a concealed set, and four times for a kong; *source* is where a
    book says so.
    """
    return tuple(item(source) for item in _CLASSICAL_SETS)


# Sets of honours ---------------------------------------------------------------


def _of_honours(
    key: str,
    name: str,
    definition: str,
    examples: tuple[str, ...],
    fits: Callable[[TileSet, Wind, Wind | None], bool],
) -> Callable[..., SetItem]:
    """Return what makes the item for some sets, given its source and its worth."""

    def made(
        source: Citation, *, points: int = 0, doubles: int = 0, faan: int = 0
    ) -> SetItem:
        return SetItem(
            key=key,
            name=Term(name),
            definition=definition,
            examples=tuple(map(Example, examples)),
            source=source,
            points=points,
            doubles=doubles,
            faan=faan,
            fits=fits,
        )

    return made


pair_of_dragons = _of_honours(
    "pair_of_dragons",
    gettext_noop("Pair of dragons"),
    gettext_noop("Two equal dragons."),
    ("(66z)",),
    lambda one, _own, _round: is_pair(one) and is_dragon(one),
)
pair_of_own_wind = _of_honours(
    "pair_of_own_wind",
    gettext_noop("Pair of the own wind"),
    gettext_noop("Two tiles of the wind of the player’s own seat, here South’s."),
    ("(22z)",),
    lambda one, own, _round: is_pair(one) and is_wind(one, own),
)
pair_of_round_wind = _of_honours(
    "pair_of_round_wind",
    gettext_noop("Pair of the round wind"),
    gettext_noop(
        "Two tiles of the wind of the round, here of the East round. A wind"
        " that is both one’s own and the round’s scores twice."
    ),
    ("(11z)",),
    lambda one, _own, round_wind: is_pair(one) and is_wind(one, round_wind),
)
set_of_dragons = _of_honours(
    "set_of_dragons",
    gettext_noop("Pung or kong of dragons"),
    gettext_noop("Three or four equal dragons, exposed or concealed."),
    (
        "555z",
        "(6666z)",
    ),
    lambda one, _own, _round: is_pung_or_kong(one) and is_dragon(one),
)
set_of_own_wind = _of_honours(
    "set_of_own_wind",
    gettext_noop("Pung or kong of the own wind"),
    gettext_noop(
        "Three or four tiles of the wind of the player’s own seat, here"
        " South’s; exposed or concealed."
    ),
    (
        "222z",
        "(2222z)",
    ),
    lambda one, own, _round: is_pung_or_kong(one) and is_wind(one, own),
)
set_of_round_wind = _of_honours(
    "set_of_round_wind",
    gettext_noop("Pung or kong of the round wind"),
    gettext_noop(
        "Three or four tiles of the wind of the round, here of the East"
        " round; exposed or concealed. A wind that is both one’s own and the"
        " round’s scores twice."
    ),
    (
        "111z",
        "(1111z)",
    ),
    lambda one, _own, round_wind: is_pung_or_kong(one) and is_wind(one, round_wind),
)


# Single bonus tiles -----------------------------------------------------------


def is_own_flower(tile: Tile, own: Wind) -> bool:
    """Tell whether it is the flower of the wind."""
    return tile == FLOWERS[own]


def is_own_season(tile: Tile, own: Wind) -> bool:
    """Tell whether it is the season of the wind."""
    return tile == SEASONS[own]


def is_own_bonus(tile: Tile, own: Wind) -> bool:
    """Tell whether a flower or season belongs to the wind."""
    return is_own_flower(tile, own) or is_own_season(tile, own)


def has_all_flowers(hand: Situation) -> bool:
    """Tell whether the hand has the four flowers."""
    return set(FLOWERS) <= set(hand.bonus)


def has_all_seasons(hand: Situation) -> bool:
    """Tell whether the hand has the four seasons."""
    return set(SEASONS) <= set(hand.bonus)


def has_own_flower_and_season(hand: Situation) -> bool:
    """Tell whether the hand has both the flower and the season of its own wind."""
    return {FLOWERS[hand.seat], SEASONS[hand.seat]} <= set(hand.bonus)


# Whole hands ------------------------------------------------------------------


def won(hand: Situation) -> Win:
    """Return how the winner's hand was won."""
    assert hand.win is not None
    return hand.win


def is_self_drawn(hand: Situation) -> bool:
    """Tell whether the winner drew the tile; dealt and replacement tiles too."""
    return won(hand).is_self_drawn


def is_replacement(win: Win) -> bool:
    """Tell whether a replacement tile won, for a kong, a flower or a season."""
    return win.source in (Source.REPLACEMENT, Source.REPLACEMENT_BONUS)


def happened(circumstance: Circumstance) -> Callable[[Situation], bool]:
    """Return the test for hands that were won in a circumstance."""
    return lambda hand: circumstance in won(hand).circumstances


def is_easts_first_discard(_table: TableWinds, win: Win) -> bool:
    """Tell whether a win in the first turn can have come about: on East's discard."""
    return win.source is Source.DISCARD and win.giver is Wind.EAST


def only(kinds: Kinds) -> Callable[[Situation], bool]:
    """Return the test for hands of nothing but *kinds*."""
    return lambda hand: not hand.kinds & ~kinds


def has_sets_of(kinds: Kinds) -> Callable[[Situation], bool]:
    """Return the test for hands with a pung or kong of each of *kinds*."""
    return lambda hand: hand.pungs & kinds == kinds


def is_small_four_winds(hand: Situation) -> bool:
    """Tell whether the hand has sets of three winds and a pair of the fourth."""
    pungs = hand.pungs & WINDS
    return pungs.bit_count() == 3 and bool(hand.pairs & WINDS & ~pungs)


def is_small_three_dragons(hand: Situation) -> bool:
    """Tell whether the hand has sets of two dragons and a pair of the third."""
    pungs = hand.pungs & DRAGONS
    return pungs.bit_count() == 2 and bool(hand.pairs & DRAGONS & ~pungs)


def is_concealed(hand: Situation) -> bool:
    """Tell whether nothing lies open, the pair and what was claimed last included."""
    return not hand.exposed


def is_all_chows(hand: Situation) -> bool:
    """Tell whether a winning hand has no pung and no kong."""
    return not hand.pungs


def is_all_pungs(hand: Situation) -> bool:
    """Tell whether a winning hand has no chow."""
    return not hand.chows


def is_all_terminals(hand: Situation) -> bool:
    """Tell whether a winning hand is pungs, kongs and a pair of terminals only."""
    return not hand.kinds & ~TERMINALS and not hand.chows


_SNAKES = {1: (2, 5), 4: (1, 5), 7: (1, 4)}
"""The pair's rank, and where the chows begin; all counted from 0."""


def is_squirming_snake(hand: Situation) -> bool:
    """Tell whether it is sets of 1 and 9, two chows and a pair: 1 to 9 of one suit."""
    if not hand.colours & FULL_FLUSH:
        return False
    return any(
        hand.pungs == UNIT[start] | UNIT[start + 8]
        and hand.pairs == UNIT[start + pair]
        and hand.chows == UNIT[start + low] | UNIT[start + high]
        for start in SUIT_STARTS
        for pair, (low, high) in _SNAKES.items()
    )


GREEN = pack((*(BAMBOO_1 + rank for rank in (1, 2, 3, 5, 7)), GREEN_DRAGON))
"""The tiles on which nothing but green is to be seen."""


# Hands without sets -----------------------------------------------------------


def run(start: Tile, last: int) -> Packed:
    """Return 1 to *last* of the suit that begins at *start*, packed."""
    return pack(range(start, start + last))


def nine_gates(*, is_required_before: bool = False) -> OneOfEach:
    """
    Return the shape of 111 2345678 999 of one suit and one more of it.

    With *is_required_before* that one must be the winning tile.
    """
    return OneOfEach(
        tuple(
            Template(suit + 2 * (UNIT[start] + UNIT[start + 8]), suit)
            for start, suit in zip(SUIT_STARTS, SUITS, strict=True)
        ),
        is_required_before,
    )


THIRTEEN_ORPHANS = OneOfEach((Template(TERMINALS_AND_HONOURS, TERMINALS_AND_HONOURS),))
"""Every terminal and honour, one of them twice."""
WIND_SNAKE = tuple(Template(suit | WINDS, suit | WINDS) for suit in SUITS)
"""1 to 9 of one suit, the four winds, and one of these again."""
DRAGON_SNAKE = tuple(
    Template(suit | DRAGONS | UNIT[wind.tile], UNIT[wind.tile])
    for suit in SUITS
    for wind in Wind
)
"""1 to 9 of one suit, the three dragons and a pair of winds."""
