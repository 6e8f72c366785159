"""``manage.py forget``: delete rows about persons that are kept for a time only."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from clubscore.privacy.retention import forget


class Command(BaseCommand):
    help = (
        "Blank where people came from, which the journal knows for 30 days; drop failed"
        " logins and browsers last seen as long ago, sessions that have ended, attempts"
        " and requests that count no more, invitations that nobody has accepted for 90"
        " days, drafts of rule books and plans that nobody has touched for as long,"
        " that mails were sent after as many, documents that nobody fetches, and clubs’"
        " files of which nobody has made a club in a day. A timer does it every night."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say how much went."""
        for what, many in forget().items():
            self.stdout.write(f"{what}: {many}")
