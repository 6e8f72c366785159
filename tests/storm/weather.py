"""The storm itself: clients record, the server dies, what is stored is judged."""

from __future__ import annotations

import datetime as dt
import random
import sys
import time
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from clubscore.club.models import Role
from clubscore.club.services import club_make, player_add, season_make, token_make
from clubscore.partie.models import Game
from tests.storm.clients import CLIENTS, PLAYERS, TABLES, Client, Ledger, Table
from tests.storm.judging import faults, unacknowledged, wait_for_the_dead
from tests.storm.server import Server

MOST_GAMES = 30
"""Acknowledged between a start and the kill."""
MOST_DELAY = 0.05
"""Seconds more until the kill, so that it falls anywhere in a request."""
PATIENCE = 120
"""Seconds in which those games must be acknowledged."""


class Storm:
    """Clients, a server and a database."""

    def __init__(self, folder: Path, database: str, seed: int) -> None:
        self.server = Server(folder, database)
        self.chance = random.Random(seed)
        self.seed = seed
        self.ledger = Ledger()
        self.lost_answers = 0
        self.clients: list[Client] = []
        self.kills = self.stored = 0

    def rage(self, count: int) -> list[str]:
        """Kill the server *count* times; return the first faults that show."""
        token = self._prepare()
        self.server.start()
        self._let_clients_in(token)
        for number in range(1, count + 1):
            before = len(self.ledger.games)
            self._wait()
            self.server.kill()
            self.kills += 1
            found = self._judge()
            self._tell(number, count, len(self.ledger.games) - before)
            if found:
                return found
            self.server.start()
        return self._calm_down()

    def _prepare(self) -> str:
        """Make the tables, a club and its players; return a token."""
        call_command("migrate", verbosity=0)
        club = club_make(name="Storm", slug="storm")
        season_make(
            club=club, name="2026", starts_on=dt.date(2026, 1, 1), ruleset="nts"
        )
        for name in PLAYERS:
            player_add(club=club, name=name)
        _token, secret = token_make(club=club, name="storm", role=Role.SCOREKEEPER)
        connection.close()
        return secret

    def _let_clients_in(self, token: str) -> None:
        tables = [Table(number) for number in range(TABLES)]
        self.clients = [
            Client(
                number,
                table=tables[number % TABLES],
                ledger=self.ledger,
                token=token,
                server=self.server,
                seed=self.seed,
            )
            for number in range(CLIENTS)
        ]
        for client in self.clients[:TABLES]:
            client.table.partie = client.start_partie()
        for client in self.clients:
            client.start()

    def _wait(self) -> None:
        """Wait for a moment that chance chooses."""
        many = len(self.ledger.games) + self.chance.randint(1, MOST_GAMES)
        self.ledger.wait_for(many, PATIENCE)
        time.sleep(self.chance.uniform(0, MOST_DELAY))

    def _judge(self) -> list[str]:
        """Return every fault of what is stored, with no server running."""
        try:
            wait_for_the_dead()
            found = list(faults(self.ledger))
            self.lost_answers += unacknowledged(self.ledger)
        finally:
            connection.close()
        return [self.ledger.failure, *found] if self.ledger.failure else found

    def _calm_down(self) -> list[str]:
        """Let every client see its last game through, and judge once more."""
        for client in self.clients:
            client.ends.set()
        for client in self.clients:
            client.join(PATIENCE)
        self.server.kill()
        found = self._judge()
        late = [client.name for client in self.clients if client.is_alive()]
        if late:
            found.append(f"not done: {', '.join(late)}")
        if (many := unacknowledged(self.ledger)) and not found:
            found.append(f"{many} games are stored that nobody was told of")
        self.stored = Game.objects.count()
        connection.close()
        return found

    def _tell(self, number: int, count: int, games: int) -> None:
        counts = self.ledger.counts
        sys.stdout.write(
            f"kill {number}/{count}: {games} games more, {len(self.ledger.games)}"
            f" acknowledged, {counts['conflicts']} conflicts,"
            f" {counts['unanswered'] + counts['cut']} requests sent again\n"
        )
        sys.stdout.flush()

    @property
    def summary(self) -> str:
        """What came of it."""
        counts = self.ledger.counts
        return (
            f"{self.kills} kills, {self.stored} games, every one acknowledged and there"
            f" once and in order; {counts['conflicts']} conflicts,"
            f" {counts['unanswered'] + counts['cut']} requests without an answer and"
            f" sent again, {self.lost_answers} of them recorded when a kill came;"
            f" audit clean after every kill"
        )
