"""
Plans of a club: what was asked for, its versions, the sittings that were played.

A version is made at once if a second is enough for it, else by a worker beside the
site. What was started stays as it was played, and is the history of what is planned
after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from random import Random
from typing import Any, Self

from django.db import transaction
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from clubscore.club.models import Account, Club, Player, Season
from clubscore.club.own_books import DRAFT_KEPT
from clubscore.club.worker import call
from clubscore.partie.models import ClubPlan, PlanVersion, StartedSitting
from clubscore.partie.played_rounds import played_rounds
from clubscore.planning import (
    Key,
    Plan,
    PlannedTable,
    PlanningError,
    Round,
    Wanted,
    plan,
)
from clubscore.planning.records import round_to_json

AT_ONCE = 1.0
"""How many seconds whoever asks waits for a plan; what takes longer is a worker's."""
IN_TIME = 8.0
"""How many seconds a worker has for one; with its start that makes ten."""
DEAD_AFTER = timedelta(seconds=30)
"""A worker that has not come to its end by then is gone."""
SEATS = ("E", "S", "W", "N", "fifth")
"""The seats of a table as JSON names them."""


@dataclass(frozen=True, slots=True)
class PlanWish:
    """What somebody wants of a plan; players are their ids."""

    players: tuple[int, ...]
    sittings: int
    """All of the plan, with those that were played."""
    sizes: tuple[int, ...] = (3, 4, 5)
    apart: tuple[tuple[int, ...], ...] = ()
    together: tuple[tuple[int, ...], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    """Players, each with the table at which they always sit."""
    counts_season: bool = True
    """Whether the meetings of the season count too."""
    seed: int = 1

    @classmethod
    def of(cls, wish: Mapping[str, Any]) -> Self:
        """Read what `as_json` wrote."""
        groups = {name: tuple(map(tuple, wish[name])) for name in ("apart", "together")}
        return cls(
            tuple(wish["players"]),
            wish["sittings"],
            tuple(wish["sizes"]),
            **groups,
            fixed=tuple((player, table) for player, table in wish["fixed"]),
            counts_season=wish["counts_season"],
            seed=wish["seed"],
        )

    @property
    def as_json(self) -> dict[str, Any]:
        """The wish in JSON."""
        return asdict(self)

    def renamed(self, of: Callable[[int], int]) -> PlanWish:
        """Return the wish with other ids for its players, each once."""
        return replace(
            self,
            players=tuple(dict.fromkeys(map(of, self.players))),
            apart=tuple(tuple(map(of, group)) for group in self.apart),
            together=tuple(tuple(map(of, group)) for group in self.together),
            fixed=tuple((of(player), table) for player, table in self.fixed),
        )

    def without(self, gone: set[int]) -> PlanWish:
        """Return the wish without players who have left."""

        def left(groups: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
            found = [tuple(one for one in group if one not in gone) for group in groups]
            return tuple(group for group in found if len(group) > 1)

        return replace(
            self,
            players=tuple(one for one in self.players if one not in gone),
            apart=left(self.apart),
            together=left(self.together),
            fixed=tuple(pair for pair in self.fixed if pair[0] not in gone),
        )


# Asking for one -------------------------------------------------------------------


def plans_of(club: Club) -> QuerySet[ClubPlan]:
    """Return the plans of a club, the newest first, with how much was started."""
    return club.plans.select_related("season", "used").annotate(
        started=Count("sittings")
    )


def with_plan(seasons: QuerySet[Season], day: date) -> QuerySet[Season]:
    """Return *seasons*, each with the number of the plan that is played by on a day."""
    plans = ClubPlan.objects.filter(season=OuterRef("pk"), used__isnull=False)
    newest = plans.filter(Q(day=day) | Q(day=None)).order_by("-number")
    return seasons.annotate(planned=Subquery(newest.values("number")[:1]))


def tournaments_of(seasons: QuerySet[Season]) -> QuerySet[ClubPlan]:
    """Return the tournaments of *seasons* that are played by, the newest first."""
    plans = ClubPlan.objects.filter(season__in=seasons, used__isnull=False)
    tournaments = plans.filter(
        occasion=ClubPlan.Occasion.TOURNAMENT, minutes__isnull=False
    )
    return tournaments.select_related("season").order_by("-number")


def tournament_on(club: Club, day: date) -> ClubPlan | None:
    """Return the tournament that is played on a day; None without one."""
    return tournaments_of(club.seasons.holding(day)).first()


def check_wish(
    wish: PlanWish, season: Season, plan_before: ClubPlan | None = None
) -> Wanted:
    """
    Return what the planner is asked for a wish.

    The history is that of the season, if it counts, and what was played by the plan.
    """
    history: list[Round] = []
    if wish.counts_season:
        history += played_rounds(season, id_of, plan_before)
    before = len(history)
    played = played_sittings(plan_before) if plan_before is not None else []
    history += [replace(one, number=one.number + before) for one in played]
    return Wanted(
        players=wish.players,
        rounds=wish.sittings - len(played),
        seed=wish.seed,
        sizes=wish.sizes,
        apart=wish.apart,
        together=wish.together,
        fixed=dict(wish.fixed),
        history=history,
    )


@transaction.atomic
def plan_make(
    *,
    season: Season,
    occasion: str,
    day: date | None,
    wish: PlanWish,
    account: Account | None,
    minutes: int | None = None,
) -> PlanVersion:
    """
    Put down a plan with its first version, which is still to be made.

    *minutes* is how long a sitting's clock counts, where it has one.
    """
    club = Club.objects.select_for_update().get(pk=season.club_id)
    last = club.plans.aggregate(Max("number"))["number__max"] or 0
    made = ClubPlan(
        club=club,
        number=last + 1,
        season=season,
        occasion=occasion,
        day=day,
        minutes=minutes,
    )
    made.full_clean()
    made.save()
    return version_add(plan=made, wish=wish, account=account)


@transaction.atomic
def version_add(
    *, plan: ClubPlan, wish: PlanWish, account: Account | None
) -> PlanVersion:
    """Put down another version of a plan, which is still to be made."""
    ClubPlan.objects.select_for_update().get(pk=plan.pk)
    last = plan.versions.aggregate(Max("number"))["number__max"] or 0
    version = PlanVersion(
        plan=plan,
        number=last + 1,
        wish=wish.as_json,
        account=account,
        author=account.get_username() if account is not None else "",
    )
    version.full_clean()
    version.save()
    return version


@transaction.atomic
def version_use(*, version: PlanVersion) -> None:
    """Let a version that is made be the one that is played by."""
    assert version.is_made
    ClubPlan.objects.filter(pk=version.plan_id).update(used=version)


def drafts_drop() -> int:
    """
    Let plans go that nobody used or has had made anew for long; return how many.

    One for a day that is still to come stays.
    """
    now = timezone.now()
    old = ClubPlan.objects.filter(used=None, sittings=None)
    old = old.exclude(day__gte=timezone.localdate(now))
    kept = PlanVersion.objects.filter(made_at__gt=now - DRAFT_KEPT).values("plan")
    pks = list(old.exclude(pk__in=kept).values_list("pk", flat=True))
    ClubPlan.objects.filter(pk__in=pks).delete()
    return len(pks)


# Making it ------------------------------------------------------------------------


def make_soon(version: PlanVersion) -> None:
    """Make a version if a second is enough; else call a worker for it."""
    if not _make(version, AT_ONCE, keeps_stopped=False):
        look_after(version)


def look_after(version: PlanVersion) -> None:
    """Call a worker for a version that waits, unless one was called just now."""
    now = timezone.now()
    waiting = _waiting().filter(pk=version.pk)
    idle = Q(called_at=None) | Q(called_at__lt=now - DEAD_AFTER)
    # Of several who look at the same moment, one calls.
    if waiting.filter(idle).update(called_at=now):
        transaction.on_commit(call_worker)


def call_worker() -> None:
    """Start a process that makes what waits."""
    call("plans")


def make_waiting() -> int:
    """Make every version that waits, one after the other; return how many."""
    many = 0
    while (version := _claimed()) is not None:
        _make(version, IN_TIME, keeps_stopped=True)
        many += 1
    return many


def _waiting() -> QuerySet[PlanVersion]:
    return PlanVersion.objects.filter(rounds__isnull=True, error="")


def _claimed() -> PlanVersion | None:
    """Return the next version to make, which nobody else makes then."""
    while True:
        now = timezone.now()
        idle = Q(begun_at=None) | Q(begun_at__lt=now - DEAD_AFTER)
        found = _waiting().filter(idle).order_by("pk").first()
        if found is None:
            return None
        same = _waiting().filter(pk=found.pk, begun_at=found.begun_at)
        if same.update(begun_at=now):
            return found


def _make(version: PlanVersion, seconds: float, *, keeps_stopped: bool) -> bool:
    """Search for the sittings; return whether that is over, well or not."""
    club_plan = version.plan
    wish = PlanWish.of(version.wish)
    wanted = check_wish(wish, club_plan.season, club_plan)
    # A design knows who is the first of its players; lots say who that is.
    lots = list(wanted.players)
    Random(wish.seed).shuffle(lots)  # noqa: S311 (a plan is no secret)
    try:
        found = plan(replace(wanted, players=lots, seconds=seconds))
    except PlanningError as error:
        version.error = error.code
    else:
        if found.warnings and not keeps_stopped:
            return False
        _keep(version, found, wish.sittings - wanted.rounds)
    version.save(update_fields=["error", "rounds", "measures", "is_stopped"])
    if club_plan.is_tournament and version.is_made:
        # It is opened in one step: its first plan is the one that is played by.
        ClubPlan.objects.filter(pk=club_plan.pk, used=None).update(used=version)
    return True


def _keep(version: PlanVersion, found: Plan, started: int) -> None:
    """Note what was found; its sittings are numbered after those that were played."""
    version.rounds = [
        round_to_json(replace(one, number=number))
        for number, one in enumerate(found.rounds, started + 1)
    ]
    version.measures = asdict(found.measures) | {"proven": found.measures.proven}
    version.is_stopped = bool(found.warnings)


# What is to come, and what was played ---------------------------------------------


def rounds_of(version: PlanVersion, merged: Mapping[int, int]) -> list[Round]:
    """
    Return the sittings of a version; none while it is not made.

    *merged* has the players who have turned out to be somebody else.
    """

    def key(value: int | None) -> int | None:
        return merged.get(value, value) if value is not None else None

    def table(told: Mapping[str, Any]) -> PlannedTable:
        east, south, west, north, fifth = (key(told[seat]) for seat in SEATS)
        assert east is not None
        assert south is not None
        assert west is not None
        return PlannedTable(told["table"], east, south, west, north, fifth)

    return [
        Round(
            told["round"],
            tuple(map(table, told["tables"])),
            tuple(merged.get(one, one) for one in told["waiting"]),
        )
        for told in version.rounds or []
    ]


def id_of(player: Player) -> Key:
    """Return the id of who a player is, or has turned out to be."""
    return player.merged_into_id or player.pk


def merged_in(club: Club) -> dict[int, int]:
    """Return who has turned out to be whom, by ids."""
    rows = Player.objects.filter(club=club).values_list("pk", "merged_into")
    return {player: into for player, into in rows if into is not None}


def played_sittings(club_plan: ClubPlan) -> list[Round]:
    """Return the sittings that were started, as they were played."""
    merged = merged_in(club_plan.club)
    return [played_round(one, merged) for one in started_sittings(club_plan)]


def started_sittings(club_plan: ClubPlan) -> QuerySet[StartedSitting]:
    """Return the started sittings with their parties and who sat there."""
    return club_plan.sittings.order_by("number").prefetch_related(
        "parties__seats", "parties__evening"
    )


def played_round(sitting: StartedSitting, merged: Mapping[int, int]) -> Round:
    """Return a started sitting, without the tables that turned out to be void."""
    tables = []
    for number, partie in enumerate(
        sorted(sitting.parties.all(), key=lambda one: one.number), 1
    ):
        seats = [merged.get(one.player_id, one.player_id) for one in partie.seats.all()]
        if partie.is_void or not 3 <= len(seats) <= 5:
            continue
        east, south, west, *others = seats
        name = int(partie.table) if partie.table.isdecimal() else number
        tables.append(PlannedTable(name, east, south, west, *others))
    seated: set[Key] = {key for table in tables for key in table.players}
    waiting = dict.fromkeys(merged.get(one, one) for one in sitting.waiting)
    return Round(
        sitting.number,
        tuple(tables),
        tuple(one for one in waiting if one not in seated),
    )


def sittings_left(club_plan: ClubPlan) -> Round | None:
    """Return the next sitting of the version that is played by; None after the last."""
    if club_plan.used is None:
        return None
    last = club_plan.sittings.aggregate(Max("number"))["number__max"] or 0
    merged = merged_in(club_plan.club)
    rounds = rounds_of(club_plan.used, merged)
    return next((one for one in rounds if one.number == last + 1), None)
