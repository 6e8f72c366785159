"""Limit hands whose names are typed, which may be longer than keys."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("season", "0003_skill")]

    operations = [
        migrations.AlterField(
            model_name="limithandmade",
            name="key",
            field=models.CharField(max_length=60),
        ),
    ]
