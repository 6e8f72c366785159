"""The calibration of a club's ratings: chances given before parties, and what came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from django.db.models import QuerySet

from clubscore.club.models import Club
from clubscore.ranking import Calibration, CalibrationRow, ToldPair, calibrated
from clubscore.season.models import RatingChange
from clubscore.season.statistics import Scope


def calibration_of(scope: Scope) -> Calibration:
    """Return the calibration of what is asked, in one query."""
    changes = RatingChange.objects.filter(scope.condition)
    return calibrated(pair for _season, pair in _pairs(changes))


def _pairs(changes: QuerySet[RatingChange]) -> Iterator[tuple[int, ToldPair]]:
    """Yield every pair that did not tie, from the row of one of the two, by season."""
    rows = changes.order_by().values_list("partie__season", "partie", "player", "pairs")
    for season, partie, player, pairs in rows:
        for other, chance, came, _points in pairs:
            is_favourite = chance > 0.5 or (chance == 0.5 and player < other)
            if is_favourite and came != 0.5:
                yield season, ToldPair(partie, chance, came == 1)


# In a club's file -------------------------------------------------------------------


def told_in_file(club: Club, season_id: Callable[[int], int]) -> list[dict[str, Any]]:
    """
    Return what a club's file tells of it: of all time, then of each season.

    *season_id* gives the ids that seasons have there. Nothing is told where nothing
    was rated, and of a club without a skill rating. One query.
    """
    if club.hides_skill_rating:
        return []
    by_season: dict[int, list[ToldPair]] = {}
    for season, pair in _pairs(RatingChange.objects.filter(Scope(club).condition)):
        by_season.setdefault(season, []).append(pair)
    if not by_season:
        return []
    return [
        {"season": None, **_told(chain.from_iterable(by_season.values()))},
        *(
            {"season": season_id(season), **_told(pairs)}
            for season, pairs in sorted(by_season.items())
        ),
    ]


def _told(pairs: Iterable[ToldPair]) -> dict[str, Any]:
    found = calibrated(pairs)
    return {
        "parties": found.parties,
        "pairs": found.pairs,
        "log_loss": round(found.loss, 4),
        "against_coin": found.against_coin.value,
        "rows": list(map(_row_told, found.rows)),
    }


def _row_told(row: CalibrationRow) -> dict[str, Any]:
    low, high = row.interval
    return {
        "from": row.low,
        "to": row.high,
        "pairs": row.pairs,
        "came": row.came,
        "told": round(row.told, 1),
        "least": round(low, 1),
        "most": round(high, 1),
    }
