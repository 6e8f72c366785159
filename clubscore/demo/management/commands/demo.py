"""``manage.py demo``: a club to look at, or hundreds of them."""

from __future__ import annotations

import datetime as dt
import sys
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubscore.club import journal
from clubscore.club.journal import Deed
from clubscore.club.models import Account, Club, Member, Role
from clubscore.demo.bar import Bar
from clubscore.demo.schedule import DemoSize, fill_clubs
from clubscore.demo.small import PARTIES, SLUG

USER = "demo"
PASSWORD = "east-south-west-north"  # noqa: S105 (printed, and only for trying out)


class Command(BaseCommand):
    """Fill the demo club."""

    help = (
        "Fill a public club with the address “demo”: 28 players, one season, weekly"
        " evenings of four to six tables whose hands are dealt by chance and counted by"
        " the rules engine; on the last evening two tables still play, and the next"
        " four are planned. The same seed gives the same games. With --clubs there are"
        " others beside it, to see what an installation with many games costs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument("--seed", type=int, default=136, help="default 136")
        parser.add_argument(
            "--parties",
            type=int,
            default=PARTIES,
            help=f"how many in a club, default {PARTIES}",
        )
        parser.add_argument(
            "--clubs",
            type=int,
            default=1,
            help="how many, default 1",
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
        for name in ("parties", "clubs"):
            if options[name] < 1:
                message = f"--{name} is a whole number from 1 up."
                raise CommandError(message)
        if Club.objects.filter(slug=SLUG).exists():
            message = "The demo club is there already."
            raise CommandError(message)
        plan = DemoSize(
            seed=options["seed"],
            clubs=options["clubs"],
            parties=options["parties"],
            today=options["until"] or timezone.localdate(),
        )
        show = partial(Bar, stream=sys.stderr)
        games = fill_clubs(plan, show)
        clubs = f"{plan.clubs} demo clubs" if plan.clubs > 1 else "Demo club"
        many = plan.clubs * plan.parties
        self.stdout.write(f"{clubs}: {many} parties, {games} games.")
        if settings.DEBUG:
            self._make_account()

    def _make_account(self) -> None:
        """Make an administrator whose password everybody knows; only to try it out."""
        account, _made = Account.objects.get_or_create(username=USER)
        account.set_password(PASSWORD)
        account.save()
        club = Club.objects.get(slug=SLUG)
        Member.objects.get_or_create(
            club=club, account=account, defaults={"role": Role.ADMINISTRATOR}
        )
        # A journal tells logins of those alone who did something in the club.
        journal.note(Deed.CLUB_MADE, club=club, account=account)

    def _say_how_to_log_in(self) -> None:
        """Say it as long as the account is as this command made it."""
        account = Account.objects.filter(username=USER).first()
        if account is not None and account.check_password(PASSWORD):
            self.stdout.write(f"Log in as “{USER}” with the password “{PASSWORD}”.")
