"""Form widgets with the keyboard that a phone shows for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

AS_TYPED = {
    "autocapitalize": "off",
    "autocomplete": "off",
    "autocorrect": "off",
    "spellcheck": "false",
}
"""Attributes that keep a phone from mending what is no prose."""


def as_typed(form: forms.Form, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what *data* holds for each field of *form*, before anything is checked."""
    return {
        name: field.widget.value_from_datadict(data, {}, form.add_prefix(name))
        for name, field in form.fields.items()
    }
