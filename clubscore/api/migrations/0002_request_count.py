from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("api", "0001_tallies"),
    ]

    operations = [
        # The table keeps its name: it is the model that had one name with another's.
        migrations.AlterModelTable(name="tally", table="api_tally"),
        migrations.RenameModel(old_name="Tally", new_name="RequestCount"),
    ]
