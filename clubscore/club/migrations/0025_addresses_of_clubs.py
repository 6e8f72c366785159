"""Clubs whose address another page has taken, which nobody could reach, get a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TAKEN = ("help", "privacy")


def give_new_addresses(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put the first number behind the address that makes one of its own."""
    clubs = apps.get_model("club", "Club").objects.all()
    for club in clubs.filter(slug__in=TAKEN):
        number = 2
        while clubs.filter(slug=f"{club.slug}-{number}").exists():
            number += 1
        clubs.filter(pk=club.pk).update(slug=f"{club.slug}-{number}")


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0024_checklist"),
    ]

    operations = [
        migrations.RunPython(give_new_addresses, migrations.RunPython.noop),
    ]
