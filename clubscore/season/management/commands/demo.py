"""``manage.py demo``: a club to look at."""

from __future__ import annotations

import datetime as dt
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubscore.club.models import Account, Club, Member, Role
from clubscore.partie.demo import EVENINGS, SLUG, TABLES, deal_demo

USER = "demo"
PASSWORD = "east-south-west-north"  # noqa: S105 (printed, and only for trying out)
BAR = 40


class Command(BaseCommand):
    """Fill the demo club."""

    help = (
        "Fill a public club with the address “demo”: 16 players, one season, three"
        " evenings of parties whose hands are dealt by chance and counted by the rules"
        " engine; on the last evening two tables still play. The same seed gives the"
        " same games."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("--seed", type=int, default=136, help="default 136")
        parser.add_argument(
            "--parties",
            type=int,
            default=EVENINGS * TABLES,
            help=f"how many, default {EVENINGS * TABLES}",
        )
        parser.add_argument(
            "--until",
            type=dt.date.fromisoformat,
            default=None,
            help="the day of the last evening, default today",
        )
        parser.add_argument(
            "--if-missing",
            action="store_true",
            help="do nothing if the demo club, or any other, is there already",
        )
        parser.add_argument(
            "--how-to-log-in",
            action="store_true",
            help="only say how to log in, if the demo club is there",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Deal and record, with a bar that shows how far it is."""
        if options["how_to_log_in"]:
            self._say_how_to_log_in()
            return
        if options["if_missing"] and Club.objects.exists():
            return
        if Club.objects.filter(slug=SLUG).exists():
            message = "The demo club is there already."
            raise CommandError(message)
        parties = options["parties"]
        if parties < 1:
            message = "--parties is a whole number from 1 up."
            raise CommandError(message)
        today = options["until"] or timezone.localdate()
        games = 0
        dealt = deal_demo(seed=options["seed"], parties=parties, today=today)
        for number, partie in enumerate(dealt, start=1):
            games += partie.games.count()
            self._show(number, parties)
        self.stdout.write(f"Demo club: {parties} parties, {games} games.")
        if settings.DEBUG:
            self._make_account()

    def _show(self, number: int, parties: int) -> None:
        """Draw the bar where somebody watches."""
        if not sys.stderr.isatty():
            return
        filled = BAR * number // parties
        bar = "#" * filled + "." * (BAR - filled)
        end = "\n" if number == parties else ""
        self.stderr.write(f"\rDemo club [{bar}] {number}/{parties}{end}", ending="")
        self.stderr.flush()

    def _make_account(self) -> None:
        """Make an administrator whose password everybody knows; only to try it out."""
        account, _made = Account.objects.get_or_create(username=USER)
        account.set_password(PASSWORD)
        account.save()
        club = Club.objects.get(slug=SLUG)
        Member.objects.get_or_create(
            club=club, account=account, defaults={"role": Role.ADMINISTRATOR}
        )

    def _say_how_to_log_in(self) -> None:
        """Say it as long as the account is as this command made it."""
        account = Account.objects.filter(username=USER).first()
        if account is not None and account.check_password(PASSWORD):
            self.stdout.write(f"Log in as “{USER}” with the password “{PASSWORD}”.")
