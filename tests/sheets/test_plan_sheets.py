"""A plan on paper, and the slips of its players."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from pypdf import PdfReader

from clubscore.club.models import Account, Player, Season
from clubscore.club.services import player_add
from clubscore.partie.club_plans import PlanWish, make_soon, plan_make, version_use
from clubscore.partie.models import ClubPlan
from clubscore.sheets.plan_sheets import slips_on_a_page

LONG = "Maximiliane von Hohenlohe-Schillingsfüst"


@pytest.fixture
def plan(season: Season, players: list[Player]) -> ClubPlan:
    """Return a plan of three sittings for five, of whom one rests first."""
    last = player_add(club=season.club, name=LONG)
    version = plan_make(
        season=season,
        occasion=ClubPlan.Occasion.SEASON,
        day=None,
        wish=PlanWish((*(one.pk for one in players), last.pk), sittings=3),
        account=None,
    )
    make_soon(version)
    version_use(version=version)
    return version.plan


def printed(client: Client, address: str) -> list[str]:
    """Return the text of each page; a hyphen may end a line, or not."""
    answer = client.get(f"/groene-hart/plans/1/{address}")
    assert answer.status_code == 200
    reader = PdfReader(io.BytesIO(answer.content))
    return [
        " ".join(page.extract_text().split()).replace("- ", "-")
        for page in reader.pages
    ]


def test_a_plan_is_printed_by_sittings_and_by_players(
    plan: ClubPlan, client: Client
) -> None:
    first, second = printed(client, "plan.pdf")
    for number in (1, 2, 3):
        assert f"Sitting {number}" in first
    assert "Rests first" in first
    assert LONG in first
    assert "By player" in second
    assert "Anna" in second


def test_one_sitting_is_printed_alone(plan: ClubPlan, client: Client) -> None:
    [page] = printed(client, "plan.pdf?sitting=2")
    assert "Sitting 2" in page
    assert "Sitting 1" not in page
    assert client.get("/groene-hart/plans/1/plan.pdf?sitting=4").status_code == 404


def test_each_player_gets_a_slip_in_the_language_of_the_page(
    plan: ClubPlan, client: Client
) -> None:
    [page] = printed(client, "slips.pdf?language=de")
    assert page.count("Durchgang") == 5
    for name in ("Anna", "Ben", "Cleo", "Dirk", LONG):
        assert name in page


@pytest.mark.parametrize(
    ("sittings", "slips"), [(1, 8), (7, 8), (8, 4), (20, 4), (60, 2)]
)
def test_more_sittings_need_larger_slips(sittings: int, slips: int) -> None:
    assert slips_on_a_page(sittings) == slips


def test_a_plan_nobody_plays_by_is_printed_for_hosts_alone(
    plan: ClubPlan, client: Client, administrator: Account
) -> None:
    ClubPlan.objects.update(used=None)
    assert client.get("/groene-hart/plans/1/plan.pdf").status_code == 404
    client.force_login(administrator)
    assert client.get("/groene-hart/plans/1/plan.pdf").status_code == 200
