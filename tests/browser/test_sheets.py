"""Waiting for what is printed, in a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account, Season
from clubscore.partie.models import Partie
from clubscore.sheets import documents, pdf
from clubscore.sheets.models import Document
from tests.browser.conftest import both_screens
from tests.conftest import players_in
from tests.season.played import import_old
from tests.sheets.boxes import read

Look = Callable[[], None]


@pytest.fixture
def uncalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no worker come: it would look into a database of its own."""
    monkeypatch.setattr(documents, "call_worker", lambda: None)


def make() -> None:
    """Do a worker's work, beside the browser's loop."""

    def work() -> None:
        try:
            documents.make_waiting()
        finally:
            connection.close()
            pdf.close()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(120)
    assert not thread.is_alive()


@both_screens
@pytest.mark.usefixtures("uncalled")
def test_the_page_looks_after_a_report_until_it_is_ready(
    page: Page, live_server: LiveServer, partie: Partie, look: Look
) -> None:
    page.goto(f"{live_server.url}/groene-hart/parties/1/report.pdf")
    expect(page.get_by_role("heading", level=1)).to_have_text("The PDF is being made")
    look()
    make()
    expect(page.get_by_role("heading", level=1)).to_have_text("The PDF is ready")
    look()
    address = page.get_by_role("link", name="Open it").get_attribute("href")
    answer = page.request.get(f"{live_server.url}{address}")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF")


@pytest.mark.usefixtures("uncalled")
def test_a_failure_can_be_tried_again(
    page: Page, live_server: LiveServer, partie: Partie, look: Look
) -> None:
    page.goto(f"{live_server.url}/groene-hart/parties/1/report.pdf")
    Document.objects.update(state="failed", error="no ink")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "The PDF could not be made"
    )
    look()
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The PDF is being made")


@both_screens
def test_a_partie_and_an_evening_lead_to_their_sheets(
    page: Page, live_server: LiveServer, partie: Partie, look: Look
) -> None:
    page.goto(f"{live_server.url}/groene-hart/parties/1/")
    link = page.get_by_role("link", name="Round sheet, filled so far")
    address = link.get_attribute("href")
    assert address == "/groene-hart/parties/1/sheet.pdf"
    look()


def test_a_leaderboard_is_printed_from_the_top_of_the_first_sheet(
    page: Page, live_server: LiveServer, season: Season, administrator: Account
) -> None:
    names = [f"Name{number:02}" for number in range(28)]
    players_in(season.club, *names)
    tables = [
        f"{season.starts_on};;{first};96;{second};8;{third};-4;{last};-100"
        for first, second, third, last in zip(*[iter(names)] * 4, strict=True)
    ]
    import_old(season.club, administrator, *tables)
    page.goto(f"{live_server.url}{season.get_absolute_url()}")
    first_sheet = read(page.pdf(format="A4"))[0]
    assert sum(name in first_sheet for name in names) >= 20
