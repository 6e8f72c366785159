"""
Mahjong Competition Rules of the World Mahjong Organization, the “Green Book”.

Only the winner's hand counts, in 81 fan: each has its points, and what a fan contains
is not counted beside it. Every loser pays a base of 8; the points come on top, from
all or from the player who gave the tile.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from clubscore.rules import patterns
from clubscore.rules.classical import rounds_option, yes_no
from clubscore.rules.deal import Dealing, after_every_game
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import FanPoints
from clubscore.rules.hands import Circumstance, Source
from clubscore.rules.irregular import KNITTINGS, HonoursAndKnitted, SevenPairs
from clubscore.rules.items import (
    BonusItem,
    Citation,
    Decision,
    Example,
    HandItem,
    JoinedItem,
    OtherwiseItem,
    RepeatedItem,
    RuleBook,
    ScoringItem,
    TableRule,
)
from clubscore.rules.options import Change, Choice, NumberOption, Option
from clubscore.rules.payments import PayingWithBase
from clubscore.rules.ruleset import LaidHand, Ruleset, TilesInPlay, Winning
from clubscore.rules.seats import Wind
from clubscore.rules.sets import Shape
from clubscore.rules.situations import (
    ALL_HONOURS,
    FULL_FLUSH,
    HALF_FLUSH,
    ONLY_SIMPLES,
    ONLY_TERMINALS_AND_HONOURS,
    Situation,
    Wait,
)
from clubscore.rules.tiles import (
    BAMBOO_1,
    CIRCLE_1,
    DRAGONS,
    EVERY_KIND,
    HONOURS,
    SUIT_STARTS,
    SUITS,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    UNIT,
    WHITE_DRAGON,
    WINDS,
    Kinds,
    Tile,
    kinds_of,
    pack,
)
from clubscore.rules.wall import (
    CHOSEN_THROWS_TWO,
    EAST_THROWS_TWO,
    Breaking,
    Build,
    SideEnd,
    Throw,
)

BOOK = RuleBook(
    "mcr",
    "Mahjong Competition Rules, World Mahjong Organization 2006",
    gettext_noop("Players at international tournaments."),
    checked="2026-11-22",
)

FAN = "§3.8.1, Appendix 1"
VOIDED = Decision(
    gettext_noop(
        "Whether a voided suit counts beside fan that leave little room for a third"
        " suit is shown by one example only."
    ),
    gettext_noop("It counts beside them: only what the list names is left uncounted."),
)
WAITS = Decision(
    gettext_noop(
        "Whether a kind counts as waited for of which the winner holds all four is not"
        " said, nor what a knitted straight’s tiles wait for."
    ),
    gettext_noop(
        "Such a kind does not count; with a knitted straight a wait counts where the"
        " tile completes the fourth set or the pair."
    ),
)
REPLACED_LAST = Decision(
    gettext_noop(
        "Whether a replacement tile that is the last tile of the wall is a last tile"
        " too is not said."
    ),
    gettext_noop("It is out with a replacement tile alone."),
)


# Kinds and places -------------------------------------------------------------


def _ranks(*ranks: int) -> Kinds:
    """Return the tiles of these numbers, 1 to 9, in all suits."""
    return pack(start + rank - 1 for start in SUIT_STARTS for rank in ranks)


def _between(first: int, last: int) -> Kinds:
    return _ranks(*range(first, last + 1))


EVEN = _ranks(2, 4, 6, 8)
FIVES = _ranks(5)
CHOWS_WITH_FIVE = _ranks(3, 4, 5)
"""The lowest tiles of chows with a 5."""
OUTSIDE_CHOWS = _ranks(1, 7)
"""The lowest tiles of chows with a 1 or a 9."""
REVERSIBLE = pack(
    (
        *(CIRCLE_1 + rank - 1 for rank in (1, 2, 3, 4, 5, 8, 9)),
        *(BAMBOO_1 + rank - 1 for rank in (2, 4, 5, 6, 8, 9)),
        WHITE_DRAGON,
    )
)
"""The tiles that look the same upside down."""
GATES = frozenset(
    suit + 2 * (UNIT[start] + UNIT[start + 8])
    for start, suit in zip(SUIT_STARTS, SUITS, strict=True)
)
"""111 2345678 999 of each suit, packed."""
SEVEN_IN_A_ROW = frozenset(
    pack(range(start + first, start + first + 7))
    for start in SUIT_STARTS
    for first in range(3)
)

PAIRS = SevenPairs((EVERY_KIND,))
HONOURS_AND_KNITTED = HonoursAndKnitted()


# Whole hands ------------------------------------------------------------------


def _suits(hand: Situation) -> int:
    return sum(bool(hand.kinds & suit) for suit in SUITS)


def _has_sets(hand: Situation) -> bool:
    """Tell whether the hand is four sets and a pair, and none of them is knitted."""
    return hand.shape is None and not hand.is_knitted


def _is_all_pungs(hand: Situation) -> bool:
    return hand.pungs.bit_count() == 4


def _is_all_chows(hand: Situation) -> bool:
    return hand.shape is None and not hand.pungs and not hand.pairs & HONOURS


def _is_nine_gates(hand: Situation) -> bool:
    tile = patterns.won(hand).tile
    return not hand.melds and tile is not None and hand.tiles - UNIT[tile] in GATES


def _is_all_terminals_and_honours(hand: Situation) -> bool:
    return bool(
        hand.colours & ONLY_TERMINALS_AND_HONOURS
        and hand.kinds & TERMINALS
        and hand.kinds & HONOURS
    )


def _is_outside(hand: Situation) -> bool:
    return (
        _has_sets(hand)
        and not (hand.pungs | hand.pairs) & ~TERMINALS_AND_HONOURS
        and not kinds_of(hand.chows) & ~OUTSIDE_CHOWS
    )


def _is_all_fives(hand: Situation) -> bool:
    return (
        _has_sets(hand)
        and not (hand.pungs | hand.pairs) & ~FIVES
        and not kinds_of(hand.chows) & ~CHOWS_WITH_FIVE
    )


def _has_all_types(hand: Situation) -> bool:
    kinds = hand.kinds
    return bool(kinds & WINDS and kinds & DRAGONS) and _suits(hand) == len(SUITS)


def _has_shape(shape: object) -> Callable[[Situation], bool]:
    return lambda hand: hand.shape is shape


def _is_greater(hand: Situation) -> bool:
    return (
        hand.shape is HONOURS_AND_KNITTED
        and (hand.kinds & HONOURS).bit_count() == HONOURS.bit_count()
    )


def _is_lesser(hand: Situation) -> bool:
    return hand.shape is HONOURS_AND_KNITTED and not _is_greater(hand)


def _has_knitted_straight(hand: Situation) -> bool:
    return hand.is_knitted or (
        hand.shape is HONOURS_AND_KNITTED and (hand.kinds & ~HONOURS) in KNITTINGS
    )


def _concealed_pungs(many: int) -> Callable[[Situation], bool]:
    return lambda hand: hand.concealed_pungs + hand.concealed_kongs == many


def _kongs(concealed: int, melded: int) -> Callable[[Situation], bool]:
    """Return the test for hands with so many kongs of each sort and no other."""
    many = concealed + melded
    return lambda hand: hand.kongs == many and hand.concealed_kongs == concealed


def _has_two_melded_kongs(hand: Situation) -> bool:
    return hand.kongs == 2 and hand.concealed_kongs < 2


def _has_one_concealed_kong(hand: Situation) -> bool:
    return hand.concealed_kongs == 1 and hand.kongs <= 2


def _waits(wait: Wait) -> Callable[[Situation], bool]:
    return lambda hand: hand.wait is wait


def _came(source: Source) -> Callable[[Situation], bool]:
    return lambda hand: patterns.won(hand).source is source


def _last(source: Source) -> Callable[[Situation], bool]:
    return lambda hand: (
        patterns.won(hand).source is source
        and Circumstance.LAST_TILE in patterns.won(hand).circumstances
    )


def _is_last_of_its_kind(hand: Situation) -> bool:
    return (
        Circumstance.LAST_OF_ITS_KIND in patterns.won(hand).circumstances
        or hand.shown == SHOWN_BEFORE
    )


SHOWN_BEFORE = 3
"""So many tiles of a kind lay open where the winning tile is the last of it."""


def _is_of_round_wind(hand: Situation) -> bool:
    assert hand.round_wind is not None
    return bool(hand.pungs & UNIT[hand.round_wind.tile])


def _is_of_seat_wind(hand: Situation) -> bool:
    return bool(hand.pungs & UNIT[hand.seat.tile])


# What counts several times ----------------------------------------------------


def _dragon_pungs(hand: Situation) -> int:
    return (hand.pungs & DRAGONS).bit_count()


def _terminal_pungs(hand: Situation) -> int:
    """Return the pungs of terminals and of winds that earn no other fan."""
    winds = hand.pungs & WINDS
    if winds.bit_count() >= 3:
        winds = 0
    assert hand.round_wind is not None
    winds &= ~(UNIT[hand.seat.tile] | UNIT[hand.round_wind.tile])
    return (hand.pungs & TERMINALS | winds).bit_count()


def _terminal_pungs_but_one_of_gates(hand: Situation) -> int:
    return _terminal_pungs(hand) - _is_nine_gates(hand)


def _fours(kinds: Kinds) -> Callable[[Situation], int]:
    """Return how often a hand has four of one of *kinds* that are no kong."""
    return lambda hand: ((hand.tiles >> 2) & kinds & ~hand.kong_kinds).bit_count()


# Several sets together --------------------------------------------------------

Fitting = Callable[[tuple[Tile, ...], Kinds], bool]


def _steps(*steps: int) -> Fitting:
    """Return the test for sets of one suit, each so much higher than the last."""
    return lambda lowest, _pair: (
        lowest[0] // 9 == lowest[-1] // 9
        and any(
            all(after - before == step for before, after in pairwise(lowest))
            for step in steps
        )
    )


def _in_suits(*differences: int) -> Fitting:
    """Return the test for sets of as many suits, so much higher than the lowest."""
    wanted = sorted(differences)

    def fits(lowest: tuple[Tile, ...], _pair: Kinds) -> bool:
        ranks = sorted(tile % 9 for tile in lowest)
        return (
            len({tile // 9 for tile in lowest}) == len(lowest)
            and [rank - ranks[0] for rank in ranks] == wanted
        )

    return fits


def _is_straight(lowest: tuple[Tile, ...], pair: Kinds) -> bool:
    return _steps(3)(lowest, pair) and lowest[0] % 9 == 0


def _is_mixed_straight(lowest: tuple[Tile, ...], pair: Kinds) -> bool:
    return _in_suits(0, 3, 6)(lowest, pair)


def _is_pure_terminal(lowest: tuple[Tile, ...], pair: Kinds) -> bool:
    first = lowest[0]
    return (
        first in SUIT_STARTS
        and lowest == (first, first, first + 6, first + 6)
        and pair == UNIT[first + 4]
    )


def _is_three_suited_terminal(lowest: tuple[Tile, ...], pair: Kinds) -> bool:
    one, _, other, _ = lowest
    return (
        one in SUIT_STARTS
        and other in SUIT_STARTS
        and one != other
        and lowest == (one, one + 6, other, other + 6)
        and bool(pair & FIVES)
        and not pair & (SUITS[one // 9] | SUITS[other // 9])
    )


def _is_two_terminal(lowest: tuple[Tile, ...], _pair: Kinds) -> bool:
    return lowest[0] in SUIT_STARTS and lowest[1] == lowest[0] + 6


# The fan ----------------------------------------------------------------------

TWO_CHOWS = (
    "pure_double_chow",
    "mixed_double_chow",
    "short_straight",
    "two_terminal_chows",
)
THREE_CHOWS = (
    "pure_triple_chow",
    "pure_straight",
    "pure_shifted_chows",
    "mixed_straight",
    "mixed_triple_chow",
    "mixed_shifted_chows",
)
FOUR_CHOWS = (
    "pure_terminal_chows",
    "quadruple_chow",
    "four_pure_shifted_chows",
    "three_suited_terminal_chows",
)
LOWER_KONGS = (
    "two_concealed_kongs",
    "two_melded_kongs",
    "concealed_kong",
    "melded_kong",
)
PUNGS = "pung_of_terminals_or_honours"
SOURCE = BOOK.cite(FAN)


def _pictures(shown: tuple[str | Example, ...]) -> tuple[Example, ...]:
    return tuple(one if isinstance(one, Example) else Example(one) for one in shown)


def _fan(
    key: str,
    points: int,
    name: str,
    definition: str,
    fits: Callable[[Situation], bool],
    *shown: str | Example,
    without: tuple[str, ...] = (),
    source: Citation = SOURCE,
) -> HandItem:
    return HandItem(
        key=key,
        name=Term(name),
        definition=definition,
        examples=_pictures(shown),
        source=source,
        points=points,
        replaces=frozenset(without),
        is_winners=True,
        fits=fits,
    )


def _each(
    key: str,
    points: int,
    name: str,
    definition: str,
    times: Callable[[Situation], int],
    *shown: str | Example,
) -> RepeatedItem:
    return RepeatedItem(
        key=key,
        name=Term(name),
        definition=definition,
        examples=_pictures(shown),
        source=SOURCE,
        points=points,
        is_winners=True,
        times=times,
    )


def _joined(
    key: str,
    points: int,
    name: str,
    definition: str,
    shape: Shape,
    many: int,
    fits: Fitting,
    *shown: str | Example,
    without: tuple[str, ...] = (),
) -> JoinedItem:
    return JoinedItem(
        key=key,
        name=Term(name),
        definition=definition,
        examples=_pictures(shown),
        source=SOURCE,
        points=points,
        replaces=frozenset(without),
        is_winners=True,
        shape=shape,
        many=many,
        fits=fits,
    )


WALL = Source.WALL
# A phone is asked for these too, and so has every text that is no keyword.
NO_OTHER_FAN = gettext_noop(
    "A winning hand that has no other fan but flowers and seasons. No fan can be left"
    " uncounted to have it."
)
ANY_FLOWER = gettext_noop(
    "Any flower and any season. They do not count towards the least points that a"
    " winner needs."
)

FAN_OF_88 = (
    _fan(
        "big_four_winds",
        88,
        gettext_noop("Big Four Winds"),
        gettext_noop("Pungs of all four winds, and any pair."),
        patterns.has_sets_of(WINDS),
        "111z 222z 333z 444z 55m",
        without=("big_three_winds", "all_pungs", "prevalent_wind", "seat_wind", PUNGS),
    ),
    _fan(
        "big_three_dragons",
        88,
        gettext_noop("Big Three Dragons"),
        gettext_noop("Pungs of all three dragons."),
        patterns.has_sets_of(DRAGONS),
        "555z 666z 777z 234p 88s",
        without=("two_dragon_pungs", "dragon_pung"),
        source=BOOK.cite(FAN, VOIDED),
    ),
    _fan(
        "all_green",
        88,
        gettext_noop("All Green"),
        gettext_noop(
            "Nothing but 2, 3, 4, 6 and 8 of bamboos and green dragons, on which all is"
            " green. The dragon may be missing."
        ),
        patterns.only(patterns.GREEN),
        "234s 234s 666s 888s 66z",
        Example("223344666888s 66z", form=gettext_noop("as pairs")),
    ),
    _fan(
        "nine_gates",
        88,
        gettext_noop("Nine Gates"),
        gettext_noop(
            "Of one suit three ones, three nines and one each of 2 to 8, all concealed"
            " before the winning tile, which is any of the suit."
        ),
        _is_nine_gates,
        "111m 2345678m 999m 5m",
        without=("full_flush", "no_honours", "concealed_hand", PUNGS),
    ),
    _fan(
        "four_kongs",
        88,
        gettext_noop("Four Kongs"),
        gettext_noop("Four kongs, melded or concealed, and any pair."),
        lambda hand: hand.kongs == 4,
        "2222m 8888p (3333s) 5555z (66s)",
        without=("three_kongs", *LOWER_KONGS, "all_pungs", "single_wait"),
    ),
    _fan(
        "seven_shifted_pairs",
        88,
        gettext_noop("Seven Shifted Pairs"),
        gettext_noop("Seven pairs of consecutive numbers of one suit."),
        lambda hand: hand.shape is PAIRS and hand.kinds in SEVEN_IN_A_ROW,
        "22p 33p 44p 55p 66p 77p 88p",
        without=(
            "seven_pairs",
            "full_flush",
            "no_honours",
            "concealed_hand",
            "single_wait",
        ),
    ),
    _fan(
        "thirteen_orphans",
        88,
        gettext_noop("Thirteen Orphans"),
        gettext_noop("Every terminal and every honour, one of them twice."),
        _has_shape(patterns.THIRTEEN_ORPHANS),
        "19m 19p 19s 1234567z 1m",
        without=(
            "all_terminals_and_honours",
            "all_types",
            "concealed_hand",
            "single_wait",
        ),
    ),
)
FAN_OF_64 = (
    _fan(
        "all_terminals",
        64,
        gettext_noop("All Terminals"),
        gettext_noop("Nothing but ones and nines; also in pairs."),
        patterns.only(TERMINALS),
        "111m 999m 111p 999s 11s",
        Example("11m 11m 99m 11p 99p 11s 99s", form=gettext_noop("as pairs")),
        without=(
            "all_terminals_and_honours",
            "all_pungs",
            "outside_hand",
            PUNGS,
            "no_honours",
        ),
    ),
    _fan(
        "little_four_winds",
        64,
        gettext_noop("Little Four Winds"),
        gettext_noop("Pungs of three winds and a pair of the fourth."),
        patterns.is_small_four_winds,
        "111z 222z 333z 567p 44z",
        without=("big_three_winds", PUNGS),
    ),
    _fan(
        "little_three_dragons",
        64,
        gettext_noop("Little Three Dragons"),
        gettext_noop("Pungs of two dragons and a pair of the third."),
        patterns.is_small_three_dragons,
        "555z 666z 234p 678m 77z",
        without=("two_dragon_pungs", "dragon_pung"),
    ),
    _fan(
        "all_honours",
        64,
        gettext_noop("All Honours"),
        gettext_noop("Nothing but winds and dragons; also in pairs."),
        lambda hand: bool(hand.colours & ALL_HONOURS),
        "111z 222z 555z 666z 33z",
        Example("11z 22z 33z 44z 55z 66z 77z", form=gettext_noop("as pairs")),
        without=("all_terminals_and_honours", "all_pungs", "outside_hand", PUNGS),
    ),
    _fan(
        "four_concealed_pungs",
        64,
        gettext_noop("Four Concealed Pungs"),
        gettext_noop(
            "Four concealed pungs or concealed kongs. A pung that another’s tile"
            " completed is not concealed."
        ),
        _concealed_pungs(4),
        "222m 888p 333s 555z 66s",
        without=(
            "three_concealed_pungs",
            "two_concealed_pungs",
            "all_pungs",
            "concealed_hand",
        ),
    ),
    _joined(
        "pure_terminal_chows",
        64,
        gettext_noop("Pure Terminal Chows"),
        gettext_noop("123, 123, 789, 789 and a pair of fives of one suit."),
        Shape.CHOW,
        4,
        _is_pure_terminal,
        "123p 123p 789p 789p 55p",
        without=("seven_pairs", "full_flush", "all_chows", "no_honours", *TWO_CHOWS),
    ),
)
FAN_OF_48 = (
    _joined(
        "quadruple_chow",
        48,
        gettext_noop("Quadruple Chow"),
        gettext_noop("One chow four times."),
        Shape.CHOW,
        4,
        _steps(0),
        "234p 234p 234p 234p 77s",
        without=(
            *(key for key in FOUR_CHOWS if key != "quadruple_chow"),
            *THREE_CHOWS,
            *TWO_CHOWS,
            "pure_shifted_pungs",
            "tile_hog",
        ),
    ),
    _joined(
        "four_pure_shifted_pungs",
        48,
        gettext_noop("Four Pure Shifted Pungs"),
        gettext_noop("Pungs of four consecutive numbers of one suit."),
        Shape.PUNG,
        4,
        _steps(1),
        "222p 333p 444p 555p 77s",
        without=("pure_shifted_pungs", "pure_triple_chow", "all_pungs"),
    ),
)
FAN_OF_32 = (
    _joined(
        "four_pure_shifted_chows",
        32,
        gettext_noop("Four Pure Shifted Chows"),
        gettext_noop(
            "Four chows of one suit, each one number higher than the last, or each two."
        ),
        Shape.CHOW,
        4,
        _steps(1, 2),
        "123s 234s 345s 456s 77p",
        Example("123s 345s 567s 789s 77p", form=gettext_noop("two numbers higher")),
        without=(*THREE_CHOWS, *TWO_CHOWS),
    ),
    _fan(
        "three_kongs",
        32,
        gettext_noop("Three Kongs"),
        gettext_noop("Three kongs, melded or concealed."),
        lambda hand: hand.kongs == 3,
        "2222m 8888p (3333s) 567s (66z)",
        without=LOWER_KONGS,
    ),
    _fan(
        "all_terminals_and_honours",
        32,
        gettext_noop("All Terminals and Honours"),
        gettext_noop(
            "Nothing but ones and nines, and winds or dragons, some of both; also in"
            " pairs."
        ),
        _is_all_terminals_and_honours,
        "111m 999p 222z 777z 11s",
        Example("11m 99m 11p 99s 11z 55z 77z", form=gettext_noop("as pairs")),
        without=("all_pungs", "outside_hand", PUNGS),
    ),
)
FAN_OF_24 = (
    _fan(
        "seven_pairs",
        24,
        gettext_noop("Seven Pairs"),
        gettext_noop("Seven pairs, concealed. Four equal tiles are two pairs."),
        _has_shape(PAIRS),
        "11m 44m 77p 99p 22s 33z 66z",
        without=("concealed_hand", "single_wait"),
    ),
    _fan(
        "greater_honours_and_knitted_tiles",
        24,
        gettext_noop("Greater Honours and Knitted Tiles"),
        gettext_noop(
            "All four winds and all three dragons, and seven single tiles of one"
            " knitting: 1-4-7 of one suit, 2-5-8 of another, 3-6-9 of the third."
        ),
        _is_greater,
        "147m 25p 36s 1234567z",
        without=("all_types", "concealed_hand"),
    ),
    _fan(
        "all_even_pungs",
        24,
        gettext_noop("All Even Pungs"),
        gettext_noop("Four pungs and a pair of 2, 4, 6 and 8."),
        lambda hand: _is_all_pungs(hand) and not hand.kinds & ~EVEN,
        "222m 444m 666p 888s 44s",
        without=("all_pungs", "all_simples", "no_honours"),
    ),
    _fan(
        "full_flush",
        24,
        gettext_noop("Full Flush"),
        gettext_noop("One suit alone."),
        lambda hand: bool(hand.colours & FULL_FLUSH),
        "123p 345p 555p 789p 99p",
        without=("no_honours",),
    ),
    _joined(
        "pure_triple_chow",
        24,
        gettext_noop("Pure Triple Chow"),
        gettext_noop("One chow three times."),
        Shape.CHOW,
        3,
        _steps(0),
        "345m 345m 345m 789p (22z)",
        without=("pure_shifted_pungs",),
    ),
    _joined(
        "pure_shifted_pungs",
        24,
        gettext_noop("Pure Shifted Pungs"),
        gettext_noop("Pungs of three consecutive numbers of one suit."),
        Shape.PUNG,
        3,
        _steps(1),
        "333m 444m 555m 789p 22z",
        without=("pure_triple_chow",),
    ),
    _fan(
        "upper_tiles",
        24,
        gettext_noop("Upper Tiles"),
        gettext_noop("Nothing but 7, 8 and 9."),
        patterns.only(_between(7, 9)),
        "789m 789p 888s 999m 77s",
        without=("no_honours", "upper_four", "lower_four"),
    ),
    _fan(
        "middle_tiles",
        24,
        gettext_noop("Middle Tiles"),
        gettext_noop("Nothing but 4, 5 and 6."),
        patterns.only(_between(4, 6)),
        "456m 456p 555s 666m 44s",
        without=("no_honours", "all_simples"),
    ),
    _fan(
        "lower_tiles",
        24,
        gettext_noop("Lower Tiles"),
        gettext_noop("Nothing but 1, 2 and 3."),
        patterns.only(_between(1, 3)),
        "123m 123p 222s 333m 11s",
        without=("no_honours", "upper_four", "lower_four"),
    ),
)
FAN_OF_16 = (
    _joined(
        "pure_straight",
        16,
        gettext_noop("Pure Straight"),
        gettext_noop("123, 456 and 789 of one suit, as chows."),
        Shape.CHOW,
        3,
        _is_straight,
        "123p 456p 789p 222z 77m",
    ),
    _joined(
        "three_suited_terminal_chows",
        16,
        gettext_noop("Three-Suited Terminal Chows"),
        gettext_noop(
            "123 and 789 of two suits each, and a pair of fives of the third."
        ),
        Shape.CHOW,
        4,
        _is_three_suited_terminal,
        "123m 789m 123s 789s 55p",
        without=("all_chows", "no_honours", *TWO_CHOWS),
    ),
    _joined(
        "pure_shifted_chows",
        16,
        gettext_noop("Pure Shifted Chows"),
        gettext_noop(
            "Three chows of one suit, each one number higher than the last, or each"
            " two."
        ),
        Shape.CHOW,
        3,
        _steps(1, 2),
        "123s 234s 345s 999m 77p",
        Example("123s 345s 567s 999m 77p", form=gettext_noop("two numbers higher")),
    ),
    _fan(
        "all_fives",
        16,
        gettext_noop("All Fives"),
        gettext_noop("A five in every set and in the pair."),
        _is_all_fives,
        "345m 456p 567s 555m 55p",
        without=("all_simples", "no_honours"),
    ),
    _joined(
        "triple_pung",
        16,
        gettext_noop("Triple Pung"),
        gettext_noop("Pungs of one number in all three suits."),
        Shape.PUNG,
        3,
        _in_suits(0, 0, 0),
        "333m 333p 333s 678p 22z",
    ),
    _fan(
        "three_concealed_pungs",
        16,
        gettext_noop("Three Concealed Pungs"),
        gettext_noop("Three concealed pungs or concealed kongs."),
        _concealed_pungs(3),
        "(222m) (888p) (555z) 345p 6s 6s",
        without=("two_concealed_pungs",),
    ),
)
FAN_OF_12 = (
    _fan(
        "lesser_honours_and_knitted_tiles",
        12,
        gettext_noop("Lesser Honours and Knitted Tiles"),
        gettext_noop(
            "Fourteen different tiles: five or six winds and dragons, and nine or eight"
            " of one knitting."
        ),
        _is_lesser,
        "147m 258p 36s 123456z",
        without=("all_types", "concealed_hand"),
    ),
    _fan(
        "knitted_straight",
        12,
        gettext_noop("Knitted Straight"),
        gettext_noop(
            "The nine tiles of one knitting: 1-4-7 of one suit, 2-5-8 of another, 3-6-9"
            " of the third. They stand for three concealed sets, beside a fourth and a"
            " pair, or belong to the lesser honours and knitted tiles."
        ),
        _has_knitted_straight,
        "147m 258p 369s 123m 99p",
        Example(
            "147m 258p 369s 12345z",
            form=gettext_noop("with honours and knitted tiles"),
        ),
    ),
    _fan(
        "upper_four",
        12,
        gettext_noop("Upper Four"),
        gettext_noop("Nothing but 6, 7, 8 and 9."),
        patterns.only(_between(6, 9)),
        "678m 789p 666s 999m 88s",
        without=("no_honours",),
    ),
    _fan(
        "lower_four",
        12,
        gettext_noop("Lower Four"),
        gettext_noop("Nothing but 1, 2, 3 and 4."),
        patterns.only(_between(1, 4)),
        "123m 234p 444s 111m 22s",
        without=("no_honours",),
    ),
    _fan(
        "big_three_winds",
        12,
        gettext_noop("Big Three Winds"),
        gettext_noop("Pungs of three winds; for these three no pung of honours."),
        lambda hand: (hand.pungs & WINDS).bit_count() == 3,
        "111z 222z 333z 567p 88s",
    ),
)
FAN_OF_8 = (
    _joined(
        "mixed_straight",
        8,
        gettext_noop("Mixed Straight"),
        gettext_noop("123, 456 and 789, one in each suit."),
        Shape.CHOW,
        3,
        _is_mixed_straight,
        "123m 456p 789s 222z 77m",
    ),
    _fan(
        "reversible_tiles",
        8,
        gettext_noop("Reversible Tiles"),
        gettext_noop(
            "Nothing but tiles that look the same upside down: circles 1, 2, 3, 4, 5,"
            " 8, 9, bamboos 2, 4, 5, 6, 8, 9 and white dragons."
        ),
        patterns.only(REVERSIBLE),
        "123p 345p 888s 555z 99s",
        without=("one_voided_suit",),
    ),
    _joined(
        "mixed_triple_chow",
        8,
        gettext_noop("Mixed Triple Chow"),
        gettext_noop("Chows of the same numbers in all three suits."),
        Shape.CHOW,
        3,
        _in_suits(0, 0, 0),
        "345m 345p 345s 222z 77m",
    ),
    _joined(
        "mixed_shifted_pungs",
        8,
        gettext_noop("Mixed Shifted Pungs"),
        gettext_noop("Pungs of three consecutive numbers, one in each suit."),
        Shape.PUNG,
        3,
        _in_suits(0, 1, 2),
        "333m 444p 555s 678p 22z",
    ),
    OtherwiseItem(
        key="chicken_hand",
        name=Term(gettext_noop("Chicken Hand")),
        definition=NO_OTHER_FAN,
        examples=(Example("222m 678m 345p (44z) (567s)"),),
        source=SOURCE,
        points=8,
        is_winners=True,
    ),
    _fan(
        "last_tile_draw",
        8,
        gettext_noop("Last Tile Draw"),
        gettext_noop("Won with the last tile of the wall, drawn."),
        _last(WALL),
        Example(
            "222m 678m 345p 678s 4z 4z",
            source=WALL,
            circumstances=frozenset({Circumstance.LAST_TILE}),
        ),
        without=("self_drawn",),
        source=BOOK.cite(FAN, REPLACED_LAST),
    ),
    _fan(
        "last_tile_claim",
        8,
        gettext_noop("Last Tile Claim"),
        gettext_noop("Won with the discard that followed the last tile of the wall."),
        _last(Source.DISCARD),
        Example(
            "222m 678m 345p 678s 4z 4z",
            circumstances=frozenset({Circumstance.LAST_TILE}),
        ),
    ),
    _fan(
        "out_with_replacement_tile",
        8,
        gettext_noop("Out with Replacement Tile"),
        gettext_noop(
            "Won with the replacement tile after a kong. After a flower or season it is"
            " self-drawn only."
        ),
        _came(Source.REPLACEMENT),
        Example("2222m 678m 345p (678s) (44z)", source=Source.REPLACEMENT),
        without=("self_drawn",),
    ),
    _fan(
        "robbing_the_kong",
        8,
        gettext_noop("Robbing the Kong"),
        gettext_noop(
            "Won with the tile that another player has just added to a melded pung."
        ),
        _came(Source.ROBBED_KONG),
        Example("222m 678m 345p 44z 68s 7s", source=Source.ROBBED_KONG),
        without=("last_tile",),
    ),
    _fan(
        "two_concealed_kongs",
        8,
        gettext_noop("Two Concealed Kongs"),
        gettext_noop("Two concealed kongs and no other."),
        _kongs(2, 0),
        "(2222m) (8888p) 345p (678s) (44z)",
        without=("concealed_kong", "two_concealed_pungs"),
    ),
)
FAN_OF_6 = (
    _fan(
        "all_pungs",
        6,
        gettext_noop("All Pungs"),
        gettext_noop("Four pungs or kongs and any pair."),
        _is_all_pungs,
        "222m 888p 333s (555z) (66s)",
    ),
    _fan(
        "half_flush",
        6,
        gettext_noop("Half Flush"),
        gettext_noop("One suit with winds or dragons."),
        lambda hand: bool(hand.colours & HALF_FLUSH),
        "123p 345p 789p 444z 66z",
    ),
    _joined(
        "mixed_shifted_chows",
        6,
        gettext_noop("Mixed Shifted Chows"),
        gettext_noop("Three chows, one in each suit, each one number higher."),
        Shape.CHOW,
        3,
        _in_suits(0, 1, 2),
        "234m 345p 456s 222z 77m",
    ),
    _fan(
        "all_types",
        6,
        gettext_noop("All Types"),
        gettext_noop("All three suits, winds and dragons; also in pairs."),
        _has_all_types,
        "234m 678p 456s 444z 77z",
        Example("11m 44m 77p 99p 22s 33z 66z", form=gettext_noop("as pairs")),
    ),
    _fan(
        "melded_hand",
        6,
        gettext_noop("Melded Hand"),
        gettext_noop("All four sets melded, and the pair completed by a discard."),
        lambda hand: hand.melds == 4 and not patterns.is_self_drawn(hand),
        "222m 678m 345p 678s (44z)",
        without=("single_wait",),
    ),
    _fan(
        "two_dragon_pungs",
        6,
        gettext_noop("Two Dragon Pungs"),
        gettext_noop("Pungs of two dragons."),
        lambda hand: _dragon_pungs(hand) == 2,
        "555z 666z 234p 678m 88s",
        without=("dragon_pung",),
    ),
)
FAN_OF_4 = (
    _fan(
        "outside_hand",
        4,
        gettext_noop("Outside Hand"),
        gettext_noop("A terminal or an honour in every set and in the pair."),
        _is_outside,
        "123m 789p 999s 444z 77z",
    ),
    _fan(
        "fully_concealed_hand",
        4,
        gettext_noop("Fully Concealed Hand"),
        gettext_noop("Nothing melded, and the winning tile self-drawn."),
        lambda hand: not hand.melds and patterns.is_self_drawn(hand),
        Example("222m 678m 345p 678s 4z 4z", source=WALL),
        without=("self_drawn",),
    ),
    _fan(
        "two_melded_kongs",
        4,
        gettext_noop("Two Melded Kongs"),
        gettext_noop(
            "Two melded kongs, or one melded and one concealed, which then also scores"
            " as a concealed kong."
        ),
        _has_two_melded_kongs,
        "2222m 8888p 345p (678s) (44z)",
        Example(
            "2222m (8888p) 345p (678s) (44z)",
            form=gettext_noop("one melded and one concealed"),
        ),
        without=("melded_kong",),
    ),
    _fan(
        "last_tile",
        4,
        gettext_noop("Last Tile"),
        gettext_noop(
            "The other three tiles of the winning tile’s kind lay open before, on the"
            " table or in the winner’s own melds."
        ),
        _is_last_of_its_kind,
        Example(
            "222m 678m 345p 44z 68s 7s",
            circumstances=frozenset({Circumstance.LAST_OF_ITS_KIND}),
            form=gettext_noop("on the table"),
        ),
        Example(
            "777s 678m 345p (44z) 68s 7s",
            form=gettext_noop("in the winner’s melds"),
        ),
    ),
)
FAN_OF_2 = (
    _each(
        "dragon_pung",
        2,
        gettext_noop("Dragon Pung"),
        gettext_noop("A pung or kong of dragons."),
        _dragon_pungs,
        "555z 678m 345p 678s 44z",
    ),
    _fan(
        "prevalent_wind",
        2,
        gettext_noop("Prevalent Wind"),
        gettext_noop(
            "A pung or kong of the round’s wind, here of the East round; it is no pung"
            " of honours besides."
        ),
        _is_of_round_wind,
        "111z 678m 345p 678s 44z",
    ),
    _fan(
        "seat_wind",
        2,
        gettext_noop("Seat Wind"),
        gettext_noop(
            "A pung or kong of the player’s own wind, here South’s; it is no pung of"
            " honours besides. Where it is the round’s too both count."
        ),
        _is_of_seat_wind,
        "222z 678m 345p 678s 44z",
    ),
    _fan(
        "concealed_hand",
        2,
        gettext_noop("Concealed Hand"),
        gettext_noop("Nothing melded, and won with another player’s tile."),
        lambda hand: not hand.melds and not patterns.is_self_drawn(hand),
        "222m 678m 345p 678s 4z 4z",
    ),
    _fan(
        "all_chows",
        2,
        gettext_noop("All Chows"),
        gettext_noop("Four chows and a pair of a suit."),
        _is_all_chows,
        "123m 678m 345p 678s 44p",
        without=("no_honours",),
    ),
    _each(
        "tile_hog",
        2,
        gettext_noop("Tile Hog"),
        gettext_noop("All four tiles of a kind of a suit, without a kong of it."),
        _fours(SUITS[0] | SUITS[1] | SUITS[2]),
        "777m 678m 345p 678s 44z",
    ),
    _joined(
        "double_pung",
        2,
        gettext_noop("Double Pung"),
        gettext_noop("Two pungs of one number in two suits."),
        Shape.PUNG,
        2,
        _in_suits(0, 0),
        "333m 333p 678p 678s 44z",
    ),
    _fan(
        "two_concealed_pungs",
        2,
        gettext_noop("Two Concealed Pungs"),
        gettext_noop("Two concealed pungs or concealed kongs."),
        _concealed_pungs(2),
        "(222m) (888p) 345p 678s 4z 4z",
    ),
    _fan(
        "concealed_kong",
        2,
        gettext_noop("Concealed Kong"),
        gettext_noop("One concealed kong."),
        _has_one_concealed_kong,
        "(2222m) 678m 345p 678s (44z)",
    ),
    _fan(
        "all_simples",
        2,
        gettext_noop("All Simples"),
        gettext_noop("Nothing but 2 to 8 of the suits."),
        lambda hand: bool(hand.colours & ONLY_SIMPLES),
        "222m 678m 345p 678s 44p",
        without=("no_honours",),
    ),
)
FAN_OF_1: tuple[ScoringItem, ...] = (
    _joined(
        "pure_double_chow",
        1,
        gettext_noop("Pure Double Chow"),
        gettext_noop("One chow twice."),
        Shape.CHOW,
        2,
        _steps(0),
        "345p 345p 999m 678s 44z",
    ),
    _joined(
        "mixed_double_chow",
        1,
        gettext_noop("Mixed Double Chow"),
        gettext_noop("Chows of the same numbers in two suits."),
        Shape.CHOW,
        2,
        _in_suits(0, 0),
        "345m 345p 999m 678s 44z",
    ),
    _joined(
        "short_straight",
        1,
        gettext_noop("Short Straight"),
        gettext_noop("Two chows of one suit, together six consecutive numbers."),
        Shape.CHOW,
        2,
        _steps(3),
        "234p 567p 999m 678s 44z",
    ),
    _joined(
        "two_terminal_chows",
        1,
        gettext_noop("Two Terminal Chows"),
        gettext_noop("123 and 789 of one suit."),
        Shape.CHOW,
        2,
        _is_two_terminal,
        "123p 789p 999m 678s 44z",
    ),
    _each(
        PUNGS,
        1,
        gettext_noop("Pung of Terminals or Honours"),
        gettext_noop(
            "A pung or kong of ones, of nines, or of a wind that is neither the"
            " round’s nor the player’s own; not of dragons."
        ),
        _terminal_pungs,
        "999m 678m 345p 678s 44z",
        Example("444z 678m 345p 678s 88p", form=gettext_noop("of a wind")),
    ),
    _fan(
        "melded_kong",
        1,
        gettext_noop("Melded Kong"),
        gettext_noop("One melded kong."),
        _kongs(0, 1),
        "2222m 678m 345p (678s) (44z)",
    ),
    _fan(
        "one_voided_suit",
        1,
        gettext_noop("One Voided Suit"),
        gettext_noop("Exactly two suits, with or without winds and dragons."),
        lambda hand: _suits(hand) == 2,
        "222m 678m 345p 678p 44z",
    ),
    _fan(
        "no_honours",
        1,
        gettext_noop("No Honours"),
        gettext_noop("No winds and no dragons."),
        lambda hand: not hand.kinds & HONOURS,
        "222m 678m 345p 678s 99p",
    ),
    _fan(
        "edge_wait",
        1,
        gettext_noop("Edge Wait"),
        gettext_noop(
            "No other kind of tile would have completed the hand, and it completed 123"
            " with the 3 or 789 with the 7."
        ),
        _waits(Wait.EDGE),
        "222m 678m 345p 44z 12s 3s",
        source=BOOK.cite(FAN, WAITS),
    ),
    _fan(
        "closed_wait",
        1,
        gettext_noop("Closed Wait"),
        gettext_noop(
            "No other kind of tile would have completed the hand, and it completed a"
            " chow with the middle tile."
        ),
        _waits(Wait.CLOSED),
        "222m 678m 345p 44z 68s 7s",
        source=BOOK.cite(FAN, WAITS),
    ),
    _fan(
        "single_wait",
        1,
        gettext_noop("Single Wait"),
        gettext_noop(
            "No other kind of tile would have completed the hand, and it completed the"
            " pair."
        ),
        _waits(Wait.SINGLE),
        "222m 678m 345p 678s 4z 4z",
        source=BOOK.cite(FAN, WAITS),
    ),
    _fan(
        "self_drawn",
        1,
        gettext_noop("Self-Drawn"),
        gettext_noop(
            "The winning tile was drawn from the wall, or replaced a flower or season."
        ),
        lambda hand: patterns.won(hand).source in (WALL, Source.REPLACEMENT_BONUS),
        Example("222m 678m 345p (567s) (44z)", source=WALL),
        Example(
            "222m 678m 345p (567s) (44z)",
            source=Source.REPLACEMENT_BONUS,
            bonus="3f",
            form=gettext_noop("after a flower or season"),
        ),
    ),
    BonusItem(
        key="flower_tiles",
        name=Term(gettext_noop("Flower Tiles")),
        definition=ANY_FLOWER,
        examples=(Example("1f"), Example("3y")),
        source=SOURCE,
        points=1,
        is_winners=True,
        fits=lambda _tile, _own: True,
    ),
)
ITEMS: tuple[ScoringItem, ...] = (
    *FAN_OF_88,
    *FAN_OF_64,
    *FAN_OF_48,
    *FAN_OF_32,
    *FAN_OF_24,
    *FAN_OF_16,
    *FAN_OF_12,
    *FAN_OF_8,
    *FAN_OF_6,
    *FAN_OF_4,
    *FAN_OF_2,
    *FAN_OF_1,
)


# House rules ------------------------------------------------------------------

BY_KEY = {one.key: one for one in ITEMS}
BOTH_KONGS = _fan(
    "concealed_and_melded_kong",
    5,
    gettext_noop("Concealed Kong and Melded Kong"),
    gettext_noop("One concealed and one melded kong."),
    _kongs(1, 1),
    "2222m (8888p) 345p (678s) (44z)",
)
CONCEALED_SHAPES = (
    "nine_gates",
    "seven_shifted_pairs",
    "thirteen_orphans",
    "four_concealed_pungs",
    "seven_pairs",
    "greater_honours_and_knitted_tiles",
    "lesser_honours_and_knitted_tiles",
)
"""The hands that are self-drawn in Chinese practice, not fully concealed."""


def _also_without(key: str, *more: str) -> Change:
    """Return the change that more is not counted beside a fan."""
    return Change(key, {"replaces": BY_KEY[key].replaces | frozenset(more)})


CHINESE = (
    *(_also_without(key, "fully_concealed_hand") for key in CONCEALED_SHAPES),
    _also_without("all_green", "half_flush"),
    _also_without("all_terminals", "double_pung"),
    Change(
        "nine_gates",
        {
            "replaces": (BY_KEY["nine_gates"].replaces | {"fully_concealed_hand"})
            - {PUNGS}
        },
    ),
    Change(
        PUNGS,
        {
            "times": _terminal_pungs_but_one_of_gates,
            "definition": gettext_noop(
                "A pung or kong of ones, of nines, or of a wind that is neither the"
                " round’s nor the player’s own; not of dragons. Of the two of nine"
                " gates one counts."
            ),
        },
    ),
    Change(
        "tile_hog",
        {
            "times": _fours(EVERY_KIND),
            "definition": gettext_noop(
                "All four tiles of a kind without a kong of it; of winds and dragons"
                " among seven pairs too."
            ),
        },
    ),
    Change("two_concealed_kongs", {"points": 6}),
    Change("outside_hand", adds=BOTH_KONGS),
    Change(
        "two_melded_kongs",
        {
            "fits": _kongs(0, 2),
            "definition": gettext_noop("Two melded kongs and no other."),
            "examples": (Example("2222m 8888p 345p (678s) (44z)"),),
        },
    ),
    Change(
        "concealed_kong",
        {
            "fits": _kongs(1, 0),
            "definition": gettext_noop("One concealed kong and no other."),
        },
    ),
)

ROUNDS = BOOK.cite("§3.5")
OPTIONS = (
    Option(
        "practice",
        Term(gettext_noop("Fan are counted as")),
        BOOK.cite(
            FAN,
            Decision(
                gettext_noop(
                    "Today’s Chinese practice counts some fan otherwise than the book"
                    " of 2006."
                ),
                gettext_noop("The book of 2006 holds."),
            ),
        ),
        (
            Choice("green_book", Term(gettext_noop("in the Green Book"))),
            Choice("chinese", Term(gettext_noop("in China today")), CHINESE),
        ),
    ),
    NumberOption(
        "minimum_points",
        Term(gettext_noop("Points a winner needs")),
        BOOK.cite("§3.8"),
        part="counting",
        field="minimum_points",
        usual=8,
    ),
    NumberOption(
        "false_mahjong_penalty",
        Term(gettext_noop("What a false mahjong costs to each other player")),
        BOOK.cite("§3.11"),
        part="paying",
        field="false_mahjong",
        usual=10,
    ),
    rounds_option(ROUNDS),
    yes_no(
        "seat_changes",
        gettext_noop("Players change seats after each round"),
        ROUNDS,
        Change("dealing", {"seat_changes": {}}),
    ),
)


# On the screen ----------------------------------------------------------------

LAID = (
    LaidHand("seven_pairs", BY_KEY["seven_pairs"].name, (), Shape.PAIR),
    LaidHand(
        "thirteen_orphans",
        BY_KEY["thirteen_orphans"].name,
        (TERMINALS_AND_HONOURS,),
    ),
    LaidHand(
        "honours_and_knitted_tiles",
        Term(gettext_noop("Honours and Knitted Tiles")),
        (HONOURS, *KNITTINGS),
    ),
    LaidHand(
        "knitted_straight", BY_KEY["knitted_straight"].name, KNITTINGS, Shape.CHOW
    ),
)

# At the table -----------------------------------------------------------------

AT_THE_TABLE = (
    TableRule(
        gettext_noop("The wall"),
        gettext_noop(
            "Every tile of the wall is played, and there is no dead wall. Replacement"
            " tiles for kongs, flowers and seasons come from the other end."
        ),
        BOOK.cite("§3.6"),
    ),
    TableRule(
        gettext_noop("Claims"),
        gettext_noop(
            "A discard that completes a hand goes before a pung or kong, and that"
            " before a chow. Of several players who could win with it the first in"
            " turn does."
        ),
        BOOK.cite("§3.7"),
    ),
    TableRule(
        gettext_noop("East’s first hand"),
        gettext_noop(
            "East who wins with the dealt tiles drew the winning tile from the wall: it"
            " is the tile that was taken last."
        ),
        BOOK.cite("§3.8"),
    ),
    TableRule(
        gettext_noop("A false mahjong"),
        gettext_noop(
            "The hand is dead and the game goes on. Points that a referee takes off"
            " are no game’s: enter them as a deduction of the season."
        ),
        BOOK.cite("§3.11"),
    ),
)

BREAKING = Breaking(
    source="MCR, §3.5",
    throws=(Throw(2, EAST_THROWS_TWO), Throw(2, CHOSEN_THROWS_TWO)),
    builds={4: Build(dead_wall=0)},
    count_from=SideEnd.RIGHT,
    live_end=SideEnd.LEFT,
    lifts=(),
    sentence=gettext_noop(
        "Open the wall beyond stack %(stack)d from the right of %(side)s’s side. Take"
        " tiles from the left of the opening."
    ),
    replacements=gettext_noop("Replacement tiles come from the other end of the wall."),
    ending=gettext_noop("There is no dead wall: every tile is played."),
)

SWAP = (Wind.SOUTH, Wind.EAST, Wind.NORTH, Wind.WEST)
"""East and South change seats, and West and North."""
CROSS = (Wind.NORTH, Wind.WEST, Wind.EAST, Wind.SOUTH)
"""East goes to West, West to South, South to North and North to East."""


RULESET = Ruleset(
    key="mcr",
    name="Mahjong Competition Rules (MCR)",
    edition="2026-11-22/1",
    document=BOOK,
    items=ITEMS,
    limit_hands=(),
    options=OPTIONS,
    counting=FanPoints(minimum_points=8),
    paying=PayingWithBase(base=8, false_mahjong=10),
    dealing=Dealing(
        deal_passes=after_every_game,
        seat_changes={2: SWAP, 3: CROSS, 4: SWAP},
    ),
    tiles=TilesInPlay(has_bonus=True),
    winning=Winning(
        sources=frozenset(Source) - {Source.DEAL},
        circumstances=frozenset(
            {Circumstance.LAST_TILE, Circumstance.LAST_OF_ITS_KIND}
        ),
        shapes=(PAIRS, patterns.THIRTEEN_ORPHANS, HONOURS_AND_KNITTED),
        laid=LAID,
        knitted=KNITTINGS,
        looks_first_in_tiles=True,
        knows_claims=False,
    ),
    breaking=BREAKING,
    standings="table-points",
    at_the_table=AT_THE_TABLE,
)
"""The rules with every option at its default."""
