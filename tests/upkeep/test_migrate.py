"""What `migrate` says before it begins."""

import pytest
from django.db import connection, migrations, models

from clubscore.partie.models import Partie
from clubscore.upkeep.management.commands import migrate


class AddsAField(migrations.Migration):
    """A migration of a later version."""

    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("Partie", "weather", models.TextField(default=""))],
            [migrations.RemoveField("Seat", "wind")],
        ),
        migrations.CreateModel("Weather", []),
        migrations.AddIndex("gone", models.Index(fields=["x"], name="x")),
    ]


class GoesThroughRows(migrations.Migration):
    """A migration that works things out anew."""

    operations = [migrations.RunPython(migrations.RunPython.noop)]


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


def test_code_may_go_through_the_largest_table_of_its_app(
    partie: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = [GoesThroughRows("0100_anew", "partie")]
    assert list(migrate.standstills(connection, plan)) == []
    monkeypatch.setattr(migrate, "LARGE", 4)
    [sentence] = migrate.standstills(connection, plan)
    assert sentence.startswith(
        "partie.0100_anew may go through partie_partieresult with its 4 rows:"
    )
