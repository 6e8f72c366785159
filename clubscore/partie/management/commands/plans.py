"""``manage.py plans``: make the plans that wait to be made."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from clubscore.partie.club_plans import make_waiting


class Command(BaseCommand):
    """Make every plan that waits, and go."""

    help = (
        "Make every plan of a club that waits to be made. The site calls this by itself"
        " when somebody asks for one that takes longer than a second."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them and say how many there were."""
        many = make_waiting()
        self.stdout.write(f"{many or 'no'} plans made")
