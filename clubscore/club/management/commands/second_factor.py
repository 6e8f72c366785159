"""``manage.py second_factor``: let an account whose phone is lost log in."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.club.factors import factors_of, factors_remove
from clubscore.club.models import Account, JournalEntry
from clubscore.club.sessions import end_all


class Command(BaseCommand):
    help = (
        "Say which second factors an account has. With --remove they are taken away,"
        " and it logs in with the password alone: for somebody who has lost the phone"
        " and the recovery codes, and whom you know."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("username")
        parser.add_argument("--remove", action="store_true", help="take them away")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say it, or do it."""
        name = options["username"]
        account = Account.objects.filter(username=name).first()
        if account is None:
            message = f"No account is called {name!r}."
            raise CommandError(message)
        if options["remove"]:
            factors_remove(account=account)
            end_all(account)
            JournalEntry.objects.create(
                deed=JournalEntry.Deed.FACTOR_TAKEN, name="manage.py", about=name
            )
        found = factors_of(account)
        kinds = [
            *(["an app with codes"] if found.has_app else []),
            *(["a passkey"] if found.has_passkey else []),
        ]
        self.stdout.write(f"{name} has {' and '.join(kinds) or 'no second factor'}.")
