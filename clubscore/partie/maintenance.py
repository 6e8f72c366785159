"""
The database triggers that keep revisions as they are, and the switch beside them.

Letting them go is for dropping a whole club and for the flush of tests, never for what
was recorded in a club that stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.db import connection, transaction

from clubscore.club.models import Club
from clubscore.partie.models import ClubPlan, Entry, Maintenance, Partie, Revision

_TRIGGERS = import_module("clubscore.partie.migrations.0002_append_only")
"""The migration that made them says how they are."""


@contextmanager
def maintenance() -> Iterator[None]:
    """
    Let revisions be deleted inside the block, in one transaction.

    Whatever happens, no other transaction ever sees that they may go.
    """
    with transaction.atomic():
        Maintenance.objects.update_or_create(pk=1, defaults={"is_on": True})
        yield
        Maintenance.objects.update_or_create(pk=1, defaults={"is_on": False})


def club_drop(club: Club) -> None:
    """Let a club go with everything in it, in one transaction."""
    with maintenance():
        parties = Partie.objects.filter(club=club)
        Revision.objects.filter(entry__partie__in=parties).delete()
        entries = Entry.objects.filter(partie__in=parties)
        entries.exclude(before=None).delete()
        ClubPlan.objects.filter(club=club).delete()
        parties.delete()
        club.evenings.all().delete()
        club.seasons.all().delete()
        club.members.all().delete()
        club.players.update(merged_into=None)
        club.players.all().delete()
        club.delete()


def guard_faults() -> Iterator[str]:
    """Yield what lets revisions be changed or dropped, and should not."""
    switch = list(Maintenance.objects.values_list("pk", "is_on"))
    if switch != [(1, False)]:
        yield "the maintenance switch is not off: revisions may be dropped"
    wanted, found = _on_sqlite() if connection.vendor == "sqlite" else _on_postgresql()
    for name in sorted(wanted):
        if name not in found:
            yield f"the trigger {name} is gone or turned off"
        elif found[name] != wanted[name]:
            yield f"{name} does not do what it should"
    for name in sorted(found.keys() - wanted.keys()):
        yield f"there is a trigger or rule that is not ours: {name}"


def _on_sqlite() -> tuple[dict[str, str], dict[str, str]]:
    """Return the triggers as they should be, and as they are."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master"
            " WHERE type = 'trigger' AND tbl_name = 'partie_revision'"
        )
        found = {name: _words(text) for name, text in cursor.fetchall()}
    return {name: _words(text) for name, text in _TRIGGERS.SQLITE.items()}, found


def _on_postgresql() -> tuple[dict[str, str], dict[str, str]]:
    """Return triggers and function as they should be, and as they are."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW session_replication_role")
        (role,) = cursor.fetchone()
        # What a trigger does is in its definition; whether it is on is beside it.
        cursor.execute(
            "SELECT tgname, pg_get_triggerdef(oid, true) FROM pg_trigger"
            " WHERE tgrelid = 'partie_revision'::regclass AND NOT tgisinternal"
            # Those that are on as usual rest where a session or, by a standing
            # setting, every session calls itself a replica.
            " AND tgenabled = ANY(%s)",
            [["O", "A"] if role != "replica" else ["R", "A"]],
        )
        found = {name: _words(text) for name, text in cursor.fetchall()}
        # A rule turns a statement into another one before any trigger sees it.
        cursor.execute(
            "SELECT rulename, pg_get_ruledef(oid) FROM pg_rewrite"
            " WHERE ev_class = 'partie_revision'::regclass"
        )
        found |= {f"rule {name}": _words(text) for name, text in cursor.fetchall()}
        cursor.execute(
            "SELECT proname, prosrc FROM pg_proc"
            " WHERE proname = 'partie_revision_stays'"
            " AND pronamespace = current_schema()::regnamespace"
        )
        found |= {name: _words(text) for name, text in cursor.fetchall()}
    body = _TRIGGERS.POSTGRESQL_FUNCTION.split("$$")[1]
    wanted = {"partie_revision_stays": _words(body)}
    for name, text in _TRIGGERS.POSTGRESQL.items():
        wanted[name] = _words(text)
    return wanted, found


def _words(text: str) -> str:
    """
    Return SQL without what differs between how it is written and how it is kept.

    >>> _words("CREATE TRIGGER t  BEFORE UPDATE OR DELETE ON r")
    'create trigger t before delete or update on r'
    """
    return (
        " ".join(text.split()).lower().replace("update or delete", "delete or update")
    )
