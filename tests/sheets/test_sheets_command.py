"""``manage.py sheets`` writes everything of a club."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubscore.club.models import Club
from clubscore.partie.models import Partie
from clubscore.sheets import rendering
from clubscore.sheets.models import Document
from tests.sheets.boxes import read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_printed")]
SITE = "https://clubscore.example"


def test_every_partie_has_a_file_and_every_number_of_players(
    partie: Partie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.StringIO()
    folder = tmp_path / "new" / "folder"
    call_command("sheets", "groene-hart", out=folder, site=SITE, stdout=out)
    names = sorted(file.name for file in folder.iterdir())
    assert names == [
        "2026-11-17-partie-1.pdf",
        "empty-3-players.pdf",
        "empty-4-players.pdf",
        "empty-5-players.pdf",
    ]
    assert f"4 files in {folder}" in out.getvalue()
    text = " ".join(read((folder / names[0]).read_bytes()))
    assert "Anna" in text
    # Nothing has changed: nothing is printed again.
    monkeypatch.setattr(rendering, "printed", lambda *_job, **_more: b"another")
    call_command("sheets", "groene-hart", out=folder, site=SITE, stdout=out)
    assert (folder / names[0]).read_bytes().startswith(b"%PDF")
    assert Document.objects.count() == 4


def test_it_says_what_is_wrong(club: Club, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no club"):
        call_command("sheets", "nobody", out=tmp_path, site=SITE)
    with pytest.raises(CommandError, match="--site"):
        call_command("sheets", "groene-hart", out=tmp_path, site="")
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(CommandError, match="Nothing can be written"):
        call_command("sheets", "groene-hart", out=file, site=SITE)
