# Clubs that are there already have had their first evening: nothing is shown to them.

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0023_closed_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="shows_checklist",
            field=models.BooleanField(default=False, verbose_name="checklist"),
        ),
        migrations.AlterField(
            model_name="club",
            name="shows_checklist",
            field=models.BooleanField(default=True, verbose_name="checklist"),
        ),
    ]
