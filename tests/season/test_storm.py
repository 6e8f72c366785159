"""
Whatever is written in whatever order: what is stored is what a fresh count comes to.

A storm of games, corrections, undos, bookings, new seats, merges and partings, other
methods and people noted late goes through the doors that pages use, while pages are
looked at in between; then everything stored is made again and compared.
"""

import datetime as dt
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from clubscore.club.methods import preset_called, stored
from clubscore.club.models import Player, Season
from clubscore.club.services import season_method_change
from clubscore.evening.services import presence_note
from clubscore.partie.answers import stale_answers
from clubscore.partie.audit import differences
from clubscore.partie.correction_services import (
    game_correct,
    seating_record,
    substitute_record,
)
from clubscore.partie.engine import RulesError
from clubscore.partie.merge import player_merge, player_part
from clubscore.partie.models import Partie, PartieResult
from clubscore.partie.services import (
    booking_record,
    game_record,
    last_withdraw,
    partie_end,
    partie_start,
    partie_void,
)
from clubscore.season.course import KeptLeaderboard
from clubscore.season.standings import leaderboard_of
from tests.conftest import players_in
from tests.season.played import DRAW, GAME, write
from tests.season.test_course import told
from tests.season.test_versions import PAGES, anew, everything, shown

STEPS = 25
"""How much is written; what is refused, as at a table, does not count."""
METHODS = (
    *("chips", "table-points", "attendance-premium", "trimmed-mean"),
    *("groene-hart", "best-five-of-seven"),
)


class Storm:
    """A club in which anything may happen next."""

    def __init__(self, season: Season, seed: int) -> None:
        self.season, self.rng = season, Random(seed)
        self.club = season.club
        self.start()

    @property
    def partie(self) -> Partie:
        """Any partie of the club."""
        return self.rng.choice(list(self.club.parties.order_by("pk")))

    @property
    def people(self) -> list[Player]:
        """Everybody who has not turned out to be somebody else."""
        return list(self.club.players.filter(merged_into=None).order_by("pk"))

    def start(self) -> None:
        """Let four sit down, today or a while ago."""
        days = self.rng.choice([0, 0, 7, 14])
        partie_start(
            season=self.season,
            players=self.rng.sample(self.people, 4),
            day=timezone.localdate() - dt.timedelta(days=days),
        )

    def game(self) -> None:
        """Record a game."""
        partie = self.partie
        record = self.rng.choice([GAME, DRAW])
        game_record(partie=partie, write=write(partie), record=record)

    def correction(self) -> None:
        """Correct any game."""
        partie = self.partie
        number = self.rng.randint(1, max(1, partie.games.count()))
        record = self.rng.choice([GAME, DRAW])
        about: Any = {"partie": partie, "write": write(partie), "why": "wrong"}
        winds = self.rng.choice(["played", "should"])
        game_correct(**about, number=number, record=record, winds=winds)

    def undo(self) -> None:
        """Take back what was recorded last."""
        partie = self.partie
        last_withdraw(partie=partie, write=write(partie), why="wrong")

    def booking(self) -> None:
        """Book something between two at a table."""
        partie = self.partie
        payer, payee = self.rng.sample(list(partie.results.all()), 2)
        booking_record(
            partie=partie,
            write=write(partie),
            payer=payer.player,
            payee=payee.player,
            amount=self.rng.randint(1, 300),
            why="late",
        )

    def seats(self) -> None:
        """Seat a table anew."""
        partie = self.partie
        seated = [str(one.player_id) for one in partie.seats.all()]
        self.rng.shuffle(seated)
        seating_record(partie=partie, write=write(partie), players=seated)

    def substitute(self) -> None:
        """Let somebody else play on."""
        partie = self.partie
        leaving = self.rng.choice(list(partie.seats.all())).player
        coming = self.rng.choice(self.people)
        about: Any = {"leaving": leaving, "coming": coming}
        substitute_record(partie=partie, write=write(partie), **about)

    def end(self) -> None:
        """End a partie."""
        partie = self.partie
        partie_end(partie=partie, write=write(partie), why="time")

    def void(self) -> None:
        """Make a partie void."""
        partie = self.partie
        partie_void(partie=partie, write=write(partie), why="tiles missing")

    def merge(self) -> None:
        """Let somebody turn out to be somebody else."""
        player, into = self.rng.sample(self.people, 2)
        if len(self.people) > 5:
            player_merge(player=player, into=into)

    def part(self) -> None:
        """Let somebody be nobody else after all."""
        merged = self.club.players.exclude(merged_into=None).order_by("pk")
        player_part(player=self.rng.choice(merged or self.people))

    def method(self) -> None:
        """Count the season otherwise."""
        preset = preset_called(self.rng.choice(METHODS))
        assert preset is not None
        season_method_change(
            season=self.season,
            method=stored(preset.method),
            substitutes=self.season.substitutes,
        )

    def attendance(self) -> None:
        """Note late who was there."""
        evening = self.rng.choice(list(self.club.evenings.order_by("pk")))
        part = self.rng.choice(["whole", "first", "second", ""])
        who = self.rng.choice(self.people)
        presence_note(club=self.club, day=evening.date, parts={who: part})

    @property
    def steps(self) -> list[Callable[[], None]]:
        """All that may happen, games more often than the rest."""
        return [
            *[self.game] * 8,
            *(self.start, self.correction, self.undo, self.booking, self.seats),
            *(self.substitute, self.end, self.void, self.merge, self.part, self.method),
            self.attendance,
        ]


@pytest.mark.parametrize("seed", range(2))
def test_all_that_is_stored_is_what_a_fresh_count_comes_to(
    client: Client, season: Season, seed: int
) -> None:
    players_in(season.club, "Anna", "Ben", "Cleo", "Dirk", "Eva", "Finn", "Gea")
    Season.objects.filter(pk=season.pk).update(starts_on=dt.date(2020, 1, 1))
    season.refresh_from_db()
    storm = Storm(season, seed)
    done = 0
    while done < STEPS:
        try:
            storm.rng.choice(storm.steps)()
        except (RulesError, ValidationError):
            continue
        done += 1
        shown(client, storm.rng.choice(list(PAGES.values())))
        season.refresh_from_db()
        assert told(KeptLeaderboard(season)) == told(leaderboard_of(season))
    assert PartieResult.objects.exists()
    assert [str(one) for one in differences()] == []
    assert list(stale_answers()) == []
    assert everything(client) == anew(client)
