"""The form for earlier results: a file, or pasted text."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.archive.earlier.reader import MOST_SIGNS
from clubscore.club.spreadsheets import ACCEPTED, WrongFileError, file_text


class PastForm(forms.Form):
    """A text with a line for each partie."""

    file = forms.FileField(
        label=_("A file from a spreadsheet"),
        required=False,
        help_text=_(
            "XLSX, CSV, or text with tabs. It is shown before anything counts."
        ),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    text = forms.CharField(
        label=_("Or the lines themselves"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "spellcheck": "false",
                "autocomplete": "off",
                "autocapitalize": "off",
            }
        ),
    )
    key = forms.CharField(
        max_length=100, required=False, widget=forms.HiddenInput, initial=uuid4
    )

    def clean(self) -> dict[str, Any]:
        """Take what is in the file, if there is one, for the text."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file is not None:
            try:
                cleaned["text"] = file_text(file, MOST_SIGNS)
            except WrongFileError as error:
                self.add_error("file", str(error))
        return cleaned

    @property
    def shown(self) -> PastForm:
        """The form with what was in the file as its lines, to be put right there."""
        again = {
            "text": self.cleaned_data.get("text", ""),
            "key": self.cleaned_data.get("key") or str(uuid4()),
        }
        form = PastForm(initial=again)
        form.fields["text"].label = _("The lines")
        form.errors.update(self.errors)
        return form


class WhyForm(forms.Form):
    """Why an import is made void."""

    reason = forms.CharField(
        label=_("Why?"),
        max_length=200,
        error_messages={"required": _("Say why: others will ask.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
