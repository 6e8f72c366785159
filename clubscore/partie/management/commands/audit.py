"""``manage.py audit``: whether everything follows from what was said."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from clubscore.partie.audit import differences
from clubscore.partie.models import Game, Partie


class Command(BaseCommand):
    """Print every difference; write nothing."""

    help = (
        "Work out every partie again from its records, score every game again, compare"
        " with what is stored, and print each difference. Writes nothing. Exit status 1"
        " if there is a difference."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare everything and say what was looked at."""
        found = 0
        for difference in differences():
            found += 1
            self.stdout.write(str(difference))
        self.stdout.write(
            f"{Partie.objects.count()} parties, {Game.objects.count()} games:"
            f" {found or 'no'} differences"
        )
        if found:
            sys.exit(1)
