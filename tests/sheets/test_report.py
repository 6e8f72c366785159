"""The report explains every game as its page does."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from weasyprint.images import SVGImage
from weasyprint.layout import table

from clubscore.partie.services import game_record, last_withdraw
from clubscore.rules.figures import figure, signed
from clubscore.sheets import documents, pdf, report, round_sheet
from clubscore.sheets.pictures import PaperRow
from clubscore.sheets.round_sheet import Paper
from tests.partie.pages import words
from tests.partie.test_services import DRAW, write
from tests.sheets.boxes import (
    MM,
    boxes,
    broken_rows,
    colliding,
    filled,
    fonts,
    laid_out,
    made_of_the_page,
    overflowing,
    texts,
)
from tests.sheets.conftest import Demo
from tests.sheets.test_leaderboard import spaced

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def pages(demo: Demo) -> list[Any]:
    """Return the report of the partie that is still played, laid out."""
    context = report.context_of(
        round_sheet.told(demo.open), address="https://x.example/", paper=Paper.A4
    )
    return laid_out(report.job_of(demo.open, context))


@pytest.fixture(scope="module")
def said(pages: list[Any]) -> str:
    """Return every word of it."""
    found = (text.text for page in pages for text in texts(page._page_box))
    return " ".join(" ".join(found).split())


def test_every_payment_and_every_item_is_in_it(demo: Demo, said: str) -> None:
    payments = items = 0
    for game in demo.open.games.select_related("revision"):
        assert f"Game {game.number}" in said
        for payment in game.payments.select_related("payer", "payee"):
            names = f"{payment.payer.name} → {payment.payee.name}"
            assert spaced(f"{names} {figure(payment.amount)}") in said
            payments += 1
        for score in game.scores.all():
            assert spaced(signed(score.score)) in said
        result = game.revision.result
        assert result is not None
        items += sum(len(hand["items"]) for hand in result["hands"].values())
    assert said.count("→") >= payments > 0
    context = report.context_of(
        round_sheet.told(demo.open), address="https://x.example/", paper=Paper.A4
    )
    explained = [
        item
        for game in context["games"]
        for hand in game.sheet.hands
        for item in hand.items
    ]
    assert len(explained) == items > 0
    for item in explained:
        assert item.name in said
        assert " ".join(item.worth.split()) in said
    assert "Mahjong 20 ·" in said


@made_of_the_page
def test_a_hand_takes_a_row_and_a_page_is_full(pages: list[Any]) -> None:
    """What a report costs is how many boxes it has, and paper is the club's."""
    rows = [box for page in pages for box in boxes(page, "TableRowBox")]
    assert broken_rows(pages) == 0
    assert len(rows) > 0
    games = [page for page in pages if round(page.width / MM) == 210]
    assert all(filled(page) > 0.6 for page in games[:-1])


@made_of_the_page
def test_tiles_are_there_as_vector_pictures(demo: Demo, pages: list[Any]) -> None:
    pictures = [
        box
        for page in pages
        for box in boxes(page, "InlineReplacedBox")
        if "/tiles/" in box.element.get("src", "")
    ]
    hands = 0
    for game in demo.open.games.select_related("revision"):
        result = game.revision.result
        assert result is not None
        hands += len(result["hands"])
    tiles = sum(box.element.get("src").count(".svg") for box in pictures)
    assert tiles >= hands * 13
    for box in pictures:
        is_row = "," in box.element.get("src")
        assert isinstance(box.replacement, PaperRow if is_row else SVGImage)
    assert all(box.element.get("alt") for box in pictures)


@made_of_the_page
def test_nothing_leaves_its_place(pages: list[Any]) -> None:
    assert overflowing(pages) == []


@made_of_the_page
def test_it_is_as_readable_on_a5(demo: Demo) -> None:
    context = report.context_of(
        round_sheet.told(demo.open), address="https://x.example/", paper=Paper.A5
    )
    small = laid_out(report.job_of(demo.open, context))
    sizes = {(round(page.width / MM), round(page.height / MM)) for page in small}
    assert sizes == {(210, 148), (148, 210)}
    assert overflowing(small) == []
    assert colliding(small) == []
    assert broken_rows(small) == 0


@made_of_the_page
def test_nothing_is_laid_out_to_find_its_width(
    demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Columns that are as wide as their text cost as much as all else together."""
    tried = []
    real = table.auto_table_layout

    def auto_table_layout(context: Any, box: Any, around: Any) -> Any:
        if box.get_wrapped_table().style["table_layout"] == "auto":
            tried.append(box)
        return real(context, box, around)

    monkeypatch.setattr(table, "auto_table_layout", auto_table_layout)
    context = report.context_of(
        round_sheet.told(demo.open), address="https://x.example/", paper=Paper.A4
    )
    laid_out(report.job_of(demo.open, context))
    assert tried == []


@made_of_the_page
@pytest.mark.parametrize("language", ["de", "nl"])
def test_columns_have_room_for_longer_words(demo: Demo, language: str) -> None:
    with translation.override(language):
        context = report.context_of(
            round_sheet.told(demo.open), address="https://x.example/", paper=Paper.A5
        )
        job = report.job_of(demo.open, context)
    pages = laid_out(job)
    assert overflowing(pages) == []
    assert colliding(pages) == []


@made_of_the_page
def test_no_game_lies_over_another(demo: Demo, pages: list[Any]) -> None:
    assert colliding(pages) == []
    # On low pages games begin at every height, as in a long partie.
    context = report.context_of(
        round_sheet.told(demo.open), address="https://x.example/", paper=Paper.A4
    )
    job = report.job_of(demo.open, context | {"games": context["games"][:3]})
    low = "<style>@page a4-portrait { size: 210mm 110mm !important }</style></head>"
    part = job.parts[0].replace("</head>", low)
    cut = laid_out(replace(job, parts=(part,)))
    assert round(cut[-1].height / MM) == 110
    assert colliding(cut) == []


@made_of_the_page
def test_no_sign_comes_from_a_font_of_the_machine(demo: Demo) -> None:
    content = demo.pdf(f"parties/{demo.finished.number}/sheet.pdf")
    known = {"Sheet", "Sheet-Bold", "Sheet-Signs", "Sheet-Signs-Bold"}
    narrow = {"Sheet-Narrow-Condensed", "Sheet-Narrow-Bold-Condensed"}
    assert fonts(content) <= known | narrow


def test_nothing_is_parsed_that_only_indents(demo: Demo) -> None:
    known = round_sheet.told(demo.open)
    context = report.context_of(known, address="https://x.example/", paper=Paper.A4)
    [page] = report.job_of(demo.open, context).parts
    assert re.findall(r"[ \t\r\n]{2,}", page) == []


def test_what_lies_over_another_is_found() -> None:
    page = (
        "<style>p { margin: 0; height: 1mm; white-space: nowrap }</style>"
        "<p>one line</p><p>another</p>"
    )
    (found,) = colliding(laid_out(pdf.job_of([page])))
    assert found == "page 1: one line / another"


def test_the_chart_has_a_line_for_everybody(demo: Demo, pages: list[Any]) -> None:
    chart = report.context_of(
        round_sheet.told(demo.open), address="https://x.example/", paper=Paper.A4
    )["chart"]
    names = {seat.player.name for seat in demo.open.seats.all()}
    assert {line.name for line in chart.paper.lines} == names


def test_what_was_taken_back_is_told_too(partie: Any) -> None:
    game_record(partie=partie, write=write(partie), record=DRAW)
    partie.refresh_from_db()
    last_withdraw(partie=partie, write=write(partie), why="a slip of the pen")
    context = report.context_of(
        round_sheet.told(partie), address="https://x.example/", paper=Paper.A4
    )
    found = (
        text.text
        for page in laid_out(report.job_of(partie, context))
        for text in texts(page._page_box)
    )
    said = " ".join(" ".join(found).split())
    assert "Taken back:" in said
    assert "a slip of the pen" in said


def test_whoever_may_read_the_partie_gets_its_report(
    partie: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "call_worker", lambda: None)
    sent = Client().get("/groene-hart/parties/1/report.pdf")
    waiting = Client().get(sent["Location"])
    assert "It is about to start." in words(waiting.text)
    assert documents.make_waiting() == 1
    answer = Client().get(f"{sent['Location']}&open=1")
    assert answer.content.startswith(b"%PDF")
    assert "Report of partie 1.pdf" in answer["Content-Disposition"]
