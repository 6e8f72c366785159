"""``manage.py import_club``: a club out of the file that it was exported to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.archive.transfer.rows import FileError

BAR = 40


class Command(BaseCommand):
    """Read the file and make the club."""

    help = (
        "Make a club again out of a file of `export_club`, all of it or nothing. Every"
        " game is scored anew; what was said, by whom, when and why is as it was. Who"
        " has no account here gets one without a password: make them a link to a new"
        " one on the page “People”, or use `changepassword`."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("file", type=Path, help="“-” reads standard input")
        parser.add_argument(
            "--as",
            dest="slug",
            default="",
            help="the club’s address here, if it is not to keep its own",
        )
        parser.add_argument(
            "--join-accounts",
            action="store_true",
            help="accounts that are here already are the same people: give them the"
            " roles of the file",
        )

        parser.add_argument(
            "--new-chains",
            action="store_true",
            help="read parties whose chain does not hold too, and begin it anew: then"
            " nobody can prove any more that they are as they were recorded",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, with a bar that shows how far it is."""
        path: Path = options["file"]
        try:
            is_piped = str(path) == "-"
            content = sys.stdin.buffer.read() if is_piped else path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}") from error
        try:
            made = club_import(
                file_read(content),
                slug=options["slug"],
                joins_accounts=options["join_accounts"],
                makes_chains=options["new_chains"],
                progress=self._show,
            )
        except FileError as error:
            raise CommandError(
                f"Nothing was written. {path} cannot be read back:\n{error}"
            ) from error
        for note in made.notes:
            self.stderr.write(note)
        if made.recounted:
            self.stderr.write(
                f"{made.recounted} games count differently by the rules engine of this"
                " installation; each has a revision that says so."
            )
        self.stdout.write(
            f"{made.club.name}: {made.parties} parties, at /{made.club.slug}/"
        )

    def _show(self, done: int, of: int) -> None:
        """Draw the bar where somebody watches."""
        if not sys.stderr.isatty():
            return
        filled = BAR * done // of
        bar = "#" * filled + "." * (BAR - filled)
        end = "\n" if done == of else ""
        self.stderr.write(f"\rParties [{bar}] {done}/{of}{end}", ending="")
        self.stderr.flush()
