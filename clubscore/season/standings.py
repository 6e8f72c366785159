"""
The leaderboard: what a season's stored results come to by its method.

Nothing of it is stored. Whatever was played is read in a handful of queries, however
long the season is, and handed to the ranking.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from django.db.models import QuerySet

from clubscore.club import methods
from clubscore.club.models import Player, Season
from clubscore.club.names import folded
from clubscore.club.templatetags.numbers import figure
from clubscore.partie import entries
from clubscore.partie.entries import Kind
from clubscore.partie.evenings import day_of_tonight, is_over
from clubscore.partie.models import Partie, PartieResult, Presence, Revision
from clubscore.ranking import (
    Attendance,
    BookedPoints,
    CountsFor,
    Foresight,
    Method,
    Movement,
    Played,
    PlayedEvening,
    PlayedPartie,
    PlayedState,
    PlayerResult,
    Standings,
    StandingsLine,
    Title,
    Winners,
    foresee,
    movements,
    year_winners,
)
from clubscore.ranking.evening_results import (
    CountedNight,
    Night,
    counted_night,
    nights_of,
)
from clubscore.ranking.partie_points import Score
from clubscore.ranking.standings import course_over, standings_after
from clubscore.ranking.titles import night_winners, season_winners
from clubscore.season.columns import LeaderboardColumn, printed_by

PARTS = {
    Presence.Stay.WHOLE: Fraction(1),
    Presence.Stay.FIRST: Fraction(1, 2),
    Presence.Stay.SECOND: Fraction(1, 2),
}
"""Which part of an evening somebody is there for."""


@dataclass(frozen=True, slots=True)
class SeasonPlayed:
    """Everything of a season that a leaderboard counts, and what it is called."""

    season: Season
    played: Played
    names: Mapping[int | str, str]
    slugs: Mapping[int | str, str]
    parties: Mapping[int | str, int]
    """The parties' numbers by their ids."""

    @property
    def dates(self) -> list[date]:
        """The days on which evenings of the season were held, the first one first."""
        return sorted(one.date for one in self.played.evenings)


def record_of(season: Season, evenings: Collection[int] | None = None) -> SeasonPlayed:
    """
    Return what was played in a season, in a constant number of queries.

    A player who turned out to be another one counts as that one. An evening belongs
    to the season if one of its parties does. With *evenings*, by their ids, that is
    what was played on those alone.
    """
    people = {
        one.pk: one
        for one in Player.objects.filter(club=season.club_id).only(
            "name", "slug", "is_guest", "merged_into"
        )
    }
    who = {pk: _root(people, pk) for pk in people}
    parties = Partie.objects.filter(season=season)
    if evenings is not None:
        parties = parties.filter(evening__in=evenings)
    by_partie = _results_by_partie(parties)
    days = {one.evening_id: one.evening.date for one in by_partie}
    attendance: dict[int, dict[int, Attendance]] = defaultdict(dict)
    for presence in Presence.objects.filter(evening__in=list(days)).order_by("pk"):
        player = who[presence.player_id]
        attendance[presence.evening_id][player] = Attendance(
            player=player,
            part=PARTS[Presence.Stay(presence.part)],
            is_member=not people[player].is_guest,
        )
    guests = frozenset(pk for pk, one in people.items() if one.is_guest)
    held = tuple(
        PlayedEvening(
            key=pk,
            date=day,
            attendance=tuple(attendance[pk].values()),
            guests=guests,
        )
        for pk, day in days.items()
    )
    return SeasonPlayed(
        season,
        Played(
            evenings=held,
            parties=_parties(season, by_partie, who),
            bookings=_bookings(season, parties, who),
        ),
        {pk: one.name for pk, one in people.items()},
        {pk: one.slug for pk, one in people.items()},
        {one.pk: one.number for one in by_partie},
    )


def _results_by_partie(parties: QuerySet[Partie]) -> dict[Partie, list[PartieResult]]:
    """Return what each partie came to, without what nobody asks of it here."""
    rows = (
        PartieResult.objects.filter(partie__in=parties)
        .select_related("partie__evening")
        .only(
            *("player", "score", "games", "wins", "given", "best_game", "stands_for"),
            *(f"partie__{name}" for name in ASKED),
        )
        .order_by("partie", "pk")
    )
    found: dict[Partie, list[PartieResult]] = defaultdict(list)
    for row in rows:
        found[row.partie].append(row)
    return found


ASKED = (
    *("number", "season", "evening__date", "table", "players", "substitutes"),
    *("is_void", "is_finished", "is_ended_early"),
)
"""What is asked of a partie."""


def _root(people: Mapping[int, Player], pk: int) -> int:
    """Return who a player has turned out to be."""
    while (merged := people[pk].merged_into_id) is not None:
        pk = merged
    return pk


def _parties(
    season: Season,
    by_partie: Mapping[Partie, list[PartieResult]],
    who: Mapping[int, int],
) -> tuple[PlayedPartie, ...]:
    tonight = day_of_tonight(season.club)
    parts = _parts(by_partie)
    found = []
    for partie, results in by_partie.items():
        found.append(
            PlayedPartie(
                key=partie.pk,
                evening=partie.evening_id,
                date=partie.evening.date,
                table=partie.table or f"#{partie.pk}",
                players=partie.players,
                state=_state(partie, tonight),
                results=tuple(
                    PlayerResult(
                        player=who[row.player_id],
                        score=row.score,
                        games=row.games,
                        wins=row.wins,
                        given=row.given,
                        best_game=row.best_game,
                        stands_in_for=(
                            who[row.stands_for_id]
                            if row.stands_for_id is not None
                            else None
                        ),
                        counts_for=CountsFor(partie.substitutes),
                        part=parts[partie.evening_id],
                    )
                    for row in results
                ),
            )
        )
    return tuple(found)


def _parts(by_partie: Mapping[Partie, list[PartieResult]]) -> dict[int, Fraction]:
    """
    Return which part of its evening a partie takes, by the evenings' ids.

    Where somebody played two in turn, each is half of it.
    """
    played: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for partie, results in by_partie.items():
        evening = played[partie.evening_id]
        if not partie.is_void:
            for row in results:
                evening[row.player_id] += 1
    return {
        evening: Fraction(1, max(many.values(), default=1))
        for evening, many in played.items()
    }


def _state(partie: Partie, tonight: date) -> PlayedState:
    """
    Return how far a partie has come.

    One that is still open when its evening is over was not finished in time.
    """
    if partie.is_void:
        return PlayedState.VOID
    if partie.is_finished:
        return (
            PlayedState.ENDED_EARLY if partie.is_ended_early else PlayedState.FINISHED
        )
    return PlayedState.OPEN if partie.evening.date >= tonight else PlayedState.OVERDUE


def _bookings(
    season: Season, parties: QuerySet[Partie], who: Mapping[int, int]
) -> tuple[BookedPoints, ...]:
    """
    Return the chips that bookings moved, as points for one and against another.

    They count with their partie, once it is over.
    """
    rows = (
        Revision.objects.current()
        .filter(
            is_over(season.club, "entry__partie__"),
            entry__partie__in=parties,
            entry__partie__is_void=False,
            entry__kind=Kind.BOOKING,
            is_withdrawn=False,
        )
        .order_by("entry")
        .values_list("said", "entry__partie__evening", "entry__partie__evening__date")
    )
    found = []
    for said, evening, day in rows:
        booking = entries.Booking.from_json(said)
        amount = booking.amount
        for player, points in ((booking.payer, -amount), (booking.payee, amount)):
            found.append(
                BookedPoints(
                    player=who[int(player)],
                    date=day,
                    points=Fraction(points),
                    reason=booking.reason,
                    evening=evening,
                )
            )
    return tuple(found)


# The leaderboard ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of the leaderboard as a page shows it."""

    line: StandingsLine
    name: str
    slug: str
    points: str
    """In points of the standings, exact."""
    movement: Movement | None
    """None where nothing was held before."""
    printed: tuple[Any, ...]
    """The counts that files and paper have, in the order of their columns."""

    @property
    def climbed(self) -> int | None:
        """Places gained since the evening before, below 0 lost; None if unknown."""
        return self.movement.places if self.movement is not None else None

    @property
    def distance(self) -> int:
        """How many places that is, up or down."""
        return abs(self.climbed or 0)

    @property
    def is_new(self) -> bool:
        """Whether the player had no place before, and has one now."""
        return (
            self.movement is not None
            and self.movement.before is None
            and self.movement.now is not None
        )


class Leaderboard:
    """The standings of a season at the end of a day, by one method."""

    def __init__(
        self,
        record: SeasonPlayed,
        method: Method | None = None,
        as_of: date | None = None,
    ) -> None:
        """Count what was played until *as_of*, by the season's method unless told."""
        self.record = record
        self.as_of = as_of
        if method is None:
            method = methods.method_of(record.season.method)
        self.method = method
        self.played = record.played if as_of is None else record.played.until(as_of)
        if not isinstance(method.giving, Score):
            # Bookings move chips, which are not what places at a table give.
            self.played = replace(self.played, bookings=())

    @cached_property
    def columns(self) -> tuple[LeaderboardColumn, ...]:
        """The columns of files and paper beside place, player and points."""
        return printed_by(self.method)

    @cached_property
    def nights(self) -> tuple[Night, ...]:
        """The evenings by date, each with its parties."""
        return nights_of(self.method, self.played)

    @cached_property
    def counted(self) -> tuple[CountedNight, ...]:
        """What each evening gave."""
        return tuple(counted_night(self.method, one) for one in self.nights)

    @cached_property
    def standings(self) -> Standings:
        """What the ranking says."""
        return standings_after(self.method, self.counted, self.played.bookings)

    @cached_property
    def course(self) -> list[tuple[date, Standings]]:
        """The standings after each day with an evening, the first one first."""
        return list(course_over(self.method, self.counted, self.played.bookings))

    @cached_property
    def days(self) -> int:
        """On how many days evenings were held."""
        return len({one.date for one in self.played.evenings})

    def course_at(self, numbers: Iterable[int]) -> list[tuple[date, Standings]]:
        """Return some of the course, by the days' numbers from 0."""
        return [self.course[number] for number in numbers]

    @cached_property
    def before(self) -> Standings | None:
        """The standings as they were before the last evening; None before a second."""
        days = sorted({one.held.date for one in self.counted})
        if len(days) < 2:
            return None
        earlier = tuple(one for one in self.counted if one.held.date < days[-1])
        course = course_over(self.method, earlier, self.played.bookings, days[-2])
        return next(course)[1]

    @cached_property
    def movements(self) -> Mapping[int | str, Movement]:
        """How places changed since the evening before; empty before a second one."""
        if self.before is None:
            return {}
        return {one.player: one for one in movements(self.before, self.standings)}

    @cached_property
    def rows(self) -> list[LeaderboardRow]:
        """The lines by place, then those without one."""
        return [self.row_of(line) for line in self.in_order(self.standings.lines)]

    def in_order(self, lines: Iterable[StandingsLine]) -> list[StandingsLine]:
        """Return *lines* by place, then those without one by points; ties by name."""

        def rank(line: StandingsLine) -> tuple[bool, int | Fraction, str]:
            by = -line.points if line.place is None else line.place
            return line.place is None, by, folded(self.record.names[line.player])

        return sorted(lines, key=rank)

    @property
    def placed(self) -> list[LeaderboardRow]:
        """The lines with a place."""
        return [row for row in self.rows if row.line.place is not None]

    @property
    def unplaced(self) -> list[LeaderboardRow]:
        """The lines without one."""
        return [row for row in self.rows if row.line.place is None]

    def row_of(self, line: StandingsLine) -> LeaderboardRow:
        """Return a line as a page shows it."""
        return LeaderboardRow(
            line,
            self.record.names[line.player],
            self.record.slugs[line.player],
            figure(line.points),
            self.movements.get(line.player),
            tuple(one.printed(line) for one in self.columns),
        )

    @cached_property
    def titles(self) -> tuple[Winners, ...]:
        """Who has won what the method gives titles for, the last ones first."""
        nights = zip(self.nights, self.counted, strict=True)
        of_nights = (night_winners(self.method, *one) for one in nights)
        won = (
            *chain.from_iterable(of_nights),
            *season_winners(self.method, self.standings),
        )
        return tuple(reversed(won))

    def beside(self, season: Season) -> Leaderboard:
        """Return the leaderboard of another season at the end of the same day."""
        return leaderboard_of(season, as_of=self.as_of)

    def foreseen(
        self, player: int, place: int, tonight: date, players: int
    ) -> Foresight:
        """Return what a player needs in one more partie tonight to reach a place."""
        evening = next(
            (one for one in self.played.evenings if one.date == tonight),
            PlayedEvening(key="tonight", date=tonight),
        )
        return foresee(
            self.method,
            self.played,
            player=player,
            place=place,
            tonight=evening,
            players=players,
        )


def leaderboard_of(
    season: Season, *, method: Method | None = None, as_of: date | None = None
) -> Leaderboard:
    """Return a season's leaderboard."""
    return Leaderboard(record_of(season), method, as_of)


def year_winners_of(leaderboard: Leaderboard) -> Winners | None:
    """
    Return who has won the year so far, if the season's method gives that title.

    A season is of the year in which it begins; those of the year whose methods give
    the title count together, each by its own method. None if nobody has won it.
    """
    season = leaderboard.record.season
    if Title.YEAR not in leaderboard.method.honours.titles:
        return None
    year = season.starts_on.year
    of_year = [leaderboard.standings]
    others = season.club.seasons.filter(starts_on__year=year).exclude(pk=season.pk)
    for one in others:
        one.club = season.club
        if Title.YEAR in methods.method_of(one.method).honours.titles:
            of_year.append(leaderboard.beside(one).standings)
    return year_winners(of_year, year)
