import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


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
                        choices=[
                            ("login.done", "has logged in"),
                            ("login.failed", "failed to log in"),
                            ("login.out", "has logged out"),
                            ("password.wrong", "gave a wrong old password"),
                            ("password.changed", "has changed the own password"),
                            ("password.link", "has made a link to a new password"),
                            ("password.chosen", "has chosen a new password by a link"),
                            ("session.ended", "has ended one of the own sessions"),
                            ("session.others", "has ended all other own sessions"),
                            ("role.member", "has given the role of member"),
                            ("role.scorekeeper", "has given the role of scorekeeper"),
                            (
                                "role.administrator",
                                "has given the role of administrator",
                            ),
                            ("role.taken", "has taken a role away"),
                            ("role.joined", "has joined by an invitation"),
                            ("token.made", "has made a token"),
                            ("token.revoked", "has withdrawn a token"),
                            ("link.invitation", "has made an invitation"),
                            ("link.uninvited", "has withdrawn an invitation"),
                            ("link.table", "has made a new link for a partie"),
                            ("link.revoked", "has withdrawn the links of a partie"),
                            ("export.file", "has downloaded everything in one file"),
                            ("settings.imported", "has imported old results"),
                            ("settings.club", "has changed the club"),
                            ("settings.opened", "has opened a season"),
                            ("settings.season", "has changed a season"),
                            ("settings.player", "has changed a player"),
                            ("settings.merged", "has merged a player"),
                            ("settings.initials", "has changed how a name is shown"),
                            (
                                "settings.staff",
                                "has changed something on the staff’s pages",
                            ),
                            ("club.made", "has made the club"),
                            ("club.kept", "has taken the club over"),
                        ],
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
