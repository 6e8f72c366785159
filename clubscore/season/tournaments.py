"""
A tournament: the season and the plan that it is made of, and how far it has come.

It is a season of a day or two whose sittings are planned; its ranking is the season's
leaderboard, and a clock counts each sitting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, Subquery
from django.utils.translation import gettext as _

from clubscore.club import methods
from clubscore.club.models import Account, Club, Season
from clubscore.club.services import season_make
from clubscore.evening.overview import TableNow, tables_of, with_results
from clubscore.partie.club_plans import (
    PlanWish,
    plan_make,
    sittings_left,
    version_cut,
    version_uncut,
)
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import (
    ClubPlan,
    Partie,
    PartieQuerySet,
    PlanVersion,
    StartedSitting,
)
from clubscore.partie.sitting_clock import last_sitting
from clubscore.partie.versions import counted_version
from clubscore.planning import Round
from clubscore.ranking.partie_points import TablePoints
from clubscore.season.course import KeptLeaderboard

T = TypeVar("T")

METHOD = "tournament"
"""The preset that a tournament's standings begin with."""
IN_A_COLUMN = 16
"""Lines of the ranking, one below the other, that the big screen has room for."""
COLUMNS = 2


@transaction.atomic
def tournament_open(
    *,
    club: Club,
    name: str,
    starts_on: date,
    ends_on: date,
    ruleset: str,
    minutes: int,
    wish: Callable[[], PlanWish],
    account: Account | None,
) -> PlanVersion:
    """
    Make the season of a tournament and its plan, which is still to be worked out.

    *wish* adds the players whom the club does not know yet, and says who plays. Raise
    ValidationError for what no season can be, and for what was opened already.
    """
    # Of two taps the second finds what the first has opened.
    Club.objects.select_for_update().get(pk=club.pk)
    same = club.seasons.filter(name=name, starts_on=starts_on)
    if club.plans.filter(season__in=same, occasion=ClubPlan.Occasion.TOURNAMENT):
        raise ValidationError(_("This tournament has been opened already."))
    preset = methods.preset_called(METHOD)
    assert preset is not None
    season = season_make(
        club=club,
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        ruleset=ruleset,
        method=methods.stored(preset.method),
    )
    return plan_make(
        season=season,
        occasion=ClubPlan.Occasion.TOURNAMENT,
        day=None,
        wish=wish(),
        account=account,
        minutes=minutes,
    )


# Ended before its last sitting, and taken up again --------------------------------


@transaction.atomic
def tournament_end(*, plan: ClubPlan, account: Account | None) -> None:
    """
    Let the sitting that was started last be the last one, and today the last day.

    A table that still plays counts when it has finished.
    """
    season, day = plan.season, day_of_tonight(plan.club)
    is_shorter = season.holds(day) and season.ends_on != day
    version_cut(
        plan=plan,
        last_day=str(season.ends_on or "") if is_shorter else None,
        cut_to=str(day) if is_shorter else None,
        account=account,
    )
    if is_shorter:
        _last_day_set(season, day)


@transaction.atomic
def tournament_go_on(*, plan: ClubPlan) -> None:
    """
    Play the sittings after all that were left out, until the last day of then.

    A last day that somebody has changed since stays as it is.
    """
    assert plan.used is not None
    season, wish = plan.season, PlanWish.of(plan.used.wish)
    version_uncut(version=plan.used)
    if wish.last_day is None or str(season.ends_on) != wish.cut_to:
        return
    day = date.fromisoformat(wish.last_day) if wish.last_day else None
    if day is None or day >= season.starts_on:
        _last_day_set(season, day)


def _last_day_set(season: Season, day: date | None) -> None:
    season.ends_on = day
    season.save(update_fields=["ends_on"])


# The clock ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of a sitting, as a page without a script tells it."""

    sitting: int
    ends_at: datetime | None
    """While it runs."""
    seconds_left: int
    """While it does not."""
    is_paused: bool

    @property
    def ends_ms(self) -> int | None:
        """The moment at which it ends, in milliseconds, for the script."""
        return round(self.ends_at.timestamp() * 1000) if self.ends_at else None

    @property
    def figures(self) -> str:
        """
        What is left while it stands, as the script writes it too.

        >>> ClockShown(1, None, 5405, is_paused=True).figures
        '90:05'
        """
        minutes, seconds = divmod(self.seconds_left, 60)
        return f"{minutes}:{seconds:02}"


def clock_of(plan: ClubPlan, sitting: StartedSitting | None) -> ClockShown | None:
    """Return the clock of a sitting; None before the first one, or without a clock."""
    if sitting is None or plan.minutes is None:
        return None
    left = sitting.seconds_left
    return ClockShown(
        sitting.number,
        sitting.ends_at,
        plan.minutes * 60 if left is None else left,
        is_paused=left is not None,
    )


# How far it has come --------------------------------------------------------------


def parties_of_sitting(sitting: StartedSitting, day: date) -> PartieQuerySet:
    """
    Return the parties of a sitting, without void ones.

    A table that was drawn anew is one of them: all of the season count that were begun
    with its first partie or later, and any that is still played on *day*.
    """
    numbers = sitting.parties.order_by("number").values("number")
    plays_still = Q(is_finished=False, evening__date__gte=day)
    return Partie.objects.filter(
        Q(number__gte=Subquery(numbers[:1])) | plays_still,
        season=sitting.plan.season_id,
        is_void=False,
    )


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A player's line of the ranking."""

    place: int | None
    name: str
    slug: str
    points: str
    score: int | Fraction
    parties: int


class TournamentNow:
    """A tournament as it stands."""

    def __init__(self, plan: ClubPlan) -> None:
        self.plan = plan
        self.season = plan.season
        self.season.club = plan.club

    @cached_property
    def sitting(self) -> StartedSitting | None:
        """The sitting that was started last; None before the first one."""
        return last_sitting(self.plan)

    @cached_property
    def tables(self) -> list[TableNow]:
        """The tables of that sitting, without void ones."""
        if self.sitting is None:
            return []
        parties = parties_of_sitting(self.sitting, self.day)
        return tables_of(with_results(parties).order_by("number"))

    @cached_property
    def at_play(self) -> list[TableNow]:
        """Those that still play; one left open is over with its evening."""
        return [
            one
            for one in self.tables
            if one.is_open and one.partie.evening.date >= self.day
        ]

    @property
    def playing(self) -> int:
        """How many of them still play."""
        return len(self.at_play)

    @cached_property
    def following(self) -> Round | None:
        """The sitting that starts next; None after the last one."""
        return sittings_left(self.plan)

    @property
    def number(self) -> int:
        """The number of the sitting that was started last, 0 before the first one."""
        return self.sitting.number if self.sitting is not None else 0

    @property
    def total(self) -> int:
        """How many sittings there are."""
        return max(self._wish.sittings if self._wish is not None else 0, self.number)

    @cached_property
    def _wish(self) -> PlanWish | None:
        used = self.plan.used
        return PlanWish.of(used.wish) if used is not None else None

    @property
    def left(self) -> int:
        """How many of them are still to be started."""
        return self.total - self.number

    @cached_property
    def planned(self) -> int:
        """How many there were to be, before it was ended early."""
        number = self._wish.cuts if self._wish is not None else 0
        cut = self.plan.versions.filter(number=number).first()
        return PlanWish.of(cut.wish).sittings if cut is not None else self.total

    @property
    def can_end(self) -> bool:
        """Whether sittings are left that can be left out."""
        return self.number > 0 and self.following is not None

    @property
    def is_cut(self) -> bool:
        """Whether it was ended before its last sitting."""
        return self._wish is not None and self._wish.cuts > 0

    @property
    def is_over(self) -> bool:
        """Whether all sittings were played, or its days are over."""
        if not self.number or self.playing:
            return False
        return self.following is None or not (self.is_on or self.is_ahead)

    @property
    def clock(self) -> ClockShown | None:
        """The clock of the sitting; None once all its tables have played."""
        return clock_of(self.plan, self.sitting) if self.playing else None

    @cached_property
    def day(self) -> date:
        """The day on which tables start now."""
        return day_of_tonight(self.plan.club)

    @property
    def is_on(self) -> bool:
        """Whether today is one of its days."""
        return self.season.holds(self.day)

    @property
    def is_ahead(self) -> bool:
        """Whether its first day is yet to come."""
        return self.day < self.season.starts_on

    @cached_property
    def board(self) -> KeptLeaderboard:
        """The leaderboard of its season."""
        return KeptLeaderboard(self.season)

    @property
    def gives_table_points(self) -> bool:
        """Whether its points are given for places at a table."""
        return isinstance(self.board.method.giving, TablePoints)

    @property
    def shows_score(self) -> bool:
        """Whether the score is something else than the points."""
        return any(one.key == "score" for one in self.board.columns)

    @cached_property
    def ranking(self) -> list[RankingLine]:
        """The ranking so far, of what has been played to its end."""
        return [
            RankingLine(
                row.line.place,
                row.name,
                row.slug,
                row.points,
                row.line.score,
                row.line.parties,
            )
            for row in self.board.rows
            if row.line.parties
        ]

    @property
    def screens(self) -> list[list[list[RankingLine]]]:
        """The ranking as the big screen shows it: pages of two columns."""
        columns = cut(self.ranking, IN_A_COLUMN)
        return cut(columns, COLUMNS)

    @property
    def winners(self) -> list[str]:
        """Who is first."""
        return [one.name for one in self.ranking if one.place == 1]


def cut(lines: Sequence[T], most: int) -> list[list[T]]:
    """
    Return *lines* in parts of so many at most.

    >>> cut("abcde", 2)
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    return [list(lines[at : at + most]) for at in range(0, len(lines), most)]


def tournament_version(club: Club, number: int, *_asked: object) -> object:
    """Return what changes with every write that a tournament's page follows from."""
    plan = club.plans.select_related("season").get(number=number)
    versions = plan.versions.annotate(is_there=Q(rounds__isnull=False))
    newest = versions.order_by("-number").values_list("pk", "error", "is_there")[:1]
    sitting = last_sitting(plan)
    tables: Iterable[object] = ()
    if sitting is not None:
        parties = parties_of_sitting(sitting, day_of_tonight(club))
        tables = parties.order_by("pk").values_list("pk", "version")
    return (
        plan.used_id,
        plan.minutes,
        *newest,
        sitting and (sitting.number, sitting.ends_at, sitting.seconds_left),
        *tables,
        *counted_version(club),
    )
