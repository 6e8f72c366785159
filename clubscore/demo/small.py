"""The demo club: who plays there, and by which rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from clubscore.club import methods
from clubscore.club.models import Club, Player, Season
from clubscore.club.services import (
    checklist_put_away,
    club_make,
    player_add,
    season_make,
    season_method_change,
)
from clubscore.evening.services import evenings_plan, sign_on

SLUG = "demo"
NAMES = (
    *("Anneke", "Bram", "Carla", "Daan", "Elif", "Ferdinand", "Greet", "Hanneke"),
    *("Ingrid", "Jürgen", "Karin", "Lukas", "Mei", "Noor", "Otto", "Petra"),
    *("Rob", "Sanne", "Thijs", "Ursula", "Vera", "Willem", "Xenia", "Yvonne"),
    *("Zeynep", "Arend", "Beate", "Coen"),
)
"""More than there are seats: on every evening somebody is missing."""
METHOD = "attendance-premium"
"""The standings method that shows most: attendance, and winners of all kinds."""
PARTIES = 12
"""How many are played where nobody says it."""
TABLES, MOST_TABLES = 5, 6
"""How many there are on an evening, mostly and at most."""
PLAYERS = (4 * MOST_TABLES, 40)
"""How many a club has, at least and at most."""
ANSWERS = ((17, 3), (8, 2), (3, 0), (0, 0))
"""Of the evenings to come, a week apart: how many have signed on, and off."""
STILL_PLAYING = {"3": 7, "4": 10}
"""After how many games the tables of the last evening have been left that play on."""


def demo_club(first: dt.date, last: dt.date) -> tuple[Club, Season, list[Player]]:
    """Make the club, its players, a season with both days and the evenings to come."""
    club = club_make(name="Demo Mahjong Club", slug=SLUG, is_public=True)
    checklist_put_away(club=club)
    season = season_make(
        club=club,
        name="–".join(sorted({str(first.year), str(last.year)})),
        starts_on=dt.date(first.year, 1, 1),
        ends_on=dt.date(last.year, 12, 31),
        ruleset="nts",
    )
    preset = methods.preset_called(METHOD)
    assert preset is not None
    season_method_change(
        season=season,
        method=methods.stored(preset.method),
        substitutes=season.substitutes,
    )
    players = [player_add(club=club, name=name) for name in NAMES]
    _plan(club, players, last)
    return club, season, players


def _plan(club: Club, players: Sequence[Player], last: dt.date) -> None:
    """Plan the evenings after the *last* one, with who comes."""
    planned = evenings_plan(
        club=club,
        days=[last + dt.timedelta(weeks=week + 1) for week in range(len(ANSWERS))],
        starts_at=dt.time(19, 30),
        ends_at=dt.time(23),
        place="Dorpshuis",
    )
    for evening, (on, off) in zip(planned, ANSWERS, strict=True):
        for at, player in enumerate(players[: on + off]):
            sign_on(planned=evening, player=player, comes=at < on)
