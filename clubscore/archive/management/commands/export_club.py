"""``manage.py export_club``: a whole club as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.archive.transfer.export import club_file
from clubscore.club.models import Club


class Command(BaseCommand):
    """Write the file."""

    help = (
        "Write everything of a club as one JSON file, which `import_club` reads back:"
        " settings, players, members (names and roles), seasons, evenings and parties"
        " with every revision. Left out are passwords, tokens, invitations and the"
        " addresses of tables’ links. Names that are shown as initials are in it: keep"
        " it as you keep the database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("club", help="the club’s address, as in “demo”")
        parser.add_argument(
            "--out", type=Path, help="a file to write; default standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, to a file only when all of it is there."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club “{options['club']}”.")
        out: Path | None = options["out"]
        if out is None:
            for piece in club_file(club, has_withheld=True):
                self.stdout.write(piece, ending="")
            return
        part = out.with_name(f"{out.name}.part")
        try:
            # Results of a private club are nobody else's on this machine.
            part.touch(mode=0o600)
            with part.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(club_file(club, has_withheld=True))
            part.replace(out)
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}") from error
        self.stderr.write(f"{club.name}: {club.parties.count()} parties in {out}")
