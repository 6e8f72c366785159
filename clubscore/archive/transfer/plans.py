"""The plans of a club in its file: what was asked for, the versions, the sittings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from clubscore.archive.transfer.people import ImportedRows
from clubscore.archive.transfer.rows import FileError, insert, told_where
from clubscore.archive.transfer.shapes import PlanShape
from clubscore.club.models import Club
from clubscore.partie.club_plans import SEATS, PlanWish, rounds_of
from clubscore.partie.models import ClubPlan, PlanVersion, StartedSitting

Rename = Callable[[int], int]


def plans_told(club: Club, player: Rename, season: Rename) -> Iterator[dict[str, Any]]:
    """Yield the plans of *club*, with players and seasons by the ids of the file."""
    plans = ClubPlan.objects.filter(club=club).order_by("pk")
    for plan in plans.prefetch_related("versions", "sittings__parties"):
        yield {
            "number": plan.number,
            "season": season(plan.season_id),
            "occasion": plan.occasion,
            "day": plan.day,
            "minutes": plan.minutes,
            "made_at": plan.made_at,
            "used": next(
                (one.number for one in plan.versions.all() if one.pk == plan.used_id),
                None,
            ),
            "versions": [
                {
                    "number": one.number,
                    "wish": PlanWish.of(one.wish).renamed(player).as_json,
                    "rounds": renamed_rounds(one.rounds, player),
                    "measures": one.measures,
                    "is_stopped": one.is_stopped,
                    "error": one.error,
                    "author": one.author,
                    "made_at": one.made_at,
                }
                for one in plan.versions.all()
            ],
            "sittings": [
                {
                    "number": one.number,
                    "parties": [partie.number for partie in one.parties.all()],
                    "waiting": [player(key) for key in one.waiting],
                    "started_at": one.started_at,
                    "ends_at": one.ends_at,
                    "seconds_left": one.seconds_left,
                }
                for one in plan.sittings.all()
            ],
        }


def renamed_rounds(
    rounds: Sequence[Any] | None, of: Rename
) -> list[dict[str, Any]] | None:
    """Return the sittings of a version with other ids for their players."""
    if rounds is None:
        return None
    return [
        {
            "round": one["round"],
            "waiting": [of(player) for player in one["waiting"]],
            "tables": [
                {"table": table["table"]}
                | {
                    seat: None if table[seat] is None else of(table[seat])
                    for seat in SEATS
                }
                for table in one["tables"]
            ],
        }
        for one in rounds
    ]


def plan_made(known: ImportedRows, found: PlanShape) -> None:
    """Make a plan of a club's file; raise FileError if it cannot be one."""
    with told_where(f"plan {found.number}"):
        if found.season not in known.seasons:
            raise FileError(f"there is no season {found.season} in the file")
        plan = ClubPlan(
            club=known.club,
            season=known.seasons[found.season],
            **found.model_dump(exclude={"season", "used", "versions", "sittings"}),
        )
        plan.full_clean()
        insert(plan)
        try:
            _versions_made(plan, known, found)
        except (KeyError, TypeError, ValueError, AttributeError, AssertionError):
            raise FileError("a version is no plan") from None
        _sittings_made(plan, known, found)


def _versions_made(plan: ClubPlan, known: ImportedRows, found: PlanShape) -> None:
    def player(number: int) -> int:
        return known.player(number).pk

    numbers = {0, *(told.number for told in found.versions)}
    for told in found.versions:
        wish = PlanWish.of(told.wish)
        if wish.cuts not in numbers:
            raise FileError(f"there is no version {wish.cuts}")
        version = PlanVersion(
            plan=plan,
            wish=wish.renamed(player).as_json,
            rounds=renamed_rounds(told.rounds, player),
            **told.model_dump(exclude={"wish", "rounds"}),
        )
        rounds_of(version, {})
        version.full_clean()
        insert(version)
        if told.number == found.used:
            plan.used = version
            plan.save(update_fields=["used"])


def _sittings_made(plan: ClubPlan, known: ImportedRows, found: PlanShape) -> None:
    parties = dict(known.club.parties.values_list("number", "pk"))
    for told in found.sittings:
        for number in told.parties:
            if number not in parties:
                raise FileError(f"there is no partie {number} in the file")
        sitting = StartedSitting(
            plan=plan,
            number=told.number,
            waiting=[known.player(one).pk for one in told.waiting],
            started_at=told.started_at,
            ends_at=told.ends_at,
            seconds_left=told.seconds_left,
        )
        sitting.full_clean()
        insert(sitting)
        sitting.parties.set([parties[number] for number in told.parties])
