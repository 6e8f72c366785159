"""The columns of tallies that tell luck, filled from the games that are there."""

from collections import defaultdict
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COLUMNS: dict[str, "models.Field[int, int]"] = {
    "bonus_variance": models.PositiveIntegerField(default=0),
    "entered_games": models.PositiveIntegerField(default=0),
    "entered_points": models.BigIntegerField(default=0),
    "entered_shares": models.BigIntegerField(default=0),
    "entered_variance": models.BigIntegerField(default=0),
    "entered_wins": models.PositiveIntegerField(default=0),
    "entered_self_drawn": models.PositiveIntegerField(default=0),
    "entered_drawn": models.PositiveIntegerField(default=0),
}
AT_ONCE = 100
"""Parties that are in memory together."""


def count(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """Fill the new columns of all tallies."""
    tallied = apps.get_model("season", "Tally").objects.order_by("partie")
    parties = list(tallied.values_list("partie", flat=True).distinct())
    for first in range(0, len(parties), AT_ONCE):
        _count(apps, parties[first : first + AT_ONCE])


def _count(apps: Apps, parties: list[int]) -> None:
    from clubscore.partie.entries import RecordedGame
    from clubscore.season.tallies import luck_numbers

    rows: dict[int, dict[str, Any]] = defaultdict(dict)
    tallies = apps.get_model("season", "Tally").objects
    for row in tallies.filter(partie__in=parties):
        rows[row.partie_id][str(row.player_id)] = row
    winds: dict[int, dict[str, str]] = defaultdict(dict)
    scores = apps.get_model("partie", "GameScore").objects
    seats = scores.filter(game__partie__in=parties).order_by("pk")
    for game, seat, player in seats.values_list("game", "seat", "player"):
        winds[game][seat] = str(player)
    games = apps.get_model("partie", "Game").objects.filter(partie__in=parties)
    records = games.values_list("pk", "partie", "revision__said", "revision__result")
    for game, partie, said, result in records.order_by("partie", "number"):
        found = luck_numbers(
            RecordedGame.from_json(said),
            winds[game],
            (result or {}).get("hands") or {},
            # Where flowers are played with, some game has told of them before.
            has_bonus=any(row.bonus_games for row in rows[partie].values()),
        )
        for player, numbers in found.items():
            row = rows[partie].get(player)
            for name in COLUMNS.keys() & numbers.keys() if row is not None else ():
                setattr(row, name, getattr(row, name) + numbers[name])
    changed = [row for by_player in rows.values() for row in by_player.values()]
    tallies.bulk_update(changed, list(COLUMNS), batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("season", "0004_limit_hand_names")]

    operations = [
        *(migrations.AddField("tally", name, field) for name, field in COLUMNS.items()),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
