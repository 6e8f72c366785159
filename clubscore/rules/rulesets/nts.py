"""
Nederlandse Toernooi Spelregels: the Dutch tournament rules.

Everybody's hand counts, points are doubled, and the losers settle among
themselves. Values are those of the rules of Mahjong Club Het Groene Hart of
11-3-2011; where that book contradicts itself or is silent, an option or a
citation marked as a decision says what holds here.
"""

from __future__ import annotations

from clubscore.rules.dealing import (
    Dealing,
    GreenGames,
    after_every_game,
    when_dealer_lost,
)
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hands import Circumstance, Source, Table, Win
from clubscore.rules.irregular import OneOfEach, SevenPairs, Template
from clubscore.rules.items import (
    BonusItem,
    Citation,
    Document,
    HandItem,
    IrregularLimit,
    OccasionLimit,
    RegularLimit,
    SetItem,
)
from clubscore.rules.options import Change, Choice, NumberOption, Option, numbers
from clubscore.rules.patterns import (
    DRAGON_SNAKE,
    GREEN,
    NO,
    THIRTEEN_ORPHANS,
    WIND_SNAKE,
    YES,
    classical_sets,
    happened,
    has_all_flowers,
    has_all_seasons,
    has_sets_of,
    is_all_chows,
    is_all_pungs,
    is_all_terminals,
    is_own_bonus,
    is_pung_or_kong,
    is_self_drawn,
    is_small_four_winds,
    is_small_three_dragons,
    nine_gates,
    only,
    pair_of_dragons,
    pair_of_own_wind,
    pair_of_round_wind,
    run,
    set_of_dragons,
    set_of_own_wind,
    set_of_round_wind,
    won,
)
from clubscore.rules.paying import Doubled, PayingByHands
from clubscore.rules.ruleset import Ruleset, Winning
from clubscore.rules.seats import Wind
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
    BAMBOOS,
    CIRCLE_1,
    CIRCLE_5,
    CIRCLES,
    DRAGONS,
    EVERY_KIND,
    GREEN_DRAGON,
    HONOURS,
    NORTH,
    SUIT_STARTS,
    SUITS,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    UNIT,
    WINDS,
)
from clubscore.rules.valuing import PointsAndDoubles

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
THREE_PLAYERS = _cite("Begrippen, Drie spelers")
GREEN_GAMES = _cite("Begrippen, Drie spelers", is_decision=True)
FIVE_PLAYERS = _cite("Begrippen, Vijf spelers")
DECIDED = _cite("Limietspelen", is_decision=True)


# Sets -------------------------------------------------------------------------

SET_ITEMS = (
    *classical_sets(SETS_OF_TILES),
    pair_of_dragons(SETS_OF_TILES, points=2),
    pair_of_own_wind(SETS_OF_TILES, points=2),
    # The glossary calls East the prevailing wind; the tables mean the round's.
    pair_of_round_wind(_cite("Combinaties van stenen", is_decision=True), points=2),
    set_of_dragons(EVERYBODYS_COMBINATIONS, doubles=1),
    set_of_own_wind(EVERYBODYS_COMBINATIONS, doubles=1),
    # The glossary calls East the prevailing wind; the tables mean the round's.
    set_of_round_wind(EVERYBODYS_DECIDED, doubles=1),
    SetItem(
        key="set_of_green_dragons",
        name=Term(gettext_noop("Pung or kong of green dragons, without a round wind")),
        source=THREE_PLAYERS,
        doubles=1,
        fits=lambda one, _own, round_wind: (
            is_pung_or_kong(one) and round_wind is None and one.tile == GREEN_DRAGON
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
        fits=is_self_drawn,
    ),
    HandItem(
        key="bird_eats_cake",
        name=Term(gettext_noop("Bird eats cake")),
        source=WINNING_TILE,
        points=10,
        is_winners=True,
        fits=happened(Circumstance.BIRD_EATS_CAKE),
    ),
    HandItem(
        key="fully_concealed",
        name=Term(gettext_noop("Fully concealed hand")),
        source=WINNERS_COMBINATIONS,
        doubles=2,
        is_winners=True,
        fits=lambda hand: not hand.exposed and won(hand).is_self_drawn,
    ),
    HandItem(
        key="small_four_winds",
        name=Term(gettext_noop("Small four winds")),
        source=WINNERS_COMBINATIONS,
        doubles=1,
        is_winners=True,
        fits=is_small_four_winds,
    ),
    HandItem(
        key="small_three_dragons",
        name=Term(gettext_noop("Small three dragons")),
        source=WINNERS_COMBINATIONS,
        doubles=1,
        is_winners=True,
        fits=is_small_three_dragons,
    ),
    HandItem(
        key="four_chows",
        name=Term(gettext_noop("Four chows")),
        source=WINNERS_COMBINATIONS,
        doubles=1,
        is_winners=True,
        fits=is_all_chows,
    ),
    HandItem(
        key="all_pungs",
        name=Term(gettext_noop("Four pungs or kongs")),
        source=SUMMARY,
        doubles=1,
        is_winners=True,
        fits=is_all_pungs,
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


def _is_last_drawn(hand: Situation) -> bool:
    win = won(hand)
    return Circumstance.LAST_TILE in win.circumstances and win.is_self_drawn


def _is_after_kong(hand: Situation) -> bool:
    return won(hand).source is Source.REPLACEMENT


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
        fits=lambda hand: _is_last_drawn(hand) and won(hand).tile == CIRCLE_1,
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
        fits=lambda hand: _is_after_kong(hand) and won(hand).tile == CIRCLE_5,
    ),
    HandItem(
        key="robbed_kong",
        name=Term(gettext_noop("Robbed kong")),
        source=WINNING_TILE,
        doubles=1,
        is_winners=True,
        fits=lambda hand: won(hand).source is Source.ROBBED_KONG,
    ),
    HandItem(
        key="kong_on_kong",
        name=Term(gettext_noop("Kong on kong")),
        source=WINNING_TILE,
        doubles=2,
        is_winners=True,
        fits=happened(Circumstance.KONG_ON_KONG),
    ),
)


# Flowers and seasons ----------------------------------------------------------


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
        fits=is_own_bonus,
    ),
    HandItem(
        key="all_flowers",
        name=Term(gettext_noop("All four flowers")),
        source=BONUS_TILES,
        doubles=1,
        is_bonus=True,
        fits=has_all_flowers,
    ),
    HandItem(
        key="all_seasons",
        name=Term(gettext_noop("All four seasons")),
        source=BONUS_TILES,
        doubles=1,
        is_bonus=True,
        fits=has_all_seasons,
    ),
)


# Limit hands: irregular -------------------------------------------------------


PEKING_COURT = OneOfEach(
    tuple(Template(run(start, 7) | HONOURS) for start in SUIT_STARTS)
)

IRREGULAR = (
    IrregularLimit(
        key="nine_gates",
        name=Term(gettext_noop("Nine gates")),
        example="111m 2345678m 999m 5m",
        # The table and the summary count it as irregular, the prose as regular.
        source=DECIDED,
        points=2000,
        shape=nine_gates(),
    ),
    IrregularLimit(
        key="thirteen_orphans",
        name=Term(gettext_noop("Thirteen orphans")),
        example="19m 19p 19s 1234z 567z 7z",
        source=LIMIT_HANDS,
        points=2000,
        shape=THIRTEEN_ORPHANS,
    ),
    IrregularLimit(
        key="honour_pairs",
        name=Term(gettext_noop("Seven pairs of honours")),
        example="11z 22z 33z 44z 55z 66z 77z",
        source=LIMIT_HANDS,
        points=2000,
        shape=SevenPairs((HONOURS,)),
    ),
    IrregularLimit(
        key="wind_snake",
        name=Term(gettext_noop("Wind snake")),
        example="123456789p 1234z 4z",
        source=LIMIT_HANDS,
        points=1000,
        shape=OneOfEach(WIND_SNAKE),
    ),
    IrregularLimit(
        key="dragon_snake",
        name=Term(gettext_noop("Dragon snake")),
        example="123456789s 567z 22z",
        source=LIMIT_HANDS,
        points=1000,
        shape=OneOfEach(DRAGON_SNAKE),
    ),
    IrregularLimit(
        key="peking_court",
        name=Term(gettext_noop("Court of Peking")),
        example="1234567m 1234z 567z",
        source=LIMIT_HANDS,
        points=1000,
        shape=PEKING_COURT,
    ),
    IrregularLimit(
        key="pure_pairs",
        name=Term(gettext_noop("Seven pairs of one suit")),
        example="11m 33m 44m 66m 77m 88m 99m",
        source=LIMIT_HANDS,
        points=1000,
        shape=SevenPairs(SUITS),
    ),
    IrregularLimit(
        key="very_clean_pairs",
        name=Term(gettext_noop("Seven pairs of honours and terminals")),
        example="11p 99p 11z 22z 33z 55z 66z",
        # Prose and table ask for one suit, the summary does not.
        source=DECIDED,
        points=1000,
        shape=SevenPairs(tuple(suit & TERMINALS | HONOURS for suit in SUITS)),
    ),
    IrregularLimit(
        key="clean_pairs",
        name=Term(gettext_noop("Seven pairs of one suit and honours")),
        example="22s 44s 55s 88s 22z 55z 77z",
        source=LIMIT_HANDS,
        points=500,
        shape=SevenPairs(tuple(suit | HONOURS for suit in SUITS)),
    ),
    IrregularLimit(
        key="seven_pairs",
        name=Term(gettext_noop("Seven pairs")),
        example="22m 77m 44p 99p 11s 33z 66z",
        source=LIMIT_HANDS,
        points=250,
        shape=SevenPairs((EVERY_KIND,)),
    ),
)
PAIR_HANDS = tuple(one for one in IRREGULAR if isinstance(one.shape, SevenPairs))


# Limit hands: regular ---------------------------------------------------------

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
        example="111z 222z 333z 444z 55m",
        source=LIMIT_HANDS,
        points=2000,
        fits=has_sets_of(WINDS),
    ),
    RegularLimit(
        key="three_dragons",
        name=Term(gettext_noop("Three dragons")),
        example="555z 666z 777z 234m 99p",
        source=LIMIT_HANDS,
        points=2000,
        fits=has_sets_of(DRAGONS),
    ),
    RegularLimit(
        key="jade",
        name=Term(gettext_noop("Jade")),
        example="222s 333s 444s 666z 88s",
        # The prose allows 1 of bamboos, the table does not.
        source=DECIDED,
        points=2000,
        fits=only(GREEN),
    ),
    RegularLimit(
        key="heads_and_tails",
        name=Term(gettext_noop("Heads and tails")),
        example="111m 999m 111p 999s 99p",
        source=LIMIT_HANDS,
        points=2000,
        fits=is_all_terminals,
    ),
    RegularLimit(
        key="four_concealed_kongs",
        name=Term(gettext_noop("Four concealed kongs")),
        example="2222m 5555p 9999s 3333z 88m",
        source=LIMIT_HANDS,
        points=2000,
        fits=lambda hand: hand.concealed_kongs == 4,
    ),
    OccasionLimit(
        key="heaven",
        name=Term(gettext_noop("Hand of heaven")),
        example="123m 456m 789p 234s 66z",
        source=LIMIT_HANDS,
        points=2000,
        fits=lambda win: win.source is Source.DEAL,
    ),
    OccasionLimit(
        key="earth",
        name=Term(gettext_noop("Hand of earth")),
        example="345m 345p 678p 999s 22z",
        source=LIMIT_HANDS,
        points=1000,
        fits=lambda win: Circumstance.FIRST_TURN in win.circumstances,
    ),
    RegularLimit(
        key="squirming_snake",
        name=Term(gettext_noop("Squirming snake")),
        example="1111m 22m 345m 678m 999m",
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
                (Change("jade", {"fits": only(GREEN | UNIT[BAMBOO_1])}),),
            ),
        ),
    ),
    Option(
        "snake_value",
        Term(gettext_noop("Points of the squirming snake")),
        DECIDED,
        numbers("squirming_snake", "points", 1000, 2000),
    ),
    Option(
        "flowers",
        Term(gettext_noop("Play with flowers and seasons")),
        BONUS_TILES,
        (
            Choice("no", NO),
            Choice("yes", YES, (Change("tiles", {"has_bonus": True}),)),
        ),
        players=(4, 5),
        refused_without=True,
    ),
    Option(
        "minimum_counts_flowers",
        Term(gettext_noop("Doubles of flowers and seasons count for the minimum")),
        _cite("Spelen met gelukstenen", is_decision=True),
        (
            Choice("yes", YES),
            Choice("no", NO, (Change("counting", {"minimum_counts_bonus": False}),)),
        ),
        players=(4, 5),
    ),
    Option(
        "rounds",
        Term(gettext_noop("Rounds of a partie")),
        ROUNDS,
        numbers("dealing", "rounds", 4, 3, 2, 1),
        players=(4, 5),
    ),
    Option(
        "three_player_rounds",
        Term(gettext_noop("Rounds of a partie of three players")),
        THREE_PLAYERS,
        numbers("dealing", "rounds", 3, 2, 1),
        players=(3,),
    ),
    Option(
        "green_dragon_games",
        Term(gettext_noop("Green-dragon games of three players")),
        # It can also mean a single game at the end.
        GREEN_GAMES,
        (
            Choice("each_round", Term(gettext_noop("one after each round"))),
            Choice(
                "once_at_end",
                Term(gettext_noop("one at the end")),
                (Change("dealing", {"green_games": GreenGames(at_the_end=True)}),),
            ),
            Choice(
                "none",
                Term(gettext_noop("none")),
                (Change("dealing", {"green_games": GreenGames()}),),
            ),
        ),
        players=(3,),
    ),
    Option(
        "five_player_east_stays",
        Term(gettext_noop("Of five players East stays after winning and after a draw")),
        FIVE_PLAYERS,
        (
            Choice("no", NO),
            Choice(
                "yes",
                YES,
                (Change("dealing", {"deal_passes": when_dealer_lost}),),
            ),
        ),
        players=(5,),
    ),
    Option(
        "fifth_round",
        Term(gettext_noop("Five players end with a green-dragon round")),
        FIVE_PLAYERS,
        (
            Choice("no", NO),
            Choice(
                "yes",
                YES,
                (Change("dealing", {"green_games": GreenGames(as_a_round=True)}),),
            ),
        ),
        players=(5,),
    ),
)


def _may_be_first_turn(_table: Table, win: Win) -> bool:
    """Tell whether it can be East's first discard, the only first turn here."""
    return win.source is Source.DISCARD and win.giver is Wind.EAST


TABLES = {
    4: (),
    3: (
        Change(
            "tiles",
            {
                "kinds": CIRCLES | BAMBOOS | (HONOURS & ~UNIT[NORTH]),
                "may_expose_chows": False,
            },
        ),
        Change(
            "dealing",
            {
                "players": 3,
                "rounds": 3,
                "round_winds": (Wind.EAST, Wind.SOUTH, Wind.WEST),
                "has_green_games": True,
                "green_games": GreenGames(after_each_round=True),
            },
        ),
    ),
    5: (
        Change(
            "dealing",
            {
                "players": 5,
                "deal_passes": after_every_game,
                "has_green_games": True,
            },
        ),
    ),
}
"""What three and five players change. NTS, Begrippen"""


RULESET = Ruleset(
    key="nts",
    name="Nederlandse Toernooi Spelregels",
    edition="2011-03-11/1",
    document=BOOK,
    items=SET_ITEMS + WINNERS_ITEMS + WINNING_TILE_ITEMS + COMBINATIONS + BONUS_ITEMS,
    limit_hands=IRREGULAR + REGULAR,
    options=OPTIONS,
    counting=PointsAndDoubles(limit=2000, minimum_doubles=2, waiting_divisor=2),
    # NTS, Het verrekenen van de punten: East pays and receives double.
    paying=PayingByHands(doubled=Doubled.EAST),
    dealing=Dealing(
        rounds=4,
        start_chips=3000,
        chips=((1000, 1), (500, 2), (100, 9), (10, 10)),
        # NTS, Fiches: the smallest chip is 10, so that points are rounded to it.
        options_with_chips={"rounding": "tens"},
    ),
    winning=Winning(
        circumstances=frozenset(Circumstance),
        may_be_first_turn=_may_be_first_turn,
    ),
    tables=TABLES,
)
"""The rules for a table of four, with every option at its default."""
