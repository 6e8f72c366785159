"""The skill rating that learns a club's spread; the numbers of the old one go."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def forget(apps: Any, schema_editor: Any) -> None:
    """Drop all changes: the new rating works them out afresh."""
    apps.get_model("season", "RatingChange").objects.all().delete()


def rate_all(apps: Any, schema_editor: Any) -> None:
    """Rate every club from its first partie on."""
    from clubscore.season.ratings import SAT, RatedSeat, RatingsBefore, changes_by
    from clubscore.season.statistics import ClubPlayers

    change_model = apps.get_model("season", "RatingChange")
    state_model = apps.get_model("season", "SkillState")
    result_model = apps.get_model("partie", "PartieResult")
    columns = [
        one.attname for one in change_model._meta.concrete_fields if not one.primary_key
    ]
    for club in apps.get_model("club", "Club").objects.order_by("pk"):
        results = result_model.objects.filter(
            partie__evening__club=club, partie__is_finished=True, partie__is_void=False
        )
        rows = map(RatedSeat._make, results.order_by().values_list(*SAT))
        found = changes_by(rows, ClubPlayers(club), RatingsBefore())
        change_model.objects.bulk_create(
            change_model(**{name: getattr(row, name) for name in columns})
            for row in found.changes
        )
        state_model.objects.bulk_create(
            state_model(club=club, day=day, told=told)
            for day, told in found.told.items()
        )


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0010_player_uid_for_all"),
        ("partie", "0012_chain_of_what_is_there"),
        ("season", "0002_ratings"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.RenameField("ratingchange", "mu_before", "strength_before"),
        migrations.RenameField("ratingchange", "sigma_before", "deviation_before"),
        migrations.RenameField("ratingchange", "mu_after", "strength_after"),
        migrations.RenameField("ratingchange", "sigma_after", "deviation_after"),
        migrations.AddField("ratingchange", "pairs", models.JSONField(default=list)),
        migrations.CreateModel(
            name="SkillState",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("day", models.DateField()),
                ("told", models.JSONField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="club.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "strengths after a day",
                "verbose_name_plural": "strengths after a day",
                "ordering": ["club", "day"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "day"), name="skill_state_once_a_day"
                    )
                ],
            },
        ),
        migrations.RunPython(rate_all, migrations.RunPython.noop),
    ]
