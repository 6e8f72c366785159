from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("partie", "0013_evening_version"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("game", "game"),
                    ("booking", "booking"),
                    ("seating", "new seats"),
                    ("substitute", "substitute"),
                    ("end", "end"),
                    ("result", "result of the whole partie"),
                    ("void", "void"),
                    ("note", "note"),
                ],
                max_length=20,
            ),
        ),
    ]
