"""
Plans of a club: what was asked for, its versions, the sittings that were played.

A version is made at once if a second is enough for it, else by a worker beside the
site. What was started stays as it was played, and is the history of what is planned
after it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
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
from clubscore.partie.models import ClubPlan, Partie, PlanVersion, StartedSitting
from clubscore.partie.played_rounds import played_rounds
from clubscore.planning import (
    Key,
    Plan,
    PlannedTable,
    PlanningError,
    Round,
    Wanted,
    measure,
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
    cuts: int = 0
    """The version whose sittings to come it leaves out; 0 for none."""
    last_day: str | None = None
    """The season's last day until then, if that is cut too; empty for none."""
    cut_to: str | None = None
    """The last day that the season was given then."""
    keeps: int = 0
    """The next sitting, which stays as it was planned: it is on paper; 0 for none."""

    @classmethod
    def of(cls, wish: Mapping[str, Any]) -> Self:
        """Read what `as_json` wrote."""
        groups = {name: tuple(map(tuple, wish[name])) for name in ("apart", "together")}
        last_day, cut_to = wish.get("last_day"), wish.get("cut_to")
        for day in filter(None, (last_day, cut_to)):
            date.fromisoformat(day)
        cuts, keeps = (_number_of(wish, name) for name in ("cuts", "keeps"))
        return cls(
            tuple(wish["players"]),
            wish["sittings"],
            tuple(wish["sizes"]),
            **groups,
            fixed=tuple((player, table) for player, table in wish["fixed"]),
            counts_season=wish["counts_season"],
            seed=wish["seed"],
            cuts=cuts,
            last_day=last_day,
            cut_to=cut_to,
            keeps=keeps,
        )

    @property
    def as_json(self) -> dict[str, Any]:
        """The wish in JSON."""
        return asdict(self)

    def renamed(self, of: Callable[[int], int]) -> PlanWish:
        """Return the wish with other ids for its players, each once."""

        def once(groups: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
            found = [tuple(dict.fromkeys(map(of, group))) for group in groups]
            return tuple(group for group in found if len(group) > 1)

        return replace(
            self,
            players=tuple(dict.fromkeys(map(of, self.players))),
            apart=once(self.apart),
            together=once(self.together),
            fixed=tuple({of(one): table for one, table in self.fixed}.items()),
        )

    def as_merged(self, merged: Mapping[int, int]) -> PlanWish:
        """Return the wish for who its players have turned out to be."""
        return self.renamed(lambda one: merged.get(one, one))

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


def _number_of(wish: Mapping[str, Any], name: str) -> int:
    """Return a number of a wish, 0 without it; raise TypeError for what is none."""
    found = wish.get(name, 0)
    if not isinstance(found, int):
        raise TypeError(name)
    return found


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


def is_cut(plan: ClubPlan) -> bool:
    """Tell whether a plan was ended before its last sitting."""
    return plan.used is not None and PlanWish.of(plan.used.wish).cuts > 0


def check_wish(
    wish: PlanWish, season: Season, plan_before: ClubPlan | None = None
) -> Wanted:
    """
    Return what the planner is asked for a wish.

    The history is that of the season, if it counts, and what was played by the plan,
    with the sitting that stays as it is. A tournament's season has nothing else.
    """
    played = played_sittings(plan_before) if plan_before is not None else []
    history: list[Round] = []
    if wish.counts_season or (plan_before is not None and plan_before.is_tournament):
        parties = {partie.pk for one in played for partie in one.parties}
        history += played_rounds(season, id_of, without=parties)
    before = len(history)
    given = [one.round for one in played]
    if plan_before is not None:
        given += sittings_kept(plan_before, wish)
    history += [replace(one, number=one.number + before) for one in given]
    return Wanted(
        players=wish.players,
        rounds=wish.sittings - len(given),
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


@transaction.atomic
def version_cut(
    *,
    plan: ClubPlan,
    last_day: str | None,
    cut_to: str | None,
    account: Account | None,
) -> None:
    """Let a version be played by that ends with the sitting that was started last."""
    assert plan.used is not None
    played = played_sittings(plan)
    wish = replace(
        PlanWish.of(plan.used.wish),
        sittings=played[-1].round.number,
        cuts=plan.used.number,
        last_day=last_day,
        cut_to=cut_to,
    )
    version = version_add(plan=plan, wish=wish, account=account)
    found = Plan((), measure([one.round for one in played]))
    _keep(version, found, (), wish.sittings)
    version.save(update_fields=["rounds", "measures", "is_stopped"])
    version_use(version=version)


@transaction.atomic
def version_uncut(*, version: PlanVersion) -> None:
    """Let the version be played by again that a shorter one cut, and drop that one."""
    cut = version.plan.versions.get(number=PlanWish.of(version.wish).cuts)
    version_use(version=cut)
    version.delete()


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
    wish = PlanWish.of(version.wish).as_merged(merged_in(club_plan.club))
    wanted = check_wish(wish, club_plan.season, club_plan)
    # A design knows who is the first of its players; lots say who that is.
    lots = list(wanted.players)
    Random(wish.seed).shuffle(lots)  # noqa: S311 (a plan is no secret)
    try:
        found = plan(replace(wanted, players=lots, seconds=seconds))
    except PlanningError as error:
        version.error = error.code
    else:
        if found.warnings and not (keeps_stopped or found.measures.proven):
            return False  # with more time there may be fewer repeats
        kept = sittings_kept(club_plan, wish)
        _keep(version, found, kept, wish.sittings - wanted.rounds)
    version.save(update_fields=["error", "rounds", "measures", "is_stopped"])
    if club_plan.is_tournament and version.is_made:
        # It is opened in one step: its first plan is the one that is played by.
        ClubPlan.objects.filter(pk=club_plan.pk, used=None).update(used=version)
    return True


def _keep(version: PlanVersion, found: Plan, kept: Iterable[Round], given: int) -> None:
    """Note the sittings that were *kept* and those found, after all that are given."""
    version.rounds = [
        *map(round_to_json, kept),
        *(
            round_to_json(replace(one, number=number))
            for number, one in enumerate(found.rounds, given + 1)
        ),
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


@dataclass(frozen=True, slots=True)
class PlayedSitting:
    """A started sitting as it was played."""

    round: Round
    parties: tuple[Partie, ...]
    """Of its tables, in their order; none is void."""


def played_sittings(club_plan: ClubPlan) -> list[PlayedSitting]:
    """
    Return the sittings that were started, as they were played.

    A table that was drawn anew by hand is one of them: a partie of the same season and
    evening that began before the next sitting, of players who sit at no other table.
    """
    others = StartedSitting.objects.filter(plan__season=club_plan.season_id)
    of_others = others.exclude(plan=club_plan).filter(parties__isnull=False)
    merged = merged_in(club_plan.club)
    started = list(club_plan.sittings.order_by("number").prefetch_related("parties"))
    own = {one.pk: {partie.pk for partie in one.parties.all()} for one in started}
    evenings = {partie.evening_id for one in started for partie in one.parties.all()}
    begun: list[list[Partie]] = [[] for _one in started]
    for partie in (
        Partie.objects.filter(
            season=club_plan.season_id, evening__in=evenings, is_void=False
        )
        .exclude(pk__in=of_others.values("parties"))
        .order_by("number")
        .prefetch_related("seats")
    ):
        partie.club = club_plan.club
        at = _sitting_at(partie, started)
        if at is not None and 3 <= len(partie.seats.all()) <= 5:
            begun[at].append(partie)
    return [
        _as_played(sitting, own[sitting.pk], parties, merged)
        for sitting, parties in zip(started, begun, strict=True)
    ]


def _sitting_at(partie: Partie, started: Sequence[StartedSitting]) -> int | None:
    """Return the place of the sitting in which a partie began; None of none."""
    for at in reversed(range(len(started))):
        planned = started[at].parties.all()
        if planned and partie.number >= min(one.number for one in planned):
            is_same_evening = partie.evening_id == planned[0].evening_id
            return at if is_same_evening else None
    return None


def _as_played(
    sitting: StartedSitting,
    planned: Container[int],
    parties: Sequence[Partie],
    merged: Mapping[int, int],
) -> PlayedSitting:
    """Return a sitting with its *planned* tables, and others where nobody sits yet."""
    seated: set[int] = set()
    tables: dict[Partie, PlannedTable] = {}
    for partie in sorted(parties, key=lambda one: one.pk not in planned):
        seats = [merged.get(one.player_id, one.player_id) for one in partie.seats.all()]
        if seated.isdisjoint(seats):
            seated.update(seats)
            east, south, west, *others = seats
            name = int(partie.table) if partie.table.isdecimal() else len(tables) + 1
            tables[partie] = PlannedTable(name, east, south, west, *others)
    waiting = dict.fromkeys(merged.get(one, one) for one in sitting.waiting)
    return PlayedSitting(
        Round(
            sitting.number,
            tuple(tables.values()),
            tuple(one for one in waiting if one not in seated),
        ),
        tuple(tables),
    )


def sittings_kept(club_plan: ClubPlan, wish: PlanWish) -> list[Round]:
    """Return the next sitting, if a plan for *wish* leaves it as it is."""
    following = sittings_left(club_plan)
    if following is None or following.number != wish.keeps:
        return []
    return [following]


def sittings_left(club_plan: ClubPlan) -> Round | None:
    """Return the next sitting of the version that is played by; None after the last."""
    if club_plan.used is None:
        return None
    last = club_plan.sittings.aggregate(Max("number"))["number__max"] or 0
    merged = merged_in(club_plan.club)
    rounds = rounds_of(club_plan.used, merged)
    return next((one for one in rounds if one.number == last + 1), None)
