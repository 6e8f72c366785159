"""A club with a past, and the tables of tonight."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from clubscore.club.models import Account, Club, Member, Role
from clubscore.club.services import invitation_make, player_add, token_make
from clubscore.partie.services import partie_start
from tests.load.people import Table

PAST = 40
"""Parties that the club has played."""


@dataclass(frozen=True)
class Scene:
    """What people come to."""

    tables: list[Table]
    live: str
    leaderboard: str
    invitation: str
    """Where one newcomer may make an account."""


def scene(tables: int) -> Scene:
    """Fill the database; return where people go."""
    call_command("compile_translations", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("migrate", verbosity=0)
    call_command("demo", parties=PAST, verbosity=0)
    club = Club.objects.get()
    season = club.seasons.latest("starts_on")
    _token, secret = token_make(club=club, name="Tables", role=Role.SCOREKEEPER)
    found = []
    for number in range(1, tables + 1):
        players = [player_add(club=club, name=f"T{number}{seat}") for seat in "ESWN"]
        partie = partie_start(
            season=season,
            players=players,
            day=timezone.localdate(),
            table=f"Hall {number}",
        )
        page = reverse("table:partie", args=[club.slug, partie.number])
        keys = tuple(str(player.pk) for player in players)
        found.append(Table(partie.pk, page, keys, session_of(club, number), secret))
    invitation = invitation_make(
        club=club, made_by=club.members.earliest("pk").account, role=Role.MEMBER, days=7
    )
    connection.close()
    return Scene(
        found,
        reverse("evening:live", args=[club.slug]),
        reverse("season:season", args=[club.slug, season.slug]),
        invitation.get_absolute_url(),
    )


def session_of(club: Club, number: int) -> str:
    """Return the key of a session of somebody who may record."""
    account = Account.objects.create_user(f"table{number}")
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.create()
    return str(session.session_key)
