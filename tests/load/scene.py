"""A club with a past, and the tables of tonight."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from clubscore.club.models import Account, Club, Member, Role
from clubscore.club.services import invitation_make, player_add, token_make
from clubscore.partie.models import TableLink
from clubscore.partie.services import partie_start
from tests.load.newcomers import Door
from tests.load.people import Table

PAST = 40
"""Parties that the club has played."""


@dataclass(frozen=True)
class Scene:
    """What people come to."""

    tables: list[Table]
    live: str
    leaderboard: str
    doors: list[Door]
    """Where newcomers make accounts."""


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
    kept = club_to_keep()
    connection.close()
    return Scene(
        found,
        reverse("evening:live", args=[club.slug]),
        reverse("season:season", args=[club.slug, season.slug]),
        [
            Door(
                "accepted one invitation",
                invitation.get_absolute_url(),
                (404,),
            ),
            kept,
        ],
    )


def club_to_keep() -> Door:
    """Start a club at a table that nobody runs; return where phones take it over."""
    phone = Client()
    typed = {f"name_{place}": name for place, name in enumerate(["A", "B", "C", "D"])}
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        phone.post("/play/", {**typed, "ruleset": "nts", "chips": "notepad"})
        club = Club.objects.get(is_unclaimed=True)
        [link] = TableLink.objects.filter(partie__club=club)
        phone.get(link.get_absolute_url())
    return Door(
        "took one club over",
        reverse("table:keep", args=[club.slug]),
        (302, 404),  # it is taken over already, by that time or before the page
        {"name": "The Winds", "season": "Winter", "action": "keep"},
        f"sessionid={phone.cookies['sessionid'].value}",
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
