import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """
    Columns for the chain of a partie's revisions.

    The table of revisions is large, and on SQLite its triggers go where it is made
    anew: its columns are added without that, and one changes for Django alone.
    """

    dependencies = [
        ("club", "0010_player_uid_for_all"),
        ("partie", "0010_options_may_be_none"),
    ]

    operations = [
        migrations.AddField(
            model_name="partie",
            name="head",
            field=models.CharField(
                blank=True, default="", editable=False, max_length=64
            ),
        ),
        migrations.AddField(
            model_name="partie",
            name="head_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="partie",
            name="imported",
            field=models.CharField(
                blank=True, default="", editable=False, max_length=64
            ),
        ),
        migrations.AddField(
            model_name="revision",
            name="before",
            field=models.CharField(editable=False, max_length=64, null=True),
        ),
        migrations.AddField(
            model_name="revision",
            name="elsewhere",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="revision",
                    name="made_at",
                    field=models.DateTimeField(
                        default=django.utils.timezone.now, editable=False
                    ),
                )
            ]
        ),
    ]
