"""A club on the web, from its name to its first partie."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.club.services import player_add
from clubscore.partie.services import Author, Write, game_record, partie_start
from tests.browser.conftest import both_screens
from tests.conftest import CAST
from tests.season.played import GAME

Look = Callable[[], None]

PASSWORD = "tiles and winds"
HOUSE_RULES = {"Doubles a winner needs": "3", "Play with flowers and seasons": "yes"}
"""One typed, one chosen; the book has 2 and no."""


@pytest.fixture
def superuser(transactional_db: None, settings: Settings) -> Account:
    """Return the account that runs the installation, here with a password alone."""
    settings.SECOND_FACTOR = "asked"
    return Account.objects.create_superuser("willem", password=PASSWORD)


@pytest.fixture
def saskia(transactional_db: None) -> Account:
    """Return an account that belongs to no club yet."""
    return Account.objects.create_user("saskia", password=PASSWORD)


def log_in(page: Page, site: str, account: Account) -> None:
    """Log in from the front page and come back to it."""
    page.goto(site)
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Username").fill(account.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def make_club(page: Page, name: str) -> None:
    """Make a club, from the front page to the club's own."""
    page.get_by_role("link", name="Make a club").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Make the club").click()
    arrived(page, name)


def arrived(page: Page, title: str) -> None:
    """Wait for the page with that heading."""
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def open_settings(page: Page) -> None:
    """Go to the club's settings by the menu; on a phone they are in its sheet."""
    if page.evaluate("innerWidth < 768"):
        page.locator("#menu summary").click()
    page.get_by_role("link", name="Settings").click()


def setting(page: Page, name: str) -> None:
    """Go to one of the club's settings from another."""
    navigation = page.get_by_role("navigation", name="Settings")
    navigation.get_by_role("link", name=name).click()
    expect(navigation.get_by_role("link", name=name)).to_have_attribute(
        "aria-current", "page"
    )


def said(page: Page, sentence: str) -> None:
    """Wait for what the page says has been done."""
    expect(page.get_by_role("status")).to_have_text(sentence)


def rules_of(section: Locator) -> dict[str, str]:
    """Return the house rules that a section shows."""
    expect(section).to_be_visible()
    names = section.locator("dt").all_inner_texts()
    values = section.locator("dd").all_inner_texts()
    return dict(zip(names, values, strict=True))


# The way to the first partie, step by step ---------------------------------------


def open_season(page: Page, look: Look) -> None:
    """Open a season with two rules that are not the book's."""
    page.get_by_role("link", name="Open a season, and choose its rule book").click()
    arrived(page, "Open a season")
    look()
    page.get_by_label("Name", exact=True).fill("Winter evenings")
    page.get_by_label("First day").fill("2020-01-01")
    page.get_by_label("Last day").fill("")
    page.get_by_role("heading", name="House rules").click()
    page.get_by_label("Doubles a winner needs").fill("3")
    page.get_by_label("Play with flowers and seasons").select_option(label="yes")
    page.get_by_role("button", name="Open the season").click()
    said(page, "The season Winter evenings is open.")
    look()


def add_players(page: Page, look: Look) -> None:
    """Add the four of the cast."""
    setting(page, "Players")
    look()
    for name in CAST:
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add").click()
        said(page, f"{name} is added.")
    everybody = page.get_by_role("region", name="Everybody")
    expect(everybody.get_by_role("listitem")).to_have_count(4)
    look()


def add_scorekeeper(page: Page, look: Look) -> None:
    """Let Saskia keep score; she plays as Cleo."""
    setting(page, "People")
    look()
    page.get_by_label("Username").fill("saskia")
    page.get_by_label("Scorekeeper").check()
    page.get_by_label("Player", exact=True).select_option(label="Cleo")
    page.get_by_role("button", name="Add").click()
    said(page, "saskia is added.")
    listed = page.get_by_role("listitem").filter(has_text="saskia")
    expect(listed).to_contain_text("scorekeeper · plays as Cleo")
    look()


def start_partie(page: Page, look: Look) -> None:
    """Start a partie of the cast from the club's page."""
    page.get_by_role("link", name="Start a partie").click()
    arrived(page, "Start a partie")
    for place, name in enumerate(CAST):
        page.locator(f"#id_player_{place}").select_option(label=name)
    page.get_by_text("House rules of this partie").click()
    flowers = page.get_by_label("Play with flowers and seasons")
    expect(flowers.locator("option:checked")).to_have_text("as in the season: yes")
    look()
    page.get_by_role("button", name="Start").click()


@both_screens
def test_a_new_club_plays_its_first_partie_by_its_own_house_rules(
    page: Page,
    live_server: LiveServer,
    look: Look,
    superuser: Account,
    saskia: Account,
) -> None:
    page.goto(live_server.url)
    expect(page.get_by_role("heading", name="No club yet")).to_be_visible()
    look()
    page.get_by_role("link", name="Log in").click()
    arrived(page, "Log in")
    look()
    log_in(page, live_server.url, superuser)
    look()

    page.get_by_role("link", name="Make a club").click()
    arrived(page, "Make a club")
    look()
    page.get_by_label("Name", exact=True).fill("Het Groene Hart")
    page.get_by_role("button", name="Make the club").click()
    arrived(page, "Het Groene Hart")
    expect(page.get_by_role("link", name="Start a partie")).to_be_hidden()
    look()

    open_season(page, look)
    add_players(page, look)
    add_scorekeeper(page, look)

    page.get_by_role("link", name="Het Groene Hart").click()
    arrived(page, "Het Groene Hart")
    look()
    page.get_by_role("link", name="Winter evenings").click()
    arrived(page, "Winter evenings")
    assert rules_of(page.get_by_role("region", name="Rules")) == HOUSE_RULES
    look()
    page.get_by_role("link", name="Het Groene Hart").click()

    start_partie(page, look)
    expect(page).to_have_url(re.compile(r"/het-groene-hart/parties/1/record/$"))
    seats = page.get_by_role("group", name="Who won?")
    for name in CAST:
        expect(seats).to_contain_text(name)
    look()

    page.get_by_role("link", name="Score sheet").click()
    page.get_by_text("House rules:").click()
    assert rules_of(page.locator("#house-rules")) == {
        "Doubles a winner needs": "3 (preset: 2)",
        "Play with flowers and seasons": "yes (by the book: no)",
    }
    look()
    page.get_by_role("link", name="Het Groene Hart").click()
    playing = page.get_by_role("region", name="Being played")
    expect(playing).to_contain_text("Game 1. Round of East; Anna is East.")
    look()


@both_screens
def test_a_scorekeeper_starts_parties_and_is_offered_no_settings(
    page: Page,
    live_server: LiveServer,
    look: Look,
    superuser: Account,
    saskia: Account,
    season: Season,
    players: list[Player],
) -> None:
    Season.objects.update(ends_on=None)
    log_in(page, live_server.url, superuser)
    open_settings(page)
    setting(page, "People")
    page.get_by_label("Username").fill("saskia")
    page.get_by_label("Scorekeeper").check()
    page.get_by_role("button", name="Add").click()
    said(page, "saskia is added.")
    page.get_by_role("button", name="Log out").click()
    arrived(page, "You are logged out")
    look()

    log_in(page, live_server.url, saskia)
    expect(page.get_by_role("link", name="Start a partie")).to_be_visible()
    expect(page.get_by_role("link", name="Settings")).to_be_hidden()
    look()
    page.get_by_role("link", name="Leaderboard").click()
    page.get_by_role("link", name="2026", exact=True).click()
    arrived(page, "2026")
    expect(page.get_by_role("link", name="Start a partie")).to_be_visible()
    expect(page.get_by_role("link", name="Change the season")).to_be_hidden()
    look()
    page.get_by_role("link", name="Start a partie").click()
    for place, name in enumerate(CAST):
        page.locator(f"#id_player_{place}").select_option(label=name)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"/groene-hart/parties/1/record/$"))


@both_screens
def test_whoever_makes_a_club_runs_it(
    page: Page,
    live_server: LiveServer,
    look: Look,
    saskia: Account,
    settings: Settings,
) -> None:
    settings.CLUBS_BY_ANYBODY = True
    log_in(page, live_server.url, saskia)
    make_club(page, "De Draak")
    open_settings(page)
    expect(page.get_by_label("Address")).to_have_value("de-draak")
    look()
    setting(page, "People")
    listed = page.get_by_role("listitem").filter(has_text="saskia")
    expect(listed).to_contain_text("administrator")
    listed.get_by_role("link", name="Change").click()
    arrived(page, "saskia")
    look()


@both_screens
def test_the_own_password_is_changed_by_the_name_at_the_top(
    page: Page, live_server: LiveServer, look: Look, saskia: Account
) -> None:
    log_in(page, live_server.url, saskia)
    page.get_by_role("link", name="Logged in: saskia").click()
    arrived(page, "How you log in")
    page.get_by_role("link", name="Change the password").click()
    arrived(page, "Change the password")
    look()
    page.get_by_label("Old password").fill("wrong")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Old password")
    look()
    page.get_by_label("Old password").fill(PASSWORD)
    for label in ("New password", "New password confirmation"):
        page.get_by_label(label, exact=True).fill("four winds blow")
    page.get_by_role("button", name="Save").click()
    said(page, "The password is changed.")
    page.get_by_role("button", name="Log out").click()
    arrived(page, "You are logged out")
    page.goto(f"{live_server.url}/accounts/login/")
    page.get_by_label("Username").fill("saskia")
    for _ in range(6):
        page.get_by_label("Password").fill(PASSWORD)
        # Each time the page that answers, not the one before with its alert.
        with page.expect_navigation():
            page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Wait 15 minutes")
    look()


@both_screens
def test_an_administrator_puts_right_what_the_club_shows(
    page: Page,
    live_server: LiveServer,
    look: Look,
    administrator: Account,
    saskia: Account,
    club: Club,
    season: Season,
    players: list[Player],
) -> None:
    Member.objects.create(club=club, account=saskia, role=Role.MEMBER)
    log_in(page, live_server.url, administrator)
    open_settings(page)
    page.get_by_label("Private").check()
    page.get_by_role("button", name="Save").click()
    said(page, "The club is changed.")
    look()

    setting(page, "Players")
    page.get_by_role("link", name="Change Dirk").click()
    arrived(page, "Dirk")
    look()
    page.get_by_label("Name", exact=True).fill("Dirk van der Wetering-Oudenaarden")
    page.get_by_role("button", name="Save").click()
    said(page, "Dirk van der Wetering-Oudenaarden is changed.")
    look()
    page.get_by_role("link", name="Dirk van der Wetering-Oudenaarden").first.click()
    arrived(page, "Dirk van der Wetering-Oudenaarden")
    look()

    page.get_by_role("link", name="Change the name").click()
    setting(page, "Seasons")
    page.get_by_role("link", name="Change 2026").click()
    arrived(page, "Season 2026")
    look()
    page.get_by_role("heading", name="House rules").click()
    page.get_by_label("Rounds of a partie", exact=True).select_option(label="2")
    page.get_by_role("button", name="Save").click()
    said(page, "The season 2026 is changed.")
    page.get_by_role("link", name="2026", exact=True).click()
    arrived(page, "2026")
    assert rules_of(page.get_by_role("region", name="Rules")) == {
        "Rounds of a partie": "2"
    }

    page.get_by_role("link", name="Change the season").click()
    setting(page, "People")
    page.get_by_role("link", name="Change saskia").click()
    page.get_by_role("link", name="Remove from the club").click()
    arrived(page, "Remove saskia?")
    look()
    page.get_by_role("button", name="Remove").click()
    said(page, "saskia is no longer a member.")
    look()
    page.get_by_role("link", name="Het Groene Hart").click()
    expect(page.get_by_text("Private club")).to_be_visible()
    look()


@both_screens
def test_what_the_settings_refuse_stands_at_its_field_and_nothing_typed_is_lost(
    page: Page,
    live_server: LiveServer,
    look: Look,
    administrator: Account,
    players: list[Player],
) -> None:
    log_in(page, live_server.url, administrator)
    page.get_by_role("link", name="Open a season, and choose its rule book").click()
    page.get_by_label("Name", exact=True).fill("Winter evenings")
    page.get_by_label("First day").fill("2026-10-01")
    page.get_by_label("Last day").fill("2026-03-31")
    page.get_by_role("heading", name="House rules").click()
    page.get_by_label("Doubles a winner needs").fill("-1")
    page.get_by_role("button", name="Open the season").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("2 things are not right yet.")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Winter evenings")
    look()
    alert.get_by_role("link", name="Last day").click()
    last = page.get_by_label("Last day")
    expect(last).to_be_focused()
    expect(last).to_have_value("2026-03-31")
    expect(last).to_have_attribute("aria-invalid", "true")

    setting(page, "Players")
    page.get_by_label("Name", exact=True).fill("ANNA")
    page.get_by_role("button", name="Add").click()
    expect(alert).to_contain_text("a player called Anna already")
    expect(page.get_by_label("Name", exact=True)).to_have_value("ANNA")
    look()

    setting(page, "People")
    page.get_by_label("Username").fill("nobody")
    page.get_by_role("button", name="Add").click()
    expect(alert).to_contain_text("Nobody logs in as “nobody”.")
    look()
    page.get_by_role("link", name="Change willem").click()
    page.get_by_role("link", name="Remove from the club").click()
    page.get_by_role("button", name="Remove").click()
    expect(alert).to_contain_text("administrator")
    arrived(page, "Remove willem?")
    look()


LONG = ["Wilhelmina-Jacoba van der Wetering-Ouden", "x" * 40, "Maximiliaan" * 3, "Bo"]
"""Names of the greatest length, one without a place to break it."""


def test_long_names_and_debts_stay_on_the_screen_of_a_phone(
    page: Page,
    live_server: LiveServer,
    look: Look,
    administrator: Account,
    season: Season,
) -> None:
    players = [player_add(club=season.club, name=name) for name in LONG]
    Season.objects.update(name="The season after the one that nobody remembers")
    Club.objects.update(name="Mahjong-Gesellschaft der Freunde des Grünen Drachen")
    partie = partie_start(
        season=season,
        players=players,
        day=season.starts_on,
        table="by the left window",
        start_chips=100,
    )
    game_record(
        partie=partie,
        write=Write(Author(name=LONG[0]), 0, "long names"),
        record=GAME,
        east=str(players[3].pk),
    )
    log_in(page, live_server.url, administrator)
    for address in (
        "",
        "seasons/2026/",
        "players/bo/",
        "settings/players/",
        "parties/new/",
        "parties/1/",
        "parties/1/games/1/",
        "parties/1/record/",
        "parties/1/record/typed/",
        "parties/1/end/",
    ):
        page.goto(f"{live_server.url}/groene-hart/{address}")
        look()
