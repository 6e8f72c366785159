"""
Ma Jiang after Axel Schmale: the Hong Kong style, in faan and laak.

Only the winner's hand is valued, by a table of points; who gave the tile and
East's double decide what each loser pays. Where the book is silent, an option or
a citation marked as a decision says what holds here.
"""

from __future__ import annotations

from clubscore.rules import classical, faan, patterns
from clubscore.rules.deal import Dealing
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import FaanAndLaak
from clubscore.rules.hands import (
    USUAL_CIRCUMSTANCES,
    Circumstance,
    Source,
    TableWinds,
    Win,
)
from clubscore.rules.items import (
    Decision,
    Example,
    HandItem,
    IrregularLimit,
    RegularLimit,
    RuleBook,
    TableRule,
)
from clubscore.rules.options import Change, Choice, NumberOption, Option, numbers
from clubscore.rules.payments import PayingByFactors
from clubscore.rules.ruleset import Ruleset, TilesInPlay, Winning
from clubscore.rules.seats import Wind
from clubscore.rules.situations import FULL_FLUSH, Situation
from clubscore.rules.tiles import DRAGONS, HONOURS
from clubscore.rules.wall import (
    EAST_THROWS_THREE,
    Breaking,
    Build,
    Half,
    Lift,
    SideEnd,
    Throw,
    Variation,
)

BOOK = RuleBook(
    "schmale",
    "Axel Schmale: Ma Jiang",
    gettext_noop("Clubs and families in Germany that play after Axel Schmale’s book."),
    checked="2026-11-21",
)

ITEMS_TABLE = BOOK.cite("6.1.1.1")
POINTS_TABLE = BOOK.cite("6.1.1.2")
LIMIT_HANDS_SECTION = BOOK.cite("6.1.2")
VARIANTS = BOOK.cite("B")
ALTERNATIVE = BOOK.cite("C")


# The winning tile -------------------------------------------------------------


def _is_last_drawn(hand: Situation) -> bool:
    win = patterns.won(hand)
    return Circumstance.LAST_TILE in win.circumstances and win.is_self_drawn


def _is_replacement(hand: Situation) -> bool:
    return patterns.won(hand).source in (Source.REPLACEMENT, Source.REPLACEMENT_BONUS)


WINNING_TILE_ITEMS = (
    faan.self_drawn(source=ITEMS_TABLE, faan=1),
    HandItem(
        key="last_tile",
        name=Term(gettext_noop("Last tile of the wall")),
        definition=gettext_noop(
            "The player drew the last tile of the living wall and won with it."
        ),
        examples=(
            Example(
                "345m 678p 234s 567s 9s 9s",
                source=Source.WALL,
                circumstances=frozenset({Circumstance.LAST_TILE}),
            ),
        ),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=_is_last_drawn,
    ),
    faan.robbed_kong(source=ITEMS_TABLE, faan=1),
    HandItem(
        key="replacement_tile",
        name=Term(gettext_noop("Replacement tile")),
        definition=gettext_noop(
            "The winning tile was drawn for a kong, a flower or a season;"
            " beside it counts that it was self-drawn."
        ),
        examples=(
            Example(
                "(5555s) (234p) (567p) (222z) (88s)",
                source=Source.REPLACEMENT,
                form=gettext_noop("after a kong"),
            ),
            Example(
                "345m 678p 234s 567s 9s 9s",
                source=Source.REPLACEMENT_BONUS,
                bonus="3f",
                form=gettext_noop("after a flower or season"),
            ),
        ),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=_is_replacement,
    ),
    classical.kong_on_kong(
        source=ITEMS_TABLE, faan=4, replaces=frozenset({"replacement_tile"})
    ),
)


# Flowers and seasons ----------------------------------------------------------

BONUS_ITEMS = (
    classical.own_flower(source=ITEMS_TABLE, faan=1),
    classical.own_season(source=ITEMS_TABLE, faan=1),
    faan.all_flowers(source=ITEMS_TABLE, laak=1, replaces=frozenset({"own_flower"})),
    faan.all_seasons(source=ITEMS_TABLE, laak=1, replaces=frozenset({"own_season"})),
    HandItem(
        key="all_bonus_tiles",
        name=Term(gettext_noop("All eight flowers and seasons")),
        definition=gettext_noop(
            "The four flowers and the four seasons with the winner."
        ),
        examples=(Example("1234f 1234y"),),
        source=ITEMS_TABLE,
        laak=3,
        replaces=frozenset({"own_flower", "own_season", "all_flowers", "all_seasons"}),
        is_bonus=True,
        fits=lambda hand: (
            patterns.has_all_flowers(hand) and patterns.has_all_seasons(hand)
        ),
    ),
)


# Sets and the whole hand ------------------------------------------------------

SET_ITEMS = (
    patterns.set_of_dragons(ITEMS_TABLE, faan=1),
    patterns.set_of_round_wind(ITEMS_TABLE, faan=1),
    patterns.set_of_own_wind(ITEMS_TABLE, faan=1),
)


def _is_without_honour(hand: Situation) -> bool:
    return not hand.kinds & HONOURS and not hand.bonus


WHOLE_HAND_ITEMS = (
    faan.all_chows(source=ITEMS_TABLE, faan=1),
    faan.all_pungs(source=ITEMS_TABLE, faan=2),
    HandItem(
        key="no_honour",
        name=Term(gettext_noop("No honour and no flower or season")),
        definition=gettext_noop(
            "No wind and no dragon in the hand, and no flower or season beside it."
        ),
        examples=(Example("234m 567p 345s 678s 99s"),),
        source=ITEMS_TABLE,
        faan=1,
        is_winners=True,
        fits=_is_without_honour,
    ),
    faan.half_flush(source=ITEMS_TABLE, faan=2),
    faan.full_flush(source=ITEMS_TABLE, laak=2),
)


# Limit hands ------------------------------------------------------------------


def _is_four_concealed_pungs(hand: Situation) -> bool:
    return (
        hand.concealed_pungs == 4
        and hand.completes_pair
        and patterns.is_self_drawn(hand)
    )


BASE_TABLE = (1, 2, 4, 8, 16, 16, 32, 32, 64)
BASE_LAAK = (0, 4, 6, 8)
APPENDIX_TABLE = (1, 2, 4, 8, 16, 32, 32, 64, 64, 128)
APPENDIX_LAAK = (0, 5, 7, 9)
BASE_MAXIMUM, APPENDIX_MAXIMUM = BASE_TABLE[-1], APPENDIX_TABLE[-1]

LIMIT_HANDS = (
    classical.thirteen_orphans(source=LIMIT_HANDS_SECTION, points=BASE_MAXIMUM),
    faan.heaven(source=LIMIT_HANDS_SECTION, points=BASE_MAXIMUM),
    faan.earth(source=LIMIT_HANDS_SECTION, points=BASE_MAXIMUM),
    RegularLimit(
        key="four_concealed_pungs",
        name=Term(gettext_noop("Four concealed pungs")),
        definition=gettext_noop(
            "Four pungs of which no tile was claimed, no kong among them, and"
            " the winning tile drawn to complete the pair."
        ),
        examples=(Example("(333m) (777p) (444s) (888s) (22z)", source=Source.WALL),),
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=_is_four_concealed_pungs,
    ),
    faan.big_four_winds(source=LIMIT_HANDS_SECTION, points=BASE_MAXIMUM),
    RegularLimit(
        key="small_four_winds",
        name=Term(gettext_noop("Small four winds")),
        definition=gettext_noop(
            "Pungs or kongs of three winds, a pair of the fourth, and any other set."
        ),
        examples=(Example("111z 222z 333z 567p 44z"),),
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=patterns.is_small_four_winds,
    ),
    RegularLimit(
        key="big_three_dragons",
        name=Term(gettext_noop("Big three dragons")),
        definition=gettext_noop(
            "Pungs or kongs of all three dragons, any other set and any pair."
        ),
        examples=(Example("555z 666z 777z 234m 99p"),),
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        fits=patterns.has_sets_of(DRAGONS),
    ),
    faan.all_terminals(source=LIMIT_HANDS_SECTION, points=BASE_MAXIMUM),
    faan.all_honours(source=LIMIT_HANDS_SECTION, points=BASE_MAXIMUM),
    IrregularLimit(
        key="nine_sons",
        name=Term(gettext_noop("Nine connected sons")),
        definition=gettext_noop(
            "Of one suit three ones, three nines and one each of 2 to 8, all"
            " concealed, and then any one more of the suit as the winning tile."
        ),
        examples=(Example("111m 2345678m 999m 5m"),),
        source=LIMIT_HANDS_SECTION,
        points=BASE_MAXIMUM,
        shape=patterns.nine_gates(is_required_before=True),
    ),
)


# Options ----------------------------------------------------------------------


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
        BOOK.cite(
            "6.1.1.1",
            Decision(
                gettext_noop(
                    "Whether the last tile of the wall must be drawn is not said."
                ),
                gettext_noop(
                    "Only a drawn one counts, not the discard that follows it."
                ),
            ),
        ),
        (
            Choice("drawn", Term(gettext_noop("if it was drawn"))),
            Choice(
                "drawn_or_discarded",
                Term(gettext_noop("also the discard that follows it")),
                (
                    Change(
                        "last_tile",
                        {
                            "fits": patterns.happened(Circumstance.LAST_TILE),
                            "definition": gettext_noop(
                                "The player won with the last tile of the living wall,"
                                " or with the discard that followed it."
                            ),
                            "examples": (
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
                        },
                    ),
                ),
            ),
        ),
    ),
    Option(
        "kong_on_kong",
        Term(gettext_noop("Kong on kong counts")),
        BOOK.cite(
            "6.1.1.1",
            Decision(
                gettext_noop(
                    "Whether the 4 faan of kong on kong stand beside those of the"
                    " replacement tile and of the self-drawn tile is not said."
                ),
                gettext_noop(
                    "The 4 faan take the place of the replacement tile’s one; the"
                    " self-drawn tile’s counts beside them."
                ),
            ),
        ),
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
    classical.yes_no(
        "no_honour_with_pure",
        gettext_noop("No honour counts beside one suit alone"),
        BOOK.cite(
            "6.1.1.1",
            Decision(
                gettext_noop(
                    "Whether no honour counts beside one suit alone, which never has"
                    " one, is not said."
                ),
                gettext_noop("Both count."),
            ),
        ),
        Change(
            "no_honour",
            {
                "fits": lambda hand: (
                    _is_without_honour(hand) and not hand.colours & FULL_FLUSH
                ),
                "definition": gettext_noop(
                    "No wind and no dragon in the hand, more than one suit, and no"
                    " flower or season beside it."
                ),
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
    classical.no_yes(
        "nine_sons_any_wait",
        gettext_noop("Nine connected sons, whichever tile came last"),
        BOOK.cite(
            "6.1.2",
            Decision(
                gettext_noop(
                    "Whether 111 2345678 999 must lie ready before the winning tile is"
                    " not said in so many words."
                ),
                gettext_noop(
                    "111 2345678 999 must lie ready: any tile of the suit then wins."
                ),
            ),
        ),
        Change(
            "nine_sons",
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
    classical.yes_no(
        "east_double",
        gettext_noop("East pays and receives double"),
        VARIANTS,
        Change("paying", {"east_double": False}),
    ),
    classical.yes_no(
        "self_drawn_and_discarder_double",
        gettext_noop("A self-drawn tile, or giving it, doubles"),
        VARIANTS,
        Change("paying", {"tile_double": False}),
    ),
    classical.no_yes(
        "losers_settle",
        gettext_noop("The losers pay each other the differences of their hands"),
        VARIANTS,
        Change("paying", {"losers_settle": True}),
    ),
    classical.yes_no(
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
    classical.rounds_option(BOOK.cite("3")),
)


def _may_be_first_turn(_table: TableWinds, win: Win) -> bool:
    """
    Tell whether the win makes a hand of earth.

    Schmale 6.1.2: the first tile that another player takes, drawn or claimed, or
    a replacement tile of the dealer before his first discard.
    """
    if win.winner is Wind.EAST:
        return win.source in (Source.REPLACEMENT, Source.REPLACEMENT_BONUS)
    return win.source in (Source.WALL, Source.DISCARD, Source.REPLACEMENT_BONUS)


# At the table -----------------------------------------------------------------

AT_THE_TABLE = (
    TableRule(
        gettext_noop("Seats"),
        gettext_noop(
            "Sit down anywhere. Somebody throws three dice and counts round to"
            " a provisional East, whose throw says who draws first of the four"
            " winds laid face down, and from which end of their row; the others"
            " follow. Everybody moves to the wind drawn, and East’s last throw"
            " says who is East in the first game."
        ),
        BOOK.cite("2.1"),
        players=(4,),
    ),
    TableRule(
        gettext_noop("Seats"),
        gettext_noop(
            "As with four, but the north wind stays out, and the north seat is empty."
        ),
        BOOK.cite("A.1"),
        players=(3,),
    ),
    TableRule(
        gettext_noop("Seats"),
        gettext_noop(
            "As with four, but a red dragon is drawn beside the four winds:"
            " whoever draws it rests in the first game."
        ),
        BOOK.cite("A.2"),
        players=(5,),
    ),
    TableRule(
        gettext_noop("Dealing"),
        gettext_noop(
            "East takes four tiles from the head of the wall, the others follow, three"
            " times in all. Then East takes the next upper tile and the one two stacks"
            " further, the others the next tile each. Flowers and seasons are laid open"
            " and replaced at once, East first."
        ),
        BOOK.cite("2.2"),
    ),
    TableRule(
        gettext_noop("Drawing or claiming"),
        gettext_noop(
            "Knock on the table with one of your tiles before you claim, and"
            " with the tile from the wall before you look at it: who knocked"
            " first goes on, in doubt the one who claims."
        ),
        BOOK.cite("4.2"),
    ),
    TableRule(
        gettext_noop("Who goes first"),
        gettext_noop(
            "Mahjong goes before a kong, a kong before a pung, a pung before a"
            " chow, whoever knocked first. Once somebody who claimed a tile has"
            " discarded, that can no longer be outdone. A chow can be claimed"
            " only from the player to the left."
        ),
        BOOK.cite("4.2"),
    ),
    TableRule(
        gettext_noop("Several win on one tile"),
        gettext_noop(
            "The one who would play first after the player who discarded it"
            " goes first; thirteen orphans go before that order."
        ),
        BOOK.cite("4.2, 6.1.2"),
    ),
    TableRule(
        gettext_noop("Taking a call back"),
        gettext_noop(
            "A call may be taken back only if the tile cannot be used for it,"
            " and that is shown to the others. Who merely thinks better of it"
            " has to take the tile."
        ),
        BOOK.cite("5.4.3, 5.4.4"),
    ),
    TableRule(
        gettext_noop("A false mahjong"),
        gettext_noop(
            "It may be taken back, and shown to have been wrong, until another"
            " player has laid the tiles open. Then the game ends with a penalty."
        ),
        BOOK.cite("5.4.5"),
    ),
    TableRule(
        gettext_noop("A faulty set"),
        gettext_noop(
            "It may be mended until its player has discarded. Later the hand"
            " cannot win, and receives nothing."
        ),
        BOOK.cite("5.4.2"),
    ),
    TableRule(
        gettext_noop("A wrong number of tiles"),
        gettext_noop(
            "Its player goes on as if nothing were, cannot win, and receives nothing."
        ),
        BOOK.cite("5.4.1"),
    ),
    TableRule(
        gettext_noop("The open wall"),
        gettext_noop(
            "Where tiles of the wall were laid open by mistake, that side, fourteen"
            " tiles at least, is mixed and built again. So is a tile that somebody"
            " looked at out of turn, with fourteen from the head of the wall."
        ),
        BOOK.cite("4.2, 5.3"),
    ),
    TableRule(
        gettext_noop("Robbing a kong"),
        gettext_noop(
            "Until the player to the right has taken a tile, the one that made"
            " an exposed pung a kong can be robbed."
        ),
        BOOK.cite("5.1"),
    ),
    TableRule(
        gettext_noop("The end of the wall"),
        gettext_noop(
            "The last fourteen tiles are never touched. The game is drawn when somebody"
            " would have to take one of them, for a kong, flower or season too."
        ),
        BOOK.cite("4.4, 5.2"),
    ),
    TableRule(
        gettext_noop("In doubt"),
        gettext_noop(
            "It is decided against the player who broke a rule or did not heed it."
        ),
        BOOK.cite("5.4"),
    ),
    TableRule(
        gettext_noop("Mending accounts"),
        gettext_noop(
            "A wrong account can be mended until the dice are thrown for the next game."
            " Here games can be corrected later too; that is more than the book allows."
        ),
        BOOK.cite("6"),
    ),
)


BREAKING = Breaking(
    source="Schmale 2.2; 5.2; A.1; B",
    throws=(Throw(3, EAST_THROWS_THREE),),
    # A.1: with three players the wall is built as always, North's side too.
    builds={3: Build(), 4: Build(), 5: Build()},
    variations=(
        Variation("bonus_tiles", "no", longer=(-1, -1, -1, -1)),
        Variation("jokers", 4, longer=(1, 0, 1, 0)),
        Variation("jokers", 8, longer=(1, 1, 1, 1)),
        Variation("jokers", 12, longer=(2, 1, 2, 1)),
    ),
    count_from=SideEnd.RIGHT,
    live_end=SideEnd.LEFT,
    lifts=(Lift(Half.LOWER, 1), Lift(Half.UPPER, 2)),
    sentence=gettext_noop(
        "Lift the pair at stack %(stack)d from the right out of %(side)s’s side. The"
        " lower tile goes on the first stack to the right of the gap, the upper one on"
        " the second. Take tiles from the left of the gap."
    ),
    replacements=gettext_noop(
        "Replacement tiles: of the lifted pair the inner one first, then the outer."
    ),
    ending=gettext_noop(
        "The last %(dead_wall)d tiles are the dead wall, always so many: no tile of"
        " them is taken."
    ),
)

SEAT_DRAWS = {
    3: gettext_noop(
        "The book’s own draw: sit anywhere, shuffle three wind tiles face down, "
        "without the north; each draws one and moves to its seat. Three dice, counted "
        "out against the clock, then say who of you is East."
    ),
    4: gettext_noop(
        "The book’s own draw: sit anywhere, shuffle the four wind tiles face down; "
        "each draws one and moves to its seat. Three dice, counted out against the "
        "clock, then say who of you is East."
    ),
    5: gettext_noop(
        "The book’s own draw: shuffle the four wind tiles and a red dragon face down; "
        "each draws one and moves to its seat, and whoever has the dragon rests first. "
        "Three dice, counted out against the clock, then say who of you is East."
    ),
}

RULESET = Ruleset(
    key="schmale",
    name="Ma Jiang (Schmale)",
    edition="2026-11-22/1",
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
        circumstances=USUAL_CIRCUMSTANCES - {Circumstance.BIRD_EATS_CAKE},
        first_turn=gettext_noop("first tile taken"),
        may_be_first_turn=_may_be_first_turn,
        first_turn_has_kongs=lambda win: win.winner is Wind.EAST,
        # Schmale 6.1.2
        robs_concealed_kong=frozenset({"thirteen_orphans"}),
    ),
    tables={
        4: (),
        # Schmale A.1: all tiles, and all four rounds.
        3: (Change("dealing", {"players": 3}),),
        # Schmale A.2: East rests when he has lost the deal.
        5: (Change("dealing", {"players": 5}),),
    },
    seat_draws=SEAT_DRAWS,
    breaking=BREAKING,
    at_the_table=AT_THE_TABLE,
)
"""The rules for a table of four, with every option at its default."""
