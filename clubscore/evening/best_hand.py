"""The best hand of an evening: the one that won with the most points, tile by tile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F
from django.utils.safestring import SafeString

from clubscore.partie import engine, entries
from clubscore.partie.answers import part
from clubscore.partie.evenings import table_name
from clubscore.partie.models import GameScore, Partie

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


def best_hand_text(parties: Iterable[Partie], *, is_tonight: bool) -> SafeString:
    """Return what a page shows of the best hand of an evening; empty without one."""
    found = best_hand(parties)
    if found is None:
        return SafeString("")
    return part("evening/_best_hand.html", best=found, is_tonight=is_tonight)


def best_hand(parties: Iterable[Partie]) -> BestHand | None:
    """
    Return the winning hand worth most in these parties; of several the first.

    None where no tiles are known yet, and where they are played by several rule books,
    whose points do not compare. One query beside that of the parties.
    """
    counted = {one.pk: one for one in parties if not one.is_void}
    if len({one.ruleset for one in counted.values()}) != 1:
        return None
    won = GameScore.objects.filter(
        game__partie__in=list(counted), player=F("game__winner"), points__gt=0
    ).order_by("-points", "game")
    rows = won.values_list(
        *("points", "player", "player__name", "game__partie", "game__revision__said")
    )
    for points, player, name, partie, said in rows[:LOOKED_AT]:
        assert points is not None
        game = entries.RecordedGame.from_json(said)
        hand = game.hands.get(str(player), {})
        sets, tiles = hand.get("sets") or [], hand.get("tiles") or ""
        if sets or tiles:
            tile = game.winning_tile
            place = sets.index(game.completes) if game.completes in sets else None
            return BestHand(
                points,
                name,
                table_name(counted[partie]),
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
