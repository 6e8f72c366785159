"""Receivers of the signal that games changed: tallies and ratings follow at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clubscore.club.models import Club
from clubscore.partie.audit import Difference
from clubscore.partie.engine import Chronicle
from clubscore.partie.models import Partie
from clubscore.partie.signals import (
    club_exported,
    games_changed,
    partie_audited,
    parties_changed,
    persons_changed,
)
from clubscore.season import calibration, ratings, tallies


def listen() -> None:
    """Hear of every change and of every audit from now on."""
    games_changed.connect(_tally, sender=Partie, dispatch_uid="season")
    partie_audited.connect(_compare, sender=Partie, dispatch_uid="season")
    parties_changed.connect(_rate_all, sender=Club, dispatch_uid="season")
    club_exported.connect(_tell, sender=Club, dispatch_uid="season")
    persons_changed.connect(_rate_all, sender=Club, dispatch_uid="season")


def _tally(
    *, partie: Partie, chronicle: Chronicle, is_one_of_many: bool = False, **_more: Any
) -> None:
    tallies.tally(partie, chronicle)
    if not is_one_of_many:
        ratings.follow(partie)


def _rate_all(*, club: Club, **_more: Any) -> None:
    ratings.replay(club.pk)


def _compare(*, partie: Partie, chronicle: Chronicle, **_more: Any) -> list[Difference]:
    return [
        *tallies.compared(partie, chronicle),
        *ratings.compared(partie, chronicle),
    ]


def _tell(
    *, club: Club, season_id: Callable[[int], int], **_more: Any
) -> dict[str, list[dict[str, Any]]]:
    return {"calibration": calibration.told_in_file(club, season_id)}
