"""Programs that record games at a few tables while the site is brought up to date."""

from __future__ import annotations

import datetime as dt
from typing import cast

from django.db import connection

from clubscore.club.models import Role
from clubscore.club.services import club_make, player_add, season_make, token_make
from tests.storm import judging
from tests.storm.clients import PLAYERS, Client, Ledger, Table
from tests.storm.server import Server
from tests.updates.installed import Installation

TABLES, CLIENTS = 2, 3
PAUSE = 0.3
"""Seconds between a client's games: the update needs the cores too."""
PATIENCE = 60


class CalmClient(Client):
    """A program that gives the site some time."""

    def _record_one(self) -> None:
        super()._record_one()
        self.ends.wait(PAUSE)

    def _hang_up(self) -> None:
        super()._hang_up()
        self.ends.wait(PAUSE)


class Recording:
    """Clients, and what they were told."""

    def __init__(self, place: Installation, seed: int) -> None:
        self.ledger = Ledger()
        club = club_make(name="Storm", slug="storm")
        season_make(
            club=club, name="2026", starts_on=dt.date(2026, 1, 1), ruleset="nts"
        )
        for name in PLAYERS[: 4 * TABLES]:
            player_add(club=club, name=name)
        _token, secret = token_make(club=club, name="storm", role=Role.SCOREKEEPER)
        connection.close()
        tables = [Table(number) for number in range(TABLES)]
        self.clients = [
            CalmClient(
                number,
                table=tables[number % TABLES],
                ledger=self.ledger,
                token=secret,
                # It has a port and says when it is up; more they do not ask.
                server=cast("Server", place),
                seed=seed,
            )
            for number in range(CLIENTS)
        ]

    def begin(self) -> None:
        """Let every table have a partie, and all begin."""
        for client in self.clients[:TABLES]:
            client.table.partie = client.start_partie()
        for client in self.clients:
            client.start()

    def faults(self) -> list[str]:
        """Return every fault of what is stored, while the site stands still."""
        judging.wait_for_the_dead()
        found = list(judging.faults(self.ledger))
        return [self.ledger.failure, *found] if self.ledger.failure else found

    def end(self) -> list[str]:
        """Let every client see its last game through; return who does not."""
        for client in self.clients:
            client.ends.set()
        for client in self.clients:
            client.join(PATIENCE)
        return [f"not done: {one.name}" for one in self.clients if one.is_alive()]
