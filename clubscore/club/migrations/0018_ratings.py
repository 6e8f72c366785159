import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0017_own_books"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="fewest_parties",
            field=models.PositiveSmallIntegerField(
                default=10,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100),
                ],
                verbose_name="fewest parties",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="hides_skill_rating",
            field=models.BooleanField(
                default=False,
                help_text="Nothing of it is shown; the classical list stays.",
                verbose_name="no skill rating",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="shows_forecast",
            field=models.BooleanField(default=False, verbose_name="forecast"),
        ),
    ]
