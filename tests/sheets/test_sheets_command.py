"""``manage.py sheets`` writes everything of a club."""

from __future__ import annotations

import datetime as dt
import io
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubscore.club.models import Club, Player, Season
from clubscore.partie.club_plans import PlanWish, make_soon, plan_make, version_use
from clubscore.partie.models import ClubPlan, Partie
from clubscore.partie.services import partie_end, partie_start
from clubscore.sheets import pdf
from clubscore.sheets.models import Document
from tests.season.evening import play_evening
from tests.season.played import write
from tests.sheets.boxes import read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_printed")]
SITE = "https://clubscore.example"


def written(folder: Path) -> list[str]:
    """Return the names of the files in a folder and those within it."""
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*.pdf"))


@pytest.mark.same_on_every_database("sheets show the rows that they get")
def test_every_kind_has_a_folder(
    season: Season,
    players: list[Player],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = play_evening(season, players)
    partie_end(partie=evening, write=write(evening), why="time")
    partie_start(season=season, players=players, day=dt.date(2026, 11, 24))
    version = plan_make(
        season=season,
        occasion=ClubPlan.Occasion.SEASON,
        day=None,
        wish=PlanWish(tuple(one.pk for one in players), sittings=2),
        account=None,
    )
    make_soon(version)
    version_use(version=version)
    out = io.StringIO()
    folder = tmp_path / "new" / "folder"
    call_command("sheets", "groene-hart", out=folder, site=SITE, stdout=out)
    names = written(folder)
    assert names == [
        "cards/nts.pdf",
        "certificates/limit-hand-1-3-ben.pdf",
        "certificates/nts-best_loss-dirk.pdf",
        *(
            f"certificates/nts-{kind}-ben.pdf"
            for kind in ("best_score", "best_win", "east_run", "east_streak")
        ),
        "certificates/nts-evening-ben.pdf",
        "certificates/nts-evening_wins-ben.pdf",
        "certificates/nts-partie-ben.pdf",
        "leaderboards/2026.pdf",
        "packs/2026-11-17.pdf",
        "packs/2026-11-24.pdf",
        "plans/1-plan.pdf",
        "plans/1-slips.pdf",
        "reports/2026-11-17-partie-1.pdf",
        "reports/2026-11-24-partie-2.pdf",
        "round-sheets/2026-11-17-partie-1.pdf",
        "round-sheets/2026-11-24-partie-2.pdf",
        *(f"round-sheets/empty-{many}-players.pdf" for many in (3, 4, 5)),
        *(f"years/2026-{name}.pdf" for name in ("anna", "ben", "cleo", "dirk")),
    ]
    assert f"{len(names)} files in {folder}" in out.getvalue()
    for name, piece in (
        ("cards/nts.pdf", "Nederlandse Toernooi Spelregels"),
        ("certificates/limit-hand-1-3-ben.pdf", "Thirteen orphans"),
        ("leaderboards/2026.pdf", "Leaderboard 2026"),
        ("packs/2026-11-24.pdf", "Partie 2"),
        ("plans/1-plan.pdf", "Sitting 2"),
        ("plans/1-slips.pdf", "Dirk"),
        ("reports/2026-11-17-partie-1.pdf", "Everything that was written"),
        ("round-sheets/2026-11-17-partie-1.pdf", "Anna"),
        ("years/2026-ben.pdf", "Personal bests"),
    ):
        assert piece in " ".join(read((folder / name).read_bytes()))
    # Nothing has changed: nothing is printed again.
    monkeypatch.setattr(pdf, "printed", lambda *_job, **_more: b"another")
    call_command("sheets", "groene-hart", out=folder, site=SITE, stdout=out)
    assert all((folder / name).read_bytes().startswith(b"%PDF") for name in names)
    assert Document.objects.count() == len(names)
    kinds = set(Document.objects.values_list("kind", flat=True))
    # The card for the table is of no club.
    assert kinds == set(Document.Content.values) - {Document.Content.TABLE_CARD}


def test_some_kinds_can_be_chosen(
    partie: Partie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "printed", lambda *_job, **_more: b"%PDF")
    asked = ["sheets", "groene-hart", "--out", str(tmp_path), "--site", SITE]
    call_command(*asked, "--only", "cards", "leaderboards", stdout=io.StringIO())
    assert written(tmp_path) == ["cards/nts.pdf", "leaderboards/2026.pdf"]
    with pytest.raises(CommandError, match="posters"):
        call_command(*asked, "--only", "posters")


def test_a_bar_shows_how_far_it_is(
    partie: Partie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "printed", lambda *_job, **_more: b"%PDF")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    told = io.StringIO()
    call_command(
        *("sheets", "groene-hart", "--out", str(tmp_path), "--site", SITE),
        *("--only", "cards", "leaderboards"),
        stdout=io.StringIO(),
        stderr=told,
    )
    assert f"[{20 * '#'}{20 * '.'}] 1/2" in told.getvalue()
    assert told.getvalue().endswith(f"[{40 * '#'}] 2/2\n")


def test_it_says_what_is_wrong(club: Club, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no club"):
        call_command("sheets", "nobody", out=tmp_path, site=SITE)
    with pytest.raises(CommandError, match="--site"):
        call_command("sheets", "groene-hart", out=tmp_path, site="")
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(CommandError, match="Nothing can be written"):
        call_command("sheets", "groene-hart", out=file, site=SITE)
