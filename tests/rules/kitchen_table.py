"""
A whole rule book out of the pieces, as the README of the engine says: values alone.

No option, four players, and nothing said of a wall, of seats or of a first turn.
"""

from typing import Any

from clubscore.rules.deal import Dealing
from clubscore.rules.errors import Term
from clubscore.rules.hand_points import FaanAndLaak
from clubscore.rules.items import Example, HandItem, RegularLimit, RuleBook, SetItem
from clubscore.rules.patterns import (
    GREEN,
    is_all_pungs,
    is_dragon,
    is_pung_or_kong,
    is_self_drawn,
    only,
)
from clubscore.rules.payments import PayingByFactors
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.sets import TileSet

BOOK = RuleBook("kitchen-table", "Our kitchen table", checked="2026-11-21")
PAGE = BOOK.cite("1")


def is_set_of_dragons(one: TileSet, _own: Wind, _round_wind: Wind | None) -> bool:
    return is_pung_or_kong(one) and is_dragon(one)


SHOWN: Any = {"definition": "As it is.", "examples": (Example("222s"),)}
KITCHEN_TABLE = Ruleset(
    key="kitchen-table",
    name="Kitchen table",
    edition="1",
    document=BOOK,
    items=(
        HandItem("win", Term("Win"), PAGE, faan=1, fits=lambda _hand: True, **SHOWN),
        HandItem("drawn", Term("Drawn"), PAGE, faan=1, fits=is_self_drawn, **SHOWN),
        HandItem("pungs", Term("Pungs"), PAGE, faan=3, fits=is_all_pungs, **SHOWN),
        SetItem(
            "dragons", Term("Dragons"), PAGE, faan=1, fits=is_set_of_dragons, **SHOWN
        ),
    ),
    limit_hands=(
        RegularLimit(
            "green", Term("Green"), PAGE, points=100, fits=only(GREEN), **SHOWN
        ),
    ),
    counting=FaanAndLaak(table=(0, 1, 2, 4, 8, 16, 32), laak=(0,), minimum_points=1),
    paying=PayingByFactors(east_double=False),
    dealing=Dealing(rounds=1, start_chips=50),
)
