"""Plans of a club that moves to another installation."""

from __future__ import annotations

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
        seats(played_sittings(plan)),
        [[names[one] for one in group] for group in wish.together],
        [(names[one], table) for one, table in wish.fixed],
        plan.used.measures,
    )


def test_a_plan_goes_along_with_its_club(plan: ClubPlan, club: Club) -> None:
    text = "".join(club_file(club))
    made = club_import(file_read(text.encode()), slug="elsewhere")
    assert told(made.club.plans.get()) == told(plan)


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
