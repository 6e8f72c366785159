"""The forms with which a club's file is sent in, and a club is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.archive.transfer.importer import PACKED
from clubscore.archive.transfer.uploads import MOST_UNPACKED, ClubPreview, slug_proposed
from clubscore.club.forms import ClubForm
from clubscore.club.models import Club
from clubscore.club.spreadsheets import OTHERS, ZIP

MEGABYTE = 1_000_000
MOST_SENT = 8 * MEGABYTE
"""Bytes of a file, packed or not."""
ACCEPTED = ".json,.gz,application/json,application/gzip"
"""What a browser offers to choose from."""


class ClubFileForm(forms.Form):
    """A file that was downloaded where the club is now."""

    file = forms.FileField(
        label=_("The club’s file"),
        widget=forms.FileInput(attrs={"accept": ACCEPTED, "data-most": MOST_SENT}),
        error_messages={
            "required": _("Choose a file."),
            "empty": _("This file is empty. Download it anew and send that one."),
        },
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["file"].help_text = _(
            "As “Export” in the club’s settings gives it, packed (.json.gz) or not, of"
            " at most %(most)d MB. You are shown what is in it before anything is made."
        ) % {"most": MOST_SENT // MEGABYTE}

    def clean_file(self) -> bytes:
        """Return what is in the file; refuse what cannot be a club's at once."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is not None and file.size > MOST_SENT:
            raise ValidationError(too_long())
        content: bytes = file.read()
        kinds = OTHERS | {ZIP: "ZIP"}
        kind = next((kinds[one] for one in kinds if content.startswith(one)), None)
        if kind == "ZIP":
            raise ValidationError(_("This file is packed as ZIP. Unpack it first."))
        text = content[:100].removeprefix(b"\xef\xbb\xbf").lstrip()
        if kind or not (content.startswith(PACKED) or text.startswith(b"{")):
            raise ValidationError(not_a_clubs())
        return content


def not_a_clubs() -> str:
    """Return the error of a file that is no club's."""
    return gettext(
        "This is no club’s file. Send the one that “Export” in the club’s settings"
        " gives, as it was downloaded."
    )


def too_long() -> str:
    """Return the error of a file that is too long."""
    return gettext(
        "This file is too long to be read in here. Send it packed (.json.gz): at most"
        " %(most)d MB, and %(unpacked)d MB when unpacked. Whoever runs this site can"
        " read in longer ones, with the command import_club."
    ) % {"most": MOST_SENT // MEGABYTE, "unpacked": MOST_UNPACKED // MEGABYTE}


class ClubFromFileForm(forms.Form):
    """Where the club of a file is to be, and who may read its results."""

    slug = ClubForm.base_fields["slug"]
    is_public = ClubForm.base_fields["is_public"]

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, preview: ClubPreview
    ) -> None:
        super().__init__(data)
        self.initial = {
            "slug": slug_proposed(preview.slug),
            "is_public": "yes" if preview.is_public else "no",
        }

    def clean_slug(self) -> str:
        """Refuse the address of a club that is here."""
        slug: str = self.cleaned_data["slug"]
        if Club.objects.filter(slug=slug).exists():
            raise ValidationError(_("Another club has this address."))
        return slug
