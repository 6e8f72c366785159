"""
Nederlandse Toernooi Spelregels: the Dutch tournament rules.

Everybody's hand counts, points are doubled, and the losers settle among
themselves. Values are those of the rules of Mahjong Club Het Groene Hart of
11-3-2011; where that book contradicts itself or is silent, an option or a
citation marked as a decision says what holds here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hands import Circumstance, Source, Win
from clubscore.rules.irregular import OneOfEach, SevenPairs, Template
from clubscore.rules.items import (
    BonusItem,
    Change,
    Choice,
    Citation,
    Dealing,
    Document,
    HandItem,
    IrregularLimit,
    NumberOption,
    OccasionLimit,
    Option,
    Paying,
    PointsAndDoubles,
    RegularLimit,
    Ruleset,
    SetItem,
    Wall,
)
from clubscore.rules.seats import Wind
from clubscore.rules.sets import Shape, TileSet
from clubscore.rules.situations import (
    ALL_HONOURS,
    FULL_FLUSH,
    HALF_FLUSH,
    HALF_FLUSH_TERMINALS,
    ONLY_SIMPLES,
    ONLY_TERMINALS_AND_HONOURS,
    Situation,
)
from clubscore.rules.tiles import (
    BAMBOO_1,
    CIRCLE_1,
    CIRCLE_5,
    DRAGONS,
    EVERY_KIND,
    FLOWERS,
    GREEN_DRAGON,
    HONOURS,
    SEASONS,
    SIMPLES,
    SUIT_STARTS,
    SUITS,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    UNIT,
    WINDS,
    Kinds,
    Tile,
    pack,
)

BOOK = Document("nts", "Nederlandse Toernooi Spelregels")
CHECKED = "2026-11-21"


def _cite(section: str, *, is_decision: bool = False) -> Citation:
    return Citation(BOOK, section, CHECKED, is_decision)


SETS_OF_TILES = _cite("Combinaties van stenen")
EVERYBODYS_COMBINATIONS = _cite("Bijzondere combinaties of spelen (voor alle spelers)")
EVERYBODYS_DECIDED = _cite(
    "Bijzondere combinaties of spelen (voor alle spelers)", is_decision=True
)
WINNERS_COMBINATIONS = _cite(
    "Bijzondere combinaties of spelen (alleen voor speler met winnende steen)"
)
WINNING_TILE = _cite("Winnende steen")
LIMIT_HANDS = _cite("Limietspelen")
SUMMARY = _cite("Verdubbelingen voor winnende combinaties", is_decision=True)
BONUS_TILES = _cite("Spelen met gelukstenen")
COUNTING = _cite("Het berekenen van de punten")
CHIPS = _cite("Fiches")
ROUNDS = _cite("Ronde en de windrichting")
DECIDED = _cite("Limietspelen", is_decision=True)

YES = Term(gettext_noop("yes"))
NO = Term(gettext_noop("no"))


# Sets -------------------------------------------------------------------------


def _sets_worth(
    key: str, name: str, shape: Shape, kinds: Kinds, *, concealed: bool, points: int
) -> SetItem:
    """Return the item for sets of *shape* of *kinds*."""
    return SetItem(
        key=key,
        name=Term(name),
        source=SETS_OF_TILES,
        points=points,
        fits=lambda one, _own, _round: (
            one.shape is shape
            and one.is_concealed is concealed
            and bool(UNIT[one.tile] & kinds)
        ),
    )


def _is_pair(one: TileSet) -> bool:
    return one.shape is Shape.PAIR


def _is_pung_or_kong(one: TileSet) -> bool:
    return one.shape in (Shape.PUNG, Shape.KONG)


def _is_wind(one: TileSet, wind: Wind | None) -> bool:
    return wind is not None and one.tile == wind.tile


def _is_dragon(one: TileSet) -> bool:
    return bool(UNIT[one.tile] & DRAGONS)


SET_ITEMS = (
    _sets_worth(
        "exposed_pung_of_simples",
        gettext_noop("Exposed pung of simples"),
        Shape.PUNG,
        SIMPLES,
        concealed=False,
        points=2,
    ),
    _sets_worth(
        "concealed_pung_of_simples",
        gettext_noop("Concealed pung of simples"),
        Shape.PUNG,
        SIMPLES,
        concealed=True,
        points=4,
    ),
    _sets_worth(
        "exposed_pung_of_terminals_or_honours",
        gettext_noop("Exposed pung of terminals or honours"),
        Shape.PUNG,
        TERMINALS_AND_HONOURS,
        concealed=False,
        points=4,
    ),
    _sets_worth(
        "concealed_pung_of_terminals_or_honours",
        gettext_noop("Concealed pung of terminals or honours"),
        Shape.PUNG,
        TERMINALS_AND_HONOURS,
        concealed=True,
        points=8,
    ),
    _sets_worth(
        "exposed_kong_of_simples",
        gettext_noop("Exposed kong of simples"),
        Shape.KONG,
        SIMPLES,
        concealed=False,
        points=8,
    ),
    _sets_worth(
        "concealed_kong_of_simples",
        gettext_noop("Concealed kong of simples"),
        Shape.KONG,
        SIMPLES,
        concealed=True,
        points=16,
    ),
    _sets_worth(
        "exposed_kong_of_terminals_or_honours",
        gettext_noop("Exposed kong of terminals or honours"),
        Shape.KONG,
        TERMINALS_AND_HONOURS,
        concealed=False,
        points=16,
    ),
    _sets_worth(
        "concealed_kong_of_terminals_or_honours",
        gettext_noop("Concealed kong of terminals or honours"),
        Shape.KONG,
        TERMINALS_AND_HONOURS,
        concealed=True,
        points=32,
    ),
    SetItem(
        key="pair_of_dragons",
        name=Term(gettext_noop("Pair of dragons")),
        source=SETS_OF_TILES,
        points=2,
        fits=lambda one, _own, _round: _is_pair(one) and _is_dragon(one),
    ),
    SetItem(
        key="pair_of_own_wind",
        name=Term(gettext_noop("Pair of the own wind")),
        source=SETS_OF_TILES,
        points=2,
        fits=lambda one, own, _round: _is_pair(one) and _is_wind(one, own),
    ),
    SetItem(
        key="pair_of_round_wind",
        name=Term(gettext_noop("Pair of the round wind")),
        # The glossary calls East the prevailing wind; the tables mean the round's.
        source=_cite("Combinaties van stenen", is_decision=True),
        points=2,
        fits=lambda one, _own, round_wind: _is_pair(one) and _is_wind(one, round_wind),
    ),
    SetItem(
        key="set_of_dragons",
        name=Term(gettext_noop("Pung or kong of dragons")),
        source=EVERYBODYS_COMBINATIONS,
        doubles=1,
        fits=lambda one, _own, _round: _is_pung_or_kong(one) and _is_dragon(one),
    ),
    SetItem(
        key="set_of_own_wind",
        name=Term(gettext_noop("Pung or kong of the own wind")),
        source=EVERYBODYS_COMBINATIONS,
        doubles=1,
        fits=lambda one, own, _round: _is_pung_or_kong(one) and _is_wind(one, own),
    ),
    SetItem(
        key="set_of_round_wind",
        name=Term(gettext_noop("Pung or kong of the round wind")),
        # The glossary calls East the prevailing wind; the tables mean the round's.
        source=EVERYBODYS_DECIDED,
        doubles=1,
        fits=lambda one, _own, round_wind: (
            _is_pung_or_kong(one) and _is_wind(one, round_wind)
        ),
    ),
)


# Everybody's combinations -----------------------------------------------------

CONCEALED_SETS = "concealed_sets"
"""Of three concealed pungs, three concealed kongs and so on one counts."""
COLOUR = "colour"
"""Of clean, very clean and pure one counts."""

CLEAN = HALF_FLUSH | ONLY_TERMINALS_AND_HONOURS
PURE = FULL_FLUSH | ALL_HONOURS

COMBINATIONS = (
    HandItem(
        key="three_concealed_pungs",
        name=Term(gettext_noop("Three concealed pungs")),
        source=EVERYBODYS_COMBINATIONS,
        doubles=1,
        group=CONCEALED_SETS,
        fits=lambda hand: hand.concealed_pungs + hand.kongs >= 3,
    ),
    HandItem(
        key="three_concealed_kongs",
        name=Term(gettext_noop("Three concealed kongs")),
        source=EVERYBODYS_COMBINATIONS,
        doubles=2,
        group=CONCEALED_SETS,
        fits=lambda hand: hand.concealed_kongs >= 3,
    ),
    HandItem(
        key="four_concealed_pungs",
        name=Term(gettext_noop("Four concealed pungs")),
        source=EVERYBODYS_COMBINATIONS,
        doubles=2,
        group=CONCEALED_SETS,
        fits=lambda hand: hand.concealed_pungs + hand.kongs >= 4,
    ),
    HandItem(
        key="four_kongs",
        name=Term(gettext_noop("Four kongs")),
        source=EVERYBODYS_COMBINATIONS,
        doubles=3,
        group=CONCEALED_SETS,
        fits=lambda hand: hand.kongs >= 4,
    ),
    HandItem(
        key="clean",
        name=Term(gettext_noop("Clean")),
        # The table names winds and dragons; terminals of several suits count too.
        source=EVERYBODYS_DECIDED,
        doubles=1,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & CLEAN),
    ),
    HandItem(
        key="very_clean",
        name=Term(gettext_noop("Very clean")),
        source=EVERYBODYS_COMBINATIONS,
        doubles=2,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & HALF_FLUSH_TERMINALS),
    ),
    HandItem(
        key="pure",
        name=Term(gettext_noop("Pure")),
        source=EVERYBODYS_COMBINATIONS,
        doubles=3,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & PURE),
    ),
)


# The winner's combinations ----------------------------------------------------


def _is_small_four_winds(hand: Situation) -> bool:
    return (hand.pungs & WINDS).bit_count() == 3 and bool(hand.pairs & WINDS)


def _is_small_three_dragons(hand: Situation) -> bool:
    return (hand.pungs & DRAGONS).bit_count() == 2 and bool(hand.pairs & DRAGONS)


WINNERS_ITEMS = (
    HandItem(
        key="mahjong",
        name=Term(gettext_noop("Mahjong")),
        source=SETS_OF_TILES,
        points=20,
        is_winners=True,
        fits=lambda _hand: True,
    ),
    HandItem(
        key="completes_pair",
        name=Term(gettext_noop("Winning tile completes the pair")),
        source=WINNING_TILE,
        points=2,
        is_winners=True,
        fits=lambda hand: hand.completes_pair,
    ),
    HandItem(
        key="only_possible_tile",
        name=Term(gettext_noop("Only possible winning tile")),
        # The book's last sentence on it can be read the other way.
        source=_cite("Mahjong met de enig mogelijke steen", is_decision=True),
        points=2,
        is_winners=True,
        fits=lambda hand: hand.is_only_possible,
    ),
    HandItem(
        key="self_drawn",
        name=Term(gettext_noop("Winning tile self-drawn")),
        source=WINNING_TILE,
        points=2,
        is_winners=True,
        fits=lambda hand: _win(hand).is_self_drawn,
    ),
    HandItem(
        key="bird_eats_cake",
        name=Term(gettext_noop("Bird eats cake")),
        source=WINNING_TILE,
        points=10,
        is_winners=True,
        fits=lambda hand: Circumstance.BIRD_EATS_CAKE in _win(hand).circumstances,
    ),
    HandItem(
        key="fully_concealed",
        name=Term(gettext_noop("Fully concealed hand")),
        source=WINNERS_COMBINATIONS,
        doubles=2,
        is_winners=True,
        fits=lambda hand: not hand.exposed and _win(hand).is_self_drawn,
    ),
    HandItem(
        key="small_four_winds",
        name=Term(gettext_noop("Small four winds")),
        source=WINNERS_COMBINATIONS,
        doubles=1,
        is_winners=True,
        fits=_is_small_four_winds,
    ),
    HandItem(
        key="small_three_dragons",
        name=Term(gettext_noop("Small three dragons")),
        source=WINNERS_COMBINATIONS,
        doubles=1,
        is_winners=True,
        fits=_is_small_three_dragons,
    ),
    HandItem(
        key="four_chows",
        name=Term(gettext_noop("Four chows")),
        source=WINNERS_COMBINATIONS,
        doubles=1,
        is_winners=True,
        fits=lambda hand: not hand.pungs,
    ),
    HandItem(
        key="all_pungs",
        name=Term(gettext_noop("Four pungs or kongs")),
        source=SUMMARY,
        doubles=1,
        is_winners=True,
        fits=lambda hand: not hand.chows,
    ),
    HandItem(
        key="only_simples",
        name=Term(gettext_noop("Only simples")),
        source=WINNERS_COMBINATIONS,
        doubles=1,
        is_winners=True,
        fits=lambda hand: bool(hand.colours & ONLY_SIMPLES),
    ),
)


# The winning tile's doubles ---------------------------------------------------

LAST_TILE = "last_tile"
REPLACEMENT = "replacement"


def _win(hand: Situation) -> Win:
    """Return how the winner's hand was won."""
    assert hand.win is not None
    return hand.win


def _is_last_drawn(hand: Situation) -> bool:
    win = _win(hand)
    return Circumstance.LAST_TILE in win.circumstances and win.is_self_drawn


def _is_after_kong(hand: Situation) -> bool:
    return _win(hand).source is Source.REPLACEMENT


WINNING_TILE_ITEMS = (
    HandItem(
        key="last_tile",
        name=Term(gettext_noop("Last tile of the wall, self-drawn")),
        source=WINNING_TILE,
        doubles=1,
        group=LAST_TILE,
        is_winners=True,
        fits=_is_last_drawn,
    ),
    HandItem(
        key="last_tile_circle_1",
        name=Term(gettext_noop("Last tile of the wall, self-drawn, 1 of circles")),
        source=WINNING_TILE,
        doubles=3,
        group=LAST_TILE,
        is_winners=True,
        fits=lambda hand: _is_last_drawn(hand) and _win(hand).tile == CIRCLE_1,
    ),
    HandItem(
        key="replacement_tile",
        name=Term(gettext_noop("Replacement tile after a kong")),
        source=WINNING_TILE,
        doubles=1,
        group=REPLACEMENT,
        is_winners=True,
        fits=_is_after_kong,
    ),
    HandItem(
        key="replacement_tile_circle_5",
        name=Term(gettext_noop("Replacement tile after a kong, 5 of circles")),
        source=WINNING_TILE,
        doubles=3,
        group=REPLACEMENT,
        is_winners=True,
        fits=lambda hand: _is_after_kong(hand) and _win(hand).tile == CIRCLE_5,
    ),
    HandItem(
        key="robbed_kong",
        name=Term(gettext_noop("Robbed kong")),
        source=WINNING_TILE,
        doubles=1,
        is_winners=True,
        fits=lambda hand: _win(hand).source is Source.ROBBED_KONG,
    ),
    HandItem(
        key="kong_on_kong",
        name=Term(gettext_noop("Kong on kong")),
        source=WINNING_TILE,
        doubles=2,
        is_winners=True,
        fits=lambda hand: Circumstance.KONG_ON_KONG in _win(hand).circumstances,
    ),
)


# Flowers and seasons ----------------------------------------------------------


def _is_own(tile: Tile, own: Wind) -> bool:
    """Tell whether a flower or season belongs to the wind."""
    return tile in (FLOWERS[own], SEASONS[own])


BONUS_ITEMS = (
    BonusItem(
        key="bonus_tile",
        name=Term(gettext_noop("Flower or season")),
        source=BONUS_TILES,
        points=4,
        fits=lambda _tile, _own: True,
    ),
    BonusItem(
        key="own_bonus_tile",
        name=Term(gettext_noop("Own flower or season")),
        source=BONUS_TILES,
        doubles=1,
        fits=_is_own,
    ),
    HandItem(
        key="all_flowers",
        name=Term(gettext_noop("All four flowers")),
        source=BONUS_TILES,
        doubles=1,
        is_bonus=True,
        fits=lambda hand: set(FLOWERS) <= set(hand.bonus),
    ),
    HandItem(
        key="all_seasons",
        name=Term(gettext_noop("All four seasons")),
        source=BONUS_TILES,
        doubles=1,
        is_bonus=True,
        fits=lambda hand: set(SEASONS) <= set(hand.bonus),
    ),
)


# Limit hands: irregular -------------------------------------------------------


def _run(start: Tile, last: int) -> int:
    """Return 1 to *last* of the suit that begins at *start*, packed."""
    return pack(range(start, start + last))


NINE_GATES = OneOfEach(
    tuple(
        Template(suit + 2 * (UNIT[start] + UNIT[start + 8]), suit)
        for start, suit in zip(SUIT_STARTS, SUITS, strict=True)
    )
)
THIRTEEN_ORPHANS = OneOfEach((Template(TERMINALS_AND_HONOURS, TERMINALS_AND_HONOURS),))
WIND_SNAKE = OneOfEach(tuple(Template(suit | WINDS, suit | WINDS) for suit in SUITS))
DRAGON_SNAKE = OneOfEach(
    tuple(
        Template(suit | DRAGONS | UNIT[wind.tile], UNIT[wind.tile])
        for suit, wind in product(SUITS, Wind)
    )
)
PEKING_COURT = OneOfEach(
    tuple(Template(_run(start, 7) | HONOURS) for start in SUIT_STARTS)
)

IRREGULAR = (
    IrregularLimit(
        key="nine_gates",
        name=Term(gettext_noop("Nine gates")),
        # The table and the summary count it as irregular, the prose as regular.
        source=DECIDED,
        points=2000,
        shape=NINE_GATES,
    ),
    IrregularLimit(
        key="thirteen_orphans",
        name=Term(gettext_noop("Thirteen orphans")),
        source=LIMIT_HANDS,
        points=2000,
        shape=THIRTEEN_ORPHANS,
    ),
    IrregularLimit(
        key="honour_pairs",
        name=Term(gettext_noop("Seven pairs of honours")),
        source=LIMIT_HANDS,
        points=2000,
        shape=SevenPairs((HONOURS,)),
    ),
    IrregularLimit(
        key="wind_snake",
        name=Term(gettext_noop("Wind snake")),
        source=LIMIT_HANDS,
        points=1000,
        shape=WIND_SNAKE,
    ),
    IrregularLimit(
        key="dragon_snake",
        name=Term(gettext_noop("Dragon snake")),
        source=LIMIT_HANDS,
        points=1000,
        shape=DRAGON_SNAKE,
    ),
    IrregularLimit(
        key="peking_court",
        name=Term(gettext_noop("Court of Peking")),
        source=LIMIT_HANDS,
        points=1000,
        shape=PEKING_COURT,
    ),
    IrregularLimit(
        key="pure_pairs",
        name=Term(gettext_noop("Seven pairs of one suit")),
        source=LIMIT_HANDS,
        points=1000,
        shape=SevenPairs(SUITS),
    ),
    IrregularLimit(
        key="very_clean_pairs",
        name=Term(gettext_noop("Seven pairs of honours and terminals")),
        # Prose and table ask for one suit, the summary does not.
        source=DECIDED,
        points=1000,
        shape=SevenPairs(tuple(suit & TERMINALS | HONOURS for suit in SUITS)),
    ),
    IrregularLimit(
        key="clean_pairs",
        name=Term(gettext_noop("Seven pairs of one suit and honours")),
        source=LIMIT_HANDS,
        points=500,
        shape=SevenPairs(tuple(suit | HONOURS for suit in SUITS)),
    ),
    IrregularLimit(
        key="seven_pairs",
        name=Term(gettext_noop("Seven pairs")),
        source=LIMIT_HANDS,
        points=250,
        shape=SevenPairs((EVERY_KIND,)),
    ),
)
PAIR_HANDS = tuple(one for one in IRREGULAR if isinstance(one.shape, SevenPairs))


# Limit hands: regular ---------------------------------------------------------

GREEN = pack((*(BAMBOO_1 + rank for rank in (1, 2, 3, 5, 7)), GREEN_DRAGON))


def _only(kinds: Kinds) -> Callable[[Situation], bool]:
    """Return the test for hands of nothing but *kinds*."""
    return lambda hand: not hand.kinds & ~kinds


def _is_heads_and_tails(hand: Situation) -> bool:
    return not hand.kinds & ~TERMINALS and not hand.chows


_SNAKES = {1: (2, 5), 4: (1, 5), 7: (1, 4)}
"""The pair's rank, and where the chows begin; all counted from 0."""


def _is_squirming_snake(hand: Situation) -> bool:
    if not hand.colours & FULL_FLUSH:
        return False
    return any(
        hand.pungs == UNIT[start] | UNIT[start + 8]
        and hand.pairs == UNIT[start + pair]
        and hand.chows == UNIT[start + low] | UNIT[start + high]
        for start in SUIT_STARTS
        for pair, (low, high) in _SNAKES.items()
    )


REGULAR = (
    RegularLimit(
        key="four_winds",
        name=Term(gettext_noop("Four winds")),
        source=LIMIT_HANDS,
        points=2000,
        fits=lambda hand: hand.pungs & WINDS == WINDS,
    ),
    RegularLimit(
        key="three_dragons",
        name=Term(gettext_noop("Three dragons")),
        source=LIMIT_HANDS,
        points=2000,
        fits=lambda hand: hand.pungs & DRAGONS == DRAGONS,
    ),
    RegularLimit(
        key="jade",
        name=Term(gettext_noop("Jade")),
        # The prose allows 1 of bamboos, the table does not.
        source=DECIDED,
        points=2000,
        fits=_only(GREEN),
    ),
    RegularLimit(
        key="heads_and_tails",
        name=Term(gettext_noop("Heads and tails")),
        source=LIMIT_HANDS,
        points=2000,
        fits=_is_heads_and_tails,
    ),
    RegularLimit(
        key="four_concealed_kongs",
        name=Term(gettext_noop("Four concealed kongs")),
        source=LIMIT_HANDS,
        points=2000,
        fits=lambda hand: hand.concealed_kongs == 4,
    ),
    OccasionLimit(
        key="heaven",
        name=Term(gettext_noop("Hand of heaven")),
        source=LIMIT_HANDS,
        points=2000,
        fits=lambda win: win.source is Source.DEAL,
    ),
    OccasionLimit(
        key="earth",
        name=Term(gettext_noop("Hand of earth")),
        source=LIMIT_HANDS,
        points=1000,
        fits=lambda win: Circumstance.FIRST_TURN in win.circumstances,
    ),
    RegularLimit(
        key="squirming_snake",
        name=Term(gettext_noop("Squirming snake")),
        # Prose and table give 1000, the summary 2000.
        source=DECIDED,
        points=1000,
        fits=_is_squirming_snake,
    ),
)


# Options ----------------------------------------------------------------------

OPTIONS = (
    Option(
        "rounding",
        Term(gettext_noop("Rounding of a hand's points")),
        CHIPS,
        (
            Choice("none", Term(gettext_noop("none"))),
            Choice(
                "tens",
                Term(gettext_noop("to the nearest ten, 5 up")),
                (Change("counting", {"rounding": 10}),),
            ),
        ),
    ),
    Option(
        "limit_or_count",
        Term(gettext_noop("A limit hand is worth")),
        COUNTING,
        (
            Choice("limit", Term(gettext_noop("always its limit"))),
            Choice(
                "higher",
                Term(gettext_noop("its ordinary count where that is higher")),
                (Change("counting", {"limit_hand_may_be_counted": True}),),
            ),
        ),
    ),
    Option(
        "open_kong_as_concealed",
        Term(gettext_noop("An exposed kong counts as a concealed pung")),
        EVERYBODYS_COMBINATIONS,
        (
            Choice("yes", YES),
            Choice(
                "no",
                NO,
                (
                    Change(
                        "three_concealed_pungs",
                        {
                            "fits": lambda hand: (
                                hand.concealed_pungs + hand.concealed_kongs >= 3
                            )
                        },
                    ),
                    Change(
                        "four_concealed_pungs",
                        {
                            "fits": lambda hand: (
                                hand.concealed_pungs + hand.concealed_kongs >= 4
                            )
                        },
                    ),
                ),
            ),
        ),
    ),
    Option(
        "all_pungs",
        Term(gettext_noop("Four pungs or kongs double")),
        SUMMARY,
        (Choice("yes", YES), Choice("no", NO, (Change("all_pungs", removes=True),))),
    ),
    Option(
        "kong_on_kong",
        Term(gettext_noop("Kong on kong and the replacement tile's doubles")),
        _cite("Winnende steen", is_decision=True),
        (
            Choice("add", Term(gettext_noop("both count"))),
            Choice(
                "replace",
                Term(gettext_noop("only the higher counts")),
                (Change("kong_on_kong", {"group": REPLACEMENT}),),
            ),
        ),
    ),
    NumberOption(
        "minimum_doubles",
        Term(gettext_noop("Doubles a winner needs")),
        # The text exempts irregular limit hands; here every limit hand is exempt.
        _cite("Mahjong", is_decision=True),
        part="counting",
        field="minimum_doubles",
        usual=2,
    ),
    Option(
        "clean_hand_always_legal",
        Term(gettext_noop("A clean, very clean or pure hand may always win")),
        _cite("Mahjong", is_decision=True),
        (
            Choice("no", NO),
            Choice("yes", YES, (Change("counting", {"always_legal_group": COLOUR}),)),
        ),
    ),
    Option(
        "very_clean_pairs",
        Term(gettext_noop("Seven pairs of honours and terminals: terminals of")),
        DECIDED,
        (
            Choice("one_suit", Term(gettext_noop("one suit"))),
            Choice(
                "any_suit",
                Term(gettext_noop("any suit")),
                (
                    Change(
                        "very_clean_pairs",
                        {"shape.allowed": (TERMINALS_AND_HONOURS,)},
                    ),
                ),
            ),
        ),
    ),
    Option(
        "identical_pairs",
        Term(gettext_noop("Four equal tiles are two pairs")),
        DECIDED,
        (
            Choice("yes", YES),
            Choice(
                "no",
                NO,
                tuple(
                    Change(one.key, {"shape.may_repeat": False}) for one in PAIR_HANDS
                ),
            ),
        ),
    ),
    Option(
        "jade_bamboo_1",
        Term(gettext_noop("Jade may have 1 of bamboos")),
        DECIDED,
        (
            Choice("no", NO),
            Choice(
                "yes",
                YES,
                (Change("jade", {"fits": _only(GREEN | UNIT[BAMBOO_1])}),),
            ),
        ),
    ),
    Option(
        "snake_value",
        Term(gettext_noop("Points of the squirming snake")),
        DECIDED,
        (
            Choice(1000, Term("1000")),
            Choice(2000, Term("2000"), (Change("squirming_snake", {"points": 2000}),)),
        ),
    ),
    Option(
        "flowers",
        Term(gettext_noop("Play with flowers and seasons")),
        BONUS_TILES,
        (
            Choice("no", NO),
            Choice("yes", YES, (Change("wall", {"has_bonus": True}),)),
        ),
    ),
    Option(
        "minimum_counts_flowers",
        Term(gettext_noop("Doubles of flowers and seasons count for the minimum")),
        _cite("Spelen met gelukstenen", is_decision=True),
        (
            Choice("yes", YES),
            Choice("no", NO, (Change("counting", {"minimum_counts_bonus": False}),)),
        ),
    ),
    Option(
        "rounds",
        Term(gettext_noop("Rounds of a partie")),
        ROUNDS,
        (
            Choice(4, Term("4")),
            *(
                Choice(many, Term(str(many)), (Change("dealing", {"rounds": many}),))
                for many in (3, 2, 1)
            ),
        ),
    ),
)


def _may_be_first_turn(win: Win) -> bool:
    """Tell whether it can be East's first discard, the only first turn here."""
    return win.source is Source.DISCARD and win.giver is Wind.EAST


RULESET = Ruleset(
    key="nts",
    name="Nederlandse Toernooi Spelregels",
    edition="2011-03-11/1",
    document=BOOK,
    players=(4,),
    items=SET_ITEMS + WINNERS_ITEMS + WINNING_TILE_ITEMS + COMBINATIONS + BONUS_ITEMS,
    limit_hands=IRREGULAR + REGULAR,
    options=OPTIONS,
    counting=PointsAndDoubles(limit=2000, minimum_doubles=2),
    paying=Paying(east_factor=2, losers_settle=True),
    dealing=Dealing(
        rounds=4,
        start_chips=3000,
        chips=((1000, 1), (500, 2), (100, 9), (10, 10)),
        # NTS, Fiches: the smallest chip is 10, so that points are rounded to it.
        options_with_chips={"rounding": "tens"},
    ),
    wall=Wall(),
    knows_circumstances=frozenset(Circumstance),
    knows_sources=frozenset(Source),
    knows_pao=False,
    knows_penalties=False,
    may_be_first_turn=_may_be_first_turn,
    may_be_dealt=lambda seat: seat is Wind.EAST,
)
"""The rules for a table of four, with every option at its default."""
