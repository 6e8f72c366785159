from uuid import uuid4

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 500


def give(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Give everybody who is there already a uid."""
    Player = apps.get_model("club", "Player")
    players = list(Player.objects.only("pk"))
    for player in players:
        player.uid = uuid4()
    Player.objects.bulk_update(players, ["uid"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("club", "0008_names_by_initials")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="uid",
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.RunPython(give, migrations.RunPython.noop),
    ]
