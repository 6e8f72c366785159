"""Nothing on a sheet leaves its place, however long names and parties are."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from clubscore.club.models import Club
from clubscore.club.qr import qr_code
from clubscore.partie.engine import ChosenRule
from clubscore.partie.models import PartieResult
from clubscore.partie.score_sheet import UNMARKED, Cell, ScoreSheetRow
from clubscore.partie.short_names import LONGEST_SHORTENED, short_names
from clubscore.sheets import pdf, round_sheet
from clubscore.sheets.round_sheet import Paper, SheetLine, SheetPlayer, SheetRound
from tests.sheets.boxes import MM, boxes, broken_rows, colliding, laid_out, overflowing

CLUB = Club(pk=1, name="Mahjongvereniging „De Vliegende Draak“ te ’s-Hertogenbosch")
NAMES = [
    "Wolfeschlegelsteinhausenbergerdorffinger",
    "Ångström-Çelik Łukaszewiczówna-Đorđevićx",
    "欧阳娜娜司马相如诸葛孔明上官婉儿公孙无忌令狐冲宇文泰长孙无忌独孤求败慕容复东方朔西",
    "Anne-Sophie Élise Maria van den Bergh-de",
    "Jürgen",
]
HOW = "by robbing {}’s kong, on the first turn, last tile of the wall"


def context(players: int, games: int, paper: Paper) -> Any:
    """Return a sheet on which everything is as long as it can be."""
    names = short_names({str(place): NAMES[place] for place in range(players)})
    called = list(names.values())
    lines = []
    for number in range(1, games + 1):
        cells = [
            Cell(True, 99_999, -12_345_678, -12_345_678, is_winner=not place)
            for place in range(players)
        ]
        if players == 5:
            cells[number % 5] = Cell(False, rests=True)
        row = ScoreSheetRow(
            number,
            called[number % players],
            False,
            called[0],
            called[number % 2],
            HOW.format(called[2]),
            "Pung or kong of the round wind and of the own wind",
            UNMARKED,
            tuple(cells),
        )
        lines.append(SheetLine(row, "a remark " * (number % 3), "E"))
    per_round = max(1, -(-games // 4))
    rounds = [
        SheetRound("Round of East", tuple(lines[begin : begin + per_round]))
        for begin in range(0, games, per_round)
    ]
    rules = [
        ChosenRule("A house rule with a long name", "and a long value", "usual", False)
    ]
    return {
        **round_sheet._around(CLUB, paper, players, "nts"),
        "is_blank": not games,
        "is_over": False,
        "players": [SheetPlayer(name, "North") for name in NAMES[:players]],
        "partie": None,
        "ruleset": "Nederlandse Toernooi Spelregels",
        "house_rules": rules * 9,
        "rounds": rounds,
        "numbers": round_sheet._numbers(paper, players, games),
        "address": "",
        "qr": qr_code("https://clubscore.example/groene-hart/parties/1234/"),
    }


def pages_of(players: int, games: int, paper: Paper) -> list[Any]:
    """Return a sheet laid out."""
    page = pdf.page_of(round_sheet.TEMPLATE, context(players, games, paper))
    return laid_out(pdf.job_of([page], round_sheet.STYLE))


@pytest.fixture(scope="module")
def sheets() -> dict[tuple[int, int, Paper], list[Any]]:
    """Return the longest and the shortest sheets, laid out once."""
    wanted = [
        *product((3, 4, 5), (0, 16), (Paper.A4, Paper.A5)),
        (4, 40, Paper.A4),
        (5, 40, Paper.A5),
        (3, 40, Paper.A4),
    ]
    return {one: pages_of(*one) for one in wanted}


def test_nothing_leaves_its_cell_or_its_page(sheets: Any) -> None:
    found = {one: overflowing(pages) for one, pages in sheets.items()}
    assert {one: many[:5] for one, many in found.items() if many} == {}


def test_nothing_lies_over_anything_else(sheets: Any) -> None:
    found = {one: colliding(pages) for one, pages in sheets.items()}
    assert {one: many[:5] for one, many in found.items() if many} == {}


def test_what_leaves_its_cell_is_found() -> None:
    page = (
        "<style>table { table-layout: fixed; width: 9mm } td { white-space: nowrap }"
        "</style><table><tr><td>much too long for it</td></tr></table>"
    )
    (found,) = overflowing(laid_out(pdf.job_of([page])))
    assert found == "page 1, cell: much too long for it"


def test_rows_are_high_enough_for_a_pencil(sheets: Any) -> None:
    for one, pages in sheets.items():
        rows = [
            row
            for page in pages
            for group in boxes(page, "TableRowGroupBox")
            if "empty" in group.element.get("class", "")
            for row in group.children
        ]
        assert rows, one
        assert min(row.height for row in rows) >= 7 * MM - 0.1, one


def test_no_row_is_broken_and_every_page_has_the_head(sheets: Any) -> None:
    for one, pages in sheets.items():
        assert broken_rows(pages) == 0, one
        for page in pages:
            heads = [g for g in boxes(page, "TableRowGroupBox") if g.is_header]
            tables = list(boxes(page, "TableBox"))
            assert len(heads) == len(tables), one


ORDINARY = ["Ferdinand", "Ursula", "Margreet", "Bernadette", "Thijs"]
HOWS = [
    "selbst gezogen",
    "auf Bernadettes Ablage",
    "auf Ursulas Ablage, letzter Ziegel",
]
"""In German, whose words are the longest."""
ITEMS = ["Vier Pungs oder Kongs", "Pung oder Kong vom Wind der Runde", "Vier Chows"]


def played(players: int, games: int, paper: Paper) -> list[Any]:
    """Return the sheet of a played partie as most are, laid out: four rounds."""
    of = context(players, games, paper)
    names = ORDINARY[:players]
    lines = [
        SheetLine(
            ScoreSheetRow(
                number,
                names[number % players],
                False,
                "",
                names[number % 3],
                HOWS[number % 3],
                ITEMS[number % 3],
                UNMARKED,
                tuple(Cell(True, 136, -1064, 1148) for _ in names),
            ),
            "",
            "O",
        )
        for number in range(1, games + 1)
    ]
    rounds = [
        SheetRound("Runde des Ostwinds", tuple(lines[one::4])) for one in range(4)
    ]
    result = PartieResult(score=-12594, chips=-10594, place=4)
    of |= {
        "is_over": True,
        "is_compact": round_sheet.is_many(rounds),
        "numbers": (),
        "rounds": rounds,
        "house_rules": of["house_rules"][:2],
        "players": [SheetPlayer(name, "Norden", result) for name in names],
    }
    page = pdf.page_of(round_sheet.TEMPLATE, of)
    return laid_out(pdf.job_of([page], round_sheet.STYLE))


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("games", [16, 19, 24])
def test_a_played_partie_is_one_page_of_a4_and_two_of_a5(
    players: int, games: int
) -> None:
    for paper, most in ((Paper.A4, 1), (Paper.A5, 2)):
        pages = played(players, games, paper)
        assert len(pages) <= most, paper
        assert overflowing(pages) == []
        assert colliding(pages) == []


def test_an_empty_sheet_is_one_sheet_of_paper(sheets: Any) -> None:
    for (_players, games, _paper), pages in sheets.items():
        if not games:
            assert len(pages) <= 2


def test_pages_are_of_the_paper_asked_for(sheets: Any) -> None:
    sizes = {
        (players, paper): (round(page.width / MM), round(page.height / MM))
        for (players, _games, paper), pages in sheets.items()
        for page in pages
    }
    assert sizes == {
        (3, Paper.A4): (210, 297),
        (4, Paper.A4): (297, 210),
        (5, Paper.A4): (297, 210),
        (3, Paper.A5): (210, 148),
        (4, Paper.A5): (210, 148),
        (5, Paper.A5): (210, 148),
    }


def test_nobody_is_called_as_another() -> None:
    long = {str(place): "Maximiliane Alexandra" for place in range(12)}
    short = short_names(long)
    assert len(set(short.values())) == 12
    assert max(map(len, short.values())) <= LONGEST_SHORTENED
