"""The demo club: real hands, counted by the engine, the same for the same seed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from random import Random

from django.db import transaction

from clubscore.club import methods
from clubscore.club.models import Club, Player, Season
from clubscore.club.services import (
    club_make,
    player_add,
    season_make,
    season_method_change,
)
from clubscore.demo.dealer import Record, deal_game
from clubscore.partie.engine import RulesError
from clubscore.partie.models import Partie
from clubscore.partie.services import (
    Author,
    Write,
    game_record,
    link_make,
    partie_start,
)

SLUG = "demo"
NAMES = (
    *("Anneke", "Bram", "Carla", "Daan", "Elif", "Ferdinand", "Greet", "Hanneke"),
    *("Ingrid", "Jürgen", "Karin", "Lukas", "Mei", "Noor", "Otto", "Petra"),
    *("Rob", "Sanne"),
)
"""More than there are seats: on every evening somebody is missing."""
METHOD = "attendance-premium"
"""The standings method that shows most: attendance, and winners of all kinds."""
EVENINGS = 3
TABLES = 4
STILL_PLAYING = {"3": 7, "4": 10}
"""After how many games the tables of the last evening have been left that play on."""
MOST_TRIES = 1000


def demo_club(first: dt.date, last: dt.date) -> tuple[Club, Season, list[Player]]:
    """Make the club, its players and a season with both days, without a partie."""
    club = club_make(name="Demo Mahjong Club", slug=SLUG, is_public=True)
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


def deal_demo(*, seed: int, parties: int, today: dt.date) -> Iterator[Partie]:
    """
    Fill the demo club, one partie after the other, each in a transaction.

    Yield every partie when its games are recorded. On the last evening some tables
    still play.
    """
    rng = Random(seed)  # noqa: S311 (nothing here is secret)
    per_evening = max(TABLES, -(-parties // EVENINGS))
    evenings = -(-parties // per_evening)
    first = today - dt.timedelta(weeks=evenings - 1)
    with transaction.atomic():
        _club, season, players = demo_club(first, today)
    for number in range(parties):
        day = first + dt.timedelta(weeks=number // per_evening)
        if number % TABLES == 0:
            rng.shuffle(players)
        at_table = players[number % TABLES * 4 :][:4]
        table = str(number % TABLES + 1)
        games = STILL_PLAYING.get(table) if day == today else None
        yield _play(rng, season, at_table, day, table, games)


@transaction.atomic
def _play(
    rng: Random,
    season: Season,
    players: list[Player],
    day: dt.date,
    table: str,
    games: int | None,
) -> Partie:
    """Play one partie to its end, or only so many *games* of it."""
    partie = partie_start(
        season=season, players=players, day=day, table=table, start_chips=0
    )
    link_make(partie=partie)
    author = Author(name=players[0].name)
    while not partie.is_finished and partie.version != games:
        write = Write(author, partie.version, f"demo {partie.version}")
        _record_dealt(rng, partie, write)
        partie.refresh_from_db()
    return partie


def _record_dealt(rng: Random, partie: Partie, write: Write) -> None:
    """Deal until somebody can win by the rules, and record that game."""
    for _ in range(MOST_TRIES):
        game: Record = deal_game(rng)
        try:
            with transaction.atomic():
                game_record(partie=partie, write=write, record=game)
        except RulesError:
            # Too few doubles to win: at the table the game would have gone on.
            continue
        return
    message = "no game could be dealt that the ruleset lets anybody win"
    raise RuntimeError(message)
