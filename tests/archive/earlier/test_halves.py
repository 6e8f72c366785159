"""Old results with halves: kept, shown, counted and carried over exactly."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from clubscore.archive.earlier.writer import WrongLinesError
from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.archive.transfer.rows import FileError
from clubscore.club.models import Account, Club, Player, Season
from clubscore.partie.audit import differences
from clubscore.partie.models import Partie, PartieResult
from clubscore.partie.scores import Score
from clubscore.season.standings import leaderboard_of
from tests.archive.transfer.clubs import content_of, exported
from tests.season.played import GAME, import_old, play
from tests.sheets.test_leaderboard import said
from tests.table.test_partie_page import words

ADDRESSES = (
    *("", "evenings/", "evenings/2026-03-05/", "evenings/2026-03-05/settle/"),
    *("evenings/?sort=score", "parties/1/", "parties/1/settle/", "parties/2/settle/"),
    *("players/", "players/anna/", "players/anna/?period=2026", "players/ben/"),
    *("seasons/", "seasons/2026/", "seasons/2026/?as_of=2026-03-12"),
    *("records/", "statistics/"),
    *("ratings/", "ratings/?way=skill", "embed/leaderboard/", "embed/last/"),
    *("feed.atom", "settings/import/"),
)
"""Pages of a club that tell of what was played."""
BARE = re.compile(r"\d/[24](?!\d)|Fraction|\d\.\d\dE")
"""A fraction as Python writes it."""
CLUB = "/groene-hart/"


@pytest.fixture
def halves(administrator: Account, season: Season, players: list[Player]) -> Partie:
    """Return an old partie with halves; there is another, and one that was played."""
    import_old(
        season.club,
        administrator,
        "2026-03-05;1;Anna;96,5;Ben;-1.250,25;Cleo;1.153,75;Dirk;0",
        "2026-03-12;1;Anna;-0.5;Ben;½;Cleo;10;Dirk;-10",
    )
    play(season, players, [GAME])
    return Partie.objects.get(number=1)


def scores(partie: Partie) -> dict[str, Score]:
    """Return what a partie came to."""
    return dict(partie.results.values_list("player__name", "score"))


def test_they_are_kept_exactly(halves: Partie) -> None:
    assert scores(halves) == {
        "Anna": Fraction(193, 2),
        "Ben": Fraction(-5001, 4),
        "Cleo": Fraction(4615, 4),
        "Dirk": 0,
    }
    whole = PartieResult.objects.filter(partie__number=2, player__name="Cleo").get()
    assert isinstance(whole.score, int)
    placed = halves.results.order_by("place").values_list("player__name", flat=True)
    assert list(placed) == ["Cleo", "Anna", "Dirk", "Ben"]
    assert list(differences()) == []


def test_they_must_add_to_0(
    administrator: Account, season: Season, players: list[Player]
) -> None:
    line = "2026-03-05;1;Anna;96,5;Ben;-96;Cleo;0;Dirk;0"
    with pytest.raises(WrongLinesError) as wrong:
        import_old(season.club, administrator, line)
    told = "The scores add to +½, and must add to 0."
    assert wrong.value.sheet.lines[0].faults == [told]


@pytest.mark.same_on_every_database("that they are kept is asked before")
@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_writes_them_as_people_do(
    halves: Partie, administrator: Account, address: str, language: str
) -> None:
    browser = Client(HTTP_ACCEPT_LANGUAGE=language)
    browser.force_login(administrator)
    response = browser.get(f"{CLUB}{address}")
    assert response.status_code == 200
    assert BARE.search(response.text) is None


def test_pages_tell_them(halves: Partie) -> None:
    def page(address: str) -> str:
        return words(Client().get(f"{CLUB}{address}").text)

    assert "Place 1. Cleo +1 153¾ Place 2. Anna +96½" in page("parties/1/")
    # +96½ − ½ + 24, and −1250¼ + ½ + 384.
    assert "+120" in page("players/anna/")
    assert "−865¾" in page("players/ben/")
    season = page("seasons/2026/")
    assert "Anna" in season
    assert "919¾" in season  # Cleo: 1153¾ + 10 − 244
    assert "−865¾" in season


def test_paper_has_them(halves: Partie) -> None:
    def paper(address: str) -> str:
        return said(Client().get(f"{CLUB}{address}").content)

    year = paper("players/ben/2026.pdf")
    assert "−1 250¼" in year
    assert "−865¾" in year
    assert "−865¾" in paper("seasons/2026.pdf")
    assert BARE.search(year) is None


def test_a_person_is_given_them(halves: Partie, administrator: Account) -> None:
    browser = Client()
    browser.force_login(administrator)
    ben = Player.objects.get(name="Ben")
    assert "−1 250¼" in words(
        browser.get(f"{CLUB}settings/players/{ben.pk}/data/").text
    )
    told = browser.get(f"{CLUB}settings/players/{ben.pk}/data.json").json()
    assert [one["score"] for one in told["parties"]] == [384, "1/2", "-5001/4"]


def test_files_and_programs_have_them(halves: Partie, administrator: Account) -> None:
    browser = Client()
    browser.force_login(administrator)
    file = browser.get(f"{CLUB}seasons/2026.csv").content.decode()
    assert "Ben,-865.750,-865 3/4" in file
    assert browser.get(f"{CLUB}seasons/2026.xlsx").status_code == 200
    for day in ("", "?as_of=2026-12-31"):
        address = f"/api/v1/clubs/groene-hart/seasons/2026/standings/{day}"
        lines = browser.get(address).json()["standings"]
        points = {one["player"]: (one["points"], one["score"]) for one in lines}
        assert points["Ben"] == ("-3463/4", "-3463/4")
        assert points["Anna"] == ("120", 120)
    partie = browser.get(f"/api/v1/parties/{halves.pk}/").json()
    assert partie["totals"]["Anna"] == "193/2"
    assert partie["totals"]["Dirk"] == 0
    assert partie["chips"]["Anna"] == "6193/2"
    assert partie["ranking"] == [["Cleo"], ["Anna"], ["Dirk"], ["Ben"]]


@pytest.mark.parametrize(
    "method",
    [
        {},
        {"giving": {"kind": "table_points", "ties": ["wins"]}},
        {"order": {"tie_breaks": ["score"]}},
    ],
    ids=["score", "table points", "score between equals"],
)
def test_another_installation_has_the_same_standings(
    halves: Partie,
    season: Season,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    method: dict[str, Any],
) -> None:
    season.method = method
    season.save()
    file = tmp_path / "club.json"
    file.write_text(json.dumps(exported(season.club)))
    call_command("import_club", file, slug="again")
    again = Club.objects.get(slug="again").seasons.get()

    def lines(of: Season) -> list[tuple[object, ...]]:
        return [
            (row.name, row.line.place, row.line.points, row.line.score)
            for row in leaderboard_of(of).rows
        ]

    assert lines(again) == lines(season)
    call_command("audit")
    assert "no differences" in capsys.readouterr().out


@pytest.mark.parametrize(
    "score", [96.5, "96.5", "1/0", "1/3", "1e99999999", True, None, 2**31, "9" * 10]
)
def test_a_file_with_what_is_no_score_is_refused(halves: Partie, score: object) -> None:
    told = exported(halves.club)
    [anna] = [one["id"] for one in told["players"] if one["name"] == "Anna"]
    said = told["parties"][0]["revisions"][0]["said"]
    assert said["totals"][str(anna)] == "193/2"
    said["totals"][str(anna)] = score
    with pytest.raises(FileError):
        club_import(file_read(content_of(told)), slug="again")


def test_what_was_kept_of_how_far_an_old_partie_has_come_is_no_difference(
    halves: Partie,
) -> None:
    assert halves.progress is not None
    halves.progress |= {"totals": {"1": 96}}
    halves.save()
    assert list(differences()) == []
