"""The form field for the reason of a correction."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonInput(forms.TextInput):
    """A line for a reason; one that is tapped instead is a button of the same name."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """Return what was tapped, or typed."""
        said = data.getlist(name) if hasattr(data, "getlist") else [data.get(name, "")]
        return next((one for one in said if one.strip()), "")


class ReasonForm(forms.Form):
    """Why something is done that others will ask about."""

    reason = forms.CharField(
        label=_("Why?"),
        max_length=200,
        error_messages={"required": _("Say why: others will ask.")},
        widget=ReasonInput(attrs={"autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)
