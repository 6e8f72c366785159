"""Why something is done."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """Why something is done that others will ask about."""

    reason = forms.CharField(
        label=_("Why?"),
        max_length=200,
        error_messages={"required": _("Say why: others will ask.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)
