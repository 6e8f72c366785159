"""How often winning hands were worth so many points, from the games that are there."""

from collections import Counter, defaultdict
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 100
"""Parties that are in memory together."""


def count(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """Fill the new column of all tallies."""
    tallied = apps.get_model("season", "Tally").objects.order_by("partie")
    parties = list(tallied.values_list("partie", flat=True).distinct())
    for first in range(0, len(parties), AT_ONCE):
        _count(apps, parties[first : first + AT_ONCE])


def _count(apps: Apps, parties: list[int]) -> None:
    found: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    games = apps.get_model("partie", "Game").objects.filter(partie__in=parties)
    won = games.filter(scores__player=models.F("winner")).order_by("pk")
    for partie, winner, seat, result in won.values_list(
        "partie", "winner", "scores__seat", "revision__result"
    ):
        hand = ((result or {}).get("hands") or {}).get(seat)
        if hand is not None:
            found[partie, winner][_key(hand)] += 1
    tallies = apps.get_model("season", "Tally").objects
    changed = []
    for row in tallies.filter(partie__in=parties, won_hands__gt=0):
        row.won_worths = dict(sorted(found[row.partie_id, row.player_id].items()))
        changed.append(row)
    tallies.bulk_update(changed, ["won_worths"], batch_size=AT_ONCE)


def _key(hand: dict[str, Any]) -> str:
    """Return the key of a winning hand, as tallies had it when this was written."""
    return f"{'limit ' if hand.get('limit') else ''}{hand['points']}"


class Migration(migrations.Migration):
    dependencies = [("season", "0005_luck")]

    operations = [
        migrations.AddField("tally", "won_worths", models.JSONField(default=dict)),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
