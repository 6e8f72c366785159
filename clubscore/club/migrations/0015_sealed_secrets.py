"""What apps make codes of is sealed from now on."""

from typing import Any

from django.db import migrations, models

from clubscore.club.seals import seal, unseal


def seal_all(apps: Any, schema_editor: Any) -> None:
    """Seal it with the key of the installation, which it has if anybody has an app."""
    for app in apps.get_model("club", "CodeApp").objects.all():
        app.sealed_secret = seal(app.sealed_secret, f"code app of {app.account_id}")
        app.save(update_fields=["sealed_secret"])


def unseal_all(apps: Any, schema_editor: Any) -> None:
    """Write it as it is."""
    for app in apps.get_model("club", "CodeApp").objects.all():
        app.sealed_secret = unseal(app.sealed_secret, f"code app of {app.account_id}")
        app.save(update_fields=["sealed_secret"])


class Migration(migrations.Migration):
    dependencies = [("club", "0014_second_factors_in_the_journal")]

    operations = [
        migrations.RenameField("codeapp", "secret", "sealed_secret"),
        migrations.AlterField(
            "codeapp",
            "sealed_secret",
            models.CharField(editable=False, max_length=255),
        ),
        migrations.RunPython(seal_all, unseal_all),
    ]
