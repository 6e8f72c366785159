"""Ratings, as members look at them on a phone and on paper."""

import datetime as dt
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Player, Season
from clubscore.club.services import player_add
from tests.browser.conftest import PHONE, turn_to
from tests.browser.test_every_page import Walk
from tests.season.evening import ORPHANS
from tests.season.played import GAME, play

Look = Callable[[], None]


@pytest.fixture
def rated(
    transactional_db: None, season: Season, players: list[Player]
) -> list[Player]:
    """Play three evenings, with large scores and a long name."""
    first = dt.date(2026, 11, 3)
    eva = player_add(club=season.club, name="Eva with a rather long name indeed")
    for week, order in enumerate(([*players[:3], eva], players, players[::-1])):
        day = first + dt.timedelta(weeks=week)
        play(season, order, [ORPHANS, GAME], day=day)
    return players


def test_the_list_is_put_in_order_and_leads_to_why(
    page: Page, live_server: LiveServer, rated: list[Player], look: Look
) -> None:
    page.goto(f"{live_server.url}/groene-hart/")
    page.get_by_role("link", name="Players", exact=True).click()
    page.get_by_role("link", name="Ratings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ratings")
    look()
    page.get_by_role("link", name="Player", exact=True).click()
    expect(page.locator("#rating-list tbody th a").first).to_have_text("Anna")
    expect(page).to_have_url(f"{live_server.url}/groene-hart/ratings/?by=name")
    page.get_by_label("As it stood on").fill("2026-11-03")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("As it stood on 3 November 2026.")).to_be_visible()
    expect(page.locator("#rating-list tbody tr")).to_have_count(4)

    page.get_by_role("link", name="Cleo").click()
    expect(page.get_by_role("img", name="Skill rating after each")).to_be_visible()
    expect(page.get_by_role("img", name="Classical list after each")).to_be_visible()
    why = page.get_by_text("Why: 3 changes explained")
    why.click()
    expect(page.get_by_text("an eighth of the difference").first).to_be_visible()
    look()

    page.emulate_media(media="print")
    expect(page.locator("#ratings svg:visible")).to_have_count(2)
    expect(page.get_by_text("an eighth of the difference").first).to_be_visible()
    page.emulate_media(media="screen")
    why.click()
    page.emulate_media(media="print")
    expect(page.locator("#changes")).to_be_hidden()
    page.goto(f"{live_server.url}/groene-hart/ratings/")
    expect(page.get_by_label("As it stood on")).to_be_hidden()
    expect(page.get_by_role("link", name="CSV")).to_be_hidden()


def test_an_evening_leads_to_why_and_to_whether_the_chances_were_right(
    page: Page,
    live_server: LiveServer,
    season: Season,
    rated: list[Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = f"{live_server.url}/groene-hart"
    page.goto(f"{club}/evenings/2026-11-17/")
    turn_to(page, "Better than expected")
    expected = page.get_by_role("region", name="Better than expected")
    expect(expected).to_contain_text("worse than expected by")
    expected.get_by_role("link", name="Cleo").click()
    expect(page).to_have_url(f"{club}/players/cleo/#ratings")
    page.get_by_text("Why: 3 changes explained").click()
    change = page.locator("#changes li").first
    expect(change).to_contain_text("was to be expected")
    expect(change).to_contain_text("had a chance of")

    page.get_by_role("link", name="Everybody’s ratings").click()
    page.get_by_role("link", name="Were we right?").click()
    rows = page.locator(".calibration-rows tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("18")
    expect(page.get_by_role("heading", name="No better than a coin")).to_be_visible()
    expect(page.get_by_text("can be told from 30 rated parties on")).to_be_visible()

    monkeypatch.setattr("clubscore.season.views.calibration.ENOUGH_PARTIES", 12)
    for week in range(9):
        play(season, rated, [GAME], day=dt.date(2026, 12, 1) + dt.timedelta(weeks=week))
    page.reload()
    expect(rows).to_have_count(2)
    # What a mark stands for is shown where the pointer is.
    chart = page.get_by_role("img", name="Chances given")
    expect(chart.locator(".said")).to_have_count(0)
    chart.locator("circle").first.hover()
    expect(chart.locator(".said")).to_contain_text(" %: ")
    heading = page.get_by_role("heading", name="Better than a coin", exact=True)
    expect(heading).to_be_visible()
    expect(page.get_by_role("img", name="Chances given")).to_be_visible()
    expect(page.get_by_text("the stronger of two typical players")).to_be_visible()


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "nl-NL"])
def test_the_list_is_no_wider_than_a_phone_in_any_language(
    browser: Browser, live_server: LiveServer, rated: list[Player], language: str
) -> None:
    context = browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        locale=language,
        reduced_motion="reduce",
        service_workers="block",
    )
    walk = Walk(context.new_page(), live_server.url)
    for order in ("", "?by=skill", "?by=name", "?by=parties", "calibration/"):
        walk.look(f"/groene-hart/ratings/{order}", language)
    assert len(walk.seen) == 5
    context.close()
    assert walk.troubles == [], "\n".join(walk.troubles)
