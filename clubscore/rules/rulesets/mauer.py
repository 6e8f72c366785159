"""
The wall of any game: no rule book of its own, only how its wall is broken.

A club can choose it for every ruleset, and a table whose book is silent is offered it.
"""

from __future__ import annotations

from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.items import Decision, RuleBook
from clubscore.rules.options import Choice, Option
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

BREAKING = Breaking(
    source="Mauer",
    throws=(Throw(2, EAST_THROWS_TWO), Throw(2, CHOSEN_THROWS_TWO)),
    builds={3: Build(dead_wall=8), 4: Build(dead_wall=8), 5: Build(dead_wall=8)},
    variations=(Variation("dead_wall", 14, dead_wall=14),),
    count_from=SideEnd.LEFT,
    live_end=SideEnd.RIGHT,
    lifts=(Lift(Half.UPPER, 1), Lift(Half.LOWER, 2)),
    sentence=gettext_noop(
        "Lift the pair at stack %(stack)d from the left out of %(side)s’s side. Both"
        " tiles go as markers on the dead end, to the left of the gap. Take tiles from"
        " the right of the gap."
    ),
    replacements=gettext_noop(
        "Replacement tiles: of the two markers the former upper one first."
    ),
    ending=gettext_noop(
        "The %(dead_wall)d tiles to the left of the gap are the dead wall, the two"
        " markers among them."
    ),
)

OPTIONS = (
    Option(
        "dead_wall",
        Term(gettext_noop("Tiles of the dead wall")),
        RuleBook("mauer", "Mauer", checked="2026-11-21").cite(
            "Mauer",
            Decision(
                gettext_noop("Rule books do not agree on how long the dead wall is."),
                gettext_noop("Three stacks and the two markers on them: eight tiles."),
            ),
        ),
        (Choice(8, Term("8")), Choice(14, Term("14"))),
    ),
)
