"""
Any other rules: what each player won or lost is typed, by whatever rules they play.

For clubs that play what is not here: riichi, Taiwanese, Sichuan, the rules of a family.
"""

from __future__ import annotations

from clubscore.rules.classical import yes_no
from clubscore.rules.deal import after_every_game, when_dealer_did_not_win
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hand_points import TypedScores
from clubscore.rules.hands import Source
from clubscore.rules.items import RuleBook, TableRule
from clubscore.rules.options import Change, Choice, NumberOption, Option
from clubscore.rules.patterns import NO, YES
from clubscore.rules.payments import PayingUnknown
from clubscore.rules.ruleset import Ruleset, Winning

BOOK = RuleBook(
    "free",
    gettext_noop("The table’s own rules"),
    gettext_noop(
        "All others: riichi, Taiwanese, a family’s rules. The table counts, and what"
        " everybody has won is typed."
    ),
    checked="2026-11-22",
)

SCORES = BOOK.cite("Scores")
ROUNDS = BOOK.cite("Rounds")

OPTIONS = (
    yes_no(
        "zero_sum",
        gettext_noop("What is won and lost in a game adds to 0"),
        SCORES,
        Change("counting", {"zero_sum": False}),
    ),
    Option(
        "east_stays",
        Term(gettext_noop("East stays")),
        ROUNDS,
        (
            Choice(
                "win_or_draw",
                Term(gettext_noop("after winning, a draw or a penalty")),
            ),
            Choice(
                "win",
                Term(gettext_noop("only after winning")),
                (Change("dealing", {"deal_passes": when_dealer_did_not_win}),),
            ),
            Choice(
                "never",
                Term(gettext_noop("never")),
                (Change("dealing", {"deal_passes": after_every_game}),),
            ),
        ),
    ),
    NumberOption(
        "rounds",
        Term(gettext_noop("Rounds of a partie")),
        ROUNDS,
        part="dealing",
        field="rounds",
        least=1,
        most=12,
        usual=4,
    ),
    Option(
        "round_winds",
        Term(gettext_noop("Rounds have winds")),
        ROUNDS,
        (
            Choice("yes", YES),
            Choice("none", NO, (Change("dealing", {"round_winds": ()}),)),
        ),
    ),
)

AT_THE_TABLE = (
    TableRule(
        gettext_noop("What is recorded"),
        gettext_noop(
            "Who won and whose discard it was, as far as anybody says so; a draw, or a"
            " penalty; what each player won or lost; the name of a limit hand, for the"
            " record book."
        ),
        SCORES,
    ),
    TableRule(
        gettext_noop("Where your rules pass the deal otherwise"),
        gettext_noop(
            "Say who really is East of the next game: the round goes on from that seat."
        ),
        ROUNDS,
    ),
    TableRule(
        gettext_noop("Start chips"),
        gettext_noop(
            "None, unless the partie is started with some: 25000 for a riichi table,"
            " say."
        ),
        ROUNDS,
    ),
)

RULESET = Ruleset(
    key="free",
    name=gettext_noop("Any other rules"),
    edition="2026-11-22/1",
    document=BOOK,
    items=(),
    limit_hands=(),
    options=OPTIONS,
    counting=TypedScores(),
    paying=PayingUnknown(),
    winning=Winning(sources=frozenset((Source.WALL, Source.DISCARD))),
    tables={
        4: (),
        3: (Change("dealing", {"players": 3}),),
        5: (Change("dealing", {"players": 5}),),
    },
    at_the_table=AT_THE_TABLE,
)
"""The rules with every option at its default."""
