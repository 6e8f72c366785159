from uuid import uuid4

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0009_player_uid")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="uid",
            field=models.UUIDField(default=uuid4, editable=False),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                fields=("club", "uid"), name="player_uid_once_in_club"
            ),
        ),
    ]
