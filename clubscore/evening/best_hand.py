"""The best hand of an evening: the one that won with the most points, tile by tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from clubscore.evening.overview import TableNow
from clubscore.partie import entries
from clubscore.partie.models import GameScore

LOOKED_AT = 8
"""Of so many hands worth most one is shown; the tiles of others may not be known."""


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand that won, as it was entered."""

    points: int
    player: str
    table: str
    sets: tuple[str, ...]
    tiles: str
    """Those that were entered without saying which set they are of."""


def best_hand(tables: Sequence[TableNow]) -> BestHand | None:
    """
    Return the winning hand worth most at these tables; of several the first.

    None where no tiles are known yet, and where tables play by several rule books,
    whose points do not compare. One query.
    """
    counted = {one.partie.pk: one for one in tables if not one.partie.is_void}
    if len({one.partie.ruleset for one in counted.values()}) != 1:
        return None
    won = GameScore.objects.filter(
        game__partie__in=list(counted), player=F("game__winner"), points__gt=0
    ).order_by("-points", "game")
    rows = won.values_list("points", "player", "game__partie", "game__revision__said")
    for points, player, partie, said in rows[:LOOKED_AT]:
        assert points is not None
        hand = entries.RecordedGame.from_json(said).hands.get(str(player), {})
        sets, tiles = hand.get("sets") or [], hand.get("tiles") or ""
        if sets or tiles:
            table = counted[partie]
            name = table.names[str(player)]
            return BestHand(points, name, table.name, tuple(sets), tiles)
    return None
