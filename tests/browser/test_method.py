"""The form of a standings method in a browser, on a phone and on a desktop."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club import methods
from clubscore.club.models import Account, Player, Season
from clubscore.club.services import season_method_change
from clubscore.ranking import PRESETS, Method, changed
from tests.browser.conftest import both_screens, let_in
from tests.season.played import GAME, play

Look = Callable[[], None]

pytestmark = both_screens

GROENE_HART = PRESETS["groene-hart"].method


@pytest.fixture
def form(
    page: Page,
    live_server: LiveServer,
    season: Season,
    players: list[Player],
    administrator: Account,
) -> Page:
    """Open the method of a season that is played as Het Groene Hart does."""
    play(season, players, [GAME])
    season_method_change(
        season=season, method=methods.stored(GROENE_HART), substitutes="substitute"
    )
    let_in(page, live_server, administrator)
    page.goto(f"{live_server.url}/groene-hart/settings/seasons/{season.pk}/method/")
    return page


def kept() -> Method:
    """Return the method that is in force."""
    return methods.method_of(Season.objects.get().method)


def opened(page: Page) -> list[str]:
    """Return the panels that are open."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('details[open]')].map((one) => one.id)"
    )
    return found


def save(page: Page) -> None:
    """Tap on Save."""
    page.get_by_role("button", name="Save", exact=True).click()


def test_a_wrong_value_mended_and_saved_changes_only_itself(
    form: Page, look: Look
) -> None:
    form.locator("#part-evening summary").click()
    quorum = form.get_by_label("Members without whom an evening does not count")
    quorum.fill("8 leden")
    quorum.press("Tab")
    wrong = form.locator("#wrong-evening-quorum")
    expect(wrong).to_have_text(re.compile("Give a whole number from 0 to 500."))
    expect(quorum).to_have_attribute("aria-invalid", "true")
    # The panel is open, and what was typed stands in its field.
    assert opened(form) == ["part-evening"]
    expect(quorum).to_have_value("8 leden")
    expect(form.locator("#part-counting summary")).to_be_focused()
    look()

    # Mended: the error goes, the panel and the focus stay.
    quorum.fill("7")
    quorum.press("Tab")
    expect(wrong).to_be_empty()
    expect(quorum).not_to_have_attribute("aria-invalid", "true")
    assert opened(form) == ["part-evening"]
    save(form)
    expect(form.get_by_role("status")).to_contain_text("follows the new method")
    assert kept() == changed(GROENE_HART, {"evening.quorum": 7})


def test_a_valid_change_shows_what_it_means_and_moves_nothing(
    form: Page, look: Look
) -> None:
    form.locator("#part-evening summary").click()
    points = form.get_by_label("Points for attending an evening")
    points.fill("2,5")
    points.press("Tab")
    expect(form.locator("#says-evening")).to_contain_text("gives 2½ points")
    expect(form.get_by_label("Members without whom")).to_be_focused()
    expect(points).to_have_value("2,5")
    assert opened(form) == ["part-evening"]
    expect(form.locator("#dry-run")).to_contain_text("Ben")
    look()
    assert kept() == GROENE_HART


def test_what_is_being_typed_stays_when_an_answer_comes(form: Page) -> None:
    form.locator("#part-evening summary").click()
    points, quorum = (
        form.get_by_label("Points for attending an evening"),
        form.get_by_label("Members without whom"),
    )
    held: list[Callable[[], None]] = []
    form.route("**/method/", lambda route: held.append(route.continue_))
    points.fill("2")
    with form.expect_request("**/method/"):
        points.press("Tab")
    quorum.press_sequentially("00")
    typed = quorum.input_value()
    held[0]()
    expect(form.locator("#says-evening")).to_contain_text("gives 2 points")
    expect(quorum).to_be_focused()
    expect(quorum).to_have_value(typed)


def test_nothing_is_typed_into_fields_that_are_about_to_go(form: Page) -> None:
    form.locator("#part-evening summary").click()
    fields = form.locator("#fields-evening")
    form.route("**/method/", lambda route: route.abort())
    form.locator('[id="evening.kind"]').select_option("parties")
    # Without an answer they are as they were.
    expect(fields).to_have_js_property("inert", False)
    form.unroute("**/method/")
    held: list[Callable[[], None]] = []
    form.route("**/method/", lambda route: held.append(route.continue_))
    with form.expect_request("**/method/"):
        form.locator('[id="evening.kind"]').select_option("evenings")
    expect(fields).to_have_js_property("inert", True)
    held[0]()
    expect(fields).to_have_js_property("inert", False)


def test_another_kind_and_back_and_another_beginning_keep_the_panel_open(
    form: Page, look: Look
) -> None:
    form.locator("#part-evening summary").click()
    points = form.get_by_label("Points for attending an evening")
    points.fill("3")
    kind = form.locator('[id="evening.kind"]')
    kind.focus()
    kind.select_option("parties")
    expect(points).to_have_count(0)
    expect(kind).to_be_focused()
    kind.select_option("evenings")
    expect(points).to_have_value("3")
    assert opened(form) == ["part-evening"]
    begin = form.get_by_role("button", name=re.compile("Bamboe Acht"))
    begin.focus()
    begin.press("Enter")
    expect(begin).to_have_attribute("aria-pressed", "true")
    expect(begin).to_be_focused()
    expect(points).to_have_value("0")
    assert opened(form) == ["part-evening"]
    look()
    save(form)
    expect(form.get_by_role("status")).to_contain_text("follows the new method")
    assert kept() == PRESETS["best-five-of-seven"].method


def test_saved_with_an_error_the_page_begins_at_it(form: Page) -> None:
    form.locator("#part-ranked summary").click()
    share = form.get_by_label("Per cent of the evenings held").last
    share.fill("a lot")
    save(form)
    expect(form.get_by_role("alert")).to_contain_text("Nothing is saved")
    expect(share).to_be_focused()
    expect(share).to_have_value("a lot")
    assert opened(form) == ["part-ranked"]
    assert kept() == GROENE_HART
    share.fill("60")
    save(form)
    expect(form.get_by_role("status")).to_contain_text("follows the new method")
    assert kept() == changed(GROENE_HART, {"ranked.share": 60})
