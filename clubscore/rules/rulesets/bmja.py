"""
British rules, as the British Mah-Jong Association plays them.

Everybody's hand counts in points and doublings, up to a limit of 1000. A winning
hand has one chow at most, and special hands have fixed values, to which flowers and
seasons are added. Where the association's pages differ from the rule set “Classical
Chinese BMJA” of the program Kajongg, an option has both.
"""

from __future__ import annotations

from dataclasses import replace

from clubscore.rules import classical, patterns
from clubscore.rules.deal import Dealing
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import PointsAndDoubles, Waiting
from clubscore.rules.hands import (
    USUAL_CIRCUMSTANCES,
    Circumstance,
    PaoReason,
    Source,
    Win,
)
from clubscore.rules.irregular import Knitted, OneOfEach, SevenPairs, Template
from clubscore.rules.items import (
    CountedLimit,
    Decision,
    Example,
    HandItem,
    IrregularLimit,
    RegularLimit,
    RuleBook,
    TableRule,
)
from clubscore.rules.makeup import Kongs, Makeup
from clubscore.rules.options import Change, Choice, Option, numbers
from clubscore.rules.payments import Doubled, PayingByHands
from clubscore.rules.ruleset import Ruleset, TilesInPlay, Winning
from clubscore.rules.rulesets import nts
from clubscore.rules.situations import Situation
from clubscore.rules.tiles import (
    DRAGONS,
    EVERY_KIND,
    HONOURS,
    SIMPLES,
    SUIT_STARTS,
    SUITS,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    UNIT,
    WINDS,
)
from clubscore.rules.wall import Build

BOOK = RuleBook(
    "bmja",
    "British Mah-Jong Association: the rules of the game",
    gettext_noop("Clubs and families in Britain."),
    checked="2026-11-22",
)

SCORES = BOOK.cite("Working out the scores")
SPECIAL = BOOK.cite("Special hands")
SETTLING = BOOK.cite("Settling up")
VARIATIONS = BOOK.cite("Variations of play")
KAJONGG = "Kajongg, Classical Chinese BMJA"
BOUQUET = BOOK.cite(
    "Working out the scores",
    Decision(
        gettext_noop(
            "Whether the own flower or season doubles once more beside all four is read"
            " in two ways."
        ),
        gettext_noop("All four include the own one, which does not count beside them."),
    ),
)
CONCEALED = BOOK.cite(
    "Working out the scores",
    Decision(
        gettext_noop(
            "The association asks for sets of a suit and of honours in a concealed"
            " hand; others let any tiles do."
        ),
        gettext_noop("A set of a suit and a set of honours are needed."),
    ),
)
LIVE_WALL = BOOK.cite(
    "Working out the scores",
    Decision(
        gettext_noop(
            "Whether the 2 points for the winning tile self-drawn go with a"
            " replacement tile too is said in two ways."
        ),
        gettext_noop("A replacement tile doubles, and has not the 2 points."),
    ),
)
GATES = BOOK.cite(
    "Special hands",
    Decision(
        gettext_noop("Which tile may be claimed for the gates of heaven is not clear."),
        gettext_noop("A claimed winning tile must be the 1 or the 9."),
    ),
)
POLE = BOOK.cite(
    KAJONGG,
    Decision(
        gettext_noop(
            "The carrying pole is in Kajongg’s rule set, and not on the association’s"
            " pages."
        ),
        gettext_noop("It counts as a limit hand."),
    ),
)
PURITY = BOOK.cite(
    "Special hands, Purity",
    Decision(
        gettext_noop(
            "Purity is worth more only where its intrinsic value is; what that is, is"
            " not said."
        ),
        gettext_noop(
            "Its intrinsic value is the ordinary count without purity’s three"
            " doublings."
        ),
    ),
)

LIMIT = 1000
HALF = 500


# What everybody counts --------------------------------------------------------

SET_ITEMS = (
    *patterns.classical_sets(SCORES),
    patterns.pair_of_dragons(SCORES, points=2),
    patterns.pair_of_own_wind(SCORES, points=2),
    patterns.pair_of_round_wind(SCORES, points=2),
    patterns.set_of_dragons(SCORES, doubles=1),
    patterns.set_of_own_wind(SCORES, doubles=1),
    patterns.set_of_round_wind(SCORES, doubles=1),
)
BONUS_ITEMS = (
    classical.bonus_tile(source=SCORES, points=4),
    classical.own_flower(source=SCORES, doubles=1),
    classical.own_season(source=SCORES, doubles=1),
    classical.all_flowers(
        source=BOUQUET, doubles=2, replaces=frozenset({"own_flower"})
    ),
    classical.all_seasons(
        source=BOUQUET, doubles=2, replaces=frozenset({"own_season"})
    ),
)
CALL = "222m 888s 345p 777z 9s 9s"
EVERYBODYS_ITEMS = (
    HandItem(
        key="original_call",
        name=Term(gettext_noop("Original call")),
        definition=gettext_noop(
            "Before the first discard of the game the player needed one tile, and did"
            " not change the hand after it but for flowers and seasons; won or lost."
        ),
        examples=(Example(CALL, original_call=True),),
        source=SCORES,
        doubles=1,
        fits=lambda hand: hand.original_call,
    ),
)


# What the winner counts -------------------------------------------------------


def _is_from_the_wall(hand: Situation) -> bool:
    return patterns.won(hand).source in (Source.WALL, Source.DEAL)


def _is_last_discard(win: Win) -> bool:
    return Circumstance.LAST_TILE in win.circumstances and not win.is_self_drawn


def _is_concealed_with_honours(hand: Situation) -> bool:
    suits = hand.chows or hand.pungs & ~HONOURS
    return not hand.exposed and bool(suits) and bool(hand.pungs & HONOURS)


MAHJONG_POINTS = 20
SELF_DRAWN_POINTS = 2

WINNERS_ITEMS = (
    classical.mahjong(source=SCORES, points=MAHJONG_POINTS),
    HandItem(
        key="self_drawn",
        name=Term(gettext_noop("Winning tile self-drawn")),
        definition=gettext_noop(
            "The winning tile was drawn from the living wall, or dealt; a"
            " replacement tile has not these points."
        ),
        examples=(Example("222m 888s 333p 567p 9s 9s", source=Source.WALL),),
        source=LIVE_WALL,
        points=SELF_DRAWN_POINTS,
        is_winners=True,
        fits=_is_from_the_wall,
    ),
    classical.no_chow(source=SCORES, doubles=1),
    classical.one_suit_with_honours(source=SCORES, doubles=1),
    classical.terminals_and_honours(source=SCORES, doubles=1),
    HandItem(
        key="concealed_hand",
        name=Term(gettext_noop("Concealed hand")),
        definition=gettext_noop(
            "No set lies open, nor the pair, so that the winning tile was drawn; and"
            " beside the pair there is a set of a suit and a set of winds or dragons."
        ),
        examples=(Example("222m 888s 345p 777z 9s 9s", source=Source.WALL),),
        source=CONCEALED,
        doubles=1,
        is_winners=True,
        fits=_is_concealed_with_honours,
    ),
    classical.replacement_tile(
        key="loose_tile",
        name=Term(gettext_noop("Loose tile")),
        source=SCORES,
        doubles=1,
    ),
    classical.last_tile(
        source=SCORES,
        doubles=1,
        beside_limit=lambda hand: _is_last_discard(patterns.won(hand)),
    ),
    classical.robbed_kong(source=SCORES, doubles=1),
    HandItem(
        key="original_call_won",
        name=Term(gettext_noop("Original call that won")),
        definition=gettext_noop(
            "The winner made an original call, and won with the tile that it needed."
        ),
        examples=(Example(CALL, original_call=True),),
        source=SCORES,
        doubles=1,
        is_winners=True,
        fits=lambda hand: hand.original_call,
    ),
)


# Special hands: without sets --------------------------------------------------

WITHOUT_SETS = (
    IrregularLimit(
        key="unique_wonders",
        name=Term(gettext_noop("Thirteen unique wonders")),
        definition=gettext_noop(
            "One each of all ones and nines, winds and dragons, and any of"
            " these a second time. All concealed but the winning tile, which may"
            " be claimed and robbed even from a concealed kong."
        ),
        examples=(
            Example("19m 19p 19s 1234z 567z 7z"),
            Example(
                "19m 19p 19s 1234z 57z 5z 6z",
                source=Source.ROBBED_KONG,
                form=gettext_noop("the last tile robbed from a concealed kong"),
            ),
        ),
        source=SPECIAL,
        points=LIMIT,
        shape=patterns.THIRTEEN_ORPHANS,
    ),
    IrregularLimit(
        key="wriggling_snake",
        name=Term(gettext_noop("Wriggling snake")),
        definition=gettext_noop(
            "A pair of ones and 2 to 9 of one suit, and one each of the four winds."
            " All concealed but the winning tile."
        ),
        examples=(Example("11p 23456789p 1234z"),),
        source=SPECIAL,
        points=LIMIT,
        shape=OneOfEach(
            tuple(
                Template(suit + UNIT[start] + WINDS)
                for start, suit in zip(SUIT_STARTS, SUITS, strict=True)
            )
        ),
    ),
    IrregularLimit(
        key="gates_of_heaven",
        name=Term(gettext_noop("Gates of heaven")),
        definition=gettext_noop(
            "Of one suit three ones, three nines, one each of 2 to 8, and any of 2 to"
            " 8 a second time. All concealed but the winning tile, which may be"
            " claimed only if it is the 1 or the 9."
        ),
        examples=(
            Example("111p 2345678p 999p 5p", source=Source.WALL),
            Example(
                "111p 2345678p 5p 99p 9p", form=gettext_noop("the winning tile claimed")
            ),
        ),
        source=GATES,
        points=LIMIT,
        shape=OneOfEach(
            tuple(
                Template(suit + 2 * (suit & TERMINALS), suit & SIMPLES)
                for suit in SUITS
            )
        ),
        claimable=TERMINALS,
    ),
    IrregularLimit(
        key="knitting",
        name=Term(gettext_noop("Knitting")),
        definition=gettext_noop(
            "Seven pairs, each of two tiles of one number in the same two suits; equal"
            " pairs are allowed. All concealed but the winning tile."
        ),
        examples=(
            Example("1m1p 2m2p 4m4p 5m5p 7m7p 8m8p 9m9p"),
            Example(
                "1m1p 2m2p 4m4p 4m4p 7m7p 8m8p 9m9p",
                form=gettext_noop("with equal pairs"),
            ),
        ),
        source=SPECIAL,
        points=HALF,
        shape=Knitted(2),
    ),
    IrregularLimit(
        key="triple_knitting",
        name=Term(gettext_noop("Triple knitting")),
        definition=gettext_noop(
            "Four sets, each of one number in all three suits, and a pair of one"
            " number in two suits; equal ones are allowed. All concealed but the"
            " winning tile."
        ),
        examples=(
            Example("1m1p1s 3m3p3s 6m6p6s 8m8p8s 5m5s"),
            Example(
                "1m1p1s 3m3p3s 3m3p3s 8m8p8s 8m8p", form=gettext_noop("with equal sets")
            ),
        ),
        source=SPECIAL,
        points=HALF,
        shape=Knitted(3),
    ),
    IrregularLimit(
        key="all_pair_honours",
        name=Term(gettext_noop("All pair honours")),
        definition=gettext_noop(
            "Seven pairs of ones, nines, winds and dragons; four equal tiles are two."
            " All concealed but the winning tile."
        ),
        examples=(
            Example("11m 99p 11s 22z 33z 55z 66z"),
            Example(
                "11m 11m 99p 22z 33z 55z 66z",
                form=gettext_noop("four equal tiles as two pairs"),
            ),
        ),
        source=SPECIAL,
        points=HALF,
        shape=SevenPairs((TERMINALS_AND_HONOURS,)),
    ),
)


# Special hands: four sets and a pair ------------------------------------------

JADE = Makeup((patterns.GREEN,))
JADE_WITH_CHOWS = Makeup((patterns.GREEN,), may_chow=True)
ONE_SUIT = Makeup(SUITS)
SUIT_OR_HONOURS = tuple(suit | HONOURS for suit in SUITS)
TREASURE = Makeup(SUIT_OR_HONOURS, kongs=Kongs.NONE, is_concealed=True)
TREASURE_BY_PAIR = Makeup(
    SUIT_OR_HONOURS, kongs=Kongs.NONE, is_concealed=True, only_pair_claimed=True
)


def _of_sets(
    key: str,
    name: str,
    definition: str,
    examples: tuple[Example, ...],
    makeup: Makeup,
) -> RegularLimit:
    """Return the limit hand of four sets and a pair that has *makeup*."""
    return RegularLimit(
        key=key,
        name=Term(name),
        definition=definition,
        examples=examples,
        source=SPECIAL,
        points=LIMIT,
        fits=makeup.fits,
        admits=makeup.admits,
    )


def _points_won(win: Win) -> int:
    """Return what winning adds to purity; here a replacement tile is self-drawn too."""
    return MAHJONG_POINTS + SELF_DRAWN_POINTS * win.is_self_drawn


PURITY_EXAMPLES = (Example("222m 444m (666m) (888m) (99m)"),)
WITH_SETS = (
    classical.all_winds_and_dragons(source=SPECIAL, points=LIMIT),
    classical.heads_and_tails(source=SPECIAL, points=LIMIT),
    classical.fourfold_plenty(source=SPECIAL, points=LIMIT),
    _of_sets(
        "three_great_scholars",
        gettext_noop("Three great scholars"),
        gettext_noop(
            "Pungs or kongs of all three dragons, a fourth pung or kong, and any pair."
        ),
        (Example("555z 666z 777z 222m 99p"),),
        Makeup(required=DRAGONS),
    ),
    classical.four_blessings(source=SPECIAL, points=LIMIT),
    _of_sets(
        "imperial_jade",
        gettext_noop("Imperial jade"),
        gettext_noop(
            "Pungs or kongs and a pair of nothing but 2, 3, 4, 6 and 8 of bamboos and"
            " green dragons, on which all is green. The dragon may be missing."
        ),
        (
            Example("222s 333s 444s 666z 88s"),
            Example("222s 444s 666s 888s 33s", form=gettext_noop("without the dragon")),
        ),
        JADE,
    ),
    _of_sets(
        "buried_treasure",
        gettext_noop("Buried treasure"),
        gettext_noop(
            "Four concealed pungs, no kong among them, and a pair, all of one suit"
            " with or without winds and dragons. The winning tile may be claimed, for"
            " the last pung or for the pair."
        ),
        (
            Example("222p 333p 777p 111z 99p", form=gettext_noop("with honours")),
            Example(
                "222p 333p 555p 99p 77p 7p", form=gettext_noop("the last pung claimed")
            ),
        ),
        TREASURE,
    ),
    CountedLimit(
        key="purity",
        name=Term(gettext_noop("Purity")),
        definition=gettext_noop(
            "Pungs or kongs and a pair of one suit without winds and dragons. Worth"
            " eight times its points with the 20 for mahjong and the 2 for a tile"
            " drawn, from the dead wall too, doubled once more on the last discard;"
            " flowers and seasons are counted for themselves and added. A loser who is"
            " one tile short of it has eight times the points too."
        ),
        examples=PURITY_EXAMPLES,
        source=PURITY,
        doubles=3,
        points_won=_points_won,
        doubles_won=_is_last_discard,
        fits=ONE_SUIT.fits,
        admits=ONE_SUIT.admits,
    ),
)
PURITY_ITEM = HandItem(
    key="purity",
    name=Term(gettext_noop("Purity")),
    definition=gettext_noop(
        "Pungs or kongs and a pair of one suit without winds and dragons; also a"
        " loser’s hand that is one tile short of it."
    ),
    examples=PURITY_EXAMPLES,
    source=PURITY,
    doubles=3,
    is_winners=True,
    counts_short=True,
    fits=ONE_SUIT.fits,
    admits=ONE_SUIT.admits,
)


# Special hands: by the way they were won --------------------------------------

BY_OCCASION = (
    classical.heaven(source=SPECIAL, points=LIMIT),
    classical.earth(source=SPECIAL, points=LIMIT),
    classical.plum_blossom(source=SPECIAL, points=LIMIT),
    classical.moon(source=SPECIAL, points=LIMIT),
    classical.twofold_fortune(source=SPECIAL, points=LIMIT),
    classical.carrying_pole(source=POLE, points=LIMIT),
)
LIMIT_HANDS = WITHOUT_SETS + WITH_SETS + BY_OCCASION


# Options ----------------------------------------------------------------------


OPTIONS = (
    Option(
        "limit",
        Term(gettext_noop("The limit")),
        SCORES,
        classical.limit_choices(LIMIT_HANDS, LIMIT, 500, 2000),
    ),
    Option(
        "roof",
        Term(gettext_noop("The limit holds for ordinary counts too")),
        VARIATIONS,
        classical.roof_choices(),
    ),
    Option(
        "chows",
        Term(gettext_noop("Chows that a winning hand can have")),
        VARIATIONS,
        numbers("winning", "most_chows", 1, 4),
    ),
    Option(
        "self_drawn",
        Term(gettext_noop("2 points for the winning tile self-drawn")),
        LIVE_WALL,
        (
            Choice("live_wall", Term(gettext_noop("from the living wall only"))),
            Choice(
                "any_wall",
                Term(gettext_noop("for a replacement tile too")),
                (
                    Change(
                        "self_drawn",
                        {
                            "fits": patterns.is_self_drawn,
                            "definition": gettext_noop(
                                "The player drew the winning tile, from the wall or as"
                                " a replacement tile."
                            ),
                        },
                    ),
                ),
            ),
        ),
    ),
    Option(
        "bouquet",
        Term(gettext_noop("All four flowers or seasons, and the own one")),
        BOUQUET,
        (
            Choice("includes_own", Term(gettext_noop("the own one is included"))),
            Choice(
                "adds_own",
                Term(gettext_noop("the own one doubles once more")),
                (
                    Change("all_flowers", {"replaces": frozenset()}),
                    Change("all_seasons", {"replaces": frozenset()}),
                ),
            ),
        ),
    ),
    Option(
        "concealed_hand",
        Term(gettext_noop("A concealed hand")),
        CONCEALED,
        (
            Choice(
                "with_honours",
                Term(gettext_noop("with a set of a suit and a set of honours")),
            ),
            Choice(
                "any",
                Term(gettext_noop("of any tiles")),
                (
                    Change(
                        "concealed_hand",
                        {
                            "fits": patterns.is_concealed,
                            "definition": gettext_noop(
                                "No set lies open, nor the pair, so that the winning"
                                " tile was drawn."
                            ),
                            "examples": (
                                Example(
                                    "222m 888s 345p 777p 9s 9s", source=Source.WALL
                                ),
                            ),
                        },
                    ),
                ),
            ),
        ),
    ),
    Option(
        "original_call",
        Term(gettext_noop("An original call doubles")),
        SCORES,
        (
            Choice(
                "everybody",
                Term(gettext_noop("everybody’s hand once, the winner’s twice")),
            ),
            Choice(
                "winner_only",
                Term(gettext_noop("the winner’s hand once, nobody else’s")),
                (Change("original_call", removes=True),),
            ),
        ),
    ),
    Option(
        "special_bonus",
        Term(gettext_noop("Flowers and seasons beside a limit hand")),
        SPECIAL,
        (
            Choice("added", Term(gettext_noop("are added to its value"))),
            Choice(
                "ignored",
                Term(gettext_noop("do not count")),
                (Change("counting", {"counts_bonus_beside_limits": False}),),
            ),
        ),
    ),
    Option(
        "gates_claim",
        Term(gettext_noop("Gates of heaven on a claimed tile")),
        GATES,
        (
            Choice("terminal", Term(gettext_noop("with the 1 or the 9"))),
            Choice(
                "any",
                Term(gettext_noop("with any tile")),
                (
                    Change(
                        "gates_of_heaven",
                        {
                            "claimable": EVERY_KIND,
                            "definition": gettext_noop(
                                "Of one suit three ones, three nines, one each of 2 to"
                                " 8, and any of 2 to 8 a second time. All concealed but"
                                " the winning tile."
                            ),
                            "examples": (Example("111p 2345678p 999p 5p"),),
                        },
                    ),
                ),
            ),
        ),
    ),
    classical.yes_no(
        "repeated_pairs",
        gettext_noop("All pair honours: four equal tiles are two pairs"),
        SPECIAL,
        Change(
            "all_pair_honours",
            {
                "shape.may_repeat": False,
                "definition": gettext_noop(
                    "Seven different pairs of ones, nines, winds and"
                    " dragons. All concealed but the winning tile."
                ),
                "examples": (Example("11m 99p 11s 22z 33z 55z 66z"),),
            },
        ),
    ),
    classical.no_yes(
        "jade_chow",
        gettext_noop("Imperial jade may have a chow"),
        SPECIAL,
        Change(
            "imperial_jade",
            {
                "fits": JADE_WITH_CHOWS.fits,
                "admits": JADE_WITH_CHOWS.admits,
                "definition": gettext_noop(
                    "Sets and a pair of nothing but 2, 3, 4, 6 and 8 of"
                    " bamboos and green dragons, on which all is green. The"
                    " dragon may be missing."
                ),
                "examples": (
                    Example("222s 333s 444s 666z 88s"),
                    Example(
                        "234s 444s 666s 888s 33s",
                        form=gettext_noop("with a chow"),
                    ),
                ),
            },
        ),
    ),
    Option(
        "buried_treasure_claim",
        Term(gettext_noop("Buried treasure on a claimed tile")),
        SPECIAL,
        (
            Choice("pung_or_pair", Term(gettext_noop("for the last pung or the pair"))),
            Choice(
                "pair",
                Term(gettext_noop("for the pair only")),
                (
                    Change(
                        "buried_treasure",
                        {
                            "fits": TREASURE_BY_PAIR.fits,
                            "definition": gettext_noop(
                                "Four concealed pungs, no kong among them, and a pair,"
                                " all of one suit with or without winds and dragons."
                                " The winning tile may be claimed for the pair only."
                            ),
                            "examples": (Example("222p 333p 777p 111z 99p"),),
                        },
                    ),
                ),
            ),
        ),
    ),
    Option(
        "purity",
        Term(gettext_noop("Purity is")),
        PURITY,
        (
            Choice(
                "three_doubles",
                Term(gettext_noop("a limit hand of eight times its points")),
            ),
            Choice(
                "ordinary",
                Term(gettext_noop("three doublings beside all others")),
                (Change("purity", removes=True, adds=PURITY_ITEM),),
            ),
        ),
    ),
    classical.rounds_option(SETTLING),
)


# At the table -----------------------------------------------------------------

AT_THE_TABLE = (
    classical.kongs(BOOK.cite("Working out the scores", classical.CLAIMED_FOURTH_TILE)),
    TableRule(
        gettext_noop("The end of the wall"),
        gettext_noop(
            "The last fourteen tiles are the kong box, from which replacement tiles"
            " come. With the living wall used up and nobody out, the game is drawn."
        ),
        VARIATIONS,
    ),
    classical.dangerous_discards(BOOK.cite(KAJONGG)),
    TableRule(
        gettext_noop("Letting off"),
        gettext_noop(
            "Whoever gives the winning tile by a dangerous discard without need, or"
            " names a discard wrongly that is claimed for mahjong, pays for all. The"
            " table decides, and the scorekeeper says so."
        ),
        SETTLING,
    ),
    TableRule(
        gettext_noop("A discard wrongly named"),
        gettext_noop(
            "Claimed for a chow, pung or kong it costs 50 to the player who claimed:"
            " book it as a payment beside the game."
        ),
        BOOK.cite(KAJONGG),
    ),
    TableRule(
        gettext_noop("A false mahjong"),
        gettext_noop(
            "The hand is dead, and the game goes on: its player cannot win, pays the"
            " others in full and receives nothing."
        ),
        BOOK.cite(
            KAJONGG,
            Decision(
                gettext_noop(
                    "Kajongg moves half the limit for a false mahjong, which does not"
                    " divide by three; the association’s text was not at hand."
                ),
                gettext_noop("The hand is dead, and nothing else is paid."),
            ),
        ),
    ),
    classical.dead_hands(BOOK.cite(KAJONGG, classical.TOO_FEW_TILES)),
    TableRule(
        gettext_noop("Goulash"),
        gettext_noop(
            "After a draw the same East plays a goulash: tiles are exchanged before"
            " play, and the 2s of bamboos or four jokers are wild. Wild tiles are not"
            " counted here: enter the winner’s own count of points."
        ),
        VARIATIONS,
    ),
)


BREAKING = replace(
    nts.BREAKING,
    # The association's text on it was not at hand: as NTS with flowers.
    source="BMJA; NTS, “Openen van de muur”",
    builds={4: Build(4, 18)},
    variations=(),
    ending=nts.DEAD_WALL_REFILLED,
)

RULESET = Ruleset(
    key="bmja",
    name="British rules (BMJA)",
    edition="2026-11-22/1",
    document=BOOK,
    items=SET_ITEMS + BONUS_ITEMS + EVERYBODYS_ITEMS + WINNERS_ITEMS,
    limit_hands=LIMIT_HANDS,
    options=OPTIONS,
    counting=PointsAndDoubles(
        limit=LIMIT,
        # BMJA, Special hands: two fifths of what the hand would be worth.
        waiting=Waiting((2, 5), includes_sets=True, prevails=True),
        counts_bonus_beside_limits=True,
    ),
    # BMJA, Settling up: East pays and receives double.
    paying=PayingByHands(
        doubled=Doubled.EAST,
        pao_reasons=frozenset({PaoReason.DANGEROUS_DISCARD, PaoReason.FALSE_NAMING}),
    ),
    dealing=Dealing(
        start_chips=2000,
        chips=((500, 2), (100, 9), (10, 8), (2, 10)),
    ),
    tiles=TilesInPlay(has_bonus=True),
    winning=Winning(
        circumstances=USUAL_CIRCUMSTANCES - {Circumstance.BIRD_EATS_CAKE},
        first_turn=gettext_noop("East’s first discard"),
        may_be_first_turn=patterns.is_easts_first_discard,
        robs_concealed_kong=frozenset({"unique_wonders"}),
        most_chows=1,
        knows_original_call=True,
    ),
    breaking=BREAKING,
    at_the_table=AT_THE_TABLE,
)
"""The rules with every option at its default."""
