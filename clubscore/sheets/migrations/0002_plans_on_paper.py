# Listed new kinds, which need no migration any more. Backups still name this one.

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0001_documents"),
    ]

    operations = []
