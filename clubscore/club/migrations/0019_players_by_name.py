from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0018_ratings"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="player",
            options={
                "ordering": ["key"],
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
    ]
