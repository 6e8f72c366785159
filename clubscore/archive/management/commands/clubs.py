"""``manage.py clubs``: make the clubs whose files were sent in by the browser."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from clubscore.archive.transfer.uploads import MOST_MEMORY, work
from clubscore.club import worker


class Command(BaseCommand):
    """Look at every file that was sent in, make every club that waits, and go."""

    help = (
        "Look at the clubs’ files that were sent in by the browser, and make the clubs"
        " that were asked for. The site calls this by itself."
    )

    # The site that calls has made them; they take longer than Django itself.
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say how many there were."""
        worker.bounded(MOST_MEMORY)
        many = work()
        self.stdout.write(f"{many or 'no'} files read")
