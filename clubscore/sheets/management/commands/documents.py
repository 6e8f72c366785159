"""``manage.py documents``: make what waits to be printed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from clubscore.sheets.documents import make_waiting


class Command(BaseCommand):
    """Make every document that waits, and go."""

    help = (
        "Make every document that waits: evening packs and reports. The site calls this"
        " by itself when somebody asks for one."
    )

    # The site that calls has made them; they take longer than Django itself.
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them and say how many there were."""
        many = make_waiting()
        self.stdout.write(f"{many or 'no'} documents made")
