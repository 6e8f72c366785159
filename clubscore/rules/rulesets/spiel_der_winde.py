"""
The rule book Mah Jong, das Spiel der Winde.

Seat winds stay with the players, and the game passes from owner to owner.
Everybody's hand counts in points and doubles, without a limit; the winner's
special hands have fixed values. The book gives no settlement, so that a club
chooses one.
"""

from __future__ import annotations

from clubscore.rules import classical, patterns
from clubscore.rules.deal import Dealing, after_every_win
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import PointsAndDoubles
from clubscore.rules.hands import Circumstance, Source, TableWinds, Win
from clubscore.rules.irregular import OneOfEach, SevenPairs, Template
from clubscore.rules.items import (
    BonusItem,
    Decision,
    Example,
    HandItem,
    IrregularLimit,
    RegularLimit,
    RuleBook,
    TableRule,
)
from clubscore.rules.options import Change, Choice, Option, numbers
from clubscore.rules.payments import Doubled, PayingByHands
from clubscore.rules.ruleset import Ruleset, TilesInPlay, Winning
from clubscore.rules.seats import Wind
from clubscore.rules.situations import (
    ALL_HONOURS,
    FULL_FLUSH,
    HALF_FLUSH,
    HALF_FLUSH_TERMINALS,
    Situation,
)
from clubscore.rules.tiles import (
    DRAGONS,
    EVERY_KIND,
    HONOURS,
    SUIT_STARTS,
    SUITS,
    TERMINALS_AND_HONOURS,
    UNIT,
    WINDS,
)
from clubscore.rules.wall import (
    CHOSEN_THROWS_TWO,
    OWNER_THROWS_TWO,
    Breaking,
    Build,
    Half,
    Lift,
    SideEnd,
    Throw,
)

BOOK = RuleBook(
    "spiel-der-winde",
    "Mah Jong, das Spiel der Winde",
    gettext_noop(
        "Clubs and families in Germany and Switzerland that play after this booklet."
    ),
    checked="2026-11-21",
)

TABLE = BOOK.cite("Die Abrechnung")
WINNERS = BOOK.cite("Prämien für den Sieger (und nur für ihn)")
DOUBLES = BOOK.cite("Verdoppelungen")
HONOURS_ALONE = BOOK.cite(
    "Verdoppelungen",
    Decision(
        gettext_noop("How often honours alone double is left blank."),
        gettext_noop("Three times, as often as one suit alone."),
    ),
)
SPECIAL_HANDS = BOOK.cite("Sonderspiele")
SETTLEMENT = BOOK.cite(
    "Die Abrechnung",
    Decision(
        gettext_noop("The book says what hands are worth, and not who pays whom."),
        gettext_noop(
            "Whoever opens a season or starts a partie chooses; where nobody has, all"
            " pay the winner, and the others pay each other the differences."
        ),
    ),
)
COURSE = BOOK.cite(
    "Spielvorbereitung",
    Decision(
        gettext_noop(
            "A partie has sixteen games; of a shorter one the book does not speak."
        ),
        gettext_noop(
            "A shorter one has whole rounds, so that everybody owns as many games."
        ),
    ),
)

COLOUR = "colour"
"""Of one suit with honours, one suit and honours alone one counts."""


# What everybody counts --------------------------------------------------------

SET_ITEMS = (
    *patterns.classical_sets(TABLE),
    patterns.pair_of_own_wind(TABLE, points=2),
    patterns.pair_of_dragons(TABLE, points=2),
    patterns.set_of_dragons(DOUBLES, doubles=1),
    patterns.set_of_own_wind(DOUBLES, doubles=1),
)
BONUS_ITEMS = (
    classical.own_bonus_tile(source=TABLE, points=8),
    BonusItem(
        key="other_bonus_tile",
        name=Term(gettext_noop("Another’s flower or season")),
        definition=gettext_noop("A flower or season with the number of another wind."),
        examples=(
            Example("1f"),
            Example("3y"),
        ),
        source=TABLE,
        points=4,
        fits=lambda tile, own: not patterns.is_own_bonus(tile, own),
    ),
)
EVERYBODYS_ITEMS = (
    HandItem(
        key="owner",
        name=Term(gettext_noop("Owner of the game")),
        definition=gettext_noop(
            "The hand of the player whose game it is, won or lost."
        ),
        examples=(Example("345m 678p 234s 567s 99s", seat=Wind.EAST),),
        source=BOOK.cite(
            "Verdoppelungen",
            Decision(
                gettext_noop("How often being the owner doubles is left blank."),
                gettext_noop("Once, as in the book’s example."),
            ),
        ),
        doubles=1,
        fits=lambda hand: hand.owner is hand.seat,
    ),
    HandItem(
        key="half_flush",
        name=Term(gettext_noop("One suit with honours")),
        definition=gettext_noop("All tiles of one suit, with winds or dragons."),
        examples=(Example("123p 456p 99p 222z 777z"),),
        source=DOUBLES,
        doubles=1,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & (HALF_FLUSH | HALF_FLUSH_TERMINALS)),
    ),
    HandItem(
        key="full_flush",
        name=Term(gettext_noop("One suit alone")),
        definition=gettext_noop("All tiles of one suit, without a wind or dragon."),
        examples=(Example("123p 456p 789p 333p 99p"),),
        source=DOUBLES,
        doubles=3,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & FULL_FLUSH),
    ),
    HandItem(
        key="all_honours",
        name=Term(gettext_noop("Honours alone")),
        definition=gettext_noop("Nothing but winds and dragons."),
        examples=(Example("111z 222z 555z 666z 77z"),),
        source=HONOURS_ALONE,
        doubles=3,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & ALL_HONOURS),
    ),
)


# What the winner counts -------------------------------------------------------


def _is_from_heaven(hand: Situation) -> bool:
    win = patterns.won(hand)
    return win.source is Source.DEAL or Circumstance.FIRST_TURN in win.circumstances


WINNERS_ITEMS = (
    classical.mahjong(
        examples=(Example("345m 678p 234s 567s 99s"),),
        source=WINNERS,
        points=20,
    ),
    HandItem(
        key="self_drawn",
        name=Term(gettext_noop("Winning tile self-drawn")),
        definition=gettext_noop(
            "The winning tile was not claimed: it came from the wall, for a"
            " kong, for a flower or season, or with the deal."
        ),
        examples=(Example("345m 678p 234s 567s 9s 9s", source=Source.WALL),),
        source=WINNERS,
        points=2,
        is_winners=True,
        fits=patterns.is_self_drawn,
    ),
    HandItem(
        key="from_heaven",
        name=Term(gettext_noop("Mahjong from heaven")),
        definition=gettext_noop(
            "The owner finishes a hand with the dealt tiles, or another player"
            " by claiming the owner’s first discard."
        ),
        examples=(
            Example(
                "123m 456m 789p 234s 66z",
                seat=Wind.EAST,
                source=Source.DEAL,
                form=gettext_noop("the owner with the dealt tiles"),
            ),
            Example(
                "345m 345p 678p 999s 22z",
                circumstances=frozenset({Circumstance.FIRST_TURN}),
                form=gettext_noop("another with the owner’s first discard"),
            ),
        ),
        source=DOUBLES,
        doubles=2,
        is_winners=True,
        fits=_is_from_heaven,
    ),
)


# Special hands ----------------------------------------------------------------


def _is_odd_pungs(hand: Situation) -> bool:
    return any(
        hand.pungs | hand.pairs == sum(UNIT[start + rank] for rank in (0, 2, 4, 6, 8))
        for start in SUIT_STARTS
    )


def _is_one_suit_chows(hand: Situation) -> bool:
    return any(
        hand.chows == sum(UNIT[start + rank] for rank in (0, 2, 4, 6))
        and not hand.pairs & ~(suit | HONOURS)
        for start, suit in zip(SUIT_STARTS, SUITS, strict=True)
    )


LIMIT_HANDS = (
    IrregularLimit(
        key="great_sequence",
        name=Term(gettext_noop("Great sequence")),
        definition=gettext_noop(
            "1 to 9 of one suit, the four winds, and any of these tiles a"
            " second time; or 1 to 9 of one suit, the three dragons and a pair"
            " of winds. All concealed but the winning tile."
        ),
        examples=(
            Example("123456789p 1234z 4z", form=gettext_noop("with the winds")),
            Example("1234z 123456789p 5p", form=gettext_noop("the pair in the suit")),
            Example("123456789s 567z 22z", form=gettext_noop("with the dragons")),
        ),
        source=SPECIAL_HANDS,
        points=1000,
        shape=OneOfEach(patterns.WIND_SNAKE + patterns.DRAGON_SNAKE),
    ),
    classical.seven_pairs(
        definition=gettext_noop(
            "Any seven pairs; four equal tiles are two. All concealed but the"
            " winning tile."
        ),
        examples=(
            Example("22m 77m 44p 99p 11s 33z 66z"),
            Example(
                "22m 22m 44p 99p 11s 33z 66z",
                form=gettext_noop("four equal tiles as two pairs"),
            ),
        ),
        source=SPECIAL_HANDS,
        points=1000,
    ),
    IrregularLimit(
        key="one_suit_pairs",
        name=Term(gettext_noop("Seven pairs of one suit and honours")),
        definition=gettext_noop(
            "Seven pairs of one suit; winds and dragons are allowed. All"
            " concealed but the winning tile."
        ),
        examples=(
            Example("22s 44s 55s 88s 22z 55z 77z"),
            Example("11p 33p 44p 66p 77p 88p 99p", form=gettext_noop("one suit alone")),
        ),
        source=SPECIAL_HANDS,
        points=2000,
        shape=SevenPairs(tuple(suit | HONOURS for suit in SUITS)),
    ),
    IrregularLimit(
        key="terminal_pairs",
        name=Term(gettext_noop("Seven pairs of honours and terminals")),
        definition=gettext_noop(
            "Seven pairs of ones, nines, winds and dragons. All concealed but"
            " the winning tile."
        ),
        examples=(Example("11m 99p 11s 22z 33z 55z 66z"),),
        source=SPECIAL_HANDS,
        points=2000,
        shape=SevenPairs((TERMINALS_AND_HONOURS,)),
    ),
    classical.honour_pairs(
        examples=(Example("11z 22z 33z 44z 55z 66z 77z"),),
        source=SPECIAL_HANDS,
        points=3000,
    ),
    IrregularLimit(
        key="nine_lanterns",
        name=Term(gettext_noop("Nine lanterns")),
        definition=gettext_noop(
            "Of one suit three ones, three nines, one each of 2 to 8, and any"
            " one more of the suit. Its tiles decide, exposed or concealed; a"
            " kong is not allowed."
        ),
        examples=(
            Example("111m 2345678m 999m 5m"),
            Example(
                "111m (234m) (55m) (678m) (999m)",
                form=gettext_noop("with an exposed set"),
            ),
        ),
        source=BOOK.cite(
            "Sonderspiele",
            Decision(
                gettext_noop("Whether the nine lanterns may lie open is not said."),
                gettext_noop(
                    "The tiles decide, however they lie; a kong does not fit."
                ),
            ),
        ),
        points=1000,
        shape=patterns.nine_gates(),
        may_be_exposed=True,
    ),
    RegularLimit(
        key="odd_pungs",
        name=Term(gettext_noop("Odd pungs")),
        definition=gettext_noop(
            "Of 1, 3, 5, 7 and 9 of one suit four pungs or kongs, and the fifth"
            " as the pair; exposed or concealed."
        ),
        examples=(Example("111p 333p 555p 999p 77p"),),
        source=SPECIAL_HANDS,
        points=1000,
        fits=_is_odd_pungs,
    ),
    RegularLimit(
        key="green",
        name=Term(gettext_noop("All green")),
        definition=gettext_noop(
            "Sets and a pair of nothing but 2, 3, 4, 6 and 8 of bamboos and"
            " green dragons, on which all is green; exposed or concealed."
        ),
        examples=(
            Example("222s 333s 444s 666z 88s"),
            Example("234s 234s 666s 888s 44s", form=gettext_noop("without the dragon")),
        ),
        source=SPECIAL_HANDS,
        points=2000,
        fits=patterns.only(patterns.GREEN),
    ),
    classical.four_winds(
        examples=(Example("111z 222z 333z 444z 55m"),),
        source=SPECIAL_HANDS,
        points=2000,
    ),
    RegularLimit(
        key="four_joys",
        name=Term(gettext_noop("Four joys")),
        definition=gettext_noop(
            "Pungs or kongs of all four winds and a pair of dragons; exposed or"
            " concealed."
        ),
        examples=(Example("111z 222z 333z 444z 77z"),),
        source=SPECIAL_HANDS,
        points=3000,
        fits=lambda hand: hand.pungs == WINDS and bool(hand.pairs & DRAGONS),
    ),
    RegularLimit(
        key="one_suit_chows",
        name=Term(gettext_noop("Chows of one suit in a row")),
        definition=gettext_noop(
            "The chows 123, 345, 567 and 789 of one suit, and a pair of a wind,"
            " a dragon or the same suit; exposed or concealed."
        ),
        examples=(
            Example(
                "123m 345m 567m 789m 22z", form=gettext_noop("with a pair of honours")
            ),
            Example(
                "123m 345m 567m 789m 22m", form=gettext_noop("with a pair of the suit")
            ),
        ),
        source=SPECIAL_HANDS,
        points=1000,
        fits=_is_one_suit_chows,
    ),
    IrregularLimit(
        key="thirteen_orphans",
        name=Term(gettext_noop("Thirteen orphans")),
        definition=gettext_noop(
            "One each of all ones and nines, winds and dragons, all concealed"
            " but the winning tile. The thirteen tiles are enough; a fourteenth"
            " is passed over, whatever it is."
        ),
        examples=(
            Example("19m 19p 19s 1234z 567z"),
            Example(
                "19m 19p 19s 1234z 56z 5p 7z",
                form=gettext_noop("with a fourteenth tile"),
            ),
        ),
        source=BOOK.cite(
            "Sonderspiele",
            Decision(
                gettext_noop(
                    "The hand can be ended with thirteen tiles; what becomes of a"
                    " fourteenth is not said."
                ),
                gettext_noop("A fourteenth tile is passed over, whatever it is."),
            ),
        ),
        points=4000,
        # Thirteen tiles are enough, whatever the fourteenth is.
        shape=OneOfEach(
            (Template(TERMINALS_AND_HONOURS, EVERY_KIND, needs_more=False),)
        ),
    ),
)


# Options ----------------------------------------------------------------------

OPTIONS = (
    Option(
        "settlement",
        Term(gettext_noop("Who pays whom")),
        SETTLEMENT,
        (
            Choice(
                "differences",
                Term(
                    gettext_noop(
                        "all pay the winner, the others pay each other the differences"
                    )
                ),
            ),
            Choice(
                "owner_double",
                Term(
                    gettext_noop(
                        "all pay the winner, the others the differences; doubled for"
                        " the owner"
                    )
                ),
                (Change("paying", {"doubled": Doubled.OWNER}),),
            ),
            Choice(
                "winner_only",
                Term(gettext_noop("all pay the winner, and nothing else")),
                (Change("paying", {"losers_settle": False}),),
            ),
            Choice(
                "credit",
                Term(gettext_noop("nobody pays; all are credited their points")),
                (Change("paying", {"is_credit": True}),),
            ),
        ),
        is_asked=True,
    ),
    Option(
        "pure_honours_doubles",
        Term(gettext_noop("Doubles for honours alone")),
        HONOURS_ALONE,
        numbers("all_honours", "doubles", 3, 2, 1),
    ),
    classical.yes_no(
        "colour_doubles_losers",
        gettext_noop("One suit or honours alone double a loser’s hand too"),
        BOOK.cite(
            "Verdoppelungen",
            Decision(
                gettext_noop(
                    "Whether one suit or honours alone double a loser’s hand too is not"
                    " said in so many words."
                ),
                gettext_noop("They double everybody’s hand."),
            ),
        ),
        *(
            Change(one.key, {"is_winners": True})
            for one in EVERYBODYS_ITEMS
            if one.group == COLOUR
        ),
    ),
    classical.no_yes(
        "robbing_kong",
        gettext_noop("A kong may be robbed"),
        BOOK.cite(
            "Spielverlauf",
            Decision(
                gettext_noop("Of robbing a kong the book does not speak."),
                gettext_noop("A kong cannot be robbed."),
            ),
        ),
        Change("winning", {"sources": frozenset(Source)}),
    ),
    classical.no_yes(
        "special_owner_double",
        gettext_noop("A limit hand counts double for the owner"),
        BOOK.cite(
            "Sonderspiele",
            Decision(
                gettext_noop(
                    "Whether the owner’s double holds for limit hands is not said."
                ),
                gettext_noop("No: the value of a limit hand is fixed."),
            ),
        ),
        Change("counting", {"owner_limit_factor": 2}),
    ),
    classical.rounds_option(COURSE),
)


def _is_owner(table: TableWinds, seat: Wind) -> bool:
    return table.owner is seat


def _may_be_first_turn(table: TableWinds, win: Win) -> bool:
    """Tell whether it can be the owner's first discard, claimed by another."""
    return win.source is Source.DISCARD and win.giver is table.owner


# At the table -----------------------------------------------------------------

AT_THE_TABLE = (
    TableRule(
        gettext_noop("Seats"),
        gettext_noop(
            "The four seats are drawn by lot: East, South, West and North in"
            " the order of play, to the right. They stay for the whole partie."
        ),
        BOOK.cite("Spielvorbereitung"),
    ),
    TableRule(
        gettext_noop("Dealing"),
        gettext_noop(
            "The owner deals from the left of the gap, two stacks at a time and"
            " three times round, beginning with their own hand; then two more"
            " tiles to themselves and one to everybody else. So the owner is"
            " already in the first turn."
        ),
        BOOK.cite("Spielvorbereitung"),
    ),
    TableRule(
        gettext_noop("Flowers and seasons"),
        gettext_noop(
            "They are laid open at once, and each is replaced from the head of"
            " the wall; after the deal the owner goes first."
        ),
        BOOK.cite("Spielvorbereitung"),
    ),
    TableRule(
        gettext_noop("Who goes first"),
        gettext_noop(
            "Mahjong goes before a pung or kong, these before a chow. A chow can be"
            " claimed only by the player whose turn is next, unless it wins."
        ),
        BOOK.cite("Spielverlauf"),
    ),
    TableRule(
        gettext_noop("Kongs"),
        gettext_noop(
            "The fourth tile of an exposed pung cannot be claimed; drawn from the wall"
            " it may be added. A concealed kong is laid open with one tile face down."
        ),
        BOOK.cite("Die Kombinationen"),
    ),
    TableRule(
        gettext_noop("The end of the wall"),
        gettext_noop(
            "With fourteen tiles left the game is broken off, and played again"
            " with the same owner."
        ),
        BOOK.cite("Unentschiedenes Spiel"),
    ),
)


BREAKING = Breaking(
    source="Spiel der Winde, “Spielvorbereitung”",
    throws=(Throw(2, OWNER_THROWS_TWO), Throw(2, CHOSEN_THROWS_TWO)),
    builds={4: Build()},
    count_from=SideEnd.RIGHT,
    live_end=SideEnd.LEFT,
    lifts=(Lift(Half.EITHER, 2), Lift(Half.EITHER, 4)),
    sentence=gettext_noop(
        "Lift the pair at stack %(stack)d from the right out of %(side)s’s side. Its"
        " tiles go on the second and the fourth stack to the right of the gap. Take"
        " tiles from the left of the gap."
    ),
    replacements=gettext_noop("Replacement tiles: the lifted pair."),
    ending=gettext_noop("The game ends with %(dead_wall)d tiles left."),
    is_owners=True,
)

SEAT_DRAWS = {
    4: gettext_noop(
        "The book’s own draw: you draw lots for the seats, and keep them and their "
        "winds for the whole partie."
    ),
}

RULESET = Ruleset(
    key="spiel-der-winde",
    name="Das Spiel der Winde",
    edition="2026-11-22/1",
    document=BOOK,
    items=SET_ITEMS + BONUS_ITEMS + WINNERS_ITEMS + EVERYBODYS_ITEMS,
    limit_hands=LIMIT_HANDS,
    options=OPTIONS,
    counting=PointsAndDoubles(limit_hand_may_be_counted=True),
    paying=PayingByHands(),
    dealing=Dealing(deal_passes=after_every_win, winds_stay=True, round_winds=()),
    tiles=TilesInPlay(has_bonus=True),
    winning=Winning(
        sources=frozenset(Source) - {Source.ROBBED_KONG},
        circumstances=frozenset({Circumstance.FIRST_TURN}),
        may_be_dealt=_is_owner,
        first_turn=gettext_noop("the owner’s first discard"),
        may_be_first_turn=_may_be_first_turn,
    ),
    seat_draws=SEAT_DRAWS,
    breaking=BREAKING,
    at_the_table=AT_THE_TABLE,
)
"""The rules with every option at its default."""
