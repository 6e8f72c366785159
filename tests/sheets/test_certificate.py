"""Certificates tell what the record book tells, of who is in it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from weasyprint.images import SVGImage

from clubscore.club.models import Player, Season
from clubscore.club.qr import qr_code
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_end
from clubscore.season.record_book import limit_hands_in, records_of
from clubscore.season.statistics import ClubPlayers, Scope
from clubscore.sheets import certificate, pdf
from clubscore.sheets.round_sheet import Paper
from tests.season.evening import play_evening
from tests.season.played import GAME, play, write
from tests.sheets.boxes import boxes, colliding, laid_out, made_of_the_page, overflowing
from tests.sheets.test_layout import NAMES
from tests.sheets.test_leaderboard import caught, said

pytestmark = pytest.mark.django_db

BEST = "/groene-hart/records/best_win/ben.pdf"
ORPHANS = "/groene-hart/records/limit-hands/1/3/ben.pdf"
BOOK = "/groene-hart/records/"


@pytest.fixture
def evening(season: Season, players: list[Player]) -> Partie:
    """Return the partie that can be counted with a pencil, played to its end."""
    partie = play_evening(season, players)
    partie_end(partie=partie, write=write(partie), why="time")
    return partie


def test_every_record_of_the_book_has_one(evening: Partie) -> None:
    people = ClubPlayers(evening.club)
    records = records_of(Scope(evening.club, ruleset="nts"), people)
    assert len(records) == 8
    for record in records:
        for holder in record.holders:
            address = f"{BOOK}{record.kind.key}/{holder.player.slug}.pdf"
            text = said(Client().get(address).content)
            assert holder.player.name in text
            assert str(record.kind.title) in text
            assert "17 November 2026" in text
            assert "Het Groene Hart" in text
            assert "holds the club’s record of all time" in text
    assert "2 000 points" in said(Client().get(BEST).content)


def test_a_year_and_a_season_have_their_own(evening: Partie) -> None:
    text = said(Client().get(f"{BEST}?year=2026").content)
    assert "holds the club’s record of the year 2026" in text
    text = said(Client().get(f"{BEST}?season=2026").content)
    assert "holds the club’s record of the season 2026" in text
    assert Client().get(f"{BEST}?year=1999").status_code == 404


def test_who_ties_shares_it_and_is_told_when(
    season: Season, players: list[Player]
) -> None:
    turned = [players[1], players[0], *players[2:]]
    play(season, turned, [GAME])
    for number in range(5):
        play(season, players, [GAME], day=dt.date(2026, 12, number + 1))
    text = said(Client().get(BEST).content)
    assert "Shared with one other." in text
    assert "1 December 2026, partie 2, game 1" in text
    assert "3 December 2026, partie 4, game 1 and 2 times more" in text
    assert "Ben won, on Anna’s discard." in text


def test_a_limit_hand_has_one_with_its_tiles(evening: Partie) -> None:
    text = said(Client().get(ORPHANS).content)
    for piece in (
        *("Ben", "has made the limit hand", "Thirteen orphans", "2 000 points"),
        *("the first of its kind in the club", "17 November 2026, partie 1, game 3"),
    ):
        assert piece in text
    (page,) = laid_out(printing(evening))
    pictures = [
        box
        for box in boxes(page, "InlineReplacedBox")
        if "/tiles/" in box.element.get("src", "")
    ]
    assert len(pictures) == 14
    assert all(isinstance(box.replacement, SVGImage) for box in pictures)


@pytest.mark.parametrize(
    "address",
    ["best_win/anna.pdf", "limit-hands/1/1/ben.pdf", "limit-hands/1/3/anna.pdf"],
)
def test_what_nobody_holds_has_none_and_the_book_says_so(
    evening: Partie, address: str
) -> None:
    answer = Client().get(f"{BOOK}{address}", follow=True)
    assert answer.redirect_chain == [(BOOK, 302)]
    assert "does not hold this record." in answer.text


def test_there_is_none_of_what_is_no_record(evening: Partie) -> None:
    assert Client().get(f"{BOOK}worst_win/ben.pdf").status_code == 404
    assert Client().get(f"{BOOK}best_win/nobody.pdf").status_code == 404


def test_the_code_opens_where_it_was_made(
    evening: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = caught(monkeypatch)
    where = {
        BEST: "parties/1/games/3/",
        ORPHANS: "parties/1/games/3/",
        f"{BOOK}partie/ben.pdf": "parties/1/",
        f"{BOOK}evening/ben.pdf": "evenings/2026-11-17/",
    }
    for address, page in where.items():
        Client().get(address)
        code = qr_code(f"http://testserver/groene-hart/{page}")
        assert code.path in printed[-1].parts[0]


def test_the_book_and_the_players_page_lead_to_it(
    client: Client, evening: Partie
) -> None:
    page = client.get(f"{BOOK}?year=2026").text
    assert f'href="{BEST}?year=2026&amp;ruleset=nts"' in page
    assert f'href="{ORPHANS}"' in page
    page = client.get("/groene-hart/players/ben/").text
    assert f'href="{BEST}"' in page
    assert f'href="{ORPHANS}"' in page
    # Whoever does not hold the club's record has no certificate of his own best.
    page = client.get("/groene-hart/players/anna/").text
    assert "/records/best_win/" not in page


def printing(evening: Partie, paper: Paper = Paper.A4) -> Any:
    """Return what prints the certificate of the thirteen orphans."""
    people = ClubPlayers(evening.club)
    (made,) = limit_hands_in(Scope(evening.club), people)
    context = certificate.of_limit_hand(
        evening.club,
        made,
        absolute=lambda path: f"https://clubscore.example{path}",
        paper=paper,
    )
    return certificate.job_of(evening.club, context)


def test_the_same_deed_gives_the_same_bytes(evening: Partie) -> None:
    first, again = printing(evening), printing(evening)
    assert pdf.printed(first) == pdf.printed(again)


def test_it_speaks_the_readers_language(evening: Partie) -> None:
    text = said(Client().get(f"{ORPHANS}?language=nl").content)
    assert "17 november 2026" in text


@made_of_the_page
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", list(Paper))
def test_it_is_one_page_whatever_somebody_is_called(
    evening: Partie, paper: Paper, name: str
) -> None:
    Player.objects.filter(name="Ben").update(name=name[:40])
    for language in ("en", "de", "nl"):
        with translation.override(language):
            pages = laid_out(printing(evening, paper))
        assert len(pages) == 1
        assert overflowing(pages) == []
        assert colliding(pages) == []
