"""Who plays where and when, in every club of a large demo."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from django.db import connection, transaction

from clubscore.club.models import Player, Season
from clubscore.club.services import club_make, player_add, season_make
from clubscore.partie.demo import STILL_PLAYING, TABLES, demo_club
from clubscore.partie.models import Evening
from clubscore.season.demo.blueprints import RULESET, Blueprint, blueprints
from clubscore.season.demo.names import club_names, player_names
from clubscore.season.demo.writing import Copy, write

MOST_BLUEPRINTS = 200
"""How many parties are played; more are copies of them with other people."""
MOST_OPEN = 8
"""How many parties that go on still are played for each table that they go on at."""
PLAYERS = (4 * TABLES, 2 * 4 * TABLES)
"""How many a club has, at least and at most."""
CLUBS_AT_ONCE = 50
"""Of how many an evening is written in one transaction."""


@dataclass
class Filled:
    """A club that is being filled: its people, and how far it is."""

    season: Season
    players: list[Player]
    rng: Random
    days_before: int
    """How many days before those of the demo club its evenings are."""
    parties: int = 0


@dataclass(frozen=True)
class Played:
    """The blueprints to choose from."""

    finished: list[Blueprint] = field(default_factory=list)
    still_on: dict[str, list[Blueprint]] = field(default_factory=dict)
    """By the table that plays on."""


@dataclass(frozen=True)
class Plan:
    """How large it is to be."""

    seed: int
    clubs: int
    parties: int
    """In each club."""
    today: dt.date

    @property
    def evenings(self) -> int:
        """How many evenings a club has, a week apart, with a partie a table."""
        return -(-self.parties // TABLES)

    def day(self, evening: int) -> dt.date:
        """Return the day of an evening of the demo club, the first one is 0."""
        return self.today - dt.timedelta(weeks=self.evenings - 1 - evening)


def play(plan: Plan) -> Iterator[Played]:
    """Play the parties; yield what there is so far after each."""
    rng = Random(plan.seed)  # noqa: S311 (nothing here is secret)
    played = Played()
    many = min(MOST_BLUEPRINTS, plan.parties)
    for one in blueprints(rng, many):
        played.finished.append(one)
        yield played
    for table, games in STILL_PLAYING.items():
        played.still_on[table] = []
        for one in blueprints(rng, min(MOST_OPEN, plan.parties), games):
            played.still_on[table].append(one)
            yield played


def make_clubs(plan: Plan, only: Sequence[int] | None = None) -> Iterator[Filled]:
    """
    Make the clubs, their players and a season each; yield each when it is there.

    The first is the demo club. *only* chooses some of them; they are the same then.
    """
    names = club_names(Random(plan.seed), plan.clubs - 1)  # noqa: S311
    for number in range(plan.clubs) if only is None else only:
        rng = Random(f"{plan.seed} {number}")  # noqa: S311
        days_before = number % 7
        first = plan.day(0) - dt.timedelta(days=days_before)
        with transaction.atomic():
            if number == 0:
                season, players = demo_club(first, plan.today)[1:]
            else:
                season, players = _other_club(names[number - 1], rng, first, plan.today)
        yield Filled(season, players, rng, days_before)


def _other_club(
    name: str, rng: Random, first: dt.date, last: dt.date
) -> tuple[Season, list[Player]]:
    club = club_make(name=name)
    season = season_make(
        club=club,
        name="–".join(sorted({str(first.year), str(last.year)})),
        starts_on=dt.date(first.year, 1, 1),
        ends_on=dt.date(last.year, 12, 31),
        ruleset=RULESET,
    )
    names = player_names(rng, rng.randint(*PLAYERS))
    return season, [player_add(club=club, name=name) for name in names]


def fill(plan: Plan, played: Played, clubs: Sequence[Filled]) -> Iterator[int]:
    """
    Let every club play all its evenings; yield how many games each write had.

    An evening is written in all clubs before the next one, so that the rows of a club
    lie about among those of others, as they do where clubs have played for years.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            # Every club's part of every index is written to, again and again.
            cursor.execute("PRAGMA cache_size = -262144")
    for evening in range(plan.evenings):
        for start in range(0, len(clubs), CLUBS_AT_ONCE):
            with transaction.atomic():
                some = clubs[start : start + CLUBS_AT_ONCE]
                copies = list(_evening(plan, played, some, evening))
                write(copies)
            yield sum(one.blueprint.games for one in copies)


def _evening(
    plan: Plan, played: Played, clubs: Sequence[Filled], number: int
) -> Iterator[Copy]:
    """Yield the parties that clubs play on one evening, a partie at each table."""
    evenings = Evening.objects.bulk_create(
        Evening(
            club=club.season.club,
            date=plan.day(number) - dt.timedelta(days=club.days_before),
        )
        for club in clubs
    )
    for club, evening in zip(clubs, evenings, strict=True):
        club.rng.shuffle(club.players)
        for place in range(min(TABLES, plan.parties - club.parties)):
            table = str(place + 1)
            plays_on = evening.date == plan.today and table in played.still_on
            club.parties += 1
            yield Copy(
                blueprint=club.rng.choice(
                    played.still_on[table] if plays_on else played.finished
                ),
                club=club.season.club_id,
                season=club.season.pk,
                evening=evening.pk,
                day=evening.date,
                number=club.parties,
                table=table,
                players=club.players[4 * place :][:4],
            )
