"""Filling an installation, in a process of its own."""

from __future__ import annotations

import datetime as dt
import sys
from functools import partial
from time import monotonic

from django.core.management import call_command

from clubscore.club.models import Account, Club, Member, Role
from clubscore.demo.bar import Bar
from clubscore.demo.schedule import DemoSize, fill_clubs

SEED = 136
ADMINISTRATOR = "scale"


def fill(*, clubs: int, parties: int, is_alone: bool) -> None:
    """Make the tables and all clubs, or the first of them alone; nothing twice."""
    call_command("migrate", verbosity=0)
    if Account.objects.filter(username=ADMINISTRATOR).exists():
        sys.stdout.write("Filled before.\n")
        return
    if Club.objects.exists():
        message = "This installation was left half filled; remove its database."
        raise SystemExit(message)
    plan = DemoSize(seed=SEED, clubs=clubs, parties=parties, today=dt.date.today())  # noqa: DTZ011
    began = monotonic()
    games = fill_clubs(
        plan, partial(Bar, stream=sys.stderr), only=[0] if is_alone else None
    )
    Member.objects.create(
        club=Club.objects.get(slug="demo"),
        account=Account.objects.create_user(ADMINISTRATOR),
        role=Role.ADMINISTRATOR,
    )
    many = 1 if is_alone else clubs
    sys.stdout.write(
        f"{many} clubs, {games} games, written in {monotonic() - began:.0f} s\n"
    )
