from django.db import migrations

from clubscore.partie.scores import ScoreField


class Migration(migrations.Migration):
    dependencies = [("partie", "0021_sign_on_links")]

    operations = [
        migrations.AlterField("partieresult", "chips", ScoreField()),
        migrations.AlterField("partieresult", "score", ScoreField()),
    ]
