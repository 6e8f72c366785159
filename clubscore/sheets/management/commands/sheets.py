"""``manage.py sheets``: everything of a club on paper."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Season
from clubscore.partie.models import Partie
from clubscore.sheets import making, rendering, round_sheet
from clubscore.sheets.models import Document
from clubscore.sheets.press import Job
from clubscore.sheets.round_sheet import Paper

BAR = 40


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file that is to be written."""

    name: str
    kind: Document.Kind
    job: Callable[[], Job]


class Command(BaseCommand):
    """Write all sheets of a club."""

    help = (
        "Write the PDFs of a club to a folder: the round sheet of every partie, and"
        " empty ones for every number of players. What has not changed since it was"
        " last printed is not made again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("club", help="the club's address, as “demo”")
        parser.add_argument("--out", required=True, type=Path, help="the folder")
        parser.add_argument(
            "--paper", choices=[paper.value for paper in Paper], default=Paper.A4.value
        )
        parser.add_argument(
            "--language", choices=[code for code, _name in settings.LANGUAGES]
        )
        parser.add_argument(
            "--site",
            default=_own_site(),
            help="where the QR codes lead, as https://clubscore.example",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write them, with a bar that shows how far it is."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            message = f"There is no club with the address “{options['club']}”."
            raise CommandError(message)
        if not options["site"]:
            message = "Say with --site where people reach this installation."
            raise CommandError(message)
        folder: Path = options["out"]
        with translation.override(options["language"] or settings.LANGUAGE_CODE):
            paper, site = Paper(options["paper"]), options["site"].rstrip("/")
            listed = list(sheets_of(club, paper, site))
            try:
                folder.mkdir(parents=True, exist_ok=True)
                for number, sheet in enumerate(listed, start=1):
                    content = making.made_at_once(club, sheet.kind, sheet.job())
                    (folder / f"{sheet.name}.pdf").write_bytes(content)
                    self._show(number, len(listed))
            except OSError as error:
                message = f"Nothing can be written to {folder}: {error}"
                raise CommandError(message) from error
            except rendering.PrintingError as error:
                message = f"Nothing could be printed: {error}"
                raise CommandError(message) from error
        self.stdout.write(f"{len(listed)} files in {folder}")

    def _show(self, number: int, of: int) -> None:
        """Draw the bar where somebody watches."""
        if not sys.stderr.isatty():
            return
        filled = BAR * number // of
        bar = "#" * filled + "." * (BAR - filled)
        end = "\n" if number == of else ""
        self.stderr.write(f"\rSheets [{bar}] {number}/{of}{end}", ending="")
        self.stderr.flush()


def _own_site() -> str:
    """Return where people reach this installation, if the settings say one place."""
    hosts = [host for host in settings.ALLOWED_HOSTS if "*" not in host]
    if hosts:
        return f"http{'s' if settings.HTTPS else ''}://{hosts[0].lstrip('.')}"
    return "http://127.0.0.1:8000" if settings.DEBUG else ""


def sheets_of(club: Club, paper: Paper, site: str) -> Iterator[Sheet]:
    """Yield every sheet of a club; each is worked out when it is printed."""
    parties = Partie.objects.filter(club=club).order_by("number")
    for partie in parties.select_related("club", "season", "evening"):
        yield Sheet(
            f"{partie.evening.date.isoformat()}-partie-{partie.number}",
            Document.Kind.ROUND_SHEET,
            partial(_filled, partie, paper, site),
        )
    season = club.seasons.holding(timezone.localdate()).first()
    numbers: tuple[int, ...] = (3, 4, 5)
    if season is not None:
        numbers = rule_books.numbers_of_players(season.ruleset)
    for players in numbers:
        yield Sheet(
            f"empty-{players}-players",
            Document.Kind.ROUND_SHEET,
            partial(_empty, club, season, players, paper, site),
        )


def _filled(partie: Partie, paper: Paper, site: str) -> Job:
    context = round_sheet.context_of(
        round_sheet.told(partie),
        address=site + partie.get_absolute_url(),
        paper=paper,
    )
    return round_sheet.job_of(partie.club, context)


def _empty(
    club: Club, season: Season | None, players: int, paper: Paper, site: str
) -> Job:
    context = round_sheet.context_without(
        club,
        players=players,
        season=season,
        address=site + club.get_absolute_url(),
        paper=paper,
    )
    return round_sheet.job_of(club, context)
