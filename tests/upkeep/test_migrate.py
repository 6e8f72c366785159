"""What `migrate` says before it begins."""

import pytest
from django.db import connection, migrations, models

from clubscore.partie.models import Partie
from clubscore.upkeep.management.commands import migrate


class AddsAField(migrations.Migration):
    """A migration of a later version."""

    operations = [
        migrations.AddField("Partie", "weather", models.TextField(default="")),
        migrations.CreateModel("Weather", []),
        migrations.AddIndex("gone", models.Index(fields=["x"], name="x")),
        migrations.RunPython(migrations.RunPython.noop),
    ]


def test_a_large_table_that_will_stand_still_is_named(
    partie: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = [AddsAField("0099_weather", "partie")]
    assert list(migrate.standstills(connection, plan)) == []
    monkeypatch.setattr(migrate, "LARGE", 1)
    [sentence] = migrate.standstills(connection, plan)
    assert sentence == (
        "partie.0099_weather changes partie_partie with its 1 rows: nobody can write"
        " meanwhile, for up to 1 minutes or so"
    )
