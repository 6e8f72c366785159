import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import clubscore.club.models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0012_second_factors"),
    ]

    operations = [
        migrations.AddField(
            model_name="account",
            name="sessions_ended",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.CreateModel(
            name="JournalEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "deed",
                    models.CharField(
                        choices=clubscore.club.models.JournalEntry.Deed.listed,
                        max_length=30,
                        verbose_name="what",
                    ),
                ),
                (
                    "name",
                    models.CharField(blank=True, max_length=150, verbose_name="who"),
                ),
                (
                    "about",
                    models.CharField(blank=True, max_length=200, verbose_name="about"),
                ),
                (
                    "address",
                    models.CharField(
                        blank=True, max_length=45, verbose_name="from where"
                    ),
                ),
                (
                    "made_at",
                    models.DateTimeField(
                        auto_now_add=True, db_index=True, verbose_name="when"
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="journal",
                        to="club.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry of the journal",
                "verbose_name_plural": "journal",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Login",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("session_key", models.CharField(max_length=40, unique=True)),
                ("session_hash", models.CharField(max_length=128)),
                ("browser", models.CharField(blank=True, max_length=300)),
                ("address", models.CharField(blank=True, max_length=45)),
                ("began_at", models.DateTimeField(auto_now_add=True)),
                ("seen_at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="logins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-seen_at"],
            },
        ),
    ]
