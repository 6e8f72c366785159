"""``manage.py audit``: whether everything is as it was recorded."""

from __future__ import annotations

import sys
from datetime import date
from itertools import chain as one_after_the_other
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.club.models import Club
from clubscore.partie.answers import stale_answers
from clubscore.partie.audit import differences
from clubscore.partie.chain import club_head, midnight
from clubscore.partie.maintenance import guard_faults
from clubscore.partie.models import Game, Partie


class Command(BaseCommand):
    """Print every difference; write nothing."""

    help = (
        "Check that the database lets no revision go, that every partie’s chain of"
        " revisions holds and that no partie is missing; work out every partie again"
        " from its records, score every game again, compare with what is stored, and"
        " print each difference, and the head of each club’s chains; make anew what"
        " pages have kept, standings and statistics among it. Writes nothing."
        " Exit status 1 if there is a difference."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument(
            "--before",
            type=date.fromisoformat,
            metavar="DATE",
            help="print the heads of what was recorded before that day, as leaderboards"
            " of that day show them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare everything and say what was looked at."""
        found = 0
        for difference in one_after_the_other(
            guard_faults(), differences(), stale_answers()
        ):
            found += 1
            self.stdout.write(str(difference))
        before = options["before"] and midnight(options["before"])
        for club in Club.objects.order_by("slug"):
            if head := club_head(club, before):
                self.stdout.write(f"{club.slug}: head {head}")
        self.stdout.write(
            f"{Partie.objects.count()} parties, {Game.objects.count()} games:"
            f" {found or 'no'} differences"
        )
        if found:
            sys.exit(1)
