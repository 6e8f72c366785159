"""An evening as its pages show it: tables, results, players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from django.db import connection
from django.db.models import (
    BooleanField,
    Count,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce

from clubscore.club.models import Club, Player
from clubscore.club.numbers import number_in
from clubscore.partie import engine
from clubscore.partie.derive import progress_in
from clubscore.partie.engine import Progress
from clubscore.partie.evenings import LastGame, StoredGame, last_games, table_name
from clubscore.partie.models import (
    Evening,
    Partie,
    PartieQuerySet,
    PartieResult,
    PlannedEvening,
    Presence,
    SignOn,
    of_person,
)
from clubscore.partie.scores import Score
from clubscore.partie.seats import Deal, TableSeat, deal_of, rester_of, seats_of

Stay = Presence.Stay


def parties_of(club: Club, day: date) -> PartieQuerySet:
    """Return the parties of an evening with what its pages show of them."""
    return with_results(club.parties.filter(evening__date=day)).order_by("number")


def open_parties_of(club: Club) -> PartieQuerySet:
    """Return the parties of a club that are still played, with what pages show."""
    return with_results(club.parties.open())


def with_results(parties: PartieQuerySet) -> PartieQuerySet:
    """Return *parties* with what they have come to, and for whom."""
    results = PartieResult.objects.select_related("player")
    return parties.select_related("evening").prefetch_related(
        Prefetch("results", results)
    )


# Tables -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table of the evening as it stands."""

    partie: Partie
    name: str
    results: tuple[PartieResult, ...]
    """By place."""
    seats: tuple[TableSeat, ...]
    """Of the next game, East first; of the last one, where none follows."""
    rester: TableSeat | None
    deal: Deal
    games: int
    last: LastGame | None
    last_at: datetime | None
    """When the last game was recorded."""
    minutes: int | None
    """A game took on average; None until two games tell."""

    @property
    def is_open(self) -> bool:
        """Whether a game can follow."""
        return not (self.partie.is_finished or self.partie.is_void)

    @property
    def has_come_to(self) -> bool:
        """Whether it has a result that counts: of its games, or an old one."""
        partie = self.partie
        return not partie.is_void and (self.games > 0 or partie.is_result_only)

    @property
    def next_game(self) -> int:
        """The number of the game that is played."""
        return self.games + 1

    @property
    def sitting(self) -> frozenset[str]:
        """The ids of who sits there now, or rests."""
        resting = [self.rester.key] if self.rester is not None else []
        return frozenset([*(seat.key for seat in self.seats), *resting])

    @property
    def most(self) -> Score | None:
        """What those who lead have; None while nobody is ahead of anybody."""
        chips = {seat.chips for seat in self.players}
        return max(chips) if len(chips) > 1 else None

    @property
    def names(self) -> dict[str, str]:
        """The names of all who belong to the partie, by their ids."""
        return {str(one.player_id): one.player.name for one in self.results}

    def shown(self, called: Mapping[str, str] | None = None) -> dict[str, Any]:
        """
        Return all of it that pages show, as plain values: see `answers.part`.

        *called* says by their ids how the players are called there; by name without it.
        """
        partie, names = self.partie, called or self.names
        rester = self.rester
        return {
            "partie": {
                "number": partie.number,
                "table": partie.table,
                "evening": {"date": partie.evening.date},
                "is_void": partie.is_void,
                "is_finished": partie.is_finished,
                "uses_chips": partie.uses_chips,
                "get_absolute_url": partie.get_absolute_url(),
            },
            "name": self.name,
            "results": [
                {
                    "place": one.place,
                    "score": one.score,
                    "player": names[str(one.player_id)],
                }
                for one in self.results
            ],
            "seats": tuple(replace(one, name=names[one.key]) for one in self.seats),
            "rester": rester and replace(rester, name=names[rester.key]),
            "deal": self.deal,
            "games": self.games,
            "next_game": self.next_game,
            "is_open": self.is_open,
            "last": self.last,
            "minutes": self.minutes,
            "most": self.most,
        }

    @property
    def players(self) -> list[TableSeat]:
        """Who sits there, and who rests at the end."""
        return [*self.seats, *([self.rester] if self.rester is not None else [])]


def tables_of(parties: PartieQuerySet) -> list[TableNow]:
    """Return what is going on at each table, in five queries however many."""
    listed = list(parties)
    underway = progress_in(listed)
    last = last_games(listed)
    return [
        _table_now(partie, underway[partie.pk], last.get(partie.pk))
        for partie in listed
    ]


def _table_now(partie: Partie, progress: Progress, last: StoredGame | None) -> TableNow:
    results = tuple(partie.results.all())
    names = {str(result.player_id): result.player.name for result in results}
    chips = {str(result.player_id): result.chips for result in results}
    is_over = partie.is_finished or partie.is_void
    table = (
        engine.table_of(progress.state, 0)
        if is_over
        else engine.next_table(progress, None)
    )
    games = last.number if last is not None else 0
    end = last.at if last is not None else None
    return TableNow(
        partie,
        table_name(partie),
        results,
        tuple(seats_of(table, names, chips)),
        rester_of(table, names, chips),
        deal_of(table, names),
        games,
        last.told(partie.ruleset, names) if last is not None else None,
        end,
        _minutes(partie.made_at, end, games),
    )


def _minutes(begin: datetime, end: datetime | None, games: int) -> int | None:
    """Return how long a game took; None where it was not played while recorded."""
    if end is None or games < 2:
        return None
    minutes = round((end - begin).total_seconds() / 60 / games)
    return minutes or None


def newest_at_each_table(tables: Iterable[TableNow]) -> list[TableNow]:
    """Return the last partie at each table, without void ones, by table."""
    newest: dict[str, TableNow] = {}
    for table in tables:
        if not table.partie.is_void:
            newest[table.partie.table or f"partie {table.partie.pk}"] = table
    return sorted(newest.values(), key=_by_table)


def open_ones_first(tables: Iterable[TableNow]) -> list[TableNow]:
    """Return the tables that are played, by their numbers, then what was played."""
    return sorted(tables, key=lambda one: (not one.is_open, _by_table(one)))


def _by_table(table: TableNow) -> tuple[bool, int, str, int]:
    """Return what tables are sorted by: 2 comes before 10, both before names."""
    name = table.partie.table
    number = number_in(name) or 0
    return (not number, number, name, table.partie.number)


# Results ------------------------------------------------------------------------


@dataclass(slots=True)
class EveningLine:
    """What the evening has come to for one player."""

    player: Player
    score: Score = 0
    parties: int = 0
    games: int = 0
    wins: int = 0
    place: int = 0
    """By score; those who tie share the better place."""


def results_of(tables: Iterable[TableNow]) -> list[EveningLine]:
    """Return what the evening has come to, the best first, without void parties."""
    lines: dict[int, EveningLine] = {}
    for table in tables:
        if not table.has_come_to:
            continue
        for result in table.results:
            line = lines.setdefault(result.player_id, EveningLine(result.player))
            line.score += result.score
            line.parties += 1
            line.games += result.games
            line.wins += result.wins
    ordered = sorted(lines.values(), key=lambda one: (-one.score, one.player.key))
    for line in ordered:
        line.place = 1 + sum(other.score > line.score for other in ordered)
    return ordered


# Who is there -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Someone:
    """A player who is there, or might be."""

    player: Player
    part: str
    """For which part of the evening; empty for who is not there."""
    table: str
    """Where the player sits now; empty for who sits nowhere."""
    has_sat: bool
    """Whether the player belonged to a partie of the evening, this one or another."""
    comes: bool | None = None
    """What the player answered to the announcement; None without an answer."""

    @property
    def is_here(self) -> bool:
        """Whether the player is or was there; a player with a seat was."""
        return bool(self.part) or self.has_sat

    @property
    def shown_part(self) -> str:
        """What a page shows of it: who has sat down was there for the whole evening,
        unless somebody says otherwise; empty for who is not there.
        """
        return self.part or (Stay.WHOLE.value if self.has_sat else "")

    @property
    def is_free(self) -> bool:
        """Whether the player is there and sits nowhere."""
        return bool(self.is_here and not self.table)


@dataclass(frozen=True, slots=True)
class EveningPlayers:
    """Everybody of a club on an evening."""

    everybody: tuple[Someone, ...]
    """By name."""
    half: str = field(default=Stay.FIRST)
    """The half of the evening that tables are set up for: the second one as soon as a
    partie has been played to its end."""

    @property
    def here(self) -> list[Someone]:
        """Who is or was there."""
        return [one for one in self.everybody if one.is_here]

    @property
    def free(self) -> list[Someone]:
        """Who is there and sits nowhere, for whatever part."""
        return [one for one in self.everybody if one.is_free]

    @property
    def signed_on(self) -> list[Someone]:
        """Who has signed on, there yet or not."""
        return [one for one in self.everybody if one.comes]

    @property
    def expected(self) -> list[Someone]:
        """Who has signed on and is not there yet."""
        return [one for one in self.signed_on if not one.is_here]

    @property
    def waiting(self) -> list[Someone]:
        """Who can sit down now."""
        return [one for one in self.free if self.plays_now(one)]

    @property
    def listed(self) -> list[Someone]:
        """Who is ticked or not: the club's own players and the guests of tonight."""
        return [one for one in self.everybody if one.is_here or not one.player.is_guest]

    @property
    def other_guests(self) -> list[Someone]:
        """The guests of other evenings."""
        return [
            one for one in self.everybody if one.player.is_guest and not one.is_here
        ]

    def awaiting(self, planned: Collection[int]) -> EveningPlayers:
        """Return the players as if those who are *planned* were there."""
        return replace(
            self,
            everybody=tuple(
                replace(one, part=Stay.WHOLE)
                if one.player.pk in planned and not one.is_here
                else one
                for one in self.everybody
            ),
        )

    def plays_now(self, one: Someone) -> bool:
        """Tell whether a player is there for this half of the evening."""
        return one.part in ("", Stay.WHOLE, self.half)


def people_of(club: Club, day: date, tables: Sequence[TableNow]) -> EveningPlayers:
    """Return who is there, in two queries beside those of the tables."""
    presences = Presence.objects.filter(evening__club=club, evening__date=day)
    parts = dict(presences.values_list("player", "part"))
    sits = {
        int(key): table.name
        for table in tables
        if table.is_open
        for key in table.sitting
    }
    has_sat = {one.player_id for table in tables for one in table.results}
    has_finished = any(table.partie.is_finished for table in tables)
    planned = SignOn.objects.filter(planned__club=club, planned__date=day)
    answers = planned.last_of_each().filter(of_person(OuterRef("pk")))
    players = (
        club.players.filter(merged_into=None)
        .annotate(comes=Subquery(answers.values("comes")))
        .order_by("key")
    )
    return EveningPlayers(
        tuple(
            Someone(
                player,
                parts.get(player.pk, ""),
                sits.get(player.pk, ""),
                player.pk in has_sat,
                vars(player)["comes"],
            )
            for player in players
        ),
        Stay.SECOND if has_finished else Stay.FIRST,
    )


# Who meets whom -----------------------------------------------------------------


# Planned evenings ---------------------------------------------------------------


def planned_of(club: Club, player: Player | None = None) -> QuerySet[PlannedEvening]:
    """
    Return the planned evenings, the first one first.

    Each has `coming`, how many have signed on, and `own`, what *player* answered.
    """
    answers = SignOn.objects.last_of_each().filter(planned=OuterRef("pk"))
    unknown = Value(None, output_field=BooleanField(null=True))
    own = (
        Subquery(answers.filter(of_person(player.pk)).values("comes"))
        if player is not None
        else unknown
    )
    who_come = answers.filter(comes=True).values("planned").annotate(many=Count("pk"))
    coming = Coalesce(Subquery(who_come.values("many")), 0)
    return club.planned_evenings.annotate(coming=coming, own=own).order_by("date")


# Other evenings -----------------------------------------------------------------


def evenings_of(club: Club) -> QuerySet[Evening]:
    """Return the evenings on which a partie counts, the last first, with how many."""
    counted = Count("parties", filter=Q(parties__is_void=False))
    return (
        club.evenings.annotate(many=counted).filter(many__gt=0).order_by("-date", "-pk")
    )


# In the database's own words: Django takes several times as long to put the question.
BESIDE = """
    SELECT e.date FROM "partie_evening" AS e
    WHERE e.club_id = %(club)s AND e.date {further} %(day)s AND EXISTS (
        SELECT 1 FROM "partie_partie" AS p WHERE p.evening_id = e.id AND NOT p.is_void
    )
    ORDER BY e.date {order} LIMIT 1
"""
BEFORE = BESIDE.format(further="<", order="DESC")
AFTER = BESIDE.format(further=">", order="ASC")


def days_beside(club: Club, day: date) -> dict[str, date | None]:
    """Return when a partie was begun last `before` *day*, and first `after` it."""
    where = {"club": club.pk, "day": connection.ops.adapt_datefield_value(day)}
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT ({BEFORE}), ({AFTER})", where)
        found = cursor.fetchone()
    # SQLite keeps a date as its text.
    before, after = (one and date.fromisoformat(str(one)) for one in found)
    return {"before": before, "after": after}
