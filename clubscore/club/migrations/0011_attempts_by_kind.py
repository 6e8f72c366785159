from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import clubscore.club.models

NAMES = {"": "account", "/play/": "club"}


def kinds_for_names(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """Give a kind to what was counted under names that nobody was to have."""
    attempts = apps.get_model("club", "LoginAttempt").objects
    for name, kind in NAMES.items():
        attempts.filter(name=name).update(kind=kind, name="")


class Migration(migrations.Migration):
    dependencies = [("club", "0010_player_uid_for_all")]

    operations = [
        migrations.RemoveIndex(model_name="loginattempt", name="login_attempts"),
        migrations.AddField(
            model_name="loginattempt",
            name="kind",
            field=models.CharField(
                choices=clubscore.club.models.LoginAttempt.Attempted.listed,
                default="login",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="loginattempt",
            name="name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.RunPython(kinds_for_names, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="loginattempt",
            index=models.Index(
                fields=["kind", "name", "address", "made_at"], name="login_attempts"
            ),
        ),
    ]
