"""The foot of every page: its language and its appearance."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Club


@pytest.mark.parametrize("chosen", ["Deutsch", "Dark"])
def test_what_was_typed_stays_when_the_page_comes_back(
    page: Page, live_server: LiveServer, club: Club, settings: Settings, chosen: str
) -> None:
    settings.CLUBS_BY_ANYBODY = True
    page.goto(f"{live_server.url}/accounts/clubs/new/")
    page.locator("[name=name]").fill("Bamboe Vier")
    page.locator("[name=is_public][value=no]").check()
    page.locator("[name=username]").fill("ineke")
    page.locator("[name=password1]").fill("a dragon under the table")
    foot = page.locator("#site-foot")
    foot.get_by_role("button", name=chosen, exact=True).click()
    marked = foot.locator("[aria-current]", has_text=chosen)
    expect(marked).to_be_visible()
    expect(page.locator("[name=name]")).to_have_value("Bamboe Vier")
    expect(page.locator("[name=is_public][value=no]")).to_be_checked()
    expect(page.locator("[name=username]")).to_have_value("ineke")
    # A secret is kept nowhere.
    expect(page.locator("[name=password1]")).to_have_value("")
    assert "dragon" not in page.evaluate("JSON.stringify({...sessionStorage})")
    # Somebody who comes again begins anew.
    page.goto(f"{live_server.url}/accounts/clubs/new/")
    expect(page.locator("[name=name]")).to_have_value("")
