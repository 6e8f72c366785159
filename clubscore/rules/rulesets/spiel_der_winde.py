"""
Mah Jong, das Spiel der Winde.

Seat winds stay with the players, and the game passes from owner to owner.
Everybody's hand counts in points and doubles, without a limit; the winner's
special hands have fixed values. The book gives no settlement, so that a club
chooses one.
"""

from __future__ import annotations

from clubscore.rules.dealing import Dealing, after_every_win
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hands import Circumstance, Source, Table, Win
from clubscore.rules.irregular import OneOfEach, SevenPairs, Template
from clubscore.rules.items import (
    BonusItem,
    Citation,
    Document,
    HandItem,
    IrregularLimit,
    RegularLimit,
)
from clubscore.rules.options import Change, Choice, Option, numbers
from clubscore.rules.patterns import (
    DRAGON_SNAKE,
    GREEN,
    NO,
    WIND_SNAKE,
    YES,
    classical_sets,
    has_sets_of,
    is_own_bonus,
    is_self_drawn,
    nine_gates,
    only,
    pair_of_dragons,
    pair_of_own_wind,
    set_of_dragons,
    set_of_own_wind,
    won,
)
from clubscore.rules.paying import Doubled, PayingByHands
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
from clubscore.rules.valuing import PointsAndDoubles

BOOK = Document("spiel-der-winde", "Mah Jong, das Spiel der Winde")
CHECKED = "2026-11-21"


def _cite(section: str, *, is_decision: bool = False) -> Citation:
    return Citation(BOOK, section, CHECKED, is_decision)


TABLE = _cite("Die Abrechnung")
WINNERS = _cite("Prämien für den Sieger (und nur für ihn)")
DOUBLES = _cite("Verdoppelungen")
DOUBLES_DECIDED = _cite("Verdoppelungen", is_decision=True)
SPECIAL_HANDS = _cite("Sonderspiele")
SPECIAL_HANDS_DECIDED = _cite("Sonderspiele", is_decision=True)
SETTLEMENT = _cite("Die Abrechnung", is_decision=True)
COURSE = _cite("Spielvorbereitung", is_decision=True)

COLOUR = "colour"
"""Of one suit with honours, one suit and honours alone one counts."""


# What everybody counts --------------------------------------------------------

SET_ITEMS = (
    *classical_sets(TABLE),
    pair_of_own_wind(TABLE, points=2),
    pair_of_dragons(TABLE, points=2),
    set_of_dragons(DOUBLES, doubles=1),
    set_of_own_wind(DOUBLES, doubles=1),
)
BONUS_ITEMS = (
    BonusItem(
        key="own_bonus_tile",
        name=Term(gettext_noop("Own flower or season")),
        source=TABLE,
        points=8,
        fits=is_own_bonus,
    ),
    BonusItem(
        key="other_bonus_tile",
        name=Term(gettext_noop("Another’s flower or season")),
        source=TABLE,
        points=4,
        fits=lambda tile, own: not is_own_bonus(tile, own),
    ),
)
EVERYBODYS_ITEMS = (
    HandItem(
        key="owner",
        name=Term(gettext_noop("Owner of the game")),
        # The cell is blank; the book's example doubles once for it.
        source=DOUBLES_DECIDED,
        doubles=1,
        fits=lambda hand: hand.owner is hand.seat,
    ),
    HandItem(
        key="half_flush",
        name=Term(gettext_noop("One suit with honours")),
        source=DOUBLES,
        doubles=1,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & (HALF_FLUSH | HALF_FLUSH_TERMINALS)),
    ),
    HandItem(
        key="full_flush",
        name=Term(gettext_noop("One suit alone")),
        source=DOUBLES,
        doubles=3,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & FULL_FLUSH),
    ),
    HandItem(
        key="all_honours",
        name=Term(gettext_noop("Honours alone")),
        # The cell is blank; as much as one suit alone, by analogy.
        source=DOUBLES_DECIDED,
        doubles=3,
        group=COLOUR,
        fits=lambda hand: bool(hand.colours & ALL_HONOURS),
    ),
)


# What the winner counts -------------------------------------------------------


def _is_from_heaven(hand: Situation) -> bool:
    win = won(hand)
    return win.source is Source.DEAL or Circumstance.FIRST_TURN in win.circumstances


WINNERS_ITEMS = (
    HandItem(
        key="mahjong",
        name=Term(gettext_noop("Mahjong")),
        source=WINNERS,
        points=20,
        is_winners=True,
        fits=lambda _hand: True,
    ),
    HandItem(
        key="self_drawn",
        name=Term(gettext_noop("Winning tile self-drawn")),
        source=WINNERS,
        points=2,
        is_winners=True,
        fits=is_self_drawn,
    ),
    HandItem(
        key="from_heaven",
        name=Term(gettext_noop("Mahjong from heaven")),
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
        example="123456789p 1234z 4z",
        source=SPECIAL_HANDS,
        points=1000,
        shape=OneOfEach(WIND_SNAKE + DRAGON_SNAKE),
    ),
    IrregularLimit(
        key="seven_pairs",
        name=Term(gettext_noop("Seven pairs")),
        example="22m 77m 44p 99p 11s 33z 66z",
        source=SPECIAL_HANDS,
        points=1000,
        shape=SevenPairs((EVERY_KIND,)),
    ),
    IrregularLimit(
        key="one_suit_pairs",
        name=Term(gettext_noop("Seven pairs of one suit and honours")),
        example="22s 44s 55s 88s 22z 55z 77z",
        source=SPECIAL_HANDS,
        points=2000,
        shape=SevenPairs(tuple(suit | HONOURS for suit in SUITS)),
    ),
    IrregularLimit(
        key="terminal_pairs",
        name=Term(gettext_noop("Seven pairs of honours and terminals")),
        example="11m 99p 11s 22z 33z 55z 66z",
        source=SPECIAL_HANDS,
        points=2000,
        shape=SevenPairs((TERMINALS_AND_HONOURS,)),
    ),
    IrregularLimit(
        key="honour_pairs",
        name=Term(gettext_noop("Seven pairs of honours")),
        example="11z 22z 33z 44z 55z 66z 77z",
        source=SPECIAL_HANDS,
        points=3000,
        shape=SevenPairs((HONOURS,)),
    ),
    IrregularLimit(
        key="nine_lanterns",
        name=Term(gettext_noop("Nine lanterns")),
        example="111m 2345678m 999m 5m",
        source=SPECIAL_HANDS_DECIDED,
        points=1000,
        shape=nine_gates(),
        may_be_exposed=True,
    ),
    RegularLimit(
        key="odd_pungs",
        name=Term(gettext_noop("Odd pungs")),
        example="111p 333p 555p 999p 77p",
        source=SPECIAL_HANDS,
        points=1000,
        fits=_is_odd_pungs,
    ),
    RegularLimit(
        key="green",
        name=Term(gettext_noop("All green")),
        example="222s 333s 444s 666z 88s",
        source=SPECIAL_HANDS,
        points=2000,
        fits=only(GREEN),
    ),
    RegularLimit(
        key="four_winds",
        name=Term(gettext_noop("Four winds")),
        example="111z 222z 333z 444z 55m",
        source=SPECIAL_HANDS,
        points=2000,
        fits=has_sets_of(WINDS),
    ),
    RegularLimit(
        key="four_joys",
        name=Term(gettext_noop("Four joys")),
        example="111z 222z 333z 444z 77z",
        source=SPECIAL_HANDS,
        points=3000,
        fits=lambda hand: hand.pungs == WINDS and bool(hand.pairs & DRAGONS),
    ),
    RegularLimit(
        key="one_suit_chows",
        name=Term(gettext_noop("Chows of one suit in a row")),
        example="123m 345m 567m 789m 22z",
        source=SPECIAL_HANDS,
        points=1000,
        fits=_is_one_suit_chows,
    ),
    IrregularLimit(
        key="thirteen_orphans",
        name=Term(gettext_noop("Thirteen orphans")),
        example="19m 19p 19s 1234z 567z",
        source=SPECIAL_HANDS_DECIDED,
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
    ),
    Option(
        "pure_honours_doubles",
        Term(gettext_noop("Doubles for honours alone")),
        DOUBLES_DECIDED,
        numbers("all_honours", "doubles", 3, 2, 1),
    ),
    Option(
        "colour_doubles_losers",
        Term(gettext_noop("Suits and honours alone double for losers too")),
        DOUBLES_DECIDED,
        (
            Choice("yes", YES),
            Choice(
                "no",
                NO,
                tuple(
                    Change(one.key, {"is_winners": True})
                    for one in EVERYBODYS_ITEMS
                    if one.group == COLOUR
                ),
            ),
        ),
    ),
    Option(
        "robbing_kong",
        Term(gettext_noop("A kong may be robbed")),
        _cite("Spielverlauf", is_decision=True),
        (
            Choice("no", NO),
            Choice("yes", YES, (Change("winning", {"sources": frozenset(Source)}),)),
        ),
    ),
    Option(
        "special_owner_double",
        Term(gettext_noop("Special hands count double for the owner")),
        SPECIAL_HANDS_DECIDED,
        (
            Choice("no", NO),
            Choice("yes", YES, (Change("counting", {"owner_limit_factor": 2}),)),
        ),
    ),
    Option(
        "rounds",
        Term(gettext_noop("Rounds of a partie")),
        COURSE,
        numbers("dealing", "rounds", 4, 3, 2, 1),
    ),
)


def _is_owner(table: Table, seat: Wind) -> bool:
    return table.owner is seat


def _may_be_first_turn(table: Table, win: Win) -> bool:
    """Tell whether it can be the owner's first discard, claimed by another."""
    return (
        win.source is Source.DISCARD
        and win.giver is table.owner
        and win.winner is not table.owner
    )


RULESET = Ruleset(
    key="spiel-der-winde",
    name="Das Spiel der Winde",
    edition="2026-11-21/1",
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
        may_be_first_turn=_may_be_first_turn,
    ),
)
"""The rules with every option at its default."""
