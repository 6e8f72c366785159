"""
Classical rules of the Deutsche Mah-Jongg Liga, the German league.

Everybody's hand counts in points and doublings, up to a limit of 500 that all limit
hands are worth. Values are those of the rule set “Classical Chinese DMJL” of the
program Kajongg, which follows the league; what a false mahjong costs is the
league's own page of penalties.
"""

from __future__ import annotations

from dataclasses import replace

from clubscore.rules import classical, patterns
from clubscore.rules.deal import Dealing
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import PointsAndDoubles
from clubscore.rules.hands import (
    USUAL_CIRCUMSTANCES,
    Circumstance,
    Offence,
    PaoReason,
    Source,
)
from clubscore.rules.items import (
    Decision,
    Example,
    HandItem,
    OccasionLimit,
    RegularLimit,
    RuleBook,
    TableRule,
)
from clubscore.rules.makeup import Makeup
from clubscore.rules.options import Change, Choice, Option
from clubscore.rules.payments import Doubled, PayingByHands
from clubscore.rules.ruleset import Ruleset, TilesInPlay, Winning
from clubscore.rules.rulesets import nts
from clubscore.rules.seats import Wind
from clubscore.rules.situations import FULL_FLUSH, Situation
from clubscore.rules.tiles import DRAGONS, SIMPLES, TERMINALS_AND_HONOURS, UNIT, WINDS
from clubscore.rules.wall import Build, Variation

BOOK = RuleBook(
    "dmjl",
    "Deutsche Mah-Jongg Liga: klassische Regeln",
    gettext_noop("Clubs in Germany that play the classical Chinese game."),
    checked="2026-11-22",
)
KAJONGG = "Kajongg, Classical Chinese DMJL"

RULES = BOOK.cite(KAJONGG)
PENALTIES = BOOK.cite(
    "Strafen",
    Decision(
        gettext_noop(
            "The league’s page lets a false mahjong cost 300 to each of the others,"
            " Kajongg’s rule set 100."
        ),
        gettext_noop("It costs 300 to each, as the league’s own page says."),
    ),
)
CONCEALED_SUIT = BOOK.cite(
    KAJONGG,
    Decision(
        gettext_noop(
            "Whether one suit is concealed where the last tile was claimed is not"
            " said; the set that it completed is exposed."
        ),
        gettext_noop("The limit hand needs a self-drawn tile."),
    ),
)
CLAIMED_KONG = BOOK.cite(KAJONGG, classical.CLAIMED_FOURTH_TILE)
HONOURS_ALONE = BOOK.cite(
    KAJONGG,
    Decision(
        gettext_noop(
            "Winds and dragons alone are a limit hand, though two doublings for them"
            " are noted too."
        ),
        gettext_noop("They are a limit hand, and the doublings never count."),
    ),
)
JADE = BOOK.cite(
    KAJONGG,
    Decision(
        gettext_noop(
            "Kajongg does not recognise imperial jade that has all six green kinds."
        ),
        gettext_noop("It is imperial jade too."),
    ),
)
DRAW = BOOK.cite(
    KAJONGG,
    Decision(
        gettext_noop("Kajongg settles counts that were entered for a drawn game."),
        gettext_noop("After a draw nobody pays, and East stays."),
    ),
)
TILE_COUNT = BOOK.cite(KAJONGG, classical.TOO_FEW_TILES)
FALSE_NAMING = BOOK.cite(
    KAJONGG,
    Decision(
        gettext_noop(
            "Kajongg moves 300 in all for a discard that was wrongly named and claimed"
            " for mahjong."
        ),
        gettext_noop("The game ends, and each of the three others gets 100."),
    ),
)

LIMIT = 500


# What everybody counts --------------------------------------------------------

SET_ITEMS = (
    *patterns.classical_sets(RULES),
    patterns.pair_of_dragons(RULES, points=2),
    patterns.pair_of_own_wind(RULES, points=2),
    patterns.pair_of_round_wind(RULES, points=2),
    patterns.set_of_dragons(RULES, doubles=1),
    patterns.set_of_own_wind(RULES, doubles=1),
    patterns.set_of_round_wind(RULES, doubles=1),
)
BONUS_ITEMS = (
    classical.bonus_tile(source=RULES, points=4),
    HandItem(
        key="own_flower_and_season",
        name=Term(gettext_noop("Own flower and own season")),
        definition=gettext_noop(
            "Both the flower and the season with the number of the player’s wind: 1"
            " East, 2 South, 3 West, 4 North. One of them alone doubles nothing."
        ),
        examples=(Example("2f 2y"),),
        source=RULES,
        doubles=1,
        is_bonus=True,
        fits=patterns.has_own_flower_and_season,
    ),
    classical.all_flowers(source=RULES, doubles=1),
    classical.all_seasons(source=RULES, doubles=1),
)
EVERYBODYS_ITEMS = (
    HandItem(
        key="three_concealed_pungs",
        name=Term(gettext_noop("Three concealed pungs")),
        definition=gettext_noop(
            "Three or four pungs of which no tile was claimed. A concealed kong counts"
            " as such a pung."
        ),
        examples=(
            Example("(222p) (888s) (777z) (345s) (99p)"),
            Example(
                "(2222p) (888s) (777z) (345s) (99p)",
                form=gettext_noop("a concealed kong as one of them"),
            ),
        ),
        source=CLAIMED_KONG,
        doubles=1,
        fits=lambda hand: hand.concealed_pungs + hand.concealed_kongs >= 3,
    ),
    classical.small_three_dragons(source=RULES, doubles=1),
    HandItem(
        key="big_three_dragons",
        name=Term(gettext_noop("Big three dragons")),
        definition=gettext_noop(
            "Pungs or kongs of all three dragons in a hand that did not win; the"
            " winner’s is a limit hand."
        ),
        examples=(Example("555z 666z (777z)", is_losers=True),),
        source=RULES,
        doubles=2,
        fits=patterns.has_sets_of(DRAGONS),
    ),
    classical.small_four_winds(source=RULES, doubles=1),
    HandItem(
        key="big_four_winds",
        name=Term(gettext_noop("Big four winds")),
        definition=gettext_noop(
            "Pungs or kongs of all four winds in a hand that did not win; the winner’s"
            " is a limit hand."
        ),
        examples=(Example("111z 222z 333z (444z)", is_losers=True),),
        source=RULES,
        doubles=2,
        fits=patterns.has_sets_of(WINDS),
    ),
)


# What the winner counts -------------------------------------------------------


def _completes_pair_of(hand: Situation, kinds: int) -> bool:
    return hand.completes_pair and bool(hand.pairs & kinds)


def _has_no_value(hand: Situation) -> bool:
    worth = DRAGONS | UNIT[hand.seat.tile]
    if hand.round_wind is not None:
        worth |= UNIT[hand.round_wind.tile]
    return not hand.pungs and not hand.pairs & worth


WINNERS_ITEMS = (
    classical.mahjong(source=RULES, points=20),
    HandItem(
        key="completes_pair",
        name=Term(gettext_noop("Winning tile completes a pair of simples")),
        definition=gettext_noop(
            "The winning tile, claimed or drawn, is the second of a pair from 2 to 8."
        ),
        examples=(Example("234p 567p 345s 678s 2s 2s"),),
        source=RULES,
        points=2,
        is_winners=True,
        fits=lambda hand: _completes_pair_of(hand, SIMPLES),
    ),
    HandItem(
        key="completes_pair_major",
        name=Term(
            gettext_noop("Winning tile completes a pair of terminals or honours")
        ),
        definition=gettext_noop(
            "The winning tile, claimed or drawn, is the second of a pair of ones,"
            " nines, winds or dragons."
        ),
        examples=(Example("234p 567p 345s 678s 9s 9s"),),
        source=RULES,
        points=4,
        is_winners=True,
        fits=lambda hand: _completes_pair_of(hand, TERMINALS_AND_HONOURS),
    ),
    classical.only_possible_tile(source=RULES, points=2),
    classical.self_drawn(source=RULES, points=2),
    classical.no_chow(source=RULES, doubles=1),
    HandItem(
        key="no_value",
        name=Term(gettext_noop("Hand without points")),
        definition=gettext_noop(
            "Chows and a pair that score no points: no pung or kong, and no pair of"
            " dragons, of the own wind or of the round wind. Flowers and seasons do not"
            " matter."
        ),
        examples=(Example("234p 567p 345s 678s 99s"),),
        source=RULES,
        doubles=1,
        is_winners=True,
        fits=_has_no_value,
    ),
    HandItem(
        key="concealed_hand",
        name=Term(gettext_noop("Concealed hand")),
        definition=gettext_noop(
            "No set lies open, nor the pair, so that the winning tile was drawn."
        ),
        examples=(Example("222m 888s 345p 777z 9s 9s", source=Source.WALL),),
        source=CLAIMED_KONG,
        doubles=1,
        is_winners=True,
        fits=patterns.is_concealed,
    ),
    classical.one_suit_with_honours(source=RULES, doubles=1),
    HandItem(
        key="one_suit",
        name=Term(gettext_noop("One suit alone")),
        definition=gettext_noop(
            "All tiles of one suit, without winds or dragons, and a set or the pair"
            " lies open; wholly concealed it is a limit hand."
        ),
        examples=(Example("555p 123p 456p 99p 77p 7p"),),
        source=RULES,
        doubles=3,
        is_winners=True,
        fits=lambda hand: bool(hand.colours & FULL_FLUSH),
    ),
    classical.terminals_and_honours(source=RULES, doubles=1),
    classical.replacement_tile(source=RULES, doubles=1),
    classical.last_tile(source=RULES, doubles=1),
    classical.robbed_kong(source=RULES, doubles=1),
    HandItem(
        key="original_call",
        name=Term(gettext_noop("Original call")),
        definition=gettext_noop(
            "Before the first discard of the game the winner needed one tile, and did"
            " not change the hand after it but for flowers and seasons."
        ),
        examples=(Example("222m 888s 345p 777z 9s 9s", original_call=True),),
        source=RULES,
        doubles=1,
        is_winners=True,
        fits=lambda hand: hand.original_call,
    ),
)


# Limit hands ------------------------------------------------------------------

WITHOUT_SETS = (
    classical.gates(source=RULES, points=LIMIT),
    classical.thirteen_orphans(source=RULES, points=LIMIT),
)
SCHOLARS = Makeup(required=DRAGONS, may_chow=True)
ALL_GREEN = Makeup((patterns.GREEN,), may_chow=True)


def _is_concealed_suit(hand: Situation) -> bool:
    return patterns.is_concealed(hand) and bool(hand.colours & FULL_FLUSH)


def _is_hidden_treasure(hand: Situation) -> bool:
    return patterns.is_concealed(hand) and not hand.chows


WITH_SETS = (
    classical.squirming_snake(
        definition=gettext_noop(
            "Of one suit pungs or kongs of 1 and of 9, two chows and a pair, so that 2"
            " to 8 are all there: 22 345 678, 234 55 678 or 234 567 88."
        ),
        source=RULES,
        points=LIMIT,
    ),
    RegularLimit(
        key="concealed_one_suit",
        name=Term(gettext_noop("One suit alone, concealed")),
        definition=gettext_noop(
            "All tiles of one suit, without winds or dragons, and nothing lies open:"
            " the winning tile was drawn."
        ),
        examples=(Example("123p 345p 678p 888p 2p 2p", source=Source.WALL),),
        source=CONCEALED_SUIT,
        points=LIMIT,
        fits=_is_concealed_suit,
    ),
    classical.all_winds_and_dragons(
        key="all_honours", source=HONOURS_ALONE, points=LIMIT
    ),
    RegularLimit(
        key="hidden_treasure",
        name=Term(gettext_noop("Hidden treasure")),
        definition=gettext_noop(
            "Four concealed pungs or kongs and a pair, and the winning tile was drawn."
        ),
        examples=(
            Example("222m 888s 333p 777z 9s 9s", source=Source.WALL),
            Example(
                "(2222m) (888s) (333p) (777z) (99s)",
                source=Source.WALL,
                form=gettext_noop("with a concealed kong"),
            ),
        ),
        source=CLAIMED_KONG,
        points=LIMIT,
        fits=_is_hidden_treasure,
    ),
    classical.heads_and_tails(source=RULES, points=LIMIT),
    classical.fourfold_plenty(source=RULES, points=LIMIT),
    RegularLimit(
        key="three_great_scholars",
        name=Term(gettext_noop("Three great scholars")),
        definition=gettext_noop(
            "Pungs or kongs of all three dragons, any other set and any pair; exposed"
            " or concealed."
        ),
        examples=(Example("555z 666z 777z 234p 99s"),),
        source=RULES,
        points=LIMIT,
        fits=SCHOLARS.fits,
        admits=SCHOLARS.admits,
    ),
    classical.four_blessings(source=RULES, points=LIMIT),
    RegularLimit(
        key="imperial_jade",
        name=Term(gettext_noop("Imperial jade")),
        definition=gettext_noop(
            "Sets and a pair of nothing but 2, 3, 4, 6 and 8 of bamboos and green"
            " dragons, on which all is green. The dragon may be missing."
        ),
        examples=(
            Example("222s 333s 444s 666z 88s"),
            Example("234s 444s 666s 888s 33s", form=gettext_noop("with a chow")),
        ),
        source=JADE,
        points=LIMIT,
        fits=ALL_GREEN.fits,
        admits=ALL_GREEN.admits,
    ),
)
MOST_WINS = 9
"""East's win number so many in a row is a limit hand, and passes the winds."""
BY_OCCASION = (
    classical.heaven(source=RULES, points=LIMIT),
    classical.earth(source=RULES, points=LIMIT),
    classical.plum_blossom(source=RULES, points=LIMIT),
    classical.moon(source=RULES, points=LIMIT),
    classical.carrying_pole(source=RULES, points=LIMIT),
    classical.twofold_fortune(source=RULES, points=LIMIT),
    OccasionLimit(
        key="east_nine_times",
        name=Term(gettext_noop("East’s ninth win in a row")),
        definition=gettext_noop(
            "East wins the ninth game since becoming East, having won all the eight"
            " before; any winning shape. The winds pass on all the same."
        ),
        examples=(
            Example(
                "234p 567p 345s 678s 99s",
                seat=Wind.EAST,
                circumstances=frozenset({Circumstance.NINTH_WIN}),
            ),
        ),
        source=RULES,
        points=LIMIT,
        fits=lambda win: Circumstance.NINTH_WIN in win.circumstances,
    ),
)
LIMIT_HANDS = WITHOUT_SETS + WITH_SETS + BY_OCCASION


# Options ----------------------------------------------------------------------

FINES = {Offence.FALSE_MAHJONG: (300, 150, 100), Offence.FALSE_NAMING: (100,)}
"""What one, two or three at fault pay to each of the others."""

OPTIONS = (
    Option(
        "limit",
        Term(gettext_noop("The limit")),
        RULES,
        classical.limit_choices(LIMIT_HANDS, LIMIT, 300, 1000),
    ),
    Option(
        "roof",
        Term(gettext_noop("The limit holds for ordinary counts too")),
        RULES,
        classical.roof_choices(),
    ),
    classical.yes_no(
        "bonus_tiles",
        gettext_noop("Play with flowers and seasons"),
        RULES,
        Change("tiles", {"has_bonus": False}),
    ),
    classical.no_yes(
        "open_kong_as_concealed",
        gettext_noop("An exposed kong counts as a concealed pung"),
        RULES,
        Change(
            "three_concealed_pungs",
            {
                "fits": lambda hand: hand.concealed_pungs + hand.kongs >= 3,
                "definition": gettext_noop(
                    "Three or four pungs of which no tile was claimed. A"
                    " kong counts as such a pung, an exposed one too."
                ),
                "examples": (
                    Example("(222p) (888s) (777z) (345s) (99p)"),
                    Example(
                        "(222p) (888s) 7777z (345s) (99p)",
                        form=gettext_noop("an exposed kong as one of them"),
                    ),
                ),
            },
        ),
    ),
    Option(
        "false_mahjong",
        Term(gettext_noop("What a false mahjong costs to each")),
        PENALTIES,
        (
            Choice(300, Term("300")),
            Choice(
                100,
                Term("100"),
                (
                    Change(
                        "paying",
                        {"fines": {**FINES, Offence.FALSE_MAHJONG: (100, 75, 100)}},
                    ),
                ),
            ),
        ),
    ),
    classical.rounds_option(RULES),
)


# At the table -----------------------------------------------------------------

AT_THE_TABLE = (
    classical.kongs(CLAIMED_KONG),
    TableRule(
        gettext_noop("The end of the wall"),
        gettext_noop(
            "The last sixteen tiles are the dead wall, from which replacement tiles"
            " come. With the living wall used up and nobody out, the game is drawn:"
            " nobody pays, and East stays."
        ),
        DRAW,
    ),
    classical.dangerous_discards(RULES),
    TableRule(
        gettext_noop("Dangerous game"),
        gettext_noop(
            "Whoever gives the winning tile by a dangerous discard pays for all. The"
            " table decides, and the scorekeeper says so."
        ),
        RULES,
    ),
    TableRule(
        gettext_noop("A discard wrongly named"),
        gettext_noop(
            "Claimed for a chow it costs 50, for a pung or kong 100, to the player who"
            " claimed: book it as a payment beside the game. Claimed for mahjong it"
            " ends the game."
        ),
        FALSE_NAMING,
    ),
    TableRule(
        gettext_noop("A false mahjong"),
        gettext_noop(
            "It ends the game only if somebody has shown a hand after the wrong call;"
            " until then it is taken back. No hand is valued."
        ),
        PENALTIES,
    ),
    classical.dead_hands(TILE_COUNT),
)


BREAKING = replace(
    nts.BREAKING,
    # The league's text on it was not at hand: as NTS with flowers.
    source="DMJL; NTS, “Openen van de muur”",
    builds={4: Build(dead_wall=16)},
    variations=(Variation("bonus_tiles", "no", longer=(-1, -1, -1, -1)),),
    ending=nts.DEAD_WALL_REFILLED,
)

RULESET = Ruleset(
    key="dmjl",
    name="Klassische Regeln (DMJL)",
    edition="2026-11-22/1",
    document=BOOK,
    items=SET_ITEMS + BONUS_ITEMS + EVERYBODYS_ITEMS + WINNERS_ITEMS,
    limit_hands=LIMIT_HANDS,
    options=OPTIONS,
    counting=PointsAndDoubles(limit=LIMIT),
    # Kajongg: East pays and receives double, but no penalty is doubled.
    paying=PayingByHands(
        doubled=Doubled.EAST,
        pao_reasons=frozenset({PaoReason.DANGEROUS_DISCARD}),
        fines=FINES,
    ),
    # Strafen: East among those at fault loses the deal.
    dealing=Dealing(offender_passes=True, longest_row=MOST_WINS),
    tiles=TilesInPlay(has_bonus=True),
    winning=Winning(
        circumstances=(
            USUAL_CIRCUMSTANCES - {Circumstance.BIRD_EATS_CAKE}
            | {Circumstance.NINTH_WIN}
        ),
        first_turn=gettext_noop("East’s first discard"),
        may_be_first_turn=patterns.is_easts_first_discard,
        robs_concealed_kong=frozenset({"thirteen_orphans"}),
        knows_original_call=True,
    ),
    breaking=BREAKING,
    at_the_table=AT_THE_TABLE,
)
"""The rules with every option at its default."""
