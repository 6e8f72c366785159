"""The best hand of an evening: the one that won with the most points, tile by tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from clubscore.evening.overview import TableNow
from clubscore.partie import engine, entries
from clubscore.partie.models import GameScore

LOOKED_AT = 8
"""Of so many hands worth most one is shown; the tiles of others may not be known."""


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand that won, as it was entered."""

    points: int
    player: str
    table: str
    sets: tuple[tuple[str, str], ...]
    """Each with the tile that won in it; that is empty for all others."""
    tiles: str
    """Those that were entered without saying which set they are of."""
    won: str
    """The tile among those that won; empty where it is in a set, or not known."""


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
        game = entries.RecordedGame.from_json(said)
        hand = game.hands.get(str(player), {})
        sets, tiles = hand.get("sets") or [], hand.get("tiles") or ""
        if sets or tiles:
            table = counted[partie]
            name = table.names[str(player)]
            tile = game.winning_tile
            place = sets.index(game.completes) if game.completes in sets else None
            return BestHand(
                points,
                name,
                table.name,
                tuple(
                    (one, tile if number == place else "")
                    for number, one in enumerate(sets)
                ),
                tiles,
                "" if any(_holds(one, tile) for one in sets) else tile,
            )
    return None


def _holds(text: str, tile: str) -> bool:
    """Tell whether a set holds such a tile."""
    return not {*engine.tile_names(tile)}.isdisjoint(engine.set_tiles(text)[0])
