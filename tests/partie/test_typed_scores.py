"""Parties whose players reckon by their own rules and say what each won or lost."""

from typing import Any

import pytest
from django.test import Client

from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.club.models import Account, Club
from clubscore.partie.audit import differences, rebuild
from clubscore.partie.models import Game, Partie, Revision
from clubscore.rules import RulesError
from clubscore.season.models import LimitHandMade, Tally
from clubscore.sheets import pdf, report, round_sheet
from clubscore.sheets.round_sheet import Paper
from tests.archive.transfer.clubs import content_of, exported, forget
from tests.partie.rule_books import (
    SHEET,
    dealers,
    key_of,
    page_of,
    play,
    scores,
    start_in,
    typed,
)

RECORD = SHEET + "record/typed/"
NAMES = ("Anna", "Ben", "Cleo", "Dirk")


@pytest.fixture
def partie(club: Club) -> Partie:
    """Return a partie by no book's rules."""
    return start_in(club, "free")


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may record."""
    client.force_login(administrator)
    return client


def said(outcome: dict[str, Any], *points: int, **more: Any) -> dict[str, Any]:
    """Return a game; *points* are those of East, South, West and North."""
    return {
        "outcome": outcome,
        "scores": dict(zip("ESWN", points, strict=True)),
        **more,
    }


def won(winner: str | None, giver: str | None = None, **more: Any) -> dict[str, Any]:
    """Return an outcome; without a giver nobody says where the tile came from."""
    source = "discard" if giver else None
    return {"kind": "win", "winner": winner, "source": source, "from": giver, **more}


DRAW = {"kind": "draw"}


def play_all(partie: Partie) -> None:
    """Record a game that ended in each way."""
    play(partie, said(won("S", "E"), -7700, 7700, 0, 0, limit="Daisangen"))
    play(partie, said(won(None, "S"), 5, -10, 5, 0))
    play(partie, said(DRAW, 15, -15, 0, 0))
    play(partie, said({"kind": "penalty", "offender": "W"}, 1, 1, -3, 1))
    play(partie, said(won("E", None, source="wall"), 3, -1, -1, -1))


def typed_scores(partie: Partie, *points: str, **more: Any) -> dict[str, Any]:
    """Return what is typed for a game, with what each won or lost."""
    sent = typed(partie, kind="win", **more)
    for name, score in zip(NAMES, points, strict=True):
        sent[f"score-{key_of(partie, name)}"] = score
    return sent


def test_winds_pass_on_as_the_table_says(partie: Partie) -> None:
    play_all(partie)
    # Several winners pass the winds on; a draw, a fault and East's win do not.
    assert dealers(partie) == ["Anna", "Ben", "Cleo", "Cleo", "Cleo"]
    assert scores(partie, 2) == {"Ben": 5, "Cleo": -10, "Dirk": 5, "Anna": 0}
    assert scores(partie, 4) == {"Cleo": 1, "Dirk": 1, "Anna": -3, "Ben": 1}
    assert list(differences()) == []


def test_what_was_typed_is_counted_and_nothing_more(partie: Partie) -> None:
    play_all(partie)
    ben = Tally.objects.get(player__name="Ben")
    assert (ben.games, ben.scores_only, ben.wins, ben.self_drawn) == (5, 5, 1, 0)
    assert (ben.draws, ben.given, ben.limit_hands, ben.won_hands) == (1, 0, 1, 0)
    cleo = Tally.objects.get(player__name="Cleo")
    assert (cleo.wins, cleo.self_drawn, cleo.given) == (1, 1, 1)
    assert LimitHandMade.objects.get().key == "Daisangen"


def test_the_pages_of_such_a_partie(partie: Partie, scorekeeper: Client) -> None:
    play_all(partie)
    sheet = page_of(scorekeeper, "")
    assert "Of each game the score, and the total so far." in sheet
    assert "Ben , on Anna’s discard" in sheet
    assert "Daisangen" in sheet
    assert "won by several or unsaid, on Cleo’s discard" in sheet
    assert "penalty: Anna" in sheet
    first = page_of(scorekeeper, "games/1/")
    assert "Limit hand: Daisangen" in first
    assert "who paid whom is not recorded" in first
    second = page_of(scorekeeper, "games/2/")
    assert "Several won, or nobody says who; on Cleo’s discard." in second
    assert "Nobody won, and points move." in page_of(scorekeeper, "games/3/")
    fault = scorekeeper.get(SHEET + "games/4/").text
    assert "A fault of <strong>Anna</strong> ended the game." in fault
    assert scorekeeper.get(SHEET + "sheet.pdf")["Content-Type"] == "application/pdf"
    told = report.context_of(
        round_sheet.told(partie), address="https://x.example/", paper=Paper.A4
    )
    printed = pdf.page_of(report.TEMPLATE, told)
    assert "Several won, or nobody says who; on Cleo’s discard." in printed
    assert printed.count("who paid whom is not recorded") == 5
    book = scorekeeper.get("/groene-hart/records/")
    assert "Daisangen" in book.text
    for name in ("ben", "cleo"):
        assert scorekeeper.get(f"/groene-hart/players/{name}/").status_code == 200


def test_a_game_is_typed_and_put_right(partie: Partie, scorekeeper: Client) -> None:
    page = page_of(scorekeeper, "record/typed/")
    assert "What each won or lost" in page
    assert "Winning tile" not in page
    assert "The hands" not in page
    asked = scorekeeper.post(RECORD, typed_scores(partie, "1", "", "", "0")).text
    for fault in ("Say who won.", "Enter what this player won or lost"):
        assert fault in asked
    sent = typed_scores(
        partie, "-7700", "7700", "0", "", winner="Ben", giver="Anna", limit="Daisangen"
    )
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert scores(partie, 1) == {"Anna": -7700, "Ben": 7700, "Cleo": 0, "Dirk": 0}
    correct = scorekeeper.get(SHEET + "games/1/correct/typed/").text
    assert 'value="-7700"' in correct
    assert 'value="Daisangen"' in correct
    taken = scorekeeper.post(
        SHEET + "undo/", {"version": "1", "key": "undo"}, follow=True
    )
    assert "Daisangen" in taken.text
    again = typed_scores(partie, "-10", "10", "0", "1", winner="unsaid")
    refused = scorekeeper.post(RECORD, again | {"version": "2", "key": "again"}).text
    assert "The scores add to +1, and must add to 0." in refused
    again = typed_scores(partie, "-10", "10", "0", "0", winner="unsaid")
    scorekeeper.post(RECORD, again | {"version": "2", "key": "again"})
    assert Revision.objects.last().said["outcome"] == won(None)  # type: ignore[union-attr]


def test_scores_need_not_add_to_nothing_where_the_table_says_so(
    club: Club, scorekeeper: Client
) -> None:
    partie = start_in(club, "free", zero_sum="no")
    page = page_of(scorekeeper, "record/typed/")
    assert "it is worked out" not in page
    sent = typed_scores(partie, "3", "", "0", "0", winner="Anna", giver="self")
    assert "Enter what this player" in scorekeeper.post(RECORD, sent).text
    sent = typed_scores(partie, "3", "0", "0", "0", winner="Anna", giver="self")
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert scores(partie, 1) == {"Anna": 3, "Ben": 0, "Cleo": 0, "Dirk": 0}
    assert list(differences()) == []


@pytest.mark.parametrize(
    ("game", "field"),
    [
        ({"outcome": DRAW}, "scores"),
        (said(DRAW, 1, 0, 0, 0), "scores"),
        (said(won("E", "E"), 0, 0, 0, 0), "outcome.from"),
        (said(DRAW, 0, 0, 0, 0, limit="Daisangen"), "limit"),
        (said(DRAW, 0, 0, 0, 0, hands={"E": {"points": 1}}), "hands"),
    ],
)
def test_what_cannot_be_is_refused(
    partie: Partie, game: dict[str, Any], field: str
) -> None:
    with pytest.raises(RulesError) as refused:
        play(partie, game)
    assert refused.value.field == field
    assert not Game.objects.exists()


def test_other_books_take_no_scores(club: Club) -> None:
    with pytest.raises(RulesError, match=r"“scores” is unknown here"):
        play(start_in(club, "nts"), said(won("E", "S"), 1, -1, 0, 0))


def test_such_a_club_moves(club: Club, partie: Partie) -> None:
    play_all(partie)
    told = exported(club)
    forget(club)
    moved = club_import(file_read(content_of(told)))
    assert exported(moved.club) == told
    again = Partie.objects.get(club=moved.club)
    assert dealers(again) == ["Anna", "Ben", "Cleo", "Cleo", "Cleo"]
    assert list(differences()) == []
    rebuild(again)
    assert LimitHandMade.objects.get().key == "Daisangen"


def test_a_paper_sheet_is_typed_in(partie: Partie, scorekeeper: Client) -> None:
    address = SHEET + "paper/"
    page = scorekeeper.get(address).text
    assert 'type="hidden" name="says" value="scores"' in page
    sent: dict[str, Any] = {"version": "0", "lines": "3", "says": "scores"}
    lines = [
        ("b", "a", (-7700, 7700, 0, 0)),
        ("?", "", (1, 1, 1, -3)),
        ("-", "", (2, -2, 0, 0)),
    ]
    for number, (winner, giver, points) in enumerate(lines, start=1):
        line = f"line-{number}-"
        sent |= {
            line + "key": f"k{number}",
            line + "winner": winner,
            line + "giver": giver,
        }
        for name, score in zip(NAMES, points, strict=True):
            sent[f"{line}hand_{key_of(partie, name)}"] = str(score)
    scorekeeper.post(address, sent | {"action": "record"})
    assert [game.outcome for game in Game.objects.all()] == ["win", "win", "draw"]
    assert scores(partie, 3) == {"Cleo": 0, "Dirk": 0, "Anna": 2, "Ben": -2}
