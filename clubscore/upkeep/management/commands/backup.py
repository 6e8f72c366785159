"""``manage.py backup``: everything of the installation in one file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from clubscore.upkeep.backups import backup_make, backups_prune
from clubscore.upkeep.databases import UpkeepError
from clubscore.upkeep.progress import megabytes


class Command(BaseCommand):
    """Make a backup, check it, and let old ones go."""

    help = (
        "Write the database and the settings to one file, while the site runs. The file"
        " is opened and audited before it gets its name. The last backups of so many"
        " days, weeks and months are kept: BACKUP_DAYS, BACKUP_WEEKS, BACKUP_MONTHS."
        " Exit status 1 if the audit finds a difference; the backup is kept then, and"
        " no older one goes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument(
            "folder",
            nargs="?",
            type=Path,
            default=settings.BACKUP_DIR,
            metavar="DIR",
            help="where it goes, by default BACKUP_DIR: %(default)s",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and say what it is."""
        folder = options["folder"].absolute()
        try:
            made = backup_make(folder, self.stderr)
        except (UpkeepError, Error) as error:
            raise CommandError(str(error)) from error
        size = megabytes(made.file.stat().st_size)
        if not made.is_sound:
            self.stderr.write(made.audit)
            self.stderr.write(
                f"{made.file} ({size}) is an exact copy, but the audit of it finds what"
                " stands above, so the site’s own data has it too. No older backup was"
                " deleted."
            )
            sys.exit(1)
        self.stdout.write(made.audit.splitlines()[-1])
        self.stdout.write(f"{made.file} ({size})")
        for gone in backups_prune(folder):
            self.stdout.write(f"{gone.name} is old and was deleted")
