"""The leaderboard on paper is the one of the season's page."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Player, Season
from clubscore.club.qr import qr_code
from clubscore.season.standings import leaderboard_of
from clubscore.season.views.leaderboard import BoardForm, board_of
from clubscore.sheets import leaderboard, pdf
from clubscore.sheets.press import Job
from clubscore.sheets.round_sheet import Paper
from tests.season.played import GAME, play
from tests.sheets.boxes import (
    MM,
    broken_rows,
    colliding,
    fonts,
    laid_out,
    made_of_the_page,
    overflowing,
    read,
)
from tests.sheets.test_layout import CLUB, NAMES

pytestmark = pytest.mark.django_db

BEGIN = dt.date(2026, 11, 3)
PDF = "/groene-hart/seasons/2026.pdf"


@pytest.fixture
def played(season: Season, players: list[Player]) -> Season:
    """Return a season of two evenings, of which the second turned the order."""
    play(season, players, [GAME], day=BEGIN)
    turned = [players[1], players[0], *players[2:]]
    play(season, turned, [GAME, GAME], day=BEGIN + dt.timedelta(7))
    return season


def said(content: bytes) -> str:
    """Return all that a PDF says."""
    return spaced(" ".join(read(content)))


def spaced(text: str) -> str:
    """Return a text with one space where any are, as of a PDF."""
    return " ".join(text.split())


def test_it_has_every_line_of_the_season_in_its_order(played: Season) -> None:
    text = said(Client().get(PDF).content)
    at = 0
    rows = leaderboard_of(played).rows
    assert len(rows) == 4
    for row in rows:
        line = row.line
        piece = f"{row.name} {row.points} {line.evenings} {line.parties} {line.wins}"
        at = text.index(f"{piece} {line.given}", at)
    board = board_of(leaderboard_of(played), BoardForm())
    assert f"{board.method_name}. {board.summary}" in text
    assert "After the evening of 10 November 2026." in text
    assert "Het Groene Hart" in text
    assert "1 / 1" in text
    assert "↑" in text


def test_it_stands_as_on_the_day_that_is_asked_for(played: Season) -> None:
    text = said(Client().get(f"{PDF}?as_of=2026-11-05").content)
    assert "As it stood on 5 November 2026." in text
    for row in leaderboard_of(played, as_of=dt.date(2026, 11, 5)).rows:
        assert f"{row.name} {row.points} 1 1" in text
    assert "↑" not in text


def test_the_same_season_gives_the_same_bytes(played: Season) -> None:
    first = Client().get(PDF)
    again = Client().get(PDF, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    job = leaderboard.job_of(played, context_of(played))
    assert pdf.printed(job) == pdf.printed(job)
    other = leaderboard.job_of(played, context_of(played, as_of=BEGIN))
    assert other.identifier != job.identifier


def caught(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Print nothing from now on; return the list of what was to be printed."""
    found: list[Job] = []

    def printed(job: Job, **_more: Any) -> bytes:
        found.append(job)
        return b"%PDF"

    monkeypatch.setattr(pdf, "printed", printed)
    return found


def context_of(
    season: Season, paper: Paper = Paper.A4, as_of: dt.date | None = None
) -> dict[str, Any]:
    """Return what the leaderboard of a season shows."""
    address = "https://clubscore.example/groene-hart/seasons/2026/"
    return leaderboard.context_of(season, as_of=as_of, address=address, paper=paper)


@made_of_the_page
def test_no_sign_comes_from_a_font_of_the_machine(played: Season) -> None:
    content = Client().get(PDF).content
    assert "−" in said(content)
    # In the numbers of the chart, in the table, and in what is bold there.
    names = {name.removesuffix("-Bold") for name in fonts(content)}
    assert names == {"Sheet", "Sheet-Signs"}


def test_its_code_opens_the_page_of_the_season(
    played: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = caught(monkeypatch)
    Client().get(PDF)
    (page,) = printed[0].parts
    assert qr_code("http://testserver/groene-hart/seasons/2026/").path in page


def test_it_speaks_the_readers_language(played: Season) -> None:
    assert "Rangliste 2026" in said(Client().get(f"{PDF}?language=de").content)
    dutch = Client().get(PDF, headers={"Accept-Language": "nl"})
    assert "Ranglijst 2026" in said(dutch.content)


def test_a_season_without_a_partie_says_so(season: Season) -> None:
    assert "No partie counts yet." in said(Client().get(PDF).content)


def test_a_page_leads_to_it(client: Client, played: Season) -> None:
    page = client.get("/groene-hart/seasons/2026/?as_of=2026-11-03").text
    assert 'href="/groene-hart/seasons/2026.pdf?as_of=2026-11-03"' in page


def test_it_costs_the_same_with_many_parties(
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for many in (1, 4):
        for _ in range(many):
            play(season, players, [GAME], day=BEGIN)
        with django_assert_num_queries(5):
            context_of(season)


# However many play -----------------------------------------------------------------


def with_lines(season: Season, paper: Paper, many: int) -> list[Any]:
    """Return the leaderboard of so many with long names, laid out."""
    full = leaderboard.context_of(season, as_of=None, address="x", paper=paper)
    board = full["board"]
    lines = [
        replace(
            board.placed[0],
            row=replace(
                board.placed[0].row,
                name=NAMES[number % 2 + 3],
                points="−12345678",
                line=replace(board.placed[0].row.line, place=number + 1),
            ),
        )
        for number in range(many)
    ]
    shown = replace(
        board, placed=tuple(lines), unplaced=(), summary=f"{board.summary} " * 3
    )
    context = full | {
        "club": CLUB,
        "board": shown,
        **leaderboard.fitted(shown, paper),
    }
    return laid_out(leaderboard.job_of(season, context))


@made_of_the_page
@pytest.mark.parametrize("paper", list(Paper))
def test_it_is_one_page_as_long_as_that_can_be_read(
    played: Season, paper: Paper
) -> None:
    wide, high = {Paper.A4: (210, 297), Paper.A5: (148, 210)}[paper]
    for many in (
        leaderboard.WITH_CHART[paper],
        leaderboard.ROOMY[paper],
        leaderboard.ON_A_PAGE[paper],
    ):
        pages = with_lines(played, paper, many)
        assert len(pages) == 1, many
        assert overflowing(pages) == []
        assert colliding(pages) == []
        assert (round(pages[0].width / MM), round(pages[0].height / MM)) == (wide, high)
    pages = with_lines(played, paper, 120)
    assert len(pages) > 1
    assert broken_rows(pages) == 0


@made_of_the_page
@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("paper", list(Paper))
def test_nothing_leaves_its_place_in_any_language(
    played: Season, paper: Paper, language: str
) -> None:
    Player.objects.filter(name="Anna").update(name=NAMES[0])
    Player.objects.filter(name="Ben").update(name=NAMES[2])
    with translation.override(language):
        pages = laid_out(leaderboard.job_of(played, context_of(played, paper)))
    assert overflowing(pages) == []
    assert colliding(pages) == []
