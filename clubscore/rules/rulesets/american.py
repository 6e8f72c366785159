"""
American Mah Jongg, with hands after the yearly card of the National Mah Jongg League.

The hands of the card are its publisher's, and none is kept here: what a hand is worth
is typed, and the rules make payments of it.
"""

from __future__ import annotations

from clubscore.rules.classical import no_yes, yes_no
from clubscore.rules.deal import Dealing, after_every_game
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import TypedValue
from clubscore.rules.hands import Circumstance, Source
from clubscore.rules.items import Decision, HandItem, RuleBook, TableRule
from clubscore.rules.options import Change, NumberOption
from clubscore.rules.payments import PayingByCard
from clubscore.rules.ruleset import Ruleset, TilesInPlay, Winning
from clubscore.rules.wall import EAST_THROWS_TWO, Breaking, Build, SideEnd, Throw

BOOK = RuleBook(
    "american",
    "National Mah Jongg League",
    gettext_noop("Players in America with this year’s card of the League."),
    checked="2026-11-22",
)

CARD = "the rules beside the hands of the card"
ANSWERS = "the League’s answers"

CARD_VALUE = HandItem(
    key="card_value",
    name=Term(gettext_noop("Value on the card")),
    definition=gettext_noop("What the card says that the hand is worth."),
    examples=(),
    source=BOOK.cite(CARD),
    # Stands for the value that is typed for each hand.
    points=25,
    is_winners=True,
    fits=lambda _hand: True,
)

OPTIONS = (
    yes_no(
        "jokerless_double",
        gettext_noop("A hand without jokers pays double"),
        BOOK.cite(CARD),
        Change("paying", {"jokerless_double": False}),
    ),
    no_yes(
        "robbing_kong",
        gettext_noop("A kong may be robbed"),
        BOOK.cite(
            ANSWERS,
            Decision(
                gettext_noop(
                    "Tables differ on whether the fourth tile of a kong can be claimed"
                    " for mah jongg."
                ),
                gettext_noop("It cannot."),
            ),
        ),
        Change(
            "winning",
            {"sources": frozenset((Source.WALL, Source.DISCARD, Source.ROBBED_KONG))},
        ),
    ),
    NumberOption(
        "limit_of_loss",
        Term(gettext_noop("The pie: the most that anybody loses over a partie")),
        BOOK.cite(
            ANSWERS,
            Decision(
                gettext_noop("The pie is a custom of tables, not of the League."),
                gettext_noop("There is none: 0."),
            ),
        ),
        part="paying",
        field="limit_of_loss",
        usual=0,
    ),
    NumberOption(
        "rounds",
        Term(gettext_noop("Rounds of a partie")),
        BOOK.cite(ANSWERS),
        part="dealing",
        field="rounds",
        least=1,
        most=12,
        usual=4,
    ),
    yes_no(
        "pivot",
        gettext_noop("The first East is the pivot"),
        BOOK.cite(
            ANSWERS,
            Decision(
                gettext_noop(
                    "Whether anybody changes places between rounds is left to tables."
                ),
                gettext_noop(
                    "After each round the first East changes places with the player to"
                    " the right, so that nobody always sits behind the same neighbour."
                ),
            ),
        ),
        Change("dealing", {"pivots": False}),
        players=(4,),
    ),
)

AT_THE_TABLE = (
    TableRule(
        gettext_noop("The card"),
        gettext_noop(
            "Hands and their values are on the League’s card, which changes every year."
            " None of them is kept here: type the value beside the hand."
        ),
        BOOK.cite(CARD),
    ),
    TableRule(
        gettext_noop("Self-picked"),
        gettext_noop(
            "A winning tile from the wall, off a joker exchanged out of an exposure, or"
            " dealt."
        ),
        BOOK.cite(CARD),
    ),
    TableRule(
        gettext_noop("Mah jongg in error"),
        gettext_noop(
            "Where other hands are intact the game goes on, the hand declared is dead,"
            " and that costs nothing by itself."
        ),
        BOOK.cite(ANSWERS),
    ),
    TableRule(
        gettext_noop("A wall game"),
        gettext_noop("Nobody pays. So it is when all hands are dead."),
        BOOK.cite(CARD),
    ),
    TableRule(
        gettext_noop("Beside the games"),
        gettext_noop(
            "The 50 of a lost challenge, doubled dice, bets of a player who sits out"
            " and prizes are payments beside the games."
        ),
        BOOK.cite(ANSWERS),
    ),
)

BUILD = Build(stacks=19, dead_wall=0)
"""152 tiles, with eight jokers."""

BREAKING = Breaking(
    source="NMJL, the League’s answers",
    throws=(Throw(2, EAST_THROWS_TWO),),
    is_on_own_side=True,
    builds={3: BUILD, 4: BUILD, 5: BUILD},
    count_from=SideEnd.RIGHT,
    live_end=SideEnd.LEFT,
    lifts=(),
    sentence=gettext_noop(
        "Open the wall beyond stack %(stack)d from the right of %(side)s’s side. Take"
        " tiles from the left of the opening."
    ),
    replacements=gettext_noop("There are no replacement tiles."),
    ending=gettext_noop(
        "There is no dead wall: every tile is played, those to the right of the opening"
        " last."
    ),
)

RULESET = Ruleset(
    key="american",
    name="American Mah Jongg",
    edition="2026-11-22/1",
    document=BOOK,
    items=(CARD_VALUE,),
    limit_hands=(),
    options=OPTIONS,
    # No hand of the card is told by these: cards of every year have them.
    counting=TypedValue(usual=(25, 30, 35, 40, 50, 60, 75)),
    paying=PayingByCard(),
    dealing=Dealing(deal_passes=after_every_game, round_winds=(), pivots=True),
    tiles=TilesInPlay(has_bonus=True, jokers=8),
    winning=Winning(
        sources=frozenset((Source.WALL, Source.DISCARD)),
        circumstances=frozenset(
            (Circumstance.JOKERLESS, Circumstance.SINGLES_AND_PAIRS)
        ),
    ),
    tables={
        4: (),
        3: (Change("dealing", {"players": 3, "pivots": False}),),
        5: (Change("dealing", {"players": 5, "pivots": False}),),
    },
    breaking=BREAKING,
    at_the_table=AT_THE_TABLE,
)
"""The rules with every option at its default."""
