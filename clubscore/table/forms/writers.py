"""The form for the name of a player who writes with a table's link."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.club.names import tidied
from clubscore.partie.forms.seating import LONGEST_NAME
from clubscore.partie.seats import TableSeat


class WriterForm(forms.Form):
    """A player of the table by one tap, a name that is typed, or no answer."""

    player = forms.ChoiceField(
        required=False,
        error_messages={
            "invalid_choice": _("This player does not sit here any more. Look again.")
        },
    )
    name = forms.CharField(
        label=_("Somebody else"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    action = forms.CharField(required=False)

    def __init__(
        self, data: Any = None, *, seats: Iterable[TableSeat | None], **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.seated = [(one.key, one.name) for one in seats if one is not None]
        """The ids and names of who sits at the table or rests."""
        player = self.fields["player"]
        assert isinstance(player, forms.ChoiceField)
        player.choices = [("", ""), *self.seated]

    def clean(self) -> dict[str, Any]:
        """Refuse an answer without a name, but for who would rather not say."""
        data = super().clean() or {}
        said = data.get("player", "") or data.get("action", "")
        data["name"] = "" if said else tidied(data.get("name", ""))
        if not said and not data["name"] and not self.errors:
            self.add_error("name", _("Tap a name above, or type one here."))
        return data
