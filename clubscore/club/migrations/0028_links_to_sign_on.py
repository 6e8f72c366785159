# Listed new kinds, which need no migration any more. Backups still name this one.

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0027_season_downloaded"),
    ]

    operations = []
