"""``manage.py token``: let another program in."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.club.models import Club, Role
from clubscore.club.services import token_make


class Command(BaseCommand):
    """Make a token and print it, alone and once."""

    help = (
        "Make a token with which another program reads and writes in one club, and"
        " print the token alone. It is kept nowhere: whoever loses it makes another and"
        " revokes the first in the club's settings."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the club, the name and the role."""
        parser.add_argument("club", metavar="CLUB", help="the club's address")
        parser.add_argument(
            "name", metavar="NAME", help="what it is for; revisions bear it"
        )
        parser.add_argument(
            "--role",
            choices=Role.values,
            default=Role.SCOREKEEPER.value,
            help="default scorekeeper",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the token, or say what is wrong."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            known = ", ".join(Club.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(
                f"No club has the address {options['club']!r}. Known: {known}."
            )
        try:
            _token, secret = token_make(
                club=club, name=options["name"], role=Role(options["role"])
            )
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        self.stdout.write(secret)
