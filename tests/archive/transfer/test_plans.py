"""Plans of a club that moves to another installation."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from clubscore.archive.transfer.export import club_file
from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.archive.transfer.rows import FileError
from clubscore.club.models import Club, Player, Season
from clubscore.partie.club_plans import (
    PlanWish,
    make_soon,
    plan_make,
    played_sittings,
    rounds_of,
    version_use,
)
from clubscore.partie.models import ClubPlan, StartedSitting
from tests.season.played import DRAW, play


@pytest.fixture
def plan(season: Season, players: list[Player]) -> ClubPlan:
    """Return a plan with wishes of which a sitting was played."""
    first, second, *_others = (one.pk for one in players)
    version = plan_make(
        season=season,
        occasion=ClubPlan.Occasion.SEASON,
        day=None,
        wish=PlanWish(
            tuple(one.pk for one in players),
            sittings=2,
            together=((first, second),),
            fixed=((first, 1),),
        ),
        account=None,
    )
    make_soon(version)
    version_use(version=version)
    partie = play(season, players, [DRAW])
    sitting = StartedSitting.objects.create(plan=version.plan, number=1)
    sitting.parties.add(partie)
    return version.plan


def told(plan: ClubPlan) -> object:
    """Return what a plan says, by the names of its players."""
    names = dict(plan.club.players.values_list("pk", "name"))
    plan.refresh_from_db()
    assert plan.used is not None
    wish = PlanWish.of(plan.used.wish)

    def seats(rounds: object) -> list[object]:
        return [
            [[names[key] for key in table.players] for table in one.tables]
            for one in rounds  # type: ignore[attr-defined]
        ]

    return (
        seats(rounds_of(plan.used, {})),
        seats([one.round for one in played_sittings(plan)]),
        [[names[one] for one in group] for group in wish.together],
        [(names[one], table) for one, table in wish.fixed],
        plan.used.measures,
    )


@pytest.mark.parametrize(
    "told",
    [{"ends_at": dt.datetime(2026, 11, 17, 21, tzinfo=dt.UTC)}, {"seconds_left": 0}],
)
def test_a_clock_that_counts_goes_along(
    plan: ClubPlan, club: Club, told: dict[str, object]
) -> None:
    plan.sittings.update(**told)
    text = "".join(club_file(club))
    made = club_import(file_read(text.encode()), slug="elsewhere")
    again = StartedSitting.objects.get(plan__club=made.club)
    before = plan.sittings.get()
    assert again.ends_at == before.ends_at
    assert again.seconds_left == before.seconds_left


def test_a_plan_goes_along_with_its_club(plan: ClubPlan, club: Club) -> None:
    text = "".join(club_file(club))
    made = club_import(file_read(text.encode()), slug="elsewhere")
    assert told(made.club.plans.get()) == told(plan)


@pytest.mark.parametrize("told", ["2", [], {}, 7, None])
def test_a_plan_is_cut_by_no_version_that_is_not_there(
    plan: ClubPlan, club: Club, told: object
) -> None:
    found = json.loads("".join(club_file(club)))
    found["plans"][0]["versions"][0]["wish"]["cuts"] = told
    with pytest.raises(FileError, match="plan 1: "):
        club_import(file_read(json.dumps(found).encode()), slug="elsewhere")


def test_files_of_before_have_no_plans(plan: ClubPlan, club: Club) -> None:
    before = json.loads("".join(club_file(club)))
    del before["plans"]
    made = club_import(file_read(json.dumps(before).encode()), slug="elsewhere")
    assert not made.club.plans.exists()


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("rounds", [{"round": 1}], "a version is no plan"),
        ("wish", {}, "a version is no plan"),
    ],
)
def test_what_is_no_plan_is_refused(
    plan: ClubPlan, club: Club, where: str, value: object, said: str
) -> None:
    wrong = json.loads("".join(club_file(club)))
    wrong["plans"][0]["versions"][0][where] = value
    with pytest.raises(FileError, match=f"plan 1: {said}"):
        club_import(file_read(json.dumps(wrong).encode()), slug="elsewhere")
    assert not Club.objects.filter(slug="elsewhere").exists()
