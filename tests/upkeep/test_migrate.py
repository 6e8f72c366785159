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


class ChangesModels(migrations.Migration):
    """A migration that drops and renames tables, and what holds in them."""

    operations = [
        migrations.AlterModelOptions("Seat", {"ordering": ["pk"]}),
        migrations.RenameModel("Entry", "Record"),
        migrations.DeleteModel("GameScore"),
        migrations.AlterUniqueTogether("Evening", {("club", "date")}),
    ]


class ChangesTheRenamed(migrations.Migration):
    """A migration that comes after it."""

    operations = [
        migrations.AddConstraint(
            "Record", models.CheckConstraint(condition=models.Q(place__gt=0), name="x")
        ),
        migrations.RemoveIndex("Payment", "y"),
    ]


class MakesAnother(migrations.Migration):
    """A migration that gives a new table the name that a renamed one had."""

    operations = [migrations.CreateModel("Entry", [])]


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


def test_models_and_constraints_are_named_too_as_they_are_called_now(
    partie: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "LARGE", 0)  # not all of them have rows here
    plan = [
        ChangesModels("0099_records", "partie"),
        ChangesTheRenamed("0100_record", "partie"),
        MakesAnother("0101_entry", "partie"),
    ]
    told = list(migrate.standstills(connection, plan))
    assert [one.split(" with ")[0] for one in told] == [
        "partie.0099_records changes partie_entry",
        "partie.0099_records changes partie_evening",
        "partie.0099_records changes partie_game",  # which points to entries
        "partie.0099_records changes partie_gamescore",
        "partie.0099_records changes partie_revision",  # likewise
        "partie.0100_record changes partie_entry",
        "partie.0100_record changes partie_payment",
    ]


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
