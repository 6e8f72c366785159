"""What all tests share."""

import datetime as dt
import gc
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from pathlib import Path

import hypothesis
import pytest
from _pytest.doctest import DoctestModule
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.template import Template
from django.test import Client, TransactionTestCase
from django.test.utils import _TestState
from django.utils import translation
from pytest_django import DjangoDbBlocker, Settings

from clubscore.club import limits
from clubscore.club.factors import SHOWN
from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.club.names import free_slug
from clubscore.partie.maintenance import maintenance
from clubscore.partie.models import Partie, Revision
from clubscore.partie.services import partie_start

CAST = ["Anna", "Ben", "Cleo", "Dirk"]

# No test fails because the machine is busy with something else.
hypothesis.settings.register_profile(
    "without-clock",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("without-clock")


# Which tests a second database is asked in -----------------------------------------

ASKING = {"db", "transactional_db", "django_db_setup"}
"""What a test asks for that asks the database; pytest-django refuses it to others."""
PAGES = {
    *("test_correct_page", "test_count_page", "test_evening_page"),
    *("test_evening_tables_page", "test_events_pages", "test_game_page"),
    *("test_partie_page", "test_record_page", "test_settle_pages", "test_small_pages"),
    *("test_table_link_page", "test_table_page", "test_wall_page"),
    *("test_club_page", "test_live_page", "test_method_form", "test_numbers_sent"),
    *("test_player_page", "test_ratings_page", "test_settings_pages"),
    *("test_end_page", "test_new_club_page", "test_note_page", "test_notepad"),
    *("test_reference_pages", "test_start_new", "test_winds_choice"),
    # Sheets show the rows of their pages; the press knows no database.
    *("test_card", "test_certificate", "test_leaderboard", "test_plan_sheets"),
    *("test_report", "test_round_sheet", "test_year"),
    # A rule book more asks what the others ask.
    "test_added_rule_book",
}
"""
Tests of pages that ask a second database nothing new.

Each statement that these pages make is made on both by tests/test_roles.py too,
which asks for every page as everybody and by every method that it knows, or by a test
of a service or of a page that is not among them. What a page or a sheet shows of the
rows that it gets is no matter of the database.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what chooses tests: those that ask the database, and a share of them."""
    parser.addoption(
        "--asking-the-database",
        action="store_true",
        help="leave out what asks no database, or is marked to be alike on every one",
    )
    parser.addoption(
        "--share",
        metavar="N/M",
        default="1/1",
        help="run one of M shares that are all tests together: each Mth file, and of"
        " those in a browser each Mth test",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave out what has been asked already, if that is wanted, or not by name."""
    unasked = {
        one
        for one in items
        if one.get_closest_marker("asked_by_name")
        and not any(one.path.name in asked for asked in config.args)
    }
    config.hook.pytest_deselected(items=[*unasked])
    items[:] = [one for one in items if one not in unasked]
    if config.getoption("--asking-the-database"):
        config.hook.pytest_deselected(items=[one for one in items if not asks(one)])
        items[:] = [one for one in items if asks(one)]
    which, of = share(config)
    shared = [one for one in items if is_in_browser(one.path)]
    others = set(shared) - set(shared[which - 1 :: of])
    config.hook.pytest_deselected(items=[*others])
    items[:] = [one for one in items if one not in others]


FILES_DEALT = pytest.StashKey[int]()
"""How many files with tests of the run were met so far."""


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """
    Leave unread what has no test for this run: to read all takes as long as many tests.

    A share has whole files, which may make something once. In a browser each test makes
    all it needs, and the longest files are as long as others together.
    """
    found = yield
    if not has_examples(file_path):
        found = [one for one in found if not isinstance(one, DoctestModule)]
    config = parent.config
    if config.getoption("--asking-the-database") and file_path.stem in PAGES:
        found = []
    if not found or is_in_browser(file_path):
        return found
    which, of = share(config)
    dealt = config.stash.get(FILES_DEALT, 0)
    config.stash[FILES_DEALT] = dealt + 1
    return found if dealt % of == which - 1 else []


def has_examples(path: Path) -> bool:
    """Tell whether a module's docstrings show what Python answers."""
    return path.suffix == ".py" and ">>>" in path.read_text()


def share(config: pytest.Config) -> tuple[int, int]:
    """Return which share of the tests is run, and of how many."""
    which, of = config.getoption("--share").split("/")
    return int(which), int(of)


def is_in_browser(path: Path) -> bool:
    """Tell whether a file's tests drive a browser."""
    return "browser" in path.parts


def asks(item: pytest.Item) -> bool:
    """
    Tell whether another database could answer a test otherwise.

    A mark says where it could not; files in the list of PAGES are not read at all.
    """
    if item.get_closest_marker("same_on_every_database"):
        return False
    marks = ("django_db", "database_of_its_own")
    return any(item.get_closest_marker(one) for one in marks) or not ASKING.isdisjoint(
        getattr(item, "fixturenames", ())
    )


@pytest.fixture(scope="session", autouse=True)
def _garbage_is_looked_for_less_often() -> Iterator[None]:
    """Leave alone what stays until the end: all modules, and thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    yield
    # pytest looks five times more for what nobody closed: in what a test left now.
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _pages_are_rendered_as_in_an_installation(django_test_environment: None) -> None:
    """
    Let Django not copy all that each template is given, a field's too.

    `response.context` and `response.templates` are empty: tests read what is answered.
    """
    saved = _TestState.saved_data  # type: ignore[attr-defined]
    Template._render = saved.template_render  # type: ignore[attr-defined]


@pytest.fixture
def root() -> Path:
    """Return the folder of the whole tree."""
    return Path(django_settings.BASE_DIR)


@pytest.fixture(scope="session", autouse=True)
def _no_evening_goes_on_after_midnight() -> Iterator[None]:
    """Let tests ask the same at every hour; those of the night say when morning is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clubscore.partie.evenings.MORNING", dt.time.min)
        yield


@pytest.fixture(autouse=True)
def _keeps_nothing_from_the_test_before() -> None:
    """Forget what was kept of rows whose numbers come again."""
    cache.clear()


@pytest.fixture(autouse=True)
def _mails_are_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests read what a page has sent as soon as it has answered."""

    def submit(send: Callable[[], int]) -> Future[int]:
        sent: Future[int] = Future()
        try:
            sent.set_result(send())
        except OSError as error:
            sent.set_exception(error)
        return sent

    monkeypatch.setattr("clubscore.club.mail_queue._line.submit", submit)


@pytest.fixture(autouse=True)
def _speaks_english_again() -> Iterator[None]:
    """Leave no test the language that a page was asked for in the one before."""
    yield
    translation.deactivate()


@pytest.fixture
def standing_minute(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a network take a tenth of a core, of a minute that is new and never ends."""
    settings.NETWORK_PERCENT = 10
    monkeypatch.setattr(limits, "_spent", {})
    monkeypatch.setattr(limits, "now", lambda: 600)


# The cast: a club, its season, four players, the people around them --------------


@pytest.fixture
def club(db: None) -> Club:
    """Return a public club."""
    return Club.objects.create(name="Het Groene Hart", slug="groene-hart")


@pytest.fixture
def season(club: Club) -> Season:
    """Return the season of the year 2026, played by the book."""
    return Season.objects.create(
        club=club,
        name="2026",
        slug="2026",
        starts_on=dt.date(2026, 1, 1),
        ends_on=dt.date(2026, 12, 31),
        ruleset="nts",
    )


@pytest.fixture
def players(club: Club) -> list[Player]:
    """Return Anna, Ben, Cleo and Dirk."""
    return players_in(club, *CAST)


def players_in(club: Club, *names: str) -> list[Player]:
    """
    Return new players of a club, written at once.

    They are as `player_add` makes them, which asks the database ten times for each.
    """
    taken = set(club.players.values_list("slug", flat=True))
    made = []
    for name in names:
        player = Player(club=club, name=name, slug=free_slug(name, taken, "player"))
        player.clean()
        taken.add(player.slug)
        made.append(player)
    return Player.objects.bulk_create(made)


@pytest.fixture
def partie(season: Season, players: list[Player]) -> Partie:
    """Return a partie that has just begun; Anna is the first East."""
    return partie_start(season=season, players=players, day=dt.date(2026, 11, 17))


@pytest.fixture
def administrator(club: Club) -> Account:
    """Return an account that runs the club."""
    account = Account.objects.create_user("willem", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.ADMINISTRATOR)
    return account


@pytest.fixture
def scorekeeper(client: Client, club: Club) -> Client:
    """Return the browser of a scorekeeper."""
    account = Account.objects.create_user("mia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    client.force_login(account)
    return client


@pytest.fixture
def outsider(db: None) -> Account:
    """Return an account that belongs to no club."""
    return Account.objects.create_user("otto", password="tiles and winds")


def prove(client: Client) -> None:
    """Let a browser that is logged in have shown a second factor."""
    session = client.session
    session[SHOWN] = True
    session.save()


# Between two tests in the browser -------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def _flush_lets_revisions_go() -> Iterator[None]:
    """Empty the tables after a test whose transactions were real."""
    teardown = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def teardown_with_maintenance(case: TransactionTestCase) -> None:
        # SQLite empties one table after the other, maintenance perhaps before these.
        with maintenance():
            Revision.objects.all().delete()
        # PostgreSQL asks even of an empty table whether it may be truncated.
        with maintenance():
            teardown(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            TransactionTestCase, "_fixture_teardown", teardown_with_maintenance
        )
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Make the database of the tests, and end every session before it is dropped."""
    yield
    # Inside Playwright's loop Django opens a connection that nobody closes, and
    # PostgreSQL drops no database that has a session.
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
