"""The schedule of a large demo: which players play where and when in every club."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from django.db import connection, transaction

from clubscore.club.models import Player, Season
from clubscore.club.names import free_slug
from clubscore.club.services import club_make, season_make
from clubscore.demo.bar import Bar
from clubscore.demo.blueprints import RULESET, Blueprint, deal_blueprint
from clubscore.demo.names import club_names, player_names
from clubscore.demo.small import MOST_TABLES, PLAYERS, STILL_PLAYING, TABLES, demo_club
from clubscore.demo.writer import Copy, write
from clubscore.partie.models import Evening
from clubscore.season.ratings import replay

MOST_BLUEPRINTS = 200
"""How many parties are played; more are copies of them with other people."""
FEWEST_TABLES = 4
"""On an evening; of a demo of fewer parties there are fewer."""
MOST_OPEN = 8
"""How many parties that go on still are played for each table that they go on at."""
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
    first: int
    """The place of its first partie among those that are played; the others follow."""
    parties: int = 0


Pool = Mapping[str, Sequence[Blueprint]]
"""The parties to choose from, by the table that plays on."""
FINISHED = ""
"""In their stead for parties that were played to their end."""


@dataclass(frozen=True)
class DemoSize:
    """How large it is to be."""

    seed: int
    clubs: int
    parties: int
    """In each club."""
    today: dt.date

    @cached_property
    def tables(self) -> tuple[int, ...]:
        """At how many tables is played on each evening, a partie each; a week apart."""
        many = -(-self.parties // TABLES)
        fewest, more = divmod(self.parties, many)
        tables = [fewest + 1] * more + [fewest] * (many - more)
        rng = Random(self.seed)  # noqa: S311 (nothing here is secret)
        for _ in range(many):
            # To one evening more people come than to another.
            full, empty = rng.randrange(many), rng.randrange(many)
            if tables[full] < MOST_TABLES and tables[empty] > FEWEST_TABLES:
                tables[full] += 1
                tables[empty] -= 1
        return tuple(tables)

    @property
    def evenings(self) -> int:
        """How many evenings a club has."""
        return len(self.tables)

    @property
    def finished(self) -> int:
        """How many parties are played to their end, to be copied."""
        return min(MOST_BLUEPRINTS, self.parties)

    @property
    def still_on(self) -> int:
        """How many are played half, for each table that plays on."""
        return min(MOST_OPEN, self.parties)

    @property
    def blueprints(self) -> int:
        """How many parties are played in all."""
        return self.finished + self.still_on * len(STILL_PLAYING)

    def day(self, evening: int) -> dt.date:
        """Return the day of an evening of the demo club, the first one is 0."""
        return self.today - dt.timedelta(weeks=self.evenings - 1 - evening)


def fill_clubs(
    plan: DemoSize,
    show: Callable[[str, int, str], Bar],
    only: Sequence[int] | None = None,
) -> int:
    """
    Make the clubs of a demo with all they play; return how many games that is.

    *show* makes a bar with a title, for so many of something. *only* chooses some of
    the clubs; what they play is the same then.
    """
    pool: dict[str, list[Blueprint]] = {FINISHED: []}
    bar = show("Playing", plan.blueprints, "parties")
    for table, blueprint in play(plan):
        pool.setdefault(table, []).append(blueprint)
        bar.forward()
    many = plan.clubs if only is None else len(only)
    bar = show("Clubs", many, "clubs")
    clubs = []
    for club in make_clubs(plan, only):
        clubs.append(club)
        bar.forward()
    games = 0
    bar = show("Writing", many * plan.parties, "parties")
    for copies in fill(plan, pool, clubs):
        games += sum(one.blueprint.games for one in copies)
        bar.forward(len(copies))
    bar = show("Rating", many, "clubs")
    for club in clubs:
        with transaction.atomic():
            replay(club.season.club_id)
        bar.forward()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # What the server would do by itself a little later.
            cursor.execute("ANALYZE")
    return games


def play(plan: DemoSize) -> Iterator[tuple[str, Blueprint]]:
    """Play the parties; yield each with the table that plays on, if it does."""
    rng = Random(plan.seed)  # noqa: S311 (nothing here is secret)
    for _number in range(plan.finished):
        yield FINISHED, deal_blueprint(rng)
    for table, games in STILL_PLAYING.items():
        for _number in range(plan.still_on):
            yield table, deal_blueprint(rng, games)


def make_clubs(plan: DemoSize, only: Sequence[int] | None = None) -> Iterator[Filled]:
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
        yield Filled(season, players, rng, days_before, rng.randrange(plan.finished))


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
    players = [
        Player(club=club, name=one, slug=free_slug(one, (), "player"))
        for one in player_names(rng, rng.randint(*PLAYERS))
    ]
    for one in players:
        one.clean()  # works out what names are compared by
    return season, Player.objects.bulk_create(players)


def fill(plan: DemoSize, pool: Pool, clubs: Sequence[Filled]) -> Iterator[list[Copy]]:
    """
    Let every club play all its evenings; yield the parties of each write.

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
                copies = list(_evening(plan, pool, some, evening))
                write(copies)
            yield copies


def _evening(
    plan: DemoSize, pool: Pool, clubs: Sequence[Filled], number: int
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
        for place in range(plan.tables[number]):
            table = str(place + 1)
            plays_on = evening.date == plan.today and table in pool
            played = pool[table if plays_on else FINISHED]
            # No partie of a club is another one again while there are others.
            blueprint = played[(club.first + club.parties) % len(played)]
            club.parties += 1
            yield Copy(
                blueprint=blueprint,
                season=club.season,
                evening=evening,
                number=club.parties,
                table=table,
                players=club.players[4 * place :][:4],
            )
