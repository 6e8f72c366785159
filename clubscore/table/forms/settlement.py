"""The form of the settlement: what a point is worth."""

from __future__ import annotations

from decimal import Decimal

from django import forms
from django.utils.translation import gettext_lazy as _


class WorthForm(forms.Form):
    """What a point is worth, and in which money."""

    worth = forms.DecimalField(
        label=_("Worth of a point"),
        required=False,
        min_value=Decimal("0.0001"),
        max_digits=8,
        decimal_places=4,
        localize=True,
        help_text=_("For instance 0.01; left empty, points are settled."),
        error_messages={"min_value": _("Enter more than 0, or leave it empty.")},
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    currency = forms.CharField(
        label=_("Currency"),
        required=False,
        max_length=10,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
