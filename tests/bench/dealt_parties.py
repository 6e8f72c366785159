"""Parties of the benchmarks, played game by game as at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt
    from random import Random

    from clubscore.club.models import Player, Season
    from clubscore.partie.models import Partie


def play(
    rng: Random,
    season: Season,
    players: list[Player],
    day: dt.date,
    table: str,
    games: int,
) -> Partie:
    """Play a partie to its end, or only so many *games* of it."""
    from clubscore.partie.services import link_make, partie_start

    partie = partie_start(
        season=season, players=players, day=day, table=table, start_chips=0
    )
    link_make(partie=partie)
    while not partie.is_finished and partie.version < games:
        record_dealt(rng, partie)
    return partie


def record_dealt(rng: Random, partie: Partie) -> None:
    """Deal until somebody can win by the rules, and record that game."""
    from clubscore.demo.dealer import deal_game
    from clubscore.partie.engine import RulesError
    from clubscore.partie.services import Author, Write, game_record

    while True:
        write = Write(Author(name="Bench"), partie.version, f"bench {partie.version}")
        try:
            game_record(partie=partie, write=write, record=deal_game(rng))
        except RulesError:
            continue  # too few doubles to win: at the table the game would have gone on
        partie.refresh_from_db()
        return
