"""The round sheet says what the database says."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from clubscore.club.engine import house_rules
from clubscore.club.models import Club, Player, Season
from clubscore.club.qr import qr_code
from clubscore.club.services import player_add
from clubscore.partie.models import Partie
from clubscore.partie.services import (
    booking_record,
    game_record,
    partie_start,
    partie_void,
)
from clubscore.rules.figures import figure, signed
from clubscore.sheets import pdf, round_sheet
from clubscore.sheets.models import Document
from clubscore.sheets.round_sheet import Paper
from tests.partie.test_services import DRAW, write
from tests.sheets.boxes import made_of_the_page, read
from tests.sheets.conftest import Demo

pytestmark = pytest.mark.django_db


def words(pages: list[str]) -> list[str]:
    """Return everything that stands on the pages, piece by piece."""
    return " ".join(pages).split()


def where(row: Iterable[str], among: list[str], after: int = 0) -> int:
    """Return where a row of pieces ends; fail if it is not there."""
    wanted = " ".join(row).split()
    for begin in range(after, len(among) - len(wanted) + 1):
        if among[begin : begin + len(wanted)] == wanted:
            return begin + len(wanted)
    pytest.fail(f"{' '.join(wanted)} is not on the sheet after piece {after}")


def shown(scores: Any) -> list[str]:
    """Return what the sheet has to say of a game's scores."""
    return [
        piece
        for one in scores
        for piece in (
            "dead" if one.dead else "–" if one.points is None else figure(one.points),
            signed(one.score),
            figure(one.chips),
        )
    ]


@pytest.fixture(scope="module")
def finished(demo: Demo) -> list[str]:
    """Return the text of the sheet of a partie that is over."""
    return demo.pages(f"parties/{demo.finished.number}/sheet.pdf")


def test_every_score_is_the_databases_in_the_order_it_was_played(
    demo: Demo, finished: list[str]
) -> None:
    among, at = words(finished), 0
    first = [str(seat.player_id) for seat in demo.finished.seats.order_by("place")]
    games = demo.finished.games.order_by("number")
    assert 16 <= games.count() <= 40
    for game in games:
        scores = {str(one.player_id): one for one in game.scores.all()}
        at = where(shown(scores[key] for key in first), among, at)
    results = {str(one.player_id): one for one in demo.finished.results.all()}
    for column in ("score", "chips", "place"):
        values = [getattr(results[key], column) for key in first]
        write_ = signed if column == "score" else figure
        at = where([str(write_(value)) for value in values], among, at)


def test_it_names_club_day_table_rule_book_rounds_and_players(
    demo: Demo, finished: list[str]
) -> None:
    text = " ".join(words(finished))
    for said in (
        demo.club.name,
        f"Partie {demo.finished.number}",
        "17 November 2026",
        f"table {demo.finished.table}",
        "Nederlandse Toernooi Spelregels",
        *(f"Round of {wind}" for wind in ("East", "South", "West", "North")),
        *(seat.player.name for seat in demo.finished.seats.all()),
        "Signatures",
        "Played by the book",
    ):
        assert said in text


def test_every_page_has_the_head_the_club_and_its_number(finished: list[str]) -> None:
    for number, page in enumerate(finished, start=1):
        assert "Winner" in page
        assert f"{number} / {len(finished)}" in page
        assert "Demo Mahjong Club" in page


def test_an_open_partie_has_its_games_and_room_for_more(demo: Demo) -> None:
    pages = demo.pages(f"parties/{demo.open.number}/sheet.pdf")
    among = words(pages)
    last = demo.open.games.get(number=7)
    order = demo.open.seats.order_by("place").values_list("player", flat=True)
    at = where(shown(last.scores.get(player=key) for key in order), among)
    assert where(["8", "9", "10"], among, at)
    assert "finished" not in " ".join(among)


def test_a_blank_sheet_has_the_players_and_nothing_of_the_games(demo: Demo) -> None:
    pages = demo.pages(f"parties/{demo.finished.number}/sheet.pdf?blank=1")
    among = words(pages)
    assert "+" not in "".join(among)
    assert where([str(number) for number in range(1, 20)], among)
    for seat in demo.finished.seats.all():
        assert seat.player.name in " ".join(among)


@made_of_the_page
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_sheet_for_no_partie_has_columns_for_so_many(
    demo: Demo, players: int
) -> None:
    pages = demo.pages(f"sheet.pdf?blank=1&players={players}")
    assert pages[0].count("Score") == players
    assert demo.club.name in pages[0]


def test_a_number_of_players_that_no_table_has_is_not_found(demo: Demo) -> None:
    for players in ("2", "6", "four", "04"):
        assert Client().get(f"/demo/sheet.pdf?players={players}").status_code == 404


@made_of_the_page
def test_the_paper_is_a4_or_a5(demo: Demo) -> None:
    for paper, height in (("a4", 595), ("A5", 420), ("letter", 595)):
        pdf = demo.pdf(f"sheet.pdf?paper={paper}")
        assert round(PdfReader(io.BytesIO(pdf)).pages[0].mediabox.height) == height


@made_of_the_page
def test_it_speaks_the_language_that_is_asked_for(demo: Demo) -> None:
    address = f"parties/{demo.finished.number}/sheet.pdf"
    german = " ".join(demo.pages(f"{address}?language=de"))
    assert "17. November 2026" in german
    assert "Summe" in german
    dutch = read(demo.pdf(address, **{"Accept-Language": "nl"}))
    assert "17 november 2026" in " ".join(dutch)


def test_the_code_opens_the_partie(demo: Demo) -> None:
    address = f"https://clubscore.example{demo.finished.get_absolute_url()}"
    context = round_sheet.context_of(
        round_sheet.told(demo.finished), address=address, paper=Paper.A4
    )
    page = pdf.page_of(round_sheet.TEMPLATE, context)
    assert f'd="{qr_code(address).path}"' in page


# The same again -------------------------------------------------------------------


@made_of_the_page
def test_the_same_sheet_is_the_same_bytes_also_made_anew(demo: Demo) -> None:
    address = f"parties/{demo.finished.number}/sheet.pdf"
    once = demo.pdf(address)
    Document.objects.all().delete()
    pdf.close()
    assert demo.pdf(address) == once


def test_a_sheet_is_made_once_and_again_only_when_something_changes(
    partie: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def printed(job: Any, *_more: Any, **_other: Any) -> bytes:
        made.append(job.identifier)
        return b"%PDF"

    monkeypatch.setattr(pdf, "printed", printed)
    address = "/groene-hart/parties/1/sheet.pdf"
    for _ in range(2):
        Client().get(address)
    assert len(made) == 1
    game_record(partie=partie, write=write(partie), record=DRAW)
    Client().get(address)
    assert len(set(made)) == len(made) == 2
    Player.objects.filter(name="Anna").update(name="Antje")
    tag = Client().get(address)["ETag"]
    assert len(set(made)) == len(made) == 3
    same = Client().get(address, headers={"If-None-Match": tag})
    assert same.status_code == 304
    assert not same.content


def test_how_often_the_database_is_asked(
    demo: Demo, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/demo/parties/{demo.finished.number}/sheet.pdf"
    Client().get(address)
    with django_assert_num_queries(6):
        Client().get(address)


def some_other_rule() -> dict[str, Any]:
    """Return a house rule that is not the book's own choice."""
    rule = next(one for one in house_rules("nts", 4) if len(one.choices) > 1)
    value = next(value for value, _name in rule.choices if value != rule.default)
    return {rule.key: value}


# What else happens in a partie ----------------------------------------------------


def text_of(partie: Partie) -> str:
    """Return the words of a partie's sheet."""
    answer = Client().get(f"/groene-hart/parties/{partie.number}/sheet.pdf")
    return " ".join(words(read(answer.content)))


def test_bookings_remarks_and_void_parties_are_told(
    partie: Partie, players: list[Player]
) -> None:
    game_record(
        partie=partie, write=write(partie), record=DRAW | {"remark": "Late start"}
    )
    booking_record(
        partie=partie,
        write=write(partie),
        payer=players[0],
        payee=players[1],
        amount=10,
        why="a fine",
    )
    text = text_of(partie)
    assert "Late start" in text
    assert "Booking: Anna → Ben 10 (a fine)" in text
    partie_void(partie=partie, write=write(partie), why="a test")
    assert "Void: counts nowhere." in text_of(partie)


def test_house_rules_that_differ_are_on_it(
    season: Season, players: list[Player]
) -> None:
    season.options = some_other_rule()
    season.save()
    partie = partie_start(season=season, players=players, day=season.starts_on)
    assert "House rules:" in text_of(partie)
    assert "Played by the book" not in text_of(partie)


def test_names_in_any_letters_can_be_read_back(season: Season, club: Club) -> None:
    names = ["Łukasz Ångström", "欧阳娜娜", "Đorđe Çelik", "Νίκος Жуков"]
    players = [player_add(club=club, name=name) for name in names]
    partie = partie_start(season=season, players=players, day=season.starts_on)
    text = text_of(partie)
    assert [name for name in names if name not in text] == []
