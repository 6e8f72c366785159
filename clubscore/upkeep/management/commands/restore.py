"""``manage.py restore``: put a backup back."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection

from clubscore.partie.models import Game, Partie
from clubscore.upkeep.backups import about_of, settings_of, unpacked, why_not
from clubscore.upkeep.databases import UpkeepError, put_back


class Command(BaseCommand):
    """Replace everything by what a backup holds."""

    help = (
        "Replace the whole database by that of a backup, at once: whatever happens, all"
        " of the one or all of the other is there. Stop the site first. Asks before it"
        " does so, and audits what is there then."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument(
            "--settings-to",
            type=Path,
            metavar="PATH",
            help="write the settings that the backup holds to a new file, and do"
            " nothing else",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at the backup, ask, put it back, audit."""
        file = options["file"].absolute()
        try:
            if options["settings_to"]:
                self._write_settings(options["settings_to"], settings_of(file))
                return
            about = about_of(file)
            if why := why_not(about):
                raise CommandError(why)
            with unpacked(file) as database:
                if not options["yes"]:
                    self._ask(file)
                put_back(database, self.stderr)
        except (UpkeepError, Error) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Put back: {file.name}")
        call_command("audit", stdout=self.stdout)

    def _ask(self, file: Path) -> None:
        """Go on only with a yes."""
        if not (there := self._there()):
            return
        if not sys.stdin.isatty():
            raise CommandError(
                f"This would replace {there}. Nobody can be asked here; say --yes."
            )
        self.stdout.write(f"This replaces {there} by what {file.name} holds.")
        if input("Go on? Type yes: ").strip().lower() != "yes":
            raise CommandError("Nothing was changed.")

    def _there(self) -> str:
        """Return what would be replaced, empty if there is nothing."""
        if "partie_partie" not in connection.introspection.table_names():
            return ""
        try:
            parties, games = Partie.objects.count(), Game.objects.count()
        except Error:  # tables of another version
            return "a database of another version"
        return f"{parties} parties with {games} games"

    def _write_settings(self, path: Path, text: str) -> None:
        try:
            opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error}") from error
        with os.fdopen(opened, "w") as file:
            file.write(text)
        self.stdout.write(f"{path} holds the settings, among them secrets.")
