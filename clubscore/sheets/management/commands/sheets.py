"""``manage.py sheets``: everything of a club on paper."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from clubscore.club.models import Club
from clubscore.sheets import documents, pdf
from clubscore.sheets.club_files import FOLDERS, PrintedFile, Printing
from clubscore.sheets.round_sheet import Paper

BAR = 40


class Command(BaseCommand):
    """Write all sheets of a club."""

    help = (
        "Write the PDFs of a club to a folder, a folder within it for each kind: round"
        " sheets and reports of all parties, empty round sheets, packs of all evenings,"
        " leaderboards, each player’s season, certificates of the record book, the"
        " cards of the rule books, and plans with their slips. What has not changed"
        " since it was last printed is not made again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("club", help="the club's address, as “demo”")
        parser.add_argument("--out", required=True, type=Path, help="the folder")
        parser.add_argument(
            "--only",
            nargs="+",
            choices=tuple(FOLDERS),
            default=tuple(FOLDERS),
            metavar="KIND",
            help=f"these kinds alone, of {', '.join(FOLDERS)}",
        )
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
            listed = list(Printing(club, paper, site).sheets(options["only"]))
            try:
                folder.mkdir(parents=True, exist_ok=True)
                for number, sheet in enumerate(listed, start=1):
                    file = folder / f"{sheet.name}.pdf"
                    file.parent.mkdir(exist_ok=True)
                    file.write_bytes(_made(club, sheet))
                    self._show(number, len(listed))
            except OSError as error:
                message = f"Nothing can be written to {folder}: {error}"
                raise CommandError(message) from error
            except pdf.PrintingError as error:
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
        text = f"\rSheets [{bar}] {number}/{of}{end}"
        # In plain type: what is on its way is no error.
        self.stderr.write(text, style_func=str, ending="")
        self.stderr.flush()


def _made(club: Club, sheet: PrintedFile) -> bytes:
    """Return a PDF; a long one may take longer than somebody waits in a browser."""
    return documents.made_at_once(club, sheet.kind, sheet.job(), documents.IN_TIME)


def _own_site() -> str:
    """Return where people reach this installation, if the settings say one place."""
    hosts = [host for host in settings.ALLOWED_HOSTS if "*" not in host]
    if hosts:
        return f"http{'s' if settings.HTTPS else ''}://{hosts[0].lstrip('.')}"
    return "http://127.0.0.1:8000" if settings.DEBUG else ""
