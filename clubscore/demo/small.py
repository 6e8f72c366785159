"""The demo club: who plays there, and by which rules."""

from __future__ import annotations

import datetime as dt

from clubscore.club import methods
from clubscore.club.models import Club, Player, Season
from clubscore.club.services import (
    checklist_put_away,
    club_make,
    player_add,
    season_make,
    season_method_change,
)

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
STILL_PLAYING = {"3": 7, "4": 10}
"""After how many games the tables of the last evening have been left that play on."""


def demo_club(first: dt.date, last: dt.date) -> tuple[Club, Season, list[Player]]:
    """Make the club, its players and a season with both days, without a partie."""
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
    return club, season, [player_add(club=club, name=name) for name in NAMES]
