"""A plan on paper, and the slips of its players."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from django.test import Client
from pypdf import PdfReader

from clubscore.club.models import Account, Player, Season
from clubscore.club.services import player_add
from clubscore.partie.club_plans import (
    PlanWish,
    make_soon,
    make_waiting,
    plan_make,
    version_add,
    version_use,
)
from clubscore.partie.models import ClubPlan
from tests.conftest import players_in

LONG = "Maximiliane von Hohenlohe-Schillingsfüst"
FROM_THE_RIGHT = [
    "אברהם בן־דוד אבן־עזרא הירושלמי הגדול מאד",
    "محمد عبد الرحمن بن عبد الله الهاشمي القر",
]
"""Names of 40 letters too."""


@pytest.fixture
def plan(season: Season, players: list[Player]) -> ClubPlan:
    """Return a plan of three sittings for five, of whom one rests first."""
    last = player_add(club=season.club, name=LONG)
    return planned(season, [*players, last], sittings=3)


def planned(season: Season, people: list[Player], sittings: int) -> ClubPlan:
    """Return a plan that is played by."""
    version = plan_make(
        season=season,
        occasion=ClubPlan.Occasion.SEASON,
        day=None,
        wish=PlanWish(tuple(one.pk for one in people), sittings=sittings),
        account=None,
    )
    make_soon(version)
    # On a busy machine a second is not enough.
    make_waiting()
    version.refresh_from_db()
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


@pytest.mark.parametrize(("sittings", "pages"), [(1, 1), (12, 1), (20, 2), (21, 4)])
def test_eight_slips_are_on_a_page_unless_they_need_more(
    season: Season,
    players: list[Player],
    client: Client,
    sittings: int,
    pages: int,
) -> None:
    more = players_in(season.club, "Eva", "Finn", "Greta", "Hans")
    planned(season, [*players, *more], sittings)
    found = printed(client, "slips.pdf")
    assert len(found) == pages
    assert " ".join(found).count("Sitting") == 8


def test_nothing_of_a_slip_is_cut_off_however_long_the_names_are(
    season: Season, client: Client
) -> None:
    first = [f"{LONG[:-2]}{number}" for number in range(6)]
    planned(season, players_in(season.club, *first, *FROM_THE_RIGHT), sittings=7)
    # A slip of 20 lines is higher than an eighth of a page.
    pages = printed(client, "slips.pdf")
    assert [page.count("Sitting") for page in pages] == [4, 4]
    # Each stands on a slip of its own, and on three others' in each sitting.
    assert " ".join(pages).count("Maximiliane") == 6 * (1 + 3 * 7)


def test_a_slip_that_goes_on_on_the_next_page_says_again_whose_it_is(
    season: Season, client: Client
) -> None:
    # Without a space, as long as a name can be: a slip is two pages high.
    people = players_in(season.club, *(f"{letter}{'w' * 79}" for letter in "ABCD"))
    planned(season, people, sittings=12)
    pages = printed(client, "slips.pdf")
    assert len(pages) == 4
    for page, whose in zip(pages, ["AB", "AB", "CD", "CD"], strict=True):
        assert page.count("Sitting") == 2
        assert page.count("Het Groene Hart") == 2
        # The head, before those who sit at the table, is in the order of the page.
        for letter in whose:
            assert f"Het Groene Hart {letter}www" in page


def test_a_plan_nobody_plays_by_is_printed_for_hosts_alone(
    plan: ClubPlan, client: Client, administrator: Account
) -> None:
    ClubPlan.objects.update(used=None)
    assert client.get("/groene-hart/plans/1/plan.pdf").status_code == 404
    client.force_login(administrator)
    assert client.get("/groene-hart/plans/1/plan.pdf").status_code == 200


def test_a_plan_that_is_thought_of_is_printed_only_when_asked_for(
    plan: ClubPlan, client: Client, administrator: Account
) -> None:
    wish = PlanWish.of(plan.versions.get().wish)
    make_soon(version_add(plan=plan, wish=replace(wish, sittings=4), account=None))
    client.force_login(administrator)
    for address in ("plan.pdf", "slips.pdf"):
        usual = printed(client, address)
        assert usual == printed(client, f"{address}?version=1")
        assert usual != printed(client, f"{address}?version=2")
    csv = "/groene-hart/plans/1/plan.csv"
    assert "\n4," not in client.get(csv).text
    assert "\n4," in client.get(f"{csv}?version=2").text
