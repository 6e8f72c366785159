"""
Names with letters such as ø and ł are found and sorted as with o and l.

Of two players whose names are one name then, the one with such letters gets a number
behind the name; they can be merged if they are one. Where one is shown by initials and
the other is not, the other gets it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import migrations
from django.db.models import Q

if TYPE_CHECKING:
    from collections.abc import Container

    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PLAIN = {"æ": "ae", "œ": "oe", "þ": "th"} | dict(
    zip("øłđðħŧ\N{LATIN SMALL LETTER DOTLESS I}", "olddhti", strict=True)
)
"""As `club/names.py` has them, when this was written."""
MOST = 80
"""Signs of a name."""


def fold_letters(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Work out anew what each name with such letters is compared by."""
    players = apps.get_model("club", "Player").objects.all()
    outdone: set[int] = set()
    for player in players.filter(_has_letters("withheld_key")).order_by("pk"):
        others = players.filter(club_id=player.club_id).exclude(pk=player.pk)
        _fold(player, "withheld_", set(others.values_list("withheld_key", flat=True)))
        # What was written under that name stays withheld: not this one gets the number.
        same = others.filter(key=player.withheld_key)
        outdone.update(same.values_list("pk", flat=True))
    shown = players.filter(_has_letters("key") | Q(pk__in=outdone))
    for player in shown.order_by("pk"):
        others = players.filter(club_id=player.club_id).exclude(pk=player.pk)
        keys = others.values_list("key", "withheld_key")
        _fold(player, "", {key for both in keys for key in both})


def _has_letters(field: str) -> Q:
    found = Q()
    for letter in PLAIN:
        found |= Q(**{f"{field}__contains": letter})
    return found


def _fold(player: Any, of: str, taken: Container[str]) -> None:
    """Give the name a number where its key would be one of those *taken*."""
    plain = getattr(player, f"{of}key").translate(str.maketrans(PLAIN))
    number, end = 2, ""
    while plain + end in taken:
        end = f" {number}"
        number += 1
    name = getattr(player, f"{of}name")
    setattr(player, f"{of}key", plain + end)
    setattr(player, f"{of}name", name[: MOST - len(end)] + end)
    player.save(update_fields=[f"{of}name", f"{of}key"])


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0025_addresses_of_clubs"),
    ]

    operations = [
        migrations.RunPython(fold_letters, migrations.RunPython.noop),
    ]
