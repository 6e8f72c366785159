"""The form of the chip count: the chips in front of each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_CHIPS = 100_000_000


class CountForm(forms.Form):
    """How many chips each player has; a player who borrowed has fewer than none."""

    def __init__(self, *args: Any, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._keys = list(names)
        for key, name in names.items():
            self.fields[_field(key)] = forms.IntegerField(
                label=name,
                min_value=-MOST_CHIPS,
                max_value=MOST_CHIPS,
                error_messages={
                    "required": _("Enter what lies there; 0 if nothing does."),
                    "invalid": _("Enter a whole number."),
                },
            )

    @property
    def counted(self) -> dict[str, int]:
        """How many chips each player has, by id."""
        return {key: self.cleaned_data[_field(key)] for key in self._keys}


def _field(player: str) -> str:
    return f"chips_{player}"
