"""Forms for events beside the games: bookings, and a player who leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.club.names import tidied
from clubscore.partie.forms.reasons import ReasonForm
from clubscore.partie.forms.seating import LONGEST_NAME

MOST_CHIPS = 10_000_000
"""More is never booked at once."""


class BookingForm(ReasonForm):
    """Who gives chips to whom, how many and why."""

    payer = forms.ChoiceField(label=_("Who pays?"), widget=forms.RadioSelect)
    payee = forms.ChoiceField(label=_("Who receives it?"), widget=forms.RadioSelect)
    amount = forms.IntegerField(
        label=_("How much?"),
        min_value=1,
        max_value=MOST_CHIPS,
        error_messages={
            "required": _("Enter how much is paid."),
            "min_value": _("Enter a whole number from 1 up."),
            "invalid": _("Enter a whole number from 1 up."),
        },
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": "1"}),
    )

    field_order = ("payer", "payee", "amount", "reason")

    def __init__(self, *args: Any, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, sentence in (
            ("payer", _("Say who pays.")),
            ("payee", _("Say who receives it.")),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = list(names.items())
            field.error_messages["required"] = sentence

    def clean(self) -> dict[str, Any]:
        """Refuse a player who pays himself."""
        data = super().clean() or {}
        if data.get("payer") and data.get("payer") == data.get("payee"):
            self.add_error("payee", _("Nobody pays himself. Choose who receives it."))
        return data


class SubstituteForm(forms.Form):
    """Who leaves the table, and who plays on in the seat."""

    leaving = forms.ChoiceField(
        label=_("Who leaves the table?"),
        error_messages={"required": _("Say who leaves the table.")},
        widget=forms.RadioSelect,
    )
    coming = forms.ChoiceField(label=_("Who plays on in the seat?"), required=False)
    name = forms.CharField(
        label=_("Or somebody new"),
        required=False,
        max_length=LONGEST_NAME,
        help_text=_("A guest’s name; the player is added to the club."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        sitting: Mapping[str, str],
        others: Mapping[str, str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        leaving, coming = self.fields["leaving"], self.fields["coming"]
        assert isinstance(leaving, forms.ChoiceField)
        assert isinstance(coming, forms.ChoiceField)
        leaving.choices = list(sitting.items())
        coming.choices = [("", _("Choose a player")), *others.items()]
        if not others:
            del self.fields["coming"]
            self.fields["name"].label = _("Who plays on in the seat?")

    def clean(self) -> dict[str, Any]:
        """Ask for one player, chosen or typed."""
        data = super().clean() or {}
        data["name"] = tidied(data.get("name") or "")
        if data["name"] and data.get("coming"):
            self.add_error("name", _("Choose a player or type a name, not both."))
        elif not (data["name"] or data.get("coming") or self.errors.get("coming")):
            self.add_error(
                "coming" if "coming" in self.fields else "name",
                _("Say who plays on: choose a player or type a name."),
            )
        return data
