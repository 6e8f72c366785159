"""An evening of five sittings: planned, begun, planned again when somebody leaves."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Season
from clubscore.partie import club_plans
from clubscore.partie.models import ClubPlan, Partie
from tests.browser.test_club import log_in

NAMES = [f"Player {one}" for one in range(1, 19)]


def planned(page: Page) -> None:
    """Wait until the sittings are there, which the page shows by itself."""
    expect(page.get_by_role("button", name="Use this plan")).to_be_visible()
    page.get_by_role("button", name="Use this plan").click()
    expect(page.get_by_text("This plan is played by from now on.")).to_be_visible()


def test_an_evening_is_planned_begun_and_planned_again(
    page: Page,
    live_server: LiveServer,
    administrator: Account,
    season: Season,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The worker of the tests is this process: another one has another database.
    monkeypatch.setattr(club_plans, "IN_TIME", 1.0)
    monkeypatch.setattr(club_plans, "call_worker", club_plans.make_waiting)
    Season.objects.update(starts_on=timezone.localdate(), ends_on=None)
    log_in(page, live_server.url, administrator)
    page.goto(f"{live_server.url}/groene-hart/evenings/")
    page.get_by_role("link", name="Plans").click()
    page.get_by_role("link", name="Plan this evening").click()
    page.get_by_label("Who plays").fill("\n".join(NAMES))
    page.get_by_label("How many sittings").fill("5")
    page.get_by_label("Always at the same table").fill("Player 1: 2")
    page.get_by_label("Always at the same table").blur()
    expected = page.locator("#plan-expected")
    expect(expected).to_contain_text("18 players, 4 tables in each sitting: 5, 5, 4, 4")
    page.get_by_role("button", name="Make the plan").click()
    planned(page)
    expect(page.get_by_role("heading", name="Sitting 5")).to_be_visible()

    page.get_by_role("link", name="Start sitting 1").click()
    second = page.get_by_role("region", name="Table 2")
    expect(second).to_contain_text("Player 1")
    page.get_by_role("radio", name="With a notepad").check()
    page.get_by_role("button", name="Start these 4 tables").click()
    expect(page.get_by_text("The 4 tables have started.")).to_be_visible()
    Partie.objects.update(is_finished=True)

    page.goto(f"{live_server.url}/groene-hart/plans/1/")
    page.get_by_role("link", name="Somebody came, somebody left").click()
    page.get_by_label("Who plays").fill("\n".join(NAMES[:-1]))
    page.get_by_role("button", name="Make the plan").click()
    planned(page)
    expect(page.get_by_role("link", name="Start sitting 2")).to_be_visible()
    plan = ClubPlan.objects.get()
    assert plan.used is not None
    rounds = club_plans.rounds_of(plan.used, {})
    assert [one.number for one in rounds] == [2, 3, 4, 5]
    assert all(len(set(one.players)) == 17 for one in rounds)
    [played] = club_plans.played_sittings(plan)
    assert len(set(played.round.players)) == 18
    slips = page.get_by_role("link", name="Print slips (PDF)").get_attribute("href")
    assert slips is not None
    answer = page.request.get(f"{live_server.url}{slips}")
    assert answer.headers["content-type"] == "application/pdf"
