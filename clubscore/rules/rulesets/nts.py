"""
Nederlandse Toernooi Spelregels: the Dutch tournament rules.

Everybody's hand counts, points are doubled, and the losers settle among
themselves. Values are those of the rules of Mahjong Club Het Groene Hart of
11-3-2011; where that book contradicts itself or is silent, an option or a
citation marked as a decision says what holds here.
"""

from __future__ import annotations

from clubscore.rules import classical, patterns
from clubscore.rules.deal import Dealing, GreenGames, after_every_game, when_dealer_lost
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import PointsAndDoubles, Waiting
from clubscore.rules.hands import USUAL_CIRCUMSTANCES, Circumstance, Source
from clubscore.rules.irregular import OneOfEach, SevenPairs, Template
from clubscore.rules.items import (
    BonusItem,
    Decision,
    Example,
    HandItem,
    IrregularLimit,
    OccasionLimit,
    RegularLimit,
    RuleBook,
    SetItem,
    TableRule,
)
from clubscore.rules.options import Change, Choice, NumberOption, Option, numbers
from clubscore.rules.payments import Doubled, PayingByHands
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
    GREEN_DRAGON,
    HONOURS,
    NORTH,
    SUIT_STARTS,
    SUITS,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    UNIT,
)
from clubscore.rules.wall import (
    CHOSEN_THROWS_TWO,
    EAST_THROWS_TWO,
    Breaking,
    Build,
    Half,
    Lift,
    SideEnd,
    Throw,
    Variation,
)

BOOK = RuleBook(
    "nts",
    "Nederlandse Toernooi Spelregels",
    gettext_noop("Clubs in the Netherlands, and their tournaments."),
    checked="2026-11-21",
)

SETS_OF_TILES = BOOK.cite("Combinaties van stenen")
EVERYBODYS_COMBINATIONS = BOOK.cite(
    "Bijzondere combinaties of spelen (voor alle spelers)"
)
WINNERS_COMBINATIONS = BOOK.cite(
    "Bijzondere combinaties of spelen (alleen voor speler met winnende steen)"
)
WINNING_TILE = BOOK.cite("Winnende steen")
LIMIT_HANDS = BOOK.cite("Limietspelen")
SUMMARY = BOOK.cite(
    "Verdubbelingen voor winnende combinaties",
    Decision(
        gettext_noop(
            "Only the summary doubles a hand of nothing but pungs; the tables"
            " of the text leave it out."
        ),
        gettext_noop("It is doubled once."),
    ),
)
BONUS_TILES = BOOK.cite("Spelen met gelukstenen")
COUNTING = BOOK.cite("Het berekenen van de punten")
CHIPS = BOOK.cite("Fiches")
ROUNDS = BOOK.cite("Ronde en de windrichting")
THREE_PLAYERS = BOOK.cite("Begrippen, Drie spelers")
GREEN_GAMES = BOOK.cite(
    "Begrippen, Drie spelers",
    Decision(
        gettext_noop(
            "The green-dragon game of three players can be meant after each"
            " round, or once at the end."
        ),
        gettext_noop("It is played after each round."),
    ),
)
FIVE_PLAYERS = BOOK.cite("Begrippen, Vijf spelers")
WHICH_WIND = Decision(
    gettext_noop(
        "The glossary calls East the prevailing wind; the tables mean the"
        " wind of the round."
    ),
    gettext_noop("The wind of the round scores, whoever is East."),
)
NINE_GATES = BOOK.cite(
    "Limietspelen",
    Decision(
        gettext_noop(
            "The prose lists nine gates among the hands with sets, the table"
            " and the summary among those without."
        ),
        gettext_noop(
            "It is a hand without sets: all concealed but the winning tile, and"
            " a loser one tile short of it gets half."
        ),
    ),
)
VERY_CLEAN_PAIRS = BOOK.cite(
    "Limietspelen",
    Decision(
        gettext_noop(
            "Prose and table ask for ones and nines of one suit, the summary does not."
        ),
        gettext_noop("They are of one suit."),
    ),
)
IDENTICAL_PAIRS = BOOK.cite(
    "Limietspelen",
    Decision(
        gettext_noop("Whether four equal tiles are two pairs is not said."),
        gettext_noop("They are two pairs, in every hand of seven pairs."),
    ),
)
JADE = BOOK.cite(
    "Limietspelen",
    Decision(
        gettext_noop(
            "The prose allows the 1 of bamboos, the table does not; and whether"
            " the green dragon must be there can be read in two ways."
        ),
        gettext_noop("The 1 of bamboos is not allowed, and the dragon may be missing."),
    ),
)
SNAKE = BOOK.cite(
    "Limietspelen",
    Decision(
        gettext_noop(
            "Prose and table give the squirming snake 1000 points, the summary 2000."
        ),
        gettext_noop("It is worth 1000 points."),
    ),
)


# Sets -------------------------------------------------------------------------

SET_ITEMS = (
    *patterns.classical_sets(SETS_OF_TILES),
    patterns.pair_of_dragons(SETS_OF_TILES, points=2),
    patterns.pair_of_own_wind(SETS_OF_TILES, points=2),
    patterns.pair_of_round_wind(
        BOOK.cite("Combinaties van stenen", WHICH_WIND), points=2
    ),
    patterns.set_of_dragons(EVERYBODYS_COMBINATIONS, doubles=1),
    patterns.set_of_own_wind(EVERYBODYS_COMBINATIONS, doubles=1),
    patterns.set_of_round_wind(
        BOOK.cite("Bijzondere combinaties of spelen (voor alle spelers)", WHICH_WIND),
        doubles=1,
    ),
    SetItem(
        key="set_of_green_dragons",
        name=Term(gettext_noop("Pung or kong of green dragons, without a round wind")),
        definition=gettext_noop(
            "Three or four green dragons in a game or a round of the green"
            " dragon: one doubling more than the one for any dragons."
        ),
        examples=(Example("666z", is_green_game=True),),
        source=THREE_PLAYERS,
        doubles=1,
        fits=lambda one, _own, round_wind: (
            patterns.is_pung_or_kong(one)
            and round_wind is None
            and one.tile == GREEN_DRAGON
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
        definition=gettext_noop(
            "Three pungs of which no tile was claimed. A kong counts as such a"
            " pung, an exposed one too."
        ),
        examples=(
            Example("(222p) (888s) (777z) (345s) (99p)"),
            Example(
                "(222p) (888s) 7777z (345s) (99p)",
                form=gettext_noop("an exposed kong as one of them"),
            ),
        ),
        source=EVERYBODYS_COMBINATIONS,
        doubles=1,
        group=CONCEALED_SETS,
        fits=lambda hand: hand.concealed_pungs + hand.kongs >= 3,
    ),
    HandItem(
        key="three_concealed_kongs",
        name=Term(gettext_noop("Three concealed kongs")),
        definition=gettext_noop("Three kongs of which no tile was claimed."),
        examples=(Example("(2222p) (8888s) (7777z) (345s) (99p)"),),
        source=EVERYBODYS_COMBINATIONS,
        doubles=2,
        group=CONCEALED_SETS,
        fits=lambda hand: hand.concealed_kongs >= 3,
    ),
    HandItem(
        key="four_concealed_pungs",
        name=Term(gettext_noop("Four concealed pungs")),
        definition=gettext_noop(
            "Four pungs of which no tile was claimed. A kong counts as such a"
            " pung, an exposed one too."
        ),
        examples=(
            Example("(222p) (888s) (333p) (777z) (99s)"),
            Example(
                "6666s (222p) (333p) (777z) (99s)",
                form=gettext_noop("an exposed kong as one of them"),
            ),
        ),
        source=EVERYBODYS_COMBINATIONS,
        doubles=2,
        group=CONCEALED_SETS,
        fits=lambda hand: hand.concealed_pungs + hand.kongs >= 4,
    ),
    HandItem(
        key="four_kongs",
        name=Term(gettext_noop("Four kongs")),
        definition=gettext_noop("Four kongs, exposed or concealed."),
        examples=(Example("2222p (8888s) 3333p (7777z) (99s)"),),
        source=EVERYBODYS_COMBINATIONS,
        doubles=3,
        group=CONCEALED_SETS,
        fits=lambda hand: hand.kongs >= 4,
    ),
    HandItem(
        key="clean",
        name=Term(gettext_noop("Clean")),
        definition=gettext_noop(
            "All tiles of one suit with winds or dragons; or only terminals and"
            " honours."
        ),
        examples=(
            Example(
                "123p 456p 99p 222z 777z", form=gettext_noop("one suit and honours")
            ),
            Example(
                "111p 999s 222z 555z 77z",
                form=gettext_noop("only terminals and honours"),
            ),
        ),
        source=BOOK.cite(
            "Bijzondere combinaties of spelen (voor alle spelers)",
            Decision(
                gettext_noop(
                    "The tables speak of ones and nines together with winds and"
                    " dragons, not of ones and nines of several suits alone."
                ),
                gettext_noop("Ones and nines of several suits are clean too."),
            ),
        ),
        doubles=1,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & CLEAN),
    ),
    HandItem(
        key="very_clean",
        name=Term(gettext_noop("Very clean")),
        definition=gettext_noop(
            "Ones and nines of one suit with winds or dragons, and nothing else."
        ),
        examples=(Example("111p 999p 222z 555z 77z"),),
        source=EVERYBODYS_COMBINATIONS,
        doubles=2,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & HALF_FLUSH_TERMINALS),
    ),
    HandItem(
        key="pure",
        name=Term(gettext_noop("Pure")),
        definition=gettext_noop(
            "All tiles of one suit without a wind or dragon; or nothing but"
            " winds and dragons."
        ),
        examples=(
            Example("123p 456p 789p 333p 99p", form=gettext_noop("one suit alone")),
            Example("111z 222z 555z 666z 77z", form=gettext_noop("honours alone")),
        ),
        source=EVERYBODYS_COMBINATIONS,
        doubles=3,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & PURE),
    ),
)


# The winner's combinations ----------------------------------------------------


WINNERS_ITEMS = (
    classical.mahjong(
        examples=(Example("234p 567p 345s 678s 99s"),),
        source=SETS_OF_TILES,
        points=20,
    ),
    HandItem(
        key="completes_pair",
        name=Term(gettext_noop("Winning tile completes the pair")),
        definition=gettext_noop(
            "The winning tile, claimed or drawn, is the second of the pair."
        ),
        examples=(Example("234p 567p 345s 678s 9s 9s"),),
        source=WINNING_TILE,
        points=2,
        is_winners=True,
        fits=lambda hand: hand.completes_pair,
    ),
    classical.only_possible_tile(
        source=BOOK.cite(
            "Mahjong met de enig mogelijke steen",
            Decision(
                gettext_noop(
                    "What the last sentence says of tiles that would miss the two"
                    " doublings can be read in two ways."
                ),
                gettext_noop(
                    "Another tile that would have finished the hand spoils it, even"
                    " where the hand would then have been below the minimum."
                ),
            ),
        ),
        points=2,
    ),
    classical.self_drawn(source=WINNING_TILE, points=2),
    HandItem(
        key="bird_eats_cake",
        name=Term(gettext_noop("Bird eats cake")),
        definition=gettext_noop(
            "A 1 of circles, the cake, as the winning tile makes the pair with a 1 of"
            " bamboos, the bird. It counts as a 1 of bamboos in everything else too."
        ),
        examples=(
            Example(
                "234p 567p 345s 678s 1s 1p",
                circumstances=frozenset({Circumstance.BIRD_EATS_CAKE}),
            ),
        ),
        source=WINNING_TILE,
        points=10,
        is_winners=True,
        fits=patterns.happened(Circumstance.BIRD_EATS_CAKE),
    ),
    HandItem(
        key="fully_concealed",
        name=Term(gettext_noop("Fully concealed hand")),
        definition=gettext_noop(
            "Every tile was drawn by the player, the winning tile too."
            " Concealed kongs are allowed."
        ),
        examples=(Example("234p 567p 345s 678s 99s", source=Source.WALL),),
        source=WINNERS_COMBINATIONS,
        doubles=2,
        is_winners=True,
        fits=lambda hand: not hand.exposed and patterns.won(hand).is_self_drawn,
    ),
    classical.small_four_winds(source=WINNERS_COMBINATIONS, doubles=1, is_winners=True),
    classical.small_three_dragons(
        source=WINNERS_COMBINATIONS, doubles=1, is_winners=True
    ),
    HandItem(
        key="four_chows",
        name=Term(gettext_noop("Four chows")),
        definition=gettext_noop("Four chows and any pair."),
        examples=(Example("123p 456p 345s 678s 99s"),),
        source=WINNERS_COMBINATIONS,
        doubles=1,
        is_winners=True,
        fits=patterns.is_all_chows,
    ),
    HandItem(
        key="all_pungs",
        name=Term(gettext_noop("Four pungs or kongs")),
        definition=gettext_noop("Four pungs or kongs and any pair, without a chow."),
        examples=(Example("222p 888s 333p 777z 99s"),),
        source=SUMMARY,
        doubles=1,
        is_winners=True,
        fits=patterns.is_all_pungs,
    ),
    HandItem(
        key="only_simples",
        name=Term(gettext_noop("Only simples")),
        definition=gettext_noop("Nothing but tiles from 2 to 8 of the suits."),
        examples=(Example("234p 567p 345s 678s 88s"),),
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
    win = patterns.won(hand)
    return Circumstance.LAST_TILE in win.circumstances and win.is_self_drawn


def _is_after_kong(hand: Situation) -> bool:
    return patterns.won(hand).source is Source.REPLACEMENT


WINNING_TILE_ITEMS = (
    HandItem(
        key="last_tile",
        name=Term(gettext_noop("Last tile of the wall, self-drawn")),
        definition=gettext_noop(
            "The player drew the last tile of the living wall and won with it."
            " Its claimed discard counts nothing."
        ),
        examples=(
            Example(
                "234p 567p 345s 678s 9s 9s",
                source=Source.WALL,
                circumstances=frozenset({Circumstance.LAST_TILE}),
            ),
        ),
        source=WINNING_TILE,
        doubles=1,
        group=LAST_TILE,
        is_winners=True,
        fits=_is_last_drawn,
    ),
    HandItem(
        key="last_tile_circle_1",
        name=Term(gettext_noop("Last tile of the wall, self-drawn, 1 of circles")),
        definition=gettext_noop(
            "The last tile of the living wall, drawn and won with, is a 1 of circles."
        ),
        examples=(
            Example(
                "123s 456s 789s 222z 1p 1p",
                source=Source.WALL,
                circumstances=frozenset({Circumstance.LAST_TILE}),
            ),
        ),
        source=WINNING_TILE,
        doubles=3,
        group=LAST_TILE,
        is_winners=True,
        fits=lambda hand: _is_last_drawn(hand) and patterns.won(hand).tile == CIRCLE_1,
    ),
    HandItem(
        key="replacement_tile",
        name=Term(gettext_noop("Replacement tile after a kong")),
        definition=gettext_noop(
            "The winning tile was drawn for a kong that the player had just"
            " declared. One drawn for a flower or season does not count."
        ),
        examples=(
            Example("(5555s) (234p) (567p) (222z) (88s)", source=Source.REPLACEMENT),
        ),
        source=WINNING_TILE,
        doubles=1,
        group=REPLACEMENT,
        is_winners=True,
        fits=_is_after_kong,
    ),
    HandItem(
        key="replacement_tile_circle_5",
        name=Term(gettext_noop("Replacement tile after a kong, 5 of circles")),
        definition=gettext_noop(
            "The winning tile was drawn for a kong, and it is a 5 of circles."
        ),
        examples=(
            Example("(3333s) (678p) (222z) (99s) (345p)", source=Source.REPLACEMENT),
        ),
        source=WINNING_TILE,
        doubles=3,
        group=REPLACEMENT,
        is_winners=True,
        fits=lambda hand: _is_after_kong(hand) and patterns.won(hand).tile == CIRCLE_5,
    ),
    HandItem(
        key="robbed_kong",
        name=Term(gettext_noop("Robbed kong")),
        definition=gettext_noop(
            "The winning tile is the fourth that another player has just added"
            " to an exposed pung. From a concealed kong none can be robbed."
        ),
        examples=(Example("234p 567p 222z 88s 46s 5s", source=Source.ROBBED_KONG),),
        source=WINNING_TILE,
        doubles=1,
        is_winners=True,
        fits=lambda hand: patterns.won(hand).source is Source.ROBBED_KONG,
    ),
    classical.kong_on_kong(source=WINNING_TILE, doubles=2),
)


# Flowers and seasons ----------------------------------------------------------


BONUS_ITEMS = (
    BonusItem(
        key="bonus_tile",
        name=Term(gettext_noop("Flower or season")),
        definition=gettext_noop("Any flower or season that lies beside the hand."),
        examples=(
            Example("1f"),
            Example("3y"),
        ),
        source=BONUS_TILES,
        points=4,
        fits=lambda _tile, _own: True,
    ),
    classical.own_bonus_tile(source=BONUS_TILES, doubles=1),
    classical.all_flowers(source=BONUS_TILES, doubles=1),
    classical.all_seasons(source=BONUS_TILES, doubles=1),
)


# Limit hands: irregular -------------------------------------------------------


PEKING_COURT = OneOfEach(
    tuple(Template(patterns.run(start, 7) | HONOURS) for start in SUIT_STARTS)
)

IRREGULAR = (
    IrregularLimit(
        key="nine_gates",
        name=Term(gettext_noop("Nine gates")),
        definition=gettext_noop(
            "Of one suit three ones, three nines, one each of 2 to 8, and any"
            " one more of the suit. All concealed but the winning tile."
        ),
        examples=(Example("111p 2345678p 999p 5p"),),
        source=NINE_GATES,
        points=2000,
        shape=patterns.nine_gates(),
    ),
    classical.thirteen_orphans(
        definition=gettext_noop(
            "One each of all ones and nines, winds and dragons, and any of"
            " these a second time. All concealed but the winning tile."
        ),
        examples=(Example("19m 19p 19s 1234z 567z 7z"),),
        source=LIMIT_HANDS,
        points=2000,
    ),
    classical.honour_pairs(source=LIMIT_HANDS, points=2000),
    IrregularLimit(
        key="wind_snake",
        name=Term(gettext_noop("Wind snake")),
        definition=gettext_noop(
            "1 to 9 of one suit, the four winds, and any of these tiles a"
            " second time. All concealed but the winning tile."
        ),
        examples=(
            Example("123456789p 1234z 4z"),
            Example("1234z 123456789p 5p", form=gettext_noop("the pair in the suit")),
        ),
        source=LIMIT_HANDS,
        points=1000,
        shape=OneOfEach(patterns.WIND_SNAKE),
    ),
    IrregularLimit(
        key="dragon_snake",
        name=Term(gettext_noop("Dragon snake")),
        definition=gettext_noop(
            "1 to 9 of one suit, the three dragons and a pair of winds. All"
            " concealed but the winning tile."
        ),
        examples=(Example("123456789s 567z 22z"),),
        source=LIMIT_HANDS,
        points=1000,
        shape=OneOfEach(patterns.DRAGON_SNAKE),
    ),
    IrregularLimit(
        key="peking_court",
        name=Term(gettext_noop("Court of Peking")),
        definition=gettext_noop(
            "1 to 7 of one suit, the four winds and the three dragons, without"
            " a pair. All concealed but the winning tile."
        ),
        examples=(Example("1234567p 1234z 567z"),),
        source=LIMIT_HANDS,
        points=1000,
        shape=PEKING_COURT,
    ),
    IrregularLimit(
        key="pure_pairs",
        name=Term(gettext_noop("Seven pairs of one suit")),
        definition=gettext_noop(
            "Seven pairs of one suit. All concealed but the winning tile."
        ),
        examples=(
            Example("11p 33p 44p 66p 77p 88p 99p"),
            Example(
                "11p 33p 33p 66p 77p 88p 99p",
                form=gettext_noop("four equal tiles as two pairs"),
            ),
        ),
        source=LIMIT_HANDS,
        points=1000,
        shape=SevenPairs(SUITS),
    ),
    IrregularLimit(
        key="very_clean_pairs",
        name=Term(gettext_noop("Seven pairs of honours and terminals")),
        definition=gettext_noop(
            "Seven pairs of winds, dragons and the ones and nines of one suit."
            " All concealed but the winning tile."
        ),
        examples=(
            Example("11p 99p 11z 22z 33z 55z 66z"),
            Example(
                "11p 99p 99p 22z 33z 55z 66z",
                form=gettext_noop("four equal tiles as two pairs"),
            ),
        ),
        source=VERY_CLEAN_PAIRS,
        points=1000,
        shape=SevenPairs(tuple(suit & TERMINALS | HONOURS for suit in SUITS)),
    ),
    IrregularLimit(
        key="clean_pairs",
        name=Term(gettext_noop("Seven pairs of one suit and honours")),
        definition=gettext_noop(
            "Seven pairs of one suit with winds or dragons. All concealed but"
            " the winning tile."
        ),
        examples=(
            Example("22s 44s 55s 88s 22z 55z 77z"),
            Example(
                "22s 44s 44s 88s 22z 55z 77z",
                form=gettext_noop("four equal tiles as two pairs"),
            ),
        ),
        source=LIMIT_HANDS,
        points=500,
        shape=SevenPairs(tuple(suit | HONOURS for suit in SUITS)),
    ),
    classical.seven_pairs(source=LIMIT_HANDS, points=250),
)
PAIR_HANDS = tuple(one for one in IRREGULAR if isinstance(one.shape, SevenPairs))


# Limit hands: regular ---------------------------------------------------------

REGULAR = (
    classical.four_winds(source=LIMIT_HANDS, points=2000),
    RegularLimit(
        key="three_dragons",
        name=Term(gettext_noop("Three dragons")),
        definition=gettext_noop(
            "Pungs or kongs of all three dragons, any other set and any pair;"
            " exposed or concealed."
        ),
        examples=(Example("555z 666z 777z 234p 99s"),),
        source=LIMIT_HANDS,
        points=2000,
        fits=patterns.has_sets_of(DRAGONS),
    ),
    RegularLimit(
        key="jade",
        name=Term(gettext_noop("Jade")),
        definition=gettext_noop(
            "Sets and a pair of nothing but 2, 3, 4, 6 and 8 of bamboos and"
            " green dragons, on which all is green. The dragon may be missing."
        ),
        examples=(
            Example("222s 333s 444s 666z 88s"),
            Example("234s 234s 666s 888s 44s", form=gettext_noop("without the dragon")),
        ),
        source=JADE,
        points=2000,
        fits=patterns.only(patterns.GREEN),
    ),
    RegularLimit(
        key="heads_and_tails",
        name=Term(gettext_noop("Heads and tails")),
        definition=gettext_noop(
            "Four pungs or kongs and a pair of nothing but ones and nines;"
            " exposed or concealed."
        ),
        examples=(
            Example("111m 999m 111p 999s 99p"),
            Example(
                "111p 999p 111s 999s 1s 1p",
                circumstances=frozenset({Circumstance.BIRD_EATS_CAKE}),
                form=gettext_noop("the pair as bird eats cake"),
            ),
        ),
        source=LIMIT_HANDS,
        points=2000,
        fits=patterns.is_all_terminals,
    ),
    RegularLimit(
        key="four_concealed_kongs",
        name=Term(gettext_noop("Four concealed kongs")),
        definition=gettext_noop(
            "Four kongs of which no tile was claimed, and any pair."
        ),
        examples=(Example("(2222p) (5555p) (9999s) (3333z) (88s)"),),
        source=LIMIT_HANDS,
        points=2000,
        fits=lambda hand: hand.concealed_kongs == 4,
    ),
    OccasionLimit(
        key="heaven",
        name=Term(gettext_noop("Hand of heaven")),
        definition=gettext_noop(
            "East finishes a hand with the fourteen dealt tiles, any winning shape."
        ),
        examples=(
            Example("123p 456p 789p 234s 66z", seat=Wind.EAST, source=Source.DEAL),
        ),
        source=LIMIT_HANDS,
        points=2000,
        fits=lambda win: win.source is Source.DEAL,
    ),
    OccasionLimit(
        key="earth",
        name=Term(gettext_noop("Hand of earth")),
        definition=gettext_noop(
            "South, West or North wins on East’s first discard, with any winning shape."
        ),
        examples=(
            Example(
                "345p 345s 678p 999s 22z",
                circumstances=frozenset({Circumstance.FIRST_TURN}),
            ),
        ),
        source=LIMIT_HANDS,
        points=1000,
        fits=lambda win: Circumstance.FIRST_TURN in win.circumstances,
    ),
    classical.squirming_snake(
        definition=gettext_noop(
            "Of one suit sets of 1 and of 9, two chows and a pair, so that 2 to"
            " 8 are all there: 22 345 678, 234 55 678 or 234 567 88. Wholly"
            " concealed it is also nine gates, and counts as that."
        ),
        source=SNAKE,
        points=1000,
    ),
)


# Options ----------------------------------------------------------------------

OPTIONS = (
    Option(
        "rounding",
        Term(gettext_noop("Rounding of a hand’s points")),
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
    classical.yes_no(
        "open_kong_as_concealed",
        gettext_noop("An exposed kong counts as a concealed pung"),
        EVERYBODYS_COMBINATIONS,
        Change(
            "three_concealed_pungs",
            {
                "fits": lambda hand: hand.concealed_pungs + hand.concealed_kongs >= 3,
                "definition": gettext_noop(
                    "Three pungs of which no tile was claimed. A concealed kong counts"
                    " as such a pung."
                ),
                "examples": (Example("(222p) (888s) (777z) (345s) (99p)"),),
            },
        ),
        Change(
            "four_concealed_pungs",
            {
                "fits": lambda hand: hand.concealed_pungs + hand.concealed_kongs >= 4,
                "definition": gettext_noop(
                    "Four pungs of which no tile was claimed. A concealed kong counts"
                    " as such a pung."
                ),
                "examples": (Example("(222p) (888s) (333p) (777z) (99s)"),),
            },
        ),
    ),
    classical.yes_no(
        "all_pungs",
        gettext_noop("Four pungs or kongs double"),
        SUMMARY,
        Change("all_pungs", removes=True),
    ),
    Option(
        "kong_on_kong",
        Term(gettext_noop("Kong on kong and the replacement tile’s doubles")),
        BOOK.cite(
            "Winnende steen",
            Decision(
                gettext_noop(
                    "Whether kong on kong counts beside the doubles of the replacement"
                    " tile is not said."
                ),
                gettext_noop("Both count."),
            ),
        ),
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
        BOOK.cite(
            "Mahjong",
            Decision(
                gettext_noop(
                    "Of the two doublings that a winner needs, the text exempts limit"
                    " hands without sets only."
                ),
                gettext_noop("Every limit hand is exempt."),
            ),
        ),
        part="counting",
        field="minimum_doubles",
        usual=2,
    ),
    classical.no_yes(
        "clean_hand_always_legal",
        gettext_noop("A clean, very clean or pure hand may always win"),
        BOOK.cite(
            "Mahjong",
            Decision(
                gettext_noop(
                    "Some tables let a clean hand win whatever its doubles; the book"
                    " does not speak of it."
                ),
                gettext_noop("A clean hand needs the doubles that any hand needs."),
            ),
        ),
        Change("counting", {"always_legal_group": COLOUR}),
    ),
    Option(
        "very_clean_pairs",
        Term(gettext_noop("Seven pairs of honours and terminals: terminals of")),
        VERY_CLEAN_PAIRS,
        (
            Choice("one_suit", Term(gettext_noop("one suit"))),
            Choice(
                "any_suit",
                Term(gettext_noop("any suit")),
                (
                    Change(
                        "very_clean_pairs",
                        {
                            "shape.allowed": (TERMINALS_AND_HONOURS,),
                            "definition": gettext_noop(
                                "Seven pairs of winds, dragons, ones and nines. All"
                                " concealed but the winning tile."
                            ),
                            "examples": (Example("11p 99s 99p 22z 33z 55z 66z"),),
                        },
                    ),
                ),
            ),
        ),
    ),
    classical.yes_no(
        "identical_pairs",
        gettext_noop("Four equal tiles are two pairs"),
        IDENTICAL_PAIRS,
        *(
            Change(
                one.key,
                {"shape.may_repeat": False, "examples": one.examples[:1]},
            )
            for one in PAIR_HANDS
        ),
    ),
    classical.no_yes(
        "jade_bamboo_1",
        gettext_noop("Jade may have 1 of bamboos"),
        JADE,
        Change(
            "jade",
            {
                "fits": patterns.only(patterns.GREEN | UNIT[BAMBOO_1]),
                "definition": gettext_noop(
                    "Sets and a pair of nothing but 1, 2, 3, 4, 6 and 8 of bamboos and"
                    " green dragons. The dragon may be missing."
                ),
                "examples": (Example("111s 234s 444s 666z 88s"),),
            },
        ),
    ),
    Option(
        "snake_value",
        Term(gettext_noop("Points of the squirming snake")),
        SNAKE,
        numbers("squirming_snake", "points", 1000, 2000),
    ),
    classical.no_yes(
        "flowers",
        gettext_noop("Play with flowers and seasons"),
        BONUS_TILES,
        Change("tiles", {"has_bonus": True}),
        players=(4, 5),
        refused_without=True,
    ),
    classical.yes_no(
        "minimum_counts_flowers",
        gettext_noop("Doubles of flowers and seasons count for the minimum"),
        BOOK.cite(
            "Spelen met gelukstenen",
            Decision(
                gettext_noop(
                    "Whether their doubles count towards the two that a winner needs is"
                    " not said."
                ),
                gettext_noop("They count."),
            ),
        ),
        Change("counting", {"minimum_counts_bonus": False}),
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
    classical.no_yes(
        "five_player_east_stays",
        gettext_noop("Of five players East stays after winning and after a draw"),
        FIVE_PLAYERS,
        Change("dealing", {"deal_passes": when_dealer_lost}),
        players=(5,),
    ),
    classical.no_yes(
        "fifth_round",
        gettext_noop("Five players end with a green-dragon round"),
        FIVE_PLAYERS,
        Change("dealing", {"green_games": GreenGames(as_a_round=True)}),
        players=(5,),
    ),
)


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


# At the table -----------------------------------------------------------------

AT_THE_TABLE = (
    TableRule(
        gettext_noop("Seats"),
        gettext_noop(
            "Everybody throws two dice once: the highest throw is East, the"
            " next South to the right of East, then West, and the lowest North."
            " Or everybody draws one of the four winds, laid face down."
        ),
        BOOK.cite("Beginsituatie"),
        players=(
            4,
            5,
        ),
    ),
    TableRule(
        gettext_noop("Seats"),
        gettext_noop(
            "Everybody throws two dice once; of five the lowest throw rests in"
            " the first game."
        ),
        BOOK.cite("Begrippen, Vijf spelers"),
        players=(5,),
    ),
    TableRule(
        gettext_noop("Dealing"),
        gettext_noop(
            "From the left of the gap everybody takes four tiles three times and then"
            " one, East first; East takes one more at the end and begins by discarding."
        ),
        BOOK.cite("Verdelen van de stenen"),
    ),
    TableRule(
        gettext_noop("Who goes first"),
        gettext_noop(
            "Mahjong goes before a kong, a kong before a pung, a pung before a"
            " chow. A chow can be claimed only by the player whose turn is next;"
            " the second tile of a pair only to win."
        ),
        BOOK.cite("Voorrang"),
    ),
    TableRule(
        gettext_noop("Several win on one tile"),
        gettext_noop(
            "A limit hand without sets goes first, then who completes a pair, then a"
            " pung, then a chow; where that is alike, whose turn comes first."
        ),
        BOOK.cite("Voorrang"),
    ),
    TableRule(
        gettext_noop("Drawing or claiming"),
        gettext_noop(
            "Whoever draws taps the table with the tile: from then on the last discard"
            " can no longer be claimed. In doubt the one who claims is right."
        ),
        BOOK.cite("Tijdens het spel"),
    ),
    TableRule(
        gettext_noop("The winning tile"),
        gettext_noop(
            "Keep a winning tile from the wall apart, so that what it counts"
            " for can be seen."
        ),
        BOOK.cite("Tijdens het spel"),
    ),
    TableRule(
        gettext_noop("Robbing a kong"),
        gettext_noop(
            "Only a tile added to a pung that lies open can be robbed. Who"
            " claims a pung and in the same turn, but not in one breath, makes"
            " it a kong can be robbed too."
        ),
        BOOK.cite("Kongroof"),
    ),
    TableRule(
        gettext_noop("Dead hands"),
        gettext_noop(
            "Everybody watches their own number of tiles. That another’s is"
            " wrong is said only after the game. After a false mahjong the game"
            " goes on; its player cannot win any more."
        ),
        BOOK.cite("Dood spel"),
    ),
    TableRule(
        gettext_noop("Showing the hands"),
        gettext_noop(
            "After a win all show their tiles, so that the others can check"
            " what they count."
        ),
        BOOK.cite("Het verrekenen van de punten"),
    ),
    TableRule(
        gettext_noop("The fifteenth kong"),
        gettext_noop(
            "More kongs may be declared than there are loose tiles. Whoever"
            " would declare the fifteenth of a game ends it as a draw."
        ),
        BOOK.cite("Dode muur"),
        players=(
            4,
            5,
        ),
    ),
    TableRule(
        gettext_noop("Three players"),
        gettext_noop(
            "Two suits are played, and three winds; the wall has three sides,"
            " and its dead part ten tiles."
        ),
        BOOK.cite("Begrippen, Drie spelers"),
        players=(3,),
    ),
)


DEAD_WALL_REFILLED = gettext_noop(
    "The %(dead_wall)d tiles to the right of the gap are the dead wall, the two"
    " loose tiles among them. It is always refilled from the live wall."
)
"""With flowers; other books take it over."""

BREAKING = Breaking(
    source="NTS, “Openen van de muur”; “Drie spelers”; “Spelen met gelukstenen”",
    throws=(Throw(2, EAST_THROWS_TWO), Throw(2, CHOSEN_THROWS_TWO)),
    builds={3: Build(3, 16, 10), 4: Build(4, 17), 5: Build(4, 17)},
    variations=(
        Variation(
            "flowers",
            "yes",
            longer=(1, 1, 1, 1),
            ending=DEAD_WALL_REFILLED,
        ),
    ),
    count_from=SideEnd.RIGHT,
    live_end=SideEnd.LEFT,
    # The book says only: on the wall, to the right of the gap.
    lifts=(Lift(Half.EITHER, 1), Lift(Half.EITHER, 2)),
    sentence=gettext_noop(
        "Lift the pair at stack %(stack)d from the right out of %(side)s’s side. Both"
        " tiles go on the wall to the right of the gap. Take tiles from the left of"
        " the gap."
    ),
    replacements=gettext_noop(
        "Replacement tiles: of the two loose tiles the one nearest the live wall first."
    ),
    ending=gettext_noop(
        "The %(dead_wall)d tiles to the right of the gap are the dead wall, the two"
        " loose tiles among them. It is not refilled."
    ),
)

SEAT_DRAWS = {
    3: gettext_noop(
        "The book’s own draw: everybody throws both dice once, and the highest is East,"
        " then South and West; or each draws one of three wind tiles lying face down."
    ),
    4: gettext_noop(
        "The book’s own draw: everybody throws both dice once, and the highest is "
        "East, then South, West and North; or each draws one of four wind tiles lying "
        "face down."
    ),
    5: gettext_noop(
        "The book’s own draw: everybody throws both dice once, and the highest is "
        "East, then South, West and North; the lowest rests first."
    ),
}

RULESET = Ruleset(
    key="nts",
    name="Nederlandse Toernooi Spelregels",
    edition="2011-03-11/2",
    document=BOOK,
    items=SET_ITEMS + WINNERS_ITEMS + WINNING_TILE_ITEMS + COMBINATIONS + BONUS_ITEMS,
    limit_hands=IRREGULAR + REGULAR,
    options=OPTIONS,
    counting=PointsAndDoubles(limit=2000, minimum_doubles=2, waiting=Waiting((1, 2))),
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
        circumstances=USUAL_CIRCUMSTANCES,
        first_turn=gettext_noop("East’s first discard"),
        may_be_first_turn=patterns.is_easts_first_discard,
    ),
    tables=TABLES,
    seat_draws=SEAT_DRAWS,
    breaking=BREAKING,
    at_the_table=AT_THE_TABLE,
)
"""The rules for a table of four, with every option at its default."""
