"""The form that chooses the name a player is merged into."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.club.forms import ServiceForm
from clubscore.club.models import Player


class MergeForm(ServiceForm):
    """Who a player has turned out to be."""

    into = forms.ModelChoiceField(
        label=_("Is the same person as"),
        queryset=Player.objects.none(),
        empty_label=_("Choose a player"),
        error_messages={"required": _("Choose who it is.")},
    )

    def __init__(self, *args: Any, player: Player, **more: Any) -> None:
        super().__init__(*args, **more)
        field = self.fields["into"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = (
            Player.objects.filter(club=player.club_id, merged_into=None)
            .exclude(pk=player.pk)
            .order_by("key")
        )
