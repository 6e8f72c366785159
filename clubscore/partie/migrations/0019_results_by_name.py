from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("partie", "0018_plans"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="partieresult",
            options={"ordering": ["partie", "place", "player__key"]},
        ),
    ]
