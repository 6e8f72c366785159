"""The menu on a phone."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Season
from tests.browser.conftest import PHONE


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_more_closes_by_escape_and_by_a_tap_outside(
    page: Page, live_server: LiveServer, season: Season
) -> None:
    page.goto(f"{live_server.url}{season.club.get_absolute_url()}")
    more = page.locator("#menu-more")
    records = more.get_by_role("link", name="Records")
    more.locator("summary").click()
    expect(records).to_be_visible()
    page.keyboard.press("Escape")
    expect(records).to_be_hidden()
    expect(more.locator("summary")).to_be_focused()
    more.locator("summary").click()
    expect(records).to_be_visible()
    page.locator("h1").click()
    expect(records).to_be_hidden()
    more.locator("summary").click()
    records.click()
    expect(page).to_have_url(f"{live_server.url}/groene-hart/records/")
