"""
Ma Jiang after Axel Schmale: the Hong Kong style, in faan and laak.

Only the winner's hand is valued, by a table of points; who gave the tile and
East's double decide what each loser pays. Where the book is silent, an option or
a citation marked as a decision says what holds here.
"""

from __future__ import annotations

from clubscore.rules.dealing import Dealing
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hands import Circumstance, Source, Table, Win
from clubscore.rules.items import (
    BonusItem,
    Citation,
    Document,
    HandItem,
    IrregularLimit,
    OccasionLimit,
    RegularLimit,
)
from clubscore.rules.options import Change, Choice, NumberOption, Option, numbers
from clubscore.rules.patterns import (
    NO,
    THIRTEEN_ORPHANS,
    YES,
    happened,
    has_all_flowers,
    has_all_seasons,
    has_sets_of,
    is_all_chows,
    is_all_pungs,
    is_all_terminals,
    is_own_flower,
    is_own_season,
    is_self_drawn,
    is_small_four_winds,
    nine_gates,
    only,
    set_of_dragons,
    set_of_own_wind,
    set_of_round_wind,
    won,
)
from clubscore.rules.paying import PayingByFactors
from clubscore.rules.ruleset import Ruleset, TilesInPlay, Winning
from clubscore.rules.seats import Wind
from clubscore.rules.situations import FULL_FLUSH, HALF_FLUSH, Situation
from clubscore.rules.tiles import DRAGONS, HONOURS, WINDS
from clubscore.rules.valuing import FaanAndLaak

BOOK = Document("schmale", "Axel Schmale: Ma Jiang")
CHECKED = "2026-11-21"


def _cite(section: str, *, is_decision: bool = False) -> Citation:
    return Citation(BOOK, section, CHECKED, is_decision)


ITEMS_TABLE = _cite("6.1.1.1")
POINTS_TABLE = _cite("6.1.1.2")
LIMIT_HANDS_SECTION = _cite("6.1.2")
VARIANTS = _cite("B")
ALTERNATIVE = _cite("C")


# The winning tile -------------------------------------------------------------


def _is_last_drawn(hand: Situation) -> bool:
    win = won(hand)
    return Circumstance.LAST_TILE in win.circumstances and win.is_self_drawn


def _is_replacement(hand: Situation) -> bool:
    return won(hand).source in (Source.REPLACEMENT, Source.REPLACEMENT_BONUS)


WINNING_TILE_ITEMS = (
    HandItem(
        key="self_drawn",
        name=Term(gettext_noop("Winning tile self-drawn")),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=is_self_drawn,
    ),
    HandItem(
        key="last_tile",
        name=Term(gettext_noop("Last tile of the wall")),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=_is_last_drawn,
    ),
    HandItem(
        key="robbed_kong",
        name=Term(gettext_noop("Robbed kong")),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=lambda hand: won(hand).source is Source.ROBBED_KONG,
    ),
    HandItem(
        key="replacement_tile",
        name=Term(gettext_noop("Replacement tile")),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=_is_replacement,
    ),
    HandItem(
        key="kong_on_kong",
        name=Term(gettext_noop("Kong on kong")),
        source=ITEMS_TABLE,
        faan=4,
        replaces=frozenset({"replacement_tile"}),
        is_winners=True,
        fits=happened(Circumstance.KONG_ON_KONG),
    ),
)


# Flowers and seasons ----------------------------------------------------------

BONUS_ITEMS = (
    BonusItem(
        key="own_flower",
        name=Term(gettext_noop("Own flower")),
        source=ITEMS_TABLE,
        faan=1,
        fits=is_own_flower,
    ),
    BonusItem(
        key="own_season",
        name=Term(gettext_noop("Own season")),
        source=ITEMS_TABLE,
        faan=1,
        fits=is_own_season,
    ),
    HandItem(
        key="all_flowers",
        name=Term(gettext_noop("All four flowers")),
        source=ITEMS_TABLE,
        laak=1,
        replaces=frozenset({"own_flower"}),
        is_bonus=True,
        fits=has_all_flowers,
    ),
    HandItem(
        key="all_seasons",
        name=Term(gettext_noop("All four seasons")),
        source=ITEMS_TABLE,
        laak=1,
        replaces=frozenset({"own_season"}),
        is_bonus=True,
        fits=has_all_seasons,
    ),
    HandItem(
        key="all_bonus_tiles",
        name=Term(gettext_noop("All eight flowers and seasons")),
        source=ITEMS_TABLE,
        laak=3,
        replaces=frozenset({"own_flower", "own_season", "all_flowers", "all_seasons"}),
        is_bonus=True,
        fits=lambda hand: has_all_flowers(hand) and has_all_seasons(hand),
    ),
)


# Sets and the whole hand ------------------------------------------------------

SET_ITEMS = (
    set_of_dragons(ITEMS_TABLE, faan=1),
    set_of_round_wind(ITEMS_TABLE, faan=1),
    set_of_own_wind(ITEMS_TABLE, faan=1),
)


def _is_without_honour(hand: Situation) -> bool:
    return not hand.kinds & HONOURS and not hand.bonus


WHOLE_HAND_ITEMS = (
    HandItem(
        key="all_chows",
        name=Term(gettext_noop("Only chows and a pair")),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=is_all_chows,
    ),
    HandItem(
        key="all_pungs",
        name=Term(gettext_noop("Only pungs and kongs and a pair")),
        source=ITEMS_TABLE,
        faan=2,
        is_winners=True,
        fits=is_all_pungs,
    ),
    HandItem(
        key="no_honour",
        name=Term(gettext_noop("No honour and no flower or season")),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=_is_without_honour,
    ),
    HandItem(
        key="half_flush",
        name=Term(gettext_noop("One suit with honours")),
        source=ITEMS_TABLE,
        faan=2,
        is_winners=True,
        fits=lambda hand: bool(hand.colours & HALF_FLUSH),
    ),
    HandItem(
        key="full_flush",
        name=Term(gettext_noop("One suit alone")),
        source=ITEMS_TABLE,
        laak=2,
        is_winners=True,
        fits=lambda hand: bool(hand.colours & FULL_FLUSH),
    ),
)


# Limit hands ------------------------------------------------------------------


def _is_four_concealed_pungs(hand: Situation) -> bool:
    return hand.concealed_pungs == 4 and hand.completes_pair and is_self_drawn(hand)


BASE_TABLE = (1, 2, 4, 8, 16, 16, 32, 32, 64)
BASE_LAAK = (0, 4, 6, 8)
APPENDIX_TABLE = (1, 2, 4, 8, 16, 32, 32, 64, 64, 128)
APPENDIX_LAAK = (0, 5, 7, 9)
BASE_MAXIMUM, APPENDIX_MAXIMUM = BASE_TABLE[-1], APPENDIX_TABLE[-1]

LIMIT_HANDS = (
    IrregularLimit(
        key="thirteen_orphans",
        name=Term(gettext_noop("Thirteen orphans")),
        example="19m 19p 19s 1234z 567z 7z",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        shape=THIRTEEN_ORPHANS,
    ),
    OccasionLimit(
        key="heaven",
        name=Term(gettext_noop("Hand of heaven")),
        example="123m 456m 789p 234s 66z",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        needs_sets=True,
        fits=lambda win: win.source is Source.DEAL,
    ),
    OccasionLimit(
        key="earth",
        name=Term(gettext_noop("Hand of earth")),
        example="345m 345p 678p 999s 22z",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        needs_sets=True,
        fits=lambda win: Circumstance.FIRST_TURN in win.circumstances,
    ),
    RegularLimit(
        key="four_concealed_pungs",
        name=Term(gettext_noop("Four concealed pungs")),
        example="333m 777p 444s 888s 22z",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=_is_four_concealed_pungs,
    ),
    RegularLimit(
        key="big_four_winds",
        name=Term(gettext_noop("Big four winds")),
        example="55m 111z 222z 333z 444z",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=has_sets_of(WINDS),
    ),
    RegularLimit(
        key="small_four_winds",
        name=Term(gettext_noop("Small four winds")),
        example="111z 222z 333z 567p 44z",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=is_small_four_winds,
    ),
    RegularLimit(
        key="big_three_dragons",
        name=Term(gettext_noop("Big three dragons")),
        example="555z 666z 777z 234m 99p",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=has_sets_of(DRAGONS),
    ),
    RegularLimit(
        key="all_terminals",
        name=Term(gettext_noop("Only terminals")),
        example="99p 111m 999m 111p 999s",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=is_all_terminals,
    ),
    RegularLimit(
        key="all_honours",
        name=Term(gettext_noop("Only honours")),
        example="66z 111z 222z 555z 777z",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=only(HONOURS),
    ),
    IrregularLimit(
        key="nine_sons",
        name=Term(gettext_noop("Nine connected sons")),
        example="111m 2345678m 999m 5m",
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        shape=nine_gates(is_required_before=True),
    ),
)


# Options ----------------------------------------------------------------------


def _yes_no(key: str, name: str, source: Citation, *changes: Change) -> Option:
    """Return an option that is on by default, and what switching it off changes."""
    return Option(
        key, Term(name), source, (Choice("yes", YES), Choice("no", NO, changes))
    )


OPTIONS = (
    Option(
        "table",
        Term(gettext_noop("Table of points")),
        POINTS_TABLE,
        (
            Choice("base", Term(gettext_noop("of chapter 6, up to 64 points"))),
            Choice(
                "appendix_c",
                Term(gettext_noop("of appendix C, up to 128 points")),
                (
                    Change(
                        "counting", {"table": APPENDIX_TABLE, "laak": APPENDIX_LAAK}
                    ),
                    Change("all_pungs", {"faan": 3, "source": ALTERNATIVE}),
                    Change("half_flush", {"faan": 3, "source": ALTERNATIVE}),
                    *(
                        Change(one.key, {"points": APPENDIX_MAXIMUM})
                        for one in LIMIT_HANDS
                    ),
                ),
            ),
        ),
    ),
    Option(
        "last_tile",
        Term(gettext_noop("Last tile of the wall counts")),
        _cite("6.1.1.1", is_decision=True),
        (
            Choice("drawn", Term(gettext_noop("if it was drawn"))),
            Choice(
                "drawn_or_discarded",
                Term(gettext_noop("also the discard that follows it")),
                (Change("last_tile", {"fits": happened(Circumstance.LAST_TILE)}),),
            ),
        ),
    ),
    Option(
        "kong_on_kong",
        Term(gettext_noop("Kong on kong counts")),
        _cite("6.1.1.1", is_decision=True),
        (
            Choice("plus_self_drawn", Term(gettext_noop("beside the self-drawn tile"))),
            Choice(
                "alone",
                Term(gettext_noop("instead of the self-drawn tile too")),
                (
                    Change(
                        "kong_on_kong",
                        {"replaces": frozenset({"replacement_tile", "self_drawn"})},
                    ),
                ),
            ),
        ),
    ),
    _yes_no(
        "no_honour_with_pure",
        gettext_noop("No honour counts beside one suit alone"),
        _cite("6.1.1.1", is_decision=True),
        Change(
            "no_honour",
            {
                "fits": lambda hand: (
                    _is_without_honour(hand) and not hand.colours & FULL_FLUSH
                )
            },
        ),
    ),
    NumberOption(
        "minimum_points",
        Term(gettext_noop("Points a winner needs")),
        VARIANTS,
        part="counting",
        field="minimum_points",
        usual=1,
    ),
    Option(
        "nine_sons_any_wait",
        Term(gettext_noop("Nine connected sons, whichever tile came last")),
        _cite("6.1.2", is_decision=True),
        (
            Choice("no", NO),
            Choice(
                "yes", YES, (Change("nine_sons", {"shape.is_required_before": False}),)
            ),
        ),
    ),
    _yes_no(
        "east_double",
        gettext_noop("East pays and receives double"),
        VARIANTS,
        Change("paying", {"east_double": False}),
    ),
    _yes_no(
        "self_drawn_and_discarder_double",
        gettext_noop("A self-drawn tile, or giving it, doubles"),
        VARIANTS,
        Change("paying", {"tile_double": False}),
    ),
    Option(
        "losers_settle",
        Term(gettext_noop("The losers pay each other the differences of their hands")),
        VARIANTS,
        (
            Choice("no", NO),
            Choice("yes", YES, (Change("paying", {"losers_settle": True}),)),
        ),
    ),
    _yes_no(
        "bonus_tiles",
        gettext_noop("Play with flowers and seasons"),
        VARIANTS,
        Change("tiles", {"has_bonus": False}),
    ),
    Option(
        "jokers",
        Term(gettext_noop("Jokers")),
        VARIANTS,
        numbers("tiles", "jokers", 0, 4, 8, 12),
    ),
    Option(
        "rounds",
        Term(gettext_noop("Rounds of a partie")),
        _cite("3"),
        numbers("dealing", "rounds", 4, 3, 2, 1),
    ),
)


def _may_be_first_turn(_table: Table, win: Win) -> bool:
    """
    Tell whether the win makes a hand of earth.

    Schmale 6.1.2: the first tile that another player takes, drawn or claimed, or
    a replacement tile of the dealer before his first discard.
    """
    if win.winner is Wind.EAST:
        return win.source in (Source.REPLACEMENT, Source.REPLACEMENT_BONUS)
    return win.source in (Source.WALL, Source.DISCARD, Source.REPLACEMENT_BONUS)


RULESET = Ruleset(
    key="schmale",
    name="Ma Jiang (Schmale)",
    edition="2026-11-21/1",
    document=BOOK,
    items=WINNING_TILE_ITEMS + BONUS_ITEMS + WHOLE_HAND_ITEMS + SET_ITEMS,
    limit_hands=LIMIT_HANDS,
    options=OPTIONS,
    counting=FaanAndLaak(BASE_TABLE, BASE_LAAK, minimum_points=1),
    paying=PayingByFactors(),
    # Schmale 1.2
    dealing=Dealing(chip_values=(1, 2, 5, 10, 20, 50, 100)),
    tiles=TilesInPlay(has_bonus=True),
    winning=Winning(
        circumstances=frozenset(Circumstance) - {Circumstance.BIRD_EATS_CAKE},
        may_be_first_turn=_may_be_first_turn,
        first_turn_has_kongs=lambda win: win.winner is Wind.EAST,
    ),
    tables={
        4: (),
        # Schmale A.1: all tiles, and all four rounds.
        3: (Change("dealing", {"players": 3}),),
        # Schmale A.2: East rests when he has lost the deal.
        5: (Change("dealing", {"players": 5}),),
    },
)
"""The rules for a table of four, with every option at its default."""
