"""
Hong Kong Old Style, with three faan to win.

Only the winner's hand is valued, in faan that a table makes points of, up to a
limit. Whoever gave the winning tile pays for all, or pays double. Hong Kong has no
one book: every number that its sources disagree about is an option, or a citation
marked as a decision.
"""

from __future__ import annotations

from dataclasses import replace

from clubscore.rules import classical, faan, patterns
from clubscore.rules.deal import unless_dealer_won
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import FaanAndLaak
from clubscore.rules.hands import Circumstance, Source, TableWinds, Win
from clubscore.rules.items import (
    Decision,
    Example,
    HandItem,
    RegularLimit,
    RuleBook,
    TableRule,
)
from clubscore.rules.options import (
    Change,
    Choice,
    ListOption,
    NumberOption,
    Option,
    numbers,
)
from clubscore.rules.payments import FaultOfALimit, PayingByFactors
from clubscore.rules.ruleset import Ruleset, TilesInPlay, Winning
from clubscore.rules.rulesets import schmale
from clubscore.rules.seats import Wind
from clubscore.rules.situations import ONLY_TERMINALS_AND_HONOURS, Situation
from clubscore.rules.tiles import DRAGONS
from clubscore.rules.wall import Build, Variation

BOOK = RuleBook(
    "hkos",
    "Hong Kong Old Style",
    gettext_noop(
        "Families and clubs all over the world that count in faan, as in Hong Kong."
    ),
    checked="2026-11-22",
)

WIKIPEDIA = "Wikipedia, Hong Kong mahjong"
WIKIDOT = "mahjong.wikidot.com, Hong Kong Old Style"
ASSOCIATION = "Hong Kong Mahjong Association, tournament rules"
BIG_PRODUCTION = "bigproduction.com/mj/hk"


FAAN = BOOK.cite(WIKIPEDIA)
LIMITS = BOOK.cite(
    WIKIPEDIA,
    Decision(
        gettext_noop(
            "Some add what was self-drawn, flowers and seasons to a limit hand."
        ),
        gettext_noop("Nothing is added to a limit hand."),
    ),
)
WORTH_OTHERWISE = BOOK.cite(
    WIKIPEDIA,
    Decision(
        gettext_noop(
            "Nine gates, four kongs and big four winds are worth 10 to 18 faan,"
            " depending on who is asked."
        ),
        gettext_noop("Nine gates are worth 10 faan, the other two 13."),
    ),
)
CONCEALED = BOOK.cite(
    ASSOCIATION,
    Decision(
        gettext_noop(
            "Some count a concealed hand only without flowers and seasons, or only"
            " self-drawn."
        ),
        gettext_noop(
            "It counts with flowers and seasons too, and with a claimed winning tile."
        ),
    ),
)
KONGS = BOOK.cite(
    WIKIPEDIA,
    Decision(
        gettext_noop("What kong on kong is worth differs from table to table."),
        gettext_noop(
            "Eight faan, in place of the replacement tile’s one and beside the"
            " self-drawn tile’s."
        ),
    ),
)
SMALL_WINDS = BOOK.cite(
    WIKIPEDIA,
    Decision(
        gettext_noop("Some count small four winds as a hand of 10 faan of its own."),
        gettext_noop("It is worth 3 faan beside everything else."),
    ),
)


# The winning tile -------------------------------------------------------------


WINNING_TILE_ITEMS = (
    faan.self_drawn(source=FAAN, faan=1),
    HandItem(
        key="concealed_hand",
        name=Term(gettext_noop("Concealed hand")),
        definition=gettext_noop(
            "Nothing lay open before the winning tile, which may be claimed, and there"
            " is no kong, not even a concealed one."
        ),
        examples=(Example("345m 678p 234s 567s 9s 9s"),),
        source=CONCEALED,
        faan=1,
        is_winners=True,
        fits=lambda hand: not hand.exposed_before and not hand.kongs,
    ),
    HandItem(
        key="last_tile",
        name=Term(gettext_noop("Last tile of the wall")),
        definition=gettext_noop(
            "The player won with the last tile of the living wall, or with the"
            " discard that followed it."
        ),
        examples=(
            Example(
                "345m 678p 234s 567s 9s 9s",
                source=Source.WALL,
                circumstances=frozenset({Circumstance.LAST_TILE}),
                form=gettext_noop("the last tile drawn"),
            ),
            Example(
                "345m 678p 234s 567s 9s 9s",
                circumstances=frozenset({Circumstance.LAST_TILE}),
                form=gettext_noop("the discard after it"),
            ),
        ),
        source=FAAN,
        faan=1,
        is_winners=True,
        fits=patterns.happened(Circumstance.LAST_TILE),
    ),
    faan.robbed_kong(source=FAAN, faan=1),
    HandItem(
        key="replacement_tile",
        name=Term(gettext_noop("Replacement tile")),
        definition=gettext_noop(
            "The winning tile was drawn for a kong, not for a flower or season; beside"
            " it counts that it was self-drawn."
        ),
        examples=(
            Example("(5555s) (234p) (567p) (222z) (88s)", source=Source.REPLACEMENT),
        ),
        source=FAAN,
        faan=1,
        is_winners=True,
        fits=lambda hand: patterns.won(hand).source is Source.REPLACEMENT,
    ),
    classical.kong_on_kong(
        source=KONGS, faan=8, replaces=frozenset({"replacement_tile"})
    ),
)


# Flowers and seasons ----------------------------------------------------------

BONUS_ITEMS = (
    classical.own_flower(source=FAAN, faan=1),
    classical.own_season(source=FAAN, faan=1),
    faan.all_flowers(source=FAAN, faan=2, replaces=frozenset({"own_flower"})),
    faan.all_seasons(source=FAAN, faan=2, replaces=frozenset({"own_season"})),
    HandItem(
        key="no_bonus_tile",
        name=Term(gettext_noop("No flower and no season")),
        definition=gettext_noop("Neither a flower nor a season with the winner."),
        examples=(Example("345m 678p 234s 567s 9s 9s"),),
        source=FAAN,
        faan=1,
        is_bonus=True,
        fits=lambda hand: not hand.bonus,
    ),
)


# Sets and the whole hand ------------------------------------------------------

SET_ITEMS = (
    patterns.set_of_dragons(FAAN, faan=1),
    patterns.set_of_own_wind(FAAN, faan=1),
    patterns.set_of_round_wind(FAAN, faan=1),
)


def _is_four_concealed_pungs(hand: Situation) -> bool:
    """Tell whether no pung or kong lay open before the winning tile."""
    claimed = not patterns.is_self_drawn(hand) and not hand.completes_pair
    concealed = hand.concealed_pungs + hand.concealed_kongs
    return patterns.is_all_pungs(hand) and concealed + claimed == 4


WHOLE_HAND_ITEMS = (
    faan.all_chows(source=FAAN, faan=1),
    faan.all_pungs(
        examples=(Example("222m 888s 333p 777z (99s)"),), source=FAAN, faan=3
    ),
    HandItem(
        key="four_concealed_pungs",
        name=Term(gettext_noop("Four concealed pungs")),
        definition=gettext_noop(
            "Four pungs or concealed kongs of which none lay open before the winning"
            " tile, which may be claimed, and any pair."
        ),
        examples=(
            Example("(333m) (777p) (444s) (888s) (22z)"),
            Example(
                "(333m) (7777p) (444s) (22z) (888s)",
                source=Source.WALL,
                form=gettext_noop("with a concealed kong"),
            ),
        ),
        source=FAAN,
        faan=8,
        replaces=frozenset({"all_pungs"}),
        is_winners=True,
        fits=_is_four_concealed_pungs,
    ),
    HandItem(
        key="small_three_dragons",
        name=Term(gettext_noop("Small three dragons")),
        definition=gettext_noop(
            "Pungs or kongs of two dragons and a pair of the third; beside it the two"
            " sets count."
        ),
        examples=(Example("555z 666z 234m 678p 77z"),),
        source=FAAN,
        faan=3,
        is_winners=True,
        fits=patterns.is_small_three_dragons,
    ),
    HandItem(
        key="big_three_dragons",
        name=Term(gettext_noop("Big three dragons")),
        definition=gettext_noop(
            "Pungs or kongs of all three dragons, any other set and any pair; beside it"
            " the three sets count."
        ),
        examples=(Example("555z 666z 777z 234m 99p"),),
        source=FAAN,
        faan=5,
        is_winners=True,
        fits=patterns.has_sets_of(DRAGONS),
    ),
    HandItem(
        key="small_four_winds",
        name=Term(gettext_noop("Small four winds")),
        definition=gettext_noop(
            "Pungs or kongs of three winds, a pair of the fourth, and any other set;"
            " beside it the sets count, and the suit or the pungs."
        ),
        examples=(Example("111z 222z 333z 567p 44z"),),
        source=SMALL_WINDS,
        faan=3,
        is_winners=True,
        fits=patterns.is_small_four_winds,
    ),
    faan.half_flush(source=FAAN, faan=3),
    faan.full_flush(source=FAAN, faan=7),
    HandItem(
        key="terminals_and_honours",
        name=Term(gettext_noop("Only terminals and honours")),
        definition=gettext_noop(
            "Four pungs or kongs and a pair of nothing but ones and nines, winds and"
            " dragons; beside it the pungs count."
        ),
        examples=(Example("111m 999s 222z 777z 99p"),),
        source=FAAN,
        faan=1,
        is_winners=True,
        fits=lambda hand: bool(hand.colours & ONLY_TERMINALS_AND_HONOURS),
    ),
)


# Limit hands ------------------------------------------------------------------

LIMIT_HANDS = (
    classical.thirteen_orphans(source=LIMITS, faan=13),
    faan.big_four_winds(source=WORTH_OTHERWISE, faan=13),
    RegularLimit(
        key="four_kongs",
        name=Term(gettext_noop("Four kongs")),
        definition=gettext_noop("Four kongs, exposed or concealed, and any pair."),
        examples=(Example("2222m 7777p (4444s) (8888s) (55z)"),),
        source=WORTH_OTHERWISE,
        faan=13,
        fits=lambda hand: hand.kongs == 4,
    ),
    faan.heaven(source=LIMITS, faan=13),
    faan.earth(
        definition=gettext_noop(
            "Another player than East finishes four sets and a pair with East’s first"
            " discard."
        ),
        examples=(
            Example(
                "345m 345p 678p 999s 22z",
                circumstances=frozenset({Circumstance.FIRST_TURN}),
            ),
        ),
        source=LIMITS,
        faan=13,
    ),
    classical.gates(
        definition=gettext_noop(
            "Of one suit three ones, three nines and one each of 2 to 8, all"
            " concealed, and then any one more of the suit as the winning tile."
        ),
        source=WORTH_OTHERWISE,
        faan=10,
    ),
    faan.all_honours(source=LIMITS, faan=10),
    faan.all_terminals(source=LIMITS, faan=10),
)


# Options ----------------------------------------------------------------------

HALF_SPICY = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
FULL_SPICY = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
STEPS = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64)


OPTIONS = (
    Option(
        "table",
        Term(gettext_noop("Table of points")),
        FAAN,
        (
            Choice("half_spicy", Term(gettext_noop("half spicy, up to 384 points"))),
            Choice(
                "full_spicy",
                Term(gettext_noop("full spicy, doubling up to 8192 points")),
                (Change("counting", {"table": FULL_SPICY}),),
            ),
            Choice(
                "steps",
                Term(gettext_noop("in steps, up to 64 points")),
                (Change("counting", {"table": STEPS}),),
            ),
        ),
    ),
    ListOption(
        "points",
        Term(gettext_noop("A table of points of your own, for 0, 1, 2 … faan")),
        BOOK.cite(BIG_PRODUCTION),
        part="counting",
        field="table",
        longest=14,
        highest=1_000_000,
    ),
    Option(
        "limit",
        Term(gettext_noop("Limit in faan")),
        BOOK.cite(
            WIKIPEDIA,
            Decision(
                gettext_noop("A limit of 8, of 10 or of 13 faan is as common."),
                gettext_noop("The limit is 10 faan."),
            ),
        ),
        numbers("counting", "limit", 10, 8, 13),
    ),
    NumberOption(
        "minimum_faan",
        Term(gettext_noop("Faan a winner needs")),
        FAAN,
        part="counting",
        field="minimum_faan",
        usual=3,
    ),
    classical.no_yes(
        "minimum_counts_bonus",
        gettext_noop("Flowers and seasons count towards the faan a winner needs"),
        BOOK.cite(
            WIKIPEDIA,
            Decision(
                gettext_noop(
                    "Whether the faan of flowers and seasons, or of having none, help"
                    " to reach what a winner needs is not agreed on."
                ),
                gettext_noop("They do not."),
            ),
        ),
        Change("counting", {"minimum_counts_bonus": True}),
    ),
    classical.yes_no(
        "concealed_with_bonus",
        gettext_noop("A concealed hand counts with flowers and seasons too"),
        CONCEALED,
        Change(
            "concealed_hand",
            {
                "fits": lambda hand: (
                    not (hand.exposed_before or hand.kongs or hand.bonus)
                ),
                "definition": gettext_noop(
                    "Nothing lay open before the winning tile, which may be"
                    " claimed, and there is no kong, not even a concealed"
                    " one, and no flower or season."
                ),
            },
        ),
    ),
    Option(
        "full_flush",
        Term(gettext_noop("Faan of one suit alone")),
        BOOK.cite(
            WIKIPEDIA,
            Decision(
                gettext_noop("One suit alone is worth 6 to 10 faan, as people play."),
                gettext_noop("It is worth 7 faan."),
            ),
        ),
        numbers("full_flush", "faan", 7, 6),
    ),
    classical.no_yes(
        "nine_gates_any_wait",
        gettext_noop("Nine gates, whichever tile came last"),
        BOOK.cite(WIKIDOT),
        Change(
            "nine_gates",
            {
                "shape.is_required_before": False,
                "definition": gettext_noop(
                    "Of one suit three ones, three nines, one each of 2 to 8, and any"
                    " one more of the suit. All concealed but the winning tile,"
                    " whichever it is."
                ),
                "examples": (
                    Example("111m 2345678m 999m 5m"),
                    Example(
                        "111m 5m 234678m 999m 5m",
                        form=gettext_noop("another tile came last"),
                    ),
                ),
            },
        ),
    ),
    Option(
        "discarder_pays",
        Term(gettext_noop("Whoever gave the winning tile pays")),
        BOOK.cite(
            WIKIPEDIA,
            Decision(
                gettext_noop(
                    "By an older custom whoever gave the winning tile pays double, and"
                    " the others pay too."
                ),
                gettext_noop(
                    "Whoever gave the winning tile pays for all, and the others"
                    " nothing."
                ),
            ),
        ),
        (
            Choice("all", Term(gettext_noop("for all"))),
            Choice(
                "double",
                Term(gettext_noop("double, the others once")),
                (Change("paying", {"giver_pays_all": False}),),
            ),
        ),
    ),
    classical.no_yes(
        "east_double",
        gettext_noop("East pays and receives double"),
        BOOK.cite(WIKIDOT),
        Change("paying", {"east_double": True}),
    ),
    Option(
        "draw",
        Term(gettext_noop("After a draw")),
        BOOK.cite(ASSOCIATION),
        (
            Choice("east_stays", Term(gettext_noop("East stays"))),
            Choice(
                "east_passes",
                Term(gettext_noop("the winds pass on")),
                (Change("dealing", {"deal_passes": unless_dealer_won}),),
            ),
        ),
    ),
    classical.yes_no(
        "bonus_tiles",
        gettext_noop("Play with flowers and seasons"),
        FAAN,
        Change("tiles", {"has_bonus": False}),
    ),
    classical.rounds_option(BOOK.cite(ASSOCIATION)),
)


def _may_be_first_turn(_table: TableWinds, win: Win) -> bool:
    """Tell whether it can be East's first discard, the only first turn here."""
    return win.source is Source.DISCARD and win.giver is Wind.EAST


# At the table -----------------------------------------------------------------

AT_THE_TABLE = (
    TableRule(
        gettext_noop("Seven pairs"),
        gettext_noop("Seven pairs are no winning hand."),
        FAAN,
    ),
    TableRule(
        gettext_noop("Another player’s first discard"),
        gettext_noop(
            "Only East’s first discard makes a hand of earth. A win with the first"
            " discard of another player is an ordinary win."
        ),
        FAAN,
    ),
    TableRule(
        gettext_noop("Seven or eight flowers and seasons"),
        gettext_noop(
            "Some win with seven or eight flowers and seasons alone. If you do, enter"
            " what you count for it as points of the hand."
        ),
        FAAN,
    ),
    TableRule(
        gettext_noop("A wrong number of tiles"),
        gettext_noop("Such a hand is dead: it cannot win."),
        BOOK.cite(BIG_PRODUCTION),
    ),
    TableRule(
        gettext_noop("A false mahjong"),
        gettext_noop("It ends the game with a penalty, and East stays."),
        BOOK.cite(BIG_PRODUCTION),
    ),
)


BREAKING = replace(
    schmale.BREAKING,
    # The sources do not agree on one way: as Schmale does, in the same style.
    source="Schmale 2.2; 5.2",
    builds={4: Build()},
    variations=(Variation("bonus_tiles", "no", longer=(-1, -1, -1, -1)),),
)

RULESET = Ruleset(
    key="hkos",
    name="Hong Kong Old Style",
    edition="2026-11-22/1",
    document=BOOK,
    items=WINNING_TILE_ITEMS + BONUS_ITEMS + WHOLE_HAND_ITEMS + SET_ITEMS,
    limit_hands=LIMIT_HANDS,
    options=OPTIONS,
    counting=FaanAndLaak(
        HALF_SPICY,
        laak=(0,),
        limit=10,
        limits_in_faan=True,
        minimum_faan=3,
        minimum_counts_bonus=False,
    ),
    paying=PayingByFactors(
        east_double=False, giver_pays_all=True, fault=FaultOfALimit()
    ),
    tiles=TilesInPlay(has_bonus=True),
    winning=Winning(
        circumstances=frozenset(
            (
                Circumstance.LAST_TILE,
                Circumstance.KONG_ON_KONG,
                Circumstance.FIRST_TURN,
            )
        ),
        first_turn=gettext_noop("East’s first discard"),
        may_be_first_turn=_may_be_first_turn,
        robs_concealed_kong=frozenset({"thirteen_orphans"}),
    ),
    breaking=BREAKING,
    at_the_table=AT_THE_TABLE,
)
"""The rules with every option at its default."""
