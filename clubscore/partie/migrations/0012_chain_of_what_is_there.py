import sys
import time
from collections import defaultdict
from importlib import import_module
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

from clubscore.partie.chain import Chain

append_only = import_module("clubscore.partie.migrations.0002_append_only")

AT_ONCE = 100
"""Parties a transaction; each is done or still to do when this is interrupted."""
WORTH_TELLING = 1000
"""So many parties take longer than one waits without a word."""
UPDATE = {
    "sqlite": ("DROP TRIGGER {}", "partie_revision_no_update"),
    "postgresql": ("DROP TRIGGER {} ON partie_revision", "partie_revision_no_change"),
}


def chain_up(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """Make the chain of every partie, a hundred at once, and say how long it takes."""
    Partie = apps.get_model("partie", "Partie")
    # The version before may still have recorded something while this was going on.
    loose = apps.get_model("partie", "Revision").objects.filter(before=None)
    left = Partie.objects.filter(
        Q(head="") | Q(pk__in=loose.values("entry__partie"))
    ).order_by("pk")
    many, done, began = left.count(), 0, time.monotonic()
    while parties := list(left.select_related("season", "evening")[:AT_ONCE]):
        with transaction.atomic(using=schema.connection.alias):
            _chain(apps, schema, parties)
        done += len(parties)
        if many > WORTH_TELLING:
            minutes = (time.monotonic() - began) * (many - done) / done / 60
            sys.stderr.write(
                f"\r    {done} of {many} parties have their chain,"
                f" about {minutes:.0f} minutes to go "
            )
    if many > WORTH_TELLING:
        sys.stderr.write("\n")


def _chain(apps: Apps, schema: BaseDatabaseSchemaEditor, parties: list[Any]) -> None:
    revisions: dict[int, list[Any]] = defaultdict(list)
    for one in (
        apps.get_model("partie", "Revision")
        .objects.filter(entry__partie__in=parties)
        .select_related("entry__before")
        .order_by("pk")
    ):
        revisions[one.entry.partie_id].append(one)
    seated: dict[int, list[Any]] = defaultdict(list)
    seats = apps.get_model("partie", "Seat").objects.filter(partie__in=parties)
    for seat in seats.select_related("player").order_by("place"):
        seated[seat.partie_id].append(seat.player)
    clubs = {partie.club_id for partie in parties}
    players = apps.get_model("club", "Player").objects.filter(club__in=clubs)
    uids = {str(pk): str(uid) for pk, uid in players.values_list("pk", "uid")}
    sealed = []
    for partie in parties:
        chain = Chain(partie, uids)
        chain.begin(seated[partie.pk])
        sealed += [chain.seal(one) for one in revisions[partie.pk]]
    # The database refuses to change a revision: for this once it does not.
    vendor = schema.connection.vendor
    drop, name = UPDATE[vendor]
    triggers = append_only.SQLITE if vendor == "sqlite" else append_only.POSTGRESQL
    with schema.connection.cursor() as cursor:
        cursor.execute(drop.format(name))
        cursor.executemany(
            'UPDATE partie_revision SET "before" = %s WHERE id = %s',
            [(one.before, one.pk) for one in sealed],
        )
        cursor.execute(triggers[name])
    apps.get_model("partie", "Partie").objects.bulk_update(parties, ["head", "head_at"])


class Migration(migrations.Migration):
    atomic = False  # of many small transactions

    dependencies = [("partie", "0011_chain")]

    operations = [migrations.RunPython(chain_up, migrations.RunPython.noop)]
